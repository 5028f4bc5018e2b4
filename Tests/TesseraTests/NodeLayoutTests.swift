import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// Composite that places its parts in a stack, and logs its layouts.
private struct Card: LifecycleType {
  static let typeName = "card"
  static let traits: NodeTraits = .drawsNothing
  var parts: [PatchNode] = []
  var spacing = 0.0
  var log: Log?
  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    log?.note("spec \(context.environment.direction)")
    return Stack(.vertical, spacing: spacing) { for part in parts { part } }
  }
  static func layoutDidFinish(_ node: Node<Card>) { node.log?.note("finished \(Int(node.frame.width))x\(Int(node.frame.height))") }
}

/// Places its hands by its own layout function.
private struct Dial: NodeType {
  static let typeName = "dial"
  var hands: [AnyNode] = []
  var wanted = Size(60, 40)
  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    ManualLayout {
      for hand in hands { hand }
    } frames: { size in
      (0..<hands.count).map { Rect(Double($0) * size.width / 2, 0, size.width / 2, size.height) }
    }
  }
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(wanted) }
}

@Suite struct NodeLayoutTests {
  // MARK: Cost of changes

  private func labels(_ count: Int, _ log: Log) -> (BoxNode, [PatchNode]) {
    let root = BoxNode()
    let nodes = (0..<count).map { i in
      let node = PatchNode("\(i)", 8, 8, log: log)
      node.style.position = .absolute
      node.style.inset.left = .points(Double(i % 100) * 10)
      node.style.inset.top = .points(Double(i / 100) * 10)
      root.addSubnode(node)
      return node
    }
    return (root, nodes)
  }

  @Test func oneOfTenThousandCollectsMeasuresAndDrawsOne() throws {
    let log = Log()
    let (root, nodes) = labels(10_000, log)
    let stage = try manualStage(1000, 1000, root: root)
    try stage.settle()
    #expect(stage.statistics.collectedNodes == 10_001)
    let before = stage.statistics
    log.clear()
    nodes[5000].wanted = Size(9, 7)
    try stage.settle()
    let after = stage.statistics
    #expect(after.layouts - before.layouts == 1)
    #expect(after.collectedNodes - before.collectedNodes == 1)
    #expect(log.count("measure 5000") <= 2 && log.all.allSatisfy { $0.hasSuffix(" 5000") })
    #expect(after.draws - before.draws == 1)
    #expect(after.visitedBoxes - before.visitedBoxes <= 3)
    #expect(nodes[5000].frame.size == Size(9, 7))
  }

  @Test func anAddedNodeIsCollectedAlone() throws {
    let log = Log()
    let root = BoxNode()
    root.style.wrap = .wrap
    let rows = (0..<100).map { r in
      let row = BoxNode()
      for i in 0..<20 { row.addSubnode(PatchNode("\(r).\(i)", 2, 2, log: log)) }
      root.addSubnode(row)
      return row
    }
    let stage = try manualStage(1000, 1000, root: root)
    try stage.settle()
    let before = stage.statistics
    log.clear()
    let new = PatchNode("new", 2, 2, log: log)
    rows[50].insertSubnode(new, at: 3)
    rows[70].subnodes[0].removeFromSupernode()
    try stage.settle()
    let after = stage.statistics
    // Both rows are visited, and no other nodes in them.
    #expect(after.collectedNodes - before.collectedNodes == 2 + 1)
    #expect(after.draws - before.draws == 1 && log.count("draw new") == 1)
    #expect(log.all.filter { $0.hasPrefix("measure") }.allSatisfy { $0 == "measure new" })
    #expect(after.nodes == before.nodes)
    #expect(rows[50].frame.width == 42 && rows[51].frame.minX == rows[50].frame.maxX)
  }

