internal import Tessera
internal import TesseraContainers
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Row of a data table: one node that draws all its cells.
struct GridRow: AccessibleType, HoverableType {
  static let typeName = "grid-row"

  var shared = GridShared()
  /// Row of the data.
  var row = 0
  var state = ListItemState()

  /// Creates a row of an empty table; the table creates its rows.
  init() {}

  init(_ shared: GridShared, _ row: Int) { (self.shared, self.row) = (shared, row) }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: GridRow, to new: GridRow) -> Invalidation { .display }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(range.max.width.isFinite ? range.max.width : 320, GridText.rowHeight(context.environment)))
  }

  /// Places the field of a cell that is edited.
  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    guard let editing = shared.state.withLock({ $0.editing }), editing.row == row else { return nil }
    let (environment, column) = (context.environment, editing.column)
    return ManualLayout {
      shared.field
    } frames: { size in
      [cell(column, in: size, environment).inset(by: Insets(horizontal: environment.theme[.space3], vertical: 4))]
    }
  }

  /// Returns the visible frame of a cell.
  func cell(_ column: Int, in size: Size, _ environment: EnvironmentValues) -> Rect {
    let places = shared.places(size.width, environment)
    guard let place = places.places.first(where: { $0.index == column }) else { return .zero }
    return places.clip(place, height: size.height)
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
    let (columns, rows, editing) = shared.state.withLock { ($0.columns, $0.rows, $0.editing) }
    for place in places.places where columns.indices.contains(place.index) {
      if context.isCancelled { return }
      let column = columns[place.index]
      let clip = places.clip(place, height: size.height)
      guard clip.width > 0 else { continue }
      canvas.save()
      canvas.clip(clip)
      if places.fixed > 0, place.index == 0 { canvas.fill(clip, .color(ground)) }
      if editing == GridPlace(row: row, column: place.index) {
        drawFrame(clip, context, in: canvas)
        canvas.restore()
        continue
      }
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

  /// Draws the frame of the cell that is edited.
  private func drawFrame(_ cell: Rect, _ context: DrawContext, in canvas: borrowing Canvas) {
    let theme = context.environment.theme
    let shape = RoundedRect(cell.inset(by: 1), radius: theme[.radius1])
    canvas.fill(shape, .color(theme.surface))
    canvas.drawBorder(Border(width: 2, color: shared.field.isInvalid ? theme.danger : theme.accent), of: shape)
  }

  // MARK: touches and pointers

  /// Remembers the cell of a touch, which the table's tap edits.
  static func handle(_ event: Event, node: Node<GridRow>) -> EventResponse {
    guard case .touch(let touch) = event, touch.phase == .began, touch.location.isFinite else { return .ignored }
    let (value, shared) = (node.value, node.value.shared)
    let column = shared.places(node.frame.width, node.environmentValues).column(at: touch.location.x)
    shared.tip.dismiss()
    shared.state.withLock { $0.touched = column.map { GridPlace(row: value.row, column: $0) } }
    return .ignored
  }

  static func hover(_ node: Node<GridRow>, at location: Point?) -> EventResponse {
    let shared = node.value.shared
    guard shared.state.withLock({ $0.editing == nil }) else { return .ignored }
    shared.tip.point(
      at: location.flatMap { shared.places(node.frame.width, node.environmentValues).column(at: $0.x) }, node)
    return .ignored
  }

  static func semantics(of node: Node<GridRow>) -> NodeSemantics {
    let value = node.value
    let (columns, rows) = value.shared.state.withLock { ($0.columns, $0.rows) }
    let cells = columns.enumerated().map { rows.cell(value.row, $0).words($1) }
    var semantics = NodeSemantics(.row, label: zip(columns, cells).map { $0.title + ": " + $1 }.joined(separator: ", "))
    semantics.cells = cells
    return semantics
  }
}

extension Node where Value == GridRow {
  /// Visible frame of a cell.
  func cellFrame(_ column: Int) -> Rect { value.cell(column, in: frame.size, environmentValues) }

  /// Returns the words of a cell that are cut off; nil if all are visible.
  func cutWords(_ column: Int) -> String? {
    let (shared, environment) = (value.shared, environmentValues)
    let (columns, rows) = shared.state.withLock { ($0.columns, $0.rows) }
    guard columns.indices.contains(column) else { return nil }
    let words = rows.cell(value.row, column).words(columns[column])
    let width = GridText.layout(words, environment.theme[.body], environment, .black).size.width
    return width > cellFrame(column).width - 2 * environment.theme[.space3] + 0.5 ? words : nil
  }
}
