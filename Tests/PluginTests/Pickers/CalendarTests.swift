@testable import PickersPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Months, ranges and years of a calendar.
@Suite struct CalendarTests {
  private func date(_ text: String) -> CalendarDate { CalendarDate(text) ?? .last }

  private func start(_ value: MonthCalendar, locale: String = "", _ direction: LayoutDirection = .ltr) throws -> (
    HeadlessStage, MonthCalendarNode
  ) {
    let node = MonthCalendarNode(value)
    node.environment[\.density] = .regular
    node.environment[\.locale] = locale
    let h = try HeadlessStage(width: 308, height: 332, direction: direction) { node }
    return (h, node)
  }

  private func november() throws -> MonthCalendar {
    var value = MonthCalendar(date("2026-11-28"), label: "Day")
    value.today = date("2026-11-05")
    return value
  }

  private func place(_ text: String, _ node: MonthCalendarNode) throws -> Point {
    let index = try #require(MonthCalendar.page(node).index(of: date(text)))
    return MonthCalendar.frames(node).day(index).center
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: calendar, value: 2026-11-28, today: 2026-11-05, marks: [2026-11-10, 2026-11-12, 2026-11-12, 2026-11-12], disabled: [2026-11-16, 2026-11-17], id: a$}
      - {type: calendar, kind: range, value: 2026-11-10, end: 2026-11-19, today: 2026-11-12, showsWeekNumbers: true, firstWeekday: sunday}
      - {type: calendar, value: 2026-11-28, today: 2026-11-28, enabled: false, style: {height: 240}}
      """, width: 356, height: 990)
    try expectGolden(h.framebuffer, "calendar")
  }

  @Test func onBlackAndWhite() throws {
    var value = try november()
    (value.kind, value.date, value.end) = (.range, date("2026-11-10"), date("2026-11-19"))
    value.marks = [date("2026-11-24")]
    value.disabled = [date("2026-11-25")]
    let (h, _) = try start(value)
    h.stage.environment[\.theme].mode = .paper
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "calendar-bilevel")
  }

  @Test func yearsAsAGrid() throws {
    let (h, node) = try start(try november())
    try h.tap(at: MonthCalendar.frames(node).title.center)
    #expect(node.storage.state.withLock { $0.years } == 2017)
    try expectGolden(h.framebuffer, "calendar-years")
    try h.tap(at: MonthCalendar.frames(node).year(2).center)
    #expect(MonthCalendar.month(node) == date("2019-11-01") && node.date == date("2026-11-28"))
  }

  @Test func aTapChoosesADay() throws {
    let (h, node) = try start(try november())
    let chosen = Locked<[String]>([])
    node.onChange { day in chosen.withLock { $0.append(day.description) } }
    try h.tap(at: try place("2026-11-16", node))
    try h.tap(at: try place("2026-12-03", node))
    try h.advance(by: 1)
    #expect(chosen.withLock { $0 } == ["2026-11-16", "2026-12-03"])
    #expect(MonthCalendar.month(node) == date("2026-12-01"), "the month of the chosen day is shown")
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func disabledDaysAreNotChosen() throws {
    var value = try november()
    value.disabled = [date("2026-11-16")]
    value.maximum = date("2026-11-29")
    let (h, node) = try start(value)
    try h.tap(at: try place("2026-11-16", node))
    try h.tap(at: try place("2026-11-30", node))
    #expect(node.date == date("2026-11-28"))
  }

  @Test func aRangeIsTwoTaps() throws {
    var value = try november()
    value.kind = .range
    let (h, node) = try start(value)
    for day in ["2026-11-20", "2026-11-10", "2026-11-12"] { try h.tap(at: try place(day, node)) }
    #expect(node.date == date("2026-11-10") && node.end == date("2026-11-12"), "an earlier day begins a new range")
    #expect(node.resolvedSemantics.value == "10 November 2026 – 12 November 2026")
  }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func aSwipeShowsAnotherMonth(direction: LayoutDirection) throws {
    let (h, node) = try start(try november(), direction)
    try h.drag(from: Point(280, 200), to: Point(60, 204), steps: 6)
    try h.advance(by: 1)
    #expect(MonthCalendar.month(node).month == (direction == .ltr ? 12 : 10) && node.date == date("2026-11-28"))
    #expect(node.storage.state.withLock { $0.offset } == 0 && h.stage.nextDeadline == nil)
  }

  /// Row of the input table of the design: arrows, Page, Home and End, Enter.
  @Test func keysMoveByDayWeekMonthAndYear() throws {
    let (h, node) = try start(try november())
    try h.key(.tab)
    func cursor() -> String { MonthCalendar.cursor(node).description }
    for (key, day) in [
      (KeyPress.Key.right, "2026-11-29"), (.down, "2026-12-06"), (.left, "2026-12-05"), (.up, "2026-11-28"), (.home, "2026-11-23"),
      (.end, "2026-11-29"), (.pageDown, "2026-12-29"), (.pageUp, "2026-11-29"),
    ] {
      try h.key(key)
      #expect(cursor() == day, "\(key)")
    }
    try h.send(.key(KeyPress(.pageUp, modifiers: .shift)))
    #expect(cursor() == "2025-11-29")
    try h.key(.enter)
    #expect(node.date == date("2025-11-29"))
  }

  @Test func anEncoderMovesAfterAPress() throws {
    let (h, node) = try start(try november())
    try h.key(.next)
    try h.key(.enter)
    try h.key(.next)
    try h.key(.next)
    try h.key(.enter)
    #expect(node.date == date("2026-11-30") && !node.storage.state.withLock { $0.isEditing })
  }

  @Test func theLocaleHasTheFirstDayOfTheWeek() throws {
    func first(_ locale: String) throws -> String {
      let (_, node) = try start(try november(), locale: locale)
      return try #require(MonthCalendar.page(node).day(0)).description
    }
    #expect(try first("de-DE") == "2026-10-26" && first("en-US") == "2026-11-01" && first("ar-EG") == "2026-10-31")
  }

  @Test func theEndsOfTheCalendarHold() throws {
    for day in ["0001-01-01", "9999-12-31"] {
      let (h, node) = try start(MonthCalendar(date(day)))
      try h.key(.tab)
      for key in [KeyPress.Key.pageUp, .up, .left, .home, .pageDown, .down, .right, .end] { try h.key(key) }
      for part in [0, 2, 1, 0, 2] { h.stage.perform(.activate, on: SemanticsID(node: node.serial, part: part)) }
      try h.advance(by: 1)
      _ = h.stage.semanticsTree.text()
      #expect(h.errors.isEmpty)
    }
  }

  @Test func daysAreCells() throws {
    let (h, node) = try start(try november())
    #expect(node.resolvedSemantics.role == .grid && node.resolvedSemantics.value == "28 November 2026")
    let parts = node.semanticsParts
    #expect(parts.count == 3 + 30 && parts[3].semantics.label == "Sunday, 1 November 2026")
    #expect(parts.filter { $0.semantics.isSelected == true }.count == 1)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial, part: parts[3].key)) && node.date == date("2026-11-01"))
  }

  @Test func scenesBindBothEnds() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [600, 400]
        data: {from: '2026-11-10', to: ''}
        root:
          type: box
          children:
            - {type: calendar, id: calendar, kind: range, today: '2026-11-05', value: {bind: from}, end: {bind: to}}
            - {type: text, id: words, string: {bind: "from + ' ' + to"}}
        """)
    let node = try #require(try h.node("calendar") as? MonthCalendarNode)
    let key = try #require(node.semanticsParts.first { $0.semantics.label?.contains("19 November") ?? false }?.key)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial, part: key)))
    try h.settle()
    let words = try h.node("words").attribute("string")
    #expect(words == .text("2026-11-10 2026-11-19"))
  }
}
