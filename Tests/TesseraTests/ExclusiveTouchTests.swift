import TesseraGeometry
import TesseraLayout
import TesseraRender
import Testing

@testable import Tessera

/// Nodes whose touches exclude those of others.
@Suite struct ExclusiveTouchTests {
  private let log = Log()
  private let key: PatchNode
  private let plain: PatchNode
  private let stage: Stage

  /// Events that the nodes were told.
  private var heard: [String] { log.all.filter { !$0.hasPrefix("draw") && !$0.contains(">") } }

  init() throws {
    (key, plain) = (PatchNode("key", log: log).placed(0, 0, 40, 40), PatchNode("plain", log: log).placed(60, 0, 40, 40))
    key.handles = true
    plain.handles = true
    let (part, root) = (BoxNode().placed(0, 0, 20, 20), BoxNode())
    key.addSubnode(part)
    try key.setAttribute("exclusiveTouch", to: .boolean(true))
    root.addSubnode(key)
    root.addSubnode(plain)
    stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
  }

  private func touch(_ id: Int, _ phase: Touch.Phase, _ x: Double) throws {
    stage.send(.touch(Touch(id: id, phase: phase, location: Point(x, 10))))
    try stage.settle()
  }

  @Test func aSecondTouchElsewhereDoesNotBegin() throws {
    #expect(key.isExclusiveTouch && key.attribute("exclusiveTouch") == .boolean(true))
    try touch(1, .began, 10)
    try touch(2, .began, 70)
    #expect(heard == ["key began 10,10"])
    try touch(1, .ended, 10)
    // It stays without effect until its finger is lifted.
    try touch(2, .moved, 71)
    try touch(2, .ended, 71)
    #expect(heard == ["key began 10,10", "key ended 10,10"])
    try touch(3, .began, 70)
    #expect(heard.last == "plain began 10,10")
  }

  @Test func itsTouchDoesNotBeginWhileAnotherNodeHasOne() throws {
    try touch(1, .began, 70)
    try touch(2, .began, 10)
    #expect(heard == ["plain began 10,10"])
    try touch(1, .cancelled, 70)
    try touch(3, .began, 10)
    #expect(heard.last == "key began 10,10")
  }

  @Test func severalFingersMayTouchTheNodeItself() throws {
    try touch(1, .began, 10)
    try touch(2, .began, 30)
    #expect(heard == ["key began 10,10", "key began 30,10"])
  }

  @Test func aGestureCountsAsATouchOfItsNode() throws {
    plain.handles = false
    plain.onTap { [log] in log.note("tap") }
    try touch(1, .began, 70)
    try touch(2, .began, 10)
    #expect(!heard.contains("key began 10,10"))
    try touch(1, .ended, 70)
    #expect(heard.last == "tap")
  }

  @Test func aTouchThatNoNodeHandlesRefusesNothing() throws {
    plain.handles = false
    try touch(1, .began, 70)
    try touch(2, .began, 10)
    #expect(heard == ["plain began 10,10", "key began 10,10"])
  }

  @Test func aNodeThatLeavesTheStageRefusesNothing() throws {
    try touch(1, .began, 10)
    key.removeFromSupernode()
    try stage.settle()
    try touch(2, .began, 70)
    #expect(heard.last == "plain began 10,10")
  }
}
