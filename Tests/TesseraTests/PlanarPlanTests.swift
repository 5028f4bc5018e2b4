import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// Node that shows a picture of video, or draws its converted copy into its own buffer.
struct Screening: NodeType {
  static let typeName = "screening"
  static let summary = "Picture of video."
  var picture: PlanarPixels?
  var place = PixelRect(x: 0, y: 0, width: 0, height: 0)
  var isCopied = false

  static func == (a: Self, b: Self) -> Bool {
    guard (a.place, a.isCopied) == (b.place, b.isCopied) else { return false }
    guard let one = a.picture, let other = b.picture else { return a.picture == nil && b.picture == nil }
    return one.isSame(as: other)
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard let picture else { return .nothing }
    if !isCopied { return .planar(picture, in: place) }
    let copy = try picture.converted()
    let area = Rect(place, scale: context.scale)
    return .pixels(bounds: area) { $0.draw(copy, in: area) }
  }
}

/// Returns a picture of random planes.
func randomPicture(_ width: Int, _ height: Int, seed: UInt64 = 5) throws -> PlanarPixels {
  var random = SeededGenerator(seed: seed)
  let count = width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
  return try PlanarPixels(.nv12, width: width, height: height, bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
}

@Suite struct PlanarPlanTests {
  /// A change of a node's common properties.
  struct Look: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (AnyNode) -> Void
  }

  static let looks = [
    Look(testDescription: "plain") { _ in },
    Look(testDescription: "opacity") { $0.opacity = 0.5 },
    Look(testDescription: "corners") { ($0.cornerRadii, $0.clipsToBounds) = (CornerRadii(6), true) },
    Look(testDescription: "blend") { $0.updateProperties { $0.blend = .multiply } },
    Look(testDescription: "subtree") { $0.rasterizesSubtree = true },
  ]

  private func picture(_ value: Screening, _ look: Look, scale: Double = 1) throws -> PixelBuffer {
    let node = Node(value).placed(3, 2, 30, 26)
    node.background = .color(Color(rgb: 0xAA3300))
    look.apply(node)
    let root = BoxNode()
    root.addSubnode(node)
    let stage = try manualStage(40, 40, scale: scale, root: root)
    try stage.settle()
    return try stage.framebuffer.copy()
  }

  @Test(arguments: looks) func planesMatchADrawnCopy(look: Look) throws {
    let planar = try randomPicture(20, 15)
    for place in [PixelRect(x: 0, y: 0, width: 20, height: 15), PixelRect(x: 5, y: 3, width: 20, height: 15)] {
      let shown = try picture(Screening(picture: planar, place: place), look)
      let drawn = try picture(Screening(picture: planar, place: place, isCopied: true), look)
      let isSame = bytes(shown) == bytes(drawn)
      #expect(isSame, "\(place)")
    }
  }

  @Test(arguments: looks) func scaledPlanesMatchADrawnCopy(look: Look) throws {
    let planar = try randomPicture(20, 15)
    let place = PixelRect(x: 0, y: 0, width: 60, height: 52)
    let shown = try picture(Screening(picture: planar, place: place), look, scale: 2)
    let drawn = try picture(Screening(picture: planar, place: place, isCopied: true), look, scale: 2)
    let isSame = bytes(shown) == bytes(drawn)
    #expect(isSame)
  }

  @Test func planesHoldNoBufferAndHideNodesBelow() throws {
    let planar = try randomPicture(20, 20)
    let node = Node(Screening(picture: planar, place: PixelRect(x: 0, y: 0, width: 20, height: 20))).placed(0, 0, 20, 20)
    let stage = try manualStage(20, 20, root: node)
    try stage.settle()
    #expect(stage.buffers.usedByteCount == planar.byteCount)
    let tree = try #require(stage.loop.tree)
    let place = try #require(tree.indexOf(node))
    guard case .buffer(let contents) = tree.contents[place] else { return #expect(Bool(false), "nothing was drawn") }
    #expect(contents.isOpaque)
  }

  @Test func aPlaceFarAwayIsAnError() throws {
    let node = Node(Screening(picture: try randomPicture(2, 2), place: PixelRect(x: 0, y: 0, width: .max, height: 2))).placed(0, 0, 9, 9)
    let stage = try manualStage(9, 9, root: node)
    let errors = Locked<[String]>([])
    stage.onError = { error in errors.withLock { $0.append(error.reason) } }
    try stage.settle()
    #expect(errors.withLock { $0.contains { $0.contains("2^24 pixels") } })
  }
}
