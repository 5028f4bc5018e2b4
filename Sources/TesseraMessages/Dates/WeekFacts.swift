/// Habits of a locale: first day of the week, hours, digits, direction.
public struct WeekFacts: Sendable, Equatable {
  /// 1 is Monday, 7 is Sunday.
  public let firstDay: Int
  /// `h11`, `h12`, `h23` or `h24`.
  public let hourCycle: DateOptions.HourCycle
  /// `latn`, `arab` and so on.
  public let numberingSystem: String
  public let isRightToLeft: Bool

  /// - Parameter locale: Language tag. Without a region, the likely one is used.
  public init(locale: String) {
    let tag = LocaleTag(locale)
    let data = LocaleLibrary.data(tag)
    firstDay = WeekFacts.firstDay(data)
    switch tag.keywords["hc"].flatMap(DateOptions.HourCycle.init(rawValue:)) {
    case let cycle?: hourCycle = cycle
    case nil:
      switch WeekFacts.preferredHour(data) {
      case "K": hourCycle = .h11
      case "h": hourCycle = .h12
      case "k": hourCycle = .h24
      default: hourCycle = .h23
      }
    }
    numberingSystem = tag.keywords["nu"] ?? data["ns"] ?? "latn"
    isRightToLeft = data.isRightToLeft
  }

  static func firstDay(_ data: LocaleData) -> Int {
    data.global("wk/" + data.region).flatMap { Int($0) } ?? 1
  }

  /// Letter of the usual hours.
  static func preferredHour(_ data: LocaleData) -> Character {
    let letters = hourLetters(data)
    // The short time of the language, if the region allows its hours.
    if let short = data.fields("tf")?.last {
      for case .field(let letter, _) in DatePattern(String(short)).items where "hHkK".contains(letter) && letters.contains(letter) {
        return letter
      }
    }
    return letters.first ?? "H"
  }

  /// The usual letter, then the allowed ones.
  static func hourLetters(_ data: LocaleData) -> String {
    let region = data.region
    let text = data.global("hc/\(data.tag.language)-\(region)") ?? data.global("hc/" + region) ?? data.global("hc/001") ?? "H"
    return text.filter { $0 != "\u{1F}" && $0 != " " }
  }
}
