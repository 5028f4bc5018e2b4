import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Nodes in lines of text, and the attributes of spans in scene files.
@Suite struct TextInlineNodeTests {
  static func scene(_ text: String, width: Int = 220, height: Int = 160) throws -> HeadlessStage {
    try HeadlessStage(
      scene: """
        tessera: 1
        size: [\(width), \(height)]
        root:
          type: box
          style: {flexDirection: column, alignItems: flex-start}
          children:
            - type: text
              id: text
        \(text.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
        """)
  }

  @Test(arguments: TextAttachment.Alignment.allCases) func inlineNodesAreInTheLineAtTheirCharacter(alignment: TextAttachment.Alignment)
    throws
  {
    let h = try Self.scene(
      """
      spans: [{text: "Press "}, {node: ok, width: 40, height: 10, align: \(alignment.rawValue)}, {text: " now"}]
      children: [{type: box, id: ok, background: red}]
      """)
    let node = try #require(try h.node("text") as? TextNode)
    let frame = try h.node("ok").frame
    let layout = node.textLayout(width: node.frame.width, height: node.frame.height)
    #expect(frame.size == Size(40, 10))
    #expect(abs(frame.minX - layout.caret(at: 6).minX) < 0.01)
    let line = layout.lines[0]
    switch alignment {
    case .baseline: #expect(abs(frame.maxY - line.baseline) < 0.01)
    case .center: #expect(abs(frame.midY - line.frame.midY) < 0.01)
    case .top: #expect(abs(frame.minY - line.frame.minY) < 0.01)
    case .bottom: #expect(abs(frame.maxY - line.frame.maxY) < 0.01)
    }
    #expect(node.frame.width == (layout.size.width).rounded(.up))
    #expect(try h.snapshot().color(x: Int(frame.midX), y: Int(frame.midY)) == Color(red: 1, green: 0, blue: 0))
  }