  @Test func onlyRowsThatEnterOrLeaveAreCollected() throws {
    let root = BoxNode()
    root.style.direction = .column
    root.style.alignItems = .flexStart
    func row(_ r: Int) -> BoxNode {
      let row = BoxNode()
      for i in 0..<5 { row.addSubnode(PatchNode("\(r).\(i)", 2, 3)) }
      return row
    }
    for r in 0..<60 { root.addSubnode(row(r)) }
    let stage = try manualStage(100, 1000, root: root)
    try stage.settle()
    for r in 60..<80 {
      let before = stage.statistics
      root.subnodes[0].removeFromSupernode()
      root.addSubnode(row(r))
      // The last but one moves to the front.
      root.insertSubnode(root.subnodes[root.subnodes.count - 2], at: 0)
      try stage.settle()
      let after = stage.statistics
      #expect(after.collectedNodes - before.collectedNodes == 1 + 6 + 6 && after.nodes == before.nodes)
      #expect(root.subnodes.map(\.frame.minY) == (0..<60).map { Double($0) * 3 })
    }
  }

  @Test func aLayoutThatFindsNothingNewSharesItsArrays() throws {
    let (root, nodes) = labels(100, Log())
    let stage = try manualStage(1000, 1000, root: root)
    try stage.settle()
    let old = try #require(stage.loop.tree)
    nodes[50].setNeedsLayout()
    try stage.settle()
    let tree = try #require(stage.loop.tree)
    #expect(tree !== old)
    let addresses = { (tree: PaintTree) in
      [
        tree.frames.withUnsafeBytes { $0.baseAddress }, tree.boxes.withUnsafeBytes { $0.baseAddress },
        tree.parent.withUnsafeBytes { $0.baseAddress }, tree.isOnScreen.withUnsafeBytes { $0.baseAddress },
      ]
    }
    #expect(addresses(tree) == addresses(old))
  }

  @Test func aSpecThatNamesTheSameNodesCollectsItsOwnAlone() throws {
    let root = BoxNode()
    root.style.direction = .column
    let cards = (0..<100).map { i in
      var card = Card()
      card.parts = (0..<5).map { PatchNode("\(i).\($0)") }
      let node = Node(card)
      root.addSubnode(node)
      return node
    }
    let stage = try manualStage(root: root)
    try stage.settle()
    let before = stage.statistics
    cards[50].spacing = 3
    try stage.settle()
    // The card and its five parts are collected, and none is measured again.
    #expect(stage.statistics.collectedNodes - before.collectedNodes == 6)
    #expect(cards[50].parts[1].frame.minY == 13)
    let then = stage.statistics
    cards[50].parts[0].wanted = Size(10, 20)
    try stage.settle()
    #expect(stage.statistics.collectedNodes - then.collectedNodes == 1)
    #expect(cards[50].parts[1].frame.minY == 23)
    cards[50].parts.append(PatchNode("new"))
    try stage.settle()
    #expect(stage.statistics.nodes == 602)
    #expect(cards[50].parts[5].frame.minY == 20 + 3 + 4 * 13)
    // The spec adjusts styles: a part is laid out with the adjusted style.
    cards[50].parts[0].style.margin = .init(.points(2))
    try stage.settle()
    #expect(cards[50].parts[0].frame.minY == 2)
  }

  @Test func aRootThatNamesItsPartsFollowsOneThatChangesItsBoxes() throws {
    var card = Card()
    let part = Node(Card())
    card.parts = [PatchNode("a")]
    let root = Node(card)
    root.layoutSpec = { _ in Stack(.vertical) { part } }
    let stage = try manualStage(root: root)
    try stage.settle()
    // The part's spec contains another node. Only the root's spec determines the style with which the part is collected again.
    part.parts = [PatchNode("b", 10, 12)]
    try stage.settle()
    #expect(part.frame.height == 12 && stage.statistics.nodes == 3)
    // Part and root change together.
    let other = PatchNode("c", 10, 8)
    part.parts = []
    root.layoutSpec = { _ in
      Stack(.vertical) {
        other
        part
      }
    }
    try stage.settle()
    #expect(root.subnodes == [other, part] && part.frame.minY == 8 && part.frame.height == 0)
    part.layoutSpec = { _ in nil }
    try stage.settle()
    #expect(part.subnodes.isEmpty)
  }

