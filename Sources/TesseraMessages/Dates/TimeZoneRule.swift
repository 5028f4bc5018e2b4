/// Offsets by a yearly rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`. A value.
///
/// Source: POSIX, the variable `TZ`, with the hours from -167 to 167 of RFC 9636.
struct TimeZoneRule: Sendable, Equatable {
  /// Day and time of a change, in the offset before it.
  struct Change: Sendable, Equatable {
    enum Day: Sendable, Equatable {
      /// Day of the year from 1 on without 29 February, or from 0 on with it.
      case julian(Int), ordinal(Int)
      /// Weekday (0: Sunday) in a week (5: the last one) of a month.
      case weekday(month: Int, week: Int, day: Int)
    }
    var day: Day
    /// Seconds after midnight.
    var time = 7200
  }

  /// Offsets, seconds east of UTC.
  private var (standard, summer) = (0, 0)
  /// Begin and end of summer time; nil: there is none.
  private var changes: (begin: Change, end: Change)?

  static func == (a: TimeZoneRule, b: TimeZoneRule) -> Bool {
    a.standard == b.standard && a.summer == b.summer && a.changes?.begin == b.changes?.begin && a.changes?.end == b.changes?.end
  }

  /// Reads a rule; nil if it is not valid.
  init?(_ text: some Collection<UInt8>) {
    var reader = Reader(rest: Array(text)[...])
    guard reader.rest.count <= 128, reader.skipName(), let west = reader.time() else { return nil }
    standard = -west
    summer = standard + 3600
    if reader.rest.isEmpty { return }
    guard reader.skipName() else { return nil }
    if let sign = reader.rest.first, sign != UInt8(ascii: ",") {
      guard let west = reader.time() else { return nil }
      summer = -west
    }
    guard let begin = reader.change(), let end = reader.change(), reader.rest.isEmpty else { return nil }
    changes = (begin, end)
  }

  /// Returns the offset at a time, seconds east of UTC.
  /// - Parameter time: Seconds since 1970.
  func offset(at time: Int) -> Int {
    guard let changes else { return standard }
    let year = CivilDate(milliseconds: Double(time + standard) * 1000).year
    let begin = Self.seconds(changes.begin, year) - standard
    let end = Self.seconds(changes.end, year) - summer
    let isSummer = begin < end ? time >= begin && time < end : time >= begin || time < end
    return isSummer ? summer : standard
  }

  /// Returns the local time of a change, seconds since 1970.
  private static func seconds(_ change: Change, _ year: Int) -> Int {
    func days(_ month: Int, _ day: Int) -> Int { CivilDate(year: year, month: month, day: day)?.daysSince1970 ?? 0 }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let day: Int
    switch change.day {
    case .julian(let number): day = days(1, 1) + number - (isLeap && number > 59 ? 0 : 1)
    case .ordinal(let number): day = days(1, 1) + number
    case .weekday(let month, let week, let weekday):
      let first = days(month, 1)
      // 1 January 1970 was a Thursday.
      let place = (weekday - (first + 4) % 7 + 14) % 7
      let next = month == 12 ? days(12, 31) + 1 : days(month + 1, 1)
      var wanted = first + place + (week - 1) * 7
      while wanted >= next { wanted -= 7 }
      day = wanted
    }
    return day * 86_400 + change.time
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func consume(_ sign: Character) -> Bool {
      guard rest.first == sign.asciiValue else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// Skips `CET` or `<+05>`.
    mutating func skipName() -> Bool {
      if consume("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let letters = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
      rest = rest.dropFirst(letters.count)
      return letters.count >= 3
    }

    mutating func number(_ limit: Int) -> Int? {
      let digits = rest.prefix { $0 >= 48 && $0 <= 57 }
      guard (1...3).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      let value = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
      return value <= limit ? value : nil
    }

    /// Reads `-1`, `5:45` or `2:00:00` as seconds.
    mutating func time() -> Int? {
      let isNegative = consume("-")
      if !isNegative { _ = consume("+") }
      guard let hours = number(167) else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] {
        guard consume(":") else { break }
        guard let value = number(59) else { return nil }
        seconds += value * unit
      }
      return isNegative ? -seconds : seconds
    }

    /// Reads `,M3.5.0/2`, `,J60` or `,59`.
    mutating func change() -> Change? {
      guard consume(",") else { return nil }
      var change: Change
      if consume("M") {
        guard let month = number(12), month > 0, consume("."), let week = number(5), week > 0, consume("."), let day = number(6) else {
          return nil
        }
        change = Change(day: .weekday(month: month, week: week, day: day))
      } else if consume("J") {
        guard let day = number(365), day > 0 else { return nil }
        change = Change(day: .julian(day))
      } else {
        guard let day = number(365) else { return nil }
        change = Change(day: .ordinal(day))
      }
      if consume("/") {
        guard let time = time() else { return nil }
        change.time = time
      }
      return change
    }
  }
}
