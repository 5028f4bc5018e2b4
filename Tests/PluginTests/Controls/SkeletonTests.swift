@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct SkeletonTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: skeleton, lines: 3, style: {width: 136}}
      - {type: skeleton, style: {width: 136, height: 60}}
      - {type: skeleton, radius: 20, style: {width: 40, height: 40}}
      """, width: 160, height: 230)
    try expectGolden(h.framebuffer, "skeleton")
  }

  @Test func itStopsAfterTenSeconds() throws {
    let node = SkeletonNode(SkeletonBars(lines: 3))
    let h = try HeadlessStage(width: 200, height: 100) { node }
    try h.advance(by: 1, step: 0.25)
    #expect(h.stage.nextDeadline != nil)
    try h.advance(by: 13, step: 0.25)
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func reducedMotionKeepsItStill() throws {
    let node = SkeletonNode(SkeletonBars(lines: 3))
    node.environment[\.reducesMotion] = true
    let h = try HeadlessStage(width: 200, height: 100) { node }
    try h.advance(by: 0.5, step: 0.25)
    #expect(h.stage.nextDeadline == nil && node.resolvedSemantics.role == SemanticsRole.none)
  }
}