  // MARK: The newest result wins

  @Test func changesDuringALayoutStartTheNextOne() throws {
    let root = BoxNode()
    let node = PatchNode("a", 10, 10)
    node.style.alignSelf = .start
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    let layouts = stage.statistics.layouts
    node.wanted = Size(20, 10)
    try stage.frame()
    stage.drainWorkers()
    // The layout with 20 is finished, and not adopted.
    node.wanted = Size(30, 10)
    try stage.frame()
    #expect(node.frame.width == 20)
    #expect(stage.hasWorkUnderWay)
    try stage.settle()
    #expect(node.frame.width == 30)
    #expect(stage.statistics.layouts - layouts == 2)
  }

  @Test func aChangeDuringARunningLayoutIsNotLost() throws {
    let root = BoxNode()
    let (a, b) = (PatchNode("a", 10, 10), PatchNode("b", 10, 10))
    for node in [a, b] { root.addSubnode(node) }
    let stage = try manualStage(root: root)
    try stage.settle()
    a.wanted = Size(20, 10)
    try stage.frame()
    // The job waits; the loop receives these changes in the meantime.
    b.wanted = Size(25, 10)
    let c = PatchNode("c", 5, 5)
    root.addSubnode(c)
    try stage.frame()
    stage.drainWorkers()
    try stage.settle()
    #expect(a.frame.width == 20 && b.frame.width == 25 && c.frame.minX == 45)
  }

  // MARK: layoutDidFinish

  @Test func layoutDidFinishIsCalledOncePerAdoptedLayoutForChangedNodes() throws {
    let (log, other) = (Log(), Log())
    func card(_ log: Log) -> Node<Card> {
      var card = Card()
      card.parts = [PatchNode("a"), PatchNode("b")]
      card.log = log
      let node = Node(card)
      node.style.alignSelf = .start
      return node
    }
    let (first, second) = (card(log), card(other))
    let root = BoxNode()
    root.style.direction = .column
    for node in [first, second] { root.addSubnode(node) }
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(log.count("finished 10x20") == 1 && other.count("finished 10x20") == 1)
    log.clear()
    other.clear()
    // A different size of a part: the card that contains it changes, and the card below it moves without its own change.
    first.parts[0].wanted = Size(10, 15)
    try stage.settle()
    #expect(log.all.filter { $0.hasPrefix("finished") } == ["finished 10x25"])
    #expect(other.all.isEmpty)
    #expect(second.frame.minY == 25)
    log.clear()
    // No geometry changed.
    second.parts[0].color = .black
    first.setNeedsLayout()
    try stage.settle()
    #expect(log.all.allSatisfy { !$0.hasPrefix("finished") } && other.all.isEmpty)
    // Two changes of a part's frame in one layout: one call.
    first.parts[0].wanted = Size(10, 30)
    first.parts[0].wanted = Size(10, 5)
    first.spacing = 5
    try stage.settle()
    #expect(log.count("finished 10x20") == 1)
    log.clear()
    first.parts.removeLast()
    try stage.settle()
    #expect(log.count("finished 10x5") == 1)
  }

  @Test func setNeedsLayoutMeasuresWithoutAChangeOfTheValue() throws {
    final class Outside: Equatable, Sendable {
      let height = Locked(20.0)
      static func == (a: Outside, b: Outside) -> Bool { a === b }
    }
    struct File: NodeType {
      static let typeName = "file"
      var outside = Outside()
      func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { Size(10, outside.height.withLock { $0 }) }
    }
    let file = Node(File())
    let root = BoxNode()
    root.style.direction = .column
    root.addSubnode(file)
    let stage = try manualStage(root: root)
    try stage.settle()
    file.outside.height.withLock { $0 = 31 }
    try stage.settle()
    #expect(file.frame.height == 20)
    file.setNeedsLayout()
    try stage.settle()
    #expect(file.frame.height == 31)
  }

