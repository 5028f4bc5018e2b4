import ImagePlugin
import TesseraRender
import TesseraTestSupport
import Testing

/// Rows of PNG pictures: filters, chunks of any size, damage.
@Suite struct ImagePNGDataTests {
  /// Values that make every filter carry, wrap around and choose each of its neighbours.
  private static func channel(_ x: Int, _ y: Int, _ c: Int) -> Int { ((x * x) &* 37 ^ (y &* 101 + c &* 59) ^ (x &* y)) & 255 }

  private static func png(_ width: Int, _ height: Int, _ colorType: Int, _ filter: @escaping (Int) -> Int = { $0 * 7 % 5 }) -> TestPNG {
    TestPNG(width: width, height: height, colorType: colorType, filter: filter, sample: channel)
  }

  /// Returns the same picture without filters, in one chunk.
  private static func plain(_ png: TestPNG) throws -> [UInt8] {
    var other = png
    (other.filter, other.pieces, other.excess) = ({ _ in 0 }, [], [])
    return try ImageDecoder.decode(bytes: other.bytes()).packedBytes
  }

  @Test(arguments: [0, 2, 4, 6], [1, 2, 3, 5, 33, 5000]) func everyFilterIsUndone(colorType: Int, width: Int) throws {
    for kind in 0...4 {
      // Alone, and after and before each of the others; 5000 x 4 bytes exceed the size of one inflate step.
      for filter in [{ _ in kind }, { $0 % 2 == 0 ? kind : ($0 / 2) % 5 }] as [(Int) -> Int] {
        let height = width > 1000 ? 4 : 21
        let png = Self.png(width, height, colorType, filter)
        let picture = try ImageDecoder.decode(bytes: png.bytes())
        #expect(try picture.packedBytes == Self.plain(png), "filter \(kind)")
        for (x, y) in [(0, 0), (width - 1, height - 1), (width / 2, height / 2)] where colorType == 2 {
          #expect(TestPixel(picture, x, y) == TestPixel(Self.channel(x, y, 0), Self.channel(x, y, 1), Self.channel(x, y, 2)))
        }
      }
    }
  }

  @Test(arguments: [[1], [0, 0, 7], [2, 1, 0, 100], [4096], [70_000]]) func imageDataMayBeCutAnywhere(pieces: [Int]) throws {
    let directory = try TestDirectory()
    var png = Self.png(61, 40, 6)
    png.pieces = pieces
    let bytes = png.bytes()
    let whole = try Self.plain(png)
    #expect(try ImageDecoder.decode(bytes: bytes).packedBytes == whole)
    #expect(try ImageDecoder.decode(file: directory.write(bytes, to: "a.png")).packedBytes == whole)
  }

  @Test(arguments: [1, 244, 100_000]) func dataAfterTheLastRowAreIgnored(count: Int) throws {
    var png = Self.png(61, 40, 6)
    png.excess = [UInt8](repeating: 9, count: count)
    #expect(try ImageDecoder.decode(bytes: png.bytes()).packedBytes == Self.plain(png))
  }

  private func expectCorrupt(_ bytes: [UInt8], _ reason: String) {
    #expect(throws: ImageError.corrupt(source: "a.png", reason: reason)) { try ImageDecoder.decode(bytes: bytes, name: "a.png") }
  }

  @Test func missingRowsAreAnError() {
    var png = Self.png(61, 40, 6)
    png.claimed = (61, 41)
    expectCorrupt(png.bytes(), "PNG: not enough image data")
    png.pieces = [100]
    expectCorrupt(png.bytes(), "PNG: not enough image data")
  }

  @Test func anInvalidFilterIsAnError() {
    expectCorrupt(Self.png(61, 40, 6) { $0 == 39 ? 5 : 4 }.bytes(), "PNG: a row has filter 5; 4 is the last")
  }

  @Test func aWrongChecksumIsAnError() throws {
    let good = Self.png(5, 5, 6).bytes()
    // From the end: IEND of 12 bytes, the chunk's checksum, and before it zlib's.
    var chunk = good
    chunk[good.count - 13] ^= 1
    expectCorrupt(chunk, "PNG: IDAT: CRC error")
    var data = good
    data[good.count - 17] ^= 1
    let start = try #require((0..<good.count - 4).first { Array(good[$0..<$0 + 4]) == Array("IDAT".utf8) })
    data.replaceSubrange(good.count - 16..<good.count - 12, with: TestPNG.word(Int(TestPNG.crc(Array(data[start..<good.count - 16])))))
    expectCorrupt(data, "PNG: incorrect data check")
  }

  @Test func chunksAfterTheImageAreSkipped() throws {
    let good = Self.png(5, 5, 6).bytes()
    let end = Array(good[(good.count - 12)...])
    func following(_ name: String, _ data: [UInt8], damaged: Bool = false) -> [UInt8] {
      var chunk: [UInt8] = []
      TestPNG.append(name, data, to: &chunk)
      if damaged { chunk[chunk.count - 1] ^= 1 }
      return Array(good[..<(good.count - 12)]) + chunk + end
    }
    let whole = try ImageDecoder.decode(bytes: good).packedBytes
    for bytes in [following("tEXt", [65, 0, 66]), following("tEXt", [65, 0, 66], damaged: true), following("IDAT", [1, 2, 3])] {
      #expect(try ImageDecoder.decode(bytes: bytes).packedBytes == whole)
    }
    expectCorrupt(following("IDAT", [1, 2, 3], damaged: true), "PNG: IDAT: CRC error")
    expectCorrupt(following("IHDR", [1]), "PNG: a second header")
    expectCorrupt(following("a1b2", [1]), "PNG: a chunk has no name")
  }
}
