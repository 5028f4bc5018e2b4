internal import Tessera

/// Button of a dialog. A value.
public struct DialogButton: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Effect of a button, which determines its look and the keys that press it.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// Main action.
    case primary
    /// Any other action.
    case normal
    /// Action that deletes.
    case danger
    /// Leaves the dialog without an effect. Escape and a tap outside press it.
    case cancel
  }

  /// Displayed label.
  public var title: String
  /// Payload of `choose`.
  public var value: String
  /// Effect and look.
  public var kind: Kind

  /// Creates a button. A nil `value` means the title.
  public init(_ title: String, value: String? = nil, kind: Kind = .normal) {
    (self.title, self.value, self.kind) = (title, value ?? title, kind)
  }

  public init(stringLiteral title: String) { self.init(title) }

  /// Kind of the attribute with the buttons.
  static let kind = AttributeKind.list(
    .either([.text, .map(["title": .text, "value": .text, "kind": .choice(Kind.allCases.map(\.rawValue))])]))

  /// Returns the buttons of an attribute value.
  static func buttons(_ value: AttributeValue) throws -> [DialogButton] {
    try (value.list ?? []).map { item in
      if let text = item.text { return DialogButton(text) }
      guard let title = item["title"]?.text ?? item["value"]?.text else {
        throw AttributeError(attribute: "buttons", reason: "each must be a text, or a map with title, value and kind")
      }
      return DialogButton(title, value: item["value"]?.text, kind: item["kind"]?.text.flatMap(Kind.init(rawValue:)) ?? .normal)
    }
  }

  var attributeValue: AttributeValue { .map([("title", .text(title)), ("value", .text(value)), ("kind", .text(kind.rawValue))]) }

  /// Returns the button's look: the first one is never quiet in a dialog of one button.
  func look(isOnly: Bool) -> PanelButton.Look {
    switch kind {
    case .primary: .primary
    case .normal: .normal
    case .danger: .danger
    case .cancel: isOnly ? .normal : .quiet
    }
  }
}