  // MARK: Direction

  @Test func directionIsInheritedAndOverriddenForASubtree() throws {
    let log = Log()
    let root = BoxNode()
    root.style.direction = .column
    let row = BoxNode()
    let (a, b) = (PatchNode("a", 10, 10), PatchNode("b", 10, 10))
    for node in [a, b] { row.addSubnode(node) }
    var card = Card()
    card.log = log
    let composite = Node(card)
    row.addSubnode(composite)
    root.addSubnode(row)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(a.frame.minX == 0 && b.frame.minX == 10)
    #expect(log.all.contains("spec ltr") && !log.all.contains("spec rtl"))
    log.clear()
    row.direction = .rtl
    try stage.settle()
    #expect(a.frame.minX == 90 && b.frame.minX == 80)
    #expect(log.all.contains("spec rtl"))
    let tree = try #require(stage.loop.tree)
    #expect(tree.environment(of: tree.indexOf(a) ?? 0).direction == .rtl)
    #expect(tree.environment(of: 0).direction == .ltr)
    log.clear()
    row.direction = nil
    stage.direction = .rtl
    try stage.settle()
    #expect(a.frame.minX == 90 && log.all.contains("spec rtl"))
    row.direction = .ltr
    try stage.settle()
    #expect(a.frame.minX == 0)
    #expect(a.direction == nil && row.direction == .ltr)
  }

  @Test func aSpecThatTurnsTheDirectionTurnsItForTheNodesInIt() throws {
    let log = Log()
    var card = Card()
    card.log = log
    let inner = Node(card)
    let root = BoxNode()
    root.layoutSpec = { _ in Stack(.horizontal) { inner }.writingDirection(.rightToLeft) }
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(log.all.filter { $0.hasPrefix("spec") } == ["spec rtl"])
  }

