extension MapValue {
  /// Reads JSON. Any thread.
  /// - Parameters:
  ///   - bytes: UTF-8, with or without a byte order mark.
  ///   - source: name of the file in error messages.
  /// - Throws: `MapError` with the line if the text is malformed or exceeds the limits.
  public static func read(_ bytes: [UInt8], source: String) throws(MapError) -> MapValue {
    var reader = MapJSONReader(bytes, source: source, recordsLines: false)
    return try reader.read().value
  }
}
