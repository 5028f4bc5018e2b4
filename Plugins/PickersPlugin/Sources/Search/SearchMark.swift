internal import ControlsPlugin
internal import IconPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Magnifier or cross of a search field. The cross is a button. A part of a field, not available in scenes.
struct SearchMark: ControlType, PropertyAdjustingType {
  typealias Storage = ControlStorage

  static let typeName = "search-mark"

  private var icon = "search"
  var isEnabled = true

  init() {}

  init(_ icon: String, isEnabled: Bool) { (self.icon, self.isEnabled) = (icon, isEnabled) }

  private var isButton: Bool { icon == "close" }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: SearchMark, to new: SearchMark) -> Invalidation { .display }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let side = context.environment.iconSide(20)
    return range.clamp(Size(side, side))
  }

  /// Extends the area that a finger hits to 44 units.
  func adjust(_ properties: inout NodeProperties, storage: ControlStorage, in environment: EnvironmentValues) {
    if isButton { properties.hitTestSlop = Insets(12) }
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: Insets(8)) { try draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    let look = ControlLook(self, in: context)
    let box = Rect(size: context.size)
    let isInverted = isButton && look.isPressed && look.isBilevel
    if isButton, look.isEnabled {
      let ground = RoundedRect(box.inset(by: -6), radius: look.theme[.radius2])
      if isInverted { canvas.fill(ground, .color(look.theme.ink)) } else { look.layer(ground, look.theme.ink, in: canvas) }
    }
    try Icon.draw(icon, in: box, isInverted ? look.theme.ground : look.mark(look.theme.inkSoft), context, canvas)
  }

  static func handle(_ event: Event, node: Node<SearchMark>) -> EventResponse {
    node.value.isButton ? node.interact(with: event) : .ignored
  }

  static func activate(_ node: Node<SearchMark>) {
    if let field = node.supernode(of: SearchField.self) { SearchField.clear(field) }
  }

  /// Returns false: keys clear the field with Escape.
  static func isFocusable(_ node: Node<SearchMark>) -> Bool { false }

  static func semantics(of node: Node<SearchMark>) -> NodeSemantics {
    guard node.value.isButton else { return NodeSemantics(SemanticsRole.none) }
    var semantics = NodeSemantics(.button, label: node.environmentValues.word(.clear))
    semantics.actions = [.activate]
    return semantics
  }
}

extension DrawContext {
  /// Draws the ground of a search field, up to a width that is reserved at its end.
  func ground(isEnabled: Bool, reserved: Double = 0) -> DrawPlan {
    plan(beyond: .zero) { canvas in
      let look = ControlLook(isEnabled: isEnabled, InteractionState(), in: self)
      let shape = RoundedRect(
        look.aligned(look.placed(Rect(0, 0, max(0, size.width - reserved), size.height), in: size.width)), radius: look.theme[.radius3])
      canvas.fill(shape, .color(look.theme.well))
      if look.outlinesWells || look.isBilevel { look.edge(shape, look.mark(look.theme.edge), in: canvas) }
    }
  }
}
