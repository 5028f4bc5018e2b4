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

  @Test func aSlowFirstPictureIsPaced() {
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
    let begun = (0..<2).map { _ in pacing.beginFrame(at: 1, refresh: .unknown) }
    pacing.endFrame()
    let again = pacing.beginFrame(at: 1, refresh: .unknown)
    #expect(begun == [true, false] && again)
  }

  @Test func aFrameIsExpectedAtTheRefreshThatItReaches() {
    var pacing = FramePacing()
    func begin(at now: Double, _ refresh: DisplayRefresh) -> Double {
      _ = pacing.beginFrame(at: now, refresh: refresh)
      pacing.endFrame()
      return pacing.time.presentation
    }
    let refresh = DisplayRefresh(time: 10, interval: 0.02)
    #expect(begin(at: 10.005, refresh) == 10.02 && pacing.time.start == 10.005 && pacing.time.interval == 0.02)
    // A frame that takes 8 ms does not reach a refresh in 5 ms.
    pacing.framePresented(at: 10.013)
    #expect(abs(begin(at: 10.035, refresh) - 10.06) < 1e-9)
    // Quick frames reach it again.
    for _ in 0..<10 { pacing.framePresented(at: 10.035) }
    #expect(abs(begin(at: 10.075, refresh) - 10.08) < 1e-9)
  }

  @Test func theTimeOfPresentationNeverGoesBack() {
    var pacing = FramePacing()
    _ = pacing.beginFrame(at: 10.001, refresh: DisplayRefresh(time: 10, interval: 0.02))
    pacing.endFrame()
    _ = pacing.beginFrame(at: 10.002, refresh: .unknown)
    #expect(pacing.time.presentation == 10.02)
    pacing.endFrame()
    _ = pacing.beginFrame(at: 10.5, refresh: .unknown)
    #expect(pacing.time.presentation == 10.5)
  }

  @Test(
    arguments: [
      (DisplayRefresh.unknown, 5.0, nil), (DisplayRefresh(time: 10, interval: 0), 10.0, nil),
      (DisplayRefresh(time: 10, interval: 0.5), 10.0, 10.0),
      (DisplayRefresh(time: 10, interval: 0.5), 10.25, 10.5), (DisplayRefresh(time: 10, interval: 0.5), 9.0, 10.0),
      (DisplayRefresh(time: 10, interval: 0.5), 11.5, nil), (DisplayRefresh(time: 10, interval: 0.5), .nan, nil),
    ] as [(DisplayRefresh, Double, Double?)]) func theNextRefresh(refresh: DisplayRefresh, moment: Double, next: Double?)
  {
    #expect(refresh.next(from: moment) == next)
  }
}
