/// JSON value. A value; any thread.
///
/// Members of an object keep their order, so that outputs can be compared. Two objects are equal if they have equal members in the same order.
public enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  /// Number as written in the text, such as `1.50`. ``JSONReader`` returns it only with ``JSONReader/Settings/keepsLiterals``.
  case literal(String)
  case text(String)
  case list([JSONValue])
  /// Members in the order of the text. ``subscript(_:)`` returns the last of equal keys.
  case map([Member])

  /// Key with its value.
  public struct Member: Sendable, Hashable {
    public var key: String
    public var value: JSONValue

    /// Creates a member.
    public init(_ key: String, _ value: JSONValue) { (self.key, self.value) = (key, value) }
  }

  /// Returns an object with members from pairs.
  @_disfavoredOverload
  public static func map(_ pairs: [(key: String, value: JSONValue)]) -> JSONValue { .map(pairs.map { Member($0.key, $0.value) }) }

  /// Returns the value of a key, which can be ``null``; nil if the key is missing, and for values other than objects. O(n) in the members.
  public subscript(key: String) -> JSONValue? {
    guard case .map(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  public var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  public var members: [Member]? { if case .map(let members) = self { members } else { nil } }
}
