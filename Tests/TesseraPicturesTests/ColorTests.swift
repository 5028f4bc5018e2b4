import AVIFCodec
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing
import WebPCodec

/// Expected colours are those of lcms2's own tools: `transicc -t0` for PNG and AVIF, `jpgicc` for JPEG. The profile `wide` has the primaries of Display P3.
@Suite struct ColorTests {
  static let codecs = PictureCodecs([PNGCodec(), JPEGCodec(), AVIFCodec(), WebPCodec()])

  static func decode(_ name: String, width: Int = .max, height: Int = .max) throws -> PixelBuffer {
    try codecs.decode(Fixtures.data("color/\(name)"), PictureRequest(width: width, height: height))
  }

  static let stored = [
    TestPixel(255, 0, 0), TestPixel(0, 255, 0), TestPixel(0, 0, 255), TestPixel(255, 128, 0), TestPixel(128, 128, 128),
    TestPixel(120, 140, 100),
  ]
  static let shown = [
    TestPixel(255, 0, 0), TestPixel(0, 255, 0), TestPixel(0, 0, 255), TestPixel(255, 119, 0), TestPixel(128, 128, 128),
    TestPixel(115, 141, 95),
  ]

  @Test(arguments: ["wide.png", "chroma.png", "cicp.png", "wide.webp", "wide-moving.webp"]) func aPictureOfWideColorsIsTurnedIntoSRGB(
    _ name: String
  ) throws {
    let pixels = try Self.decode(name)
    // Whole numbers here; the gamma of `chroma.png` is 1/2.2, which differs a little from that of sRGB.
    for (x, color) in Self.shown.enumerated() {
      #expect(TestPixel(pixels, x, 0).difference(color) <= (name == "chroma.png" ? 2 : 1), "\(x)")
    }
  }

  @Test(arguments: ["srgb-profile.png", "gamma-srgb.png"]) func anSRGBPNGIsNotConverted(_ name: String) throws {
    let pixels = try Self.decode(name)
    for (x, color) in Self.stored.enumerated() { #expect(TestPixel(pixels, x, 0) == color) }
  }

  @Test(arguments: ["wide-alpha.png", "wide-alpha.webp"]) func alphaStaysAndIsMultipliedAfterTheTransform(_ name: String) throws {
    let pixels = try Self.decode(name)
    for (x, color) in Self.shown.enumerated() {
      let alpha = 51 * x
      let expected = TestPixel(Int(color.red), Int(color.green), Int(color.blue), alpha)
      #expect(TestPixel(pixels, x, 0).difference(expected) <= 1 && TestPixel(pixels, x, 0).alpha == UInt8(alpha), "\(x)")
    }
  }

  @Test func aGrayProfileGivesGrays() throws {
    let pixels = try Self.decode("gray.png")
    for (x, gray) in [0, 91, 144, 186, 222, 255].enumerated() {
      #expect(TestPixel(pixels, x, 0).difference(TestPixel(gray, gray, gray)) <= 1)
    }
  }

  @Test func linearGammaWithoutAProfileIsHonoured() throws {
    let pixels = try Self.decode("gamma.png")
    // 128 of 255 in linear light is 188 in sRGB.
    #expect(TestPixel(pixels, 4, 0).difference(TestPixel(188, 188, 188)) <= 1)
  }

  @Test(arguments: [("wide.jpg", TestPixel(114, 142, 94)), ("gray.jpg", TestPixel(170, 170, 170)), ("cmyk.jpg", TestPixel(191, 149, 109))])
  func aJPEGWithAProfileIsTurnedIntoSRGB(name: String, color: TestPixel) throws {
    for side in [16, 8, 5, 1] {
      let pixels = try Self.decode(name, width: side, height: side)
      #expect(TestPixel(pixels, side / 2, side / 2).difference(color) <= 2, "at \(side)")
    }
  }

  @Test(arguments: ["wide.avif", "coded.avif"]) func anAVIFOfWideColorsIsTurnedIntoSRGB(_ name: String) throws {
    let pixels = try Self.decode(name)
    for (x, color) in Self.shown.enumerated() { #expect(TestPixel(pixels, x * 8 + 4, 4).difference(color) <= 1, "\(x)") }
  }

  @Test func framesOfAMovingWebPAreTurnedIntoSRGB() throws {
    let frames = try #require(try Self.codecs.frames(of: Fixtures.data("color/wide-moving.webp")))
    let reader = try frames.makeReader()
    let canvas = try PixelBuffer(width: 6, height: 1)
    for index in 0..<2 { _ = try reader.decode(index, into: canvas, isCancelled: { false }) }
    var expected = Self.shown
    (expected[2], expected[3]) = (Self.shown[5], Self.shown[5])
    for (x, color) in expected.enumerated() { #expect(TestPixel(canvas, x, 0).difference(color) <= 1, "\(x)") }
  }

  @Test func headersNameTheirProfile() throws {
    for name in ["wide.png", "wide.jpg", "wide.avif", "wide.webp"] {
      #expect(try Self.codecs.header(of: Fixtures.data("color/\(name)")).profile == "Wide RGB", "\(name)")
    }
    #expect(try Self.codecs.header(of: Fixtures.data("color/cicp.png")).profile == nil)
  }

  @Test func damagedProfilesCountAsSRGB() throws {
    let profile = try Fixtures.bytes("color/wide.icc")
    #expect(ColorTransform(profile: profile) != nil && ColorTransform.name(of: profile) == "Wide RGB")
    #expect(ColorTransform(profile: []) == nil && ColorTransform(profile: Array(profile.prefix(200))) == nil)
    #expect(ColorTransform(primaries: 1, transfer: 13) == nil && ColorTransform(primaries: 2, transfer: 2) == nil)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      var bytes = profile
      for _ in 0..<4 { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      _ = (ColorTransform(profile: bytes), ColorTransform.name(of: bytes))
    }
  }
}
