import Foundation
import TesseraTestSupport
import Testing

@testable import KeyboardPlugin

@Suite struct KeyboardLayoutTests {
  @Test(arguments: KeyboardLayout.standardNames) func everyStandardLayoutIsParsed(_ name: String) throws {
    let layout = try #require(KeyboardLayout.standard(name))
    #expect(layout.name == name)
    #expect(layout.rows.count == (name == "zh-Hant" ? 4 : 3) && layout.rows.allSatisfy { (6...13).contains($0.count) })
    #expect(layout.isRightToLeft == ["he", "ar"].contains(name))
    for key in layout.rows.joined() where key.isDead { #expect(layout.deadKeys.contains { $0.sign == key.lower }) }
  }

  /// The script writes both; a change of only one is an error.
  @Test(arguments: KeyboardLayout.standardNames) func embeddedTextsMatchTheFiles(_ name: String) throws {
    let path = try PackageFolder.root() + "/Plugins/KeyboardPlugin/Layouts/\(name).keys"
    #expect(try KeyboardLayout.load(file: path) == KeyboardLayout.standard(name))
  }

  @Test func namesOfRegionsFallBackToTheirLanguage() {
    #expect(KeyboardLayout.standard("de-AT")?.name == "de")
    #expect(KeyboardLayout.standard("en_GB")?.name == "en-GB")
    #expect(KeyboardLayout.standard("en")?.name == "en-US")
    #expect(KeyboardLayout.standard("xx") == nil)
  }

  @Test func capitalsOfTurkishAreThoseOfItsAlphabet() throws {
    let keys = try #require(KeyboardLayout.standard("tr")).rows.joined()
    #expect(keys.first { $0.lower == "i" }?.upper == "İ")
    #expect(keys.first { $0.lower == "ı" }?.upper == "I")
  }

  @Test func aDeadKeyCombinesWithItsLetterOrPrecedesIt() throws {
    let layout = try #require(KeyboardLayout.standard("es"))
    #expect(layout.combine("´", "e") == "é")
    #expect(layout.combine("´", "E") == "É")
    #expect(layout.combine("´", "x") == "´x")
    #expect(layout.combine("´", " ") == "´")
    #expect(layout.combine("´", "´") == "´")
  }

  @Test(arguments: [
    ("", "the first line must be `keys 1`"), ("layout x\n", "k.keys:1: error: the first line must be `keys 1`"),
    ("keys 2", "got `keys 2`"), ("keys 1\nrow a", "`layout` is missing"), ("keys 1\nlayout x", "`row` is missing"),
    ("keys 1\nrows a", "k.keys:2: error: unknown word `rows`"), ("keys 1\nlayout a b", "`layout` must be one word"),
    ("keys 1\ndirection up", "must be ltr or rtl, got `up`"), ("keys 1\nvariants a", "such as a:àáâ, got `a`"),
    ("keys 1\ndead ´", "`dead` must be a sign and pairs"), ("keys 1\ndead ´ abc", "got `abc`"), ("keys 1\nrow dead:", "needs a sign"),
    ("keys 1\nrow a b c d e f g h i j k l m n o", "1 to 14 keys, got 15"), ("keys 1\nrow a\nrow a\nrow a\nrow a\nrow a", "k.keys:6"),
    ("keys 1\nvariants a:bcdefghijklmnop", "at most 12 variants"), ("keys 1\nrow aaaaaaaaaaaaaaaaa", "at most 16 bytes"),
  ]) func mistakesAreNamedWithTheirLine(_ text: String, _ reason: String) {
    #expect {
      try KeyboardLayout(text: text, file: "k.keys")
    } throws: {
      "\($0)".contains(reason)
    }
  }

  @Test func filesThatCannotBeReadAreErrors() throws {
    for path in ["/nowhere/x.keys", "/dev/zero", "/", "a\0b.keys"] {
      #expect(throws: KeyboardLayoutError.self) { try KeyboardLayout.load(file: path) }
    }
    #expect(throws: KeyboardLayoutError.self) { try KeyboardLayout(text: String(repeating: "a", count: 70_000), file: "k") }
  }

  /// Hostile texts are errors or layouts, never traps.
  @Test func anyBytesAreReadOrRefused() throws {
    var random = SeededGenerator(seed: 7)
    let words = [
      "keys", "1", "row", "dead:", "dead", "´", "a:", ":", "/", "a/b", "\n", "\n", " ", "layout", "x", "\u{301}", "👨‍👩‍👧", "variants", "#",
      "\r",
    ]
    for _ in 0..<2000 {
      let text = "keys 1\n" + (0..<Int.random(in: 0..<30, using: &random)).map { _ in words.randomElement(using: &random)! + " " }.joined()
      let board = (try? KeyboardLayout(text: text, file: "k")).map { Board(BoardKind(), layout: $0) }
      #expect(board?.keys.isEmpty != true)
    }
  }

  @Test func emojiAreFoundByTheBeginningsOfTheirWords() {
    let table = EmojiTable.standard
    #expect(table.signs.count > 200 && table.groups.count == 7)
    #expect(table.search("dog", limit: 3).first == "🐶")
    #expect(table.search("heart", limit: 8).count > 3)
    #expect(table.search("", limit: 8).isEmpty && table.search("zzz", limit: 8).isEmpty)
  }
}
