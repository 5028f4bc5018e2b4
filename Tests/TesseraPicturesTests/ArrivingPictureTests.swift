import APNGCodec
import Foundation
import GIFCodec
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing

/// Pictures that are shown while they arrive. The pictures are those of the example.
@Suite struct ArrivingPictureTests {
  static let codecs = PictureCodecs([JPEGCodec(), APNGCodec(), GIFCodec()])
  static let names = ["launch-pad-progressive.jpg", "cat-interlaced.png", "espresso-interlaced.gif"]

  static func bytes(_ name: String) throws -> [UInt8] {
    let file = URL(fileURLWithPath: #filePath).appending(path: "../../../docs/examples/assets/photos/\(name)")
    return Array(try Data(contentsOf: file.standardizedFileURL))
  }

  /// Mean difference of the channels of pictures of the same size.
  private static func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
    var sum = 0
    a.withUnsafeBytes { p in
      b.withUnsafeBytes { q in
        for y in 0..<a.height {
          var (i, j) = (y * a.stride, y * b.stride)
          let end = i + a.width * 4
          while i < end {
            sum += abs(Int(p[i]) - Int(q[j])) + abs(Int(p[i + 1]) - Int(q[j + 1])) + abs(Int(p[i + 2]) - Int(q[j + 2]))
            (i, j) = (i + 4, j + 4)
          }
        }
      }
    }
    return Double(sum) / Double(a.width * a.height * 3)
  }

  @Test(arguments: names, [1, 4]) func eachScanIsNearerToThePicture(_ name: String, divisor: Int) throws {
    let bytes = try Self.bytes(name)
    let data = PictureData(bytes, name: name)
    let header = try Self.codecs.header(of: data)
    let request = PictureRequest(width: header.width / divisor, height: header.height / divisor)
    let whole = try Self.codecs.decode(data, request)
    let picture = ArrivingPicture(name: name, codecs: Self.codecs)
    var (differences, scans) = ([Double](), 0)
    #expect(try picture.preview(request) == nil)
    for at in stride(from: 0, to: bytes.count, by: 500) {
      picture.append(Array(bytes[at..<min(bytes.count, at + 500)]))
      guard picture.scans > scans else { continue }
      scans = picture.scans
      let preview = try #require(try picture.preview(request))
      #expect(preview.width == whole.width && preview.height == whole.height)
      differences.append(Self.difference(preview, whole))
    }
    #expect(picture.header?.width == header.width && picture.header?.orientation == 1 && !picture.isOver)
    #expect(differences.count >= (name.hasSuffix("gif") ? 4 : 6))
    // Within a little: what is sharper here may be farther there. The last scan is the picture.
    for (before, after) in zip(differences, differences.dropFirst()) { #expect(after <= before + 1) }
    #expect(differences.last! < 1 && differences.first! < 30 && differences.first! > differences.last!)
    #expect(picture.isComplete(width: request.width, height: request.height))
  }

  @Test(arguments: names) func aWholeFileEqualsPieces(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let data = PictureData(bytes, name: name)
    let header = try Self.codecs.header(of: data)
    let request = PictureRequest(width: header.width, height: header.height)
    let picture = ArrivingPicture(name: name, codecs: Self.codecs)
    picture.append(bytes)
    let preview = try #require(try picture.preview(request))
    #expect(Self.difference(preview, try Self.codecs.decode(data, request)) < 1)
  }

  @Test(arguments: ["launch-pad.jpg"]) func unsupportedFormatsShowNoPreview(_ name: String) throws {
    let picture = ArrivingPicture(name: name, codecs: Self.codecs)
    picture.append(try Self.bytes(name))
    #expect(picture.isOver && picture.scans == 0 && picture.byteCount == 0)
    let text = ArrivingPicture(name: "text", codecs: Self.codecs)
    text.append([UInt8](repeating: 65, count: 5000))
    #expect(text.isOver)
  }

  @Test(arguments: names) func damageEndsItAndNothingElse(_ name: String) throws {
    let bytes = try Self.bytes(name)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<40 {
      var broken = bytes
      for _ in 0..<6 { broken[Int.random(in: 600..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      let picture = ArrivingPicture(name: name, codecs: Self.codecs)
      for at in stride(from: 0, to: broken.count, by: 3000) {
        picture.append(Array(broken[at..<min(broken.count, at + 3000)]))
        _ = try? picture.preview(PictureRequest(width: 60, height: 40))
      }
    }
  }

  @Test(arguments: names) func thePreviewRespectsTheByteLimit(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let picture = ArrivingPicture(name: name, codecs: Self.codecs, byteLimit: 20_000)
    for at in stride(from: 0, to: bytes.count, by: 1000) {
      picture.append(Array(bytes[at..<min(bytes.count, at + 1000)]))
      #expect(picture.byteCount <= 20_000)
      #expect((try? picture.preview(PictureRequest(width: 400, height: 400, byteLimit: 20_000))) == nil)
    }
    #expect(picture.isOver && picture.byteCount == 0)
  }

  @Test(arguments: names) func aCancelledPreviewCanBeRequestedAgain(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let picture = ArrivingPicture(name: name, codecs: Self.codecs)
    picture.append(Array(bytes.dropLast(bytes.count / 3)))
    for questions in [0, 1, 3, 6] {
      var left = questions
      let request = PictureRequest(
        width: 100, height: 60,
        isCancelled: {
          left -= 1; return left < 0
        })
      #expect(throws: PictureError.cancelled(source: name)) { try picture.preview(request) }
    }
    #expect(try picture.preview(PictureRequest(width: 100, height: 60))?.width == 100 && !picture.isOver)
  }
}
