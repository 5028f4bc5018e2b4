import TesseraTestSupport
import Testing

@testable import KeyboardPlugin
@testable import TesseraKit

/// Engines of input methods, alone and through the keyboard.
@Suite(.serialized) struct ComposingTests {
  private func typed(_ engine: any ComposingEngine, _ letters: String) -> (final: String, preedit: String) {
    var engine = engine
    var final = ""
    for letter in letters { final += engine.insert(String(letter)) }
    return (final, engine.preedit)
  }

  @Test(arguments: [
    ("gksrmf", "한", "글"), ("ㅎㅏㄴㄱㅡㄹ", "한", "글"), ("dkssud", "안", "녕"), ("rkqtdl", "값", "이"), ("ekfrdl", "닭", "이"), ("ekfrl", "달", "기"),
    ("whgdk", "좋", "아"), ("rhkwk", "과", "자"), ("dmltk", "의", "사"), ("Tkdlek", "싸이", "다"), ("dlTdj", "있", "어"), ("dlTj", "이", "써"),
    ("k", "", "ㅏ"), ("rr", "ㄱ", "ㄱ"), ("dnjs", "", "원"), ("gh1", "호1", ""), ("dksw", "", "앉"), ("dkswk", "안", "자"),
  ]) func koreanSyllables(letters: String, final: String, preedit: String) {
    let result = typed(HangulEngine(), letters)
    #expect(result == (final, preedit))
  }

  @Test func everyKoreanSyllableIsTakenApartLetterByLetter() {
    var engine = HangulEngine()
    for letter in "ekfr" { _ = engine.insert(String(letter)) }
    var seen = [engine.preedit]
    while engine.deleteBackward() { seen.append(engine.preedit) }
    #expect(seen == ["닭", "달", "다", "ㄷ", ""])
    #expect(engine.convert() == nil)
  }

  @Test(arguments: [
    ("konnichiha", "こんいちは", "コンイチハ"), ("konnnichiha", "こんにちは", "コンニチハ"), ("kippu", "きっぷ", "キップ"), ("toukyou", "とうきょう", "トウキョウ"),
    ("shinkansen", "しんかんせん", "シンカンセン"), ("kon'ya", "こんや", "コンヤ"), ("ra-men", "らーめん", "ラーメン"), ("fairu", "ふぁいる", "ファイル"),
    ("jisho", "じしょ", "ジショ"), ("tyotto", "ちょっと", "チョット"), ("vaiorin", "ゔぁいおりん", "ヴァイオリン"), ("xtu", "っ", "ッ"), ("qqa", "qqあ", "qqア"),
  ]) func japaneseSyllables(letters: String, hiragana: String, katakana: String) {
    var engine = KanaEngine()
    for letter in letters { #expect(engine.insert(String(letter)) == "") }
    #expect(engine.candidates == [hiragana, katakana])
    #expect(engine.convert() == hiragana && engine.preedit == "")
  }

  @Test(arguments: [
    ("nihao", "ni hao", "你好"), ("xiexie", "xie xie", "谢谢"), ("xian", "xian", "现"), ("xi'an", "xi an", "西安"), ("nv", "nv", "女"),
    ("wenduxian", "wen du xian", "温度"), ("zhongg", "zhong g", "中国"), ("woaini", "wo ai ni", "我"), ("danganxia", "dan gan xia", "档案"),
  ]) func chineseWords(letters: String, preedit: String, first: String) {
    var engine = PinyinEngine()
    for letter in letters { #expect(engine.insert(String(letter)) == "") }
    #expect(engine.preedit == preedit)
    #expect(engine.candidates.first == first, "\(engine.candidates.prefix(8))")
  }

  @Test func aChosenWordKeepsTheOtherLetters() {
    var engine = PinyinEngine()
    for letter in "woaini" { _ = engine.insert(String(letter)) }
    #expect(engine.choose(0) == "我" && engine.preedit == "ai ni")
    #expect(engine.convert()?.count == 2 && engine.preedit == "")
    #expect(engine.insert(",") == "，")
  }

  /// Any letters: nothing traps, the text stays bounded, and the pre-edit ends.
  @Test(arguments: ComposingEngines.names.filter { $0 != "zhuyin" }) func anyLettersEnd(name: String) throws {
    var random = SeededGenerator(seed: 11)
    var engine = try #require(ComposingEngines.make(name))
    let signs = Array("abcdefghijklmnopqrstuvwxyz'-,.1 ㄱㅏㅎ你é\u{301}👍")
    for _ in 0..<4000 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: _ = engine.deleteBackward()
      case 1: _ = engine.choose(Int.random(in: -1...9, using: &random))
      case 2:
        _ = engine.convert()
        #expect(!engine.isComposing)
      case 3: _ = engine.finish()
      default: _ = engine.insert(String(signs.randomElement(using: &random)!))
      }
      #expect(engine.preedit.count <= 100)
    }
  }

  @Test func koreanIsTypedOnTheKeyboardAndOnADevice() throws {
    let typist = try Typist(["ko"])
    try typist.open()
    try typist.type("ㅎㅏㄴㄱㅡㄹ ㅁㅏㄹ")
    #expect(typist.field.string == "한글 말")
    try typist.tap(.delete)
    #expect(typist.field.string == "한글 마")
    try typist.tap(.enter)
    #expect(typist.field.string == "한글 마" && typist.keyboard.isOpen)
    for letter in "dksw" { try typist.h.type(String(letter)) }
    #expect(typist.field.string == "한글 마앉")
    try typist.h.key(.backspace)
    #expect(typist.field.string == "한글 마안")
    try typist.h.key(.left)
    try typist.h.type("k")
    #expect(typist.field.string == "한글 마ㅏ안")
  }

  @Test func chineseIsChosenFromTheStrip() throws {
    let typist = try Typist(["zh", "ja"])
    try typist.open()
    try typist.type("nihao")
    #expect(typist.field.string == "ni hao" && typist.state.stripLabel(0) == "你好")
    try typist.tap(.suggestion(0))
    #expect(typist.field.string == "你好")
    try typist.type("shi")
    let first = typist.state.stripLabel(0)
    #expect(typist.state.stripLabel(7) == "›")
    try typist.tap(.suggestion(7))
    #expect(typist.state.stripLabel(0) != first)
    try typist.tap(.suggestion(2))
    #expect(typist.field.string.count == 3)
    for letter in "women" { try typist.h.type(String(letter)) }
    try typist.h.type("1")
    #expect(typist.field.string.hasSuffix("我们"))
    try typist.type("ni")
    // The next language ends the word.
    try typist.tap(.language)
    #expect(typist.field.string.hasSuffix("我们ni"))
    try typist.type("kana")
    try typist.tap(.suggestion(1))
    #expect(typist.field.string.hasSuffix("我们niカナ"))
    #expect(typist.field.undo())
  }
}
