import Tessera
import TesseraContainers
import TesseraGeometry
import Testing

/// Finding nodes, placing them next to siblings, and converting points.
@Suite struct TreeSearchTests {
  /// root > (left > (a, b), right > c)
  private struct Sample {
    let root = BoxNode()
    let left = BoxNode()
    let right = ScrollNode()
    let a = PatchNode("a")
    let b = PatchNode("b")
    let c = PatchNode("c")

    init() {
      for (node, id) in [(root as AnyNode, "root"), (left, "left"), (right, "right"), (a, "a"), (b, "b"), (c, "c")] { node.id = id }
      for node in [left as AnyNode, right] { root.addSubnode(node) }
      for node in [a, b] { left.addSubnode(node) }
      right.addSubnode(c)
    }
  }

  @Test func aWalkVisitsEachNodeOnceInTheRequestedOrder() {
    let tree = Sample()
    #expect(tree.root.walk().map(\.id) == ["root", "left", "a", "b", "right", "c"])
    #expect(tree.root.walk(.breadthFirst).map(\.id) == ["root", "left", "right", "a", "b", "c"])
    #expect(tree.root.descendants().map(\.id) == ["left", "a", "b", "right", "c"])
    #expect(tree.root.descendants(.breadthFirst).map(\.id) == ["left", "right", "a", "b", "c"])
    #expect(Array(tree.c.descendants()).isEmpty)
  }

  @Test func aWideTreeIsWalkedLevelByLevel() {
    let root = BoxNode()
    for _ in 0..<700 {
      let row = BoxNode()
      row.addSubnode(BoxNode())
      root.addSubnode(row)
    }
    let walked = Array(root.walk(.breadthFirst))
    #expect(walked.count == 1401 && Set(walked).count == 1401)
    #expect(walked[1...700].elementsEqual(root.subnodes))
  }

  @Test func nodesAreFoundByTypeAndPredicateWithTheirType() {
    let tree = Sample()
    #expect(tree.root.find(Patch.self)?.name == "a")
    #expect(tree.root.find(Patch.self) { $0.name > "a" } === tree.b)
    #expect(tree.left.find(Patch.self) { $0.name == "c" } == nil)
    #expect(tree.root.findAll(Patch.self) { $0.name != "b" } == [tree.a, tree.c])
    #expect(tree.root.findAll(Box.self) == [tree.root, tree.left])
    #expect(tree.c.supernode(of: Scroll.self) === tree.right)
    #expect(tree.c.supernode(of: Patch.self) == nil && tree.c.supernode(of: Patch.self, includingSelf: true) === tree.c)
    #expect(tree.c.supernode(of: Box.self) { $0.id == "left" } == nil)
  }

  @Test func chainsGoFromTheNearestToTheRoot() {
    let tree = Sample()
    #expect(tree.a.supernodes.map(\.id) == ["left", "root"])
    #expect(tree.a.treeRoot === tree.root && tree.root.treeRoot === tree.root)
    #expect(tree.a.ancestry == "box `root` > box `left` > patch `a`")
    #expect(tree.a.isAtOrBelow(tree.left) && tree.a.isAtOrBelow(tree.a) && !tree.a.isAtOrBelow(tree.right))
    #expect(tree.a.closestCommonAncestor(with: tree.b) === tree.left)
    #expect(tree.a.closestCommonAncestor(with: tree.c) === tree.root)
    #expect(tree.a.closestCommonAncestor(with: tree.left) === tree.left)
    #expect(tree.a.closestCommonAncestor(with: BoxNode()) == nil)
  }

  @Test func nodesArePutAboveAndBelowASibling() {
    let tree = Sample()
    let new = BoxNode()
    tree.left.insertSubnode(new, below: tree.b)
    #expect(tree.left.subnodes == [tree.a, new, tree.b])
    tree.left.insertSubnode(new, above: tree.b)
    #expect(tree.left.subnodes == [tree.a, tree.b, new])
    tree.left.insertSubnode(tree.c, above: tree.a)
    #expect(tree.left.subnodes == [tree.a, tree.c, tree.b, new] && tree.right.subnodes.isEmpty)
  }

