import TesseraPictures
import Testing

@Suite struct FrameTimelineTests {
  @Test func aFrameIsShownForItsDelay() {
    let timeline = FrameTimeline(delays: [0.2, 0.5, 0.3])
    #expect(timeline.loopDuration == 1)
    for (time, frame, next) in [
      (0.0, 0, 0.2), (0.1, 0, 0.1), (0.2, 1, 0.5), (0.69, 1, 0.01), (0.7, 2, 0.3), (1.0, 0, 0.2), (7.75, 2, 0.25),
    ] {
      let place = timeline.position(at: time)
      #expect(place.frame == frame && abs(place.next! - next) < 1e-4, "\(time)")
    }
    #expect(timeline.position(at: 7.75).loop == 7)
  }

  @Test func shortDelaysAreLengthenedAsInBrowsers() {
    #expect([0, 0.01, 0.011, 0.02, -1, .nan, .infinity].map(FrameTimeline.shownDelay) == [0.1, 0.1, 0.011, 0.02, 0.1, 0.1, 0.1])
  }

  @Test func theLastFrameStaysWhenAllLoopsHaveEnded() {
    let timeline = FrameTimeline(delays: [0.5, 0.5], loopCount: 2)
    let (before, after) = (timeline.position(at: 1.99), timeline.position(at: 2))
    #expect(before.frame == 1 && before.loop == 1 && !before.isFinished)
    #expect(after.frame == 1 && after.loop == 2 && after.next == nil && after.isFinished)
    #expect(timeline.position(at: 1e300).isFinished && timeline.position(at: .nan).frame == 0)
  }

  /// Ticks that come exactly when they were announced never show a frame twice or leave one out, however many there are.
  @Test func announcedMomentsShowEachFrameOnce() {
    let timeline = FrameTimeline(delays: [0.04, 0.07, 0.1, 0.033])
    var (time, shown) = (0.0, [Int]())
    for _ in 0..<4000 {
      let place = timeline.position(at: time)
      shown.append(place.frame)
      time += place.next!
    }
    #expect(shown == (0..<4000).map { $0 % 4 })
  }
}
