internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Style of an action button of a swiped row. A value.
struct RowActionStyle: Sendable, Hashable {
  var title: String
  var color: Color
  var titleColor: Color
  /// Index of the action.
  var number: Int

  /// Breadth of the title with padding.
  var breadth: Double { max(64, Self.text(self).size.width + 32) }

  static func text(_ style: RowActionStyle) -> TextLayout {
    TextLayout(AttributedText(style.title, attributes: TextAttributes(font: Font(size: 15), color: style.titleColor)))
  }
}

/// Action button of a swiped row.
struct RowActionButton: AccessibleType, RowPart {
  static let typeName = "table-row-action"
  /// Alignment of the title in a button broader than its title.
  enum Side: Sendable { case start, middle, end }

  var action: RowActionStyle
  var side = Side.middle

  init() { self.init(RowActionStyle(title: "", color: .black, titleColor: .white, number: 0)) }
  init(_ action: RowActionStyle, side: Side = .middle) { (self.action, self.side) = (action, side) }

  static func semantics(of node: Node<RowActionButton>) -> NodeSemantics {
    var semantics = NodeSemantics(.button, label: node.action.title)
    semantics.actions = [.activate]
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<RowActionButton>) -> Bool {
    guard action == .activate else { return false }
    activate(node)
    return true
  }

  static func activate(_ button: Node<RowActionButton>) {
    guard let row = button.supernode as? Node<TableRow> else { return }
    (row.supernode as? TableNode)?.performAction(button.action.number, of: row)
  }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: Self, to new: Self) -> Invalidation { .display }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    canvas.fill(Rect(size: context.size), .color(action.color.resolved(in: context.environment)))
    var shown = action
    shown.titleColor = action.titleColor.resolved(in: context.environment)
    let text = RowActionStyle.text(shown)
    let isLeft = (side == .start) == (context.environment.direction == .ltr)
    let room = side == .middle ? context.size.width : min(context.size.width, action.breadth)
    let x = (isLeft || side == .middle ? 0 : context.size.width - room) + (room - text.size.width) / 2
    canvas.draw(text, at: Point(x, (context.size.height - text.size.height) / 2))
  }
}

/// Editing control of a row: a delete button or a move handle.
struct RowControl: AccessibleType, RowPart {
  static let typeName = "table-row-control"

  enum Kind: Sendable { case delete, move }

  var kind = Kind.delete
  /// Accessibility label; nil: the word of the environment's language.
  var title: String?
  init() {}
  init(kind: Kind, title: String?) { (self.kind, self.title) = (kind, title) }

  static func semantics(of node: Node<RowControl>) -> NodeSemantics {
    let isDelete = node.kind == .delete
    let label = node.title ?? node.environmentValues.word(isDelete ? .delete : .move)
    var semantics = NodeSemantics(isDelete ? .button : .image, label: label)
    if isDelete { semantics.actions = [.activate] }
    return semantics
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<RowControl>) -> Bool {
    guard action == .activate, node.kind == .delete else { return false }
    activate(node)
    return true
  }

  static func isPressable(_ node: Node<RowControl>) -> Bool { node.kind == .delete }

  static func activate(_ control: Node<RowControl>) {
    guard let row = control.supernode as? Node<TableRow> else { return }
    (row.supernode as? TableNode)?.delete(row)
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(40, 32)) }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (x, y) = (context.size.width / 2, context.size.height / 2)
    let theme = context.environment.theme
    switch kind {
    case .delete:
      var circle = Path()
      circle.addEllipse(in: Rect(x - 10, y - 10, 20, 20))
      canvas.fill(circle, .color(theme.danger))
      canvas.fill(Rect(x - 5, y - 1, 10, 2), .color(theme.onDanger))
    case .move:
      for line in -1...1 { canvas.fill(Rect(x - 9, y + Double(line) * 5 - 1, 18, 2), .color(theme.inkFaint)) }
    }
  }
}

extension RowActionButton: LayoutDescribing {
  /// Returns the title if it is wider than the button; otherwise nothing.
  func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    let text = RowActionStyle.text(action)
    guard text.size.width > context.size.width + 0.5 else { return [] }
    let line: [(String, AttributeValue)] = [
      ("text", .text(action.title)), ("x", .number(0)), ("y", .number((context.size.height - text.size.height) / 2)),
      ("width", .number(text.size.width)), ("height", .number(text.size.height)),
    ]
    return [("lines", .list([.map(line)])), ("truncated", .boolean(true))]
  }
}
