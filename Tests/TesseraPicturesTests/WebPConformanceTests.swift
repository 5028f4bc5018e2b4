import Foundation
import TesseraPictures
import TesseraRender
import Testing
import WebPCodec

/// Files with the pixels that `dwebp` decodes. `PICTURE_CASES` names a folder with more of them, `.rgba` beside `.webp`.
@Suite struct WebPConformanceTests {
  static let folder = GIFConformanceTests.folder ?? Fixtures.folder
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("webp").path)) ?? []
    return files.filter { $0.hasSuffix(".webp") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test func thereAreCases() { #expect(Self.names.count >= 12) }

  @Test(arguments: names) func pixelsMatchTheReference(_ name: String) throws {
    func bytes(_ suffix: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("webp/\(name).\(suffix)")))
    }
    let codecs = PictureCodecs([WebPCodec()])
    let data = PictureData(try bytes("webp"), name: name)
    let header = try codecs.header(of: data)
    let found = try codecs.decode(data, PictureRequest(width: header.width, height: header.height)).rgba
    let wanted = premultiplied(try bytes("rgba"))
    #expect(found.count == wanted.count)
    // libwebp rounds premultiplied colours down; opaque ones are exactly those of the reference.
    var (opaque, translucent) = (0, 0)
    for i in stride(from: 0, to: min(found.count, wanted.count), by: 4) {
      var most = 0
      for c in i..<i + 4 { most = max(most, abs(Int(found[c]) - Int(wanted[c]))) }
      if wanted[i + 3] == 255 { opaque = max(opaque, most) } else { translucent = max(translucent, most) }
    }
    #expect(opaque == 0 && translucent <= 1)
  }

  @Test func aSmallerPictureIsShrunkWhileDecoding() throws {
    let codecs = PictureCodecs([WebPCodec()])
    let small = try codecs.decode(Fixtures.data("webp/lossy_q0_f100.webp"), PictureRequest(width: 32, height: 16))
    #expect(small.width == 32 && small.height == 16)
    let whole = try codecs.decode(Fixtures.data("webp/lossy_q0_f100.webp"), PictureRequest(width: 128, height: 128))
    let averaged = try whole.shrunk(to: PictureRequest(width: 32, height: 16), name: "")
    // libwebp shrinks luma and chroma before it makes colours of them.
    let differences = zip(small.rgba, averaged.rgba).map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) <= differences.count * 3)
  }
}
