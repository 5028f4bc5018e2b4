import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct CodeSymbolTests {
  @Test func matricesOfQRCodes() throws {
    let cases = try CodeCases.qr()
    #expect(cases.count > 100)
    for wanted in cases {
      let symbol = try CodeSymbol(wanted.text, as: .qr, options: wanted.options)
      #expect(symbol.modules == wanted.rows.flatMap(\.self), "\(wanted.text) \(wanted.options)")
    }
  }

  @Test func segmentsSaveVersions() throws {
    for wanted in try CodeCases.qr() {
      var options = CodeOptions()
      options.level = wanted.options.level
      let symbol = try CodeSymbol(wanted.text, as: .qr, options: options)
      #expect(symbol.version <= wanted.largestVersion, "\(wanted.text)")
      #expect(symbol.width == symbol.version * 4 + 17)
    }
  }

  @Test func modulesOfBarCodes() throws {
    let cases = try CodeCases.bars()
    #expect(cases.count > 50)
    for wanted in cases {
      switch wanted.expected {
      case .error:
        #expect(throws: CodeError.self, "\(wanted.kind) \(wanted.text)") { try CodeSymbol(wanted.text, as: wanted.kind) }
      case .height(let height):
        let symbol = try CodeSymbol(wanted.text, as: wanted.kind)
        #expect(symbol.height == height || wanted.kind == .pdf417 && symbol.height <= 3 * height, "\(wanted.text)")
      case .bars(let bars):
        let symbol = try CodeSymbol(wanted.text, as: wanted.kind)
        // Code 128 may change its sets elsewhere.
        let isEqual = wanted.kind == .code128 ? symbol.width <= bars.count : symbol.modules == bars
        #expect(isEqual, "\(wanted.kind) \(wanted.text)")
      }
    }
  }

  @Test func errorsNameTheCharacter() {
    func reason(_ text: String, _ kind: CodeKind) -> String {
      do throws(CodeError) {
        _ = try CodeSymbol(text, as: kind)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(reason("59012341234X", .ean13).contains("'X' (position 12)"))
    #expect(reason("4006381333932", .ean13) == "the check digit of EAN-13 is 1, not 2")
    #expect(reason("123", .ean8).contains("not 3"))
    #expect(reason("abc\u{7}€", .code128).contains("'€' (position 5)"))
    #expect(reason("\u{7}", .code39).contains("U+0007"))
    #expect(reason("2345678", .upcE).contains("number system"))
    #expect(reason("123456", .codabar).contains("'1'"))
    #expect(reason("590123412345+1", .ean13).contains("2 or 5 digits"))
    #expect(reason(String(repeating: "1", count: 7090), .qr).contains("7089"))
    #expect(reason(String(repeating: "a", count: 2954), .qr).contains("too long"))
  }

  /// Any text and options: a code or an error, no trap, and a cost that does not explode.
  @Test func anyTexts() {
    var random = SeededGenerator(seed: 31)
    let texts = [
      "", "\0", "0", "+", "++", "\u{10FFFF}", "e\u{301}", "👩‍👩‍👧", "漢字かな", "\u{FEFF}", "A\u{0}B", String(repeating: "9", count: 20_000),
      String(repeating: "é", count: 3000), String(repeating: "漢a", count: 1500), String(repeating: "a1 ,", count: 700),
    ]
    for kind in CodeKind.allCases {
      for text in texts {
        var options = CodeOptions()
        options.level = CodeOptions.Level.allCases.randomElement(using: &random)!
        options.version = [0, 0, 1, 4, 40, 41, -1, Int.max, Int.min].randomElement(using: &random)!
        options.mask = [nil, nil, 0, 7, 8, -1].randomElement(using: &random)!
        options.mode = CodeOptions.Mode.allCases.randomElement(using: &random)!
        guard let symbol = try? CodeSymbol(text, as: kind, options: options) else { continue }
        #expect(symbol.modules.count == symbol.width * symbol.height)
      }
    }
  }
}
