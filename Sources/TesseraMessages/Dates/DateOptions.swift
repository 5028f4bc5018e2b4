/// Options of a date format, with the names and meanings of `Intl.DateTimeFormat` in ECMA-402.
public struct DateOptions: Sendable, Hashable {
  public enum Style: String, Sendable, CaseIterable { case full, long, medium, short }
  public enum Number: String, Sendable, CaseIterable {
    case numeric
    case twoDigit = "2-digit"
  }
  public enum Name: String, Sendable, CaseIterable { case long, short, narrow }
  public enum Month: String, Sendable, CaseIterable {
    case numeric
    case twoDigit = "2-digit"
    case long, short, narrow
  }
  public enum HourCycle: String, Sendable, CaseIterable { case h11, h12, h23, h24 }

  /// Style of the date; with it and `timeStyle` the fields below are not used.
  public var dateStyle: Style?
  public var timeStyle: Style?
  public var weekday: Name?
  public var era: Name?
  public var year: Number?
  public var month: Month?
  public var day: Number?
  public var dayPeriod: Name?
  public var hour: Number?
  public var minute: Number?
  public var second: Number?
  /// 1 to 3.
  public var fractionalSecondDigits: Int?
  /// Whether hours are 1 to 12; `nil` is the locale's habit.
  public var hour12: Bool?
  public var hourCycle: HourCycle?
  /// Numbering system; `nil` is that of the locale.
  public var numberingSystem: String?

  public init() {}

  /// Date and time of medium length.
  static let standard: DateOptions = {
    var options = DateOptions()
    options.year = .numeric
    options.month = .short
    options.day = .numeric
    options.hour = .numeric
    options.minute = .twoDigit
    return options
  }()

  /// Sets an option by its name.
  ///
  /// - Returns: Whether name and value are valid.
  public mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "dateStyle": assign(&dateStyle, value)
    case "timeStyle": assign(&timeStyle, value)
    case "weekday": assign(&weekday, value)
    case "era": assign(&era, value)
    case "year": assign(&year, value)
    case "month": assign(&month, value)
    case "day": assign(&day, value)
    case "dayPeriod": assign(&dayPeriod, value)
    case "hour": assign(&hour, value)
    case "minute": assign(&minute, value)
    case "second": assign(&second, value)
    case "hourCycle": assign(&hourCycle, value)
    case "hour12": setHour12(value)
    case "numberingSystem": setNumberingSystem(value)
    case "fractionalSecondDigits": setFraction(value)
    default: false
    }
  }

  private func assign<Value: RawRepresentable<String>>(_ target: inout Value?, _ text: String) -> Bool {
    guard let value = Value(rawValue: text) else { return false }
    target = value
    return true
  }

  private mutating func setHour12(_ value: String) -> Bool {
    guard value == "true" || value == "false" else { return false }
    hour12 = value == "true"
    return true
  }

  private mutating func setNumberingSystem(_ value: String) -> Bool {
    guard NumberingSystem.digits(of: value) != nil else { return false }
    numberingSystem = value
    return true
  }

  private mutating func setFraction(_ value: String) -> Bool {
    guard let count = Int(value), (1...3).contains(count) else { return false }
    fractionalSecondDigits = count
    return true
  }
}
