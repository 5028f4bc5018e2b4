import TesseraGeometry
import LottieCodec
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct CodecTests {
  private let codecs = PictureCodecs([PNGCodec(), LottieCodec()])

  @Test func filesAreDistinguishedByContent() throws {
    let codec = LottieCodec()
    func recognizes(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { codec.recognizes($0) } }
    #expect(recognizes("{\"v\":\"5.7\",\"fr\":30,\"ip\":0,\"op\":60,\"w\":9,\"h\":9,\"layers\":[{\"nm\":\"a"))
    #expect(recognizes(" \n{\"layers\":[{\"ty\":4,\"nm\":\"x\",\"ks\":{\"o\":{\"k\":1"))
    #expect(recognizes("{\"fr\":30,\"ip\":0,\"op\":60,\"w\":9,\"h\":9,\"layers\":[]}"))
    for text in [
      "{}", "[]", "{\"tessera\":1,\"root\":{\"type\":\"box\"}}", "{\"layers\":[],\"w\":1}", "{\"v\":1", "<svg", "{\"fr\":\"x", "",
    ] {
      #expect(!recognizes(text), "\(text)")
    }
  }

  @Test func aFrameIsTheSamePlayedAndSought() throws {
    for name in ["motion", "layers"] {
      let frames = try #require(try codecs.frames(of: PictureData(fixture(name))))
      #expect(frames.delays.count == 60 && frames.width == 96 && frames.loopCount == 0)
      let reader = try frames.makeReader()
      let played = try PixelBuffer(width: frames.width, height: frames.height)
      for index in 0..<frames.delays.count {
        let before = bytes(played)
        let changed = try reader.decode(index, into: played, isCancelled: { false })
        let sought = try PixelBuffer(width: frames.width, height: frames.height)
        sought.clear(.white)
        #expect(frames.start(for: index) == index)
        _ = try frames.makeReader().decode(index, into: sought, isCancelled: { false })
        #expect(bytes(played) == bytes(sought), "\(name) \(index)")
        // Outside of the rectangle nothing has changed.
        guard index > 0 else { continue }
        let after = bytes(played)
        for y in 0..<96 {
          for x in 0..<96 where x < changed.x || x >= changed.maxX || y < changed.y || y >= changed.maxY {
            let at = y * played.stride + x * 4
            if before[at..<at + 4] != after[at..<at + 4] { Issue.record("\(name) \(index): \(x), \(y) differs outside of \(changed)") }
          }
        }
      }
    }
  }

  @Test func aLongAnimationIsShownInFewerFrames() throws {
    let file = String(decoding: animation(shapeLayer(square())), as: UTF8.self).replacing("\"op\":60", with: "\"op\":29140721")
    let frames = try #require(try codecs.frames(of: PictureData(Array(file.utf8))))
    #expect(frames.delays.count <= 100_000 && frames.delays.count > 50_000)
    #expect(abs(frames.delays.reduce(0, +) - 29_140_721 / 30.0) < 1)
    let pixels = try PixelBuffer(width: 100, height: 100)
    _ = try frames.makeReader().decode(frames.delays.count - 1, into: pixels, isCancelled: { false })
    #expect(pixels.color(x: 50, y: 50).hex == "#ff0000")
  }

  @Test func framesAreDrawnAtTheSizeShown() throws {
    let node = ImageNode(file: try fixturePath("shapes"))
    (node.style.width, node.style.height) = (.points(240), .points(240))
    let stage = try HeadlessStage(width: 240, height: 240) { node }
    try stage.advance(by: 0.2)
    let document = try LottieDocument(parsing: fixture("shapes"))
    func drawn(_ side: Double, at seconds: Double) throws -> [UInt8] {
      let pixels = try PixelBuffer(width: 240, height: 240)
      pixels.clear(.white)
      let canvas = try Canvas(pixels)
      let layer = try PixelBuffer(width: Int(side), height: Int(side))
      try document.draw(in: try Canvas(layer), size: Size(side, side), at: seconds)
      canvas.draw(layer, in: Rect(0, 0, side, side))
      return bytes(pixels)
    }
    func seconds() throws -> Double { Double(try #require(node.shownFrame)) / document.frameRate }
    #expect(bytes(try stage.snapshot()) == (try drawn(240, at: seconds())))
    // It goes on where it was at another size, played and paused.
    (node.style.width, node.style.height) = (.points(100), .points(100))
    try stage.advance(by: 0.2)
    #expect(try seconds() > 0.35)
    #expect(bytes(try stage.snapshot()) == (try drawn(100, at: seconds())))
    node.pause()
    try stage.settle()
    let paused = node.shownFrame
    (node.style.width, node.style.height) = (.points(200), .points(200))
    try stage.settle()
    #expect(node.shownFrame == paused)
    #expect(bytes(try stage.snapshot()) == (try drawn(200, at: seconds())))
    // Nothing wakes for a picture that stands.
    #expect(!stage.stage.hasWorkUnderWay)
  }

  @Test func aStillPartDamagesNothing() throws {
    let frames = try #require(try codecs.frames(of: PictureData(fixture("shapes"))))
    let (reader, canvas) = (try frames.makeReader(), try PixelBuffer(width: 96, height: 96))
    #expect(try reader.decode(0, into: canvas, isCancelled: { false }) == canvas.bounds)
    #expect(try reader.decode(1, into: canvas, isCancelled: { false }).isEmpty)
  }

  @Test func framesThatFollowTooFastAreLeftOut() throws {
    let fast = String(decoding: try fixture("motion"), as: UTF8.self).replacing("\"fr\":30", with: "\"fr\":120")
    let frames = try #require(try codecs.frames(of: PictureData(Array(fast.utf8))))
    #expect(frames.delays.count == 30 && abs(frames.delays[0] - 1.0 / 60) < 1e-9)
  }

  @Test func anImageNodePlaysPausesAndSeeks() throws {
    let node = ImageNode(file: try fixturePath("motion"))
    node.style.width = .points(96)
    node.style.height = .points(96)
    let stage = try HeadlessStage(width: 96, height: 96) { node }
    let cover = try stage.snapshot()
    try stage.advance(by: 0.5)
    #expect(node.shownFrame == 15)
    #expect(bytes(try stage.snapshot()) != bytes(cover))
    let played = try stage.snapshot()
    node.pause()
    try stage.advance(by: 0.5)
    #expect(node.shownFrame == 15)
    node.seek(toFrame: 40)
    try stage.advance(by: 0.1)
    #expect(node.shownFrame == 40)
    node.seek(to: 0.5)
    try stage.advance(by: 0.1)
    #expect(bytes(try stage.snapshot()) == bytes(played))
  }
}
