import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// Motion of the focus ring from one node to the next.
@Suite struct FocusRingMotionTests {
  private static let white = Color(white: 1)
  private static let red = Color(rgb: 0xFF0000)

  /// Creates a stage of 120 by 40 with two boxes of 20 by 20 at (10, 10) and (90, 10), and a red ring of two pixels at their edge.
  private func stage(_ background: Color = Color(white: 1)) throws -> (HeadlessStage, [AnyNode]) {
    let root = BoxNode()
    let nodes = [10.0, 90].map { x in
      let node = BoxNode()
      node.style.position = .absolute
      node.style.inset.left = .points(x)
      node.style.inset.top = .points(10)
      node.style.width = .points(20)
      node.style.height = .points(20)
      node.focusability = .always
      root.addSubnode(node)
      return node
    }
    root.focusRing = FocusRing(color: Self.red, width: 2, offset: 0)
    return (try HeadlessStage(width: 120, height: 40, background: background) { root }, nodes)
  }

  /// Returns the position of the ring's left line: the first pixel of its colour at half the height.
  private func left(_ h: HeadlessStage) -> Int? {
    (0..<120).first { h.framebuffer.color(x: $0, y: 20).red > h.framebuffer.color(x: $0, y: 20).green + 0.5 }
  }

  @Test func theRingMovesFromOneNodeToTheNext() throws {
    let (h, nodes) = try stage()
    try h.key(.tab)
    #expect(left(h) == 8 && h.stage.nextDeadline == nil, "there is no way where it comes")
    try h.key(.tab)
    #expect(h.stage.focusedNode === nodes[1] && left(h) == 8)
    let easing = try #require(StandardMotion.focusRing.motion.easing)
    for seventh in 1...6 {
      try h.advance(by: 0.02, step: 0.02)
      let x = 8 + 80 * easing.value(at: Double(seventh) / 7)
      #expect(abs(Double(try #require(left(h))) - x) <= 1)
    }
    try h.advance(by: 0.02, step: 0.02)
    #expect(left(h) == 88 && h.stage.nextDeadline == nil)
    // The old position is clean.
    let shown = try h.snapshot()
    h.stage.setNeedsRepaint()
    try h.settle()
    try expectEqualPixels(shown, h.framebuffer)
  }

  @Test func aReversedRingContinuesFromItsPlace() throws {
    let (h, _) = try stage()
    try h.key(.tab)
    try h.key(.tab)
    try h.advance(by: 0.06, step: 0.06)
    let there = try #require(left(h))
    #expect(there > 20 && there < 88)
    try h.key(.tab, modifiers: .shift)
    #expect(left(h) == there)
    try h.advance(by: StandardMotion.focusRing.seconds)
    #expect(left(h) == 8 && h.stage.nextDeadline == nil)
  }

  @Test func reducedMotionJumps() throws {
    let (h, _) = try stage()
    h.stage.reducesMotion = true
    try h.settle()
    try h.key(.tab)
    try h.key(.tab)
    #expect(left(h) == 88 && h.stage.nextDeadline == nil)
  }

  @Test func whileTheDisplayIsNotReadyTheLoopSleeps() throws {
    /// Display that presents frames only while `isReady` is set.
    final class Gate: Display {
      var isReady = true
      func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {}
    }
    let (h, _) = try stage()
    let gate = Gate()
    h.stage.display = gate
    try h.key(.tab)
    try h.key(.tab)
    #expect(h.stage.nextDeadline != nil)
    gate.isReady = false
    #expect(h.stage.nextDeadline == nil)
    gate.isReady = true
    try h.advance(by: StandardMotion.focusRing.seconds)
    #expect(left(h) == 88 && h.stage.nextDeadline == nil)
  }

  @Test func theRingMovesWithItsNode() throws {
    let (h, nodes) = try stage()
    try h.key(.tab)
    nodes[0].style.inset.left = .points(40)
    try h.settle()
    #expect(left(h) == 38 && h.stage.nextDeadline == nil)
    // The ring follows the motion of its node, also while it is moving to the node.
    try h.key(.tab)
    animate(.linear(1)) { nodes[1].transform = .translation(-10, 0) }
    try h.settle()
    try h.advance(by: 0.5, step: 0.5)
    #expect(left(h) == 83)
    try h.advance(by: 0.5, step: 0.5)
    #expect(left(h) == 78)
  }

  @Test func aStepDamagesTheRingsOwnPixels() throws {
    let (h, _) = try stage()
    try h.key(.tab)
    try h.key(.tab)
    try h.advance(by: 0.02, step: 0.02)
    let before = h.stage.statistics.damagedPixels
    try h.advance(by: 0.02, step: 0.02)
    // Two rings of 25 x 24 at most, four lines deep.
    #expect(h.stage.statistics.damagedPixels - before <= 2 * (25 * 24 - 17 * 16))
  }

  @Test(arguments: [Color(white: 1), Color(white: 0), Color(rgb: 0xFF0000)])
  func theRingIsVisibleOnAnyBackground(ground: Color) throws {
    let (h, _) = try stage(ground)
    try h.key(.tab)
    let tones = [h.framebuffer.color(x: 8, y: 20), h.framebuffer.color(x: 10, y: 20)]
    #expect(tones == [Self.red, Self.white])
    #expect(h.framebuffer.color(x: 9, y: 20) == Self.red && h.framebuffer.color(x: 11, y: 20) == ground)
    h.root.focusRing = FocusRing(color: Color(white: 1), width: 2, offset: 0)
    try h.settle()
    #expect(h.framebuffer.color(x: 10, y: 20) == Color(white: 0), "the line in a light ring is dark")
    h.root.focusRing = FocusRing(color: Color(white: 1), width: 2, offset: 0, contrast: Color(rgb: 0x0000FF))
    try h.settle()
    #expect(h.framebuffer.color(x: 10, y: 20) == Color(rgb: 0x0000FF))
    let attribute = try #require(h.root.attribute("focusRing"))
    let other = BoxNode()
    try other.setAttribute("focusRing", to: attribute)
    #expect(other.focusRing == h.root.focusRing)
  }
}
