internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Button next to a search field on small screens that ends the search. A part of a field, not available in scenes.
struct SearchCancel: ControlType, PropertyAdjustingType {
  typealias Storage = ControlStorage

  static let typeName = "search-cancel"

  var isEnabled = true

  init() {}

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: SearchCancel, to new: SearchCancel) -> Invalidation { .display }

  private static func text(_ environment: EnvironmentValues) -> ControlText {
    ControlText(environment.word(.cancel), environment.theme[.label], environment)
  }

  /// Returns the width of the button.
  static func width(_ environment: EnvironmentValues) -> Double {
    text(environment).layout().size.width.rounded(.up) + 2 * environment.theme[.space2]
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(Self.width(context.environment), context.environment.theme[.controlSmall]))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    look.layer(RoundedRect(Rect(size: context.size), radius: look.theme[.radius2]), look.theme.ink, in: canvas)
    let text = Self.text(context.environment).layout(look.accent)
    canvas.draw(text, at: Point((context.size.width - text.size.width) / 2, (context.size.height - text.size.height) / 2))
  }

  static func activate(_ node: Node<SearchCancel>) {
    guard let field = node.supernode(of: SearchField.self) else { return }
    SearchField.closeSuggestions(field)
    SearchField.clear(field)
    field.storage.field.resignFocus()
  }

  /// Returns false: keys leave the field with Escape.
  static func isFocusable(_ node: Node<SearchCancel>) -> Bool { false }

  static func semantics(of node: Node<SearchCancel>) -> NodeSemantics {
    var semantics = NodeSemantics(.button, label: node.environmentValues.word(.cancel))
    semantics.actions = [.activate]
    return semantics
  }
}
