import TesseraGeometry
import TesseraLoading
import TesseraRender
import TesseraTestSupport
import Testing

@testable import ImagePlugin
@testable import Tessera

/// Pictures that fade in when they arrive.
@Suite struct NetworkFadeTests {
  private let network = FakeNetwork()
  private let loader: DataLoader
  private static let a = "http://example.org/fade.png"
  private static let red = picture(255, 0, 0)
  private static let blue = picture(0, 0, 255)

  init() { loader = DataLoader(downloader: network, cache: .some(nil), clock: network, isManual: true) }

  private static func picture(_ red: Int, _ green: Int, _ blue: Int) -> [UInt8] {
    TestPNG(width: 20, height: 20, colorType: 2) { _, _, c in [red, green, blue][c] }.bytes()
  }

  private func node(_ change: (inout Image) -> Void = { _ in }) -> ImageNode {
    var image = Image(url: Self.a, contentMode: .stretch).fade(1)
    change(&image)
    let node = ImageNode(image)
    node.loader = loader
    (node.style.width, node.style.height) = (.points(100), .points(100))
    return node
  }

  private func stage(_ node: ImageNode, reducesMotion: Bool = false) throws -> HeadlessStage {
    let h = try HeadlessStage(width: 100, height: 100, settled: false) {
      let root = BoxNode()
      root.addSubnode(node)
      return root
    }
    h.stage.reducesMotion = reducesMotion
    try settle(h)
    return h
  }

  private func settle(_ h: HeadlessStage) throws {
    for _ in 0..<6 {
      loader.runPending()
      try h.stage.settle()
    }
  }

  private func arrive(_ h: HeadlessStage) throws {
    network.answer(Self.a, Self.red)
    try settle(h)
  }

  /// Compares a pixel of the frame, with a tolerance for rounding.
  private func isNear(_ h: HeadlessStage, _ red: Int, _ green: Int, _ blue: Int, at point: (Int, Int) = (50, 50)) -> Bool {
    let color = h.framebuffer.color(x: point.0, y: point.1)
    return zip([color.red, color.green, color.blue], [red, green, blue]).allSatisfy { abs(Int(($0 * 255).rounded()) - $1) <= 2 }
  }

  @Test func `a placeholder stays until the picture is loaded, which fades in without another draw`() throws {
    let node = node()
    node.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)))
    let h = try stage(node)
    try h.advance(by: 5, step: 1)
    #expect(isNear(h, 0, 255, 0))
    try arrive(h)
    #expect(isNear(h, 0, 255, 0))
    let draws = h.stage.statistics.draws
    try h.advance(by: 0.5)
    #expect(isNear(h, 128, 128, 0))
    try h.advance(by: 0.6)
    #expect(isNear(h, 255, 0, 0))
    // Nothing was drawn for it, and nothing is painted from now on.
    let painted = h.stage.statistics.paintedFrames
    try h.advance(by: 1)
    #expect(h.stage.statistics.draws == draws && h.stage.statistics.paintedFrames == painted)
    #expect(!h.stage.hasWorkUnderWay && h.stage.nextDeadline == nil)
  }

  @Test(arguments: [0.0, 20]) func `a fade mixes the picture and the previous one by their shares`(rounding: Double) throws {
    let node = node {
      $0.defaultImage = .encoded(EncodedImage(Self.blue))
      $0.rounding = CornerRadii(rounding)
    }
    let h = try stage(node)
    #expect(isNear(h, 0, 0, 255))
    try arrive(h)
    #expect(isNear(h, 0, 0, 255))
    try h.advance(by: 0.25)
    #expect(isNear(h, 64, 0, 191))
    if rounding > 0 { #expect(isNear(h, 255, 255, 255, at: (0, 0))) }
    // A draw for another size of the same picture doesn't begin again.
    node.quality = .nearest
    try h.settle()
    #expect(isNear(h, 64, 0, 191))
    try h.advance(by: 0.8)
    #expect(isNear(h, 255, 0, 0))
    #expect(!h.stage.hasWorkUnderWay && h.stage.nextDeadline == nil)
  }

  @Test(arguments: [0.0, 20]) func `a picture that arrives during a fade fades in over both`(rounding: Double) throws {
    let node = node {
      $0.defaultImage = .encoded(EncodedImage(Self.blue))
      $0.rounding = CornerRadii(rounding)
    }
    let h = try stage(node)
    try arrive(h)
    try h.advance(by: 0.25)
    #expect(isNear(h, 64, 0, 191))
    node.source = .encoded(EncodedImage(Self.picture(0, 255, 0)))
    try h.settle()
    // The colour is continuous.
    #expect(isNear(h, 64, 0, 191))
    try h.advance(by: 0.5)
    // Half of the third, and of the rest three quarters of the second.
    #expect(isNear(h, 96, 128, 32))
    try h.advance(by: 0.6)
    #expect(isNear(h, 0, 255, 0))
    #expect(!h.stage.hasWorkUnderWay && h.stage.nextDeadline == nil)
  }

  @Test func `the picture of another URL fades in over the one that stayed`() throws {
    let node = node()
    let h = try stage(node)
    try arrive(h)
    try h.advance(by: 1.1)
    node.source = .url("http://example.org/next.png")
    try settle(h)
    #expect(isNear(h, 255, 0, 0))
    network.answer("http://example.org/next.png", Self.blue)
    try settle(h)
    #expect(isNear(h, 255, 0, 0))
    try h.advance(by: 0.5)
    #expect(isNear(h, 128, 0, 128))
    try h.advance(by: 0.6)
    #expect(isNear(h, 0, 0, 255))
  }

  @Test func `the first picture fades in from transparent`() throws {
    let h = try stage(node())
    try arrive(h)
    #expect(isNear(h, 255, 255, 255))
    try h.advance(by: 0.5)
    #expect(isNear(h, 255, 128, 128))
    try h.advance(by: 0.6)
    #expect(isNear(h, 255, 0, 0))
  }

  @Test func `a picture in memory is in the first frame without a fade`() throws {
    let first = node()
    let h = try stage(first)
    try arrive(h)
    let second = try stage(node())
    #expect(network.tasks.count == 1)
    #expect(isNear(second, 255, 0, 0))
    #expect(second.stage.nextDeadline == nil)
  }

  @Test func `nothing fades if motion is reduced`() throws {
    let still = try stage(node { $0.defaultImage = .encoded(EncodedImage(Self.blue)) }, reducesMotion: true)
    try arrive(still)
    #expect(isNear(still, 255, 0, 0))
  }

  @Test func `nothing fades without a requested fade`() throws {
    let plain = try stage(node { $0.fade = 0 })
    try arrive(plain)
    #expect(isNear(plain, 255, 0, 0))
  }

  @Test func `a rendering of the final state has no fades`() throws {
    let h = try stage(node { $0.defaultImage = .encoded(EncodedImage(Self.blue)) })
    try arrive(h)
    h.stage.finishFades()
    try h.settle()
    #expect(isNear(h, 255, 0, 0))
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func `a failed load removes the placeholder`() throws {
    let node = node()
    node.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)))
    let h = try stage(node)
    #expect(isNear(h, 0, 255, 0))
    network.answer(Self.a, [], status: 404)
    try settle(h)
    #expect(isNear(h, 255, 255, 255))
  }

  @Test func `a scene sets the duration of fades`() throws {
    let scene = try HeadlessStage(
      scene: "{tessera: 1, size: [50, 50], root: {type: image, source: 'http://127.0.0.1:1/x.png', fade: 0.25}}")
    #expect((scene.root as? ImageNode)?.fade == 0.25)
  }
}
