import Foundation
import Tessera
import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraScene
import TesseraTestSupport
import Testing

@testable import ImagePlugin

extension Color {
  fileprivate static let red = Color(red: 1, green: 0, blue: 0)
  fileprivate static let green = Color(red: 0, green: 1, blue: 0)
  fileprivate static let blue = Color(red: 0, green: 0, blue: 1)
  fileprivate static let yellow = Color(red: 1, green: 1, blue: 0)
}

/// Log of signals, in order.
private final class Told: Sendable {
  private let entries = Locked<[String]>([])
  func note(_ what: String) { entries.withLock { $0.append(what) } }
  var all: [String] { entries.withLock { $0 } }
}

/// Moving pictures on a stage: manual clock, manual workers.
@Suite struct MovingPictureTests {
  private static let colors: [Color] = [.red, .green, .blue, .yellow]
  private static func picture(_ delays: [Double] = [0.1, 0.2, 0.3], loops: Int = 0, width: Int = 8, height: Int = 8) -> MovingTestPicture {
    MovingTestPicture(
      zip(colors, delays).map { .init(color: $0, delay: $1) }, loopCount: loops, width: width, height: height)
  }

  private static func node(_ picture: MovingTestPicture, _ size: Double = 8) -> ImageNode {
    let node = ImageNode(Image(picture.source, contentMode: .stretch))
    node.style.width = .points(size)
    node.style.height = .points(size)
    return node
  }

  private static func headless(_ nodes: [AnyNode], width: Double = 40, height: Double = 20) throws -> HeadlessStage {
    try HeadlessStage(width: width, height: height) {
      let root = BoxNode()
      root.style.alignItems = .flexStart
      for node in nodes { root.addSubnode(node) }
      return root
    }
  }

  private static func color(_ stage: HeadlessStage, _ x: Int = 2) -> Color { stage.framebuffer.color(x: x, y: 2) }

  @Test func eachFrameIsShownForItsDelay() throws {
    let picture = Self.picture()
    let stage = try Self.headless([Self.node(picture)])
    for (time, color) in [
      (0.0, Color.red), (0.05, .red), (0.1, .green), (0.29, .green), (0.3, .blue), (0.59, .blue), (0.6, .red), (0.7, .green),
    ] {
      try stage.advance(by: time - stage.clock.now + 1e-9)
      #expect(Self.color(stage) == color, "at \(time)")
    }
  }

  @Test func onlyTheRectangleThatAFrameChangesIsPainted() throws {
    let part = PixelRect(x: 3, y: 2, width: 2, height: 4)
    let picture = MovingTestPicture(
      [.init(color: .red, delay: 0.1), .init(color: .green, delay: 0.1, area: part), .init(color: .blue, delay: 0.1, area: part)],
      width: 16, height: 16)
    let stage = try Self.headless([Self.node(picture, 16)])
    // The second change of the loop: the first frame after a start is painted whole.
    try stage.advance(by: 0.1001)
    let before = stage.stage.statistics
    try stage.advance(by: 0.1)
    #expect(stage.framebuffer.color(x: 4, y: 3) == .blue && stage.framebuffer.color(x: 1, y: 1) == .red)
    #expect(stage.stage.statistics.damagedPixels - before.damagedPixels == part.area)
    #expect(stage.stage.statistics.draws - before.draws == 1)
  }

  @Test func aScaledPictureIsPaintedWhereItChangesAndALittleAround() throws {
    let part = PixelRect(x: 4, y: 4, width: 4, height: 4)
    let picture = MovingTestPicture(
      [.init(color: .red, delay: 0.1), .init(color: .green, delay: 0.1), .init(color: .blue, delay: 0.1, area: part)], width: 32, height: 32
    )
    let stage = try Self.headless([Self.node(picture, 16)])
    try stage.advance(by: 0.1001)
    let before = stage.stage.statistics.damagedPixels
    try stage.advance(by: 0.1)
    let damaged = stage.stage.statistics.damagedPixels - before
    #expect(damaged > 0 && damaged <= 8 * 8)
    // The same picture painted as a whole has the same pixels.
    let shown = try stage.snapshot()
    stage.stage.setNeedsRepaint(in: stage.framebuffer.bounds)
    try stage.settle()
    #expect(shown.packedBytes == stage.framebuffer.packedBytes)
  }

  @Test func aHiddenPictureDoesNotMove() throws {
    let picture = Self.picture()
    let node = Self.node(picture)
    let stage = try Self.headless([node])
    try stage.advance(by: 0.1001)
    node.style.position = .absolute
    node.style.inset.left = .points(1000)
    try stage.settle()
    let (frames, decoded) = (stage.stage.statistics.paintedFrames, picture.count)
    try stage.advance(by: 5)
    #expect(stage.stage.statistics.paintedFrames == frames && picture.count <= decoded + 1)
    #expect(!stage.stage.hasWorkUnderWay)
    node.style.inset.left = .points(0)
    try stage.settle()
    #expect(Self.color(stage) == .green)
    // It continues at its previous position: 0.2 s after the start of the second frame.
    try stage.advance(by: 0.201)
    #expect(Self.color(stage) == .blue)
  }

  @Test func loopsFollowTheCountOfTheFileAndTheLastFrameStays() throws {
    let picture = Self.picture([0.1, 0.1], loops: 2)
    let node = Self.node(picture)
    let told = Told()
    node.on(Image.loopEnded) { told.note("loop \($0)") }
    node.on(Image.finished) { told.note("finished") }
    let stage = try Self.headless([node])
    try stage.advance(by: 1)
    #expect(told.all == ["loop 1", "loop 2", "finished"])
    #expect(Self.color(stage) == .green)
    let painted = stage.stage.statistics.paintedFrames
    try stage.advance(by: 1, step: 0.5)
    #expect(stage.stage.statistics.paintedFrames == painted && picture.count <= 6)
    // On request it starts again.
    node.play()
    try stage.settle()
    #expect(Self.color(stage) == .red)
    node.update { $0.loops = 1 }
    try stage.advance(by: 0.3)
    #expect(Self.color(stage) == .green && told.all.filter { $0 == "finished" }.count == 2)
  }

