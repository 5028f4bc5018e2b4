import Testing

@testable import Tessera

@Suite struct FramePacingTests {
  @Test func aFrameThatPaintedIsFollowedByAPause() {
    var pacing = FramePacing()
    pacing.begin(interval: 0.02, at: 1, isFirst: false)
    #expect(pacing.pause(at: 1) == nil)
    pacing.recordFrame(painted: true, ticked: false, isIncomplete: false, at: 1)
    #expect(pacing.pause(at: 1.01) == 1.02 && pacing.pause(at: 1.02) == nil)
    pacing.recordFrame(painted: false, ticked: false, isIncomplete: false, at: 1.05)
    #expect(pacing.pause(at: 1.05) == nil)
    pacing.recordFrame(painted: false, ticked: true, isIncomplete: false, at: 1.05)
    #expect(pacing.pause(at: 1.06) == 1.05 + 0.02)
  }

  @Test func framesOfTheFirstPictureAreNotPaced() {
    var pacing = FramePacing()
    pacing.begin(interval: 0.02, at: 1, isFirst: true)
    pacing.recordFrame(painted: true, ticked: false, isIncomplete: true, at: 1.01)
    #expect(pacing.isStarting && pacing.pause(at: 1.01) == nil)
    pacing.recordFrame(painted: true, ticked: false, isIncomplete: false, at: 1.02)
    // The frame that completes the start is not paced; the next one is.
    #expect(!pacing.isStarting && pacing.pause(at: 1.02) == nil)
    pacing.recordFrame(painted: true, ticked: false, isIncomplete: false, at: 1.03)
    #expect(pacing.pause(at: 1.03) == 1.03 + 0.02)
  }

  @Test func aFirstPictureThatTakesTooLongIsPaced() {
    var pacing = FramePacing()
    pacing.begin(interval: 0.02, at: 1, isFirst: true)
    pacing.recordFrame(painted: true, ticked: false, isIncomplete: true, at: 1.2)
    #expect(!pacing.isStarting)
    var ticking = FramePacing()
    ticking.begin(interval: 0.02, at: 1, isFirst: true)
    ticking.recordFrame(painted: true, ticked: true, isIncomplete: true, at: 1)
    #expect(!ticking.isStarting && ticking.pause(at: 1) == 1.02)
  }

  @Test func framesAreNotNested() {
    var pacing = FramePacing()
    #expect(pacing.beginFrame() && !pacing.beginFrame())
    pacing.endFrame()
    #expect(pacing.beginFrame() == true)
  }
}
