/// JSON value.
enum JSON: Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case map([Member])

  /// Key with its value.
  struct Member: Sendable {
    var key: String
    var value: JSON
  }

  /// Returns the value of a key; nil if it is missing or null.
  subscript(key: String) -> JSON? {
    guard case .map(let members) = self, let found = members.last(where: { $0.key == key })?.value else { return nil }
    if case .null = found { return nil }
    return found
  }

  var number: Double? {
    switch self {
    case .number(let value): value
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [JSON]? { if case .list(let list) = self { list } else { nil } }
  var isMap: Bool { if case .map = self { true } else { false } }

  /// Numbers of a list, or a single number; nil for other values.
  var numbers: [Double]? {
    guard let list else { return number.map { [$0] } }
    var result: [Double] = []
    result.reserveCapacity(list.count)
    for value in list {
      guard let number = value.number else { return nil }
      result.append(number)
    }
    return result
  }

  /// Returns whether the number of a key is set and not 0.
  func flag(_ key: String) -> Bool { self[key]?.number.map { $0 != 0 } ?? false }
  /// Returns the number of a key.
  func number(_ key: String) -> Double? { self[key]?.number }
  /// Returns the number of a key as an integer; 0 if it is missing.
  func whole(_ key: String) -> Int { Int(saturating: self[key]?.number ?? 0, in: -1_000_000...1_000_000) }
}
