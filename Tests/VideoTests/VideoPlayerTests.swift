import Tessera
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import VideoPlugin

/// A video with controls: they disappear, and show again by touch and keys.
@Suite struct VideoPlayerTests {
  private func stage(_ player: VideoPlayerNode) throws -> HeadlessStage { try HeadlessStage(width: 400, height: 240) { player } }

  private func find<Value: NodeType>(_ type: Value.Type, in node: AnyNode) -> [Node<Value>] {
    (node as? Node<Value>).map { [$0] } ?? node.subnodes.flatMap { find(type, in: $0) }
  }

  private func shows(_ player: VideoPlayerNode) -> Bool { !find(Slider.self, in: player).isEmpty }

  @Test func controlsDisappearWhileItPlaysAndShowAgain() throws {
    let player = VideoPlayerNode(Clips.clip, isPlaying: true, loops: true)
    let stage = try stage(player)
    #expect(shows(player))
    try stage.advance(by: 2.9)
    #expect(shows(player))
    try stage.advance(by: 0.2)
    #expect(!shows(player))
    try stage.tap(at: Point(200, 60))
    #expect(shows(player))
    try stage.tap(at: Point(200, 60))
    #expect(!shows(player), "a second tap hides them")
    let video = try #require(find(Video.self, in: player).first)
    video.becomeFocused()
    try stage.settle()
    #expect(shows(player), "a move of the focus shows them")
    try stage.advance(by: 3.1)
    #expect(!shows(player) && player.hideAfter == 3)
    player.hideAfter = 0
    player.use()
    try stage.advance(by: 9)
    #expect(shows(player))
  }

  @Test func theButtonStartsAndPauses() throws {
    let player = VideoPlayerNode(Clips.clip)
    let changes = Locked<[Bool]>([])
    player.on(VideoPlayer.playChange) { isPlaying in changes.withLock { $0.append(isPlaying) } }
    let stage = try stage(player)
    try stage.advance(by: 4)
    let video = try #require(find(Video.self, in: player).first)
    #expect(shows(player) && video.currentPosition == 0 && !video.isPlaying)
    try stage.tap(at: Point(32, 208))
    try stage.advance(by: 1)
    #expect(video.isPlaying && abs(video.currentPosition - 1) < 0.05)
    try stage.tap(at: Point(32, 208))
    try stage.advance(by: 1)
    #expect(!video.isPlaying && abs(video.currentPosition - 1) < 0.05 && changes.withLock { $0 } == [true, false])
    // The program pauses it, and later plays it.
    try stage.tap(at: Point(32, 208))
    player.isPlaying = true
    player.isPlaying = false
    try stage.settle()
    #expect(!video.isPlaying && !player.plays)
    player.isPlaying = true
    try stage.settle()
    #expect(video.isPlaying)
  }

  @Test func theSliderSeeksAndTheEndOffersARepeat() throws {
    let player = VideoPlayerNode(Clips.clip)
    let ends = Locked(0)
    player.on(VideoPlayer.end) { ends.withLock { $0 += 1 } }
    let stage = try stage(player)
    let (video, slider) = (try #require(find(Video.self, in: player).first), try #require(find(Slider.self, in: player).first))
    #expect(slider.maximum == 4 && slider.amount == 0)
    let frame = stage.frame(of: slider)
    try stage.tap(at: Point(frame.midX, frame.midY))
    #expect(abs(video.currentPosition - 2) < 0.15 && abs(slider.amount - 2) < 0.15, "\(video.currentPosition)")
    player.userPlays = true
    try stage.advance(by: 3)
    #expect(ends.withLock { $0 } == 1 && player.hasEnded && shows(player))
    #expect(find(Icon.self, in: player).contains { $0.name == "repeat" })
    try stage.tap(at: Point(32, 208))
    try stage.advance(by: 0.5)
    #expect(!player.hasEnded && abs(video.currentPosition - 0.5) < 0.05)
  }

  @Test func fullWidthIsARequest() throws {
    let player = VideoPlayerNode(Clips.clip)
    let requests = Locked<[Bool]>([])
    player.on(VideoPlayer.expand) { isWide in requests.withLock { $0.append(isWide) } }
    let stage = try stage(player)
    for _ in 0..<2 { try stage.tap(at: Point(368, 208)) }
    #expect(requests.withLock { $0 } == [true, false])
    player.canExpand = false
    try stage.settle()
    #expect(find(Icon.self, in: player).count == 1)
  }

  @Test func timesAreMinutesAndSeconds() {
    #expect(
      [0, -1, .nan, 9.99, 61, 3599, 3600, 1e12].map(VideoPlayer.clock) == [
        "0:00", "0:00", "0:00", "0:09", "1:01", "59:59", "1:00:00", "99:59:59",
      ])
  }

  @Test func controlsStayDismissedUntilTheyAreUsed() {
    var hiding = ControlsHiding()
    func advance(_ time: Double, after limit: Double = 3, isPlaying: Bool) -> (isShown: Bool, delay: Double?) {
      hiding.advance(to: time, after: limit, isPlaying: isPlaying)
    }
    #expect(advance(0, isPlaying: false) == (true, nil))
    #expect(advance(10, isPlaying: true) == (true, 3), "the time begins with the playback")
    #expect(!advance(13, isPlaying: true).isShown)
    hiding.use()
    #expect(advance(20, isPlaying: true) == (true, 3))
    hiding.dismiss()
    #expect(!advance(21, isPlaying: true).isShown)
    #expect(advance(22, isPlaying: false).isShown, "the end shows them")
    #expect(advance(23, after: .nan, isPlaying: true).isShown)
  }
}
