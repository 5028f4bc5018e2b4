import Testing
import TesseraGeometry
import TesseraRender
import TesseraTestSupport

@Suite struct GoldenTests {
  @Test(arguments: GoldenScene.all) func theSceneMatchesItsGoldenPicture(scene: GoldenScene) throws {
    let h = try scene.stage()
    try expectGolden(h.framebuffer, scene.name, tolerance: scene.tolerance, because: scene.reason)
  }

  @Test func everyGoldenPictureIsUsed() throws {
    #expect(try unusedGoldens() == [])
  }

  @Test(arguments: GoldenScene.all) func aSceneDrawnTwiceIsTheSame(scene: GoldenScene) throws {
    try expectEqualPixels(scene.stage().framebuffer, scene.stage().framebuffer)
  }

  @Test(arguments: GoldenScene.all) func threadsDoNotChangeTheResult(scene: GoldenScene) throws {
    let expected = try scene.stage(scale: 2).framebuffer
    try withEvery("threads", in: [1, 2, 4]) { threads in
      try expectEqualPixels(try scene.stage(scale: 2, threads: threads).framebuffer, expected)
    }
  }

  /// A backdrop is the content below the buffer. Within a buffer there is no content to blur or to blend with.
  @Test(arguments: GoldenScene.all.filter { !["backdrop_blur_of_a_photo", "blend_modes"].contains($0.name) })
  func oneBufferForTheSubtreeGivesTheSamePixels(scene: GoldenScene) throws {
    let h = try scene.stage()
    let expected = try h.snapshot()
    let before = h.stage.statistics.draws
    h.root.rasterizesSubtree = true
    try h.settle()
    #expect(h.stage.statistics.draws > before, "the subtree was drawn into a buffer")
    // Translucent pixels are rounded once when they are drawn into the buffer and once when it is composited.
    try expectEqualPixels(h.framebuffer, expected, tolerance: .perChannel(2), "rasterized")
    h.root.rasterizesSubtree = false
    try h.settle()
    try expectEqualPixels(h.framebuffer, expected, "no longer rasterized")
  }

  @Test(arguments: GoldenScene.all) func contentDrawnWhileCompositingShowsTheSame(scene: GoldenScene) throws {
    let h = try scene.stage()
    let expected = try h.snapshot()
    var nodes = [h.root]
    while let node = nodes.popLast() {
      node.drawsDirectly = true
      nodes += node.subnodes
    }
    try h.settle()
    #expect(h.stage.statistics.contentsBytes == 0, "nothing is kept")
    // A coverage mask is rounded to 255 steps before its colour is applied, and a buffer before it is composited.
    try expectEqualPixels(h.framebuffer, expected, tolerance: .perChannel(2), "drawn directly")
  }

  @Test(arguments: PixelFormat.allCases, Rotation.allCases)
  func aRawFramebufferHoldsTheFrameConverted(format: PixelFormat, rotation: Rotation) throws {
    let scene = try #require(GoldenScene.all.first { $0.name == "gradient_linear" })
    let h = try scene.stage()
    let frame = h.framebuffer
    let isTurned = rotation == .quarter || rotation == .threeQuarters
    let (width, height) = isTurned ? (frame.height, frame.width) : (frame.width, frame.height)
    let minimum = try #require(format.minimumStride(width: width))
    let padding = 12
    let stride = (minimum + 3) / 4 * 4 + padding
    var raw = [UInt8](repeating: 0xA5, count: stride * height)
    try raw.withUnsafeMutableBytes {
      try h.stage.render(
        into: try #require($0.baseAddress), width: width, height: height, stride: stride, format: format, rotation: rotation)
    }
    let expected = try frame.converted(to: format, rotation: rotation)
    expected.withUnsafeBytes { bytes in
      let bits = width * format.bitsPerPixel
      for row in 0..<height {
        let whole = bits / 8
        #expect(raw[row * stride..<row * stride + whole].elementsEqual(bytes[row * expected.stride..<row * expected.stride + whole]))
        #expect(raw[row * stride + minimum..<(row + 1) * stride].suffix(padding).allSatisfy { $0 == 0xA5 }, "padding of row \(row)")
      }
    }
  }
}
