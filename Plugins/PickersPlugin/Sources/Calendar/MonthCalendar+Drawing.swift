internal import ControlsPlugin
internal import IconPlugin
public import Tessera
public import TesseraGeometry
public import TesseraRender

extension MonthCalendar {
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(CalendarFrames.size(self, context.environment))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { try draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    let state = context.storage(of: MonthCalendar.self).state.withLock { $0 }
    var look = ControlLook(isEnabled: isEnabled, InteractionState(), in: context)
    look.isEditing = state.isEditing && look.isEnabled
    let frames = CalendarFrames(self, in: context.size, context.environment)
    let month = state.month ?? initialMonth(state.today)
    try drawHeader(month, frames, state, look, context, canvas)
    if let first = state.years { return drawYears(from: first, frames, state, look, canvas) }
    canvas.save()
    canvas.clip(frames.page)
    let offset = state.offset.isFinite ? min(1, max(-1, state.offset)) : 0
    let shift = (offset * context.size.width * look.scale).rounded() / look.scale * (look.isRightToLeft ? -1 : 1)
    let first = firstWeekday(context.environment)
    let marked = marked()
    for step in [-1, 0, 1] where step == 0 || (step == 1) == (offset < 0) && offset != 0 {
      let page = CalendarPage(month.adding(months: step), firstWeekday: first)
      let pages = Double(step) * context.size.width * (look.isRightToLeft ? -1 : 1)
      canvas.save()
      canvas.concatenate(.translation(shift + pages, 0))
      drawPage(page, frames, state, marked, look, context, canvas)
      canvas.restore()
    }
    canvas.restore()
  }

  /// Numbers of marks by day, at most 3.
  private func marked() -> [CalendarDate: Int] {
    var counts: [CalendarDate: Int] = [:]
    for day in marks { counts[day] = min(3, (counts[day] ?? 0) + 1) }
    return counts
  }

  // MARK: header

  private func drawHeader(
    _ month: CalendarDate, _ frames: CalendarFrames, _ state: CalendarStorage.State, _ look: ControlLook, _ context: DrawContext,
    _ canvas: borrowing Canvas
  ) throws {
    let theme = look.theme
    for (part, frame, icon) in [(CalendarStorage.Part.previous, frames.previous, "back"), (.next, frames.next, "forward")] {
      drawLayer(part, RoundedRect(look.aligned(frame.inset(by: 4)), radius: theme[.radius3]), state, look, in: canvas)
      let side = min(look.environment.iconSide(), frame.width, frame.height)
      let square = Rect(frame.midX - side / 2, frame.midY - side / 2, side, side)
      let color = look.isBilevel && state.pressed == part ? theme.ground : look.mark(theme.ink)
      try Icon.draw(icon, in: square, color, context, canvas)
    }
    let title: String
    if let first = state.years {
      title = "\(first) – \(min(9999, first + CalendarFrames.years - 1))"
    } else {
      title = DateLocale(look.environment.locale).monthText(month)
    }
    let frame = frames.title
    let isInverted = look.isBilevel && state.pressed == .title
    let text = ControlText(title, theme[.heading], look.environment, weight: 700)
      .layout(isInverted ? theme.ground : look.mark(theme.ink), width: max(0, frame.width - 8))
    let ground = Rect(
      frame.midX - text.size.width / 2 - theme[.space2], frame.minY + 4, text.size.width + 2 * theme[.space2], max(0, frame.height - 8))
    drawLayer(.title, RoundedRect(look.aligned(ground), radius: theme[.radius3]), state, look, in: canvas)
    canvas.draw(text, at: Point(frame.midX - text.size.width / 2, frame.midY - text.size.height / 2))
  }

  private func drawLayer(
    _ part: CalendarStorage.Part, _ shape: RoundedRect, _ state: CalendarStorage.State, _ look: ControlLook, in canvas: borrowing Canvas
  ) {
    guard look.isEnabled else { return }
    if state.pressed == part {
      canvas.fill(shape, .color(look.isBilevel ? look.theme.ink : look.theme.ink.opacity(0.12)))
    } else if state.hovered == part, !look.isBilevel {
      canvas.fill(shape, .color(look.theme.ink.opacity(0.05)))
    }
  }

  // MARK: days

