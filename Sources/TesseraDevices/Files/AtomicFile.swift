/// Writes whole files so that each appears whole or not at all.
public enum AtomicFile {
  /// Writes `bytes` to the file at `path`, replacing what is there; see ``AtomicFileWriter``. Any thread.
  ///
  /// - Throws: ``DeviceError``; what was there before is untouched then and nothing else is left.
  public static func write(_ bytes: [UInt8], to path: String) throws(DeviceError) {
    let writer = try AtomicFileWriter(path)
    try writer.append(bytes)
    try writer.finish()
  }
}
