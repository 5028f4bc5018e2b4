/// Dates in HTTP headers (RFC 9110, 5.6.7).
enum HTTPDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Parses any of the three forms. Returns seconds since 1970, or nil if the text has none of them.
  static func parse(_ text: String) -> Double? {
    // Sun, 06 Nov 1994 08:49:37 GMT   |   Sunday, 06-Nov-94 08:49:37 GMT   |   Sun Nov  6 08:49:37 1994
    let words = text.lowercased().split { " ,-".contains($0) }
    guard words.count >= 5 else { return nil }
    let isOldForm = words[1].first?.isLetter ?? false
    let (dayWord, monthWord, yearWord, timeWord) =
      isOldForm ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
    guard let day = Int(dayWord), (1...31).contains(day), let month = months.firstIndex(of: String(monthWord)), var year = Int(yearWord)
    else { return nil }
    if yearWord.count == 2 { year += year < 70 ? 2000 : 1900 }
    let time = timeWord.split(separator: ":").compactMap { Int($0) }
    guard (1600...9999).contains(year), time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
    else { return nil }
    return Double(days(year, month + 1, day) * 86400 + time[0] * 3600 + time[1] * 60 + time[2])
  }

  /// Days from 1970-01-01 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Count years from March, so that the leap day is the last day of a year.
    let y = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let (era, yearOfEra) = (y / 400, y % 400)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
