import TesseraJSON
import Testing

struct JSONReaderTests {
  private func read(_ text: String, _ change: (inout JSONReader.Settings) -> Void = { _ in }) throws(JSONError) -> JSONValue {
    var settings = JSONReader.Settings()
    change(&settings)
    return try JSONReader.read(Array(text.utf8), settings)
  }

  @Test(arguments: [
    ("null", JSONValue.null), (" true\t\r\n", .boolean(true)), ("-0.5e-3", .number(-0.0005)), ("[]", .list([])),
    ("{}", .map([JSONValue.Member]())),
    ("1E+2", .number(100)), ("0", .number(0)), ("123456789012345678901234567890", .number(123456789012345677877719597056)),
    ("[1, [\"a\"], {\"b\": null}]", .list([.number(1), .list([.text("a")]), .map([("b", .null)])])),
    ("\u{FEFF}1", .number(1)), ("\"\u{7F}é😀\"", .text("\u{7F}é😀")),
  ])
  func wellFormedTextsHaveTheirValues(_ text: String, _ value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  /// The line, the column and the reason are those of the first byte that is wrong.
  @Test(arguments: [
    ("", "line 1, column 1: the text ends too early"), ("[1,\n 2", "line 2, column 3: the text ends too early"),
    ("tru", "line 1, column 4: the text ends too early"), ("trux", "line 1, column 1: this is not a JSON value"),
    ("[1,]", "line 1, column 4: this is not a JSON value"), ("{\"a\":1,}", "line 1, column 8: an object needs a key in quotes here"),
    ("{a:1}", "line 1, column 2: an object needs a key in quotes here"), ("{\"a\" 1}", "line 1, column 6: a key needs a colon after it"),
    ("[1 2]", "line 1, column 4: a list needs a comma or ] here"), ("{\"a\":1 2}", "line 1, column 8: an object needs a comma or } here"),
    ("[\"äö\" 2]", "line 1, column 7: a list needs a comma or ] here"), ("1 2", "line 1, column 3: text follows the value"),
    ("01", "line 1, column 1: a number has a superfluous 0 at its beginning"), ("+1", "line 1, column 1: this is not a JSON value"),
    (".5", "line 1, column 1: this is not a JSON value"), ("1.x", "line 1, column 3: a point needs a digit after it"),
    ("1ex", "line 1, column 3: an exponent needs a digit"), ("NaN", "line 1, column 1: this is not a JSON value"),
    ("[1e999]", "line 1, column 2: the number 1e999 is too large"), ("\"\u{1}\"", "line 1, column 2: a text contains a control character"),
    ("\"\\x\"", "line 1, column 3: unknown escape in a text"), ("\"\\u12g4\"", "line 1, column 6: \\u needs four hexadecimal digits"),
    ("[1\u{C}]", "line 1, column 3: a list needs a comma or ] here"), ("'a'", "line 1, column 1: this is not a JSON value"),
  ])
  func malformedTextsAreRefusedAtTheirPlace(_ text: String, _ message: String) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    #expect(error?.description == message)
    #expect(error?.isTruncated == message.hasSuffix("too early"))
  }

