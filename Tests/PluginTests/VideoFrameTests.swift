import Foundation
import Tessera
import TesseraDevices
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import VideoFramePlugin

@Suite struct VideoFrameTests {
  static func gray(_ value: UInt8, _ width: Int = 8, _ height: Int = 4) throws -> VideoPicture {
    try VideoPicture(
      format: .gray, width: width, height: height, samples: [UInt8](repeating: value, count: width * height), range: .full)
  }

  @Test func theNewestPictureIsKeptWithConcurrentPushes() throws {
    let node = VideoFrameNode()
    let pictures = try (0..<400).map { try Self.gray(UInt8($0 & 255)) }
    onThreads(8) { thread in
      // Each thread pushes its share in reverse order, so that older pictures arrive after newer ones.
      for index in stride(from: 399 - thread, through: 0, by: -8) { node.push(pictures[index]) }
    }
    #expect(node.picture == pictures[399])
  }

  @Test func aFrameOnTheScreenIsAlwaysWhole() throws {
    // Pictures of one gray each are pushed while two workers draw frames: a frame of two grays would be torn.
    let node = VideoFrameNode()
    node.contentMode = .stretch
    let stage = try HeadlessStage(width: 64, height: 32, threads: 2) { node }
    let stop = CancellationFlag()
    let pusher = DispatchSemaphore(value: 0)
    let pictures = try (0..<64).map { try Self.gray(UInt8($0 * 4), 64, 32) }
    Thread {
      var index = 0
      while !stop.isCancelled {
        node.push(pictures[index % 64])
        node.update { $0.picture = nil }
        node.push(pictures[(index * 7) % 64])
        index += 1
      }
      pusher.signal()
    }.start()
    for _ in 0..<200 {
      try stage.stage.frame()
      let bytes = stage.framebuffer.packedBytes
      let first = bytes[0]
      #expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0] == first })
    }
    stop.cancel()
    pusher.wait()
  }

  @Test func pushedPicturesAreDrawnPlacedAndScaled() throws {
    // Left half black, right half white.
    let samples = (0..<8 * 4).map { UInt8($0 % 8 < 4 ? 0 : 255) }
    let picture = try VideoPicture(format: .gray, width: 8, height: 4, samples: samples, range: .full)
    for (mode, left, outside) in [(ContentMode.stretch, (0, 0), false), (.fit, (0, 4), true)] {
      let node = VideoFrameNode()
      node.contentMode = mode
      node.push(picture)
      let stage = try HeadlessStage(width: 16, height: 16, background: Color(red: 1, green: 0, blue: 0)) { node }
      #expect(TestPixel(stage.framebuffer, left.0, left.1) == TestPixel(0, 0, 0))
      #expect(TestPixel(stage.framebuffer, 15, 8) == TestPixel(255, 255, 255))
      #expect((TestPixel(stage.framebuffer, 0, 0) == TestPixel(255, 0, 0)) == outside)
    }
  }

  @Test func aNewPictureOfTheSameSizeIsDrawnWithoutLayout() throws {
    let (a, b, large) = (try Self.gray(1), try Self.gray(2), try Self.gray(2, 16, 16))
    func frame(_ picture: VideoPicture?) -> VideoFrame {
      var value = VideoFrame()
      value.picture = picture
      return value
    }
    #expect(VideoFrame.invalidation(from: frame(a), to: frame(b)) == .display)
    #expect(VideoFrame.invalidation(from: frame(a), to: frame(large)) == [.layout, .display])
    #expect(VideoFrame.invalidation(from: frame(nil), to: frame(a)) == [.layout, .display])
    var paused = frame(a)
    paused.isPlaying = false
    #expect(VideoFrame.invalidation(from: frame(a), to: paused) == [])
  }

  // MARK: files

  /// A Y4M whose frame n has the gray 16 + 20 n.
  static func video(_ directory: TestDirectory, frames: Int, rate: Int = 10, width: Int = 6, height: Int = 3) throws -> String {
    let path = directory.file("video.y4m")
    let writer = try Y4MWriter(path, width: width, height: height, rate: (rate, 1), range: .full)
    for n in 0..<frames {
      let frame = try PixelBuffer(width: width, height: height)
      frame.clear(Color(white: Float(16 + 20 * n) / 255))
      try writer.append(frame)
    }
    try writer.finish()
    return path
  }

  static func shown(_ stage: HeadlessStage) -> Int { (Int(TestPixel(stage.framebuffer, 1, 1).green) - 16 + 10) / 20 }

