import Tessera
import TesseraRender
import TesseraScene
import TesseraTestSupport
import Testing

/// Expected pixels are from the Python ports of both algorithms: `blurhash` 1.1.5 and `thumbhash-python` 1.0.1.
@Suite struct PlaceholderHashTests {
  @Test func aBlurHashGivesThePixelsOfItsReference() throws {
    let pixels = try PixelBuffer.blurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj", width: 8, height: 6)
    let expected: [(x: Int, y: Int, color: TestPixel)] = [
      (0, 0, TestPixel(135, 164, 177)), (3, 0, TestPixel(176, 178, 174)), (7, 0, TestPixel(144, 167, 179)),
      (0, 2, TestPixel(124, 154, 169)), (3, 2, TestPixel(161, 145, 141)), (7, 2, TestPixel(134, 154, 169)),
      (0, 5, TestPixel(132, 144, 149)), (3, 5, TestPixel(166, 146, 124)), (7, 5, TestPixel(139, 143, 146)),
    ]
    // The reference rounds to the nearest value, and down in the last step.
    for one in expected { #expect(TestPixel(pixels, one.x, one.y).difference(one.color) <= 1, "at \(one.x), \(one.y)") }
  }

  @Test func aThumbHashGivesTheShapeAndPixelsOfItsReference() throws {
    let tall = try PixelBuffer.thumbHash("1QcSHQRnh493V4dIh4eXh1h4kJUI")
    #expect(tall.width == 23 && tall.height == 32)
    for (x, y, color) in [(0, 0, TestPixel(64, 78, 113)), (10, 5, TestPixel(134, 129, 138)), (22, 31, TestPixel(0, 4, 40))] {
      #expect(TestPixel(tall, x, y).difference(color) <= 1)
    }
    let wide = try PixelBuffer.thumbHash("3PcNNYSFeXh/d3eld0iHZoZgVwh2")
    #expect(wide.width == 32 && wide.height == 23)
    for (x, y, color) in [(0, 0, TestPixel(48, 83, 154)), (10, 5, TestPixel(130, 155, 204)), (31, 22, TestPixel(76, 57, 10))] {
      #expect(TestPixel(wide, x, y).difference(color) <= 1)
    }
  }

  @Test(arguments: ["", "L", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMdnjx", "ÄEHV6nWB2yk8pyo0adR*.7kCMdnj", "~~~~~~"])
  func anInvalidBlurHashIsRefused(_ text: String) {
    #expect(throws: RenderError.self) { try PixelBuffer.blurHash(text) }
  }

  @Test(arguments: ["", "1Qc=", "1QcSHQRn", "1QcSHQRnh493V4dIh4eXh1h4k!UI"]) func anInvalidThumbHashIsRefused(_ text: String) {
    #expect(throws: RenderError.self) { try PixelBuffer.thumbHash(text) }
  }

  @Test func anyBytesAreAPictureOrAnError() throws {
    var random = SeededGenerator(seed: 12)
    var pictures = 0
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      guard let pixels = try? PixelBuffer.thumbHash(bytes) else { continue }
      #expect(max(pixels.width, pixels.height) == 32)
      pictures += 1
    }
    #expect((100..<500).contains(pictures))
  }

  private static func root(_ text: String) throws -> AnyNode { try Scene.parse(text: text, registry: .standard).makeRoot() }

  @Test func aSceneShowsTheHashUntilThePictureIsDrawn() throws {
    let text = """
      tessera: 1
      root:
        type: image
        style: {width: 40, height: 30}
        source: \(fixturePath("gradient_444.jpg"))
        placeholder: {blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj", fade: 0}
      """
    let root = try Self.root(text)
    let placeholder = try #require(root.placeholder?.image)
    #expect(try placeholder == PlaceholderImage(blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
    #expect(try placeholder != PlaceholderImage(thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI"))
    #expect(throws: (any Error).self) { try Self.root(text.replacing("LEHV6", with: "LE")) }
  }
}
