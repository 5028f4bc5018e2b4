import Testing
import TesseraGeometry
import TesseraLayout

@testable import Tessera

/// Node type of a disc as large as its box.
private struct Disc: HitShapedType {
  static let typeName = "disc"
  static func isHit(at point: Point, in node: Node<Disc>) -> Bool {
    let radius = node.frame.width / 2
    let (x, y) = (point.x - radius, point.y - radius)
    return x * x + y * y <= radius * radius
  }
}

/// Hit tests that skip distant nodes find the same node as a walk over all nodes.
@Suite struct HitTestTests {
  /// Returns the node found by a walk over all nodes.
  private static func walk(_ i: Int, _ location: Point, _ tree: PaintTree, slop: Bool) -> AnyNode? {
    let p = tree.properties[i].value
    guard !p.isHidden, p.isInteractive, p.opacity > 0, tree.shown(i)?.opacity != 0, !tree.inert.contains(i) else { return nil }
    guard let inside = tree.untransform(location, i) else { return nil }
    let frame = tree.shownFrame(i)
    if p.clipsToBounds, !frame.contains(inside) { return nil }
    var children: [Int] = []
    var child = i + 1
    while child < Int(tree.end[i]) {
      children.append(child)
      child = Int(tree.end[child])
    }
    for child in children.reversed() {
      if let found = walk(child, inside, tree, slop: slop) { return found }
    }
    let s = p.hitTestSlop
    let outer = Rect(left: frame.minX - s.left, top: frame.minY - s.top, right: frame.maxX + s.right, bottom: frame.maxY + s.bottom)
    let inner = frame.inset(by: Insets(top: max(0, -s.top), right: max(0, -s.right), bottom: max(0, -s.bottom), left: max(0, -s.left)))
    guard (slop ? outer : inner).contains(inside) else { return nil }
    if !slop {
      for child in children.reversed() {
        if let found = walk(child, inside, tree, slop: true) { return found }
      }
    }
    return tree.nodes[i]
  }

  private static func walk(_ location: Point, _ tree: PaintTree) -> AnyNode? {
    walk(0, location, tree, slop: false) ?? walk(0, location, tree, slop: true)
  }

  @Test func aTouchOutsideTheShapeOfATypeHitsTheNodeBelow() throws {
    let (root, below, disc, part) = (BoxNode(), BoxNode(), Node(Disc()), BoxNode())
    for node in [below, disc] {
      node.style.position = .absolute
      node.style.inset = LayoutEdges(top: 10, right: .auto, bottom: .auto, left: 20)
      node.style.width = 40
      node.style.height = 40
      root.addSubnode(node)
    }
    let stage = try manualStage(100, 100, root: root)
    try stage.settle()
    #expect(stage.hitTest(Point(40, 30)) === disc && stage.hitTest(Point(21, 30)) === disc)
    #expect(stage.hitTest(Point(22, 12)) === below && stage.hitTest(Point(58, 48)) === below)
    // The shape moves with the node, and the slop is outside of the box.
    disc.transform = .translation(30, 0)
    disc.hitTestSlop = Insets(5)
    try stage.settle()
    #expect(stage.hitTest(Point(52, 12)) === below && stage.hitTest(Point(70, 30)) === disc && stage.hitTest(Point(93, 30)) === disc)
    #expect(stage.hitTest(Point(88, 12)) === root)
    // Subnodes are hit in their whole boxes.
    disc.transform = .identity
    part.style.width = 8
    part.style.height = 8
    disc.addSubnode(part)
    try stage.settle()
    #expect(stage.hitTest(Point(22, 12)) === part)
  }

  @Test(arguments: 0..<40) func randomTreesAreHitAsAWalkOverAllNodesHitsThem(seed: Int) throws {
    let world = RetainedSceneTests.World(seed: UInt64(seed))
    var random = SplitMix(seed: UInt64(seed) + 1000)
    let stage = try manualStage(120, 100, scale: seed % 3 == 0 ? 1.5 : 1, root: world.root)
    stage.onError = { _ in }
    for round in 0..<15 {
      for _ in 0..<3 { world.change() }
      let nodes: [AnyNode] = world.boxes + world.patches
      if let node = nodes.randomElement(using: &random) {
        node.hitTestSlop = Insets(Double(Int.random(in: -3...9, using: &random)))
        node.isInteractive = Int.random(in: 0...5, using: &random) > 0
      }
      try stage.settle()
      let tree = try #require(stage.loop.tree)
      for _ in 0..<60 {
        let location = Point(Double.random(in: -20...140, using: &random), Double.random(in: -20...120, using: &random))
        #expect(stage.hitTest(location) === Self.walk(location, tree), "seed \(seed), round \(round), \(location)")
      }
    }
  }

  @Test func aHitAmongTenThousandBoxesLooksAtFew() throws {
    let root = BoxNode()
    for i in 0..<10_000 { root.addSubnode(BoxNode().placed(Double(i % 100) * 10, Double(i / 100) * 10, 9, 9)) }
    let stage = try manualStage(1000, 1000, root: root)
    try stage.settle()
    let tree = try #require(stage.loop.tree)
    for location in [Point(5, 5), Point(995, 995), Point(505, 503), Point(9.5, 9.5)] {
      var test = HitTest(tree)
      let found = test.node(at: location)
      #expect(found.map { tree.nodes[$0] } === Self.walk(location, tree))
      // 157 runs of 64 nodes, and the nodes of nearby runs.
      #expect(test.visited < 600, "\(test.visited) at \(location)")
    }
  }

  @Test func slopThatIsSetLaterApplies() throws {
    let root = BoxNode()
    let node = PatchNode("near").placed(10, 10, 10, 10)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.hitTest(Point(5, 15)) === root)
    node.hitTestSlop = Insets(8)
    try stage.settle()
    #expect(stage.hitTest(Point(5, 15)) === node)
    node.hitTestSlop = .zero
    try stage.settle()
    #expect(stage.hitTest(Point(5, 15)) === root)
  }
}
