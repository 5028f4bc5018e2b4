internal import IconPlugin
package import Tessera
package import TesseraGeometry
internal import TesseraLayout
package import TesseraRender

/// Rows of options with a single choice. A dropdown shows it in an overlay. It scrolls if there are more rows than room.
package struct OptionMenu: NodeType {
  package typealias Storage = OptionMenuStorage

  /// Type name in messages; not available in scene files.
  package static let typeName = "option-menu"
  package static let summary = "Options that a dropdown offers."
  /// The user chose an option; the payload is its value.
  package static let choose = Signal<String>("choose")

  /// Options in display order.
  package var options: [ControlOption] = []
  /// Index of the chosen option.
  package var selected: Int?
  /// Name for screen readers.
  package var spokenLabel: String?
  /// Whether the menu is a sheet at the lower edge of a small screen.
  var isSheet = false

  /// Creates a menu without options.
  package init() {}

  /// Distance from the edge of the menu to its rows, logical units.
  static let padding = 4.0
  /// Largest number of rows that are visible together.
  static let visibleRows = 7
  /// Largest number of options without a search line.
  static let unsearchedOptions = 20

  /// Whether the first line has letters that filter the options.
  var hasSearch: Bool { options.count > Self.unsearchedOptions }

  /// Returns the option of a row; nil outside.
  func option(ofRow row: Int, _ state: OptionMenuStorage.State) -> Int? {
    guard let shown = state.shown else { return options.indices.contains(row) ? row : nil }
    return shown.indices.contains(row) && options.indices.contains(shown[row]) ? shown[row] : nil
  }

  /// Returns the row of the chosen option; nil if it is not shown.
  func selectedRow(_ state: OptionMenuStorage.State) -> Int? {
    guard let shown = state.shown else { return selected }
    return shown.firstIndex { $0 == selected }
  }

  /// Returns the height of a row.
  static func rowHeight(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    return max(theme[.menuRow], (theme[.body].line * environment.textScale + theme[.space2]).rounded(.up))
  }

  /// Returns the width at which no title is cut, logical units. Of many options the first ones are measured.
  func width(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    let widest = options.prefix(Dropdown.measuredOptions).enumerated().map { index, option in
      ControlText(option.title, theme[.body], environment, weight: index == selected ? 700 : nil).layout().size.width
    }.max()
    return (widest ?? 0).rounded(.up) + mark(environment) + 2 * (theme[.space3] + Self.padding)
  }

  /// Returns the width of the column of the tick, logical units.
  private func mark(_ environment: EnvironmentValues) -> Double {
    selected == nil ? 0 : environment.iconSide() + environment.theme[.space1]
  }

  package func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let rows = Double(min(options.count, Self.visibleRows) + (hasSearch ? 1 : 0))
    return range.clamp(Size(0, rows * Self.rowHeight(context.environment) + 2 * Self.padding))
  }

  /// Rows of a menu in a box: a value that maps rows to places.
  struct Rows: Sendable {
    let size: Size
    let row: Double
    let count: Int
    /// Height of the search line.
    var top = 0.0
    /// Distance from the first row to the top of the view.
    let offset: Double

    /// Height of the visible part.
    var view: Double { max(0, size.height - 2 * OptionMenu.padding - top) }
    /// Possible offsets.
    var limits: ClosedRange<Double> { 0...max(0, Double(count) * row - view) }
    /// Whether there are more rows than room.
    var scrolls: Bool { limits.upperBound > 0.5 }

    /// Returns the frame of a row.
    func frame(_ index: Int) -> Rect {
      Rect(OptionMenu.padding, OptionMenu.padding + top + Double(index) * row - offset, max(0, size.width - 2 * OptionMenu.padding), row)
    }

    /// Indices of the rows that are at least partly visible.
    var visible: Range<Int> {
      guard count > 0, row > 0 else { return 0..<0 }
      let first = min(count, max(0, Int((offset / row).rounded(.down))))
      return first..<max(first, min(count, Int(((offset + view) / row).rounded(.up))))
    }

    /// Returns the row at a place of the menu; nil outside.
    func index(at location: Point) -> Int? {
      guard location.isFinite, location.x >= 0, location.x < size.width, location.y >= OptionMenu.padding + top,
        location.y < size.height - OptionMenu.padding
      else { return nil }
      let index = Int(((location.y - OptionMenu.padding - top + offset) / row).rounded(.down))
      return (0..<count).contains(index) ? index : nil
    }

    /// Returns the nearest offset at which a whole row is visible.
    func offset(showing index: Int) -> Double {
      let top = Double(index) * row
      return min(limits.upperBound, max(0, min(top, max(offset, top + row - view))))
    }
  }

  /// Returns the rows in a box of `size`.
  func rows(in size: Size, _ state: OptionMenuStorage.State, _ environment: EnvironmentValues) -> Rows {
    let row = Self.rowHeight(environment)
    let (count, top) = (state.shown?.count ?? options.count, hasSearch ? row : 0)
    if let scroll = state.scroll { return Rows(size: size, row: row, count: count, top: top, offset: scroll.offset) }
    let first = Rows(size: size, row: row, count: count, top: top, offset: 0)
    guard let middle = state.highlighted ?? selectedRow(state) else { return first }
    let offset = (Double(middle) + 0.5) * row - first.view / 2
    return Rows(size: size, row: row, count: count, top: top, offset: min(first.limits.upperBound, max(0, offset.rounded())))
  }

  // MARK: drawing

  package func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: ControlLook.panelReach) { draw(in: $0, context: context) }
  }

  package func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let theme = look.theme
    let state = context.storage(of: OptionMenu.self).state.withLock { $0 }
    let (box, top) = (Rect(size: context.size), theme[.radius5])
    let panel = isSheet ? RoundedRect(box, radii: CornerRadii(topLeft: top, topRight: top)) : RoundedRect(box, radius: theme[.radius4])
    look.drawPanel(panel, theme[.elevation2], in: canvas)
    let rows = rows(in: context.size, state, context.environment)
    canvas.save()
    canvas.clip(RoundedRect(Rect(size: context.size).inset(by: Self.padding), radius: theme[.radius4] - Self.padding))
    if hasSearch { drawSearch(state.filter, rows, look, context, canvas) }
    canvas.clip(Rect(0, Self.padding + rows.top, context.size.width, rows.view))
    for row in rows.visible {
      if context.isCancelled { break }
      if let index = option(ofRow: row, state) { draw(index, at: row, rows.frame(row), state, look, in: canvas) }
    }
    if rows.scrolls { drawThumb(rows, look, in: canvas) }
    canvas.restore()
  }

  /// Draws the line with the letters that filter the options.
  private func drawSearch(_ filter: String, _ rows: Rows, _ look: ControlLook, _ context: DrawContext, _ canvas: borrowing Canvas) {
    let (theme, width) = (look.theme, rows.size.width)
    let line = Rect(Self.padding, Self.padding, width - 2 * Self.padding, rows.top)
    let side = look.environment.iconSide(20)
    let icon = look.placed(Rect(line.minX + theme[.space3], line.midY - side / 2, side, side), in: width)
    try? Icon.draw("search", in: icon, theme.inkSoft, context, canvas)
    let start = line.minX + theme[.space3] + side + theme[.space2]
    let text = ControlText(filter, theme[.body], look.environment).layout(theme.ink, width: max(0, line.maxX - start - theme[.space3]))
    let words = Rect(start, line.midY - text.size.height / 2, text.size.width, text.size.height)
    canvas.draw(text, at: look.placed(words, in: width).origin)
    let caret = look.aligned(look.placed(Rect(words.maxX + 1, line.midY - side / 2, 2, side), in: width))
    canvas.fill(caret, .color(theme.accent))
    canvas.fill(look.aligned(Rect(line.minX, line.maxY - look.pixel, line.width, look.pixel)), .color(theme.line))
  }

  private func draw(
    _ index: Int, at row: Int, _ frame: Rect, _ state: OptionMenuStorage.State, _ look: ControlLook, in canvas: borrowing Canvas
  ) {
    let theme = look.theme
    let shape = RoundedRect(look.aligned(frame), radius: theme[.radius2])
    let (isPressed, isHighlighted) = (row == state.pressed, row == state.highlighted)
    let isInverted = look.isBilevel && (isPressed || isHighlighted)
    if isInverted {
      canvas.fill(shape, .color(theme.ink))
    } else if isPressed || isHighlighted {
      canvas.fill(shape, .color(theme.ink.opacity(isPressed ? 0.12 : 0.06)))
    }
    let isSelected = index == selected
    let color = isInverted ? theme.raised : theme.ink
    let side = look.environment.iconSide()
    let mark = mark(look.environment)
    let width = max(0, frame.width - mark - 2 * theme[.space3])
    let text = ControlText(options[index].title, theme[.body], look.environment, weight: isSelected ? 700 : nil)
      .layout(color, width: width)
    let start = frame.minX + theme[.space3]
    if isSelected {
      let tick = look.placed(Rect(start - theme[.space1], frame.minY, side, frame.height), in: frame.width + 2 * frame.minX)
      look.drawTick(
        at: tick.center, side: side, width: 2, share: 1, isInverted || look.isBilevel ? color : theme.accent, in: canvas)
    }
    let place = Rect(start + mark, frame.midY - text.size.height / 2, text.size.width, text.size.height)
    canvas.draw(text, at: look.placed(place, in: frame.width + 2 * frame.minX).origin)
  }

  /// Draws the part of a scroll bar that shows which rows are visible.
  private func drawThumb(_ rows: Rows, _ look: ControlLook, in canvas: borrowing Canvas) {
    let content = Double(rows.count) * rows.row
    let track = rows.view - 2 * look.theme[.radius2]
    guard content > 0, track > 16 else { return }
    let length = max(16, track * rows.view / content)
    let share = min(1, max(0, rows.offset / rows.limits.upperBound))
    let y = Self.padding + rows.top + look.theme[.radius2] + (track - length) * share
    let bar = look.placed(Rect(rows.size.width - Self.padding - 3, y, 3, length), in: rows.size.width)
    canvas.fill(RoundedRect(look.aligned(bar), radius: 1.5), .color(look.theme.edge))
  }
}
