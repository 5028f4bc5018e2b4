import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import TesseraVideo
import Testing

@testable import VideoPlugin

/// Video nodes on a stage with a manual clock.
@Suite struct VideoNodeTests {
  private func stage(_ node: AnyNode, threads: Int = 0) throws -> HeadlessStage {
    try HeadlessStage(width: 320, height: 180, threads: threads) { node }
  }

  private func shown(_ stage: HeadlessStage) -> Int { Clips.number(in: stage.framebuffer) }

  @Test(arguments: [0, 2]) func framesAreShownByTheirTime(threads: Int) throws {
    let stage = try stage(VideoNode(Clips.clip), threads: threads)
    #expect(shown(stage) == 0)
    for (advance, wanted) in [(0.03, 0), (0.02, 1), (0.45, 12), (0.02, 13), (1.0, 38)] {
      try stage.advance(by: advance, step: advance > 0.1 ? 1.0 / 60 : advance)
      #expect(shown(stage) == wanted)
    }
    // A late loop shows the frame that is due, and none twice.
    try stage.advance(by: 0.2, step: 0.2)
    #expect(shown(stage) == 43)
  }

  @Test func loopsHaveNoGapAndTheEndIsReported() throws {
    let node = VideoNode(Clips.clip, loops: true)
    let stage = try stage(node)
    node.seek(to: 3.9)
    try stage.settle()
    var seen: [Int] = []
    for _ in 0..<6 {
      seen.append(shown(stage))
      try stage.advance(by: 0.04)
    }
    #expect(seen == [97, 98, 99, 0, 1, 2])
    node.loops = false
    let ends = Locked(0)
    node.on(Video.end) { ends.withLock { $0 += 1 } }
    try stage.advance(by: 6)
    #expect(shown(stage) == 99 && ends.withLock { $0 } == 1 && node.currentPosition == 4)
    node.play()
    try stage.advance(by: 0.1)
    #expect(shown(stage) == 2)
  }

  @Test func aPausedVideoStaysAndSeeksShowTheirFrame() throws {
    let node = VideoNode(Clips.clip)
    let stage = try stage(node)
    try stage.advance(by: 0.5)
    node.pause()
    try stage.advance(by: 1)
    #expect(shown(stage) == 12)
    for (time, mode, wanted) in [(2.02, Video.SeekMode.exact, 50), (1.7, .fast, 25), (99, .exact, 99), (-1, .exact, 0)] {
      node.seek(to: time, mode: mode)
      try stage.settle()
      #expect(shown(stage) == wanted)
    }
    // The newest of several seeks counts.
    for time in [3.0, 0.4, 1.0] { node.seek(to: time) }
    try stage.settle()
    #expect(shown(stage) == 25 && node.currentPosition == 1)
    node.rate = 2
    node.play()
    try stage.settle()
    try stage.advance(by: 0.5)
    #expect(shown(stage) == 50)
  }

  @Test func positionFollowsAndSets() throws {
    let node = VideoNode(Clips.clip)
    node.targetPosition = 2
    let stage = try stage(node)
    #expect(shown(stage) == 50)
    let times = Locked<[Double]>([])
    // A program that sets the attribute to each report requests no seek.
    node.on(Video.time) { [weak node] time in
      times.withLock { $0.append(time) }
      node?.targetPosition = time
    }
    try stage.advance(by: 1)
    #expect(
      shown(stage) == 75 && times.withLock { $0.map { ($0 * 100).rounded() / 100 } } == [2.25, 2.5, 2.75, 3], "\(times.withLock { $0 })")
    node.targetPosition = 0.4
    try stage.settle()
    #expect(shown(stage) == 10)
  }

  @Test func theFileIsClosedFarFromTheScreenAndThePositionStays() throws {
    let node = VideoNode(Clips.clip)
    node.style.height = .points(180)
    let root = BoxNode()
    root.addSubnode(node)
    let stage = try stage(root)
    try stage.advance(by: 1)
    #expect(node.storage.playback.withLock { $0.feed != nil })
    node.removeFromSupernode()
    try stage.advance(by: 1)
    #expect(node.storage.playback.withLock { $0.feed == nil && $0.shown == nil && $0.queue.isEmpty } && node.currentPosition == 1)
    root.addSubnode(node)
    try stage.settle()
    #expect(shown(stage) == 25)
    try stage.advance(by: 0.2)
    #expect(shown(stage) == 30)
  }

  /// A thousand rows, one on the screen: files are open for the visible row and, while its poster is decoded, for one more.
  @Test func inAListOnlyTheVisibleVideoIsOpen() throws {
    let nodes = Locked<[WeakVideo]>([])
    let list = TableNode(ListSnapshot(items: Array(0..<1000))) { _ in
      Video(Clips.clip, loops: true).height(180).onMake { node in nodes.withLock { $0.append(WeakVideo(node: node)) } }
    }
    let stage = try stage(list)
    func open() -> Int { nodes.withLock { $0.count { $0.node?.storage.playback.withLock { $0.feed != nil } ?? false } } }
    #expect(open() == 1 && shown(stage) == 0)
    for row in [3, 40, 41, 900] {
      list.scroll(to: ListIndex(0, row), at: .start, animated: false)
      try stage.advance(by: 0.2)
      #expect((1...2).contains(open()) && shown(stage) > 0, "row \(row): \(open()) open, frame \(shown(stage))")
    }
    #expect(nodes.withLock { $0.count } < 100)
  }

  private struct WeakVideo: Sendable { weak var node: VideoNode? }

  @Test func signalsReportSizeAndFailure() throws {
    let node = VideoNode(Clips.fixture("turned-90.mp4"))
    let facts = Locked<[Video.Facts]>([])
    node.on(Video.ready) { fact in facts.withLock { $0.append(fact) } }
    let stage = try stage(node)
    #expect(facts.withLock { $0.map { [$0.width, $0.height] } } == [[48, 64]] && stage.errors.isEmpty)
    let bad = VideoNode("/no/such.mp4")
    let reasons = Locked<[String]>([])
    bad.on(Video.failed) { reason in reasons.withLock { $0.append(reason) } }
    let other = try HeadlessStage(width: 64, height: 48, settled: false) { bad }
    #expect(throws: TestFailure.self) { try other.settle() }
    #expect(reasons.withLock { $0 } == ["cannot open /no/such.mp4: no such file"])
    bad.value.source = Clips.clip
    try other.settle()
    #expect(bad.duration == 4)
  }

  @Test func theNodeHasTheSizeForDisplay() throws {
    for (name, size) in [("h264-wide-pixels.mp4", Size(85, 48)), ("turned-90.mp4", Size(48, 64)), ("vp9-odd.webm", Size(49, 37))] {
      let node = VideoNode(Clips.fixture(name))
      node.style.alignSelf = .flexStart
      let root = BoxNode()
      root.addSubnode(node)
      _ = try HeadlessStage(width: 320, height: 180) { root }
      #expect(node.frame.size == size, "\(name)")
    }
  }

  @Test func framesAreShrunkToTheirPlace() throws {
    let node = VideoNode(Clips.clip)
    let stage = try HeadlessStage(width: 80, height: 45) { node }
    try stage.advance(by: 0.2)
    #expect(node.storage.playback.withLock { $0.shown?.pixels.width } == 80)
    #expect(Clips.number(in: stage.framebuffer, scale: 0.25) == 5)
    #expect(Video.shrink(of: DecodedFrameFacts(time: 0, width: 7, height: 5), turns: 1, to: (5, 7)) == 1)
  }
}
