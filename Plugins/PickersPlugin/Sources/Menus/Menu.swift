public import ControlsPlugin
internal import IconPlugin
public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Button that opens a menu, or the context menu of the node in it.
///
/// ```swift
/// Menu("File", [MenuEntry("Rename", icon: "edit"), .separator, MenuEntry("Delete", isDanger: true)])
/// ```
///
/// A finger may slide from the button into the menu, and chooses where it is released. With a node in it, the menu has no button: a right
/// click on the node, or a finger that rests on it, opens the menu there.
public struct Menu: ControlType, SceneContainerType {
  public typealias Storage = ControlStorage

  public static let typeName = "menu"
  public static let summary = "Button that opens a menu, or the context menu of the node in it."
  /// The user chose a row; the payload is its value.
  public static let choose = Signal<String>("choose")

  /// Words of the button; without words it shows only the icon.
  public var title = ""
  /// Name of the button's icon; empty means none, or `more` without words.
  public var icon = ""
  /// Rows of the menu.
  public var entries: [MenuEntry] = []
  public var isEnabled = true
  /// Node whose context menu it is; nil means a button.
  public var content: AnyNode?
  /// Name for screen readers.
  public private(set) var spokenLabel: String?

  /// Creates a menu without rows.
  public init() {}

  /// Creates a button with a menu. `label` is the name for screen readers of a button without words.
  public init(_ title: String = "", icon: String = "", _ entries: [MenuEntry], label: String? = nil) {
    (self.title, self.icon, self.entries, spokenLabel) = (title, icon, entries, label)
  }

  /// Creates the context menu of a node.
  public init(_ entries: [MenuEntry], content: AnyNode) { (self.entries, self.content) = (entries, content) }

  public static var attributes: [NodeAttribute<Menu>] {
    [
      .text("title", \.title, help: "Words of the button."),
      NodeAttribute(
        "icon", \.icon, kind: .text, affects: [.layout, .display], help: "Name of the button's icon.", get: { .text($0.icon) },
        set: { menu, new in
          let name = new.text ?? ""
          guard name.isEmpty || Icon.exists(name) else {
            let nearest = nearestName(to: name, among: Icon.names).map { "; did you mean `\($0)`?" } ?? ""
            throw AttributeError(attribute: "icon", reason: "unknown icon `\(name)`\(nearest)")
          }
          menu.icon = name
        }),
      NodeAttribute(
        "entries", \.entries, kind: MenuEntry.kind, affects: [],
        help: "Rows: texts, `-` for a separator, or maps of title, value, icon, shortcut, checked, danger, enabled, kind and entries.",
        get: { .list($0.entries.map(\.attributeValue)) }, set: { $0.entries = try MenuEntry.entries($1) }),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the menu can be opened."),
      .member("spokenLabel", \.spokenLabel, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(choose, payload: .text, help: "The user selected a row; its value.") { .text($0) }]
  }

  // MARK: layout

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    content.map { content in Column { content.style { $0.flexGrow = 1 } } }
  }

  public static func acceptChild(_ child: AnyNode, node: Node<Menu>) -> Bool {
    node.content = child
    return true
  }

  public static func sceneChildren(of node: Node<Menu>) -> [AnyNode] { node.content.map { [$0] } ?? [] }

  // MARK: measuring and drawing

  private var shownIcon: String { title.isEmpty && icon.isEmpty ? "more" : icon }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (environment, theme) = (context.environment, context.environment.theme)
    let height = max(theme[.control], theme[.label].line * environment.textScale + theme[.space2])
    guard !title.isEmpty else { return range.clamp(Size(height, height)) }
    let words = ControlText(title, theme[.label], environment).layout(width: 10_000).size.width.rounded(.up)
    let icon = shownIcon.isEmpty ? 0 : environment.iconSide() + theme[.space2]
    return range.clamp(Size(max(88, icon + words + theme[.space2] + environment.iconSide(20) + theme[.space4] + theme[.space3]), height))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    content == nil ? context.plan { try draw(in: $0, context: context) } : .nothing
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    guard content == nil else { return }
    let look = ControlLook(self, in: context)
    let (theme, box) = (look.theme, Rect(size: context.size))
    let isOpen = context.storage(of: Menu.self).state.withLock { $0.overlay != nil }
    let shape = RoundedRect(box, radius: theme[.radius3])
    let isInverted = look.isBilevel && look.isEnabled && (look.isPressed || isOpen)
    if isInverted {
      canvas.fill(shape, .color(theme.ink))
    } else {
      canvas.fill(shape, .color(look.isPressed || isOpen ? theme.wellPress : theme.well))
      look.layer(shape, theme.ink, in: canvas)
      if look.outlinesWells || look.isBilevel { look.edge(shape, look.mark(theme.edge), in: canvas) }
    }
    let ink = isInverted ? theme.ground : look.mark(theme.ink)
    let (side, chevron) = (look.environment.iconSide(), look.environment.iconSide(20))
    func place(_ x: Double, _ side: Double) -> Rect { look.placed(Rect(x, box.midY - side / 2, side, side), in: box.width) }
    guard !title.isEmpty else { return try Icon.draw(shownIcon, in: place(box.midX - side / 2, side), ink, context, canvas) }
    var start = theme[.space4]
    if !shownIcon.isEmpty {
      try Icon.draw(shownIcon, in: place(start, side), ink, context, canvas)
      start += side + theme[.space2]
    }
    let end = box.width - theme[.space3] - chevron
    try Icon.draw("chevron-down", in: place(end, chevron), isInverted ? ink : look.mark(theme.inkSoft), context, canvas)
    let text = ControlText(title, theme[.label], look.environment).layout(ink, width: max(0, end - theme[.space2] - start))
    let words = Rect(start, box.midY - text.size.height / 2, text.size.width, text.size.height)
    canvas.draw(text, at: look.placed(words, in: box.width).origin)
  }
}

/// Node of a menu.
public typealias MenuNode = Node<Menu>

extension Node where Value == Menu {
  /// Whether the menu is shown. Any thread.
  public var isOpen: Bool { storage.state.withLock { $0.overlay } != nil }

  /// Calls `perform` with the value of the row that the user chooses. Frame loop.
  @discardableResult
  public func onChoose(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Menu.choose, perform: perform) }
}
