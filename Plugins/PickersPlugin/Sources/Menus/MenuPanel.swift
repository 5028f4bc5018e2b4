internal import ControlsPlugin
internal import IconPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Rows of a menu or a submenu. A menu shows it in an overlay. It scrolls if there are more rows than room.
struct MenuPanel: NodeType {
  typealias Storage = MenuPanelStorage

  /// Type name in messages; not available in scene files.
  static let typeName = "menu-panel"
  static let summary = "Rows of a menu."
  /// The user chose a row; the payload is its value.
  static let choose = Signal<String>("choose")
  /// The user left the menu.
  static let leave = Signal<Void>("leave")

  /// Rows of the menu.
  var entries: [MenuEntry] = []
  /// Rows that were opened in place, from the outermost on.
  var path: [Int] = []
  /// Whether another panel presents this one.
  var isSubmenu = false
  /// Name for screen readers.
  var spokenLabel: String?

  /// Creates a menu without rows.
  init() {}

  /// Largest number of rows of a menu.
  static let mostRows = 1000

  /// Shown rows; the first one returns to the menu above if `path` is not empty.
  var rows: [MenuEntry] {
    var (list, title) = (entries, "")
    for index in path where list.indices.contains(index) { (title, list) = (list[index].title, list[index].entries) }
    let shown = Array(list.prefix(Self.mostRows))
    return path.isEmpty ? shown : [MenuEntry(title, icon: "back")] + shown
  }

  /// Whether a row returns to the menu above.
  func isBack(_ index: Int) -> Bool { index == 0 && !path.isEmpty }

  func rows(in size: Size, _ state: MenuPanelStorage.State, _ environment: EnvironmentValues) -> MenuRows {
    MenuRows(rows, in: size, offset: state.scroll?.offset ?? 0, environment)
  }

  // MARK: measuring and drawing

  /// Columns of a menu. A value.
  private struct Columns {
    /// Width of the column of ticks and of icons; 0 without one.
    let tick: Double
    let icon: Double

    init(_ rows: [MenuEntry], _ environment: EnvironmentValues) {
      let (theme, side) = (environment.theme, environment.iconSide(20))
      tick = rows.contains { $0.isChecked != nil } ? side + theme[.space2] : 0
      icon = rows.contains { !$0.icon.isEmpty } ? side + theme[.space3] : 0
    }
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (environment, theme, rows) = (context.environment, context.environment.theme, rows)
    let columns = Columns(rows, environment)
    var width = 200.0
    for row in rows.prefix(60) where row.kind != .separator {
      let title = ControlText(row.title, theme[row.kind == .heading ? .small : .body], environment, weight: 700).layout(width: 320).size
        .width
      let shortcut =
        row.shortcut.isEmpty ? 0 : theme[.space6] + ControlText(row.shortcut, theme[.small], environment).layout(width: 160).size.width
      let end = row.entries.isEmpty ? 0 : environment.iconSide(20) + theme[.space2]
      width = max(width, columns.tick + columns.icon + title + shortcut + end + 2 * theme[.space3] + 2 * MenuRows.padding)
    }
    return range.clamp(Size(min(320, width.rounded(.up)), MenuRows.height(rows, environment)))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: ControlLook.panelReach) { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let theme = look.theme
    let state = context.storage(of: MenuPanel.self).state.withLock { $0 }
    look.drawPanel(RoundedRect(Rect(size: context.size), radius: theme[.radius4]), theme[.elevation2], in: canvas)
    let entries = rows
    let rows = rows(in: context.size, state, context.environment)
    canvas.save()
    canvas.clip(RoundedRect(Rect(size: context.size).inset(by: MenuRows.padding), radius: theme[.radius4] - MenuRows.padding))
    let columns = Columns(entries, context.environment)
    for index in rows.visible where entries.indices.contains(index) {
      if context.isCancelled { break }
      draw(entries[index], at: index, rows.frame(index), columns, state, look, context, canvas)
    }
    canvas.restore()
    if rows.scrolls { drawThumb(rows, look, in: canvas) }
  }

