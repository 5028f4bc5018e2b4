/// A value of a scene's data: what JSON can say. A value; any thread.
public enum DataValue: Sendable, Hashable {
  /// Nothing.
  case null
  /// True or false.
  case boolean(Bool)
  /// A number, always finite.
  case number(Double)
  /// A text.
  case text(String)
  /// Values in order.
  case list([DataValue])
  /// Values under names.
  case map([String: DataValue])

  /// Most lists and maps inside one another.
  public static let depthLimit = 32
  /// Most entries of one list or map.
  public static let countLimit = 100_000

  /// Whether a condition takes it for true: all but null, false, 0, an empty text, an empty list and an empty map.
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

  /// What messages call its kind.
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

  /// As text, the way it is shown: texts as they are, numbers in their shortest form, nothing as an empty text, lists and maps as JSON.
  public var shown: String {
    switch self {
    case .null: ""
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let number): NumberText.write(number)
    case .text(let text): text
    case .list, .map: json
    }
  }

  /// As JSON in one line; the keys of maps in alphabetical order.
  public var json: String { jsonText.compact }

  var jsonText: JSONText {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let items): .list(items.map(\.jsonText))
    case .map(let pairs): .map(pairs.keys.sorted().map { ($0, pairs[$0]?.jsonText ?? .null) })
    }
  }

  /// The member or element called `key`; nil where there is none.
  subscript(key: String) -> DataValue? {
    switch self {
    case .map(let pairs): pairs[key]
    case .list(let items): DataPath.index(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
    case .null, .boolean, .number, .text: nil
    }
  }

  /// Returns the value at a path; nil where there is none. Linear in the length of the path.
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
