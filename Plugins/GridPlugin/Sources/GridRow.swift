internal import Tessera
internal import TesseraContainers
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Row of a data table: one node that draws all its cells.
struct GridRow: AccessibleType {
  static let typeName = "grid-row"

  var shared = GridShared()
  /// Row of the data.
  var row = 0
  var state = ListItemState()

  /// Creates a row of an empty table; the table creates its rows.
  init() {}

  init(_ shared: GridShared, _ row: Int) { (self.shared, self.row) = (shared, row) }

  static func invalidation(from old: GridRow, to new: GridRow) -> Invalidation { .display }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(range.max.width.isFinite ? range.max.width : 320, GridText.rowHeight(context.environment)))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard context.environment.textAntialiasing == .bilevel else { return .pixels(isOpaque: true) { draw(in: $0, context: context) } }
    return .direct { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (environment, size) = (context.environment, context.size)
    let theme = environment.theme
    let ground = state.isSelected ? theme.wash : theme.surface
    canvas.fill(Rect(size: size), .color(ground))
    let places = shared.places(size.width, environment)
    let (columns, rows) = shared.state.withLock { ($0.columns, $0.rows) }
    for place in places.places where columns.indices.contains(place.index) {
      if context.isCancelled { return }
      let column = columns[place.index]
      let clip = places.clip(place, height: size.height)
      guard clip.width > 0 else { continue }
      canvas.save()
      canvas.clip(clip)
      if places.fixed > 0, place.index == 0 { canvas.fill(clip, .color(ground)) }
      let inner = max(0, place.width - 2 * theme[.space3])
      let words = GridText.layout(
        rows.cell(row, place.index).words(column), theme[.body], environment, state.isSelected ? theme.onWash : theme.ink,
        weight: state.isSelected && environment.textAntialiasing == .bilevel ? 700 : nil, width: inner)
      let isRight = column.isNumeric != places.isRightToLeft
      let x = isRight ? place.x + place.width - theme[.space3] - words.size.width : place.x + theme[.space3]
      canvas.draw(words, at: Point(x, (size.height - words.size.height) / 2))
      canvas.restore()
    }
    if state.isSelected {
      let bar = theme[.bar]
      canvas.fill(Rect(places.isRightToLeft ? size.width - bar : 0, 0, bar, size.height), .color(theme.accent))
    }
  }

  static func semantics(of node: Node<GridRow>) -> NodeSemantics {
    let value = node.value
    let (columns, rows) = value.shared.state.withLock { ($0.columns, $0.rows) }
    let cells = columns.enumerated().map { index, column in column.title + ": " + rows.cell(value.row, index).words(column) }
    return NodeSemantics(.row, label: cells.joined(separator: ", "))
  }
}
