import TesseraGeometry
import Testing

@testable import Tessera

/// Location of a pointer and the nodes under it, without a stage.
struct HoverStateTests {
  private func touch(_ pointer: Touch.Pointer, _ phase: Touch.Phase, _ x: Double = 0) -> Touch {
    Touch(id: 0, phase: phase, location: Point(x, 0), pointer: pointer)
  }

  @Test func onlyAMoveOfThePointerAsksForItsNodes() {
    var hover = HoverState()
    let before = hover.consumeMove(at: 0)
    hover.move(to: Point(1, 2))
    let (first, second) = (hover.consumeMove(at: 0), hover.consumeMove(at: 0))
    #expect(!before && first && !second)
    hover.move(to: Point(1, 2))
    hover.move(to: Point(.nan, 2))
    // Not a number counts as no location.
    #expect(hover.location == nil)
  }

  @Test func aPressedButtonKeepsTheNodes() {
    var hover = HoverState()
    hover.move(to: Point(1, 0))
    hover.record(touch(.mouse, .began))
    hover.move(to: Point(5, 0))
    let whilePressed = hover.consumeMove(at: 0)
    hover.record(touch(.mouse, .ended, 7))
    let afterwards = hover.consumeMove(at: 0)
    #expect(!whilePressed && afterwards && hover.location == Point(7, 0))
  }

  @Test func aFingerMakesTheLocationUnknown() {
    var hover = HoverState()
    hover.move(to: Point(1, 0))
    hover.record(touch(.finger, .began))
    #expect(hover.location == nil)
    // A stage with touch only keeps no location, and a change of content asks for nothing.
    hover.recordChange()
    _ = hover.consumeMove(at: 0)
    hover.recordChange()
    let asks = hover.consumeMove(at: 1)
    #expect(hover.deadline == nil && !asks)
  }

  @Test func nodesUnderAScrolledPointerAreFoundWhenScrollingEnds() {
    var hover = HoverState()
    hover.move(to: Point(1, 0))
    _ = hover.consumeMove(at: 0)
    hover.recordScroll(at: 10)
    let during = hover.consumeMove(at: 10.05)
    #expect(!during && hover.deadline == 10 + HoverState.patience)
    hover.recordScroll(at: 10.05)
    let early = hover.consumeMove(at: 10.11)
    let late = hover.consumeMove(at: 10.16)
    #expect(!early && late && hover.deadline == nil)
  }

  @Test func theFormerNodesAreReturned() {
    var hover = HoverState()
    let (inner, outer) = (BoxNode(), BoxNode())
    let none = hover.replace(owner: inner, chain: [inner, outer])
    #expect(none.owner == nil && none.chain.isEmpty)
    let former = hover.replace(owner: nil, chain: [])
    #expect(former.owner === inner && former.chain.count == 2 && hover.owner == nil)
  }
}
