import Foundation
import TesseraMessages
import Testing

@Suite struct RangeTests {
  private func number(_ locale: String, _ options: [(String, String)], _ start: Double, _ end: Double) -> String {
    var set = NumberOptions()
    for (name, value) in options {
      let isValid = set.set(name, to: value)
      #expect(isValid, "\(name)")
    }
    return LocaleNumberFormat(locale: locale, options: set).formatRange(start, end)
  }

  @Test func numbers() {
    #expect(number("en", [], 3, 5) == "3–5")
    #expect(number("ja", [], 3, 5) == "3～5")
    #expect(number("en", [], -3, 5) == "-3 – 5")
    #expect(number("en", [], -5, -3) == "-5 – -3")
    #expect(number("en", [], 5, 3) == "5–3", "the ends keep their order")
    #expect(number("en", [], .nan, .infinity) == "NaN–∞")
  }

  @Test func endsThatLookTheSameAreAbout() {
    #expect(number("en", [("maximumFractionDigits", "0")], 2.1, 1.9) == "~2")
    #expect(number("de", [], 2, 2) == "≈2")
    #expect(number("ja", [], 2, 2) == "約2")
    #expect(number("en", [], -2, -2) == "~-2")
    #expect(number("en", [("style", "currency"), ("currency", "USD")], 3, 3) == "~$3.00")
  }

  @Test func symbolsAreWrittenOnceIfTheyAreLong() {
    let (dollars, euros) = ([("style", "currency"), ("currency", "USD")], [("style", "currency"), ("currency", "EUR")])
    #expect(number("en", dollars, 3, 5) == "$3.00 – $5.00")
    #expect(number("de", euros, 3, 5) == "3,00–5,00\u{A0}€")
    #expect(number("en", [("style", "percent")], 0.1, 0.2) == "10% – 20%")
    #expect(number("de", [("style", "percent")], 0.1, 0.2) == "10–20\u{A0}%")
    #expect(number("en", [("notation", "compact")], 1000, 2000) == "1K – 2K")
    #expect(number("en", [("notation", "compact"), ("compactDisplay", "long")], 1000, 2000) == "1–2 thousand")
    #expect(number("en", [("notation", "compact"), ("compactDisplay", "long")], 1000, 2_000_000) == "1 thousand – 2 million")
    #expect(number("en", [("notation", "scientific")], 1000, 2000) == "1E3 – 2E3")
    let kilometers = [("style", "unit"), ("unit", "kilometer"), ("unitDisplay", "long")]
    #expect(number("en", kilometers, 0, 1) == "0–1 kilometers", "the category of the range")
    #expect(number("en", dollars + [("currencyDisplay", "name")], 1, 2) == "1.00–2.00 US dollars")
  }

