public import Tessera

/// Date in rollers, with day, month and year in the order of the locale.
///
/// ```swift
/// DatePicker($birthday, in: CalendarDate("1900-01-01")!...CalendarDate("2026-12-31")!, label: "Birthday")
/// ```
///
/// Days that do not exist are skipped: 31 January becomes 28 February.
public struct DatePicker: RollerControl, ChangeSendingType, ValueCheckingType {
  public typealias Storage = RollerStorage

  public static let typeName = "date-picker"
  public static let summary = "Date in rollers: day, month and year."
  /// The user chose a date; the payload is the date.
  public static let change = Signal<CalendarDate>("change")
  public static let isMirrored = true

  /// Chosen date; shown as the nearest one between ``minimum`` and ``maximum``.
  public var date = CalendarDate(clampingYear: 2000, month: 1, day: 1)
  /// First date that can be chosen.
  public var minimum = CalendarDate(clampingYear: 1900, month: 1, day: 1)
  /// Last date that can be chosen.
  public var maximum = CalendarDate(clampingYear: 2100, month: 12, day: 31)
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<CalendarDate>?

  /// Creates a picker on 1 January 2000.
  public init() {}

  /// Creates a picker. `label` is the name for screen readers.
  public init(_ date: CalendarDate, in range: ClosedRange<CalendarDate>? = nil, label: String? = nil) {
    (self.date, spokenLabel) = (date, label)
    if let range { (minimum, maximum) = (range.lowerBound, range.upperBound) }
  }

  /// Creates a picker that follows a date of the program and changes it.
  public init(_ date: Binding<CalendarDate>, in range: ClosedRange<CalendarDate>? = nil, label: String? = nil) {
    self.init(date.wrappedValue, in: range, label: label)
    binding = date
  }

  public static var attributes: [NodeAttribute<DatePicker>] {
    [
      .date("value", \.date, help: "The date, such as 2026-11-28."),
      .date("minimum", \.minimum, help: "First date that can be selected."),
      .date("maximum", \.maximum, help: "Last date that can be selected."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .text, sets: "value", help: "The user selected a date; the date.") { .text($0.description) }]
  }

  public func valueProblems() -> [ValueProblem] { CalendarDate.problems(minimum, maximum, [("value", date)]) }

  /// Possible dates; one if the maximum is before the minimum.
  private var range: ClosedRange<CalendarDate> { minimum...max(minimum, maximum) }
  private func nearest(_ date: CalendarDate) -> CalendarDate { min(range.upperBound, max(range.lowerBound, date)) }

  public func columns(in environment: EnvironmentValues) -> [RollerColumn] {
    let locale = DateLocale(environment.locale)
    let date = nearest(date)
    return locale.order.map { part in
      switch part {
      case .year:
        let first = range.lowerBound.year
        let rows = RollerColumn.Rows.numbers(first: first, step: 1, count: range.upperBound.year - first + 1, digits: 1)
        return RollerColumn(rows, index: date.year - first, name: environment.word(.year))
      case .month: return RollerColumn(.words(locale.words.months), index: date.month - 1, wraps: true, name: environment.word(.month))
      case .day:
        let count = CalendarDate.days(inMonth: date.month, of: date.year)
        return RollerColumn(
          .numbers(first: 1, step: 1, count: count, digits: 1), index: date.day - 1, wraps: true, name: environment.word(.day))
      }
    }
  }

  public func words(in environment: EnvironmentValues) -> String {
    let locale = DateLocale(environment.locale)
    let date = nearest(date)
    return locale.words.weekdays[date.weekday - 1] + ", " + locale.text(date)
  }

  public static func choose(row: Int, ofColumn column: Int, _ node: Node<DatePicker>) {
    let value = node.value
    let order = DateLocale(node.environmentValues.locale).order
    guard order.indices.contains(column) else { return }
    let date = value.nearest(value.date)
    let chosen =
      switch order[column] {
      case .year: CalendarDate(clampingYear: value.range.lowerBound.year + row, month: date.month, day: date.day)
      case .month: CalendarDate(clampingYear: date.year, month: row + 1, day: date.day)
      case .day: CalendarDate(clampingYear: date.year, month: date.month, day: row + 1)
      }
    let valid = value.nearest(chosen)
    guard valid != value.date else { return }
    node.update { $0.date = valid }
    node.value.binding?.wrappedValue = valid
    node.send(change, valid)
  }
}

extension NodeAttribute {
  /// Attribute with a date in ISO 8601 form.
  static func date(_ name: String, _ path: @autoclosure @escaping Path<CalendarDate>, help: String) -> Self {
    Self(name, path(), kind: .text, affects: .display, help: help, get: { .text($0[keyPath: path()].description) }) { value, new in
      guard let date = new.text.flatMap(CalendarDate.init) else { throw CalendarDate.error(new, name) }
      value[keyPath: path()] = date
    }
  }

  /// Attribute with a date in ISO 8601 form; an empty text means none.
  static func date(_ name: String, _ path: @autoclosure @escaping Path<CalendarDate?>, help: String) -> Self {
    Self(name, path(), kind: .text, affects: .display, help: help, get: { .text($0[keyPath: path()]?.description ?? "") }) { value, new in
      guard new.text != "" else { return value[keyPath: path()] = nil }
      guard let date = new.text.flatMap(CalendarDate.init) else { throw CalendarDate.error(new, name) }
      value[keyPath: path()] = date
    }
  }
}

extension CalendarDate {
  static func error(_ value: AttributeValue, _ attribute: String) -> AttributeError {
    AttributeError(attribute: attribute, reason: "must be an existing date such as 2026-11-28, got `\(value.text ?? "")`")
  }
}

/// Node of a date in rollers.
public typealias DatePickerNode = Node<DatePicker>

extension Node where Value == DatePicker {
  /// Creates a picker that follows a date of the program and changes it. Any thread.
  public convenience init(_ date: Binding<CalendarDate>, in range: ClosedRange<CalendarDate>? = nil, label: String? = nil) {
    self.init(DatePicker(date, in: range, label: label))
    bind(\.date) { date.wrappedValue }
  }

  /// Calls `perform` with the date that the user chooses. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (CalendarDate) -> Void) -> HandlerToken { on(DatePicker.change, perform: perform) }
}
