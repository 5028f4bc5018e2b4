@testable import PickersPlugin
import TesseraKit
import TesseraTestSupport
import Testing

extension ControlPropertyTests {
  @Test func pickersOfAnyKind() throws {
    var random = SeededGenerator(seed: 21)
    func number() -> Double { Self.numbers.randomElement(using: &random)! }
    let whole = [0, 1, -1, 7, 30, Int.max, Int.min]
    for i in 0..<20 {
      let (width, height, density, direction) = surroundings(&random)
      func check(_ node: AnyNode) throws { try exercise(node, width: width, height: height, density: density, direction) }
      var time = TimePicker(ClockTime(hour: whole[i % 7], minute: whole[(i + 1) % 7], second: whole[(i + 2) % 7]))
      (time.minuteStep, time.showsSeconds, time.hours) = (whole[i % 7], i % 2 == 0, TimePicker.Hours.allCases[i % 3])
      try check(TimePickerNode(time))
      var duration = DurationPicker(number())
      (duration.maximum, duration.step, duration.showsHours, duration.showsSeconds) = (number(), whole[i % 7], i % 2 == 0, i % 3 == 0)
      try check(DurationPickerNode(duration))
      func date(_ at: Int) -> CalendarDate {
        CalendarDate(clampingYear: whole[at % 7], month: whole[(at + 1) % 7], day: whole[(at + 3) % 7])
      }
      var picker = DatePicker(date(i))
      (picker.minimum, picker.maximum) = (date(i + 1), date(i + 2))
      try check(DatePickerNode(picker))
      var calendar = MonthCalendar(date(i), kind: i % 2 == 0 ? .single : .range)
      (calendar.end, calendar.minimum, calendar.maximum) = (date(i + 1), i % 3 == 0 ? date(i + 2) : nil, i % 4 == 0 ? date(i + 3) : nil)
      (calendar.marks, calendar.disabled, calendar.showsWeekNumbers) = ([date(i), date(i), date(i)], [date(i + 1)], i % 2 == 1)
      calendar.today = date(i + 5)
      try check(MonthCalendarNode(calendar))
      var color = ColorPicker(Color(red: Float(number()), green: Float(number()), blue: Float(number()), alpha: Float(number())))
      (color.kelvin, color.kind, color.showsAlpha) = (number(), i % 3 == 0 ? .warmth : .color, i % 2 == 0)
      color.swatches = Array(repeating: .black, count: [0, 1, 500][i % 3])
      try check(ColorPickerNode(color))
    }
  }

  @Test func pickersWithTextsOfAnyLength() throws {
    var random = SeededGenerator(seed: 22)
    for text in Self.texts {
      let (width, height, density, direction) = surroundings(&random)
      func check(_ node: AnyNode) throws { try exercise(node, width: width, height: height, density: density, direction) }
      var roller = Roller(text, [ControlOption(text), ControlOption("b", title: text)], wraps: true)
      roller.unit = text
      try check(RollerNode(roller))
      let entries = [MenuEntry(text, icon: text, shortcut: text, entries: [MenuEntry(text)]), .separator, .heading(text)]
      try check(MenuNode(Menu(text, icon: text, entries)))
      try check(SearchFieldNode(SearchField(text, placeholderText: text)))
      try check(TooltipNode(Tooltip(text, content: ButtonNode(text))))
      try check(PopoverNode(Popover(true, contents: [TextNode(text)])))
    }
    try exercise(RollerNode(Roller("5", (0..<10_000).map { ControlOption("\($0)") })), width: 200, height: 200, density: .regular, .ltr)
  }

  /// Columns of programs.
  @Test func columnsOfAnyKind() {
    for (first, step, count) in [(Int.max, Int.max, Int.max), (.min, 0, .min), (0, -1, 5), (.min, .max, 3)] {
      let column = RollerColumn(.numbers(first: first, step: step, count: count, digits: .min), index: .max, wraps: true)
      for row in [Int.min, -1, 0, 1, .max] { _ = (column.title(row), column.row(at: row)) }
      #expect((0...1_000_000).contains(column.count) && (0..<max(1, column.count)).contains(column.index))
      for typed in ["", "1", "99999999999999999999", "x"] { _ = column.match(typed) }
    }
  }
}
