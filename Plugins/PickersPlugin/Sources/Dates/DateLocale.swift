/// Order of dates, hours, first day of the week and words of a language and a region. A value; any thread.
///
/// Data of CLDR for the languages in `DateWords`; other languages have English words.
struct DateLocale: Sendable, Hashable {
  let language: String
  let region: String

  /// Creates a locale from a BCP 47 tag, such as `de-AT`. An empty tag has the words of English and the forms of ISO regions: day, month,
  /// year, 24 hours, Monday.
  init(_ tag: String) {
    let parts = tag.split { $0 == "-" || $0 == "_" }
    language = parts.first.map { $0.lowercased() } ?? ""
    let region = parts.dropFirst().first { $0.utf8.count == 2 }.map { $0.uppercased() }
    self.region = region ?? Self.likelyRegions[language] ?? ""
  }

  private static let likelyRegions = [
    "en": "US", "ar": "EG", "hi": "IN", "ko": "KR", "ja": "JP", "zh": "CN", "pt": "BR", "he": "IL", "fa": "IR", "th": "TH",
  ]

  /// Part of a date.
  enum Part: Sendable, Hashable { case year, month, day }

  /// Parts of a date in reading order.
  var order: [Part] {
    if ["zh", "ja", "ko", "hu", "lt", "mn"].contains(language) { return [.year, .month, .day] }
    if language == "en", region == "CA" { return [.year, .month, .day] }
    if language == "en" || language == "es", ["US", "PH", "PR", "GU"].contains(region) { return [.month, .day, .year] }
    return [.day, .month, .year]
  }

  /// Whether a day has twice 12 hours, with words for morning and afternoon.
  var hasTwelveHours: Bool {
    if language == "fr", region == "CA" { return false }
    return Self.twelveHourRegions.contains(region)
  }

  private static let twelveHourRegions: Set<String> = [
    "US", "CA", "AU", "NZ", "IN", "PK", "BD", "PH", "EG", "SA", "AE", "JO", "KW", "QA", "BH", "OM", "IQ", "SY", "LB", "YE", "SD", "LY",
    "MA", "DZ", "TN", "CO", "VE", "DO", "PA", "PR", "KR", "TW", "HK", "SG", "MY", "LK", "NP", "ET", "KE", "GH", "NG", "JM", "TT", "FJ",
  ]

  /// First day of the week: 1 is Monday, 6 Saturday, 7 Sunday.
  var firstWeekday: Int { Self.sundayRegions.contains(region) ? 7 : Self.saturdayRegions.contains(region) ? 6 : 1 }

  private static let sundayRegions: Set<String> = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK", "HN", "ID", "IL", "IN", "JM", "JP",
    "KE",
    "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY", "SA", "SG", "SV", "TH",
    "TT",
    "TW", "US", "VE", "WS", "YE", "ZA", "ZW",
  ]
  private static let saturdayRegions: Set<String> = ["AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY"]

  var words: DateWords { DateWords.of(language) }

  /// Returns a date for people, such as `28 November 2026`.
  func text(_ date: CalendarDate) -> String {
    let name = words.months[date.month - 1]
    switch order {
    case [.month, .day, .year]: return "\(name) \(date.day), \(date.year)"
    case [.year, .month, .day]:
      if ["zh", "ja"].contains(language) { return "\(date.year)年\(date.month)月\(date.day)日" }
      if language == "ko" { return "\(date.year)년 \(date.month)월 \(date.day)일" }
      return "\(date.year) \(name) \(date.day)"
    default: return "\(date.day) \(name) \(date.year)"
    }
  }

  /// Returns a month with its year, such as `November 2026`.
  func monthText(_ date: CalendarDate) -> String {
    if ["zh", "ja"].contains(language) { return "\(date.year)年\(date.month)月" }
    if language == "ko" { return "\(date.year)년 \(date.month)월" }
    return order.first == .year ? "\(date.year) \(words.months[date.month - 1])" : "\(words.months[date.month - 1]) \(date.year)"
  }

  /// Returns a time for people, such as `7:30 AM` or `07:30`.
  func text(_ time: ClockTime, hasTwelveHours: Bool, showsSeconds: Bool) -> String {
    let hour = hasTwelveHours ? String((time.hour + 11) % 12 + 1) : padded(time.hour, 2)
    let clock = hour + ":" + padded(time.minute, 2) + (showsSeconds ? ":" + padded(time.second, 2) : "")
    return hasTwelveHours ? clock + "\u{a0}" + words.halves[time.hour < 12 ? 0 : 1] : clock
  }
}