  @Test func shownFramesAreReported() throws {
    let node = Self.node(Self.picture())
    let told = Told()
    node.on(Image.frameShown) { told.note("\($0)") }
    let stage = try Self.headless([node])
    try stage.advance(by: 0.65)
    #expect(told.all == ["0", "1", "2", "0"])
    #expect(node.shownFrame == 0)
  }

  @Test func aPictureIsPausedPlayedAndSought() throws {
    let picture = Self.picture()
    let node = Self.node(picture)
    let stage = try Self.headless([node])
    try stage.advance(by: 0.15)
    node.pause()
    try stage.advance(by: 2)
    #expect(Self.color(stage) == .green)
    node.seek(toFrame: 2)
    try stage.settle()
    #expect(Self.color(stage) == .blue)
    node.seek(to: 0.05)
    try stage.advance(by: 1)
    #expect(Self.color(stage) == .red)
    node.play()
    try stage.settle()
    try stage.advance(by: 0.04)
    #expect(Self.color(stage) == .red)
    try stage.advance(by: 0.02)
    #expect(Self.color(stage) == .green)
  }

  @Test func aPictureThatDoesNotPlayShowsItsCoverAndIsNotOpened() throws {
    let picture = Self.picture()
    let node = Self.node(picture)
    node.isPlaying = false
    let stage = try Self.headless([node])
    try stage.advance(by: 1)
    #expect(Self.color(stage) == .red && picture.decoded.withLock { $0 } == [-1])
    node.isPlaying = true
    try stage.settle()
    try stage.advance(by: 0.11)
    #expect(Self.color(stage) == .green)
  }

  @Test func reducedMotionShowsTheCover() throws {
    let picture = Self.picture()
    let stage = try Self.headless([Self.node(picture)])
    try stage.advance(by: 0.15)
    #expect(Self.color(stage) == .green)
    stage.stage.reducesMotion = true
    try stage.advance(by: 1)
    #expect(Self.color(stage) == .red)
  }

  @Test func manyNodesThatShowOneFileDecodeEachFrameOnce() throws {
    let picture = Self.picture([0.1, 0.1, 0.1])
    let nodes = (0..<5).map { _ in Self.node(picture, 6) }
    let stage = try Self.headless(nodes)
    let latecomer = Self.node(picture, 6)
    try stage.advance(by: 0.45)
    stage.root.addSubnode(latecomer)
    try stage.advance(by: 0.55)
    // Ten frames were due, and one is decoded ahead.
    #expect(picture.count <= 12)
    #expect(Set((0..<6).map { Self.color(stage, $0 * 6 + 2) }).count == 1)
  }

  @Test func aSoughtPictureLeavesTheCommonClock() throws {
    let picture = Self.picture([0.1, 0.1, 0.1])
    let (a, b) = (Self.node(picture), Self.node(picture))
    let stage = try Self.headless([a, b])
    b.seek(toFrame: 1)
    try stage.settle()
    #expect(Self.color(stage, 2) == .red && Self.color(stage, 10) == .green)
    try stage.advance(by: 0.101)
    #expect(Self.color(stage, 2) == .green && Self.color(stage, 10) == .blue)
  }

  @Test func aLongPictureCostsThreeFrames() throws {
    let picture = MovingTestPicture((0..<344).map { .init(color: Self.colors[$0 % 4], delay: 0.02) }, width: 100, height: 50)
    let node = Self.node(picture, 20)
    let stage = try Self.headless([node])
    var most = 0
    for _ in 0..<200 {
      try stage.advance(by: 0.02)
      guard case .moving(let track) = node.storage.state.withLock({ $0.motion }) else { continue }
      most = max(most, track.byteCount)
    }
    #expect(most > 0 && most <= 3 * 100 * 50 * 4 + 5)
  }

  @Test func aDamagedFrameKeepsTheOneBeforeAndIsReportedOnce() throws {
    let picture = MovingTestPicture([
      .init(color: .red, delay: 0.1), .init(color: .green, delay: 0.1), .init(color: .blue, delay: 0.1, fails: true),
    ])
    let stage = try Self.headless([Self.node(picture)])
    var reports = 0
    for _ in 0..<20 {
      do { try stage.advance(by: 0.1) } catch { reports += 1 }
    }
    #expect(reports == 1 && stage.errors.first?.reason.contains("frame 2 is damaged") == true)
    #expect([Color.red, .green].contains(Self.color(stage)))
  }

  @Test func framesAreDroppedRatherThanLate() throws {
    let picture = Self.picture([0.1, 0.1, 0.1, 0.1])
    let stage = try Self.headless([Self.node(picture)])
    // A second without a turn of the loop: then the due frame is shown.
    stage.clock.advance(by: 1.05)
    try stage.settle()
    #expect(Self.color(stage) == .blue)
  }

  @Test func attributesOfScenesControlPlayback() throws {
    let scene = try HeadlessStage(
      scene: "tessera: 1\nsize: [8, 8]\nroot: {type: image, id: a, playing: false, loops: 3}", width: 8, height: 8)
    let node = try #require(try scene.node("a") as? ImageNode)
    #expect(!node.isPlaying && node.loops == 3)
  }
}
