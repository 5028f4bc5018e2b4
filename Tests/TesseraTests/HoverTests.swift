import Testing
import TesseraGeometry
import TesseraLayout

@testable import Tessera

/// Node that logs the pointer's locations.
private struct Spot: HoverableType {
  static let typeName = "spot"
  var name = ""
  var takes = true
  static func hover(_ node: Node<Spot>, at location: Point?) -> EventResponse {
    node.send(told, location.map { "\(node.name) \(Int($0.x)),\(Int($0.y))" } ?? "\(node.name) gone")
    return node.takes ? .handled : .ignored
  }
  static let told = Signal<String>("told")
}

/// Nodes under a pointer.
@Suite struct HoverTests {
  private let log = Log()

  private func spot(_ name: String, _ frame: Rect) -> Node<Spot> {
    let node = Node(Spot()).placed(frame.minX, frame.minY, frame.width, frame.height)
    node.name = name
    node.on(Spot.told) { [log] in log.note($0) }
    return node
  }

  /// Returns the log after a frame with the pointer at a place.
  private func move(_ stage: Stage, to place: Point?) throws -> [String] {
    log.clear()
    stage.movePointer(to: place)
    try stage.settle()
    return log.all
  }

  /// Returns the log without duplicates: the pointer is reported twice if layouts and properties were applied one after the other.
  private func settle(_ stage: Stage) throws -> [String] {
    log.clear()
    try stage.settle()
    return log.all.enumerated().filter { $0 == 0 || log.all[$0 - 1] != $1 }.map(\.element)
  }

  /// Creates `left` next to `right`, and `inner` in `right`.
  private func spots() throws -> (stage: Stage, left: Node<Spot>, right: Node<Spot>, inner: Node<Spot>) {
    let (left, right, inner) = (spot("left", Rect(0, 0, 40, 40)), spot("right", Rect(50, 0, 40, 40)), spot("inner", Rect(10, 10, 10, 10)))
    right.addSubnode(inner)
    let root = BoxNode()
    root.addSubnode(left)
    root.addSubnode(right)
    let stage = try manualStage(root: root)
    try stage.settle()
    return (stage, left, right, inner)
  }

  @Test func thePointerEntersMovesAndLeaves() throws {
    let (stage, left, right, _) = try spots()
    #expect(try move(stage, to: Point(5, 6)) == ["left 5,6"])
    #expect(left.isHovered && !right.isHovered && stage.hoveredNode === left)
    #expect(try move(stage, to: Point(7, 6)) == ["left 7,6"])
    #expect(try move(stage, to: Point(7, 6)).isEmpty, "it did not move")
    #expect(try move(stage, to: Point(55, 6)) == ["right 5,6", "left gone"])
    #expect(!left.isHovered && right.isHovered)
    #expect(try move(stage, to: Point(45, 6)) == ["right gone"])
    #expect(try move(stage, to: Point(5, 5)) == ["left 5,5"])
    #expect(try move(stage, to: nil) == ["left gone"])
    #expect(stage.hoveredNode == nil && !left.isHovered && stage.nextDeadline == nil && !stage.hasWorkUnderWay)
    #expect(try move(stage, to: Point(.nan, 5)).isEmpty)
  }

  @Test func theInnermostHoverableNodeAndItsAncestorsAreHovered() throws {
    let (stage, _, right, inner) = try spots()
    #expect(try move(stage, to: Point(65, 15)) == ["inner 5,5"])
    #expect(right.isHovered && inner.isHovered)
    inner.takes = false
    // The layout for the new value repeats the hit test.
    #expect(Set(try move(stage, to: Point(66, 15))) == ["inner 6,5", "right 16,15", "inner gone"])
    right.onHoverChange { [log] in log.note("right \($0)") }
    inner.onHoverChange { [log] in log.note("inner \($0)") }
    #expect(try move(stage, to: Point(55, 5)) == ["right 5,5", "inner false"])
    #expect(try move(stage, to: nil) == ["right gone", "right false"])
    #expect(try move(stage, to: Point(65, 15)) == ["inner 5,5", "right 15,15", "right true", "inner true"])
  }

  @Test func nodesThatMoveBelowARestingPointerAreHovered() throws {
    let (stage, left, right, _) = try spots()
    _ = try move(stage, to: Point(5, 5))
    left.isHidden = true
    #expect(try settle(stage) == ["left gone"])
    left.isHidden = false
    #expect(try settle(stage) == ["left 5,5"])
    right.transform = .translation(-50, 0)
    #expect(try settle(stage) == ["right 5,5", "left gone"])
    right.removeFromSupernode()
    #expect(try settle(stage) == ["left 5,5", "right gone"])
    #expect(try settle(stage).isEmpty && stage.nextDeadline == nil)
  }

  @Test func aFingerEndsItAndAHeldButtonKeepsIt() throws {
    let (stage, left, right, _) = try spots()
    _ = try move(stage, to: Point(5, 5))
    log.clear()
    stage.send(.touch(Touch(phase: .began, location: Point(55, 5))))
    stage.send(.touch(Touch(phase: .ended, location: Point(55, 5))))
    try stage.settle()
    #expect(log.all == ["left gone"] && !right.isHovered)
    _ = try move(stage, to: Point(5, 5))
    log.clear()
    stage.send(.touch(Touch(id: -1, phase: .began, location: Point(5, 5), pointer: .mouse)))
    stage.send(.touch(Touch(id: -1, phase: .moved, location: Point(55, 5), pointer: .mouse)))
    try stage.settle()
    #expect(log.all.isEmpty && left.isHovered)
    stage.send(.touch(Touch(id: -1, phase: .ended, location: Point(55, 5), pointer: .mouse)))
    try stage.settle()
    #expect(log.all == ["right 5,5", "left gone"])
  }

  @Test func theOrderOfPointerAndTouchesCounts() throws {
    let (stage, left, _, _) = try spots()
    stage.movePointer(to: Point(5, 5))
    stage.send(.touch(Touch(phase: .began, location: Point(55, 5))))
    try stage.frame()
    #expect(!left.isHovered, "the finger came after")
    stage.send(.touch(Touch(phase: .ended, location: Point(55, 5))))
    stage.movePointer(to: Point(55, 5))
    stage.movePointer(to: Point(5, 5))
    try stage.frame()
    #expect(left.isHovered && log.all == ["left 5,5"], "places within a frame are one")
  }

  @Test func aStageWithTouchesAloneSearchesNoHoveredNode() throws {
    let (stage, _, right, _) = try spots()
    stage.send(.touch(Touch(phase: .began, location: Point(5, 5))))
    right.isHidden = true
    try stage.settle()
    #expect(log.all.isEmpty && stage.loop.pointing.hover.location == nil && stage.loop.pointing.hover.chain.isEmpty)
  }
}
