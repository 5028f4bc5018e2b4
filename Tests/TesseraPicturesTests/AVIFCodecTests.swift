import AVIFCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing

/// Fixtures are small AVIF files made from a photograph of the examples, each beside the pixels that libavif decodes it to.
@Suite struct AVIFCodecTests {
  static let codecs = PictureCodecs([PNGCodec(), AVIFCodec()])

  static func data(_ name: String) throws -> PictureData { try Fixtures.data("avif/\(name)") }

  static func decode(_ data: PictureData, width: Int = .max, height: Int = .max) throws -> PixelBuffer {
    try codecs.decode(data, PictureRequest(width: width, height: height))
  }

  /// The largest difference of a channel.
  static func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    a.width == b.width ? TesseraPicturesTests.difference(a.rgba, b.rgba) ?? .max : .max
  }

  static let stills = [
    "yuv420", "yuv422", "yuv444", "gray", "depth10", "depth12", "limited", "alpha", "premultiplied", "identity", "ycgco", "grid",
  ]

  @Test(arguments: stills) func everyKindOfStillHasThePixelsOfLibavif(_ name: String) throws {
    let data = try Self.data("\(name).avif")
    let header = try Self.codecs.header(of: data)
    #expect(header.format == .avif && header.orientation == 1 && !header.mayMove)
    #expect(header.isOpaque == !["alpha", "premultiplied"].contains(name))
    let (pixels, expected) = (try Self.decode(data), try Self.decode(Self.data("\(name).png")))
    #expect(pixels.width == header.width && pixels.height == header.height)
    // Matrices of whole numbers here, of floating point there; chroma is interpolated alike.
    #expect(Self.difference(pixels, expected) <= 2)
  }

  @Test func cropTurnAndMirrorAreApplied() throws {
    let data = try Self.data("turned.avif")
    let header = try Self.codecs.header(of: data)
    // 24 x 16 of 48 x 32 are shown, turned by a quarter against the clock, then top and bottom exchanged: EXIF's orientation 5.
    #expect(header.orientation == 5 && header.width == 16 && header.height == 24)
    let (shown, stored) = (try Self.decode(data), try Self.decode(Self.data("turned.png")))
    for y in 0..<24 {
      for x in 0..<16 { #expect(TestPixel(shown, x, y).difference(TestPixel(stored, 10 + y, 4 + x)) <= 2, "at \(x), \(y)") }
    }
  }

  @Test func aSequenceGivesItsFramesInOrderAndAfterASeek() throws {
    let data = try Self.data("sequence.avif")
    #expect(try Self.codecs.header(of: data).mayMove)
    let frames = try #require(try Self.codecs.frames(of: data))
    #expect(frames.delays.count == 3 && frames.delays.allSatisfy { abs($0 - 0.3) < 1e-9 } && frames.loopCount == 0)
    let expected = try ["sequence", "sequence_1", "sequence_2"].map { try Self.decode(Self.data("\($0).png")) }
    let reader = try frames.makeReader()
    let canvas = try PixelBuffer(width: frames.width, height: frames.height)
    for index in [0, 1, 2, 0, 1] {
      let damage = try reader.decode(index, into: canvas, isCancelled: { false })
      #expect(damage == PixelRect(x: 0, y: 0, width: frames.width, height: frames.height))
      #expect(Self.difference(canvas, expected[index]) <= 2, "frame \(index)")
    }
    // A frame out of order is refused where it needs others.
    if frames.start(for: 2) < 2 {
      let other = try frames.makeReader()
      #expect(throws: PictureError.self) { try other.decode(2, into: canvas, isCancelled: { false }) }
    }
    #expect(Self.difference(try Self.decode(data), expected[0]) <= 2)
  }

  @Test func shrinkingAveragesAndCroppingCuts() throws {
    let data = try Self.data("yuv420.avif")
    let whole = try Self.decode(data)
    let small = try Self.decode(data, width: 11, height: 7)
    #expect(whole.difference(fromAverageIn: small) <= 0.75)
    let codec = AVIFCodec()
    let crop = PixelRect(x: 5, y: 3, width: 20, height: 9)
    let cut = try codec.decode(data, codec.header(of: data), PictureRequest(width: 20, height: 9, crop: crop))
    for y in 0..<9 { for x in 0..<20 { #expect(TestPixel(cut, x, y) == TestPixel(whole, x + 5, y + 3)) } }
  }

  @Test(arguments: ["yuv420.avif", "alpha.avif", "grid.avif", "sequence.avif"]) func aFileThatEndsEarlyIsAnErrorThatNamesIt(_ name: String)
    throws
  {
    let bytes = try Fixtures.bytes("avif/\(name)")
    for count in stride(from: 0, to: bytes.count, by: 13) {
      do {
        _ = try Self.decode(PictureData(Array(bytes.prefix(count)), name: name))
        Issue.record("\(name) of \(count) bytes was decoded")
      } catch let error as PictureError {
        #expect(error.description.contains(name))
      }
    }
  }

  @Test func moreMemoryThanTheBudgetIsRefused() throws {
    let request = PictureRequest(width: 4, height: 4, byteLimit: 1 << 20)
    #expect { try Self.codecs.decode(try Self.data("grid.avif"), request) } throws: {
      if case .tooLarge(source: "avif/grid.avif", _)? = $0 as? PictureError { true } else { false }
    }
  }

  @Test func aCancelledPictureIsNotDecoded() throws {
    let request = PictureRequest(width: 4, height: 4, isCancelled: { true })
    #expect { try Self.codecs.decode(try Self.data("grid.avif"), request) } throws: {
      if case .cancelled? = $0 as? PictureError { true } else { false }
    }
  }

  @Test func brokenBytesNeverTrap() throws {
    var random = SeededGenerator(seed: 7)
    for name in ["yuv420", "alpha", "turned", "sequence"] {
      let whole = try Fixtures.bytes("avif/\(name).avif")
      for _ in 0..<100 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = try? Self.decode(PictureData(bytes))
      }
    }
  }
}
