internal import IconPlugin
internal import Tessera

/// Row of a menu: an action, a separator, a heading or a submenu. A value.
///
/// ```swift
/// [MenuEntry("Rename", icon: "edit"), .separator, MenuEntry("Delete", icon: "delete", isDanger: true)]
/// ```
public struct MenuEntry: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Kind of a row.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// Row that can be chosen, or that opens a submenu.
    case action
    /// Line between groups.
    case separator
    /// Title of a group.
    case heading
  }

  /// Displayed label.
  public var title: String
  /// Payload of `choose`.
  public var value: String
  /// Name of an icon; empty means none.
  public var icon = ""
  /// Words at the end, such as the keys of a shortcut. The menu does not handle these keys.
  public var shortcut = ""
  /// Whether the row has a tick; nil means that it cannot have one.
  public var isChecked: Bool?
  /// Whether the action deletes.
  public var isDanger = false
  public var isEnabled = true
  public var kind = Kind.action
  /// Rows of the submenu; empty means none.
  public var entries: [MenuEntry] = []

  /// Creates a row. A nil `value` means the title.
  public init(
    _ title: String, value: String? = nil, icon: String = "", shortcut: String = "", isChecked: Bool? = nil, isDanger: Bool = false,
    isEnabled: Bool = true, entries: [MenuEntry] = []
  ) {
    (self.title, self.value, self.icon, self.shortcut) = (title, value ?? title, icon, shortcut)
    (self.isChecked, self.isDanger, self.isEnabled, self.entries) = (isChecked, isDanger, isEnabled, entries)
  }

  public init(stringLiteral title: String) { self.init(title) }

  /// Line between groups.
  public static let separator: MenuEntry = {
    var entry = MenuEntry("")
    entry.kind = .separator
    return entry
  }()

  /// Returns a title of the rows below it.
  public static func heading(_ title: String) -> MenuEntry {
    var entry = MenuEntry(title)
    entry.kind = .heading
    return entry
  }

  /// Whether the row can be chosen or opened.
  var isUsable: Bool { kind == .action && isEnabled }

  // MARK: attributes

  /// Depth of submenus in scenes.
  private static let depth = 3

  /// Kind of the attribute with the rows.
  static let kind = kind(depth: depth)

  private static func kind(depth: Int) -> AttributeKind {
    var members: [String: AttributeKind] = [
      "title": .text, "value": .text, "icon": .text, "shortcut": .text, "checked": .boolean, "danger": .boolean, "enabled": .boolean,
      "kind": .choice(Kind.allCases.map(\.rawValue)),
    ]
    if depth > 1 { members["entries"] = kind(depth: depth - 1) }
    return .list(.either([.text, .map(members)]))
  }

  /// Returns the rows of an attribute value. A text is a title, and `-` a separator.
  static func entries(_ value: AttributeValue) throws -> [MenuEntry] {
    try (value.list ?? []).map { item in
      if let text = item.text { return text == "-" ? .separator : MenuEntry(text) }
      let kind = item["kind"]?.text.flatMap(Kind.init(rawValue:)) ?? .action
      if kind == .separator { return .separator }
      guard let title = item["title"]?.text ?? item["value"]?.text else {
        throw AttributeError(attribute: "entries", reason: "each must be a text, `-`, or a map with a title")
      }
      let icon = item["icon"]?.text ?? ""
      if !icon.isEmpty, !Icon.exists(icon) {
        let nearest = nearestName(to: icon, among: Icon.names).map { "; did you mean `\($0)`?" } ?? ""
        throw AttributeError(attribute: "entries", reason: "unknown icon `\(icon)`\(nearest)")
      }
      var entry = MenuEntry(
        title, value: item["value"]?.text, icon: icon, shortcut: item["shortcut"]?.text ?? "", isChecked: item["checked"]?.boolean,
        isDanger: item["danger"]?.boolean ?? false, isEnabled: item["enabled"]?.boolean ?? true,
        entries: try item["entries"].map(entries) ?? [])
      entry.kind = kind
      return entry
    }
  }

  var attributeValue: AttributeValue {
    if kind == .separator { return .text("-") }
    var members: [(key: String, value: AttributeValue)] = [("title", .text(title)), ("value", .text(value))]
    if !icon.isEmpty { members.append(("icon", .text(icon))) }
    if !shortcut.isEmpty { members.append(("shortcut", .text(shortcut))) }
    if let isChecked { members.append(("checked", .boolean(isChecked))) }
    if isDanger { members.append(("danger", .boolean(true))) }
    if !isEnabled { members.append(("enabled", .boolean(false))) }
    if kind == .heading { members.append(("kind", .text(kind.rawValue))) }
    if !entries.isEmpty { members.append(("entries", .list(entries.map(\.attributeValue)))) }
    return .map(members)
  }
}
