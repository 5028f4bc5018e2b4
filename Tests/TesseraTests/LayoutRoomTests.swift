import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import Tessera

/// Node type with one patch in a narrow room, and two in a wide one.
private struct Adaptive: NodeType {
  static let typeName = "adaptive"
  var limit = 100.0
  var log = Locked<[Double]>([])

  init() {}
  init(log: Locked<[Double]>) { self.log = log }

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let width = context.room.width
    log.withLock { $0.append(width) }
    let second = width >= limit ? [Subnode("b", named("b"))] : []
    return Row { [Subnode("a", named("a"))] + second }
  }

  static func == (a: Adaptive, b: Adaptive) -> Bool { a.limit == b.limit && a.log === b.log }
}

private func wide(_ width: Double) -> Patch {
  var patch = Patch()
  patch.wanted = Size(width, 10)
  return patch
}

private func named(_ name: String) -> Patch {
  var patch = Patch()
  patch.name = name
  return patch
}

private func row(_ nodes: AnyNode...) -> AnyNode {
  let box = BoxNode()
  for node in nodes { box.addSubnode(node) }
  return box
}

private func column(_ node: AnyNode) -> AnyNode {
  let box = row(node)
  box.style.direction = .column
  return box
}

@Suite struct LayoutRoomTests {
  private func node(_ log: Locked<[Double]> = Locked([])) -> Node<Adaptive> { Node(Adaptive(log: log)) }

  @Test func aSpecReadsTheSizeThatItsNodeGets() throws {
    let log = Locked<[Double]>([])
    let (pane, side) = (node(log), BoxNode())
    pane.style.flexGrow = 1
    pane.style.padding = LayoutEdges(5)
    side.style.width = 150
    let h = try HeadlessStage(width: 300, height: 50) { row(pane, side) }
    #expect(pane.subnodes.count == 2)
    // The estimate, the size of the stage, then that of the node.
    #expect(log.withLock { $0 } == [300, 140])
    side.style.width = 250
    try h.settle()
    #expect(pane.subnodes.count == 1 && log.withLock { $0.last } == 40)
    // A layout that gives the node the same width does not evaluate its spec.
    let count = log.withLock { $0.count }
    side.style.height = 10
    try h.settle()
    #expect(log.withLock { $0.count } == count)
    side.style.width = 0
    try h.settle()
    #expect(pane.subnodes.count == 2 && log.withLock { $0.last } == 290)
  }

  @Test func aChangeGivesTheSameResultAsALayoutFromScratch() throws {
    for width in [40.0, 109, 110, 111, 260] {
      let (pane, side) = (node(), BoxNode())
      pane.style.flexGrow = 1
      pane.style.padding = LayoutEdges(5)
      side.style.width = .points(300 - width)
      let h = try HeadlessStage(width: 300, height: 50) { row(pane, side) }
      let first = pane.subnodes.map(\.frame)
      side.style.width = 20
      try h.settle()
      side.style.width = .points(300 - width)
      try h.settle()
      #expect(pane.subnodes.map(\.frame) == first && pane.subnodes.count == (width >= 110 ? 2 : 1))
    }
  }

  @Test func aSizeThatDependsOnTheResultEndsInALayout() throws {
    let log = Locked<[Double]>([])
    let pane = node(log)
    pane.layoutSpec = { context in
      // Wide if it was narrow, and narrow if it was wide.
      let width = context.room.width < 50 ? 80.0 : 20
      log.withLock { $0.append(width) }
      return Subnode("a", wide(width))
    }
    pane.style.alignSelf = .start
    let h = try HeadlessStage(width: 300, height: 50) { column(pane) }
    #expect(log.withLock { $0.count } == 4 && h.stage.statistics.layouts == 1)
    try h.settle()
    #expect(log.withLock { $0.count } == 4)
  }

  @Test func outsideOfAStageTheAvailableSpaceIsTheEstimate() {
    let log = Locked<[Double]>([])
    let pane = node(log)
    pane.style.width = .percent(100)
    #expect(pane.layout(available: AvailableSize(Size(90, 40))).children.count == 1)
    #expect(pane.layout(available: AvailableSize(Size(120, 40))).children.count == 2)
    let explained = pane.explainLayout(available: AvailableSize(Size(120, 40)))
    #expect(explained.nodes.compactMap { $0?.typeName }.filter { $0 == "patch" }.count == 2)
    #expect(LayoutContext().room.width == 0)
  }

  @Test func cellsOfOneTypeShareTheEstimate() throws {
    let log = Locked<[Double]>([])
    let column = BoxNode()
    column.style.direction = .column
    column.style.width = 120
    let h = try HeadlessStage(width: 300, height: 200) { row(column) }
    column.addSubnode(node(log))
    try h.settle()
    column.addSubnode(node(log))
    try h.settle()
    // The second node gets the width of the first one, and is evaluated once.
    #expect(log.withLock { $0 } == [300, 120, 120])
  }
}
