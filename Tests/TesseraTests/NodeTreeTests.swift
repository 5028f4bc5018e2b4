import Testing
import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

@Suite struct NodeTreeTests {
  @Test func addingMovesANodeFromItsFormerParent() {
    let (a, b, child) = (BoxNode(), BoxNode(), BoxNode())
    a.addSubnode(child)
    b.addSubnode(child)
    #expect(a.subnodes.isEmpty)
    #expect(b.subnodes == [child])
    #expect(child.supernode === b)
  }

  @Test func aNodeCannotEnterItself() {
    let (a, b) = (BoxNode(), BoxNode())
    a.addSubnode(b)
    b.addSubnode(a)
    a.addSubnode(a)
    #expect(a.supernode == nil)
    #expect(b.subnodes.isEmpty)
  }

  @Test func insertingClampsTheIndexAndReplacingKeepsIt() {
    let root = BoxNode()
    let nodes = (0..<4).map { _ in BoxNode() }
    root.insertSubnode(nodes[0], at: 99)
    root.insertSubnode(nodes[1], at: -5)
    root.insertSubnode(nodes[2], at: 1)
    #expect(root.subnodes == [nodes[1], nodes[2], nodes[0]])
    root.replaceSubnode(nodes[2], with: nodes[3])
    #expect(root.subnodes == [nodes[1], nodes[3], nodes[0]])
    #expect(nodes[2].supernode == nil)
    root.replaceSubnode(nodes[2], with: nodes[1])
    #expect(root.subnodes == [nodes[1], nodes[3], nodes[0]])
  }

  @Test func childrenOfAReleasedParentHaveNoParent() {
    let child = BoxNode()
    do {
      let parent = BoxNode()
      parent.addSubnode(child)
      #expect(child.supernode != nil)
    }
    #expect(child.supernode == nil)
  }

  @Test func nodesAreFoundByTheirId() {
    let (root, a, b) = (BoxNode(), BoxNode(), BoxNode())
    b.id = "b"
    root.addSubnode(a)
    a.addSubnode(b)
    #expect(root.find("b") === b)
    #expect(root.find("c") == nil)
  }

  /// Node type composed of other nodes.
  struct Pair: NodeType {
    static let typeName = "pair"
    static let traits: NodeTraits = .drawsNothing
    var showsSecond = true
    var color = Color.black
    func layout(in context: LayoutContext) -> (any LayoutElement)? {
      var patch = Patch()
      patch.color = color
      return Stack(.horizontal) {
        Subnode("first", patch).size(10, 10)
        if showsSecond { Subnode("second", patch).size(10, 10) }
      }
    }
  }

  @Test func subnodesNamedInASpecEnterAndLeaveByThemselves() throws {
    let node = Node(Pair())
    let stage = try manualStage(root: node)
    try stage.settle()
    #expect(node.subnodes.count == 2)
    let first = node.subnodes[0]
    #expect(first.supernode === node)
    node.showsSecond = false
    try stage.settle()
    // The node is kept as long as its key is used.
    #expect(node.subnodes == [first])
    node.color = Color(rgb: 0xFF0000)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ff0000")
    #expect(stage.statistics.layouts <= 4)
  }

  @Test func valuesAreReadAndWrittenAsMembersOfTheNode() {
    let node = PatchNode("a")
    node.name = "b"
    node.update { $0.color = .white }
    #expect(node.value.name == "b")
    #expect(node.color == .white)
    node.opacity = 7
    #expect(node.opacity == 1)
    node.opacity = .nan
    #expect(node.opacity == 1)
    node.transform = Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    #expect(node.transform.isIdentity)
  }

  @Test func attributesAreSetByName() throws {
    let node = PatchNode("a")
    try node.setAttribute("color", to: .color(.white))
    try node.setAttribute("opacity", to: .number(0.25))
    try node.setAttribute("shadow", to: .map([("radius", .number(4))]))
    #expect(node.color == .white)
    #expect(node.opacity == 0.25)
    #expect(node.shadow?.radius == 4)
    #expect(node.attribute("opacity") == .number(0.25))
    #expect(throws: AttributeError.self) { try node.setAttribute("colour", to: .color(.white)) }
    #expect(throws: AttributeError.self) { try node.setAttribute("color", to: .text("white")) }
    #expect(throws: AttributeError.self) { try node.setAttribute("opacity", to: .number(2)) }
  }

  @Test func aLayoutWithoutAStageGivesFramesRelativeToTheParent() {
    let root = BoxNode()
    root.style.padding = LayoutEdges(.points(5))
    root.style.width = .points(100)
    root.addSubnode(PatchNode("a", 20, 10))
    let layout = root.layout(available: .unlimited)
    #expect(layout.children.first?.frame == Rect(5, 5, 20, 10))
    #expect(root.frame == .zero)
  }
}
