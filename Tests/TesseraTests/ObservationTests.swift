import Testing
import Tessera
import TesseraGeometry

@Suite struct ObservationTests {
  /// Creates a stage whose root contains one patch at 10, 10.
  private func stage(_ log: Log = Log()) throws -> (Stage, root: BoxNode, node: PatchNode) {
    let root = BoxNode()
    let node = PatchNode("a", log: log).placed(10, 10, 20, 20)
    root.addSubnode(node)
    return (try manualStage(root: root), root, node)
  }

  @Test func everyStepNotifiesTheTypeThenHandlersInOrder() throws {
    let log = Log()
    let (stage, root, node) = try stage(log)
    node.onInterfaceStateChange { old, new in log.note("1 \(old) \(new)") }
    node.onInterfaceStateChange { old, new in log.note("2 \(old) \(new)") }
    try stage.settle()
    let steps = log.all.filter { $0.contains("measured") && $0.contains("preload") || $0.contains("display") && $0.contains("visible") }
    #expect(
      steps == [
        "a measured>preload", "1 measured preload", "2 measured preload", "a display>visible", "1 display visible", "2 display visible",
      ])
    log.clear()
    node.removeFromSupernode()
    try stage.settle()
    #expect(log.all.filter { $0.hasPrefix("1") } == ["1 visible display", "1 display preload", "1 preload measured", "1 measured idle"])
    withExtendedLifetime(root) {}
  }

  @Test func appearanceIsReportedAndTheFirstTimeOnce() throws {
    let log = Log()
    let (stage, root, node) = try stage()
    node.onFirstEnterStage { [weak node] in log.note("first \(node?.interfaceState ?? .idle)") }
    node.onEnterStage { log.note("enter") }
    node.onLeaveStage { log.note("leave") }
    #expect(!node.hasEnteredStage)
    for _ in 0..<2 {
      try stage.settle()
      node.removeFromSupernode()
      try stage.settle()
      root.addSubnode(node)
    }
    #expect(log.all == ["first measured", "enter", "leave", "enter", "leave"])
    #expect(node.hasEnteredStage)
  }

  @Test func layoutsReportTheFrameOfANodeThatOnlyMoved() throws {
    let (stage, _, node) = try stage()
    let log = Log()
    node.onLayout { frame in log.note("\(frame.minX) \(frame.width)") }
    try stage.settle()
    node.style.inset.left = .points(30)
    try stage.settle()
    node.setNeedsDisplay()
    try stage.settle()
    #expect(log.all == ["10.0 20.0", "30.0 20.0"])
  }

  @Test func drawsAndTheirErrorsAreReported() throws {
    let (stage, _, node) = try stage()
    let log = Log()
    node.onDraw { log.note("drawn") }
    node.onDrawFailure { reason in log.note("failed \(reason.isEmpty ? "" : "with a reason")") }
    stage.onError = { _ in }
    try stage.settle()
    node.fails = true
    try stage.settle()
    node.fails = false
    try stage.settle()
    #expect(log.all == ["drawn", "failed with a reason", "drawn"])
  }

  @Test func aNodeThatIsDrawnWithTheFrameReportsItToo() throws {
    let (stage, _, node) = try stage()
    let log = Log()
    node.drawsDirectly = true
    node.onDraw { log.note("drawn") }
    try stage.settle()
    #expect(log.all == ["drawn"])
  }

  @Test func aSubtreeIsDrawnAfterItsLastNode() throws {
    let root = BoxNode()
    let group = BoxNode()
    for number in 0..<3 { group.addSubnode(PatchNode("\(number)").placed(Double(number) * 20, 0, 10, 10)) }
    root.addSubnode(group)
    let stage = try manualStage(root: root)
    let log = Log()
    #expect(group.hasPendingDraws, "the stage has it, and will lay it out")
    group.onSubtreeDraw { [weak group] in log.note("drawn \(group?.hasPendingDraws ?? true)") }
    group.onSubnodeDraw { draw in log.note("\((draw.subnode as? PatchNode)?.name ?? "") \(draw.phase)") }
    try stage.settle()
    #expect(log.all.filter { $0.hasSuffix("began") }.count == 3 && log.all.last == "drawn false")
    #expect(log.count("drawn false") == 1 && !group.hasPendingDraws)
    log.clear()
    let last = try #require(group.subnodes.last as? PatchNode)
    last.color = .black
    #expect(group.hasPendingDraws)
    try stage.frame()
    #expect(group.hasPendingDraws && log.all == ["2 began"])
    try stage.settle()
    #expect(log.all == ["2 began", "2 finished", "drawn false"] && !group.hasPendingDraws)
  }

  @Test func aSubtreeWithoutContentCountsAsDrawnWhenItIsNear() throws {
    let root = BoxNode()
    let group = BoxNode().placed(0, 0, 10, 10)
    root.addSubnode(group)
    let log = Log()
    group.onSubtreeDraw { log.note("drawn") }
    try manualStage(root: root).settle()
    #expect(log.all == ["drawn"])
  }

  @Test func aDrawThatWaitsForALayoutIsPending() throws {
    let (stage, root, node) = try stage()
    try stage.settle()
    #expect(!root.hasPendingDraws)
    node.wanted = Size(30, 30)
    node.style.width = .points(30)
    try stage.frame()
    #expect(root.hasPendingDraws)
    try stage.settle()
    #expect(!root.hasPendingDraws)
    root.addSubnode(PatchNode("b").placed(40, 40, 10, 10))
    #expect(root.hasPendingDraws && root.subnodes.last?.hasPendingDraws == true)
    try stage.settle()
    #expect(!root.hasPendingDraws)
  }

  @Test func aParentIsNotifiedOfVisibleSubnodes() throws {
    let (stage, root, node) = try stage()
    let log = Log()
    root.onSubnodeVisibility { change in log.note("\(change.subnode.id) \(change.isVisible)") }
    node.id = "node"
    try stage.settle()
    node.isHidden = true
    try stage.settle()
    node.isHidden = false
    try stage.settle()
    node.removeFromSupernode()
    try stage.settle()
    #expect(log.all == ["node true", "node false", "node true", "node false"])
  }

  @Test func afterNextLayoutRunsWithTheChangesLaidOut() throws {
    let (stage, _, node) = try stage()
    let log = Log()
    node.afterNextLayout { [weak node] in log.note("\(node?.frame.width ?? 0)") }
    try stage.settle()
    try stage.frame()
    node.style.width = .points(50)
    node.afterNextLayout { [weak node] in log.note("\(node?.frame.width ?? 0)") }
    #expect(log.all == ["20.0"])
    try stage.settle()
    #expect(log.all == ["20.0", "50.0"])
    node.removeFromSupernode()
    node.afterNextLayout { log.note("outside") }
    #expect(log.all.last == "outside")
  }

  // MARK: Focus

  @Test func focusIsReportedAndAMoveCanBeRefused() throws {
    let root = BoxNode()
    let log = Log()
    let nodes = (0..<3).map { number in
      let node = PatchNode("\(number)").placed(Double(number) * 20, 0, 10, 10)
      node.onFocusChange { log.note("\(number) \($0)") }
      root.addSubnode(node)
      return node
    }
    let stage = try manualStage(root: root)
    try stage.settle()
    nodes[0].becomeFocused()
    try stage.settle()
    // An incomplete field keeps the focus, whatever requests it.
    let asked = Log()
    nodes[0].focusMoveRule = { move in
      asked.note(
        "\((move.from as? PatchNode)?.name ?? "") \((move.to as? PatchNode)?.name ?? "") \(move.direction.map { "\($0)" } ?? "none")")
      return false
    }
    stage.send(.key(KeyPress(.right)))
    nodes[2].becomeFocused()
    try stage.settle()
    #expect(stage.focusedNode === nodes[0] && asked.all.sorted() == ["0 1 right", "0 2 none"])
    // It can still resign the focus.
    nodes[0].resignFocus()
    try stage.settle()
    #expect(stage.focusedNode == nil)
    nodes[0].focusMoveRule = nil
    root.focusMoveRule = { $0.to !== nodes[1] }
    nodes[1].becomeFocused()
    try stage.settle()
    #expect(stage.focusedNode == nil)
    nodes[2].becomeFocused()
    try stage.settle()
    #expect(log.all == ["0 true", "0 false", "2 true"])
    root.focusMoveRule = nil
  }

  // MARK: Data

  private enum Name: NodeDataKey { typealias Value = String }
  private enum Number: NodeDataKey { typealias Value = Int }

  @Test func aNodeKeepsDataOfTheProgramByKey() {
    let node = BoxNode()
    #expect(node[data: Name.self] == nil)
    node[data: Name.self] = "ada"
    node[data: Number.self] = 7
    #expect(node[data: Name.self] == "ada" && node[data: Number.self] == 7)
    node[data: Name.self] = nil
    #expect(node[data: Name.self] == nil && node[data: Number.self] == 7)
  }
}
