import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// Table of the words of standard nodes, replacements by a program, and nodes that follow the language.
@Suite struct StandardWordTests {
  private let log = Log()

  @Test func everyLanguageHasEveryWordWithItsPlaceholders() throws {
    let english = WordTable.read("en")
    #expect(StandardWords.languages.count == 22)
    for language in StandardWords.languages {
      let texts = WordTable.read(language)
      for word in StandardWord.allCases {
        let text = try #require(texts[word], "\(language) lacks \(word)")
        let original = try #require(english[word])
        #expect(text.first != " " && text.last != " " && !text.isEmpty, "\(language): \(word)")
        #expect(WordPattern.names(in: text) == WordPattern.names(in: original), "\(language): \(word)")
      }
    }
  }

  @Test func tablesHaveTheSameLanguagesAndNoStrangeWords() {
    var named: [String] = []
    var rows: [String] = []
    var columns = 0
    for line in WordTable.source.split(separator: "\n") {
      guard line.hasPrefix("#") else {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        #expect(cells.count == columns + 1, "\(line)")
        rows.append(String(cells[0]))
        continue
      }
      let words = line.dropFirst(2).split(separator: " ").map(String.init)
      #expect(rows.isEmpty || rows.sorted() == StandardWords.languages)
      (named, columns, rows) = (named + words, words.count, [])
    }
    #expect(rows.sorted() == StandardWords.languages && named.sorted() == StandardWord.allCases.map(\.rawValue).sorted())
  }

  @Test func aTextIsSearchedInLessSpecialLanguagesAndThenInEnglish() {
    let words = StandardWords(["de-AT": [.back: "Retour"], "is": [.copy: "Afrita"], "en": [.paste: "Insert"]])
    #expect(words.text(.back, language: "de_AT") == "Retour" && words.text(.back, language: "de-CH") == "Zurück")
    #expect(words.text(.copy, language: "de-AT") == "Kopieren" && words.text(.copy, language: "is-IS") == "Afrita")
    #expect(words.text(.paste, language: "is") == "Insert" && words.text(.paste, language: "fr") == "Coller")
    #expect(words.text(.back, language: "") == "Back" && words.text(.back, language: "no") == "Tilbake")
    #expect(words.text(.countOf, language: "ja", ["n": "2", "count": "5"]) == "5中2")
    #expect(WordPattern.filled("{$n} {x} {$m} {", ["n": "{$m}"]) == "{$m} {x} {$m} {")
    #expect(
      StandardWords().isEmpty && !words.isEmpty
        && words == StandardWords(["DE-at": [.back: "Retour"], "is": [.copy: "Afrita"], "en": [.paste: "Insert"]]))
  }

  @Test func mistakesInNamedWordsAreErrors() throws {
    #expect(try StandardWords(named: ["de": ["copy": "Kopie"]]) == StandardWords(["de": [.copy: "Kopie"]]))
    func message(_ name: String, _ text: String) -> String? {
      #expect(throws: StandardWordError.self) { try StandardWords(named: ["de": [name: text]]) }.map { "\($0)" }
    }
    #expect(message("copi", "x") == "`tessera.copi` in `de` is not a word of standard nodes; did you mean `tessera.copy`?")
    #expect(message("countOf", "{$n}") == "`tessera.countOf` in `de` must have the placeholders {$count}, {$n}, got `{$n}`")
    #expect(message("copy", "{$n}") == "`tessera.copy` in `de` must have no placeholders, got `{$n}`")
  }

  @Test func nodesThatReadAWordFollowTheLanguageInOneFrame() throws {
    let root = BoxNode()
    let log = log
    let drawn = Node(Speaker(log: log, draws: true))
    let measured = Node(Speaker(log: log, draws: false))
    let silent = Node(Patch(name: "silent", log: log))
    for node in [drawn, measured, silent] { root.addSubnode(node) }
    let stage = try manualStage(root: root)
    try stage.settle()
    let before = stage.statistics
    log.clear()
    stage.environment[\.locale] = "de"
    try stage.settle()
    #expect(log.all.sorted() == ["draw Kopieren", "size Kopieren"])
    #expect(stage.statistics.layouts == before.layouts + 1 && stage.statistics.collectedNodes - before.collectedNodes == 1)
    log.clear()
    root.environment[\.words] = StandardWords(["de": [.copy: "Doppeln"]])
    try stage.settle()
    #expect(log.all.sorted() == ["draw Doppeln", "size Doppeln"])
    log.clear()
    root.environment[\.words] = StandardWords(["de": [.copy: "Doppeln"]])
    try stage.settle()
    #expect(log.all.isEmpty)
  }

  @Test func elementsOfTheScreenReaderFollowTheLanguage() throws {
    let root = BoxNode()
    root.addSubnode(Node(Speaker(log: log, draws: true)))
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.semanticsTree.text().contains("\"Copy\""))
    stage.environment[\.locale] = "pl"
    try stage.settle()
    #expect(stage.semanticsTree.text().contains("\"Kopiuj\""))
  }

  @Test func traditionalChineseAndPseudoLanguages() {
    let words = StandardWords()
    for tag in ["zh-Hant", "zh_TW", "zh-HK", "zh-Hant-HK"] { #expect(words.text(.copy, language: tag) == "拷貝", "\(tag)") }
    for tag in ["zh", "zh-CN", "zh-Hans-SG"] { #expect(words.text(.copy, language: tag) == "复制", "\(tag)") }
    #expect(words.text(.copy, language: "en-XA") == "[Çöpÿ··]")
    #expect(words.text(.countOf, language: "en-XA", ["n": "2", "count": "5"]) == "[2 öf 5··]")
    #expect(words.text(.selectAll, language: "ar-XB") == "\u{200F}\u{202E}Select\u{202C}\u{200F} \u{200F}\u{202E}All\u{202C}\u{200F}")
  }
}

/// Node that reads a word where it is drawn or measured, and in its semantics.
private struct Speaker: AccessibleType {
  static let typeName = "speaker"
  var log = Log()
  var draws = true

  init() {}
  init(log: Log, draws: Bool) { (self.log, self.draws) = (log, draws) }

  static func == (a: Speaker, b: Speaker) -> Bool { a.log === b.log && a.draws == b.draws }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    if !draws { log.note("size \(context.environment.word(.copy))") }
    return range.clamp(Size(8, 8))
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    if draws { log.note("draw \(context.environment.word(.copy))") }
  }

  static func semantics(of node: Node<Speaker>) -> NodeSemantics {
    NodeSemantics(.image, label: node.environmentValues.word(.copy))
  }
}
