package import Tessera

/// Option of a control. A value.
public struct ControlOption: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Value of the control while the option is chosen.
  public var value: String
  /// Displayed label.
  public var title: String

  /// Creates an option. A nil `title` means the value.
  public init(_ value: String, title: String? = nil) { (self.value, self.title) = (value, title ?? value) }

  public init(stringLiteral value: String) { self.init(value) }

  /// Kind of the attribute with the options.
  package static let kind = AttributeKind.list(.either([.text, .map(["value": .text, "title": .text])]))

  /// Returns the options of an attribute value.
  package static func options(_ value: AttributeValue) throws -> [ControlOption] {
    try (value.list ?? []).map { item in
      if let text = item.text { return ControlOption(text) }
      guard let value = item["value"]?.text ?? item["title"]?.text else {
        throw AttributeError(attribute: "options", reason: "each must be a text, or a map with value and title")
      }
      return ControlOption(value, title: item["title"]?.text)
    }
  }

  package var attributeValue: AttributeValue {
    title == value ? .text(value) : .map([("value", .text(value)), ("title", .text(title))])
  }
}
