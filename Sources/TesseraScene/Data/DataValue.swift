internal import TesseraJSON

/// Value of a scene's data: a JSON value. A value; any thread.
public enum DataValue: Sendable, Hashable {
  /// Null.
  case null
  /// Boolean value.
  case boolean(Bool)
  /// Number, always finite.
  case number(Double)
  /// Text.
  case text(String)
  /// Ordered values.
  case list([DataValue])
  /// Values by name.
  case map([String: DataValue])

  /// Maximum nesting depth of lists and maps.
  public static let depthLimit = 32
  /// Maximum number of entries of one list or map.
  public static let countLimit = 100_000

  /// Whether a condition treats the value as true: all except null, false, 0, and empty text, lists and maps.
  public var isTrue: Bool {
    switch self {
    case .null: false
    case .boolean(let flag): flag
    case .number(let number): number != 0
    case .text(let text): !text.isEmpty
    case .list(let items): !items.isEmpty
    case .map(let pairs): !pairs.isEmpty
    }
  }

  /// Name of its kind in messages.
  public var kindName: String {
    switch self {
    case .null: "nothing"
    case .boolean: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// Displayed text: texts unchanged, numbers in their shortest form, null as an empty text, lists and maps as JSON.
  public var shown: String {
    switch self {
    case .null: ""
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let number): NumberText.write(number)
    case .text(let text): text
    case .list, .map: json
    }
  }

  /// JSON in one line, with the keys of maps in alphabetical order.
  public var json: String { jsonValue.compact }

  var jsonValue: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let items): .list(items.map(\.jsonValue))
    case .map(let pairs): .map(pairs.keys.sorted().map { ($0, pairs[$0]?.jsonValue ?? .null) })
    }
  }

  /// Member or element `key`; nil if it does not exist.
  subscript(key: String) -> DataValue? {
    switch self {
    case .map(let pairs): pairs[key]
    case .list(let items): DataPath.index(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
    case .null, .boolean, .number, .text: nil
    }
  }

  /// Returns the value at a path; nil if it does not exist. O(n) in the length of the path.
  public func value(at path: DataPath) -> DataValue? { value(at: path.keys[...]) }

  func value(at keys: ArraySlice<String>) -> DataValue? {
    var value = self
    for key in keys {
      guard let next = value[key] else { return nil }
      value = next
    }
    return value
  }
}
