public import Tessera

/// Month of days, of which one or a range is chosen.
///
/// ```swift
/// MonthCalendar($appointment, label: "Appointment")
/// ```
///
/// Arrows at the title, or a swipe, show another month; a tap on the title shows years. Left and Right move by a day, Up and Down by a week, Page Up
/// and Page Down by a month, with Shift by a year; Enter and Space choose.
public struct MonthCalendar: NodeType, ChangeSendingType, ValueCheckingType {
  public typealias Storage = CalendarStorage

  /// Number of days that are chosen.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// One day.
    case single
    /// All days from a first to a last one.
    case range
  }

  /// First day of the week.
  public enum FirstWeekday: String, Sendable, CaseIterable, Hashable {
    /// By the environment's locale.
    case automatic = "auto"
    case monday, saturday, sunday
  }

  public static let typeName = "calendar"
  public static let summary = "Month of days; one day or a range is selected."
  /// The user chose a day, or the first day of a range.
  public static let change = Signal<CalendarDate>("change")
  /// The user chose the last day of a range; nil as long as only the first one is chosen.
  public static let changeEnd = Signal<CalendarDate?>("changeEnd")

  public var kind = Kind.single
  /// Chosen day, or first day of the range; nil means none.
  public var date: CalendarDate?
  /// Last day of the range; nil means that it is not chosen yet.
  public var end: CalendarDate?
  /// First and last day that can be chosen; nil means no limit.
  public var minimum: CalendarDate?
  public var maximum: CalendarDate?
  /// Days that cannot be chosen.
  public var disabled: [CalendarDate] = []
  /// Days with a mark; a day that is named up to three times has as many.
  public var marks: [CalendarDate] = []
  public var firstWeekday = FirstWeekday.automatic
  /// Whether each week has its number by ISO 8601.
  public var showsWeekNumbers = false
  /// Day that is marked as today; nil means that of the machine's clock.
  public var today: CalendarDate?
  public var isEnabled = true
  /// Name for screen readers.
  public private(set) var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<CalendarDate>?

  /// Creates a calendar without a chosen day.
  public init() {}

  /// Creates a calendar. `label` is the name for screen readers.
  public init(_ date: CalendarDate?, kind: Kind = .single, label: String? = nil) {
    (self.date, self.kind, spokenLabel) = (date, kind, label)
  }

  /// Creates a calendar that follows a day of the program and changes it.
  public init(_ date: Binding<CalendarDate>, label: String? = nil) {
    self.init(date.wrappedValue, label: label)
    binding = date
  }

  public static var attributes: [NodeAttribute<MonthCalendar>] {
    [
      .date("value", \.date, help: "The selected day, such as 2026-11-28, or the first day of a range; empty means none."),
      .date("end", \.end, help: "Last day of a range; empty means that it is not selected yet."),
      .choice("kind", \.kind, affects: .display, help: "Whether one day or a range is selected."),
      .date("minimum", \.minimum, help: "First day that can be selected."),
      .date("maximum", \.maximum, help: "Last day that can be selected."),
      dates("disabled", \.disabled, help: "Days that cannot be selected."),
      dates("marks", \.marks, help: "Days with a mark; a day that is named up to three times has as many."),
      .choice("firstWeekday", \.firstWeekday, affects: .display, help: "First day of the week; auto means by the locale."),
      .boolean("showsWeekNumbers", \.showsWeekNumbers, help: "Whether each week has its number."),
      .date("today", \.today, help: "Day that is marked as today; empty means that of the machine's clock."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public func valueProblems() -> [ValueProblem] {
    let dates = [("value", date), ("end", end)].compactMap { name, date in date.map { (name: name, date: $0) } }
    var problems = CalendarDate.problems(minimum ?? .first, maximum ?? .last, dates)
    if kind == .range, let date, let end, end < date {
      problems.append(ValueProblem("end", related: ["value", "kind"], reason: "\(end) is before the first day, \(date)"))
    }
    if kind == .single, end != nil { problems.append(ValueProblem("end", related: ["kind"], reason: "only `kind: range` has a last day")) }
    return problems
  }

  private static func dates(
    _ name: String, _ path: @autoclosure @escaping NodeAttribute<MonthCalendar>.Path<[CalendarDate]>, help: String
  ) -> NodeAttribute<MonthCalendar> {
    NodeAttribute(
      name, path(), kind: .list(.text), affects: .display, help: help,
      get: { .list($0[keyPath: path()].map { .text($0.description) }) },
      set: { calendar, new in
        calendar[keyPath: path()] = try (new.list ?? []).map { item in
          guard let date = item.text.flatMap(CalendarDate.init) else { throw CalendarDate.error(item, name) }
          return date
        }
      })
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .text, sets: "value", help: "The user selected a day, or the first day of a range; the day.") {
        .text($0.description)
      },
      NodeSignal(
        changeEnd, payload: .text, sets: "end", help: "The user selected the last day of a range; the day, empty after a new first day."
      ) { .text($0?.description ?? "") },
    ]
  }

  /// Returns the first day of the week: 1 is Monday.
  func firstWeekday(_ environment: EnvironmentValues) -> Int {
    switch firstWeekday {
    case .automatic: DateLocale(environment.locale).firstWeekday
    case .monday: 1
    case .saturday: 6
    case .sunday: 7
    }
  }

  /// Returns whether a day can be chosen.
  func canChoose(_ day: CalendarDate) -> Bool {
    day >= minimum ?? .first && day <= maximum ?? .last && !disabled.contains(day)
  }

  /// Returns whether a day is one of the chosen ones, or between them.
  func isChosen(_ day: CalendarDate) -> Bool {
    guard let date else { return false }
    guard kind == .range, let end, end > date else { return day == date }
    return day >= date && day <= end
  }

  /// Returns the month to show before the user has chosen another one.
  func initialMonth(_ today: CalendarDate?) -> CalendarDate {
    let day = date ?? self.today ?? today ?? LocalDay()?.date ?? CalendarDate(clampingYear: 2026, month: 1, day: 1)
    return min(maximum ?? .last, max(minimum ?? .first, day)).startOfMonth
  }
}

/// Node of a calendar.
public typealias MonthCalendarNode = Node<MonthCalendar>

extension Node where Value == MonthCalendar {
  /// Creates a calendar that follows a day of the program and changes it. Any thread.
  public convenience init(_ date: Binding<CalendarDate>, label: String? = nil) {
    self.init(MonthCalendar(date, label: label))
    bind(\.date) { date.wrappedValue }
  }

  /// Calls `perform` with the day that the user chooses. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (CalendarDate) -> Void) -> HandlerToken { on(MonthCalendar.change, perform: perform) }
}
