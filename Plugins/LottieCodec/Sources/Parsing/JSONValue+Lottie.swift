internal import TesseraJSON

/// JSON as animations use it: null is a missing value, and flags are numbers or booleans.
extension JSONValue {
  /// Returns the value of a key; nil if it is missing or null.
  subscript(present key: String) -> JSONValue? {
    guard case .map(let members) = self, let found = members.last(where: { $0.key == key })?.value else { return nil }
    if case .null = found { return nil }
    return found
  }

  /// Number; 1 or 0 for a boolean.
  var numeric: Double? {
    switch self {
    case .number(let value): value
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }

  var isMap: Bool { if case .map = self { true } else { false } }

  /// Numbers of a list, or a single number; nil for other values.
  var numbers: [Double]? {
    guard let list else { return numeric.map { [$0] } }
    var result: [Double] = []
    result.reserveCapacity(list.count)
    for value in list {
      guard let number = value.numeric else { return nil }
      result.append(number)
    }
    return result
  }

  /// Returns whether the number of a key is set and not 0.
  func flag(_ key: String) -> Bool { self[present: key]?.numeric.map { $0 != 0 } ?? false }
  /// Returns the number of a key.
  func number(_ key: String) -> Double? { self[present: key]?.numeric }
  /// Returns the number of a key as an integer; 0 if it is missing.
  func whole(_ key: String) -> Int { Int(saturating: self[present: key]?.numeric ?? 0, in: -1_000_000...1_000_000) }

  /// Reads the JSON of a Lottie file within ``LottieLimits``. Any thread.
  /// - Parameters:
  ///   - bytes: UTF-8, with or without a byte order mark.
  ///   - source: name of the file in error messages.
  ///   - keptDepth: depth to which values are kept.
  /// - Throws: `LottieError`, with the byte offset, if the text is malformed or exceeds the limits.
  static func lottie(_ bytes: [UInt8], source: String, keptDepth: Int = .max) throws(LottieError) -> JSONValue {
    var settings = JSONReader.Settings()
    settings.maximumSize = LottieLimits.bytes
    settings.maximumDepth = LottieLimits.depth
    settings.maximumValues = LottieLimits.values
    settings.keptDepth = keptDepth
    settings.repairsTexts = true
    do { return try JSONReader.read(bytes, settings) } catch {
      var failure = LottieError(source: source, offset: error.offset, reason: error.reason)
      failure.isTruncated = error.isTruncated
      throw failure
    }
  }
}