  @Test func invalidOperationsAreReportedAndChangeNothing() throws {
    let tree = Sample()
    let stage = try manualStage(root: tree.root)
    let errors = Log()
    stage.onError = { errors.note("\($0)") }
    tree.left.insertSubnode(BoxNode(), above: tree.c)
    tree.left.insertSubnode(tree.a, below: tree.a)
    tree.left.replaceSubnode(tree.c, with: BoxNode())
    tree.a.addSubnode(tree.root)
    tree.a.addSubnode(tree.a)
    try stage.settle()
    #expect(
      errors.all == [
        "tree of box `left`: box cannot be put above patch `c`, which is not a subnode of box `root` > box `left`; nothing was changed",
        "tree of box `left`: patch `a` cannot be put below itself; nothing was changed",
        "tree of box `left`: patch `c` cannot be replaced: it is not a subnode of box `root` > box `left`; nothing was changed",
        "tree of patch `a`: box `root` cannot be put into box `root` > box `left` > patch `a`, which is below it; nothing was changed",
        "tree of patch `a`: patch `a` cannot be put into itself; nothing was changed",
      ])
    #expect(tree.root.walk().map(\.id) == ["root", "left", "a", "b", "right", "c"])
  }

  // MARK: Places

  @Test func pointsAndRectanglesGoFromAnyNodeToAnyOther() throws {
    let tree = Sample()
    tree.left.style.position = .absolute
    tree.left.style.inset.left = .points(5)
    tree.left.style.inset.top = .points(7)
    tree.right.style.position = .absolute
    tree.right.style.inset.left = .points(40)
    tree.right.style.width = 30
    tree.right.style.height = 20
    _ = tree.a.placed(1, 2, 10, 10)
    _ = tree.c.placed(0, 30, 10, 100)
    let stage = try manualStage(root: tree.root)
    try stage.settle()
    tree.right.contentOffset = Point(0, 25)
    tree.a.transform = .scale(2, 2)
    try stage.settle()
    // Scaled by 2 about its middle at 6, 7 in the box at 5, 7.
    #expect(tree.a.convert(Point(0, 0), to: tree.left) == Point(-4, -3))
    #expect(tree.a.convert(Point(0, 0), to: nil) == Point(1, 4))
    #expect(tree.a.convert(Rect(0, 0, 10, 10), to: tree.root) == Rect(1, 4, 20, 20))
    #expect(tree.c.convert(Point(1, 1), to: nil) == Point(41, 6))
    #expect(tree.c.convert(Point(41, 6), from: nil) == Point(1, 1))
    #expect(tree.c.convert(Point(1, 1), to: tree.a) == Point(20, 1))
    #expect(tree.a.convert(Rect(20, 1, 1, 1), to: tree.c) == Rect(1, 1, 2, 2))
    #expect(tree.b.convert(Point(3, 4), to: tree.b) == Point(3, 4))
    #expect(tree.a.convert(Point(0, 0), to: BoxNode()) == nil)
    for node in [tree.a as AnyNode, tree.c, tree.left] {
      #expect(node.convert(Point(2, 3), to: nil) == stage.convert(Point(2, 3), from: node))
    }
    tree.a.transform = .scale(0, 1)
    #expect(tree.a.convert(Point(2, 3), to: tree.root) == Point(11, 12) && tree.root.convert(Point(2, 3), to: tree.a) == nil)
    // Laid-out nodes keep their frames without a stage.
    stage.root = BoxNode()
    try stage.settle()
    #expect(tree.b.convert(Point(3, 4), to: tree.root) == tree.b.frame.origin + Point(8, 11))
  }
}
