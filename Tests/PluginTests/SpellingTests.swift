import TesseraKit
import TesseraTestSupport
import Testing

@testable import EditableTextPlugin

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Folder of its own, removed with the object.
private final class TestFolder {
  let path: String

  init() throws {
    var name = Array("/tmp/tessera-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw TestFailure("no temporary folder") }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  private var names: [String] = []

  func write(_ bytes: some Collection<UInt8>, to name: String) throws {
    names.append(name)
    let file = fopen(path + "/" + name, "w")
    defer { if let file { fclose(file) } }
    guard let file, fwrite(Array(bytes), 1, bytes.count, file) == bytes.count else { throw TestFailure("cannot write \(name)") }
  }
}

private let hasLibrary = HunspellChecker(folders: []).problem(language: "en")?.contains("libhunspell") != true

/// Knows the words of a list.
private struct ListChecker: SpellChecker {
  var words: Set<String> = []
  var problem: String?

  func isKnown(_ word: String, language: String) -> Bool { words.contains(word.lowercased()) }
  func corrections(of word: String, language: String) -> [String] { words.filter { $0.count == word.count }.sorted() }
  func problem(language: String) -> String? { problem }
}

extension ClipboardTests {
  /// Unknown words of fields. Serialized, because all fields share one dictionary.
  @Suite(.serialized) struct SpellingTests {
    /// Writes a dictionary of two words in an encoding.
    private func dictionary(_ name: String, encoding: String, words: [[UInt8]]) throws -> (folder: TestFolder, checker: HunspellChecker) {
      let folder = try TestFolder()
      try folder.write("SET \(encoding)\nTRY esianrtolcd\n".utf8, to: name + ".aff")
      try folder.write(Array("\(words.count)\n".utf8) + words.flatMap { $0 + [10] }, to: name + ".dic")
      return (folder, HunspellChecker(folders: [folder.path + "/missing", folder.path]))
    }

    @Test(.enabled(if: hasLibrary, "not run: libhunspell-1.7-0 is not installed")) func wordsOfADictionaryAreKnown() throws {
      let (folder, checker) = try dictionary("xx_YY", encoding: "UTF-8", words: [Array("toucan".utf8), Array("Käfig".utf8)])
      defer { withExtendedLifetime(folder) {} }
      for language in ["xx", "xx-YY", "xx_ZZ"] {
        #expect(checker.isKnown("toucan", language: language) && checker.isKnown("Käfig", language: language))
        #expect(!checker.isKnown("tuocan", language: language) && checker.corrections(of: "tuocan", language: language) == ["toucan"])
        #expect(checker.problem(language: language) == nil)
      }
      #expect(checker.isKnown("anything", language: "qq") && checker.problem(language: "qq")?.contains("no dictionary of `qq`") == true)
      #expect(checker.isKnown("a\0b", language: "xx") && checker.isKnown(String(repeating: "q", count: 200), language: "xx"))
    }

    @Test(.enabled(if: hasLibrary, "not run: libhunspell-1.7-0 is not installed")) func dictionariesInOtherEncodingsAreRead() throws {
      let (folder, checker) = try dictionary("xx", encoding: "ISO8859-1", words: [[0x4B, 0xE4, 0x66, 0x69, 0x67]])
      defer { withExtendedLifetime(folder) {} }
      #expect(checker.isKnown("Käfig", language: "xx") && !checker.isKnown("Kafig", language: "xx"))
      #expect(checker.corrections(of: "Kafig", language: "xx") == ["Käfig"])
      #expect(checker.isKnown("字", language: "xx"), "letters that the dictionary cannot have are not judged")
    }

    @Test func wordsAreThoseThatPeopleSee() {
      let field = EditableTextNode(EditableText("Don't  re-use 3rd “word”, a1 -x- ’n"))
      let words = EditingField(field).words(in: 0..<field.string.utf8.count)
      #expect(words.map(\.word) == ["Don't", "re-use", "word", "x", "n"])
      for word in words {
        let utf8 = Array(field.string.utf8)
        #expect(String(decoding: utf8[word.range], as: UTF8.self) == word.word)
      }
    }

    @Test func unknownWordsAreUnderlinedAndCorrected() throws {
      let former = SpellChecking.shared.checker
      defer { SpellChecking.shared.checker = former }
      SpellChecking.shared.checker = ListChecker(words: ["the", "toucan", "parrot"])
      let field = EditableTextNode(EditableText("the tuocan"))
      (field.id, field.kind, field.checksSpelling) = ("field", .plain, true)
      let h = try HeadlessStage(width: 300, height: 300) { field }
      let marked = try h.snapshot()
      field.checksSpelling = false
      try h.settle()
      #expect(try pixelDifference(marked, h.snapshot()).count > 0)
      field.checksSpelling = true
      try h.focus(id: "field")
      func unknown() -> [Range<Int>] { EditingField(field).unknownWords(in: 0..<10, language: "en") }
      #expect(unknown().isEmpty, "the word at the caret is being typed")
      try h.key(.home)
      #expect(unknown() == [4..<10])
      let caret = EditableText.caret(at: CaretPosition(7), of: field)
      try h.tap(at: Point(caret.midX, caret.midY))
      #expect(field.storage.suggestions.withLock { $0.node?.texts } == ["parrot", "toucan"])
      try h.key(.down)
      try h.key(.down)
      try h.key(.enter)
      #expect(field.string == "the toucan" && unknown().isEmpty)
      for purpose in [TextInputPurpose.email, .password, .number] {
        field.purpose = purpose
        #expect(!EditingField(field).checksSpelling)
      }
    }

    @Test func aMissingDictionaryIsReportedOnce() throws {
      let former = SpellChecking.shared.checker
      defer { SpellChecking.shared.checker = former }
      SpellChecking.shared.checker = ListChecker(problem: "no dictionary")
      let field = EditableTextNode(EditableText("a"))
      let h = try HeadlessStage(width: 100, height: 40) { field }
      field.checksSpelling = true
      #expect(throws: TestFailure.self) { try h.settle() }
      field.string = "b"
      try h.settle()
      #expect(h.errors.map(\.reason) == ["no dictionary"])
    }
  }
}
