import Testing
import TesseraGeometry

@testable import TesseraRender

/// Numbers with their signs and units in text from right to left.
@Suite struct NumberOrderTests {
  /// The characters as they are shown, from left to right.
  private func shown(_ string: String, base: BaseDirection = .automatic, rtl: Bool = true) throws -> String {
    let library = try isolated()
    let style = paragraph {
      $0.direction = base
      $0.neutralsReadRightToLeft = rtl
    }
    let layout = TextLayout(attributed(string), library, width: 600, style: style)
    let row = try #require(TextRow(of: layout, holding: CaretPosition(0)))
    let bytes = Array(string.utf8)
    return row.graphemes.map { String(decoding: bytes[$0.range], as: UTF8.self) }.joined()
  }

  @Test(arguments: [
    "21.5 °", "21.5°", "-5", "−5 °", "+3.50 €", "50 %", "50%", "€ 5", "$-5", "-$5", "1-3", "1 – 3", "12:30", "12:30 – 14:00", "2024-01-05",
    "5.1.2024", "1,234.56", "20\u{A0}%", "±0.5 °", "< 5 °", "5 × 7", "1/2",
  ])
  func numbersKeepTheirOrder(string: String) throws {
    // Alone in a right-to-left interface, in a paragraph that is right to left, and between Hebrew and Arabic words.
    #expect(try shown(string) == string)
    #expect(try shown(string, base: .rightToLeft) == string)
    #expect(try shown("אב " + string + " גד") == "דג " + string + " בא")
    #expect(try shown("سن " + string + " من").hasSuffix(" " + string + " " + String("سن".reversed())))
  }

  @Test(arguments: ["5 kg", "20 km/h", "21.5 °C", "3 m³", "230 V", "5 µg/m³"]) func unitsOfLettersStayBehindTheirNumbers(string: String)
    throws
  {
    #expect(try shown(string, base: .rightToLeft) == string)
    #expect(try shown("אב " + string) == string + " בא")
  }

  @Test func otherTextHasTheUnicodeOrder() throws {
    #expect(try shown("אב-5") == "5-בא")
    #expect(try shown("אב 5, 7 גד") == "דג 7 ,5 בא")
    #expect(try shown("!?") == "?!")
    #expect(try shown("אב abc גד") == "דג abc בא")
    // Arabic-Indic digits are written with the unit at their left.
    #expect(try shown("٢١ %") == "% ٢١")
    // A number alone starts where lines do.
    let layout = TextLayout(attributed("21.5 °"), try isolated(), width: 200, style: paragraph { $0.neutralsReadRightToLeft = true })
    #expect(layout.lines[0].frame.maxX == 200)
  }

  @Test func glyphsOfOutlinesAreInTheOrderOfUnicode() throws {
    let glyphs = attributed("5 °").outlines(isRightToLeft: true, library: try isolated())
    #expect(glyphs.first { $0.cluster.lowerBound == 2 }?.level == 1 && glyphs.first?.level == 2)
  }
}
