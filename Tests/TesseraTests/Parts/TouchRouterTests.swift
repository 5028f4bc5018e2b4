import TesseraGeometry
import Testing

@testable import Tessera

@Suite struct TouchRouterTests {
  private func touch(_ id: Int, _ phase: Touch.Phase, _ x: Double = 0, at time: Double = 0) -> Touch {
    Touch(id: id, phase: phase, location: Point(x, 0), time: time)
  }

  private func candidate(_ recognizer: GestureRecognizer, _ node: AnyNode, distance: Int = 0) -> GestureArena.Candidate {
    .init(recognizer: recognizer, node: node, distance: distance, toNode: .identity)
  }

  @Test func theHandlerOfABeginningGetsTheRest() {
    var touches = TouchRouter()
    let (a, b) = (BoxNode(), BoxNode())
    #expect(touches.owner(of: touch(1, .moved)) == nil)
    touches.capture(touch(1, .began), by: a)
    touches.capture(touch(2, .began), by: b)
    #expect(touches.owner(of: touch(1, .moved)) === a && touches.owner(of: touch(2, .ended)) === b)
    #expect(
      touches.owner(of: touch(2, .moved)) == nil && touches.owner(of: touch(1, .cancelled)) === a
        && touches.owner(of: touch(1, .moved)) == nil)
  }

  @Test func touchesOfRemovedNodesAreCancelledInTheOrderOfTheirNumbers() {
    var touches = TouchRouter()
    let (stays, goes) = (BoxNode(), BoxNode())
    for id in [5, 3, 4] { touches.capture(touch(id, .began), by: id == 4 ? stays : goes) }
    _ = touches.owner(of: touch(5, .moved, 7))
    let taken = touches.removeCancelled { $0.node === goes }
    #expect(taken.map(\.touch.id) == [3, 5] && taken[1].touch.location == Point(7, 0))
    #expect(touches.removeCancelled { _ in true }.map(\.touch.id) == [4] && touches.removeCancelled { _ in true }.isEmpty)
  }

  @Test func touchesOfAnExclusiveNodeAndOthersRefuseEachOther() {
    var touches = TouchRouter()
    let (key, other, plain) = (BoxNode(), BoxNode(), BoxNode())
    #expect(touches.admits(key) && touches.admits(nil))
    touches.record(touch(1, .began), at: key, exclusive: key)
    #expect(touches.admits(key) && !touches.admits(other) && !touches.admits(nil))
    _ = touches.owner(of: touch(1, .ended))
    touches.record(touch(2, .began), at: plain, exclusive: nil)
    #expect(touches.admits(nil) && !touches.admits(key))
    // The end of the touch was lost, or its node is gone.
    _ = touches.cancel(2, at: 0)
    #expect(touches.admits(key))
    touches.record(touch(3, .began), at: key, exclusive: key)
    _ = touches.leave(at: 0) { $0 === key }
    #expect(touches.admits(other))
  }

  @Test func aDragTakesTheTouchFromItsNode() {
    var touches = TouchRouter()
    let (node, around) = (BoxNode(), BoxNode())
    let pan = GestureRecognizer(PanGesture()) { _ in }
    touches.capture(touch(1, .began), by: node)
    _ = touches.begin(touch(1, .began), [candidate(pan, around, distance: 1)])
    #expect(!touches.isTakenAway(touch(1, .moved)))
    let effects = touches.move(touch(1, .moved, 40, at: 0.1))
    let cancelled = effects.compactMap { effect -> Set<Int>? in if case .cancelTouches(let ids) = effect { ids } else { nil } }
    #expect(cancelled == [[1]] && touches.isTakenAway(touch(1, .moved)))
    _ = touches.move(touch(1, .ended, 40, at: 0.2))
    #expect(!touches.isTakenAway(touch(1, .began)))
  }

  @Test func withoutCandidatesNoTouchIsActive() {
    var touches = TouchRouter()
    #expect(touches.begin(touch(1, .began), []).isEmpty && touches.move(touch(1, .moved)).isEmpty && touches.deadline == nil)
    #expect(touches.pass(at: 100).isEmpty && touches.cancel(1, at: 0).isEmpty && touches.leave(at: 0) { _ in true }.isEmpty)
  }

  @Test func timeAloneDecidesALongPressAndNotBefore() {
    var touches = TouchRouter()
    let node = BoxNode()
    let press = GestureRecognizer(LongPressGesture()) { _ in }
    _ = touches.begin(touch(1, .began, at: 1), [candidate(press, node)])
    guard let deadline = touches.deadline else {
      Issue.record("a long press waits for time")
      return
    }
    #expect(deadline > 1 && touches.pass(at: deadline - 0.01).isEmpty && !touches.pass(at: deadline).isEmpty)
  }

  @Test func gesturesOfRemovedNodesEnd() {
    var touches = TouchRouter()
    let node = BoxNode()
    let press = GestureRecognizer(LongPressGesture()) { _ in }
    _ = touches.begin(touch(1, .began), [candidate(press, node)])
    _ = touches.leave(at: 0.1) { $0 === node }
    #expect(touches.deadline == nil)
  }
}