  @Test func contentIsMeasuredAndDrawnInItsDirection() throws {
    let log = Log()
    struct Word: NodeType {
      static let typeName = "word"
      var log: Log?
      func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
        log?.note("measure \(context.environment.direction)")
        return range.clamp(Size(10, 10))
      }
      func draw(in canvas: borrowing Canvas, context: DrawContext) { log?.note("draw \(context.environment.direction)") }
    }
    let word = Node(Word())
    word.log = log
    let root = BoxNode()
    root.addSubnode(word)
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    root.direction = .rtl
    try stage.settle()
    #expect(log.count("draw rtl") == 1 && log.count("measure rtl") > 0)
    #expect(log.count("draw ltr") == 0 && log.count("measure ltr") == 0)
  }

  // MARK: Safe area

  @Test func nodesReportTheirOverlapWithTheSafeAreaInsets() throws {
    let root = BoxNode()
    let child = BoxNode()
    child.style.position = .absolute
    child.style.inset = LayoutEdges(top: 1, right: 4, bottom: 3, left: 2)
    let inner = PatchNode("inner").placed(50, 0, 200, 5)
    child.addSubnode(inner)
    root.addSubnode(child)
    let stage = try manualStage(root: root)
    stage.safeAreaInsets = Insets(10)
    try stage.settle()
    #expect(root.safeAreaInsets == Insets(10))
    #expect(child.safeAreaInsets == Insets(top: 9, right: 6, bottom: 7, left: 8))
    // Insets are relative to each node's own sides and at most its size; parts outside of the stage count too.
    #expect(inner.safeAreaInsets == Insets(top: 5, right: 162, bottom: 0, left: 0))
    stage.safeAreaInsets = .zero
    try stage.settle()
    #expect(child.safeAreaInsets == .zero && inner.safeAreaInsets == .zero)
    stage.safeAreaInsets = Insets(top: .nan, right: -3, bottom: .infinity, left: 5)
    #expect(stage.safeAreaInsets == Insets(top: 0, right: 0, bottom: 0, left: 5))
  }

  @Test func aPaddedScreenKeepsItsContentInsideInOnePass() throws {
    let root = BoxNode()
    root.safeAreaPadding = .all
    root.style.padding = .init(.points(3))
    let child = PatchNode("a")
    child.style.flexGrow = 1
    root.addSubnode(child)
    let stage = try manualStage(root: root)
    stage.safeAreaInsets = Insets(top: 20, right: 5, bottom: 10, left: 0)
    try stage.settle()
    #expect(child.frame == Rect(3, 23, 89, 64))
    #expect(stage.loop.jobs.layouts.retained.counts.passes == 1)
    stage.safeAreaInsets = .zero
    try stage.settle()
    #expect(child.frame == Rect(3, 3, 94, 94))
  }

  @Test func aCenteredBoxIsPaddedByItsOverlap() throws {
    let root = BoxNode()
    root.style.direction = .column
    let (top, middle) = (PatchNode("top", 100, 15), PatchNode("middle", 100, 10))
    let content = PatchNode("content", 10, 10)
    root.layoutSpec = { _ in
      Stack(.vertical) {
        top
        Stack(.vertical) { content }.safeAreaPadding(.vertical)
        middle
      }.flexGrow()
    }
    let stage = try manualStage(root: root)
    stage.safeAreaInsets = Insets(top: 20, right: 0, bottom: 30, left: 0)
    try stage.settle()
    // The box begins at 15: five of the twenty units remain for it, and the bottom is far away.
    #expect(content.frame.minY == 20)
    #expect(middle.frame.minY == 30)
    // The result does not depend on earlier layouts.
    top.wanted = Size(100, 40)
    try stage.settle()
    top.wanted = Size(100, 15)
    try stage.settle()
    #expect(content.frame.minY == 20 && middle.frame.minY == 30)
  }

  @Test func safeAreasInOneAnotherPadOnce() throws {
    let inner = PatchNode("inner", 10, 10)
    inner.safeAreaPadding = .all
    let outer = BoxNode()
    outer.safeAreaPadding = .all
    outer.style.flexGrow = 1
    outer.addSubnode(inner)
    let root = BoxNode()
    root.addSubnode(outer)
    let stage = try manualStage(root: root)
    stage.safeAreaInsets = Insets(10)
    try stage.settle()
    #expect(inner.frame.minX == 10 && inner.frame.minY == 10)
    #expect(inner.contentRect.minX == 0 && inner.contentRect.minY == 0)
    #expect(stage.loop.jobs.layouts.retained.counts.passes == 1)
  }

  @Test func additionalInsetsPadTheSubtree() throws {
    let content = PatchNode("content", 10, 10)
    content.style.flexGrow = 1
    let page = BoxNode()
    page.style.flexGrow = 1
    page.safeAreaPadding = .all
    page.addSubnode(content)
    let (bar, screen, root) = (PatchNode("bar", 100, 12), BoxNode(), BoxNode())
    screen.style.direction = .column
    screen.style.flexGrow = 1
    screen.addSubnode(page)
    root.style.direction = .column
    root.addSubnode(bar)
    root.addSubnode(screen)
    let stage = try manualStage(root: root)
    stage.safeAreaInsets = Insets(top: 20, right: 0, bottom: 5, left: 0)
    try stage.settle()
    // The screen begins at 12: eight units of the stage's insets remain for it.
    #expect(content.frame == Rect(0, 8, 100, 75) && page.safeAreaInsets == Insets(top: 8, right: 0, bottom: 5, left: 0))
    screen.additionalSafeAreaInsets = Insets(top: 10, right: 3, bottom: 0, left: 0)
    try stage.settle()
    #expect(screen.safeAreaInsets == Insets(top: 18, right: 3, bottom: 5, left: 0) && page.safeAreaInsets == screen.safeAreaInsets)
    #expect(content.frame == Rect(0, 18, 97, 65) && bar.safeAreaInsets == Insets(top: 12, right: 0, bottom: 0, left: 0))
    // A nested node adds to them; frames of nodes without padding stay, and their insets change.
    page.safeAreaPadding = []
    page.additionalSafeAreaInsets = Insets(1)
    try stage.settle()
    #expect(content.frame == Rect(0, 0, 100, 88) && content.safeAreaInsets == Insets(top: 19, right: 4, bottom: 6, left: 1))
    page.additionalSafeAreaInsets = .zero
    screen.additionalSafeAreaInsets = .zero
    try stage.settle()
    #expect(content.safeAreaInsets == Insets(top: 8, right: 0, bottom: 5, left: 0))
  }

  // MARK: Layout by hand

  @Test func aManualLayoutPlacesItsSubnodesInTheFinalSize() throws {
    let (a, b) = (PatchNode("a", 1, 1), BoxNode())
    let inside = PatchNode("inside")
    inside.style.flexGrow = 1
    b.addSubnode(inside)
    var dial = Dial()
    dial.hands = [a, b]
    let node = Node(dial)
    node.style.alignSelf = .start
    node.style.padding = .init(.points(2))
    let root = BoxNode()
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    // The node has the size of its type; each subnode has its frame, and its contents are laid out in exactly that size.
    #expect(node.frame == Rect(0, 0, 64, 44))
    #expect(a.frame == Rect(2, 2, 30, 40) && b.frame == Rect(32, 2, 30, 40))
    #expect(inside.frame == Rect(0, 0, 30, 40))
    #expect(node.subnodes == [a, b] && a.supernode === node)
    // A different size from outside.
    node.style.width = .points(80)
    try stage.settle()
    #expect(b.frame == Rect(42, 2, 40, 40) && inside.frame.size == Size(40, 40))
    // A subnode that is not listed is removed.
    node.hands = [b]
    try stage.settle()
    #expect(node.subnodes == [b] && a.supernode == nil)
    #expect(b.frame == Rect(2, 2, 40, 40))
    // Size, position and margin of the style have no effect.
    b.style.width = .points(7)
    b.style.margin = .init(.points(9))
    try stage.settle()
    #expect(b.frame == Rect(2, 2, 40, 40))
  }

  @Test func aNodePlacesByAClosureAndLayoutsByHandNest() throws {
    let (deep, wide) = (PatchNode("deep"), PatchNode("wide"))
    let inner = BoxNode()
    inner.layoutSpec = { _ in
      ManualLayout {
        deep
      } frames: {
        [Rect(1, 1, $0.width - 2, $0.height - 2)]
      }
    }
    let root = BoxNode()
    root.layoutSpec = { _ in
      ManualLayout {
        inner
        wide
      } frames: { size in
        [Rect(0, 0, size.width, size.height / 2), Rect(.nan, 0, 5, 5)]
      }
    }
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(inner.frame == Rect(0, 0, 100, 50) && deep.frame == Rect(1, 1, 98, 48))
    // An invalid frame has zero size.
    #expect(wide.frame.size == .zero)
    root.layoutSpec = nil
    try stage.settle()
    #expect(root.subnodes.isEmpty && stage.statistics.nodes == 1)
  }

  @Test func aManualLayoutWorksOutsideOfAStage() {
    var dial = Dial()
    let hand = PatchNode("a")
    dial.hands = [hand]
    let layout = Node(dial).layout(available: .unlimited)
    #expect(layout.frame.size == Size(60, 40))
    #expect(layout.children.first?.frame == Rect(0, 0, 30, 40))
  }
}
