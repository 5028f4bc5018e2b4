import Testing
import TesseraKit
import TesseraTestSupport

/// Elements of builders, reuse of their nodes between layouts, and nodes composed of them.
@Suite struct CompositionTests {
  static let red = Color(rgb: 0xDD2211)

  /// List of names, one of which may be left out, below an optional line.
  struct Board: NodeType {
    static let typeName = "board"
    static let traits: NodeTraits = .drawsNothing
    var title = ""
    var names: [String] = []
    var counter: TapCount?

    func layout(in context: LayoutContext) -> (any LayoutElement)? {
      Column(gap: 2) {
        if !title.isEmpty { Text(title).id("title") }
        Column {
          ForEach(names) { name in
            Text(name).background(name == title ? CompositionTests.red : Color(white: 0, alpha: 0)).onTap { [counter] in counter?.add(name)
            }
          }
        }
        .background(.white).padding(4).id("list")
        Row { Text("end").id("end") }
      }
    }
  }

  /// Log of taps.
  final class TapCount: Sendable, Equatable {
    private let taps = Locked<[String]>([])
    func add(_ name: String) { taps.withLock { $0.append(name) } }
    var all: [String] { taps.withLock { $0 } }
    static func == (a: TapCount, b: TapCount) -> Bool { a === b }
  }

  private func stage(_ board: Board) throws -> (HeadlessStage, Node<Board>) {
    let node = Node(board)
    return (try HeadlessStage(width: 200, height: 400) { node }, node)
  }

  private func texts(_ h: HeadlessStage) throws -> [TextNode] { try h.node("list").subnodes.compactMap { $0 as? TextNode } }

  @Test func nodesAreKeptWhileSiblingsAreAddedAndRemoved() throws {
    let (h, board) = try stage(Board(names: ["a", "b", "c"]))
    let (list, end, rows) = (try h.node("list"), try h.node("end"), try texts(h))
    #expect(rows.map(\.string) == ["a", "b", "c"])
    board.title = "Title"
    try h.settle()
    #expect(try h.node("list") === list && h.node("end") === end && h.node("title") is TextNode)
    board.names = ["c", "x", "a"]
    try h.settle()
    let now = try texts(h)
    #expect(now.map(\.string) == ["c", "x", "a"])
    #expect(now[0] === rows[2] && now[2] === rows[0] && now[1] !== rows[1])
    board.title = ""
    try h.settle()
    #expect(board.find("title") == nil)
    #expect(try texts(h) == now)
  }

  @Test func unchangedElementsAreNotMeasuredOrDrawnAgain() throws {
    let (h, board) = try stage(Board(names: (0..<300).map { "row \($0)" }))
    let before = h.stage.statistics
    board.names[7] = "changed"
    try h.settle()
    let after = h.stage.statistics
    // Only the removed and the new element; no retained one.
    #expect(after.measures - before.measures <= 3)
    #expect(after.draws - before.draws == 1)
  }

  @Test func modifiersFollowTheNewestSpec() throws {
    let (h, board) = try stage(Board(title: "b", names: ["a", "b"]))
    #expect(try texts(h).map(\.background) == [.color(Color(white: 0, alpha: 0)), .color(CompositionTests.red)])
    board.title = "a"
    try h.settle()
    #expect(try texts(h).map(\.background) == [.color(CompositionTests.red), .color(Color(white: 0, alpha: 0))])
  }

  @Test func removedModifiersLeaveNothingBehind() throws {
    struct Lamp: NodeType {
      static let typeName = "lamp"
      static let traits: NodeTraits = .drawsNothing
      var isLit = true
      func layout(in context: LayoutContext) -> (any LayoutElement)? {
        let text = Subnode("lamp", Text("lamp"))
        return Column { isLit ? text.background(CompositionTests.red).opacity(0.5).onTap {} : text }
      }
    }
    let lamp = Node(Lamp())
    let h = try HeadlessStage(width: 100, height: 50) { lamp }
    let text = try #require(lamp.subnodes.first)
    #expect(text.background == .color(CompositionTests.red) && text.opacity == 0.5 && text.hasHandlers(for: AnyNode.tap))
    lamp.isLit = false
    try h.settle()
    #expect(lamp.subnodes == [text])
    #expect(text.background == nil && text.opacity == 1 && !text.hasHandlers(for: AnyNode.tap))
  }

  @Test func handlersOfTheNewestSpecAreCalledOnce() throws {
    let (first, second) = (TapCount(), TapCount())
    let (h, board) = try stage(Board(names: ["a", "b"], counter: first))
    let row = try texts(h)[1]
    try h.tap(at: h.frame(of: row).center)
    #expect(first.all == ["b"])
    board.counter = second
    try h.settle()
    try h.tap(at: h.frame(of: row).center)
    #expect(first.all == ["b"] && second.all == ["b"])
  }

  /// Text with access to its node.
  struct Maker: NodeType {
    static let typeName = "maker"
    static let traits: NodeTraits = .drawsNothing
    var title = ""
    var made: TapCount?

