public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// What a table puts around the node of a row, header or footer: the line below it, what lies behind it while it is pressed or selected.
public struct TableRow: NodeType {
  public static let typeName = "table-row"
  public static let drawsOverSubnodes = true

  /// What the program made.
  let content: AnyNode
  /// Which one.
  var element: ListElement
  /// The line below it.
  var separator: TableSeparator?
  /// What lies behind it.
  var background: Color?
  /// Whether a finger is on it.
  var isPressed = false

  /// Makes an empty row; tables make those that they show.
  public init() { self.init(Node(Blank()), .item(ListIndex(0, 0))) }

  init(_ content: AnyNode, _ element: ListElement) {
    self.content = content
    self.element = element
  }

  public static func invalidation(from old: TableRow, to new: TableRow) -> Invalidation {
    var what: Invalidation = []
    if old.content !== new.content { what.formUnion(.layout) }
    if old.separator != new.separator || old.background != new.background { what.formUnion(.display) }
    return what
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? { content }

  public func drawingBounds(in context: DrawContext) -> Rect { line(in: context) ?? .zero }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    if let separator, let line = line(in: context) { canvas.fill(line, .color(separator.color)) }
  }

  /// Where the line below the row is.
  private func line(in context: DrawContext) -> Rect? {
    guard let separator else { return nil }
    let thickness = separator.thickness > 0 ? separator.thickness : 1 / context.scale
    let isReversed = context.environment.direction == .rtl
    let left = isReversed ? separator.inset.right : separator.inset.left
    let right = isReversed ? separator.inset.left : separator.inset.right
    return Rect(left, context.size.height - thickness, max(0, context.size.width - left - right), thickness)
  }
}

/// Nothing.
struct Blank: NodeType {
  static let typeName = "blank"
  static let drawsContent = false
}
