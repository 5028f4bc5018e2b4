public import Tessera
public import TesseraGeometry
public import TesseraRender

extension MonthCalendar: FocusableType, HoverableType, TickingType, LifecycleType, GestureRecognizingType {
  typealias Part = CalendarStorage.Part

  /// Keeps horizontal drags from a container around the calendar.
  public static var recognizers: [GestureRecognizer] {
    [GestureRecognizer(PanGesture(axis: .horizontal), cancelsTouches: false) { _ in }]
  }

  public static func handle(_ event: Event, node: Node<MonthCalendar>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    case .wheel(_, let delta):
      guard node.storage.state.withLock({ $0.isFocused }), canBeUsed(node), delta.y.isFinite, delta.y != 0 else { return .ignored }
      turnPage(delta.y > 0 ? 1 : -1, node)
      return .handled
    case .focus(let isFocused):
      node.storage.state.withLock { state in
        (state.isFocused, state.isEditing, state.hasMoved) = (isFocused, false, false)
        if !isFocused { state.cursor = nil }
      }
      node.setNeedsDisplay()
      return .handled
    case .text, .composition, .contextMenu, .pointerButton: return .ignored
    }
  }

  static func canBeUsed(_ node: Node<MonthCalendar>) -> Bool { node.value.isEnabled && node.environmentValues.isEnabled }

  private static func canBeChanged(_ node: Node<MonthCalendar>) -> Bool { canBeUsed(node) && !node.environmentValues.isReadOnly }

  static func frames(_ node: Node<MonthCalendar>) -> CalendarFrames {
    CalendarFrames(node.value, in: node.frame.size, node.environmentValues)
  }

  static func month(_ node: Node<MonthCalendar>) -> CalendarDate {
    let (month, today) = node.storage.state.withLock { ($0.month, $0.today) }
    return month ?? node.value.initialMonth(today)
  }

  static func page(_ node: Node<MonthCalendar>) -> CalendarPage {
    CalendarPage(month(node), firstWeekday: node.value.firstWeekday(node.environmentValues))
  }

  /// Returns the part at a place.
  private static func part(at location: Point, _ node: Node<MonthCalendar>) -> Part? {
    let frames = frames(node)
    if frames.previous.contains(location) { return .previous }
    if frames.next.contains(location) { return .next }
    if frames.title.contains(location) { return .title }
    if let first = node.storage.state.withLock({ $0.years }) {
      let index = (0..<CalendarFrames.years).first { frames.year($0).contains(location) && (1...9999).contains(first + $0) }
      return index.map { .year(first + $0) }
    }
    let page = page(node)
    return (0..<CalendarFrames.rows * CalendarFrames.columns).first { frames.day($0).contains(location) }.flatMap(page.day).map(Part.day)
  }

  // MARK: fingers and pointers

  private static func handle(_ touch: Touch, _ node: Node<MonthCalendar>) -> EventResponse {
    let location = touch.location
    if touch.phase == .began {
      guard canBeUsed(node), location.isFinite, let part = part(at: location, node) else { return .ignored }
      let isTaken = node.storage.state.withLock { state in
        guard state.finger == nil else { return false }
        state.finger = CalendarStorage.Finger(id: touch.id, start: location, last: location.x, time: touch.time)
        (state.pressed, state.motion, state.offset) = (part, nil, 0)
        return true
      }
      node.setNeedsDisplay()
      return isTaken ? .handled : .ignored
    }
    guard node.storage.state.withLock({ $0.finger?.id == touch.id }) else { return .handled }
    let width = max(1, node.frame.width)
    let forward = node.environmentValues.direction == .rtl ? -1.0 : 1.0
    if touch.phase == .moved {
      guard location.isFinite else { return .handled }
      node.storage.state.withLock { state in
        guard var finger = state.finger else { return }
        let time = touch.time - finger.time
        if time > 0 { finger.velocity = (location.x - finger.last) / time * 0.6 + finger.velocity * 0.4 }
        (finger.last, finger.time) = (location.x, touch.time)
        let way = location.x - finger.start.x
        if !finger.isMoving, abs(way) >= 8, abs(way) > abs(location.y - finger.start.y) { finger.isMoving = true }
        if finger.isMoving { (state.pressed, state.offset) = (nil, min(1, max(-1, way / width * forward))) }
        state.finger = finger
      }
      node.setNeedsDisplay()
      return .handled
    }
    let (finger, pressed) = node.storage.state.withLock { state in
      defer { (state.finger, state.pressed) = (nil, nil) }
      return (state.finger, state.pressed)
    }
    node.setNeedsDisplay()
    guard let finger else { return .handled }
    if finger.isMoving {
      let offset = node.storage.state.withLock { $0.offset }
      let speed = touch.phase == .ended && touch.time - finger.time < 0.1 ? finger.velocity * forward : 0
      let turns = touch.phase == .ended && (abs(offset) > 0.3 || abs(speed) > 400 && (speed < 0) == (offset < 0))
      turnPage(turns ? (offset < 0 ? 1 : -1) : 0, from: offset, node)
    } else if touch.phase == .ended, let pressed, location.isFinite, part(at: location, node) == pressed {
      activate(pressed, node)
    }
    return .handled
  }

  public static func hover(_ node: Node<MonthCalendar>, at location: Point?) -> EventResponse {
    let found = location.flatMap { part(at: $0, node) }
    let isOther = node.storage.state.withLock { state in
      defer { state.hovered = found }
      return state.hovered != found
    }
    if isOther { node.setNeedsDisplay() }
    return .handled
  }

  // MARK: changes

  /// Presses a part for the user.
  static func activate(_ part: Part, _ node: Node<MonthCalendar>) {
    switch part {
    case .previous: turnPage(-1, node)
    case .next: turnPage(1, node)
    case .title:
      let year = month(node).year
      node.storage.state.withLock { $0.years = $0.years == nil ? year - (year - 1) % CalendarFrames.years : nil }
    case .day(let day): choose(day, node)
    case .year(let year): show(year: year, node)
    }
    node.setNeedsDisplay()
  }

  private static func show(year: Int, _ node: Node<MonthCalendar>) {
    let month = month(node)
    let shown = CalendarDate(clampingYear: year, month: month.month, day: 1)
    node.storage.state.withLock { state in
      (state.month, state.years) = (shown, nil)
      state.cursor = state.cursor.map { CalendarDate(clampingYear: year, month: $0.month, day: $0.day) }
    }
  }

  /// Shows the next or previous month or page of years. `offset` is the distance that a finger has moved it, pages.
  private static func turnPage(_ step: Int, from offset: Double = 0, _ node: Node<MonthCalendar>) {
    let environment = node.environmentValues
    if let first = node.storage.state.withLock({ $0.years }) {
      let next = min(9985, max(1, first + step * CalendarFrames.years))
      node.storage.state.withLock { ($0.years, $0.offset) = (next, 0) }
      return node.setNeedsDisplay()
    }
    let old = month(node)
    let month = old.adding(months: step)
    let moved = month == old ? 0 : step
    let isStill = environment.reducesMotion || environment.textAntialiasing == .bilevel
    node.storage.state.withLock { state in
      state.month = month
      state.offset = isStill ? 0 : min(1, max(-1, offset + Double(moved)))
      state.motion = state.offset == 0 ? nil : SpringMotion(from: state.offset * 500, velocity: 0, to: 0, spring: Spring(duration: 0.25))
      state.motionStart = nil
    }
    node.setNeedsDisplay()
    node.requestTick(after: 0)
  }

  /// Chooses a day for the user, and shows its month.
  private static func choose(_ day: CalendarDate, _ node: Node<MonthCalendar>) {
    let value = node.value
    let old = month(node)
    if day.startOfMonth != old { turnPage(day < old ? -1 : 1, node) }
    node.storage.state.withLock { state in
      state.month = day.startOfMonth
      if state.cursor != nil { state.cursor = day }
    }
    node.setNeedsDisplay()
    guard canBeChanged(node), value.canChoose(day) else { return }
    if value.kind == .range, let start = value.date, value.end == nil, day >= start {
      node.update { $0.end = day }
      return node.send(changeEnd, day)
    }
    guard value.date != day || value.kind == .range else { return }
    node.update { ($0.date, $0.end) = (day, nil) }
    value.binding?.wrappedValue = day
    node.send(change, day)
    if value.kind == .range { node.send(changeEnd, nil) }
  }

  // MARK: time

  public static func interfaceStateDidChange(_ node: Node<MonthCalendar>, from old: InterfaceState, to new: InterfaceState) {
    if new == .visible { node.requestTick(after: 0) }
    guard old == .visible else { return }
    node.storage.state.withLock { ($0.finger, $0.pressed, $0.hovered, $0.motion, $0.offset) = (nil, nil, nil, nil, 0) }
  }

  /// Moves the page, and marks the new day at midnight.
  public static func tick(_ node: Node<MonthCalendar>, at time: Double) -> Double? {
    let clock = node.value.today == nil ? LocalDay() : nil
    let (isMoving, isOther) = node.storage.state.withLock { state -> (Bool, Bool) in
      let isOther = clock != nil && state.today != clock?.date
      if let clock { state.today = clock.date }
      guard let motion = state.motion else { return (false, isOther) }
      let start = state.motionStart ?? time
      state.motionStart = start
      let passed = time - start
      if passed >= min(2, motion.duration(rest: 1)) {
        (state.motion, state.offset) = (nil, 0)
      } else {
        state.offset = motion.position(after: passed) / 500
      }
      return (state.motion != nil, true)
    }
    if isOther { node.setNeedsDisplay() }
    return isMoving ? 0 : clock?.secondsLeft
  }

  public static func isSettling(_ node: Node<MonthCalendar>) -> Bool { node.storage.state.withLock { $0.motion != nil } }

  // MARK: keys

  private static func handle(_ press: KeyPress, _ node: Node<MonthCalendar>) -> EventResponse {
    guard press.isDown, canBeUsed(node), press.modifiers.isEmpty || press.modifiers == .shift else { return .ignored }
    let (isEditing, hasMoved, years) = node.storage.state.withLock { ($0.isEditing, $0.hasMoved, $0.years) }
    let cursor = cursor(node)
    let forward = node.environmentValues.direction == .rtl ? -1 : 1
    let isYear = press.modifiers == .shift
    let row = years == nil ? 7 : CalendarFrames.yearsPerRow
    func move(_ steps: Int) { self.move(to: years == nil ? cursor.adding(days: steps) : cursor.adding(months: steps * 12), node) }
    switch press.key {
    case .pageDown: self.move(to: cursor.adding(months: (years != nil ? 192 : isYear ? 12 : 1)), node)
    case .pageUp: self.move(to: cursor.adding(months: -(years != nil ? 192 : isYear ? 12 : 1)), node)
    case _ where isYear: return .ignored
    case .right: move(forward)
    case .left: move(-forward)
    case .down: move(row)
    case .up: move(-row)
    case .next where isEditing: move(1)
    case .previous where isEditing: move(-1)
    case .home: move(-((cursor.weekday - node.value.firstWeekday(node.environmentValues) + 7) % 7))
    case .end: move(6 - (cursor.weekday - node.value.firstWeekday(node.environmentValues) + 7) % 7)
    case .enter where !press.isRepeat && !isEditing && !hasMoved:
      // The press of an encoder, which then moves the cursor.
      node.storage.state.withLock { ($0.isEditing, $0.cursor) = (true, cursor) }
    case .enter where !press.isRepeat, .space where !press.isRepeat: choose(at: cursor, isEditing: isEditing, years != nil, node)
    case .escape where isEditing || years != nil:
      node.storage.state.withLock { ($0.isEditing, $0.years, $0.hasMoved) = (false, nil, false) }
    default: return .ignored
    }
    node.setNeedsDisplay()
    return .handled
  }

  private static func choose(at cursor: CalendarDate, isEditing: Bool, _ isYear: Bool, _ node: Node<MonthCalendar>) {
    guard !isYear else { return show(year: cursor.year, node) }
    let startsRange = node.value.kind == .range && (node.value.date == nil || node.value.end != nil || cursor < node.value.date ?? .first)
    choose(cursor, node)
    // An encoder goes on to the last day of a range.
    if isEditing, !startsRange { node.storage.state.withLock { ($0.isEditing, $0.hasMoved) = (false, false) } }
  }

  /// Returns the day that keys choose.
  static func cursor(_ node: Node<MonthCalendar>) -> CalendarDate {
    let (cursor, today) = node.storage.state.withLock { ($0.cursor, $0.today) }
    if let cursor { return cursor }
    let month = month(node)
    let wanted = [node.value.date, node.value.today ?? today].compactMap { $0 }.first { $0.startOfMonth == month }
    return wanted ?? month
  }

  /// Moves the cursor, and shows its month.
  private static func move(to day: CalendarDate, _ node: Node<MonthCalendar>) {
    let day = min(node.value.maximum ?? .last, max(node.value.minimum ?? .first, day))
    let old = month(node)
    let isYears = node.storage.state.withLock { state -> Bool in
      (state.cursor, state.hasMoved) = (day, true)
      guard let first = state.years else { return false }
      if !(first..<first + CalendarFrames.years).contains(day.year) { state.years = day.year - (day.year - 1) % CalendarFrames.years }
      return true
    }
    if !isYears, day.startOfMonth != old { turnPage(day < old ? -1 : 1, node) }
    node.storage.state.withLock { $0.month = day.startOfMonth }
  }

  // MARK: focus

  /// Returns whether the control can be focused: not while it is disabled.
  public static func isFocusable(_ node: Node<MonthCalendar>) -> Bool { canBeUsed(node) }

  /// Returns the day or the year that keys choose.
  public static func focusArea(in node: Node<MonthCalendar>) -> RoundedRect? {
    let (frames, cursor) = (frames(node), cursor(node))
    let radius = node.environmentValues.theme[.radius2]
    if let first = node.storage.state.withLock({ $0.years }) {
      let index = cursor.year - first
      return (0..<CalendarFrames.years).contains(index) ? RoundedRect(frames.year(index).inset(by: 4), radius: radius) : nil
    }
    return page(node).index(of: cursor).map { RoundedRect(frames.day($0).inset(by: 2), radius: radius) }
  }

  public static func focusRingReach(in node: Node<MonthCalendar>) -> Double? { 2 }
}
