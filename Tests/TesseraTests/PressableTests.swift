import TesseraGeometry
import TesseraLayout
import TesseraRender
import Testing

@testable import Tessera

/// Nodes that are pressed like buttons, by the property `isPressable`.
@Suite struct PressableTests {
  private let log = Log()

  private func card() throws -> (stage: Stage, clock: ManualClock, card: BoxNode, other: BoxNode) {
    let (card, other, root) = (BoxNode().placed(0, 0, 40, 40), BoxNode().placed(60, 0, 40, 40), BoxNode())
    card.background = .color(.white)
    card.isPressable = true
    card.onTap { [log] in log.note("tap") }
    root.addSubnode(card)
    root.addSubnode(other)
    let stage = try manualStage(root: root)
    let clock = try #require(stage.clock as? ManualClock)
    try stage.settle()
    return (stage, clock, card, other)
  }

  private func touch(_ stage: Stage, _ clock: ManualClock, _ phase: Touch.Phase, _ x: Double, _ y: Double) throws {
    stage.send(.touch(Touch(id: 1, phase: phase, location: Point(x, y), time: clock.now)))
    try stage.settle()
  }

  /// Returns the painted color of the card.
  private func shown(_ card: AnyNode) -> Color? {
    if case .color(let color)? = card.lock.withLock({ card.state.properties.value.background }) { color } else { nil }
  }

  @Test func aTouchShowsThePressAndSendsOneTap() throws {
    let (stage, clock, card, _) = try card()
    try touch(stage, clock, .began, 20, 20)
    let pressed = try #require(shown(card))
    #expect(pressed != .white && pressed.alpha == 1 && card.background == .color(.white) && log.all.isEmpty)
    try touch(stage, clock, .ended, 20, 20)
    #expect(log.all == ["tap"])
    // The press is shown for a minimum time.
    #expect(shown(card) == pressed)
    clock.advance(by: InteractionState.minimumPress)
    try stage.settle()
    #expect(shown(card) == .white)
    clock.advance(by: 1)
    try stage.settle()
    #expect(stage.nextDeadline == nil)
  }

  @Test func aTouchThatEndsOutsideSendsNothing() throws {
    let (stage, clock, card, _) = try card()
    try touch(stage, clock, .began, 20, 20)
    try touch(stage, clock, .moved, 20, 90)
    #expect(shown(card) == .white)
    try touch(stage, clock, .ended, 20, 90)
    #expect(log.all.isEmpty)
  }

  @Test func keysFocusAndPressIt() throws {
    let (stage, clock, card, _) = try card()
    stage.send(.key(KeyPress(.next)))
    try stage.settle()
    #expect(stage.focusedNode === card)
    for key in [KeyPress.Key.space, .enter] {
      log.clear()
      stage.send(.key(KeyPress(key)))
      try stage.settle()
      #expect(log.all == ["tap"] && shown(card) != .white)
      stage.send(.key(KeyPress(key, isDown: false)))
      try stage.settle()
      clock.advance(by: 1)
      try stage.settle()
      clock.advance(by: 1)
      try stage.settle()
      #expect(log.all == ["tap"] && shown(card) == .white)
    }
  }

  @Test func aPointerShowsThatItCanBePressed() throws {
    let (stage, clock, card, _) = try card()
    stage.movePointer(to: Point(20, 20))
    try stage.settle()
    clock.advance(by: 1)
    try stage.settle()
    let hovered = try #require(shown(card))
    #expect(hovered != .white)
    try touch(stage, clock, .began, 20, 20)
    #expect(shown(card) != hovered)
    stage.movePointer(to: Point(80, 20))
    try touch(stage, clock, .cancelled, 20, 20)
    clock.advance(by: 1)
    try stage.settle()
    #expect(shown(card) == .white && log.all.isEmpty)
  }

  @Test func aPressableNodeIsAButtonForScreenReaders() throws {
    let (stage, _, card, other) = try card()
    #expect(card.resolvedSemantics.role == .button && other.resolvedSemantics.role == nil)
    #expect(stage.perform(.activate, on: SemanticsID(node: card.serial)))
    #expect(log.all == ["tap"])
    card.isPressable = false
    #expect(card.resolvedSemantics.role == nil && !card.canFocus)
  }

  @Test func aDisabledOneIsNotPressed() throws {
    let (stage, clock, card, _) = try card()
    card.environment[\.isEnabled] = false
    try stage.settle()
    #expect(!card.canFocus)
    try touch(stage, clock, .began, 20, 20)
    #expect(shown(card) == .white)
    try touch(stage, clock, .ended, 20, 20)
    #expect(log.all.isEmpty)
  }

  @Test func aNodeThatLeavesOrIsNoLongerPressableReleasesThePress() throws {
    for leaves in [true, false] {
      let (stage, clock, card, _) = try card()
      try touch(stage, clock, .began, 20, 20)
      if leaves { card.isHidden = true } else { card.isPressable = false }
      try stage.settle()
      try touch(stage, clock, .ended, 20, 20)
      #expect(!log.all.contains("tap"))
      (card.isHidden, card.isPressable) = (false, true)
      try stage.settle()
      #expect(shown(card) == .white)
      try touch(stage, clock, .began, 20, 20)
      try touch(stage, clock, .ended, 20, 20)
      #expect(log.all == ["tap"])
      log.clear()
    }
  }

  @Test func aButtonInsideIsPressedAlone() throws {
    let (stage, clock, card, _) = try card()
    let inner = BoxNode().placed(0, 0, 10, 10)
    inner.isPressable = true
    inner.onTap { [log] in log.note("inner") }
    card.addSubnode(inner)
    try stage.settle()
    try touch(stage, clock, .began, 5, 5)
    #expect(shown(card) == .white && shown(inner) != nil)
    try touch(stage, clock, .ended, 5, 5)
    #expect(log.all == ["inner"])
  }
}