  @Test func everyBeginningOfATextIsTruncated() {
    let text = Array(#"{"a": [true, null, -1.5e3, "x\u00e9\n"], "b": {}}"#.utf8)
    for count in 0..<text.count {
      let error = #expect(throws: JSONError.self) { try JSONReader.read(Array(text[..<count])) }
      #expect(error?.isTruncated == true, "\(count)")
    }
  }

  @Test func escapesAreTheirCharacters() throws {
    #expect(try read(#""\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83d\ude00""#) == .text("\"\\/\u{8}\u{C}\n\r\té€😀"))
  }

  @Test(arguments: [#"\ud83d"#, #"\ude00"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\ude00\ud83d"#])
  func halvesOfSurrogatePairsAreRefusedOrReplaced(_ escapes: String) throws {
    let error = #expect(throws: JSONError.self) { try read("\"\(escapes)\"") }
    #expect(error?.reason == "\\u has half of a surrogate pair")
    #expect(try read("\"\(escapes)\"") { $0.repairsTexts = true }.text?.first == "\u{FFFD}")
  }

  @Test func aHalfBeforeAPairLeavesThePairWhole() throws {
    #expect(try read(#""\ud83d\ud83d\ude00""#) { $0.repairsTexts = true } == .text("\u{FFFD}😀"))
  }

  @Test func invalidUTF8IsRefusedOrReplaced() throws {
    let bytes: [UInt8] = [0x5B, 0x22, 0x61, 0x80, 0x22, 0x5D]
    let error = #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
    #expect(error?.description == "line 1, column 3: a text contains invalid UTF-8")
    var settings = JSONReader.Settings()
    settings.repairsTexts = true
    #expect(try JSONReader.read(bytes, settings) == .list([.text("a\u{FFFD}")]))
  }

  @Test func limitsEndTheReading() throws {
    #expect(throws: Never.self) { try read("[[[1]]]") { $0.maximumDepth = 3 } }
    for (text, reason, change) in [
      ("[[[[1]]]]", "values are nested more than 3 deep", { $0.maximumDepth = 3 }),
      ("[1,2,3]", "there are more than 3 values", { $0.maximumValues = 3 }),
      ("[1,2,3]", "the text has 7 bytes; the maximum is 6", { $0.maximumSize = 6 }),
    ] as [(String, String, (inout JSONReader.Settings) -> Void)] {
      let error = #expect(throws: JSONError.self) { try read(text, change) }
      #expect(error?.reason == reason && error?.isTruncated == false)
    }
    #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 1_000_000)) }
  }

  @Test func deeperValuesAreCheckedAndDropped() throws {
    #expect(try read(#"{"a": [1, 2], "b": {"c": 3}}"#) { $0.keptDepth = 1 } == .map([("a", .list([])), ("b", .map([JSONValue.Member]()))]))
    #expect(throws: JSONError.self) { try read(#"{"a": [1, x]}"#) { $0.keptDepth = 1 } }
  }

  @Test func theLastOfEqualKeysCountsAndAllAreKept() throws {
    let value = try read(#"{"a": 1, "b": 2, "a": 3}"#)
    #expect(value["a"] == .number(3) && value["c"] == nil && value.members?.map(\.key) == ["a", "b", "a"])
    #expect(value.compact == #"{"a":1,"b":2,"a":3}"#)
  }

  @Test func literalsKeepTheirDigits() throws {
    #expect(try read("[1.50, 12345678901234567890]") { $0.keepsLiterals = true }.compact == "[1.50,12345678901234567890]")
    #expect(throws: JSONError.self) { try read("1e999") { $0.keepsLiterals = true } }
  }

  /// Short numbers take a faster way than others.
  @Test func numbersEqualThoseOfTheStandardLibrary() throws {
    var seed = UInt64(42)
    for _ in 0..<20_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let whole = String(seed >> (seed % 61))
      let text =
        (seed & 1 == 0 ? "-" : "") + whole + (seed & 2 == 0 ? "." + String(seed >> 40) : "") + (seed & 4 == 0 ? "e-\(seed % 40)" : "")
      #expect(try read(text).number == Double(text), "\(text)")
    }
  }

  @Test func linesAreThoseOfTheValues() throws {
    let text = "\n{\"a\":\n  [1,\n   {\"b\": 2}],\n \"a\": \"x\",\n \"c\": [\n ]}"
    let (value, lines) = try JSONReader.readWithLines(Array(text.utf8))
    #expect(value["a"] == .text("x"))
    #expect(lines.line == 2)
    #expect(lines.line(at: [.key("a")]) == 5 && lines.line(at: [.key("c")]) == 6 && lines.line(at: [.key("none")]) == 2)
    #expect(lines.line(at: [.key("c"), .index(0)]) == 6 && lines.line(at: [.index(0)]) == 2)
    let list = try JSONReader.readWithLines(Array("[1,\n{\"b\":\n2}]".utf8)).lines
    #expect(list.line(at: [.index(1)]) == 2 && list.line(at: [.index(1), .key("b")]) == 3 && list.line(at: [.index(2)]) == 1)
  }
}
