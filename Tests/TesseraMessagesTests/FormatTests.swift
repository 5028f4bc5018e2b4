import TesseraMessages
import Testing

/// Formats of a few languages; the rows of `tessera localize` judge many.
struct FormatTests {
  init() throws { try #require(LocaleLibrary.isAvailable) }

  private func plain(_ text: String) -> String {
    text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ").replacing("\u{2009}", with: " ")
  }

  private func number(_ value: Double, _ locale: String, _ options: [String: String] = [:]) -> String {
    var result = NumberOptions()
    for (name, value) in options where !result.set(name, to: value) { Issue.record("invalid option \(name)") }
    return plain(LocaleNumberFormat(locale: locale, options: result).format(value))
  }

  private func date(_ iso: String, _ locale: String, _ options: [String: String]) throws -> String {
    var result = DateOptions()
    for (name, value) in options where !result.set(name, to: value) { Issue.record("invalid option \(name)") }
    return plain(LocaleDateFormat(locale: locale, options: result).format(try #require(CivilDate(iso: iso))))
  }

  @Test func numbersFollowTheLanguage() {
    #expect(number(1234567.891, "en") == "1,234,567.891")
    #expect(number(1234567.891, "de") == "1.234.567,891")
    #expect(number(1234567.891, "hi") == "12,34,567.891")
    #expect(number(1234.5, "es") == "1234,5")
    #expect(number(0.256, "fr", ["style": "percent"]) == "26 %")
    #expect(number(1_200_000, "en", ["notation": "compact", "compactDisplay": "long"]) == "1.2 million")
    #expect(number(999_950, "en", ["notation": "compact"]) == "1M")
    #expect(number(12345, "en", ["notation": "engineering"]) == "12.345E3")
    #expect(number(42, "ar-EG") == "٤٢")
    #expect(number(42, "ar-EG-u-nu-latn") == "42")
    #expect(number(-0.25, "en", ["maximumFractionDigits": "0"]) == "-0")
    #expect(number(-0.25, "en", ["maximumFractionDigits": "0", "signDisplay": "negative"]) == "0")
  }

  @Test func currenciesAndUnitsFollowTheLanguage() {
    #expect(number(1234.5, "de", ["style": "currency", "currency": "EUR"]) == "1.234,50 €")
    #expect(number(-5, "en", ["style": "currency", "currency": "USD", "currencySign": "accounting"]) == "($5.00)")
    #expect(number(5, "en", ["style": "currency", "currency": "USD", "currencyDisplay": "code"]) == "USD 5.00")
    #expect(
      number(1, "pl", ["style": "currency", "currency": "PLN", "currencyDisplay": "name", "maximumFractionDigits": "0"]) == "1 złoty polski"
    )
    #expect(number(21, "ru", ["style": "unit", "unit": "kilometer", "unitDisplay": "long"]) == "21 километр")
    #expect(number(3, "en", ["style": "unit", "unit": "meter-per-minute"]) == "3 m/min")
  }

  @Test func datesFollowTheLanguage() throws {
    #expect(try date("2026-03-09", "de", ["dateStyle": "full"]) == "Montag, 9. März 2026")
    #expect(try date("2026-03-09", "ja", ["dateStyle": "long"]) == "2026年3月9日")
    #expect(try date("2026-03-09T15:04:06", "en-US", ["timeStyle": "short"]) == "3:04 PM")
    #expect(try date("2026-03-09T15:04:06", "en-US", ["hour": "numeric", "minute": "2-digit", "hour12": "false"]) == "15:04")
    #expect(try date("2026-03-21", "fa", ["dateStyle": "long"]) == "۱ فروردین ۱۴۰۵")
    #expect(try date("2026-03-09", "th", ["dateStyle": "long"]) == "9 มีนาคม 2569")
    #expect(
      try date("2024-02-29", "en-GB", ["weekday": "short", "month": "short", "day": "numeric"]) == "Thu 29 Feb"
        || (try date("2024-02-29", "en-GB", ["weekday": "short", "month": "short", "day": "numeric"])) == "Thu, 29 Feb")
  }

  @Test func listsNamesAndDistancesFollowTheLanguage() {
    #expect(LocaleListFormat(locale: "en").format(["a", "b", "c"]) == "a, b, and c")
    #expect(
      LocaleListFormat(locale: "es").format(["agua", "hielo"]) == "agua e hielo"
        || LocaleListFormat(locale: "es").format(["agua", "hielo"]) == "agua y hielo")
    #expect(LocaleListFormat(locale: "es").format(["Ana", "Inés"]) == "Ana e Inés")
    #expect(LocaleListFormat(locale: "es", kind: .disjunction).format(["7", "8"]) == "7 u 8")
    #expect(LocaleListFormat(locale: "de").format([]) == "")
    #expect(LocaleRelativeFormat(locale: "de", numeric: .auto).format(-1, .day) == "gestern")
    #expect(LocaleRelativeFormat(locale: "pl").format(5, .minute) == "za 5 minut")
    #expect(LocaleNames(locale: "fr").language("de") == "allemand")
    #expect(LocaleNames(locale: "de").region("JP") == "Japan")
    #expect(LocaleNames(locale: "ja").currency("EUR") == "ユーロ")
    #expect(WeekFacts(locale: "en-US").firstDay == 7)
    #expect(WeekFacts(locale: "de").hourCycle == .h23)
    #expect(WeekFacts(locale: "ar").isRightToLeft)
  }

  @Test(arguments: [-8.64e15, -62_198_755_200_000, -1, 0, 951_782_400_000, 4_102_444_800_000, 8.64e15, .infinity, .nan])
  func everyMomentIsADate(_ milliseconds: Double) {
    let date = CivilDate(milliseconds: milliseconds)
    #expect((1...12).contains(date.month))
    for locale in ["en", "fa", "th", "ar-EG", "zh-Hant"] {
      var options = DateOptions()
      options.dateStyle = .full
      options.timeStyle = .full
      #expect(!LocaleDateFormat(locale: locale, options: options).format(date).isEmpty)
    }
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 1e21, 123_456_789_012_345_680,
  ])
  func everyNumberFormats(_ value: Double) {
    for notation in NumberOptions.Notation.allCases {
      for style in NumberOptions.Style.allCases {
        var options = NumberOptions()
        (options.notation, options.style, options.currency, options.unit) = (notation, style, "EUR", "meter")
        for locale in ["en", "de", "ar-EG", "hi", "ja", "und", "xx-Zzzz-QQ", ""] {
          #expect(!LocaleNumberFormat(locale: locale, options: options).format(value).isEmpty)
        }
      }
    }
  }
}
