extension DataValue {
  /// Maximum total size of a scene's data in bytes. A list that occurs twice in the data counts twice.
  public static let sizeLimit = 64 << 20
  /// Most bytes of a list or map that is written as text.
  static let textSizeLimit = 1 << 20

  /// Bytes of the storage of a list and of a map beside their elements.
  private static let listOverhead = 32
  private static let mapOverhead = 128

  /// Returns about how many bytes the value takes; more than `limit` if it takes more, which ends the count.
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

  /// Whether the value, a list or a map, is larger than all data may be.
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

  /// ``shown``, or the kind of a value that is too large for that.
  var shortText: String { boundedText ?? kindName }
}