  @Test func aTallNodeMakesItsLineHigherAndMovesWithTheText() throws {
    let h = try Self.scene(
      """
      style: {width: 120, padding: 7}
      spans: [{text: "Some words that wrap, then "}, {node: ok, width: 50, height: 44}, {text: " and more of them"}]
      children: [{type: box, id: ok}]
      """)
    let node = try #require(try h.node("text") as? TextNode)
    let layout = node.textLayout(width: node.contentRect.width, height: node.contentRect.height)
    let line = try #require(layout.lines.first { $0.range.contains(27) })
    #expect(line.frame.height > 44)
    let frame = try h.node("ok").frame
    #expect(
      abs(frame.minX - 7 - layout.caret(at: 27).minX) < 0.01 && abs(frame.maxY - 7 - line.baseline) < 0.01, "\(frame) \(layout.lines)")
    node.spans[0].text = "Few "
    try h.settle()
    #expect(try h.node("ok").frame.minY < 20)
    node.verticalAlignment = .bottom
    node.style.height = .points(150)
    try h.settle()
    #expect(try h.node("ok").frame.maxY > 80)
  }

  @Test func nodesInLinesGetEventsUnlessTheyAreTruncated() throws {
    let h = try Self.scene(
      """
      style: {width: 150}
      lineLimit: 1
      spans: [{text: "A "}, {node: first, width: 30, height: 14}, {text: " and then very many words "}, {node: last, width: 30, height: 14}]
      children: [{type: button, id: first, title: x}, {type: button, id: last, title: y}, {type: box, id: nobody, background: red}]
      """)
    let taps = Locked<[String]>([])
    for id in ["first", "last"] { try h.node(id).on(Button.tap) { taps.withLock { $0.append(id) } } }
    try h.tap(id: "first")
    #expect(taps.withLock { $0 } == ["first"])
    #expect(try h.node("last").frame.size == .zero && h.node("nobody").frame.size == .zero)
    let node = try #require(try h.node("text") as? TextNode)
    #expect(node.textLayout(width: 150, height: node.frame.height).isTruncated)
    node.lineLimit = 0
    try h.settle()
    #expect(try h.node("last").frame.size == Size(30, 14))
    try h.tap(id: "last")
    #expect(taps.withLock { $0 } == ["first", "last"])
  }

  @Test func aProgramPutsNodesInLinesToo() throws {
    let star = BoxNode()
    star.id = "star"
    star.background = .color(.black)
    let text = TextNode(Text())
    text.spans = [TextSpan("one "), TextSpan(.init(node: "star", width: 12)), TextSpan(" two")]
    let h = try HeadlessStage(width: 200, height: 40) {
      let row = BoxNode()
      row.style.alignItems = .flexStart
      row.addSubnode(text)
      return row
    }
    let before = text.frame.size
    text.addSubnode(star)
    try h.settle()
    #expect(star.frame.size == Size(12, 12) && star.frame.minX > 20)
    #expect(text.frame.size == before)
    // The same in attributed text.
    var attributed = AttributedText("a ")
    var attributes = TextAttributes()
    attributes.attachment = TextAttachment(id: "star", width: 9, height: 5)
    attributed.append(TextAttachment.character, attributes: attributes)
    text.attributedText = attributed
    try h.settle()
    #expect(star.frame.size == Size(9, 5))
    star.removeFromSupernode()
    try h.settle()
    #expect(text.subnodes.isEmpty && text.frame.width > 9)
    text.string = "plain"
    text.addSubnode(star)
    try h.settle()
    #expect(star.supernode === text && star.frame.size == .zero)
    #expect(text.resolvedSemantics.label == "plain")
  }

  @Test func markupNamesNodesToo() throws {
    let h = try Self.scene(
      """
      markup: "Tap ![](a) or **![](b 30x12)** ![not closed"
      children: [{type: box, id: a}, {type: box, id: b}]
      """)
    let node = try #require(try h.node("text") as? TextNode)
    #expect(node.spans.compactMap(\.attachment) == [.init(node: "a"), .init(node: "b", width: 30, height: 12)])
    #expect(try h.node("a").frame.size == Size(16, 16) && h.node("b").frame.size == Size(30, 12))
    #expect(node.resolvedSemantics.label == "Tap  or  ![not closed")
    node.isSelectable = true
    node.selection = 0..<node.string.utf8.count
    #expect(node.value.selectedText == "Tap  or  ![not closed")
  }

  @Test func spansTakeEveryAttributeAndReadBack() throws {
    let h = try Self.scene(
      """
      language: de
      hyphenation: auto
      hangingPunctuation: true
      selectable: true
      selectionColor: gold
      truncationTappable: true
      axes: {wdth: 90}
      features: {tnum: 1}
      exclusions: [{rect: [10, 10, 20, 20]}, {rect: [60, 0, 20, 20], radius: 4}, {ellipse: [90, 0, 20, 20]}, {polygon: [[0, 0], [5, 0], [0, 5]]}]
      spans:
        - {text: "12 ", axes: {wght: 650}, features: {tnum: 0, zero: 1}, language: ja, underline: true, underlineSkipsInk: false}
        - {node: n, width: 10, align: center, link: there}
      children: [{type: box, id: n}]
      """)
    let text = try #require(try h.node("text") as? TextNode).value
    #expect(text.language == "de" && text.hyphenation == .auto && text.hangsPunctuation && text.isSelectable && text.isTruncationTappable)
    #expect(
      text.exclusions == [
        .rect(Rect(10, 10, 20, 20)), .roundedRect(Rect(60, 0, 20, 20), radius: 4), .ellipse(Rect(90, 0, 20, 20)),
        .polygon([Point(0, 0), Point(5, 0), Point(0, 5)]),
      ])
    let runs = text.attributedText.runs.map(\.attributes)
    #expect(runs[0].font.variations == ["wdth": 90, "wght": 650] && runs[0].font.features == ["tnum": 0, "zero": 1])
    #expect(runs[0].language == "ja" && !runs[0].underlineSkipsInk && runs[1].language == "de")
    #expect(runs[1].attachment?.width == 10 && runs[1].attachment?.id == "n" && runs[1].link == "there")
    for attribute in Text.attributes {
      guard let value = attribute.get(text) else { continue }
      let other = TextNode()
      try other.setAttribute(attribute.name, to: value)
      #expect(other.attribute(attribute.name) == value, "\(attribute.name)")
    }
    let other = TextNode()
    try other.setAttribute("spans", to: try #require(Text.attributes.first { $0.name == "spans" }?.get(text)))
    #expect(other.spans == text.spans)
  }

  @Test(arguments: [
    ("spans: [{texd: a}]", "did you mean `text`?"), ("spans: [{text: a, featurs: {}}]", "did you mean `features`?"),
    ("spans: [{text: a, node: b}]", "each part needs `text`, or `node` with the id of a child"),
    ("spans: [{color: red}]", "each part needs `text`"),
    ("spans: [{text: a, width: 4}]", "`width` requires `node`"), ("spans: [{text: a, features: {tnu: 1}}]", "has the invalid tag `tnu`"),
    ("spans: [{text: a, features: {tnum: on}}]", "a whole number"),
    ("spans: [{node: a, align: middle}]", "one of baseline, center, top, bottom"),
    ("hyphenation: atuo", "did you mean `auto`?"), ("exclusions: [{rect: [1, 2, 3]}]", "four numbers"),
    ("exclusions: [{ellips: [1, 2, 3, 4]}]", "did you mean `ellipse`?"), ("exclusions: [{polygon: [[1, 2]]}]", "at least three points"),
    ("exclusions: [{rect: [0, 0, 1, 1], ellipse: [0, 0, 1, 1]}]", "one of `rect`, `ellipse`, `polygon`"),
    ("axes: {wdth: wide}", "a number"),
    ("exclusions: [{ellipse: [0, 0, 1, 1], radius: 3}]", "`radius` requires `rect`"),
  ]) func errorsNameTheProblemAndTheValidValues(line: String, message: String) {
    let error = #expect(throws: (any Error).self) { try Self.scene(line) }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }
}
