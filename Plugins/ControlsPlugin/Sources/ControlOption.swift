package import Tessera

/// Option of a control. A value.
public struct ControlOption: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Value of the control while the option is chosen.
  public var value: String
  /// Displayed label.
  public var title: String
  /// Name of an icon, drawn by `rail`, and by `segmented` in place of the label; empty means none.
  public var icon = ""

  /// Creates an option. A nil `title` means the value.
  public init(_ value: String, title: String? = nil, icon: String = "") {
    (self.value, self.title, self.icon) = (value, title ?? value, icon)
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// Kind of the attribute with the options.
  package static let kind = AttributeKind.list(.either([.text, .map(["value": .text, "title": .text, "icon": .text])]))

  /// Returns the options of an attribute value.
  package static func options(_ value: AttributeValue) throws -> [ControlOption] {
    try (value.list ?? []).map { item in
      if let text = item.text { return ControlOption(text) }
      guard let value = item["value"]?.text ?? item["title"]?.text else {
        throw AttributeError(attribute: "options", reason: "each must be a text, or a map with value and title")
      }
      let icon = item["icon"]?.text ?? ""
      if let reason = IconName.problem(icon) { throw AttributeError(attribute: "options", reason: reason) }
      return ControlOption(value, title: item["title"]?.text, icon: icon)
    }
  }

  package var attributeValue: AttributeValue {
    if title == value, icon.isEmpty { return .text(value) }
    let pairs: [(String, AttributeValue)] = [("value", .text(value)), ("title", .text(title))]
    return .map(icon.isEmpty ? pairs : pairs + [("icon", .text(icon))])
  }
}