    func layout(in context: LayoutContext) -> (any LayoutElement)? {
      Column {
        Text(title).opacity(0.5).onMake { [made] text in made?.add("\(text.string) \(text.opacity)") }.id("text")
        if title.isEmpty { Text("none").onMake { [made] text in made?.add(text.string) } }
      }
    }
  }

  @Test func onMakeIsCalledOnceForEachNode() throws {
    let made = TapCount()
    let node = Node(Maker(title: "a", made: made))
    let h = try HeadlessStage(width: 200, height: 100) { node }
    #expect(made.all == ["a 0.5"])
    node.title = "b"
    try h.settle()
    #expect(made.all == ["a 0.5"])
    node.title = ""
    try h.settle()
    #expect(made.all == ["a 0.5", "none"])
    // Retained nodes as well, and before any layout.
    let text = Text("kept").onMake { [made] text in made.add(text.string) }.makeNode()
    #expect(made.all == ["a 0.5", "none", "kept"])
    withExtendedLifetime(text) {}
  }

  @Test func anElementOfADifferentTypeInTheSamePlaceGetsANewNode() throws {
    struct Either: NodeType {
      static let typeName = "either"
      static let traits: NodeTraits = .drawsNothing
      var isText = true
      func layout(in context: LayoutContext) -> (any LayoutElement)? {
        let element: any LayoutElement = isText ? Text("text") : Shape(path: "M0 0h8v8z").size(8, 8)
        return Column { element }
      }
    }
    let either = Node(Either())
    let h = try HeadlessStage(width: 100, height: 50) { either }
    #expect(either.subnodes.first is TextNode)
    either.isText = false
    try h.settle()
    #expect(either.subnodes.count == 1 && either.subnodes.first is ShapeNode)
  }

  private static func card(_ rows: Int) -> Subnode<Box> {
    Column(gap: 6) {
      Row(gap: 4, align: .center) {
        Text("Toucan").font(.title)
        Spacer()
        Text("new").color(CompositionTests.red).with(\.letterSpacing, 1)
      }
      for row in 0..<rows { Text("row \(row)").alignSelf(row == 0 ? .flexEnd : .normal) }
      Box().background(Color(rgb: 0x2244CC)).height(3)
    }
    .padding(8).margin(4).background(.white).cornerRadius(12).border(Border(width: 1, color: .black)).clipped()
  }

  @Test(arguments: [0, 1, 5]) func keptNodesAndSubnodesOfASpecShowTheSame(rows: Int) throws {
    struct Host: NodeType {
      static let typeName = "host"
      static let traits: NodeTraits = .drawsNothing
      var rows = 0
      func layout(in context: LayoutContext) -> (any LayoutElement)? { Column { CompositionTests.card(rows) } }
    }
    let kept = BoxNode()
    kept.addSubnode(Self.card(rows).makeNode())
    kept.style.direction = .column
    let bySpec = try HeadlessStage(width: 240, height: 260) { Node(Host(rows: rows)) }
    let byNodes = try HeadlessStage(width: 240, height: 260) { kept }
    try expectEqualPixels(bySpec.framebuffer, byNodes.framebuffer)
    #expect(try byNodes.snapshot().withUnsafeBytes { Set($0).count } > 4)
    // As nodes they all exist from the start.
    #expect(Self.card(rows).makeNode().subnodes.count == rows + 2)
  }

  @Test func aContainerWithASpecInItHasItsSubnodesFromTheFirstLayout() throws {
    let node = Column {
      Text("below").overlay { Text("above").id("above") }
      Text("beside").id("beside")
    }
    .makeNode()
    #expect(node.subnodes.isEmpty)
    let h = try HeadlessStage(width: 100, height: 100) { node }
    #expect(try h.node("above") !== h.node("beside"))
    #expect(node.subnodes.count == 3)
  }

  @Test func anyNodeWithATapHandlerReceivesTaps() throws {
    let taps = TapCount()
    let box = Box().size(40, 40).background(CompositionTests.red).onTap { taps.add("box") }.makeNode()
    let button = ButtonNode("Button")
    button.onTap { taps.add("button") }
    let root = BoxNode()
    root.addSubnode(box)
    root.addSubnode(button)
    let h = try HeadlessStage(width: 200, height: 60) { root }
    try h.tap(at: Point(20, 20))
    try h.tap(at: h.frame(of: button).center)
    #expect(taps.all == ["box", "button"])
  }

  @Test func randomSpecsEqualAFreshLayout() throws {
    var random = Seeded(state: 11)
    let words = ["one", "two", "three", "four", "five", "six"]
    let (h, board) = try stage(Board())
    for _ in 0..<60 {
      let value = Board(
        title: Bool.random(using: &random) ? words.randomElement(using: &random) ?? "" : "",
        names: Array(words.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))))
      board.value = value
      try h.settle()
      try expectEqualPixels(h.framebuffer, stage(value).0.framebuffer)
    }
  }
}

/// SplitMix64: numbers that are the same in each run.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
