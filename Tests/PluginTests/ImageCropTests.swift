import ImagePlugin
import Tessera
import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraScene
import TesseraTestSupport
import Testing

@Suite struct ImageCropTests {
  /// Cells of 4 x 4 pixels, four in each of two rows; every pixel has a different colour.
  private static var sheet: TestPNG { TestPNG(width: 16, height: 8, colorType: 2) { x, y, c in [x * 16, y * 32, x * y][c] & 255 } }

  private func drawn(_ image: Image, _ width: Double, _ height: Double) throws -> PixelBuffer {
    let target = try PixelBuffer(width: Int(width), height: Int(height))
    let canvas = try Canvas(target)
    try image.draw(in: canvas, context: DrawContext(size: Size(width, height), environment: EnvironmentValues()))
    return target
  }

  private static func sources() throws -> [ImageSource] {
    let bytes = sheet.bytes()
    return [.encoded(EncodedImage(bytes, name: "sheet")), .pixels(try ImageDecoder.decode(bytes: bytes))]
  }

  @Test(arguments: [ImageCrop.pixels(4, 4, 4, 4), .shares(0.25, 0.5, 0.25, 0.5)]) func aCropIsShownLikeAWholePicture(_ crop: ImageCrop)
    throws
  {
    let whole = try ImageDecoder.decode(bytes: Self.sheet.bytes())
    for source in try Self.sources() {
      var image = Image(source)
      image.crop = crop
      let (exact, small) = (try drawn(image, 4, 4), try drawn(image, 1, 1))
      var sums = [0, 0, 0]
      for y in 0..<4 {
        for x in 0..<4 {
          let expected = TestPixel(whole, x + 4, y + 4)
          #expect(TestPixel(exact, x, y) == expected)
          sums = [sums[0] + Int(expected.red), sums[1] + Int(expected.green), sums[2] + Int(expected.blue)]
        }
      }
      #expect(TestPixel(small, 0, 0).difference(TestPixel(sums[0] / 16, sums[1] / 16, sums[2] / 16)) <= 1)
      #expect(image.size(thatFits: .unlimited, in: MeasureContext()) == Size(4, 4))
    }
  }

  @Test func aCropReachingOverTheEdgeIsCutAndOneOutsideShowsNothing() throws {
    for source in try Self.sources() {
      var image = Image(source)
      image.crop = .pixels(12, 4, 100, 100)
      #expect(TestPixel(try drawn(image, 4, 4), 3, 3) == TestPixel(240, 224, 105))
      image.crop = .pixels(16, 0, 4, 4)
      #expect(TestPixel(try drawn(image, 4, 4), 0, 0) == TestPixel(0, 0, 0, 0))
      image.crop = .pixels(.nan, 0, 4, 4)
      #expect(TestPixel(try drawn(image, 4, 4), 0, 0) == TestPixel(0, 0, 0, 0))
    }
  }

  /// EXIF orientations of a JPEG. Its crop is a part of the displayed picture.
  @Test(arguments: 1...8) func aCropCountsInPixelsAsShown(orientation: Int) throws {
    let bytes = ImageDecoderTests.oriented(try fixture("gradient_444.jpg"), UInt8(orientation), littleEndian: true)
    let whole = try ImageDecoder.decode(bytes: bytes)
    let data = PictureData(bytes)
    let crop = PixelRect(x: 3, y: 5, width: 16, height: 11)
    let part = try PictureCodecs.shared.decode(data, PictureRequest(width: 16, height: 11, crop: crop))
    for y in 0..<11 { for x in 0..<16 { #expect(TestPixel(part, x, y) == TestPixel(whole, x + 3, y + 5), "at \(x), \(y)") } }
    let small = try PictureCodecs.shared.decode(data, PictureRequest(width: 4, height: 3, crop: crop))
    #expect(small.width == 4 && small.height == 3)
  }

  @Test func aDecodeSizeIsSharedByNodesOfAllSizes() throws {
    // Other tests use the same cache, so new pictures are identified by their size, not by the cache's counts.
    let sizes = Locked<Set<Size>>([])
    let noting = ImageModification(id: "noting sizes") { pixels, _ in
      sizes.withLock { _ = $0.insert(Size(Double(pixels.width), Double(pixels.height))) }
      return pixels
    }
    var image = Image(.encoded(EncodedImage(Self.sheet.bytes(), name: "shared")), contentMode: .stretch)
    (image.decodeSize, image.modification) = (Size(8, 4), noting)
    for side in [3.0, 8, 9, 20] { _ = try drawn(image, side, side) }
    #expect(sizes.withLock { $0 } == [Size(8, 4)])
  }

  private static func root(_ text: String) throws -> AnyNode { try Scene.parse(text: text, registry: .standard).makeRoot() }

  @Test func scenesSayCropAndDecodeSize() throws {
    let text = """
      tessera: 1
      root:
        type: image
        crop: {x: 4, y: 0, width: 4, height: 8}
        decodeSize: [2, 4]
      """
    let root = try Self.root(text)
    let image = try #require(root as? ImageNode).value
    #expect(image.crop == .pixels(4, 0, 4, 8) && image.decodeSize == Size(2, 4))
    #expect(throws: (any Error).self) { try Self.root(text.replacing("width: 4", with: "width: 0")) }
    #expect(throws: (any Error).self) { try Self.root(text.replacing("[2, 4]", with: "[2]")) }
  }
}
