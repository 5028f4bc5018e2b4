import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// A row or a tree of named parts that changes while nodes are kept. These are the fixtures of Texture's layout engine tests
/// (ASLayoutEngineTests, ASDisplayNodeImplicitHierarchyTests), here with layouts started by the stage.
private struct Shelf: LifecycleType {
  static let typeName = "shelf"
  static let traits: NodeTraits = .drawsNothing
  /// Nodes in a row; with several groups, in stacks of a stack.
  var groups: [[PatchNode]] = []
  var isAbsolute = false
  var log: Log?

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    log?.note("spec")
    guard groups.count > 1 else {
      return Stack(.horizontal, justifyContent: .spaceBetween, alignItems: .stretch) { for node in groups.first ?? [] { node } }
    }
    let isAbsolute = isAbsolute
    return Stack(.horizontal) {
      for group in groups {
        Stack(.vertical) {
          for node in group.dropLast(isAbsolute ? 1 : 0) { node }
          if isAbsolute, let last = group.last { Absolute { last } }
        }
      }
    }
  }

  static func layoutDidFinish(_ node: Node<Shelf>) { node.log?.note("finished") }
}

@Suite struct LayoutFixtureTests {
  private struct Row {
    let log = Log()
    let b, c, d, e: PatchNode
    let shelf = Node<Shelf>()
    let stage: Stage

    /// Creates the first fixture: B, C and D, 1, 2 and 1 wide, in a row of 10 x 1.
    init() throws {
      (b, c, d, e) = (
        PatchNode("B", 1, 1, log: log), PatchNode("C", 2, 1, log: log), PatchNode("D", 1, 1, log: log), PatchNode("E", 1, 1, log: log)
      )
      for node in [c, d, e] { node.style.flexShrink = 0 }
      shelf.log = log
      shelf.groups = [[b, c, d]]
      stage = try manualStage(10, 1, root: shelf)
      try stage.settle()
      log.clear()
    }

    var places: [Double] { shelf.subnodes.map(\.frame.minX) }
    var names: String { LayoutFixtureTests.names(shelf) }
    var measured: Set<String> { Set(log.all.filter { $0.hasPrefix("measure") }.map { String($0.dropFirst(8)) }) }

    /// Changes to the second fixture: B, C and E, C 4 wide.
    func second() {
      c.wanted.width = 4
      shelf.groups = [[b, c, e]]
    }
  }

  private static func names(_ shelf: Node<Shelf>) -> String { shelf.subnodes.map { ($0 as? PatchNode)?.name ?? "?" }.joined() }

  @Test func theFirstFixtureIsLaidOutOnce() throws {
    let row = try Row()
    #expect(row.names == "BCD" && row.places == [0, 4, 9])
    // A valid layout is not repeated on request of a draw.
    row.shelf.setNeedsDisplay()
    try row.stage.settle()
    #expect(row.log.count("spec") == 0 && row.measured.isEmpty && row.log.count("finished") == 0)
    // A requested layout runs once.
    row.shelf.setNeedsLayout()
    try row.stage.settle()
    #expect(row.log.count("spec") == 1 && row.places == [0, 4, 9])
  }

  @Test func unchangedContentIsNotMeasuredAgain() throws {
    let row = try Row()
    row.second()
    try row.stage.settle()
    #expect(row.names == "BCE" && row.places == [0, 3, 9])
    #expect(row.measured == ["C", "E"])
    #expect(row.log.count("finished") == 1 && row.d.supernode == nil)
    row.d.wanted.width = 2
    row.shelf.groups = [[row.b, row.d, row.e]]
    try row.stage.settle()
    #expect(row.names == "BDE" && row.places == [0, 4, 9])
  }

  @Test func aTruncatedTextRegainsItsWidthWhenThereIsSpace() throws {
    let row = try Row()
    row.b.wanted.width = 8
    try row.stage.settle()
    #expect(row.places == [0, 7, 9] && row.b.frame.width == 7)
    row.b.wanted.width = 1
    try row.stage.settle()
    #expect(row.places == [0, 4, 9] && row.b.frame.width == 1)
  }

