import TesseraJSON
import Testing

struct JSONWriterTests {
  private let value = JSONValue.map([
    ("a", .list([.number(1), .text("b")])), ("c", .map([("d", .null)])), ("e", .list([.map([("f", .boolean(false))])])), ("g", .list([])),
  ])

  @Test func prettyTextsHaveALineForEachMember() {
    #expect(
      value.pretty == """
        {
          "a": [1, "b"],
          "c": {
            "d": null
          },
          "e": [
            {
              "f": false
            }
          ],
          "g": []
        }
        """)
  }

  @Test func compactTextsHaveNoSpaces() {
    #expect(value.compact == #"{"a":[1,"b"],"c":{"d":null},"e":[{"f":false}],"g":[]}"#)
  }

  @Test func longTextsEndAtTheirLimit() {
    let list = JSONValue.list((0..<1000).map { .number(Double($0)) })
    let text = list.compact(limit: 20)
    #expect(text.hasPrefix("[0,1,2,") && text.hasSuffix("]") && text.utf8.count < 30)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (100, "100"), (-1.5, "-1.5"), (1e15, "1000000000000000"), (1e21, "1e+21"), (1e-7, "1e-7"),
      (0.00001, "0.00001"),
      (1.0 / 3, "0.3333333333333333"), (.infinity, "null"), (.nan, "null"),
    ] as [(Double, String)])
  func numbersAreShort(_ number: Double, _ text: String) {
    #expect(JSONValue.number(number).compact == text)
  }

  @Test func everyTextIsReadBack() throws {
    var text = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init)))
    text += "\u{FEFF}\u{FFFE}\u{FFFF}\u{10FFFF}\r\n"
    let value = JSONValue.map([(text, .text(text))])
    #expect(try JSONReader.read(Array(value.compact.utf8)) == value)
    #expect(!value.compact.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028 })
  }

  @Test func everyNumberIsReadBack() throws {
    var seed = UInt64(7)
    for _ in 0..<20_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Double(bitPattern: seed)
      guard number.isFinite else { continue }
      #expect(try JSONReader.read(Array(JSONValue.number(number).compact.utf8)) == .number(number))
    }
  }
}
