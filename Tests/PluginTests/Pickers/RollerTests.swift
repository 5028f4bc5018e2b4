@testable import PickersPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Rollers: throws, keys, encoder, typing and semantics.
@Suite struct RollerTests {
  private func start<Value: RollerControl>(
    _ node: Node<Value>, locale: String = "", width: Double = 300, _ direction: LayoutDirection = .ltr
  ) throws -> HeadlessStage {
    node.environment[\.density] = .regular
    node.environment[\.locale] = locale
    return try HeadlessStage(width: width, height: 320, direction: direction) {
      let root = BoxNode()
      (root.style.direction, root.style.alignItems) = (.column, .start)
      root.addSubnode(node)
      root.addSubnode(ButtonNode("Next"))
      return root
    }
  }

  private static let words = (0..<20).map { ControlOption("\($0)", title: "Option \($0)") }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: roller, options: [Cotton, Wool, Silk, Synthetics, Sports], value: Silk, style: {width: 180}}
      - {type: roller, options: [Cotton, Wool, Silk], value: Wool, enabled: false, style: {height: 132}}
      - {type: time-picker, value: '07:30', hours: h24, id: focus$, style: {height: 132}}
      - {type: duration-picker, value: 5400, showsSeconds: false, style: {height: 132}}
      - {type: date-picker, value: 2026-11-28, style: {height: 132}}
      """, width: 300, height: 840)
    try expectGolden(h.framebuffer, "roller")
  }

  @Test func onBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 400]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, padding: 12, gap: 8}
          children:
            - {type: roller, options: [Cotton, Wool, Silk, Synthetics], value: Silk}
            - {type: time-picker, value: '07:30', hours: h12, enabled: false, style: {height: 132}}
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "roller-bilevel")
  }

  @Test func aDragComesToRestAtARow() throws {
    let node = RollerNode(Roller("5", Self.words))
    let h = try start(node)
    let chosen = Locked<[String]>([])
    node.onChange { value in chosen.withLock { $0.append(value) } }
    try h.drag(from: Point(60, 160), to: Point(60, 160 - 3 * 44), steps: 30)
    try h.advance(by: 2)
    let value = try #require(node.selection.flatMap(Int.init))
    #expect(value >= 7 && chosen.withLock { $0 } == ["\(value)"], "one change for one drag")
    #expect(node.storage.state.withLock { $0.scrolls.isEmpty } && h.stage.nextDeadline == nil, "nothing moves at rest")
  }

  @Test func aTapOnARowSelectsIt() throws {
    let node = RollerNode(Roller("5", Self.words))
    let h = try start(node)
    try h.tap(at: Point(60, 110 + 2 * 44))
    #expect(node.selection == "7")
    try h.advance(by: 1)
    try h.tap(at: Point(60, 110 - 44))
    #expect(node.selection == "6")
  }

  @Test func aRollerStopsAtItsEndsAndAnEndlessOneWraps() throws {
    let node = RollerNode(Roller("0", Self.words))
    let h = try start(node)
    try h.drag(from: Point(60, 80), to: Point(60, 200), steps: 3)
    try h.advance(by: 2)
    #expect(node.selection == "0")
    node.wraps = true
    try h.key(.tab)
    try h.key(.up)
    #expect(node.selection == "19")
    try h.key(.down)
    #expect(node.selection == "0")
  }

  @Test func keysChooseAndLeaveAtTheEnds() throws {
    let node = RollerNode(Roller("5", Self.words))
    let h = try start(node)
    try h.key(.tab)
    try h.key(.down)
    #expect(node.selection == "6")
    try h.key(.end)
    #expect(node.selection == "19")
    try h.key(.pageUp)
    #expect(node.selection == "14")
    try h.key(.home)
    #expect(node.selection == "0")
    try h.key(.end)
    try h.key(.down)
    #expect(h.stage.focusedNode !== node, "an arrow at the end moves the focus")
  }

  /// A press edits a column, turns choose, the next press edits the next column.
  @Test func anEncoderEditsColumnByColumn() throws {
    let node = TimePickerNode(TimePicker(ClockTime(hour: 7, minute: 30)))
    let h = try start(node)
    try h.key(.next)
    #expect(h.stage.focusedNode === node)
    try h.key(.enter)
    try h.key(.next)
    try h.key(.enter)
    try h.key(.previous)
    try h.key(.previous)
    #expect(node.time.description == "08:28")
    try h.key(.enter)
    try h.key(.next)
    #expect(h.stage.focusedNode !== node && node.time.description == "08:28", "after the last column a turn moves the focus")
  }

  @Test func escapeRestoresAllColumns() throws {
    let node = DatePickerNode(DatePicker(try #require(CalendarDate("2024-01-31"))))
    let h = try start(node)
    try h.key(.tab)
    try h.key(.enter)
    try h.key(.enter)
    try h.key(.next)
    #expect(node.date.description == "2024-02-29", "the day is that of a shorter month")
    try h.key(.escape)
    #expect(node.date.description == "2024-01-31")
  }

  @Test func typedNumbersChooseAndMoveOn() throws {
    let node = TimePickerNode(TimePicker(ClockTime(hour: 0, minute: 0)))
    let h = try start(node)
    try h.key(.tab)
    for letter in ["1", "9", "4", "5"] { try h.type(letter) }
    #expect(node.time.description == "19:45")
    let other = TimePickerNode(TimePicker(ClockTime(hour: 0, minute: 0)))
    let second = try start(other)
    try second.key(.tab)
    try second.type("7")
    try second.type("3")
    #expect(other.time.description == "07:03", "no hour begins with 7 but 7 itself")
  }

  @Test func lettersAfterAPauseStartANewSearch() throws {
    let node = TimePickerNode(TimePicker(ClockTime(hour: 0, minute: 0)))
    let h = try start(node)
    try h.key(.tab)
    try h.type("1")
    try h.advance(by: 1.5, step: 0.25)
    try h.type("2")
    #expect(node.time.hour == 2)
    #expect(h.stage.nextDeadline != nil)
    try h.advance(by: 2, step: 0.25)
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func theLocaleOrdersTheColumns() throws {
    let date = CalendarDate(clampingYear: 2026, month: 11, day: 28)
    func titles(_ locale: String) throws -> [String] {
      let node = DatePickerNode(DatePicker(date))
      _ = try start(node, locale: locale)
      return node.value.columns(in: node.environmentValues).map { $0.title($0.index) }
    }
    #expect(try titles("de-DE") == ["28", "November", "2026"] && titles("en-US") == ["November", "28", "2026"])
    #expect(try titles("ja-JP") == ["2026", "11月", "28"])
    let time = TimePickerNode(TimePicker(ClockTime(hour: 13, minute: 5)))
    _ = try start(time, locale: "en-US")
    #expect(time.value.columns(in: time.environmentValues).map { $0.title($0.index) } == ["1", "05", "PM"])
    #expect(time.resolvedSemantics.value == "1:05\u{a0}PM")
  }

  @Test func morningAndAfternoonKeepTheHour() throws {
    let time = TimePickerNode(TimePicker(ClockTime(hour: 12, minute: 0)))
    let h = try start(time, locale: "en-US")
    #expect(h.stage.perform(.decrement, on: SemanticsID(node: time.serial, part: 2)) && time.time.hour == 0)
    #expect(h.stage.perform(.increment, on: SemanticsID(node: time.serial, part: 0)) && time.time.hour == 1)
    #expect(h.stage.perform(.increment, on: SemanticsID(node: time.serial, part: 2)) && time.time.hour == 13)
  }

  @Test func datesStayInTheirRange() throws {
    let (first, last) = (try #require(CalendarDate("2026-03-10")), try #require(CalendarDate("2027-02-05")))
    let node = DatePickerNode(DatePicker(last, in: first...last))
    let h = try start(node)
    #expect(h.stage.perform(.decrement, on: SemanticsID(node: node.serial, part: 2)))
    #expect(node.date == first, "5 February 2026 is before the first day")
    try h.advance(by: 2)
    #expect(node.storage.state.withLock { $0.scrolls.isEmpty })
  }

  @Test func durationsContinueToCount() throws {
    let node = DurationPickerNode(DurationPicker(3599))
    let h = try start(node)
    #expect(node.resolvedSemantics.value == "0 h 59 min 59 s")
    #expect(h.stage.perform(.increment, on: SemanticsID(node: node.serial, part: 0)) && node.seconds == 7199)
    node.showsHours = false
    #expect(node.resolvedSemantics.value == "119 min 59 s")
    node.seconds = .infinity
    #expect(node.resolvedSemantics.value == "0 min 0 s")
  }

  @Test func rightToLeftMirrorsDatesAndNotTimes() throws {
    let date = DatePickerNode(DatePicker(CalendarDate(clampingYear: 2026, month: 11, day: 28)))
    _ = try start(date, .rtl)
    let frames = date.value.frames(in: date.frame.size, date.environmentValues)
    #expect(frames.columns[0].minX > frames.columns[2].minX)
    let time = TimePickerNode(TimePicker(ClockTime(hour: 1, minute: 2)))
    _ = try start(time, .rtl)
    let clock = time.value.frames(in: time.frame.size, time.environmentValues)
    #expect(clock.columns[0].minX < clock.columns[1].minX)
  }

  @Test func eachColumnIsAStepper() throws {
    let node = TimePickerNode(TimePicker(ClockTime(hour: 7, minute: 30), label: "Alarm"))
    let h = try start(node)
    #expect(node.resolvedSemantics.role == .group && node.resolvedSemantics.label == "Alarm" && node.resolvedSemantics.value == "07:30")
    let parts = node.semanticsParts
    #expect(parts.map(\.semantics.role) == [.stepper, .stepper] && parts.map(\.semantics.value) == ["07", "30"])
    node.isEnabled = false
    #expect(!h.stage.perform(.increment, on: SemanticsID(node: node.serial, part: 0)) && node.resolvedSemantics.isDisabled == true)
  }

  @Test func scenesBindThemBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [600, 300]
        data: {at: '07:30', day: '2026-11-28', left: 90}
        root:
          type: box
          children:
            - {type: time-picker, id: time, hours: h24, value: {bind: at}}
            - {type: date-picker, id: date, value: {bind: day}}
            - {type: duration-picker, id: left, value: {bind: left}}
            - {type: text, id: words, string: {bind: "at + ' ' + day + ' ' + left"}}
        """)
    for (id, part) in [("time", 0), ("date", 0), ("left", 1)] {
      #expect(h.stage.perform(.increment, on: SemanticsID(node: try h.node(id).serial, part: part)))
    }
    try h.settle()
    let words = try h.node("words").attribute("string")
    #expect(words == .text("08:30 2026-11-29 150"))
  }

  @Test func wrongValuesInScenesAreNamed() throws {
    for (line, word) in [
      ("{type: date-picker, value: 2026-02-30}", "2026-02-30"), ("{type: time-picker, value: '25:00'}", "25:00"),
      ("{type: calendar, marks: ['2026-13-01']}", "2026-13-01"), ("{type: menu, entries: [{title: A, icon: delte}]}", "delete"),
    ] {
      let scene = "tessera: 1\nsize: [300, 300]\nroot:\n  type: box\n  children:\n    - \(line)"
      let error = #expect(throws: (any Error).self) { try HeadlessStage(scene: scene) }
      #expect("\(error.map { "\($0)" } ?? "")".contains(word))
    }
  }
}