  @Test func aFilePlaysOnTheClockOfTheStageAndLoops() throws {
    let directory = try TestDirectory()
    let node = VideoFrameNode(source: try Self.video(directory, frames: 3))
    let stage = try HeadlessStage(width: 6, height: 3) { node }
    #expect(Self.shown(stage) == 0)
    var seen: [Int] = []
    for _ in 0..<8 {
      try stage.advance(by: 0.1, step: 0.05)
      seen.append(Self.shown(stage))
    }
    #expect(seen == [1, 2, 0, 1, 2, 0, 1, 2])
  }

  /// A display that refreshes 20 times a second, 1 ms after each multiple of 50 ms.
  private final class RefreshingDisplay: Display {
    let refresh = DisplayRefresh(time: 0.001, interval: 0.05)
    func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) {}
  }

  @Test func aFrameIsThatOfTheTimeAtWhichItIsSeen() throws {
    let directory = try TestDirectory()
    let node = VideoFrameNode(source: try Self.video(directory, frames: 9))
    let stage = try HeadlessStage(width: 6, height: 3) { node }
    stage.stage.display = RefreshingDisplay()
    try stage.advance(by: 0.1, step: 0.05)
    let start = stage.stage.now - 0.1 * Double(Self.shown(stage))
    // Half a millisecond before the next frame is due, with a refresh behind that time.
    try stage.advance(by: 0.0995, step: 0.0995)
    let time = stage.stage.frameTime
    #expect(time.presentation > time.start && Self.shown(stage) == Int((time.presentation - start) / 0.1))
  }

  @Test func aFileThatDoesNotLoopStopsAtItsLastFrameWithoutTicks() throws {
    let directory = try TestDirectory()
    let node = VideoFrameNode(source: try Self.video(directory, frames: 3))
    node.loops = false
    node.startFrame = 1
    let stage = try HeadlessStage(width: 6, height: 3) { node }
    #expect(Self.shown(stage) == 1)
    try stage.advance(by: 1, step: 0.05)
    #expect(Self.shown(stage) == 2)
    let draws = stage.stage.statistics.draws
    try stage.advance(by: 1, step: 0.1)
    #expect(stage.stage.statistics.draws == draws)
  }

  @Test func playContinuesFromThePausedPosition() throws {
    let directory = try TestDirectory()
    let node = VideoFrameNode(source: try Self.video(directory, frames: 10))
    let stage = try HeadlessStage(width: 6, height: 3) { node }
    try stage.advance(by: 0.3, step: 0.05)
    #expect(Self.shown(stage) == 3)
    node.pause()
    try stage.advance(by: 0.5, step: 0.05)
    #expect(Self.shown(stage) == 3)
    node.play()
    try stage.settle()  // the tick is requested; it runs with the next frame
    try stage.advance(by: 0.25, step: 0.05)
    #expect(Self.shown(stage) == 5)
  }

  @Test func anotherFileBeginsWithItsFirstFrame() throws {
    let (one, two) = (try TestDirectory(), try TestDirectory())
    let node = VideoFrameNode(source: try Self.video(one, frames: 10))
    let stage = try HeadlessStage(width: 6, height: 3) { node }
    try stage.advance(by: 0.35, step: 0.05)
    #expect(Self.shown(stage) == 3)
    node.source = try Self.video(two, frames: 10)
    node.startFrame = 1
    try stage.settle()
    #expect(Self.shown(stage) == 1)
    try stage.advance(by: 0.3, step: 0.05)
    #expect((3...4).contains(Self.shown(stage)))
  }

  @Test func aPausedFileShowsItsFrame() throws {
    let directory = try TestDirectory()
    let node = VideoFrameNode(source: try Self.video(directory, frames: 5))
    node.isPlaying = false
    node.startFrame = 4
    let stage = try HeadlessStage(width: 6, height: 3) { node }
    try stage.advance(by: 1, step: 0.25)
    #expect(Self.shown(stage) == 4)
  }

  @Test func aMissingFileIsAnErrorThatNamesIt() throws {
    let stage = try HeadlessStage(width: 6, height: 3, settled: false) {
      let node = VideoFrameNode(source: "/nowhere/lost.y4m")
      node.style.width = .points(6)
      node.style.height = .points(3)
      return node
    }
    #expect(throws: (any Error).self) { try stage.settle() }
    #expect(stage.errors.contains { $0.description.contains("/nowhere/lost.y4m") })
  }

  @Test func aMissingFileIsAnErrorEvenWithoutASizeOfTheNode() throws {
    let stage = try HeadlessStage(width: 6, height: 3, settled: false) { VideoFrameNode(source: "/nowhere/lost.y4m").inABox }
    #expect(throws: (any Error).self) { try stage.settle() }
    #expect(stage.errors.contains { $0.description.contains("/nowhere/lost.y4m") })
  }

  /// The program's memory is shown without a copy, until another frame replaces it.
  @Test func aFrameInForeignMemoryIsShownWithoutACopy() throws {
    let released = Locked(0)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 8 * 3 / 2, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 128)
    let planes = [UnsafeRawBufferPointer(rebasing: memory[..<128]), UnsafeRawBufferPointer(rebasing: memory[128...])]
    let node = VideoFrameNode()
    let stage = try HeadlessStage(width: 16, height: 8) { node }
    node.push(
      try VideoPicture(PlanarPixels(.nv12, width: 16, height: 8, wrapping: planes, range: .full) { released.withLock { $0 += 1 } }))
    try stage.settle()
    #expect(TestPixel(stage.framebuffer, 9, 5) == TestPixel(128, 128, 128) && released.withLock { $0 } == 0)
    guard case .planar(let shown, let place) = try node.value.drawPlan(in: DrawContext(size: Size(16, 8))) else {
      return #expect(Bool(false), "the frame was converted")
    }
    #expect(place == PixelRect(x: 0, y: 0, width: 16, height: 8))
    #expect(shown.withUnsafePlanes { $0.map(\.baseAddress) == planes.map(\.baseAddress) })
  }

  @Test func aReplacedFrameInForeignMemoryIsReleased() throws {
    let released = Locked(0)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 6, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 100)
    let planes = [UnsafeRawBufferPointer(rebasing: memory[..<4]), UnsafeRawBufferPointer(rebasing: memory[4...])]
    let node = VideoFrameNode()
    node.contentMode = .stretch
    let stage = try HeadlessStage(width: 4, height: 4) { node }
    node.push(try VideoPicture(PlanarPixels(.nv12, width: 2, height: 2, wrapping: planes) { released.withLock { $0 += 1 } }))
    try stage.settle()
    #expect(released.withLock { $0 } == 0)
    node.push(try Self.gray(7))
    try stage.settle()
    #expect(released.withLock { $0 } == 1)
  }

  /// Samples of frames shrunk to less than half are averaged; frames beyond the box are clipped.
  @Test(arguments: [(ContentMode.fit, 16, true), (.fit, 8, true), (.fit, 7, false), (.fill, 16, false)])
  func planesArePaintedWhereTheyNeedNoCopy(mode: ContentMode, height: Int, isPlanar: Bool) throws {
    var value = VideoFrame()
    value.contentMode = mode
    value.picture = try VideoPicture(PlanarPixels(.i420, width: 16, height: 16, bytes: [UInt8](repeating: 90, count: 384)))
    let plan = try value.drawPlan(in: DrawContext(size: Size(24, Double(height))))
    let isFound = if case .planar = plan { true } else { false }
    #expect(isFound == isPlanar)
  }

  @Test func onlyOneChainOfTicksSurvives() {
    var playback = Playback()
    func advance(_ time: Double) -> Double? { playback.advance(to: time, from: 0, of: 100, framesPerSecond: 10, loops: true) }
    #expect(abs(advance(5)! - 0.1) < 1e-9)
    #expect(advance(5.05) == nil)  // a chain started earlier is too early and ends
    #expect(abs(advance(5.1)! - 0.1) < 1e-9)
    #expect(playback.position == 1)
    #expect(advance(5.1) == nil)
    #expect(abs(advance(5.77)! - 0.03) < 1e-6)
    #expect(playback.position == 7)
    #expect(advance(.nan) == nil && advance(.infinity) == nil)
  }

  @Test func attributesReadBackTheirWrittenValue() throws {
    let node = VideoFrameNode()
    let values: [(String, AttributeValue)] = [
      ("source", .text("/a.y4m")), ("contentMode", .text("fill")), ("playing", .boolean(false)), ("loop", .boolean(false)),
      ("frame", .number(12)), ("matrix", .text("bt709")), ("range", .text("full")),
    ]
    #expect(Set(values.map(\.0)) == Set(VideoFrame.attributes.map(\.name)))
    for (name, value) in values {
      try node.setAttribute(name, to: value)
      #expect(node.attribute(name) == value, "\(name)")
    }
    try node.setAttribute("matrix", to: .text("automatic"))
    #expect(node.matrix == nil)
    var registry = NodeRegistry()
    try registry.add(VideoFrameNodePlugin.self)
    #expect(registry["video-frame"] != nil)
  }
}