  @Test func theNewestLayoutReplacesARunningTransition() throws {
    let row = try Row()
    let ended = Log()
    let handle = row.stage.animate(LayoutTransition(duration: 1, curve: .linear)) { row.second() }
    handle.onCompletion { ended.note($0 ? "there" : "something came between") }
    try row.stage.frame()
    // No layout has run yet, so the first fixture is current.
    #expect(row.places == [0, 4, 9] && ended.all.isEmpty)
    row.d.wanted.width = 2
    row.shelf.groups = [[row.b, row.d, row.e]]
    try row.stage.advance(0.5)
    try row.stage.advance(2)
    #expect(row.names == "BDE" && row.places == [0, 4, 9])
    #expect(ended.all.count == 1)
    #expect([row.b, row.d, row.e].allSatisfy { row.stage.seen($0) == $0.frame.origin })
  }

  @Test func aTransitionEndsInTheNodesOfItsLayout() throws {
    let row = try Row()
    let ended = Log()
    let handle = row.stage.animate(LayoutTransition(duration: 1, curve: .linear)) { row.second() }
    handle.onCompletion { ended.note($0 ? "there" : "something came between") }
    try row.stage.settle()
    #expect(row.names == "BCE" && ended.all.isEmpty)
    try row.stage.advance(0.5)
    #expect(handle.progress == 0.5 && ended.all.isEmpty)
    try row.stage.advance(0.5)
    #expect(row.names == "BCE" && row.places == [0, 3, 9] && ended.all == ["there"])
  }

  @Test func anEmptySizeHasALayout() throws {
    let row = try Row()
    for size in [Size(0, 1), Size(0, 0), Size(10, 1)] {
      try row.stage.resize(to: size, scale: 1)
      try row.stage.settle()
      #expect(row.shelf.frame.size == size && row.names == "BCD")
    }
    #expect(row.places == [0, 4, 9])
  }

  @Test func nodesEnterInTheOrderInWhichTheSpecNamesThem() throws {
    let nodes = (0..<6).map { PatchNode("\($0)", 2, 2) }
    let shelf = Node<Shelf>()
    shelf.isAbsolute = true
    shelf.groups = [[nodes[1], nodes[2]], [nodes[3], nodes[4]], [nodes[5]]]
    let stage = try manualStage(20, 20, root: shelf)
    try stage.settle()
    #expect(Self.names(shelf) == "12345")
    shelf.isAbsolute = false
    for (groups, names) in [
      ([[nodes[1], nodes[2]]], "12"), ([[nodes[1]], [nodes[3], nodes[2]]], "132"), ([[nodes[0], nodes[1], nodes[2], nodes[3]]], "0123"),
      ([[nodes[3], nodes[2], nodes[1], nodes[0]]], "3210"), ([[nodes[0], nodes[1], nodes[4], nodes[3], nodes[2]]], "01432"),
    ] {
      shelf.groups = groups
      try stage.settle()
      #expect(Self.names(shelf) == names)
    }
  }

  @Test(arguments: 0..<40) func subnodesFollowTheSpecHoweverItChanges(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let nodes = (0..<10).map { PatchNode("\($0)", 2, 2) }
    let shelf = Node<Shelf>()
    let stage = try manualStage(40, 20, root: shelf)
    for _ in 0..<25 {
      let named = nodes.shuffled(using: &random).prefix(Int.random(in: 0...10, using: &random))
      let cuts = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0...named.count, using: &random) }.sorted()
      shelf.groups = zip([0] + cuts, cuts + [named.count]).map { Array(named[$0..<$1]) }
      try stage.settle()
      #expect(Self.names(shelf) == named.map(\.name).joined())
      #expect(nodes.allSatisfy { ($0.supernode === shelf) == named.contains($0) })
      RetainedSceneTests.expectSame(try #require(stage.loop.tree), try #require(RetainedSceneTests.fresh(stage)), "\(seed)")
    }
  }
}
