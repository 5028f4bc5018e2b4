import TesseraRender
import TesseraVideo
import Testing

@testable import VideoPlugin

/// Decisions of the playback without a stage: a slow decoder, the end, the memory of the queue.
@Suite struct VideoPlaybackTests {
  private func frame(_ time: Double, side: Int = 4) throws -> QueuedFrame {
    QueuedFrame(time: time, duration: 0.1, position: time, pixels: try PixelBuffer(width: side, height: side, format: .xrgb8888))
  }

  /// Playback as a reference, because expectations cannot change a value.
  private final class Player {
    var playback = VideoPlayback()

    var generation: Int { playback.generation }
    func advance(to time: Double, _ settings: VideoPlayback.Settings) -> VideoPlayback.Step { playback.advance(to: time, settings) }
    func add(_ frame: QueuedFrame, generation: Int) -> Bool { playback.add(frame, generation: generation) }
    func converts(from start: Double, duration: Double) -> Bool { playback.converts(from: start, duration: duration) }
    func didOpen(_ feed: VideoFeed) -> Bool { playback.didOpen(feed) }
  }

  /// A visible video with an open file and its first frame.
  private func started(side: Int = 4) throws -> Player {
    let player = Player()
    _ = player.playback.open(Clips.clip, at: 0)
    (player.playback.isNear, player.playback.isVisible) = (true, true)
    guard case .open = player.playback.nextOrder() else { throw VideoFileError.outOfMemory(source: "test") }
    #expect(try player.didOpen(VideoFeed(Clips.clip, VideoOpener())))
    #expect(player.add(try frame(0, side: side), generation: player.generation))
    let step = player.advance(to: 10, .init())
    #expect(step.draws && step.isReady && player.playback.shown?.time == 0)
    return player
  }

  @Test func timeWaitsForASlowDecoder() throws {
    let player = try started()
    _ = player.advance(to: 10, .init())
    #expect(player.advance(to: 10.3, .init()).stall == nil)
    #expect(player.advance(to: 10.7, .init()).stall == true)
    #expect(abs(player.playback.position - 0.1) < 1e-9, "time stops at the end of the last frame")
    #expect(player.advance(to: 20, .init()).stall == nil)
    _ = player.add(try frame(0.1), generation: player.generation)
    let step = player.advance(to: 30, .init())
    #expect(
      step.stall == false && step.draws && player.playback.shown?.time == 0.1 && abs(player.playback.clock.time(at: 30.05) - 0.15) < 1e-9)
  }

  @Test func aBrokenConnectionIsReportedAfterTheLastFrame() throws {
    let player = try started()
    _ = player.add(try frame(0.1), generation: player.generation)
    player.playback.didFail(.unreadable(source: "a", reason: "b"), generation: player.generation)
    #expect(player.advance(to: 10.1, .init()).failure == nil && !player.playback.wantsWork)
    let step = player.advance(to: 10.3, .init())
    #expect(step.failure == .unreadable(source: "a", reason: "b") && !step.hasEnded && player.playback.hasEnded)
    #expect(player.playback.shown?.time == 0.1 && player.advance(to: 11, .init()).failure == nil)
    // Playing on tries again from the start.
    _ = player.advance(to: 12, .init(plays: false))
    _ = player.advance(to: 13, .init())
    #expect(player.playback.wantsWork)
  }

  @Test func lateFramesAreSkippedUpToALimit() throws {
    let player = try started()
    _ = player.advance(to: 10, .init())
    _ = player.advance(to: 10.4, .init())
    let converted = (0..<16).filter { _ in player.converts(from: 0.1, duration: 0.1) }
    #expect(converted == [7, 15])
    #expect(player.converts(from: 0.5, duration: 0.1))
  }

  @Test func theQueueIsLimitedInFramesAndInMemory() throws {
    let player = try started()
    while player.playback.wantsWork {
      _ = player.add(try frame(Double(player.playback.queue.count + 1) / 10), generation: player.generation)
    }
    #expect(player.playback.queue.count == VideoPlayback.mostAhead)
    // A frame of 16 MiB leaves room for one more.
    let large = try started(side: 2048)
    while large.playback.wantsWork {
      _ = large.add(try frame(Double(large.playback.queue.count + 1) / 10, side: 2048), generation: large.generation)
    }
    #expect(large.playback.queue.count == 1)
    player.playback.isVisible = false
    #expect(!player.playback.wantsWork)
  }

  @Test func framesOfAnEarlierSeekAreDropped() throws {
    let player = try started()
    let old = player.generation
    player.playback.seek(to: 2, isExact: true)
    #expect(!player.add(try frame(0.1), generation: old) && player.playback.queue.isEmpty && player.playback.position == 2)
    player.playback.didEnd(generation: old, loops: false)
    player.playback.didFail(.outOfMemory(source: "x"), generation: old)
    #expect(player.playback.failure == nil && player.playback.wantsWork)
    for bad in [Double.nan, .infinity, -.infinity, -5] {
      player.playback.seek(to: bad, isExact: true)
      #expect(player.playback.position == 0)
    }
    player.playback.seek(to: 1e300, isExact: true)
    #expect(player.playback.position == 4, "the duration is known")
  }

  @Test func theEndIsReportedOnceAndARestartPlaysFromTheStart() throws {
    let player = try started()
    player.playback.didEnd(generation: player.generation, loops: false)
    var settings = VideoPlayback.Settings()
    settings.interval = 0
    // The file claims four seconds.
    #expect(!player.advance(to: 10.2, settings).hasEnded)
    #expect(player.advance(to: 14.2, settings).hasEnded && !player.advance(to: 15, settings).hasEnded)
    settings.plays = false
    _ = player.advance(to: 16, settings)
    settings.plays = true
    _ = player.advance(to: 17, settings)
    #expect(!player.playback.hasEnded && player.playback.position == 0 && player.playback.wantsWork)
  }

  @Test func aReportedPositionThatIsSetAgainIsNotASeek() throws {
    let player = try started()
    let told = player.advance(to: 10.3, .init()).position
    #expect(told != nil && !player.playback.isRequest(told ?? 0) && player.playback.isRequest(1.5))
  }
}
