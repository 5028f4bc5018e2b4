import Foundation
import TesseraMessages
import Testing

/// Samples of CLDR's plural rules.
struct PluralTests {
  /// Rules of one file: locales, category, sample.
  private func samples(_ file: String) throws -> [(locales: [String], category: String, sample: String)] {
    let text = try String(contentsOf: SuiteTests.fixtures.appending(path: "cldr/\(file)"), encoding: .utf8)
    var result: [(locales: [String], category: String, sample: String)] = []
    var locales: [String] = []
    for line in text.split(separator: "\n") {
      if let match = line.firstMatch(of: #/<pluralRules locales="([^"]+)"/#) {
        locales = match.1.split(separator: " ").map { String($0).replacing("_", with: "-") }
      }
      guard let match = line.firstMatch(of: #/<pluralRule count="(\w+)">([^<]*)</#) else { continue }
      for list in match.2.split(separator: "@").dropFirst() {
        for item in list.drop(while: { !$0.isWhitespace }).split(separator: ",") {
          let item = item.trimmingCharacters(in: .whitespaces)
          guard item != "…" else { continue }
          for end in item.split(separator: "~") { result.append((locales, String(match.1), String(end))) }
        }
      }
    }
    return result
  }

  @Test(arguments: [("plurals.xml", PluralRules.Kind.cardinal), ("ordinals.xml", .ordinal)])
  func everySampleHasItsCategory(_ file: String, _ kind: PluralRules.Kind) throws {
    try #require(LocaleLibrary.isAvailable)
    let samples = try samples(file)
    #expect(samples.count > 500)
    for sample in samples {
      let operands = try #require(PluralOperands(sample: sample.sample))
      for locale in sample.locales {
        let category = PluralRules(locale: locale, kind: kind).category(operands)
        #expect(category.rawValue == sample.category, "\(locale) \(sample.sample)")
      }
    }
  }

  @Test func everyRangeHasItsCategory() throws {
    let text = try String(contentsOf: SuiteTests.fixtures.appending(path: "cldr/pluralRanges.xml"), encoding: .utf8)
    var locales: [String] = []
    var count = 0
    for line in text.split(separator: "\n") {
      if let match = line.firstMatch(of: #/<pluralRanges locales="([^"]+)"/#) { locales = match.1.split(separator: " ").map { String($0) } }
      guard let match = line.firstMatch(of: #/start="(\w+)" +end="(\w+)" +result="(\w+)"/#) else { continue }
      let (first, last) = (try #require(PluralCategory(rawValue: String(match.1))), try #require(PluralCategory(rawValue: String(match.2))))
      for locale in locales {
        count += 1
        #expect(PluralRules.category(from: first, to: last, locale: locale).rawValue == match.3, "\(locale) \(first) \(last)")
      }
    }
    #expect(count > 300)
    #expect(PluralRules.category(from: .few, to: .one, locale: "xx") == .one, "a language without rules has the category of the end")
  }
}
