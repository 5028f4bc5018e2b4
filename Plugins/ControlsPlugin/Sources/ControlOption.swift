internal import Tessera

/// One of the choices of a control. A value.
public struct ControlOption: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Value of the control while this is chosen.
  public var value: String
  /// Words that are shown.
  public var title: String

  /// Makes a choice. `title`: nil: the value.
  public init(_ value: String, title: String? = nil) { (self.value, self.title) = (value, title ?? value) }

  public init(stringLiteral value: String) { self.init(value) }

  /// Kind of the attribute that lists choices.
  static let kind = AttributeKind.list(.either([.text, .map(["value": .text, "title": .text])]))

  /// Returns the choices that an attribute lists.
  static func options(_ value: AttributeValue) throws -> [ControlOption] {
    try (value.list ?? []).map { item in
      if let text = item.text { return ControlOption(text) }
      guard let value = item["value"]?.text ?? item["title"]?.text else {
        throw AttributeError(attribute: "options", reason: "each must be a text, or a map with value and title")
      }
      return ControlOption(value, title: item["title"]?.text)
    }
  }

  var attributeValue: AttributeValue {
    title == value ? .text(value) : .map([("value", .text(value)), ("title", .text(title))])
  }
}
