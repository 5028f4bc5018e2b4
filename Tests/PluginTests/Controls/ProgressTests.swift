@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct ProgressTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: progress, value: 0.6, title: Water, showsPercent: true, style: {width: 176}}
      - {type: progress, value: 0, style: {width: 176}}
      - {type: progress, value: 0.01, style: {width: 176}}
      - {type: progress, value: 1, style: {width: 176}}
      - {type: progress, value: 0.5, large: true, style: {width: 176}}
      - {type: progress, value: 0.3, failed: true, style: {width: 176}}
      - {type: progress, style: {width: 176}}
      - {type: divider, style: {width: 176}}
      - {type: divider, title: More, style: {width: 176}}
      - type: box
        style: {gap: 8}
        children:
          - {type: ring, value: 0.7, diameter: 24}
          - {type: ring, value: 0.35}
          - {type: ring, value: 0.5, diameter: 64}
          - {type: ring, value: 0}
      - {type: ring, value: 0.82, diameter: 120}
      """, width: 200, height: 380)
    try expectGolden(h.framebuffer, "progress")
  }

  /// Color is not the only sign.
  @Test func aFailedOneHasACross() throws {
    let h = try ControlSheet.stage(
      """
      - {type: progress, value: 0.4, title: Upload, failed: true, style: {width: 176}}
      - {type: progress, value: 0.4, title: Upload, showsPercent: true, failed: true, style: {width: 176}}
      - type: box
        style: {gap: 8}
        children:
          - {type: ring, value: 0.7, failed: true, diameter: 24}
          - {type: ring, value: 0.35, failed: true}
          - {type: ring, value: 0.5, failed: true, diameter: 64}
      """, width: 200, height: 160)
    try expectGolden(h.framebuffer, "progress-failed")
  }

  @Test func anIndeterminateProgressMovesAndADeterminateOneRests() throws {
    let node = ProgressNode(Progress(nil))
    let h = try HeadlessStage(width: 100, height: 20) { node }
    #expect(h.stage.nextDeadline != nil && node.resolvedSemantics.isBusy == true)
    let before = try h.snapshot()
    try h.advance(by: 0.5)
    #expect(throws: (any Error).self) { try expectEqualPixels(before, h.framebuffer) }
    node.share = 0.5
    try h.advance(by: 1)
    #expect(h.stage.nextDeadline == nil && node.resolvedSemantics.number?.value == 0.5)
    node.share = nil
    try h.settle()
    #expect(h.stage.nextDeadline != nil)
    node.environment[\.reducesMotion] = true
    try h.advance(by: 0.5)
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func theBarMovesToItsNewEnd() throws {
    let node = ProgressNode(Progress(0))
    let h = try HeadlessStage(width: 100, height: 6) { node }
    let well = h.framebuffer.color(x: 50, y: 3)
    node.share = 1
    try h.advance(by: 0.05)
    #expect(h.framebuffer.color(x: 5, y: 3) != well && h.framebuffer.color(x: 90, y: 3) == well)
    try h.advance(by: 1)
    #expect(h.framebuffer.color(x: 90, y: 3) != well)
  }
}
