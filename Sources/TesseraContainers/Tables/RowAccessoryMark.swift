internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Draws an arrow, a check mark or an i at the trailing edge of a row.
struct RowAccessoryMark: AccessibleType, RowPart, StateMotionType {
  static let typeName = "table-row-accessory"
  var kind = RowAccessory.Kind.disclosure
  /// Opacity of the check mark, 0...1; 1 if the row is selected.
  var strength = 0.0
  var color = Color.theme(.accent)

  init() {}
  init(kind: RowAccessory.Kind, isOn: Bool) { (self.kind, strength) = (kind, isOn ? 1 : 0) }

  static let attributes: [NodeAttribute<RowAccessoryMark>] = [
    .number("strength", \.strength, in: 0...1, help: "Opacity of the check mark.")
  ]

  /// A check mark appears immediately, and fades when it is removed.
  static func stateMotion(from old: Self, to new: Self) -> Motion? { new.strength < old.strength ? StandardMotion.release.motion : nil }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: Self, to new: Self) -> Invalidation { .display }

  /// Only a detail button is an accessibility element.
  static func semantics(of node: Node<RowAccessoryMark>) -> NodeSemantics {
    guard node.kind == .detail else { return NodeSemantics(SemanticsRole.none) }
    var semantics = NodeSemantics(.button, label: node.environmentValues.word(.details))
    semantics.actions = [.activate]
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<RowAccessoryMark>) -> Bool {
    guard action == .activate, node.kind == .detail else { return false }
    activate(node)
    return true
  }

  static func activate(_ node: Node<RowAccessoryMark>) {
    guard let row = node.supernode(of: TableRow.self), let index = row.element.index else { return }
    row.supernode(of: Table.self)?.send(Table.accessoryTap, index)
  }

  /// Only a detail button can be pressed separately.
  static func isPressable(_ node: Node<RowAccessoryMark>) -> Bool { node.kind == .detail }

  static var opacities: (hovered: Double, pressed: Double) { (0.7, 0.5) }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(36, 24)) }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let isReversed = context.environment.direction == .rtl
    let color = color.resolved(in: context.environment)
    let (x, y) = (context.size.width / 2, context.size.height / 2)
    var path = Path()
    switch kind {
    case .disclosure:
      let way = isReversed ? -1.0 : 1
      path.move(to: Point(x - 3 * way, y - 6))
      path.line(to: Point(x + 3 * way, y))
      path.line(to: Point(x - 3 * way, y + 6))
      canvas.stroke(path, .color(context.environment.theme.inkFaint), StrokeStyle(width: 2, cap: .round, join: .round))
    case .checkmark:
      guard strength > 0 else { return }
      path.move(to: Point(x - 7, y))
      path.line(to: Point(x - 2, y + 5))
      path.line(to: Point(x + 7, y - 6))
      canvas.stroke(path, .color(color.opacity(Float(strength))), StrokeStyle(width: 2.5, cap: .round, join: .round))
    case .detail:
      path.addEllipse(in: Rect(x - 9, y - 9, 18, 18))
      canvas.stroke(path, .color(color), StrokeStyle(width: 1.5))
      canvas.fill(Rect(x - 1, y - 2, 2, 7), .color(color))
      canvas.fill(Rect(x - 1, y - 6, 2, 2), .color(color))
    case .none, .custom: break
    }
  }
}