  private func drawPage(
    _ page: CalendarPage, _ frames: CalendarFrames, _ state: CalendarStorage.State, _ marked: [CalendarDate: Int], _ look: ControlLook,
    _ context: DrawContext, _ canvas: borrowing Canvas
  ) {
    let theme = look.theme
    let words = DateLocale(look.environment.locale).words.shortWeekdays
    let first = firstWeekday(look.environment)
    func center(_ words: String, _ type: ThemeType, _ color: Color, in frame: Rect) {
      let text = ControlText(words, type, look.environment, isTabular: true).layout(color, width: frame.width)
      canvas.draw(text, at: Point(frame.midX - text.size.width / 2, frame.midY - text.size.height / 2))
    }
    for column in 0..<CalendarFrames.columns {
      center(words[(first - 1 + column) % 7], theme[.micro], look.mark(theme.inkSoft), in: frames.name(column))
    }
    if showsWeekNumbers {
      for row in 0..<CalendarFrames.rows {
        // The number of a week is that of its Thursday.
        let thursday = (0..<7).lazy.compactMap { page.day(row * 7 + $0) }.first { $0.weekday == 4 }
        if let thursday { center("\(thursday.week)", theme[.micro], look.mark(theme.inkFaint), in: frames.week(row)) }
      }
    }
    let unusable = Set(disabled)
    for index in 0..<CalendarFrames.rows * CalendarFrames.columns {
      if context.isCancelled { return }
      guard let day = page.day(index) else { continue }
      let canChoose = day >= minimum ?? .first && day <= maximum ?? .last && !unusable.contains(day)
      drawDay(day, frames.day(index), page, canChoose: canChoose, marks: marked[day] ?? 0, state, look, canvas)
    }
  }

  private func drawDay(
    _ day: CalendarDate, _ frame: Rect, _ page: CalendarPage, canChoose: Bool, marks: Int, _ state: CalendarStorage.State,
    _ look: ControlLook, _ canvas: borrowing Canvas
  ) {
    let theme = look.theme
    let isEnd = day == date || kind == .range && day == end && end ?? .first >= date ?? .last
    let isBetween = kind == .range && isChosen(day) && end != nil
    if isBetween { drawRange(day, frame, look, canvas) }
    let tile = RoundedRect(look.aligned(frame.inset(by: 2)), radius: theme[.radius2])
    let isPressed = state.pressed == .day(day) && look.isEnabled
    if isEnd {
      drawChosen(tile, isPressed && !look.isBilevel ? theme.accentPress : theme.accent, look, canvas)
    } else {
      drawLayer(.day(day), tile, state, look, in: canvas)
    }
    if look.isEditing, state.cursor == day { look.edge(tile, look.isBilevel ? theme.ink : theme.accent, width: 3, in: canvas) }
    let isOutside = day.month != page.month.month
    let isInverted = isEnd && look.isEnabled || look.isBilevel && isPressed
    let color =
      isEnd
      ? letters(onChosen: look)
      : look.isBilevel && isPressed ? theme.ground : isBetween ? look.mark(theme.onWash) : look.mark(isOutside ? theme.inkFaint : theme.ink)
    let type = theme[isOutside && look.isBilevel ? .small : .body]
    let text = ControlText("\(day.day)", type, look.environment, weight: isEnd ? 700 : nil, isTabular: true)
      .layout(canChoose || isEnd || isInverted ? color : look.isBilevel ? theme.ink : color.opacity(0.55), width: frame.width)
    canvas.draw(text, at: Point(frame.midX - text.size.width / 2, frame.midY - text.size.height / 2))
    if !canChoose {
      let line = Rect(frame.midX - text.size.width / 2 - 2, frame.midY, text.size.width + 4, look.pixel)
      canvas.fill(look.aligned(line), .color(color))
    }
    var bottom = tile.rect.maxY - 3
    if day == today ?? state.today {
      let bar = look.aligned(Rect(frame.midX - 8, bottom - theme[.bar], 16, theme[.bar]))
      canvas.fill(RoundedRect(bar, radius: theme[.bar] / 2), .color(isInverted ? color : look.mark(theme.accent)))
      bottom -= theme[.bar] + 1
    }
    guard marks > 0 else { return }
    let width = Double(marks * 4 + (marks - 1) * 2)
    for i in 0..<marks {
      let square = look.aligned(Rect(frame.midX - width / 2 + Double(i) * 6, bottom - 4, 4, 4))
      canvas.fill(RoundedRect(square, radius: 1), .color(isInverted ? color : look.mark(theme.info)))
    }
  }

