import APNGCodec
import GIFCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import Testing
import WebPCodec

/// The same animation in three formats is the same frames.
@Suite struct MovingFormatTests {
  static let codecs = PictureCodecs([APNGCodec(), GIFCodec(), WebPCodec()])

  @Test(arguments: [("none", "none.png"), ("none", "none.webp"), ("restore-background", "restore-background.webp")])
  func framesMatchTheGIF(disposal: String, file: String) throws {
    let gif = try #require(try Self.codecs.frames(of: Fixtures.data("gif/dispose-\(disposal).gif")))
    let other = try #require(try Self.codecs.frames(of: Fixtures.data("moving/\(file)")))
    #expect(try other.allPixels() == gif.allPixels())
    #expect(other.delays.count == gif.delays.count && zip(other.delays, gif.delays).allSatisfy { abs($0 - $1) < 0.001 })
    #expect(other.loopCount == 0)
    #expect(try Self.codecs.header(of: Fixtures.data("moving/\(file)")).mayMove)
  }

  @Test(arguments: ["gif/dispose-none.gif", "gif/dispose-restore-background.gif", "moving/none.png", "moving/restore-background.webp"])
  func aFrameReachedFromItsStartIsTheOneReachedInOrder(name: String) throws {
    let frames = try #require(try Self.codecs.frames(of: Fixtures.data(name)))
    let all = try frames.allPixels()
    for index in all.indices.reversed() {
      let (reader, canvas) = (try frames.makeReader(), try PixelBuffer(width: frames.width, height: frames.height))
      canvas.clear(.white)  // what was there before does not show
      for at in frames.start(for: index)...index { _ = try reader.decode(at, into: canvas, isCancelled: { false }) }
      #expect(canvas.rgba == all[index])
    }
  }

  /// A GIF of one pixel whose images are red, green and blue, with delays in hundredths of a second.
  private static func gif(_ delays: [UInt8], loops: Bool) -> [UInt8] {
    let netscape: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]
    let images = delays.enumerated().flatMap { i, delay -> [UInt8] in
      // LZW of two bits: clear, the colour, end; three bits each.
      let code = 4 | (i % 3) << 3 | 5 << 6
      return [0x21, 0xF9, 4, 0, delay, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, UInt8(code & 0xFF), UInt8(code >> 8), 0]
    }
    return Array("GIF89a".utf8) + [1, 0, 1, 0, 0xA1, 0, 0] + palette + (loops ? netscape : []) + images + [0x3B]
  }

  @Test func imagesWithoutADelayAreFramesAmongOthers() throws {
    let frames = try #require(try Self.codecs.frames(of: PictureData(Self.gif([0, 20, 1], loops: true))))
    #expect(try frames.allPixels() == [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]])
    #expect(frames.delays.map(FrameTimeline.shownDelay) == [0.1, 0.2, 0.1])
    // The first frame is seen although the next one follows without a delay, also if the file plays once.
    let once = try #require(try Self.codecs.frames(of: PictureData(Self.gif([0, 20, 0], loops: false))))
    let timeline = FrameTimeline(delays: once.delays, loopCount: once.loopCount)
    #expect([0.05, 0.15, 0.35, 9].map { timeline.position(at: $0).frame } == [0, 1, 2, 2])
    #expect(try Self.codecs.frames(of: PictureData(Self.gif([0, 0, 0], loops: true)))?.delays.count == 3)
  }

  @Test func imagesWithoutAnyDelayOrLoopAreOnePicture() throws {
    let data = PictureData(Self.gif([0, 0, 0], loops: false))
    #expect(try Self.codecs.frames(of: data) == nil)
    #expect(try Self.codecs.decode(data, PictureRequest(width: 1, height: 1)).rgba == [0, 0, 255, 255])
  }

  @Test func aStillPictureHasNoFrames() throws {
    #expect(try Self.codecs.frames(of: Fixtures.data("gif/four-colors.gif")) == nil)
    #expect(try Self.codecs.frames(of: Fixtures.data("webp/small_1x1.webp")) == nil)
  }

  static let files = [
    "gif/animation-speed.gif", "gif/interlace.gif", "gif/dispose-restore-background.gif", "moving/none.png",
    "moving/restore-background.webp", "webp/small_31x13.webp", "webp/dual_transform.webp",
  ]

  @Test(arguments: files) func aFileCutAnywhereIsAnErrorOrTheWholePicture(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let whole = try Self.everything(bytes)
    var errors = 0
    for count in 0..<bytes.count {
      do {
        let found = try Self.everything(Array(bytes[..<count]))
        // A file of which images are missing has fewer frames; each is one of the whole file's.
        #expect(found.allSatisfy { whole.contains($0) }, "\(count) bytes")
      } catch {
        #expect(error is PictureError && !"\(error)".isEmpty)
        errors += 1
      }
    }
    #expect(errors > bytes.count / 2)
  }

  @Test(arguments: files) func damagedFilesGiveAnErrorOrPixels(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    var random = SeededGenerator(seed: 77)
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        for pixels in try Self.everything(damaged) {
          // Premultiplied: no channel above alpha.
          var isPremultiplied = true
          for i in stride(from: 0, to: pixels.count, by: 4) where max(pixels[i], pixels[i + 1], pixels[i + 2]) > pixels[i + 3] {
            isPremultiplied = false
          }
          #expect(isPremultiplied)
        }
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }

  /// The cover at half the size, and all frames.
  private static func everything(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let data = PictureData(bytes, name: "test")
    let header = try codecs.header(of: data)
    guard header.width * header.height <= 1 << 20 else {
      throw PictureError.tooLarge(source: "test", reason: "\(header.width) x \(header.height)")
    }
    let cover = try codecs.decode(data, PictureRequest(width: header.width, height: header.height))
    _ = try codecs.decode(data, PictureRequest(width: max(1, header.width / 2), height: max(1, header.height / 2)))
    guard let frames = try codecs.frames(of: data), frames.width * frames.height <= 1 << 20 else { return [cover.rgba] }
    return try frames.allPixels()
  }
}
