import TesseraTestSupport
import Testing

@testable import KeyboardPlugin
@testable import TesseraKit

/// Bopomofo with libchewing, and without it.
@Suite(.serialized) struct ZhuyinTests {
  private static let hasLibrary = ComposingEngines.problem("zhuyin") == nil

  @Test func theLayoutHasAllSigns() throws {
    let layout = try #require(KeyboardLayout.standard("zh_TW"))
    #expect(layout.name == "zh-Hant" && Set(layout.rows.joined().map(\.lower)).count == 41 && !layout.hasCapitals)
    #expect(KeyboardLayout.standard("zh-CN")?.name == "zh")
  }

  @Test(.enabled(if: hasLibrary, "not run: libchewing3 is not installed")) func wordsAreComposed() throws {
    var engine = try #require(ZhuyinEngine())
    for sign in ["ㄋ", "ㄧ", "ˇ", "ㄏ", "ㄠ"] { #expect(engine.insert(sign) == "") }
    #expect(engine.preedit == "你ㄏㄠ" && engine.candidates.isEmpty)
    #expect(engine.insert("ˇ") == "" && engine.preedit == "你好" && engine.candidates.first == "你好")
    let other = try #require(engine.candidates.firstIndex(of: "郝"))
    #expect(engine.choose(other) == "" && engine.preedit == "你郝")
    #expect(engine.deleteBackward() && engine.preedit == "你")
    // A space is the first tone, the next one ends the word.
    for key in ["a", "8"] { #expect(engine.insert(key: key) == "") }
    #expect(engine.convert() == "" && engine.preedit.count == 2)
    #expect(engine.convert()?.hasPrefix("你") == true && !engine.isComposing && engine.convert() == nil)
    #expect(engine.insert(key: "5") == "" && engine.finish() == "ㄓ" && engine.insert(",") == "，")
  }

  @Test(.enabled(if: hasLibrary, "not run: libchewing3 is not installed")) func anyKeysEnd() throws {
    var random = SeededGenerator(seed: 3)
    var engine = try #require(ZhuyinEngine())
    let signs = Array("1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/-ㄅ你é👍\0")
    for _ in 0..<3000 {
      switch Int.random(in: 0..<14, using: &random) {
      case 0: _ = engine.deleteBackward()
      case 1: _ = engine.choose(Int.random(in: -1...9, using: &random))
      case 2:
        for _ in 0..<2 { _ = engine.convert() }
        #expect(!engine.isComposing)
      case 3: _ = engine.finish()
      default: _ = engine.insert(key: String(signs.randomElement(using: &random)!))
      }
      #expect(engine.preedit.count <= 30)
    }
  }

  @Test(.enabled(if: hasLibrary, "not run: libchewing3 is not installed")) func zhuyinIsTypedOnTheKeyboardAndOnADevice() throws {
    let typist = try Typist(["zh-Hant"])
    try typist.open()
    try typist.type("ㄓㄨㄥ")
    try typist.tap(.space)
    try typist.type("ㄨㄣˊ")
    #expect(typist.field.string == "中文" && typist.state.stripLabel(0) == "中文")
    try typist.tap(.space)
    try typist.type(",")
    #expect(typist.field.string == "中文，")
    // Keys of a device: tones are digits; after Down they choose.
    for key in ["s", "u", "3", "c", "l", "3"] { try typist.h.type(key) }
    #expect(typist.field.string == "中文，你好")
    try typist.h.key(.down)
    try typist.h.type("1")
    try typist.h.key(.enter)
    #expect(typist.field.string == "中文，你好")
    try typist.h.type("a")
    try typist.h.key(.escape)
    #expect(typist.field.string == "中文，你好" && typist.h.errors.isEmpty)
  }
}
