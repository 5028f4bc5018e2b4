/// Day of the proleptic Gregorian calendar, 1 January of year 1 to 31 December of year 9999. A value; any thread.
///
/// ```swift
/// CalendarDate("2026-11-28")?.weekday  // 6, a Saturday
/// ```
public struct CalendarDate: Sendable, Hashable, Comparable, CustomStringConvertible, LosslessStringConvertible {
  /// Year, 1...9999.
  public let year: Int
  /// Month, 1...12.
  public let month: Int
  /// Day of the month, 1...31.
  public let day: Int

  /// First and last day.
  public static let first = CalendarDate(unchecked: 1, 1, 1)
  public static let last = CalendarDate(unchecked: 9999, 12, 31)

  private init(unchecked year: Int, _ month: Int, _ day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// Creates a day. Returns nil if it does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
    self.init(unchecked: year, month, day)
  }

  /// Creates the nearest existing day: 31 April becomes 30 April.
  public init(clampingYear year: Int, month: Int, day: Int) {
    let (year, month) = (min(9999, max(1, year)), min(12, max(1, month)))
    self.init(unchecked: year, month, min(Self.days(inMonth: month, of: year), max(1, day)))
  }

  /// Creates a day from its ISO 8601 form, such as `2026-11-28`. Returns nil for other texts and for days that do not exist.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else { return nil }
    let numbers = parts.compactMap { part in
      part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    guard numbers.count == 3 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Creates the day with a number of days since 1 January 1970; days outside of the calendar become its first or last day. O(1).
  public init(dayNumber: Int) {
    // Years begin on 1 March, so that a leap day is the last day; 400 years have 146,097 days.
    let days = min(Self.last.dayNumber, max(Self.first.dayNumber, dayNumber)) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    self.init(unchecked: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// Number of days since 1 January 1970; negative before. O(1).
  public var dayNumber: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = (shiftedYear / 400, shiftedYear % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns whether a year has 366 days.
  public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Returns the number of days of a month, 1...12; 0 for other months.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// Day of the week: 1 is Monday, 7 is Sunday.
  public var weekday: Int {
    // 1 January of year 1 is a Monday.
    (dayNumber - Self.first.dayNumber) % 7 + 1
  }

  /// Number of the week by ISO 8601, 1...53.
  public var week: Int {
    // The week belongs to the year of its Thursday.
    let thursday = dayNumber - weekday + 4
    let year = CalendarDate(dayNumber: thursday).year
    return (thursday - CalendarDate(clampingYear: year, month: 1, day: 1).dayNumber) / 7 + 1
  }

  /// Returns the day after a number of days, inside the calendar.
  public func adding(days: Int) -> CalendarDate {
    let (sum, overflows) = dayNumber.addingReportingOverflow(days)
    return overflows ? (days < 0 ? .first : .last) : CalendarDate(dayNumber: sum)
  }

  /// Returns the same day of another month, or the last day of a shorter month; inside the calendar.
  public func adding(months: Int) -> CalendarDate {
    let at = year * 12 + month - 1
    let sum = min(9999 * 12 + 11, max(12, at + min(200_000, max(-200_000, months))))
    return CalendarDate(clampingYear: sum / 12, month: sum % 12 + 1, day: day)
  }

  /// First day of the month.
  public var startOfMonth: CalendarDate { CalendarDate(unchecked: year, month, 1) }

  public static func < (a: CalendarDate, b: CalendarDate) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }

  /// ISO 8601 form, such as `2026-11-28`.
  public var description: String { padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) }
}

/// Returns a number of at least 0 with leading zeros.
func padded(_ number: Int, _ count: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, min(19, max(0, count)) - digits.count)) + digits
}