  /// Draws the ground of a chosen day or year: filled with `accent`, or in a disabled calendar with `wellPress`.
  private func drawChosen(_ tile: RoundedRect, _ accent: Color, _ look: ControlLook, _ canvas: borrowing Canvas) {
    let theme = look.theme
    if look.isEnabled { return canvas.fill(tile, .color(accent)) }
    // `wellPress` is black on paper.
    if look.isBilevel || theme.wellPress == theme.ink { return look.edge(tile, look.mark(theme.ink), in: canvas) }
    canvas.fill(tile, .color(theme.wellPress))
    if look.outlinesWells { look.edge(tile, look.mark(theme.edge), in: canvas) }
  }

  /// Returns the color of letters on a chosen day or year; in a disabled calendar they are less faint than others, because their ground is darker.
  private func letters(onChosen look: ControlLook) -> Color {
    look.isEnabled ? look.theme.onAccent : look.isBilevel ? look.theme.ink : look.theme.ink.opacity(0.6)
  }

  /// Draws the ground of a day inside of a range.
  private func drawRange(_ day: CalendarDate, _ frame: Rect, _ look: ControlLook, _ canvas: borrowing Canvas) {
    let theme = look.theme
    let first = firstWeekday(look.environment)
    let (isFirst, isLast) = ((day.weekday - first + 7) % 7 == 0 || day == date, (day.weekday - first + 7) % 7 == 6 || day == end)
    let (leftEnds, rightEnds) = look.isRightToLeft ? (isLast, isFirst) : (isFirst, isLast)
    let radius = theme[.radius2]
    let rect = look.aligned(
      Rect(left: frame.minX + (leftEnds ? 2 : 0), top: frame.minY + 2, right: frame.maxX - (rightEnds ? 2 : 0), bottom: frame.maxY - 2))
    let ground = look.isEnabled ? theme.wash : theme.well
    // A theme without a ground for chosen parts has lines.
    if look.isBilevel || ground == theme.surface {
      let color = look.isBilevel ? theme.ink : look.mark(theme.edge)
      for y in [rect.minY, rect.maxY - look.pixel] { canvas.fill(Rect(rect.minX, y, rect.width, look.pixel), .color(color)) }
      return
    }
    let (left, right) = (leftEnds ? radius : 0, rightEnds ? radius : 0)
    let radii = CornerRadii(topLeft: left, topRight: right, bottomRight: right, bottomLeft: left)
    canvas.fill(RoundedRect(rect, radii: radii), .color(ground))
  }

  // MARK: years

  private func drawYears(
    from first: Int, _ frames: CalendarFrames, _ state: CalendarStorage.State, _ look: ControlLook, _ canvas: borrowing Canvas
  ) {
    let theme = look.theme
    let shown = (state.cursor ?? state.month ?? initialMonth(state.today)).year
    for index in 0..<CalendarFrames.years where (1...9999).contains(first + index) {
      let (year, frame) = (first + index, frames.year(index))
      let height = min(frame.height - 4, theme[.control])
      let tile = RoundedRect(
        look.aligned(Rect(frame.minX + 4, frame.midY - height / 2, max(0, frame.width - 8), max(0, height))), radius: theme[.radius2])
      let isShown = year == shown
      if isShown {
        drawChosen(tile, theme.accent, look, canvas)
        if look.isEditing { look.edge(tile, theme.ink, width: 3, in: canvas) }
      } else {
        drawLayer(.year(year), tile, state, look, in: canvas)
      }
      let isPressed = look.isBilevel && state.pressed == .year(year)
      let color = isShown ? letters(onChosen: look) : isPressed ? theme.ground : look.mark(theme.ink)
      let text = ControlText("\(year)", theme[.body], look.environment, weight: isShown ? 700 : nil, isTabular: true)
        .layout(color, width: frame.width)
      canvas.draw(text, at: Point(frame.midX - text.size.width / 2, frame.midY - text.size.height / 2))
    }
  }
}
