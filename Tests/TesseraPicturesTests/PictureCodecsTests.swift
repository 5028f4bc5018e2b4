import GIFCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import Testing

/// A format of one colour: `DOT`, then red, green, blue.
private struct DotCodec: PictureCodec {
  var format: PictureFormat { PictureFormat(rawValue: "Dot") }
  var fileExtensions: [String] { ["dot"] }
  var summary: String { "one colour" }
  var size = 4
  func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool { beginning.starts(with: "DOT".utf8) }
  func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    PictureHeader(format: format, width: size, height: size * 2, isOpaque: true)
  }
  func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    let bytes = try data.bytes()
    guard bytes.count >= 6 else { throw .truncated(source: data.name, reason: "Dot: \(bytes.count) bytes; 6 are right") }
    let picture = try request.makeBuffer(for: data.name)
    picture.clear(Color(red: Float(bytes[3]) / 255, green: Float(bytes[4]) / 255, blue: Float(bytes[5]) / 255))
    return picture
  }
  func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? { nil }
  func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? { nil }
}

@Suite struct PictureCodecsTests {
  private let dot = PictureData(Array("DOT".utf8) + [255, 0, 0], name: "a.dot")

  @Test func aCodecOfTheProgramIsAddedInOneLine() throws {
    let codecs = PictureCodecs()
    #expect(throws: PictureError.self) { try codecs.header(of: dot) }
    codecs.add(DotCodec())
    let picture = try codecs.decode(dot, PictureRequest(width: 2, height: 100))
    #expect((picture.width, picture.height) == (2, 8) && picture.color(x: 1, y: 1) == Color(red: 1, green: 0, blue: 0))
    // One of the same format takes its place.
    codecs.add(DotCodec(size: 8))
    #expect(codecs.all.map(\.format.rawValue) == ["PNG", "JPEG", "Dot"])
    #expect(try codecs.header(of: dot).width == 8)
  }

  @Test func anUnknownFormatIsNamedWithItsRequirements() {
    func reason(_ bytes: [UInt8], _ codecs: PictureCodecs = PictureCodecs()) -> String {
      do {
        _ = try codecs.header(of: PictureData(bytes, name: "file"))
        return "read"
      } catch {
        guard case .notAnImage("file", let reason) = error else { return "\(error)" }
        return reason
      }
    }
    #expect(reason([]) == "it is empty; supported: PNG or JPEG")
    #expect(
      reason(Array("GIF89a".utf8)) == "it is GIF, and this program was built without the part `gif`; supported: PNG or JPEG")
    #expect(reason(Array("RIFF....WEBPVP8 ".utf8)).hasPrefix("it is WebP, and this program was built without the part `webp`"))
    #expect(reason(Array("%PDF-1.7".utf8)) == "it is PDF; supported: PNG or JPEG")
    #expect(reason([1, 2, 3]) == "its format is unknown (first bytes 01 02); supported: PNG or JPEG")
    #expect(reason([1], PictureCodecs([GIFCodec()])) == "its format is unknown (first bytes 01); supported: GIF")
  }

  @Test func aRequestForMoreThanTheLimitIsRefusedBeforeItIsDecoded() throws {
    let codecs = PictureCodecs([DotCodec(size: 16000)])
    do {
      _ = try codecs.decode(dot, PictureRequest(width: 16000, height: 16000, byteLimit: 1 << 20))
      Issue.record("decoded")
    } catch {
      guard case .tooLarge("a.dot", _) = error else { throw error }
    }
    #expect(throws: PictureError.self) { try PictureCodecs([DotCodec(size: 20000)]).decode(dot, PictureRequest(width: 1, height: 1)) }
  }

  @Test func dataIsReadInPartsFromMemory() throws {
    let data = PictureData(Array(0..<200), name: "x")
    #expect(try data.read(at: 190, count: 20) == Array(190..<200) && data.read(at: 300, count: 4) == [])
    #expect(try data.read(upTo: 3) == [0, 1, 2] && data.isInMemory)
    var tries: [Int] = []
    let big = PictureData([UInt8](repeating: 1, count: 100_000), name: "big")
    _ = try big.parseBeginning { bytes throws(PictureError) in tries.append(bytes.count) }
    #expect(tries == [100_000])
  }
}
