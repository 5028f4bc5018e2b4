/// Date and time of day in the Gregorian calendar, with or without a time zone.
public struct CivilDate: Sendable, Hashable, CustomStringConvertible {
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int
  public let hour: Int
  public let minute: Int
  public let second: Int
  public let millisecond: Int
  /// Minutes east of UTC; `nil` is a local time.
  public let offset: Int?

  /// Date from parts; `nil` if they are not a date.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0, offset: Int? = nil
  ) {
    guard (-271_821...275_760).contains(year), (1...12).contains(month), day >= 1, day <= CivilDate.days(month, year),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second), (0...999).contains(millisecond)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
    self.offset = offset
  }

  /// Date in UTC.
  ///
  /// - Parameter milliseconds: Since 1970; clamped to ±8.64·10^15, and not a number is 0.
  public init(milliseconds: Double) {
    let limited = milliseconds.isNaN ? 0 : min(max(milliseconds, -8.64e15), 8.64e15)
    self.init(wholeMilliseconds: Int(limited.rounded(.down)), offset: 0)
  }

  private init(wholeMilliseconds: Int, offset: Int?) {
    let days = wholeMilliseconds >= 0 ? wholeMilliseconds / 86_400_000 : -((86_399_999 - wholeMilliseconds) / 86_400_000)
    let rest = wholeMilliseconds - days * 86_400_000
    // Days to civil dates over eras of 400 years, years beginning in March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000
    self.offset = offset
  }

  /// Reads `2026-01-31`, `2026-01-31T15:04:06`, with a fraction and `Z` or `+02:00`.
  public init?(iso text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes.count <= 40 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[start..<(start + count)] {
        guard byte >= 48, byte <= 57 else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    func has(_ index: Int, _ character: Character) -> Bool { index < bytes.count && bytes[index] == character.asciiValue }
    guard let year = number(0, 4), has(4, "-"), let month = number(5, 2), has(7, "-"), let day = number(8, 2) else { return nil }
    if bytes.count == 10 {
      self.init(year: year, month: month, day: day)
      return
    }
    guard has(10, "T") || has(10, " "), let hour = number(11, 2), has(13, ":"), let minute = number(14, 2) else { return nil }
    var index = 16
    var second = 0
    var millisecond = 0
    if has(index, ":") {
      guard let value = number(index + 1, 2) else { return nil }
      second = value
      index += 3
      if has(index, ".") {
        var digits = bytes[(index + 1)...].prefix { $0 >= 48 && $0 <= 57 }
        guard !digits.isEmpty, digits.count <= 9 else { return nil }
        index += 1 + digits.count
        digits = digits.prefix(3)
        millisecond = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        for _ in digits.count..<3 { millisecond *= 10 }
      }
    }
    var offset: Int?
    if index < bytes.count {
      guard let value = CivilDate.offset(String(decoding: bytes[index...], as: UTF8.self)) else { return nil }
      offset = value
    }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond, offset: offset)
  }

  /// Minutes of `Z`, `UTC` or `+02:00`.
  static func offset(_ text: String) -> Int? {
    if ["Z", "UTC", "GMT", "Etc/UTC"].contains(text) { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = text.first, sign == "+" || sign == "-", (1...2).contains(parts.count), parts.allSatisfy({ $0.count == 2 }),
      let hours = NumberOptions.count(String(parts[0].drop { $0 == "0" }).isEmpty ? "0" : String(parts[0].drop { $0 == "0" })), hours < 24
    else { return nil }
    let text = parts.count == 2 ? String(parts[1].drop { $0 == "0" }) : "0"
    guard let minutes = NumberOptions.count(text.isEmpty ? "0" : text), minutes < 60 else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
  }

  /// Returns the date in another zone: `UTC`, `+02:00`, `Europe/Zurich`, or `input` for its own; nil for an unknown zone. A local time stays.
  ///
  /// Names are those of the time zone database, read from the folder of `TZDIR` or `/usr/share/zoneinfo`. Reads a file at the first use of a name.
  public func inZone(_ name: String) -> CivilDate? {
    if name == "input" { return self }
    let target: Int
    if let fixed = CivilDate.offset(name) {
      target = fixed
    } else if let zone = TimeZoneFile.named(name) {
      guard let offset else { return self }
      let time = (Double(milliseconds(offset: offset)) / 1000).rounded(.down)
      // Offsets before the 20th century have seconds.
      target = Int((Double(zone.offset(at: Int(time))) / 60).rounded())
    } else {
      return nil
    }
    guard let offset, offset != target else { return self }
    return CivilDate(wholeMilliseconds: milliseconds(offset: offset) + target * 60_000, offset: target)
  }

  private func milliseconds(offset: Int) -> Int {
    (daysSince1970 * 86_400_000) + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millisecond
  }

  /// Days since 1970-01-01.
  var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Year, month and day in the Persian calendar, with leap years in a cycle of 33 years.
  var persian: (year: Int, month: Int, day: Int) {
    // Days since the first day of year 1.
    let days = daysSince1970 + 2_440_588 - 1_948_320
    func start(_ year: Int) -> Int { 365 * (year - 1) + Int((Double(8 * year + 21) / 33).rounded(.down)) }
    var year = 1 + Int((Double(33 * days + 3) / 12_053).rounded(.down))
    while start(year) > days { year -= 1 }
    while start(year + 1) <= days { year += 1 }
    let dayOfYear = days - start(year)
    let month = dayOfYear < 216 ? dayOfYear / 31 : (dayOfYear - 6) / 30
    return (year, month + 1, dayOfYear - (month <= 6 ? month * 31 : month * 30 + 6) + 1)
  }

  /// 0 is Sunday.
  var weekday: Int { ((daysSince1970 + 4) % 7 + 7) % 7 }

  private static func days(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public var description: String {
    func padded(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let zone = offset.map { $0 == 0 ? "Z" : ($0 < 0 ? "-" : "+") + padded(abs($0) / 60, 2) + ":" + padded(abs($0) % 60, 2) } ?? ""
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))\(zone)"
  }
}
