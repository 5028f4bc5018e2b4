public import Tessera
public import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// Box with a ground and round corners. It can be pressed if it has a handler of `tap`, or if `AnyNode.isPressable` is set.
///
/// ```swift
/// let card = CardNode(Card(elevation: 1))
/// card.on(AnyNode.tap) { print("pressed") }
/// ```
public struct Card: ControlType, SceneContainerType, StyleAdjustingType, PropertyAdjustingType {
  public typealias Storage = ControlStorage

  public static let typeName = "card"
  public static let summary = "Box with a background and round corners, which can be pressed."
  public static let traits: NodeTraits = [.drawsOverSubnodes, .sendsTaps]

  /// Elevation token of the theme, 0...3.
  public var elevation = 0
  /// Whether the card is chosen: it has an edge of the color `accent` and the ground `wash`.
  public var isSelected = false
  /// Whether the content has the distance `space4` from the edge if the style has no padding.
  public var isPadded = true
  public var isEnabled = true

  /// Creates a card without a shadow.
  public init() {}

  /// Creates a card. `elevation` is 0...3.
  public init(elevation: Int, isSelected: Bool = false) { (self.elevation, self.isSelected) = (elevation, isSelected) }

  /// Children belong to the element of a card: `Subnode(Card()) { … }`.
  @available(*, unavailable, message: "write 'Subnode(Card()) { … }'")
  public init(@LayoutElementBuilder _ children: () -> [any LayoutElement]) { self.init() }

  public static let attributes: [NodeAttribute<Card>] = [
    .integer("elevation", \.elevation, in: 0...3, affects: .properties, help: "Height above the ground: its shadow."),
    .boolean("selected", \.isSelected, affects: .properties, help: "Whether it is selected."),
    .boolean("padded", \.isPadded, affects: .layout, help: "Whether it has the theme's padding."),
    .boolean("enabled", \.isEnabled, affects: [.display, .properties], help: "Whether the control can be used."),
  ]

  public func adjust(_ style: inout LayoutStyle, storage: ControlStorage, in environment: EnvironmentValues) {
    if isPadded, style.padding == .zero { style.padding = LayoutEdges(.points(environment.theme[.space4])) }
  }

  public func adjust(_ properties: inout NodeProperties, storage: ControlStorage, in environment: EnvironmentValues) {
    let theme = environment.theme
    let level = theme[[ThemeToken.elevation0, .elevation1, .elevation2, .elevation3][min(3, max(0, elevation))]]
    if properties.cornerRadii.isZero { properties.cornerRadii = CornerRadii(theme[.radius4]) }
    let ground = elevation > 1 ? theme.raised : theme.surface
    if properties.background == nil { properties.background = .color(!isEnabled ? theme.well : isSelected ? theme.wash : ground) }
    if properties.border == nil {
      // Modes without shadows have no contrast between ground and surface.
      let hasEdge = theme[.elevation1].edge > 0
      if !isEnabled {
        if environment.textAntialiasing == .bilevel {
          properties.border = Border(width: 1, color: theme.ink, style: .dotted)
        } else if hasEdge {
          properties.border = Border(width: 1, color: theme.line)
        }
      } else if isSelected {
        properties.border = Border(width: 2, color: theme.accent)
      } else if hasEdge {
        properties.border = Border(width: max(1, level.edge), color: elevation > 0 ? theme.edge : theme.line)
      } else if elevation > 0, environment.colorScheme == .dark || theme.mode == .dark {
        // Shadows are hardly seen on dark grounds.
        properties.border = Border(width: 1, color: theme.line)
      }
    }
    if isEnabled, properties.shadow == nil, level.radius > 0 {
      properties.shadow = Shadow(color: theme[.shadow], offset: Point(0, level.y), radius: level.radius)
    }
  }

  // MARK: drawing

  /// Returns the layer of the current state; that of a disabled card fades its content.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let look = ControlLook(self, in: context)
    let shape = RoundedRect(Rect(size: context.size), radii: context.cornerRadii)
    if !isEnabled, !look.isBilevel {
      return .direct(bounds: shape.rect) { $0.fill(shape, .color(look.theme.well.opacity(0.55))) }
    }
    guard look.hasLayer else { return .nothing }
    return .pixels(bounds: shape.rect) { look.layer(shape, look.theme.ink, in: $0) }
  }

  // MARK: events

  /// Whether a press has an effect. Any thread.
  private static func canBePressed(_ node: Node<Card>) -> Bool { node.isPressable || node.hasHandlers(for: AnyNode.tap) }

  public static func handle(_ event: Event, node: Node<Card>) -> EventResponse {
    canBePressed(node) ? node.interact(with: event) : .ignored
  }

  public static func hover(_ node: Node<Card>, at location: Point?) -> EventResponse {
    guard canBePressed(node) else { return .ignored }
    return node.interact(.hover(location != nil))
  }

  public static func isFocusable(_ node: Node<Card>) -> Bool { node.canBeUsed && canBePressed(node) }

  public static func activate(_ node: Node<Card>) { node.send(AnyNode.tap, ()) }

  public static func semantics(of node: Node<Card>) -> NodeSemantics {
    guard canBePressed(node) else { return NodeSemantics(node.semantics.label == nil ? nil : .group) }
    let value = node.value
    var semantics = NodeSemantics(.button)
    if value.isSelected { semantics.isSelected = true }
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = [.activate]
    return semantics
  }
}

/// Node of a card.
public typealias CardNode = Node<Card>
