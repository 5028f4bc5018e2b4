@testable import PickersPlugin
import Testing

@Suite struct CalendarDateTests {
  /// Days whose weekday and number since 1970 are known.
  @Test(arguments: [
    ("1970-01-01", 0, 4), ("2000-01-01", 10_957, 6), ("2000-02-29", 11_016, 2), ("1969-07-20", -165, 7), ("1900-01-01", -25_567, 1),
    ("1582-10-15", -141_427, 5), ("2026-11-28", 20_785, 6), ("2100-02-28", 47_540, 7), ("0001-01-01", -719_162, 1),
    ("9999-12-31", 2_932_896, 5),
  ]) func knownDays(text: String, number: Int, weekday: Int) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.dayNumber == number && date.weekday == weekday)
    #expect(CalendarDate(dayNumber: number) == date && date.description == text)
  }

  @Test(arguments: [
    ("2026-01-01", 1), ("2021-01-03", 53), ("2020-12-31", 53), ("2024-12-30", 1), ("2026-11-28", 48), ("2008-12-29", 1), ("2010-01-03", 53),
  ]) func knownWeeks(text: String, week: Int) throws { #expect(try #require(CalendarDate(text)).week == week) }

  @Test(arguments: [
    "2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01", "26-01-01", "2026-1-1", "2026-01-01 ",
    "", "-", "2026-01-01-01", "２０２６-01-01", "+026-01-01", "2026/01/01",
  ]) func invalidDaysAreRefused(text: String) { #expect(CalendarDate(text) == nil) }

  /// Every day of four centuries follows the one before it.
  @Test func daysFollowEachOther() throws {
    var (year, month, day, weekday) = (1800, 1, 1, 3)
    for number in CalendarDate(clampingYear: 1800, month: 1, day: 1)
      .dayNumber..<CalendarDate(clampingYear: 2200, month: 1, day: 1).dayNumber
    {
      let date = CalendarDate(dayNumber: number)
      try #require(date.year == year && date.month == month && date.day == day && date.weekday == weekday && date.dayNumber == number)
      weekday = weekday % 7 + 1
      day += 1
      if day > CalendarDate.days(inMonth: month, of: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test func sumsStayInTheCalendar() {
    let day = CalendarDate(clampingYear: 2024, month: 1, day: 31)
    #expect(day.adding(months: 1).description == "2024-02-29" && day.adding(months: 13).description == "2025-02-28")
    #expect(day.adding(months: -2).description == "2023-11-30" && day.adding(days: 1).description == "2024-02-01")
    #expect(day.adding(days: .max) == .last && day.adding(days: .min) == .first)
    #expect(day.adding(months: .max).description == "9999-12-31" && day.adding(months: .min).year == 1)
    #expect(CalendarDate(clampingYear: .max, month: .min, day: .max).description == "9999-01-31")
  }

  @Test(arguments: [("07:30", 27_000), ("0:0", 0), ("23:59:59", 86_399), ("7:05", 25_500)]) func times(text: String, seconds: Int) throws {
    #expect(try #require(ClockTime(text)).seconds == seconds)
  }

  @Test(arguments: ["24:00", "7", "7:60", "07:30:60", "", ":", "7:3x", "1:2:3:4", "-1:00"]) func invalidTimesAreRefused(text: String) {
    #expect(ClockTime(text) == nil)
  }

  /// Forms of CLDR 44.
  @Test func localesDifferInOrderHoursAndWeeks() {
    func order(_ tag: String) -> [DateLocale.Part] { DateLocale(tag).order }
    #expect(order("de-AT") == [.day, .month, .year] && order("en-US") == [.month, .day, .year] && order("ja") == [.year, .month, .day])
    #expect(order("en-GB") == [.day, .month, .year] && order("hu-HU") == [.year, .month, .day])
    #expect(DateLocale("en-US").hasTwelveHours && DateLocale("en").hasTwelveHours && !DateLocale("en-GB").hasTwelveHours)
    #expect(!DateLocale("de").hasTwelveHours && DateLocale("ko").hasTwelveHours && !DateLocale("").hasTwelveHours)
    #expect(["de-DE", "en-US", "ar-EG", "pt-BR", "pt-PT", ""].map { DateLocale($0).firstWeekday } == [1, 7, 6, 7, 7, 1])
    #expect(DateLocale("de-DE").words.months[2] == "März" && DateLocale("xx").words.months[2] == "March")
    let date = CalendarDate(clampingYear: 2026, month: 11, day: 28)
    #expect(DateLocale("en-US").text(date) == "November 28, 2026" && DateLocale("ja").text(date) == "2026年11月28日")
  }

  @Test func allLanguagesHaveAllWords() {
    for tag in ["", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "tr", "ru", "uk", "ar", "he", "ja", "zh", "ko"]
    {
      let words = DateLocale(tag).words
      #expect(words.months.count == 12 && words.weekdays.count == 7 && words.shortWeekdays.count == 7 && words.halves.count == 2, "\(tag)")
    }
  }
}
