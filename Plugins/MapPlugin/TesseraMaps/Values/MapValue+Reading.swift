public import TesseraJSON

extension JSONValue {
  /// Reads the JSON of a map. Any thread.
  /// - Parameters:
  ///   - bytes: UTF-8, with or without a byte order mark.
  ///   - source: name of the file in error messages.
  /// - Throws: `MapError` with the line if the text is malformed or exceeds the limits.
  public static func read(_ bytes: [UInt8], source: String) throws(MapError) -> MapValue {
    do { return try JSONReader.read(bytes, settings) } catch { throw MapError(error, source: source) }
  }

  /// Reads the JSON of a map, and the lines of its values. Any thread.
  /// - Throws: as ``read(_:source:)``.
  static func readWithLines(_ bytes: [UInt8], source: String) throws(MapError) -> (value: MapValue, lines: JSONLines) {
    do { return try JSONReader.readWithLines(bytes, settings) } catch { throw MapError(error, source: source) }
  }

  private static let settings: JSONReader.Settings = {
    var settings = JSONReader.Settings()
    settings.maximumDepth = 200
    settings.repairsTexts = true
    return settings
  }()
}

extension MapError {
  fileprivate init(_ error: JSONError, source: String) {
    self.init(source: source, line: error.line, column: error.column, reason: error.reason)
  }
}
