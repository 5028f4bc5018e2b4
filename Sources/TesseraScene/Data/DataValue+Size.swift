extension DataValue {
  /// Maximum total size of a scene's data in bytes. A list that occurs twice in the data counts twice.
  public static let sizeLimit = 64 << 20
  /// Maximum size in bytes of a list or map that is written as text.
  static let textSizeLimit = 1 << 20

  /// Bytes of the storage of a list and of a map, without their elements.
  private static let listOverhead = 32
  private static let mapOverhead = 128

  /// Returns the approximate size of the value in bytes. Counting stops above `limit`; the result is then greater than `limit`.
  func size(upTo limit: Int) -> Int {
    var size = MemoryLayout<DataValue>.stride
    switch self {
    case .null, .boolean, .number: break
    case .text(let text): size += text.utf8.count
    case .list(let items):
      size += Self.listOverhead
      for item in items where size <= limit { size += item.size(upTo: limit - size) }
    case .map(let pairs):
      size += Self.mapOverhead
      for (key, value) in pairs where size <= limit {
        size += MemoryLayout<String>.stride + key.utf8.count + value.size(upTo: limit - size)
      }
    }
    return size
  }

  /// Whether the value is a list or map.
  var hasMembers: Bool {
    switch self {
    case .null, .boolean, .number, .text: false
    case .list, .map: true
    }
  }

  /// Whether the value is a list or map that exceeds the size limit of all data.
  var isTooLarge: Bool {
    switch self {
    case .null, .boolean, .number, .text: false
    case .list, .map: size(upTo: Self.sizeLimit) > Self.sizeLimit
    }
  }

  /// ``shown``; nil for a list or map that is too large to be written as text.
  var boundedText: String? {
    switch self {
    case .null, .boolean, .number, .text: shown
    case .list, .map: size(upTo: Self.textSizeLimit) > Self.textSizeLimit ? nil : json
    }
  }

  /// ``shown``, or the name of the kind if the value is too large to be written as text.
  var shortText: String { boundedText ?? kindName }
}
