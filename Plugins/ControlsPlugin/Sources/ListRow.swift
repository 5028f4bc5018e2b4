public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Row of a list: a node at the start, a title with a second line, a value, and accessories at the end.
///
/// ```swift
/// let row = ListRowNode(ListRow("Wi-Fi", value: "Home", accessory: .chevron))
/// row.on(AnyNode.tap) { … }
/// ```
///
/// It can be pressed if it has a handler of `tap`.
public struct ListRow: ControlType, SceneContainerType {
  /// Mark at the end of a row.
  public enum Accessory: String, Sendable, CaseIterable, Hashable { case none, chevron, check }

  public typealias Storage = ControlStorage

  public static let typeName = "list-row"
  public static let summary = "List row: title, second line, value and accessories."
  public static let traits: NodeTraits = .sendsTaps

  public var title = ""
  /// Words below the title, in at most two lines.
  public var subtitle = ""
  /// Value at the end.
  public var detail = ""
  /// Mark at the end.
  public var accessory = Accessory.none
  /// Whether the row is chosen: it has a bar at the start and the ground `wash`.
  public var isSelected = false
  /// Whether the first of ``parts`` is at the start, before the words.
  public var leads = false
  public var isEnabled = true
  /// Nodes at the end, such as a switch or a badge, and with ``leads`` the first one at the start.
  public var parts: [AnyNode] = []

  /// Creates an empty row.
  public init() {}

  /// Creates a row.
  public init(_ title: String, subtitle: String = "", value: String = "", accessory: Accessory = .none) {
    (self.title, self.subtitle, detail, self.accessory) = (title, subtitle, value, accessory)
  }

  public static let attributes: [NodeAttribute<ListRow>] = [
    .text("title", \.title, affects: [.layout, .display], help: "Words of the row."),
    .text("subtitle", \.subtitle, affects: [.layout, .display], help: "Words below the title."),
    .text("detail", \.detail, affects: [.layout, .display], help: "Value at the end."),
    .choice("accessory", \.accessory, affects: [.layout, .display], help: "Mark at the end."),
    .boolean("selected", \.isSelected, affects: .display, help: "Whether it is selected."),
    .boolean("leads", \.leads, affects: .layout, help: "Whether the first child is at the start; the others are at the end."),
    .boolean("enabled", \.isEnabled, affects: [.layout, .display], help: "Whether the control can be used."),
  ]

  // MARK: layout

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let theme = context.environment.theme
    let isEnabled = isEnabled && context.environment.isEnabled
    let (margin, gap, space) = (theme[.margin], theme[.space4], theme[.space2])
    let height = theme[subtitle.isEmpty ? .row : .rowTall]
    // Large letters have a second line.
    let lines = context.environment.textScale > 1 ? 2 : 1
    let (leading, trailing) = (leads ? parts.prefix(1) : [], leads ? parts.dropFirst() : parts[...])
    return Row(gap: .points(gap), align: .center) {
      for part in leading { (part as any LayoutElement).style { $0.flexShrink = 0 } }
      Column {
        Subnode("title", ControlLabel(title, .title, lineLimit: lines, isEnabled: isEnabled, isSelected: isSelected))
        if !subtitle.isEmpty {
          Subnode("subtitle", ControlLabel(subtitle, .help, lineLimit: 2, isEnabled: isEnabled, isSelected: isSelected))
        }
      }.style {
        $0.flexGrow = 1
        $0.flexShrink = 1
        $0.flexBasis = .points(0)
        $0.minWidth = .points(0)
      }
      if !detail.isEmpty {
        Subnode("detail", ControlLabel(detail, .value, isEnabled: isEnabled, isSelected: isSelected)).style {
          $0.maxWidth = .percent(45)
          $0.flexShrink = 0
        }
      }
      for part in trailing { (part as any LayoutElement).style { $0.flexShrink = 0 } }
      if accessory != .none { Subnode("accessory", RowMark(accessory)).style { $0.flexShrink = 0 } }
    }.style {
      $0.minHeight = .points(height)
      $0.padding = LayoutEdges(horizontal: .points(margin), vertical: .points(space))
      $0.boxSizing = .borderBox
    }
  }

  public static func acceptChild(_ child: AnyNode, node: Node<ListRow>) -> Bool {
    node.parts.append(child)
    return true
  }

  public static func sceneChildren(of node: Node<ListRow>) -> [AnyNode] { node.parts }

  // MARK: drawing

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let look = ControlLook(self, in: context)
    guard isSelected || look.hasLayer else { return .nothing }
    return context.plan(beyond: .zero) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box) = (look.theme, Rect(size: context.size))
    if isSelected {
      canvas.fill(box, .color(theme.wash))
      let bar = look.aligned(look.placed(Rect(0, 8, theme[.bar], max(0, box.height - 16)), in: box.width))
      canvas.fill(RoundedRect(bar, radius: theme[.bar] / 2), .color(look.isEnabled ? theme.accent : look.mark(theme.ink)))
    }
    if look.isEnabled { look.layer(RoundedRect(box, radius: 0), theme.ink, in: canvas) }
  }

  // MARK: events

  private static func canBePressed(_ node: Node<ListRow>) -> Bool { node.hasHandlers(for: AnyNode.tap) }

  public static func handle(_ event: Event, node: Node<ListRow>) -> EventResponse {
    canBePressed(node) ? node.interact(with: event) : .ignored
  }

  public static func hover(_ node: Node<ListRow>, at location: Point?) -> EventResponse {
    canBePressed(node) ? node.interact(.hover(location != nil)) : .ignored
  }

  public static func isFocusable(_ node: Node<ListRow>) -> Bool { node.canBeUsed && canBePressed(node) }

  public static func activate(_ node: Node<ListRow>) { node.send(AnyNode.tap, ()) }

  public static func focusArea(in node: Node<ListRow>) -> RoundedRect? {
    RoundedRect(Rect(size: node.frame.size).inset(by: 2), radius: node.environmentValues.theme[.radius2])
  }

  public static func focusRingReach(in node: Node<ListRow>) -> Double? { 0 }

  public static func semantics(of node: Node<ListRow>) -> NodeSemantics {
    let value = node.value
    let words = value.subtitle.isEmpty ? value.title : value.title + ", " + value.subtitle
    var semantics = NodeSemantics(canBePressed(node) ? .button : .group, label: words)
    if !value.detail.isEmpty { semantics.value = value.detail }
    if value.isSelected { semantics.isSelected = true }
    if !value.isEnabled { semantics.isDisabled = true }
    if canBePressed(node) { semantics.actions = [.activate] }
    return semantics
  }
}

/// Node of a row of a list.
public typealias ListRowNode = Node<ListRow>
