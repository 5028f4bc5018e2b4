import TesseraRender
import TesseraVideo
import Testing

@testable import VideoPlugin

/// Decisions of the playback without a stage: a slow decoder, the end, the memory of the queue.
@Suite struct VideoPlaybackTests {
  private func frame(_ time: Double, side: Int = 4) throws -> QueuedFrame {
    QueuedFrame(time: time, duration: 0.1, position: time, pixels: try PixelBuffer(width: side, height: side, format: .xrgb8888))
  }

  /// A visible video with an open file and its first frame.
  private func started(side: Int = 4) throws -> VideoPlayback {
    var playback = VideoPlayback()
    _ = playback.open(Clips.clip, at: 0)
    (playback.isNear, playback.isVisible) = (true, true)
    guard case .open = playback.nextOrder() else { throw VideoFileError.outOfMemory(source: "test") }
    #expect(try playback.didOpen(VideoFeed(Clips.clip)))
    #expect(playback.add(try frame(0, side: side), generation: playback.generation))
    let step = playback.advance(to: 10, .init())
    #expect(step.draws && step.isReady && playback.shown?.time == 0)
    return playback
  }

  @Test func timeWaitsForASlowDecoder() throws {
    var playback = try started()
    _ = playback.advance(to: 10, .init())
    #expect(playback.advance(to: 10.3, .init()).stall == nil)
    #expect(playback.advance(to: 10.7, .init()).stall == true)
    #expect(abs(playback.position - 0.1) < 1e-9, "time stops at the end of the last frame")
    #expect(playback.advance(to: 20, .init()).stall == nil)
    _ = playback.add(try frame(0.1), generation: playback.generation)
    let step = playback.advance(to: 30, .init())
    #expect(step.stall == false && step.draws && playback.shown?.time == 0.1 && abs(playback.clock.time(at: 30.05) - 0.15) < 1e-9)
  }

  @Test func lateFramesAreSkippedButNotForEver() throws {
    var playback = try started()
    _ = playback.advance(to: 10, .init())
    _ = playback.advance(to: 10.4, .init())
    let converted = (0..<16).filter { _ in playback.converts(from: 0.1, duration: 0.1) }
    #expect(converted == [7, 15])
    #expect(playback.converts(from: 0.5, duration: 0.1))
  }

  @Test func theQueueIsLimitedInFramesAndInMemory() throws {
    var playback = try started()
    while playback.wantsWork { _ = playback.add(try frame(Double(playback.queue.count + 1) / 10), generation: playback.generation) }
    #expect(playback.queue.count == VideoPlayback.mostAhead)
    // A frame of 16 MiB leaves room for one more.
    var large = try started(side: 2048)
    while large.wantsWork { _ = large.add(try frame(Double(large.queue.count + 1) / 10, side: 2048), generation: large.generation) }
    #expect(large.queue.count == 1)
    playback.isVisible = false
    #expect(!playback.wantsWork)
  }

  @Test func framesOfAnEarlierSeekAreDropped() throws {
    var playback = try started()
    let old = playback.generation
    playback.seek(to: 2, isExact: true)
    #expect(!playback.add(try frame(0.1), generation: old) && playback.queue.isEmpty && playback.position == 2)
    playback.didEnd(generation: old, loops: false)
    playback.didFail(.outOfMemory(source: "x"), generation: old)
    #expect(playback.failure == nil && playback.wantsWork)
    for bad in [Double.nan, .infinity, -.infinity, -5] {
      playback.seek(to: bad, isExact: true)
      #expect(playback.position == 0)
    }
    playback.seek(to: 1e300, isExact: true)
    #expect(playback.position == 4, "the duration is known")
  }

  @Test func theEndIsReportedOnceAndARestartPlaysFromTheStart() throws {
    var playback = try started()
    playback.didEnd(generation: playback.generation, loops: false)
    var settings = VideoPlayback.Settings()
    settings.interval = 0
    // The file claims four seconds.
    #expect(!playback.advance(to: 10.2, settings).hasEnded)
    #expect(playback.advance(to: 14.2, settings).hasEnded && !playback.advance(to: 15, settings).hasEnded)
    settings.plays = false
    _ = playback.advance(to: 16, settings)
    settings.plays = true
    _ = playback.advance(to: 17, settings)
    #expect(!playback.hasEnded && playback.position == 0 && playback.wantsWork)
  }

  @Test func aReportThatIsSetAgainIsNoSeek() throws {
    var playback = try started()
    let told = playback.advance(to: 10.3, .init()).position
    #expect(told != nil && !playback.isRequest(told ?? 0) && playback.isRequest(1.5))
  }
}
