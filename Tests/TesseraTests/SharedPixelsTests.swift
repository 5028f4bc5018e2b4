import TesseraGeometry
import TesseraRender
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
  var log = Log()

  static func == (a: Self, b: Self) -> Bool {
    a.pixels === b.pixels && (a.x, a.y, a.isCopied, a.isOpaque, a.log) == (b.x, b.y, b.isCopied, b.isOpaque, b.log)
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard let pixels else { return .nothing }
    if !isCopied { return .shared(SharedPixels(pixels, x: x, y: y, isOpaque: isOpaque)) }
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

  @Test func pixelsOfAnotherFormatAreAnErrorOfThatNode() throws {
    let errors = Log()
    let stage = try manualStage(
      20, 20, root: Node(Poster(pixels: try PixelBuffer(width: 4, height: 4, format: .rgb565))).placed(0, 0, 20, 20))
    stage.onError = { errors.note("\($0.activity): \($0.reason)") }
    try stage.settle()
    #expect(errors.all.count == 1 && errors.all[0].contains("must be argb8888"))
  }
}
