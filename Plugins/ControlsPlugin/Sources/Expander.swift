internal import IconPlugin
public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// Row with a title that shows or hides the nodes below it.
///
/// ```swift
/// Expander("Details", isExpanded: $isOpen, contents: [TextNode("…")])
/// ```
///
/// Sends `change` when the user opens or closes it.
public struct Expander: ControlType, SceneContainerType, StateMotionType, ChangeSendingType {
  public typealias Storage = ControlStorage

  public static let typeName = "expander"
  public static let summary = "Title that shows or hides the nodes below it."
  /// The user opened (true) or closed the control.
  public static let change = Signal<Bool>("change")

  /// Title of the row.
  public var title = ""
  /// Whether the contents are shown.
  public var isExpanded = false
  public var isEnabled = true
  /// Nodes below the row, in a column.
  public var contents: [AnyNode] = []
  /// Value of the program that the control follows and changes.
  var binding: Binding<Bool>?
  /// Position of the chevron while it moves, 0...1; nil means by ``isExpanded``.
  private var movingShare: Double?

  /// Creates a closed expander without contents.
  public init() {}

  /// Creates an expander.
  public init(_ title: String, isExpanded: Bool = false, contents: [AnyNode] = []) {
    (self.title, self.isExpanded, self.contents) = (title, isExpanded, contents)
  }

  /// Creates an expander that follows a value of the program and changes it.
  public init(_ title: String, isExpanded: Binding<Bool>, contents: [AnyNode] = []) {
    self.init(title, isExpanded: isExpanded.wrappedValue, contents: contents)
    binding = isExpanded
  }

  public static var attributes: [NodeAttribute<Expander>] {
    [
      .boolean("value", \.isExpanded, help: "Whether the nodes below it are shown."),
      .text("title", \.title, affects: .layout, help: "Words of the row."),
      .boolean("enabled", \.isEnabled, affects: [.layout, .display], help: "Whether the control can be used."),
      NodeAttribute(
        "share", kind: .number(0...1), affects: .display, help: "Turn of the chevron.", get: { .number($0.isExpanded ? 1 : 0) },
        set: { $0.movingShare = $1.number }
      ).unlisted(),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .boolean, sets: "value", help: "The user expanded or collapsed the details.") { .boolean($0) }]
  }

  /// Animates the chevron.
  public static func stateMotion(from old: Expander, to new: Expander) -> Motion? {
    old.isExpanded != new.isExpanded ? .easeOut(0.25) : nil
  }

  // MARK: layout

  /// Returns the height of the row, logical units.
  static func rowHeight(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    return max(theme[.row], (theme[.body].line * environment.textScale).rounded(.up) + theme[.space4])
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let height = Self.rowHeight(context.environment)
    let (padding, space) = (context.environment.theme[.space4], context.environment.iconSide() + context.environment.theme[.space3])
    let isEnabled = isEnabled && context.environment.isEnabled
    return Column {
      Row(align: .center) {
        Subnode("title", ControlLabel(title, .title, isEnabled: isEnabled)).style { $0.minWidth = .points(0) }
      }.style {
        $0.height = .points(height)
        $0.flexShrink = 0
        // Space of the chevron.
        $0.padding.end = .points(space)
        $0.boxSizing = .borderBox
      }
      if isExpanded {
        Column { for content in contents { content } }.style { $0.padding = LayoutEdges(bottom: .points(padding)) }
      }
    }
  }

  public static func acceptChild(_ child: AnyNode, node: Node<Expander>) -> Bool {
    node.contents.append(child)
    return true
  }

  public static func sceneChildren(of node: Node<Expander>) -> [AnyNode] { node.contents }

  // MARK: drawing

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let row = Rect(context.contentRect.minX, context.contentRect.minY, context.contentRect.width, Self.rowHeight(context.environment))
    let draw: DrawPlan.Drawing = { drawRow(in: row, $0, context) }
    let bounds = Self.pressed(row, context.environment)
    return context.environment.textAntialiasing == .bilevel ? .direct(bounds: bounds, draw) : .pixels(bounds: bounds, draw)
  }

  /// Returns the frame of the layer of a press, which keeps a distance from the words at its sides.
  private static func pressed(_ row: Rect, _ environment: EnvironmentValues) -> Rect {
    row.inset(by: Insets(horizontal: -environment.theme[.space2], vertical: 0))
  }

  private func drawRow(in row: Rect, _ canvas: borrowing Canvas, _ context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, width) = (look.theme, context.size.width)
    if look.isEnabled { look.layer(RoundedRect(Self.pressed(row, context.environment), radius: theme[.radius2]), theme.ink, in: canvas) }
    let side = look.environment.iconSide()
    let mark = look.placed(Rect(row.maxX - side, row.midY - side / 2, side, side), in: width)
    let share = movingShare ?? (isExpanded ? 1 : 0)
    ControlMark.chevron.draw(in: mark, look.mark(theme.inkSoft), turn: share / 2, canvas)
  }
}

/// Node of a title with contents below it.
public typealias ExpanderNode = Node<Expander>

extension Node where Value == Expander {
  /// Creates an expander that follows a value of the program and changes it. Any thread.
  public convenience init(_ title: String, isExpanded: Binding<Bool>, contents: [AnyNode] = []) {
    self.init(Expander(title, isExpanded: isExpanded, contents: contents))
    bind(\.isExpanded) { isExpanded.wrappedValue }
  }

  /// Calls `perform` when the user opens or closes the control. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Bool) -> Void) -> HandlerToken { on(Expander.change, perform: perform) }
}
