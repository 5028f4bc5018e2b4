internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Options in rows, of which one can be chosen. A dropdown shows it in an overlay. It scrolls if there are more rows than room.
struct OptionMenu: NodeType {
  typealias Storage = OptionMenuStorage

  /// Type name in messages; not available in scene files.
  static let typeName = "option-menu"
  static let summary = "Options that a dropdown offers."
  /// The user chose an option; the payload is its value.
  static let choose = Signal<String>("choose")

  /// Options in display order.
  var options: [ControlOption] = []
  /// Index of the chosen option.
  var selected: Int?
  /// Name for screen readers.
  var spokenLabel: String?

  /// Creates a menu without options.
  init() {}

  /// Distance from the edge of the menu to its rows, logical units.
  static let padding = 4.0
  /// Largest number of rows that are visible together.
  static let visibleRows = 7

  /// Returns the height of a row.
  static func rowHeight(_ environment: EnvironmentValues) -> Double {
    let theme = environment.theme
    return max(theme[.menuRow], (theme[.body].line * environment.textScale + theme[.space2]).rounded(.up))
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let rows = Double(min(options.count, Self.visibleRows))
    return range.clamp(Size(0, rows * Self.rowHeight(context.environment) + 2 * Self.padding))
  }

  /// Rows of a menu in a box: a value that maps rows to places.
  struct Rows: Sendable {
    let size: Size
    let row: Double
    let count: Int
    /// Distance from the first row to the top of the view.
    let offset: Double

    /// Height of the visible part.
    var view: Double { max(0, size.height - 2 * OptionMenu.padding) }
    /// Possible offsets.
    var limits: ClosedRange<Double> { 0...max(0, Double(count) * row - view) }
    /// Whether there are more rows than room.
    var scrolls: Bool { limits.upperBound > 0.5 }

    /// Returns the frame of a row.
    func frame(_ index: Int) -> Rect {
      Rect(OptionMenu.padding, OptionMenu.padding + Double(index) * row - offset, max(0, size.width - 2 * OptionMenu.padding), row)
    }

    /// Indices of the rows that are at least partly visible.
    var visible: Range<Int> {
      guard count > 0, row > 0 else { return 0..<0 }
      let first = min(count, max(0, Int((offset / row).rounded(.down))))
      return first..<max(first, min(count, Int(((offset + view) / row).rounded(.up))))
    }

    /// Returns the row at a place of the menu; nil outside.
    func index(at location: Point) -> Int? {
      guard location.isFinite, location.x >= 0, location.x < size.width, location.y >= OptionMenu.padding,
        location.y < size.height - OptionMenu.padding
      else { return nil }
      let index = Int(((location.y - OptionMenu.padding + offset) / row).rounded(.down))
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
    if let scroll = state.scroll { return Rows(size: size, row: row, count: options.count, offset: scroll.offset) }
    let top = Rows(size: size, row: row, count: options.count, offset: 0)
    guard let middle = state.highlighted ?? selected else { return top }
    let offset = (Double(middle) + 0.5) * row - top.view / 2
    return Rows(size: size, row: row, count: options.count, offset: min(top.limits.upperBound, max(0, offset.rounded())))
  }

  // MARK: drawing

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: ControlLook.panelReach) { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let theme = look.theme
    let state = context.storage(of: OptionMenu.self).state.withLock { $0 }
    let panel = RoundedRect(Rect(size: context.size), radius: theme[.radius4])
    look.drawPanel(panel, theme[.elevation2], in: canvas)
    let rows = rows(in: context.size, state, context.environment)
    canvas.save()
    canvas.clip(RoundedRect(Rect(size: context.size).inset(by: Self.padding), radius: theme[.radius4] - Self.padding))
    for index in rows.visible {
      if context.isCancelled { break }
      draw(index, rows.frame(index), state, look, in: canvas)
    }
    if rows.scrolls { drawThumb(rows, look, in: canvas) }
    canvas.restore()
  }

  private func draw(_ index: Int, _ frame: Rect, _ state: OptionMenuStorage.State, _ look: ControlLook, in canvas: borrowing Canvas) {
    let theme = look.theme
    let shape = RoundedRect(look.aligned(frame), radius: theme[.radius2])
    let (isPressed, isHighlighted) = (index == state.pressed, index == state.highlighted)
    let isInverted = look.isBilevel && (isPressed || isHighlighted)
    if isInverted {
      canvas.fill(shape, .color(theme.ink))
    } else if isPressed || isHighlighted {
      canvas.fill(shape, .color(theme.ink.opacity(isPressed ? 0.12 : 0.06)))
    }
    let isSelected = index == selected
    let color = isInverted ? theme.raised : theme.ink
    let mark = selected == nil ? 0 : theme[.icon] + theme[.space1]
    let width = max(0, frame.width - mark - 2 * theme[.space3])
    let text = ControlText(options[index].title, theme[.body], look.environment, weight: isSelected ? 700 : nil)
      .layout(color, width: width)
    let start = frame.minX + theme[.space3]
    if isSelected {
      let tick = look.placed(Rect(start - theme[.space1], frame.minY, theme[.icon], frame.height), in: frame.width + 2 * frame.minX)
      look.drawTick(
        at: tick.center, side: theme[.icon], width: 2, share: 1, isInverted || look.isBilevel ? color : theme.accent, in: canvas)
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
    let y = Self.padding + look.theme[.radius2] + (track - length) * share
    let bar = look.placed(Rect(rows.size.width - Self.padding - 3, y, 3, length), in: rows.size.width)
    canvas.fill(RoundedRect(look.aligned(bar), radius: 1.5), .color(look.theme.edge))
  }
}
