/// Writes files atomically: each is created completely or not at all.
public enum AtomicFile {
  /// Writes `bytes` to the file at `path`, replacing an existing one; see ``AtomicFileWriter``. Any thread.
  ///
  /// - Throws: ``DeviceError``; an existing file is then unchanged and no other file is left.
  public static func write(_ bytes: [UInt8], to path: String) throws(DeviceError) {
    let writer = try AtomicFileWriter(path)
    try writer.append(bytes)
    try writer.finish()
  }
}
