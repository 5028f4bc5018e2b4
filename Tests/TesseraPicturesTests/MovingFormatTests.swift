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
  func framesAreThoseOfTheGIF(disposal: String, file: String) throws {
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
