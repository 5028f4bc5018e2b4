import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

@Suite struct FocusStateTests {
  @Test func aStepLeadsBackTheWayThatItCame() {
    var focus = FocusState()
    let (a, b) = (BoxNode(), BoxNode())
    focus.didChange(isLost: false)
    focus.recordStep(.right, from: a)
    #expect(focus.origin(of: .left) === a && focus.origin(of: .right) == nil && focus.origin(of: .up) == nil)
    // The focus moved elsewhere, so the way back is forgotten.
    focus.didChange(isLost: false)
    #expect(focus.origin(of: .left) == nil)
    focus.recordStep(.next, from: b)
    #expect(focus.origin(of: .previous) === b)
  }

  @Test func aStepWaitsForAFewLayoutsAndRunsOnce() {
    var focus = FocusState()
    let (node, scope) = (BoxNode(), BoxNode())
    focus.wait(.down, from: node, in: scope)
    var tries = 0
    while let step = focus.dequeuePending() {
      #expect(step.node === node && step.scope === scope && step.direction == .down && focus.dequeuePending() == nil)
      tries += 1
      focus.keepPending(step.next)
    }
    #expect(tries == 8)
    focus.wait(.down, from: node, in: scope)
    focus.didChange(isLost: false)
    #expect(focus.dequeuePending() == nil)
  }

  @Test func scopesKeepWeakReferencesToTheirLastFocus() {
    var focus = FocusState()
    let scope = BoxNode()
    do {
      let node = BoxNode()
      focus.remember(node, in: scope)
      #expect(focus.lastFocused(in: scope) === node)
    }
    #expect(focus.lastFocused(in: scope) == nil && focus.lastFocused(in: BoxNode()) == nil)
  }

  @Test func theTopmostTrapCountsAndRemovedTrapsDoNot() {
    var focus = FocusState()
    #expect(!focus.sweepTraps() && focus.topTrap == nil)
    let before = BoxNode()
    do {
      let trap = BoxNode()
      focus.addTrap(trap)
      focus.addTrap(trap)
      #expect(focus.trapCandidates.count == 1 && focus.sweepTraps())
      focus.pushTrap(trap, before: before)
      #expect(focus.topTrap?.node === trap && focus.topTrap?.before === before)
    }
    // The trap's node was released; the previously focused node is still recorded.
    #expect(focus.trapCandidates.isEmpty)
    let hasLost = focus.sweepTraps()
    #expect(hasLost && focus.topTrap?.node == nil && focus.topTrap?.before === before)
    focus.popTrap()
    let sweeps = focus.sweepTraps()
    #expect(!sweeps)
  }

  @Test func placeIsTakenOnceAndLostWithTheFocus() {
    var focus = FocusState()
    let node = BoxNode()
    focus.recordPlace(.init(node: .init(node), area: Rect(1, 2, 3, 4), above: []))
    #expect(focus.consumePlace()?.area == Rect(1, 2, 3, 4) && focus.consumePlace() == nil)
    focus.recordPlace(.init(node: .init(node), area: .zero, above: []))
    focus.didChange(isLost: true)
    #expect(focus.place == nil)
  }

  @Test func onlyAMovingRingDamagesItsOldAndNewPlace() {
    var focus = FocusState()
    let clip = PixelRect(x: 0, y: 0, width: 100, height: 100)
    func ring(_ x: Double) -> FocusState.DrawnRing {
      .init(outer: Rect(x, 10, 40, 30), width: 2, radii: .zero, color: .black, clip: clip)
    }
    let first = focus.moveRing(to: ring(10))
    #expect(first.count == 4 && first.allSatisfy { $0.intersection(clip) == $0 })
    #expect(focus.moveRing(to: ring(10)).isEmpty)
    #expect(focus.moveRing(to: ring(20)).count == 8 && focus.moveRing(to: nil).count == 4 && focus.ring == nil)
    // The strips cover the edge, but not the middle.
    #expect(!first.contains { $0.intersection(PixelRect(x: 20, y: 18, width: 20, height: 14)).isEmpty == false })
  }

  @Test func keysShowTheRingAndTouchesHideIt() {
    var focus = FocusState()
    #expect(!focus.usesKeys)
    focus.recordKey()
    #expect(focus.usesKeys)
    focus.recordTouch()
    #expect(!focus.usesKeys)
  }
}
