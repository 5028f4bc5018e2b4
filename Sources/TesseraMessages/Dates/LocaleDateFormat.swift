/// Format of dates in a language, as `Intl.DateTimeFormat` of ECMA-402.
///
/// The calendar is that of the locale: Persian, Buddhist or Gregorian.
///
/// A value; any thread may use it. Making one searches the pattern; keep it for many dates.
public struct LocaleDateFormat: Sendable {
  public let options: DateOptions
  let data: LocaleData
  let pattern: DatePattern
  private let symbols: NumberSymbols

  /// - Parameters:
  ///   - locale: Language tag. The extensions `-u-nu-…` and `-u-hc-…` select digits and hours.
  ///   - options: Styles or fields. Without any, the date is numeric.
  public init(locale: String, options: DateOptions) {
    let tag = LocaleTag(locale)
    var options = options
    if options.hourCycle == nil, let cycle = tag.keywords["hc"] { _ = options.set("hourCycle", to: cycle) }
    if options.numberingSystem == nil, let system = tag.keywords["nu"] { _ = options.set("numberingSystem", to: system) }
    self.init(LocaleLibrary.data(tag), options)
  }

  init(_ data: LocaleData, _ options: DateOptions) {
    self.options = options
    self.data = data
    symbols = NumberSymbols(data, system: options.numberingSystem ?? data["ns"] ?? "latn")
    pattern = LocaleDateFormat.pattern(data, options)
  }

  /// Text of a date.
  public func format(_ date: CivilDate) -> String { parts(date).reduce(into: "") { $0 += $1.value } }

  /// Text of a date, in parts.
  public func parts(_ date: CivilDate) -> [LocaleNumberFormat.Part] { parts(date, pattern) }

  func parts(_ date: CivilDate, _ pattern: DatePattern) -> [LocaleNumberFormat.Part] {
    pattern.items.map { item in
      switch item {
      case .literal(let text): .init("literal", text)
      case .field(let letter, let count): part(letter, count, date)
      }
    }
  }

  // MARK: Pattern

  private static func pattern(_ data: LocaleData, _ options: DateOptions) -> DatePattern {
    let patterns = DatePatterns(data)
    if options.dateStyle != nil || options.timeStyle != nil {
      let date = options.dateStyle.map { DatePattern(style("df", $0, data)) }
      let time = options.timeStyle.map { timePattern(data, options, $0, patterns) }
      if let date, let time, let dateStyle = options.dateStyle {
        return patterns.glued(date, time, style: index(dateStyle), isAt: true)
      }
      return date ?? time ?? DatePattern(items: [])
    }
    return patterns.pattern(skeleton(data, options))
  }

  private static func index(_ style: DateOptions.Style) -> Int { DateOptions.Style.allCases.firstIndex(of: style) ?? 0 }

  private static func style(_ key: String, _ style: DateOptions.Style, _ data: LocaleData) -> String {
    let fields = (key == "df" ? data.dateStyles : data.fields(key)) ?? []
    let index = index(style)
    if index < fields.count { return String(fields[index]) }
    return key == "df" ? "y-MM-dd" : "HH:mm:ss"
  }

  private static func timePattern(
    _ data: LocaleData, _ options: DateOptions, _ style: DateOptions.Style, _ patterns: DatePatterns
  ) -> DatePattern {
    let pattern = DatePattern(self.style("tf", style, data))
    guard options.hour12 != nil || options.hourCycle != nil else { return pattern }
    var skeleton = DateSkeleton()
    skeleton.set(.hour, hourLetter(data, options), 1)
    skeleton.set(.minute, "m", 2)
    if style != .short { skeleton.set(.second, "s", 2) }
    if style == .full || style == .long { skeleton.set(.zone, "z", style == .full ? 4 : 1) }
    skeleton.addDayPeriod()
    return patterns.pattern(skeleton)
  }

