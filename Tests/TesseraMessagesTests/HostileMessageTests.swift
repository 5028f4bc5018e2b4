import TesseraMessages
import Testing

/// Large and malformed messages.
struct HostileMessageTests {
  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure(work)
    return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
  }

  @Test func longChainsOfDeclarationsDoNotRecurseDeeply() throws {
    let count = 20_000
    var source = ".local $v0 = {1 :number}\n"
    for index in 1..<count { source += ".local $v\(index) = {$v\(index - 1) :number}\n" }
    source += "{{{$v\(count - 1)}}}"
    let message = try MessageFormat(source, locale: "en", isolation: .none)
    #expect(message.format().text == "1")
  }

  @Test func costIsLinearInVariantsAndOptions() throws {
    func time(_ count: Int) throws -> Double {
      var source = ".input {$n :number}\n.match $n\n"
      for index in 0..<count { source += "\(index) {{v\(index) {$n :number a\(index)=1}}}\n" }
      source += "* {{other}}"
      return try seconds {
        let message = try MessageFormat(source, locale: "en", isolation: .none)
        #expect(message.format(["n": .number(count - 1)]).text == "v\(count - 1) \(LocaleNumberFormat(locale: "en").format(count - 1))")
      }
    }
    _ = try time(100)
    let (small, large) = (try time(1_000), try time(8_000))
    // Eight times the size: a quadratic cost is 64 times.
    #expect(large < small * 30 + 0.05)
  }

  @Test func manyErrorsAreLimited() throws {
    let message = try MessageFormat(String(repeating: "{$x :unknown}", count: 20_000), locale: "en")
    #expect(message.format().errors.count <= 1_000)
  }

  @Test func tooLargeSourceIsRefused() {
    let source = String(repeating: "x", count: MessageModel.sourceLimit + 1)
    #expect(throws: MessageErrors.self) { try MessageModel(parsing: source) }
  }

  @Test(arguments: [
    "1e999999999", "-1e999999999", "1e-999999999", "1" + String(repeating: "0", count: 5_000), "0." + String(repeating: "1", count: 5_000),
  ])
  func hugeNumbersFormat(_ literal: String) throws {
    let message = try MessageFormat("{|\(literal)| :number}", locale: "en", isolation: .none)
    #expect(message.format().text.utf8.count < 2_000)
  }

  @Test(arguments: ["", "x", "99", "-1", "1.5", "NaN", "101"]) func invalidDigitsAreReported(_ digits: String) throws {
    let message = try MessageFormat("{1 :number minimumFractionDigits=|\(digits)|}", locale: "en", isolation: .none)
    #expect(message.format().errors.map(\.kind) == (digits == "99" ? [] : [.badOption]))
  }

  @Test func everyPrefixOfAMessageParsesOrFails() throws {
    let source =
      ".input {$n :number select=exact u:dir=ltr @a=|b|} .local $x = {|\\|q| :string} .match $n $x 1 |a| {{one {#b}{$x}{/b}}} * * {{\\{}}"
    var parsed = 0
    for end in source.indices {
      guard let message = try? MessageFormat(String(source[..<end]), locale: "ar") else { continue }
      parsed += message.format(["n": 1]).parts.isEmpty ? 0 : 1
    }
    #expect(parsed == 0)
    #expect(try MessageFormat(source, locale: "ar").format(["n": 1]).text == "{")
  }
}
