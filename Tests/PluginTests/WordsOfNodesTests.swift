import TesseraKit
import TesseraTestSupport
import Testing

/// Shows all standard types in German and Arabic: none may show or speak an English word.
@Suite struct WordsOfNodesTests {
  /// Attributes with which types show their words. Texts of the program are Arabic.
  private static let settings: [String: [[(String, AttributeValue)]]] = [
    "nav-bar": [[("title", .text("نص")), ("back", .boolean(true))]], "rating": [[("value", .number(3))]],
    "editable-text": [[], [("secure", .boolean(true)), ("revealable", .boolean(true))]],
    "keyboard": [], "page-dots": [[("count", .number(3))]], "search-field": [[("value", .text("نص"))]],
    "chip": [[("title", .text("نص")), ("removable", .boolean(true))]],
    "code": ["qr", "micro-qr", "aztec"].map { [("kind", .text($0)), ("text", .text("12345"))] },
    "color-picker": [[("showsAlpha", .boolean(true)), ("swatches", .list([.color(.black)]))], [("kind", .text("warmth"))]],
    "time-picker": [[("hours", .text("h12")), ("showsSeconds", .boolean(true))]],
    "duration-picker": [[("showsHours", .boolean(true)), ("showsSeconds", .boolean(true))]],
  ]

  /// Parts of texts with Latin letters that are no words: names of codes and keys, units of physics, and colors.
  private static let allowed: Set<String> = ["QR", "Aztec", "ABC", "K", "com"]

  /// Words that need a touch, a file or the focus of a field to be shown; other tests press these keys and buttons.
  private static let unseen: Set<StandardWord> = [
    .cancel, .hidePassword, .pause, .mute, .soundOn, .showSubtitles, .hideSubtitles, .hideKeyboard, .search, .send, .go, .newLine,
    .suggestions,
    .emojiFaces,
    .emojiPeople,
    .emojiNature, .emojiFood, .emojiTravel, .emojiThings, .emojiSigns,
  ]

  @Test func arabicHasNoLatinWords() throws {
    var seen = Set<String>()
    for (type, texts) in try Self.texts(in: "ar") {
      for text in texts {
        // The label of a row consists of those in it.
        seen.formUnion(text.split(separator: ", ").map(String.init) + [text])
        let latin = text.split { !($0.isASCII && $0.isLetter) }.filter { !Self.allowed.contains(String($0)) }
        #expect(latin.isEmpty || text.hasPrefix("#"), "\(type): \(text)")
      }
    }
    let missing = StandardWord.allCases.filter { word in
      let text = StandardWords().text(word, language: "ar", ["n": "3", "count": "5"])
      let pages = StandardWords().text(word, language: "ar", ["n": "1", "count": "3"])
      return !seen.contains(text) && !seen.contains(pages)
    }
    #expect(Set(missing) == Self.unseen, "\(missing)")
  }

  @Test func germanHasNoEnglishWords() throws {
    let words = StandardWords()
    let german = Set(StandardWord.allCases.map { words.text($0, language: "de") })
    let english = Set(StandardWord.allCases.map(\.english)).subtracting(german)
    for (type, texts) in try Self.texts(in: "de") {
      for text in texts { #expect(!english.contains(text), "\(type): \(text)") }
    }
  }

  /// Returns the texts of the elements of all types, and those of nodes that the types create.
  private static func texts(in language: String) throws -> [(type: String, texts: [String])] {
    var found: [(String, [String])] = []
    for type in NodeRegistry.standard.names {
      for attributes in settings[type] ?? [[]] {
        let node = try NodeRegistry.standard.makeNode(type)
        for (name, value) in attributes { try node.setAttribute(name, to: value) }
        found.append((type, try texts(of: node, language)))
      }
    }
    var menu = EditMenu()
    menu.commands = EditCommand.allCases
    found.append(("edit-menu", try texts(of: Node(menu), language)))
    found.append(("table", try texts(of: table(), language)))
    var split = Split(0.5, BoxNode(), BoxNode())
    (split.minimum, split.endMinimum) = (50, 50)
    found.append(("split", try texts(of: Node(split), language)))
    found.append(("menu", try texts(of: Node(Menu([MenuEntry("نص")], content: BoxNode())), language)))
    for purpose in [TextInputPurpose.text, .number] { found.append(("keyboard", try keyboardTexts(purpose, language))) }
    return found
  }

  private static func table() -> AnyNode {
    let table = TableNode()
    table.handlers.delete = { _ in }
    table.handlers.move = { _, _ in }
    (table.isEditing, table.accessory) = (true, .detail)
    table.addSceneChildren([TextNode("نص")])
    return table
  }

  private static func stage(_ node: AnyNode, _ language: String) throws -> HeadlessStage {
    let root = BoxNode()
    root.environment.setLanguage(language)
    node.style.width = .points(400)
    if node.typeName != "duration-picker", node.typeName != "time-picker" { node.style.height = .points(280) }
    root.addSubnode(node)
    let h = try HeadlessStage(width: 420, height: 300) { root }
    // Nodes collect their semantics from the first reading on.
    _ = h.stage.semanticsTree
    try h.settle()
    return h
  }

  private static func texts(of node: AnyNode, _ language: String) throws -> [String] { texts(on: try stage(node, language), node) }

  private static func texts(on h: HeadlessStage, _ node: AnyNode) -> [String] {
    var texts: [String] = []
    for element in h.stage.semanticsTree.readingOrder where element.semantics.language != "en" {
      let semantics = element.semantics
      texts += [semantics.label, semantics.value, semantics.hint].compactMap { $0 }
      texts += (semantics.actions ?? []).compactMap { if case .custom(let name) = $0 { name } else { nil } }
    }
    var nodes = node.subnodes
    while let next = nodes.popLast() {
      nodes += next.subnodes
      if let value = (next as? any HoldsValue)?.heldValue { texts += shown(in: value) }
    }
    return texts
  }

  /// Returns the texts in those members of a value whose names show that they are drawn.
  private static func shown(in value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { child -> [String] in
      let isText = ["title", "text", "words", "label", "string", "hint"].contains { child.label?.lowercased().hasSuffix($0) ?? false }
      return isText ? (child.value as? String).map { [$0] } ?? [] : []
    }
  }

  /// Returns the texts of pages of a keyboard.
  private static func keyboardTexts(_ purpose: TextInputPurpose, _ language: String) throws -> [String] {
    let node = KeyboardNode(["ar", "he", "emoji"], purpose: purpose)
    let h = try stage(node, language)
    var texts = texts(on: h, node)
    for word in [StandardWord.symbols, .moreSymbols, .letters, .emoji] {
      let label = StandardWords().text(word, language: language)
      guard let key = h.stage.semanticsTree.readingOrder.first(where: { $0.semantics.label == label }) else { continue }
      _ = h.stage.perform(.activate, on: key.id)
      try h.settle()
      texts += Self.texts(on: h, node)
    }
    return texts
  }
}

/// Node whose value can be read without its type.
private protocol HoldsValue { var heldValue: Any { get } }

extension Node: HoldsValue { fileprivate var heldValue: Any { value } }