  /// `h`, `H`, `K` or `k`.
  static func hourLetter(_ data: LocaleData, _ options: DateOptions) -> Character {
    if let is12 = options.hour12 {
      if is12 { return WeekFacts.hourLetters(data).contains("K") && WeekFacts.hourLetters(data).first == "K" ? "K" : "h" }
      return "H"
    }
    switch options.hourCycle {
    case .h11: return "K"
    case .h12: return "h"
    case .h23: return "H"
    case .h24: return "k"
    case nil: return WeekFacts.preferredHour(data)
    }
  }

  /// Fields of a format for ranges: those of its pattern.
  static func rangeSkeleton(_ data: LocaleData, _ options: DateOptions) -> DateSkeleton {
    var skeleton = DateSkeleton()
    for case .field(let letter, let count) in Self.pattern(data, options).items {
      if let field = DateSkeleton.field(letter) { skeleton.set(field, letter, count) }
    }
    skeleton.addDayPeriod()
    return skeleton
  }

  private static func skeleton(_ data: LocaleData, _ options: DateOptions) -> DateSkeleton {
    var skeleton = DateSkeleton()
    func width(_ name: DateOptions.Name) -> Int { name == .long ? 4 : name == .short ? 3 : 5 }
    func width(_ number: DateOptions.Number) -> Int { number == .numeric ? 1 : 2 }
    if let era = options.era { skeleton.set(.era, "G", width(era) == 3 ? 1 : width(era)) }
    if let year = options.year { skeleton.set(.year, "y", width(year)) }
    if let month = options.month {
      let widths: [DateOptions.Month: Int] = [.numeric: 1, .twoDigit: 2, .short: 3, .long: 4, .narrow: 5]
      skeleton.set(.month, "M", widths[month] ?? 1)
    }
    if let weekday = options.weekday { skeleton.set(.weekday, "E", width(weekday)) }
    if let day = options.day { skeleton.set(.day, "d", width(day)) }
    if let hour = options.hour {
      skeleton.set(.hour, hourLetter(data, options), width(hour))
      if let period = options.dayPeriod { skeleton.set(.dayPeriod, "B", width(period) == 3 ? 1 : width(period)) }
    }
    if let minute = options.minute { skeleton.set(.minute, "m", width(minute)) }
    if let second = options.second { skeleton.set(.second, "s", width(second)) }
    if let digits = options.fractionalSecondDigits { skeleton.set(.fraction, "S", digits) }
    if skeleton.isEmpty {
      skeleton.set(.year, "y", 1)
      skeleton.set(.month, "M", 1)
      skeleton.set(.day, "d", 1)
    }
    skeleton.addDayPeriod()
    return skeleton
  }

  // MARK: Fields

  /// Year, month, day and era in the locale's calendar.
  func calendarDate(_ date: CivilDate) -> (year: Int, month: Int, day: Int, era: String) {
    switch data.calendar {
    case "persian":
      let persian = date.persian
      return (persian.year, persian.month, persian.day, "c.")
    case "buddhist": return (date.year + 543, date.month, date.day, "c.")
    default: return (date.year, date.month, date.day, "")
    }
  }

  private func part(_ letter: Character, _ count: Int, _ date: CivilDate) -> LocaleNumberFormat.Part {
    switch letter {
    case "G", "y", "Y", "u", "Q", "q", "M", "L", "d": datePart(letter, count, date)
    case "E", "e", "c": .init("weekday", weekday(letter, count, date))
    case "a": .init("dayPeriod", dayPeriod(date.hour < 12 ? "am" : "pm", count) ?? (date.hour < 12 ? "AM" : "PM"))
    case "b", "B": .init("dayPeriod", flexiblePeriod(date, count, isFlexible: letter == "B"))
    case "h": .init("hour", number((date.hour + 11) % 12 + 1, count))
    case "H": .init("hour", number(date.hour, count))
    case "K": .init("hour", number(date.hour % 12, count))
    case "k": .init("hour", number((date.hour + 23) % 24 + 1, count))
    case "m": .init("minute", number(date.minute, count))
    case "s": .init("second", number(date.second, count))
    case "S":
      .init("fractionalSecond", String(number(date.millisecond, 3).prefix(min(3, count))))
    case "z", "v", "O", "Z", "V", "x", "X": .init("timeZoneName", zone(date))
    default: .init("literal", "")
    }
  }

