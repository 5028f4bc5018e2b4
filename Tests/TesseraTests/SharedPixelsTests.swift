import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// Node that shows existing pixels, or draws the same pixels into its own buffer.
private struct Poster: NodeType {
  static let typeName = "poster"
  static let summary = "Pixels that are there already."
  var pixels: PixelBuffer?
  var x = 0
  var y = 0
  var isCopied = false
  var isOpaque = false
  var tint: Color?
  var log = Log()

  static func == (a: Self, b: Self) -> Bool {
    a.pixels === b.pixels && (a.x, a.y, a.isCopied, a.isOpaque, a.log) == (b.x, b.y, b.isCopied, b.isOpaque, b.log)
      && a.tint == b.tint
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard let pixels else { return .nothing }
    if !isCopied { return .shared(SharedPixels(pixels, x: x, y: y, isOpaque: isOpaque, tint: tint)) }
    let area = Rect(Double(x), Double(y), Double(pixels.width), Double(pixels.height))
    return .pixels(bounds: area, isOpaque: isOpaque) { [log] in
      log.note("draw")
      $0.draw(pixels, in: area)
    }
  }
}

@Suite struct SharedPixelsTests {
  private func pixels(_ width: Int, _ height: Int, alpha: Double = 1) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height)
    let canvas = try Canvas(buffer)
    for x in 0..<width {
      canvas.fill(Rect(Double(x), 0, 1, Double(height)), .color(Color(rgb: UInt32(x * 255 / width) << 16 | 0x5AC8, alpha: Float(alpha))))
    }
    return buffer
  }

  @Test(arguments: [(0, 0, 1.0), (3, 2, 0.5), (-4, 5, 1)])
  func sharedPixelsMatchDrawnOnes(x: Int, y: Int, alpha: Double) throws {
    let pixels = try pixels(12, 9, alpha: alpha)
    func picture(isCopied: Bool) throws -> (PixelBuffer, Log) {
      let poster = Poster(pixels: pixels, x: x, y: y, isCopied: isCopied)
      let node = Node(poster).placed(10, 10, 20, 20)
      let root = BoxNode()
      root.addSubnode(node)
      let stage = try manualStage(40, 40, root: root)
      try stage.settle()
      return (try stage.framebuffer.copy(), poster.log)
    }
    let (shown, quiet) = try picture(isCopied: false)
    let (drawn, busy) = try picture(isCopied: true)
    let isSame = bytes(shown) == bytes(drawn)
    #expect(isSame)
    #expect((quiet.count("draw"), busy.count("draw")) == (0, 1))
  }

  @Test func theBufferIsNeverReused() throws {
    let pixels = try pixels(20, 20)
    let before = bytes(pixels)
    let root = BoxNode()
    let poster = Node(Poster(pixels: pixels)).placed(0, 0, 20, 20)
    root.addSubnode(poster)
    let stage = try manualStage(40, 40, root: root)
    try stage.settle()
    #expect(stage.buffers.usedByteCount == pixels.stride * 20)
    poster.removeFromSupernode()
    try stage.settle()
    #expect(stage.buffers.usedByteCount == 0)
    #expect(stage.buffers.byteCount == 0)
    root.addSubnode(PatchNode("a").placed(0, 0, 20, 20))
    try stage.settle()
    let isUntouched = bytes(pixels) == before
    #expect(isUntouched)
  }

  @Test(arguments: [(0, true), (1, false)]) func opaquePixelsThatCoverTheBoxHideNodesBelow(x: Int, hides: Bool) throws {
    let poster = Node(Poster(pixels: try pixels(20, 20), x: x, isOpaque: true)).placed(0, 0, 20, 20)
    let stage = try manualStage(20, 20, root: poster)
    try stage.settle()
    let tree = try #require(stage.loop.tree)
    let place = try #require(tree.indexOf(poster))
    guard case .buffer(let contents) = tree.contents[place] else { return #expect(Bool(false), "nothing was drawn") }
    #expect(contents.isOpaque == hides)
  }

  /// Bytes of a stage of 20 x 20 that shows a poster at (3, 2).
  private func shown(_ poster: Poster) throws -> [UInt8] {
    let stage = try manualStage(20, 20, root: BoxNode())
    stage.root.addSubnode(Node(poster).placed(3, 2, 14, 14))
    try stage.settle()
    return bytes(stage.framebuffer)
  }

  // Random bytes are not premultiplied: `sharedPixelsMatchDrawnOnes` compares argb8888.
  @Test(arguments: PixelFormat.allCases.filter { $0 != .argb8888 }) func pixelsOfEveryFormatAreConvertedWhenTheyArePainted(
    format: PixelFormat
  ) throws {
    let pixels = try PixelBuffer(width: 9, height: 7, format: format)
    var random = SeededGenerator(seed: 3)
    pixels.withUnsafeMutableBytes { for at in $0.indices { $0[at] = UInt8.random(in: 0...255, using: &random) } }
    #expect(SharedPixels(pixels).isOpaque == !format.hasAlpha)
    let isSame = try shown(Poster(pixels: pixels, x: 1, y: 2)) == shown(Poster(pixels: pixels, x: 1, y: 2, isCopied: true))
    #expect(isSame)
  }

  @Test func coverageIsPaintedInItsColor() throws {
    let coverage = try PixelBuffer(width: 4, height: 4, format: .coverage8)
    coverage.withUnsafeMutableBytes { for at in $0.indices { $0[at] = 255 } }
    let (red, opaque) = (Color(rgb: 0xFF0000), try PixelBuffer(width: 4, height: 4))
    opaque.clear(red)
    let isSame = try shown(Poster(pixels: coverage, tint: red)) == shown(Poster(pixels: opaque))
    #expect(isSame)
  }
}