  private func date(_ locale: String, _ options: [(String, String)], _ start: String, _ end: String) throws -> String {
    var set = DateOptions()
    for (name, value) in options {
      let isValid = set.set(name, to: value)
      #expect(isValid, "\(name)")
    }
    let (start, end) = (try #require(CivilDate(iso: start)), try #require(CivilDate(iso: end)))
    // Spaces of several widths are told apart by ICU alone.
    let text = LocaleDateFormat(locale: locale, options: set).formatRange(start, end)
    return String(String.UnicodeScalarView(text.unicodeScalars.map { ["\u{2009}", "\u{202F}", "\u{A0}"].contains($0) ? " " : $0 }))
  }

  @Test func dates() throws {
    let medium = [("dateStyle", "medium")]
    #expect(try date("en", medium, "2026-11-03", "2026-11-05") == "Nov 3 – 5, 2026")
    #expect(try date("en", medium, "2026-11-03", "2026-12-05") == "Nov 3 – Dec 5, 2026")
    #expect(try date("en", medium, "2026-11-03", "2027-01-05") == "Nov 3, 2026 – Jan 5, 2027")
    #expect(try date("de", [("dateStyle", "long")], "2026-11-03", "2026-11-05") == "3.–5. November 2026")
    #expect(try date("en", medium, "2026-11-03", "2026-11-03") == "Nov 3, 2026")
    #expect(try date("en", [("year", "numeric"), ("month", "short")], "2026-11-03", "2026-11-05") == "Nov 2026", "days are not shown")
    #expect(try date("en", [("month", "long"), ("day", "numeric")], "2026-11-03", "2027-11-05") == "November 3, 2026 – November 5, 2027")
  }

  @Test func times() throws {
    let time = [("timeStyle", "short")]
    #expect(try date("en", time, "2026-11-03T09:05:00", "2026-11-03T11:45:00") == "9:05 – 11:45 AM")
    #expect(try date("en", time, "2026-11-03T09:05:00", "2026-11-03T14:30:00") == "9:05 AM – 2:30 PM")
    #expect(try date("de", time, "2026-11-03T09:05:00", "2026-11-03T14:30:00") == "09:05–14:30 Uhr")
    #expect(
      try date("en", time, "2026-11-03T09:05:00", "2026-11-04T14:30:00") == "11/3/2026, 9:05 AM – 11/4/2026, 2:30 PM",
      "times of two days have their dates")
    #expect(
      try date("en", [("dateStyle", "medium"), ("timeStyle", "short")], "2026-11-03T09:05:00", "2026-11-03T11:45:00")
        == "Nov 3, 2026, 9:05 – 11:45 AM")
  }

  private func text(_ source: String, _ arguments: [String: MessageValue], locale: String = "en") throws -> (String, [MessageError]) {
    let result = try MessageFormat(source, locale: locale, isolation: .none).format(arguments)
    return (result.text, result.errors)
  }

  @Test func messages() throws {
    let ends: [String: MessageValue] = ["from": .number(3), "to": .number(5)]
    #expect(try text("{$from :number tessera:to=$to} rooms", ends).0 == "3–5 rooms")
    #expect(try text("{3 :currency currency=EUR tessera:to=5}", [:], locale: "de").0 == "3,00–5,00\u{A0}€")
    #expect(try text("{$from :integer tessera:to=5.4}", ends).0 == "3–5")
    #expect(try text("{|2026-11-03| :date tessera:to=$end}", ["end": .text("2026-11-05")]).0 == "Nov 3\u{2009}–\u{2009}5, 2026")
    let rooms = ".input {$from :number tessera:to=$to} .match $from one {{{$from} room}} * {{{$from} rooms}}"
    #expect(try text(rooms, ["from": .number(0), "to": .number(1)]).0 == "0–1 rooms", "the category of the range")
    #expect(try text(".input {$from :number tessera:to=5} .match $from 3 {{three}} * {{many}}", ends).0 == "many")
  }

  @Test func wrongEndsAreErrors() throws {
    for source in ["{3 :number tessera:to=many}", "{|2026-11-03| :date tessera:to=soon}", "{|2026-11-03| :date tessera:to=$n}"] {
      let (text, errors) = try text(source, ["n": .other("x")])
      #expect(errors.contains { $0.kind == .badOption }, "\(source): \(errors)")
      #expect(!text.isEmpty)
    }
  }

  /// Texts of ICU 78 in many languages (`tools/range_rows.mjs`). ICU has CLDR 48 and the data file patterns of CLDR 49, which differ in some languages.
  @Test func rangesMatchICU() throws {
    struct Row: Decodable {
      let kind, locale, text: String
      let options: [String: Option]
      let value: [Double]
    }
    /// A word, or true or false.
    struct Option: Decodable {
      let text: String
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try (try? value.decode(String.self)) ?? String(value.decode(Bool.self))
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/cldr/range.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    func plain(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.map { ["\u{2009}", "\u{202F}", "\u{A0}"].contains($0) ? " " : $0 }))
    }
    var (wrong, count): ([String], Int) = ([], 0)
    for line in lines {
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      let text: String
      if row.kind == "date" {
        var options = DateOptions()
        for (name, value) in row.options {
          let isValid = options.set(name, to: value.text)
          #expect(isValid, "\(name)")
        }
        text = LocaleDateFormat(locale: row.locale, options: options)
          .formatRange(CivilDate(milliseconds: row.value[0]), CivilDate(milliseconds: row.value[1]))
      } else {
        text = number(row.locale, row.options.map { ($0.key, $0.value.text) }, row.value[0], row.value[1])
      }
      count += 1
      if plain(text) != plain(row.text) { wrong.append("\(row.locale) \(row.options.mapValues(\.text)): \(text), not \(row.text)") }
    }
    #expect(count > 3000)
    #expect(Double(wrong.count) < 0.07 * Double(count), "\(wrong.count): \(wrong.prefix(40).joined(separator: "\n"))")
  }
}
