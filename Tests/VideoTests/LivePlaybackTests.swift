import TesseraRender
import TesseraVideo
import Testing

@testable import VideoPlugin

/// Decisions about live sources without a stage: the times of a stream, its delay, and its queue.
@Suite struct LivePlaybackTests {
  private final class Player {
    var live = LivePlayback()

    init(_ source: LiveSource) {
      _ = live.change(to: .init(source: source))
      (live.isNear, live.isVisible) = (true, true)
    }

    func advance(_ now: Double) -> LivePlayback.Step { live.advance(to: now, plays: true) }

    func add(_ time: Double) throws {
      let pixels = try PixelBuffer(width: 4, height: 4, format: .xrgb8888)
      _ = live.add(QueuedFrame(time: time, duration: 0.1, position: 0, pixels: pixels), generation: live.generation)
    }

    /// Opens a stream whose first picture has the time 100.
    func begin(at now: Double) throws {
      #expect(advance(now).starts != nil)
      _ = live.didOpen(VideoFileInfo(container: "hls", codec: "h264", width: 4, height: 4), generation: live.generation)
      try add(100)
      let step = advance(now)
      #expect(step.isReady && step.draws && live.shown?.time == 100)
    }
  }

  private static let stream = LiveSource.stream("rtsp://host/door")

  @Test func picturesOfAStreamAreShownByTheirTimes() throws {
    let player = Player(Self.stream)
    try player.begin(at: 10)
    for time in [100.1, 100.2, 100.3] { try player.add(time) }
    #expect(player.live.intake(generation: player.live.generation) == .take(width: .max, height: .max, isMirrored: false))
    try player.add(100.4)
    #expect(player.live.intake(generation: player.live.generation) == .wait)
    #expect(!player.advance(10.05).draws && player.advance(10.1).draws && player.live.shown?.time == 100.1)
    // A late loop shows the newest due picture.
    #expect(player.advance(10.35).draws && player.live.shown?.time == 100.3 && player.live.queue.count == 1)
    // Times that begin again are shown immediately.
    _ = player.advance(10.5)
    try player.add(3)
    #expect(player.advance(10.6).draws && player.live.shown?.time == 3)
  }

  @Test func aStreamThatFallsBehindIsOpenedAgain() throws {
    let player = Player(Self.stream)
    try player.begin(at: 10)
    let generation = player.live.generation
    #expect(player.advance(11).stall == nil)
    #expect(player.advance(11.2).stall == true && player.live.isStalled)
    try player.add(100.1)
    let resumed = player.advance(14)
    #expect(resumed.stall == false && resumed.draws && resumed.starts == nil)
    #expect(player.advance(15.2).stall == true)
    try player.add(100.2)
    // 2.8 and 2.8 seconds are more than the limit.
    let again = player.advance(18)
    let next = player.live.generation
    #expect(again.starts?.generation == next && next > generation && player.live.shown?.time == 100.2)
    #expect(player.live.intake(generation: generation) == .stop)
    // The new connection shows its first picture whatever its time is.
    _ = player.live.didOpen(VideoFileInfo(container: "hls", codec: "h264", width: 4, height: 4), generation: next)
    try player.add(107)
    #expect(player.advance(18.5).draws && player.live.shown?.time == 107)
  }

  @Test func aServerThatSendsPicturesAsTheyAreCapturedIsFollowed() throws {
    let player = Player(Self.stream)
    try player.begin(at: 10)
    _ = player.live.didOpen(VideoFileInfo(container: "rtsp", codec: "h264", width: 4, height: 4), generation: player.live.generation)
    // Pictures that were buffered while the connection was opened.
    for time in [100.1, 100.2, 100.3, 100.4] { try player.add(time) }
    #expect(player.advance(10.01).draws && player.live.shown?.time == 100.4 && player.live.queue.isEmpty)
    try player.add(100.5)
    #expect(!player.advance(10.05).draws && player.advance(10.11).draws)
  }

  @Test func aCameraShowsItsNewestPicture() throws {
    let player = Player(.camera(nil))
    try player.begin(at: 10)
    try player.add(1)
    #expect(player.live.intake(generation: player.live.generation) == .drop)
    // Whatever its time is.
    #expect(player.advance(10).draws && player.live.shown?.time == 1 && player.advance(99).delay == nil)
  }

  @Test func aStreamThatEndsIsOverUntilItIsPlayedAgain() throws {
    let player = Player(Self.stream)
    try player.begin(at: 10)
    try player.add(100.1)
    player.live.didEnd(generation: player.live.generation)
    #expect(player.advance(10.05).hasEnded == true || player.advance(10.2).hasEnded)
    #expect(player.advance(11).starts == nil && player.advance(11).hasEnded == false)
    _ = player.live.advance(to: 12, plays: false)
    #expect(player.advance(13).starts != nil)
  }
}