  private func datePart(_ letter: Character, _ count: Int, _ date: CivilDate) -> LocaleNumberFormat.Part {
    let value = calendarDate(date)
    switch letter {
    case "G":
      let index = value.era.isEmpty && value.year > 0 ? 1 : 0
      return .init("era", name(value.era + "era", "", count, index) ?? (index == 1 ? "CE" : "BCE"))
    case "Q", "q": return .init("quarter", month("qtr", letter == "q", count, (date.month + 2) / 3))
    case "M", "L": return .init("month", month(value.era + "mon", letter == "L", count, value.month))
    case "d": return .init("day", number(value.day, count))
    default: return .init("year", year(value.year > 0 || letter == "u" ? value.year : 1 - value.year, count))
    }
  }

  private func number(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return symbols.localized(String(repeating: "0", count: max(0, min(count, 20) - text.utf8.count)) + text)
  }

  private func year(_ value: Int, _ count: Int) -> String {
    count == 2 ? number(((value % 100) + 100) % 100, 2) : number(value, count)
  }

  private func month(_ key: String, _ isStandalone: Bool, _ count: Int, _ value: Int) -> String {
    if count <= 2 { return number(value, count) }
    return name(key, isStandalone ? "s/" : "f/", count, value - 1) ?? number(value, 1)
  }

  private func weekday(_ letter: Character, _ count: Int, _ date: CivilDate) -> String {
    if letter != "E", count <= 2 {
      let first = WeekFacts.firstDay(data) % 7
      return number((date.weekday - first + 7) % 7 + 1, count)
    }
    return name("day", letter == "c" ? "s/" : "f/", count, date.weekday) ?? number(date.weekday, 1)
  }

  private func name(_ key: String, _ context: String, _ count: Int, _ index: Int) -> String? {
    let width = count == 4 ? "w" : count == 5 ? "n" : "a"
    guard let fields = data.fields("\(key)/\(context)\(width)"), index < fields.count, index >= 0 else { return nil }
    return String(fields[index])
  }

  private func dayPeriod(_ period: String, _ count: Int) -> String? {
    let widths = count == 4 ? ["w", "a"] : count == 5 ? ["n", "a"] : ["a", "w"]
    for width in widths {
      if let text = data.record("dp/f/\(width)")?[period] { return text }
    }
    return nil
  }

  private func flexiblePeriod(_ date: CivilDate, _ count: Int, isFlexible: Bool) -> String {
    let isExact = date.minute == 0 && date.second == 0
    if isExact, date.hour == 12, let text = dayPeriod("noon", count) { return text }
    if isExact, date.hour == 0, !isFlexible, let text = dayPeriod("midnight", count) { return text }
    if isFlexible, let rules = data.fields("dpr") {
      for rule in rules {
        let parts = rule.split(separator: "=")
        let hours = parts.last?.split(separator: "-").compactMap { Int($0) } ?? []
        guard parts.count == 2, hours.count == 2, let low = hours.first, let high = hours.last else { continue }
        let isInside = low < high ? (low..<high).contains(date.hour) : date.hour >= low || date.hour < high
        if isInside, let text = dayPeriod(String(parts[0]), count) { return text }
      }
    }
    return dayPeriod(date.hour < 12 ? "am" : "pm", count) ?? (date.hour < 12 ? "AM" : "PM")
  }

  private func zone(_ date: CivilDate) -> String {
    guard let offset = date.offset, offset != 0 else { return "UTC" }
    let minutes = abs(offset) % 60
    let hours = number(abs(offset) / 60, 1)
    return "GMT" + (offset < 0 ? "-" : "+") + hours + (minutes == 0 ? "" : ":" + number(minutes, 2))
  }
}
