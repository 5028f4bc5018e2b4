public import Tessera

/// Time of the day in rollers, with 12 or 24 hours by the locale.
///
/// ```swift
/// TimePicker($wakeUp, label: "Alarm")
/// ```
public struct TimePicker: RollerControl, ChangeSendingType {
  public typealias Storage = RollerStorage

  /// Hours of a day.
  public enum Hours: String, Sendable, CaseIterable, Hashable {
    /// By the environment's locale.
    case automatic = "auto"
    /// Twice 12 hours.
    case twelve = "h12"
    /// 24 hours.
    case twentyFour = "h24"
  }

  public static let typeName = "time-picker"
  public static let summary = "Time of the day in rollers."
  /// The user chose a time; the payload is the time.
  public static let change = Signal<ClockTime>("change")
  /// Times keep their order in all directions of lines.
  public static let isMirrored = false

  /// Chosen time.
  public var time = ClockTime(hour: 0, minute: 0)
  /// Hours of a day.
  public var hours = Hours.automatic
  /// Distance of two rows of minutes, 1...30.
  public var minuteStep = 1
  /// Whether there is a column of seconds.
  public var showsSeconds = false
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<ClockTime>?

  /// Creates a picker at midnight.
  public init() {}

  /// Creates a picker. `label` is the name for screen readers.
  public init(_ time: ClockTime, label: String? = nil) { (self.time, spokenLabel) = (time, label) }

  /// Creates a picker that follows a time of the program and changes it.
  public init(_ time: Binding<ClockTime>, label: String? = nil) {
    self.init(time.wrappedValue, label: label)
    binding = time
  }

  public static var attributes: [NodeAttribute<TimePicker>] {
    [
      NodeAttribute(
        "value", \.time, kind: .text, affects: .display, help: "The time, such as 07:30 or 07:30:15.",
        get: { .text($0.time.description) },
        set: { picker, new in
          guard let time = new.text.flatMap(ClockTime.init) else {
            throw AttributeError(attribute: "value", reason: "must be a time such as 07:30 or 07:30:15, got `\(new.text ?? "")`")
          }
          picker.time = time
        }),
      .choice("hours", \.hours, help: "Hours of a day: auto (by the locale), h12 or h24."),
      .integer("minuteStep", \.minuteStep, in: 1...30, affects: .display, help: "Distance of two rows of minutes."),
      .boolean("showsSeconds", \.showsSeconds, help: "Whether there is a column of seconds."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .text, sets: "value", help: "The user selected a time; the time.") { .text($0.description) }]
  }

  private enum Part: Sendable { case hour, minute, second, half }

  private func isTwelve(_ locale: DateLocale) -> Bool { hours == .automatic ? locale.hasTwelveHours : hours == .twelve }

  private func parts(_ environment: EnvironmentValues) -> [Part] {
    let locale = DateLocale(environment.locale)
    let clock: [Part] = showsSeconds ? [.hour, .minute, .second] : [.hour, .minute]
    guard isTwelve(locale) else { return clock }
    return ["zh", "ja", "ko"].contains(locale.language) ? [.half] + clock : clock + [.half]
  }

  private var step: Int { min(30, max(1, minuteStep)) }

  public func columns(in environment: EnvironmentValues) -> [RollerColumn] {
    let locale = DateLocale(environment.locale)
    return parts(environment).map { part in
      switch part {
      case .hour:
        if isTwelve(locale) {
          return RollerColumn(.words(["12"] + (1...11).map(String.init)), index: time.hour % 12, wraps: true, name: environment.word(.hour))
        }
        return RollerColumn(.numbers(first: 0, step: 1, count: 24, digits: 2), index: time.hour, wraps: true, name: environment.word(.hour))
      case .minute:
        let count = (59 / step) + 1
        return RollerColumn(
          .numbers(first: 0, step: step, count: count, digits: 2), index: time.minute / step, wraps: true, separator: ":",
          name: environment.word(.minute))
      case .second:
        return RollerColumn(
          .numbers(first: 0, step: 1, count: 60, digits: 2), index: time.second, wraps: true, separator: ":",
          name: environment.word(.second))
      case .half: return RollerColumn(.words(locale.words.halves), index: time.hour < 12 ? 0 : 1, name: environment.word(.halfOfDay))
      }
    }
  }

  public func words(in environment: EnvironmentValues) -> String {
    let locale = DateLocale(environment.locale)
    return locale.text(time, hasTwelveHours: isTwelve(locale), showsSeconds: showsSeconds)
  }

  public static func choose(row: Int, ofColumn column: Int, _ node: Node<TimePicker>) {
    let (value, environment) = (node.value, node.environmentValues)
    let parts = value.parts(environment)
    guard parts.indices.contains(column) else { return }
    let time = value.time
    let chosen: ClockTime
    switch parts[column] {
    case .hour:
      let hour = value.isTwelve(DateLocale(environment.locale)) ? row + (time.hour < 12 ? 0 : 12) : row
      chosen = ClockTime(hour: hour, minute: time.minute, second: time.second)
    case .minute: chosen = ClockTime(hour: time.hour, minute: row * value.step, second: time.second)
    case .second: chosen = ClockTime(hour: time.hour, minute: time.minute, second: row)
    case .half: chosen = ClockTime(hour: time.hour % 12 + 12 * row, minute: time.minute, second: time.second)
    }
    node.update { $0.time = chosen }
    node.value.binding?.wrappedValue = chosen
    node.send(change, chosen)
  }
}

/// Node of a time in rollers.
public typealias TimePickerNode = Node<TimePicker>

extension Node where Value == TimePicker {
  /// Creates a picker that follows a time of the program and changes it. Any thread.
  public convenience init(_ time: Binding<ClockTime>, label: String? = nil) {
    self.init(TimePicker(time, label: label))
    bind(\.time) { time.wrappedValue }
  }

  /// Calls `perform` with the time that the user chooses. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (ClockTime) -> Void) -> HandlerToken { on(TimePicker.change, perform: perform) }
}
