import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct PhaseTests {
  private static func stage() throws -> (h: HeadlessStage, node: BoxNode) {
    let (root, node) = (BoxNode(), BoxNode())
    node.style.width = .points(20)
    node.style.height = .points(20)
    node.background = .color(.black)
    root.addSubnode(node)
    return (try HeadlessStage(width: 60, height: 60) { root }, node)
  }

  @Test func phasesRunInOrder() throws {
    let (h, node) = try Self.stage()
    let animation = node.animate(phases: [0.2, 0.8, 0.4]) {
      .linear($0 == 0.8 ? 2 : 1)
    } _: {
      node.opacity = $0
    }
    try h.settle()
    #expect(node.opacity == 0.4 && node.presented.opacity == 1)
    let expected = [0.6, 0.2, 0.35, 0.5, 0.65, 0.8, 0.6, 0.4]
    for value in expected {
      try h.advance(by: 0.5, step: 0.5)
      #expect(abs(node.presented.opacity - value) < 1e-5)
    }
    #expect(animation.isEnded && h.stage.nextDeadline == nil)
  }

  /// The displayed value is a function of time: after any number of rounds, with small steps and with one large step.
  @Test func repeatedPhasesAreSeenTheSameByAnyWay() throws {
    func opacity(at time: Double, step: Double) throws -> Double {
      let (h, node) = try Self.stage()
      node.animate(phases: [0.25, 0.75], repeating: nil) { _ in
        .linear(1)
      } _: {
        node.opacity = $0
      }
      try h.settle()
      try h.advance(by: time, step: step)
      return node.presented.opacity
    }
    for (time, value) in [(1.0, 0.25), (1.5, 0.5), (2, 0.75), (2.5, 0.5), (3, 0.25), (100.5, 0.5), (1001.25, 0.375)] {
      #expect(abs(try opacity(at: time, step: time) - value) < 1e-5)
    }
    for time in [2.5, 7.25, 20.125] { #expect(try opacity(at: time, step: 1.0 / 64) == opacity(at: time, step: time)) }
  }

  @Test func roundsAreCountedAndEndAtTheLastPhase() throws {
    let (h, node) = try Self.stage()
    let animation = node.animate(phases: [0.5, 1], repeating: 3) { _ in
      .linear(0.5)
    } _: {
      node.opacity = $0
    }
    try h.settle()
    try h.advance(by: 2.5, step: 0.125)
    #expect(abs(node.presented.opacity - 0.5) < 1e-5 && !animation.isEnded)
    try h.advance(by: 0.5, step: 0.125)
    #expect(node.presented.opacity == 1 && animation.isEnded && h.stage.nextDeadline == nil)
  }

  @Test func phasesEndWhenTheNodeLeavesItsStageAndNeedOneToBegin() throws {
    let (h, node) = try Self.stage()
    let animation = node.animate(phases: [0.5, 1], repeating: nil) { node.opacity = $0 }
    try h.settle()
    try h.advance(by: 10)
    #expect(!animation.isEnded)
    node.removeFromSupernode()
    try h.settle()
    #expect(animation.isEnded && h.stage.nextDeadline == nil && node.presented.opacity == 1)
    #expect(node.animate(phases: [0.5, 0.7], repeating: nil) { node.opacity = $0 }.isEnded && node.opacity == 0.7)
    #expect(node.animate(phases: [Double](), repeating: nil) { node.opacity = $0 }.isEnded && node.opacity == 0.7)
  }

  @Test func withReducedMotionNothingMoves() throws {
    let (h, node) = try Self.stage()
    h.stage.reducesMotion = true
    try h.settle()
    node.animate(phases: [0.5, 1], repeating: nil) { _ in
      .linear(1)
    } _: {
      node.opacity = $0
      node.transform = .translation($0 * 40, 0)
    }
    try h.settle()
    try h.advance(by: 2.5, step: 0.5)
    #expect(node.presented.transform == .translation(40, 0))
    #expect(abs(node.presented.opacity - 0.75) < 1e-5)
  }

  @Test func heldPhasesFollowSeeks() throws {
    let (h, node) = try Self.stage()
    let animation = node.animate(phases: [0.25, 0.75], repeating: nil) { _ in
      .linear(1)
    } _: {
      node.opacity = $0
    }
    try h.settle()
    animation.pause()
    animation.seek(to: 5.5)
    try h.settle()
    #expect(abs(node.presented.opacity - 0.5) < 1e-5)
    animation.finish()
    try h.settle()
    #expect(node.presented.opacity == 0.75 && animation.isEnded)
  }

  @Test func phasesWithoutDurationEndImmediately() throws {
    let (h, node) = try Self.stage()
    let animation = node.animate(phases: [0.5, 0.7], repeating: nil) { _ in
      .none
    } _: {
      node.opacity = $0
    }
    try h.settle()
    #expect(animation.isEnded && node.presented.opacity == 0.7 && h.stage.nextDeadline == nil)
  }
}
