@testable import PickersPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Search field: rest, Enter, the cross and Escape.
@Suite struct SearchFieldTests {
  private func start() throws -> (HeadlessStage, SearchFieldNode, Model<String>, Locked<[String]>) {
    let words = Model("")
    let node = SearchFieldNode(Binding(words, \.value), placeholderText: "Search", label: "Recipes")
    node.environment[\.density] = .regular
    let h = try HeadlessStage(width: 300, height: 100) { node }
    let sent = Locked<[String]>([])
    node.onChange { text in sent.withLock { $0.append(text) } }
    node.onSubmit { text in sent.withLock { $0.append("submit " + text) } }
    return (h, node, words, sent)
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: search-field, placeholderText: Search recipes, style: {width: 220}}
      - {type: search-field, value: lentils, style: {width: 220}}
      - {type: search-field, value: lentils, enabled: false, style: {width: 220}}
      """, width: 244, height: 190)
    try expectGolden(h.framebuffer, "search-field")
  }

  @Test func changeIsSentAfterARest() throws {
    let (h, node, words, sent) = try start()
    node.storage.field.becomeFocused()
    try h.settle()
    for letter in ["s", "o", "u", "p"] {
      try h.type(letter)
      try h.advance(by: 0.1, step: 0.05)
    }
    #expect(sent.withLock { $0.isEmpty } && words.value.isEmpty)
    try h.advance(by: 0.2, step: 0.05)
    #expect(sent.withLock { $0 } == ["soup"] && words.value == "soup")
  }

  @Test func enterSubmitsTheTypedText() throws {
    let (h, node, words, sent) = try start()
    node.storage.field.becomeFocused()
    try h.settle()
    try h.type("soup")
    try h.key(.enter)
    #expect(sent.withLock { $0 } == ["soup", "submit soup"] && words.value == "soup")
  }

  @Test func suggestionsAreChosenByKeysAndFingers() throws {
    let (h, node, words, sent) = try start()
    node.suggestions = ["soup", "soufflé", "stew"]
    try h.settle()
    let rows = { h.stage.semanticsTree.text().split(separator: "\n").filter { $0.contains("option") }.count }
    #expect(rows() == 0, "only while the field has the focus")
    node.storage.field.becomeFocused()
    try h.settle()
    #expect(rows() == 3)
    try h.type("so")
    try h.key(.down)
    try h.key(.down)
    try h.key(.enter)
    #expect(words.value == "soufflé" && sent.withLock { $0 } == ["soufflé", "submit soufflé"])
    try h.advance(by: 1, step: 0.25)
    #expect(rows() == 0)
    try h.type("x")
    try h.settle()
    #expect(rows() == 3)
    try h.key(.escape)
    try h.advance(by: 1)
    #expect(rows() == 0 && node.storage.field.string == "soufflé" + "x", "Escape closes the suggestions first")
    #expect(node.storage.field.isFocused)
  }

  @Test func cancelEndsTheSearchOnSmallScreens() throws {
    let node = SearchFieldNode(SearchField("so").suggestions(["soup", "soufflé"]))
    node.environment[\.density] = .compact
    node.environment[\.locale] = "de"
    let h = try HeadlessStage(width: 280, height: 150) {
      let root = BoxNode()
      (root.style.direction, root.style.padding) = (.column, LayoutEdges(.points(8)))
      root.addSubnode(node)
      return root
    }
    node.storage.field.becomeFocused()
    try h.settle()
    try h.advance(by: 1, step: 0.25)
    try expectGolden(h.framebuffer, "search-cancel")
    let cancel = try #require(node.subnodes.first { $0 is Node<SearchCancel> })
    try h.tap(at: h.frame(of: cancel).center)
    try h.advance(by: 1, step: 0.25)
    #expect(node.storage.field.string.isEmpty && !node.storage.field.isFocused)
    #expect(!node.subnodes.contains { $0 is Node<SearchCancel> } && node.text.isEmpty)
  }

  @Test func theCrossAndEscapeClear() throws {
    let (h, node, words, sent) = try start()
    words.value = "soup"
    try h.settle()
    #expect(node.storage.field.string == "soup")
    let cross = try #require(node.subnodes.compactMap { $0 as? Node<SearchMark> }.last)
    try h.tap(at: h.frame(of: cross).center)
    #expect(words.value.isEmpty && node.storage.field.string.isEmpty && sent.withLock { $0 } == [""])
    try h.settle()
    #expect(node.subnodes.compactMap { $0 as? Node<SearchMark> }.count == 1, "no cross without words")
    node.storage.field.becomeFocused()
    try h.settle()
    try h.type("x")
    try h.key(.escape)
    #expect(node.storage.field.string.isEmpty)
  }

  @Test func theProgramsWordsDoNotReplaceTyping() throws {
    let (h, node, words, _) = try start()
    node.storage.field.becomeFocused()
    try h.settle()
    try h.type("soup")
    words.value = "old"
    try h.settle()
    #expect(node.storage.field.string == "soup")
    try h.advance(by: 0.5, step: 0.05)
    #expect(words.value == "soup")
  }

  @Test func semanticsAreASearchField() throws {
    let (h, node, _, _) = try start()
    #expect(node.storage.field.resolvedSemantics.role == .searchField && node.storage.field.resolvedSemantics.label == "Recipes")
    #expect(h.stage.semanticsTree.text().contains("search"))
  }
}
