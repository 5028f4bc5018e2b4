internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Words in place of the rows of an empty table.
struct GridNote: AccessibleType {
  static let typeName = "grid-note"
  var words = ""

  /// Creates a note without words.
  init() {}
  init(_ words: String) { self.words = words }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(0, 2 * GridText.rowHeight(context.environment)))
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let theme = context.environment.theme
    let layout = GridText.layout(words, theme[.body], context.environment, theme.inkSoft, width: context.size.width)
    canvas.draw(layout, at: Point((context.size.width - layout.size.width) / 2, (context.size.height - layout.size.height) / 2))
  }

  static func semantics(of node: Node<GridNote>) -> NodeSemantics { NodeSemantics(.text, label: node.value.words) }
}

extension GridNote: LayoutDescribing {
  /// Returns the line, and whether some of it is not shown, so that checks find words that are too long in a language.
  func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    let layout = GridText.layout(words, context.environment.theme[.body], context.environment, .black, width: context.size.width)
    let line: [(String, AttributeValue)] = [
      ("text", .text(words)), ("x", .number((context.size.width - layout.size.width) / 2)),
      ("y", .number((context.size.height - layout.size.height) / 2)), ("width", .number(layout.size.width)),
      ("height", .number(layout.size.height)),
    ]
    return [("lines", .list([.map(line)])), ("truncated", .boolean(layout.isTruncated))]
  }
}