  private func draw(
    _ entry: MenuEntry, at index: Int, _ frame: Rect, _ columns: Columns, _ state: MenuPanelStorage.State, _ look: ControlLook,
    _ context: DrawContext, _ canvas: borrowing Canvas
  ) {
    let (theme, width) = (look.theme, frame.width + 2 * frame.minX)
    guard entry.kind != .separator else {
      let line = look.aligned(Rect(frame.minX + theme[.space3], frame.midY, max(0, frame.width - 2 * theme[.space3]), look.pixel))
      return canvas.fill(Rect(line.minX, line.minY, line.width, look.pixel), .color(theme.line))
    }
    let isMarked = index == state.pressed || index == state.highlighted || index == state.open
    let isInverted = look.isBilevel && isMarked && entry.isUsable
    if isMarked, entry.isUsable {
      let shape = RoundedRect(look.aligned(frame), radius: theme[.radius2])
      canvas.fill(shape, .color(isInverted ? theme.ink : theme.ink.opacity(index == state.pressed ? 0.12 : 0.06)))
    }
    let color = color(entry, isInverted: isInverted, look)
    let side = look.environment.iconSide(20)
    var start = frame.minX + theme[.space3]
    func place(_ x: Double, _ side: Double) -> Rect { look.placed(Rect(x, frame.midY - side / 2, side, side), in: width) }
    if columns.tick > 0 {
      if entry.isChecked ?? false {
        let tint = isInverted || look.isBilevel || !entry.isEnabled ? color : theme.accent
        look.drawTick(at: place(start, side).center, side: side * 1.2, width: 2, share: 1, tint, in: canvas)
      }
      start += columns.tick
    }
    if columns.icon > 0, entry.kind == .action {
      // A name that is no icon is reported where the attribute is set.
      if !entry.icon.isEmpty { try? Icon.draw(entry.icon, in: place(start, side), color, context, canvas) }
      start += columns.icon
    }
    var end = frame.maxX - theme[.space3]
    if !entry.entries.isEmpty {
      end -= side
      try? Icon.draw("forward", in: place(end, side), color, context, canvas)
      end -= theme[.space2]
    }
    if !entry.shortcut.isEmpty {
      let tint = isInverted || !entry.isEnabled ? color : theme.inkFaint
      let text = ControlText(entry.shortcut, theme[.small], look.environment).layout(tint, width: 160)
      end -= text.size.width
      let box = Rect(end, frame.midY - text.size.height / 2, text.size.width, text.size.height)
      canvas.draw(text, at: look.placed(box, in: width).origin)
      end -= theme[.space2]
    }
    let isHeading = entry.kind == .heading
    let text = ControlText(entry.title, theme[isHeading ? .small : .body], look.environment, weight: isHeading || isBack(index) ? 700 : nil)
      .layout(color, width: max(0, end - start))
    let box = Rect(start, frame.midY - text.size.height / 2, text.size.width, text.size.height)
    canvas.draw(text, at: look.placed(box, in: width).origin)
  }

  private func color(_ entry: MenuEntry, isInverted: Bool, _ look: ControlLook) -> Color {
    let theme = look.theme
    if isInverted { return theme.raised }
    if entry.kind == .heading { return theme.inkSoft }
    guard entry.isEnabled else { return look.isBilevel ? theme.ink : theme.ink.opacity(0.45) }
    return entry.isDanger ? theme.danger : theme.ink
  }

  /// Draws the part of a scroll bar that shows which rows are visible.
  private func drawThumb(_ rows: MenuRows, _ look: ControlLook, in canvas: borrowing Canvas) {
    let track = rows.view - 2 * look.theme[.radius2]
    guard rows.content > 0, track > 16 else { return }
    let length = max(16, track * rows.view / rows.content)
    let y = MenuRows.padding + look.theme[.radius2] + (track - length) * min(1, max(0, rows.offset / rows.limits.upperBound))
    let bar = look.placed(Rect(rows.size.width - MenuRows.padding - 3, y, 3, length), in: rows.size.width)
    canvas.fill(RoundedRect(look.aligned(bar), radius: 1.5), .color(look.theme.edge))
  }
}

/// Highlight, scroll position and open submenu of a menu. Any thread.
final class MenuPanelStorage: NodeStorage {
  struct State: Sendable {
    /// Highlighted row, by keys or a pointer.
    var highlighted: Int?
    /// Press of a finger.
    var interaction = InteractionState()
    /// Row under that finger.
    var pressed: Int?
    /// Row whose submenu is shown next to it.
    var open: Int?
    var submenu: StageOverlay?
    /// Row with a submenu that a pointer rests on, and the time at which it opens; nil before the first tick.
    var resting: Int?
    var opensAt: Double?
    /// Scroll position; nil until the user scrolls.
    var scroll: RowScroll?
  }

  let state = Locked(State())
  /// Width of the screen, logical units; nil before the panel is presented.
  let screenWidth = Locked<Double?>(nil)

  /// Creates the state of an untouched menu.
  init() {}
}
