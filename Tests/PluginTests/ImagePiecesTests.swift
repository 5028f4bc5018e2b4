import ImagePlugin
import TesseraGeometry
import TesseraRender
import Testing

/// PNG files are read while they are decoded.
@Suite struct ImagePiecesTests {
  /// Returns a PNG of 60 kB: larger than a page, the part read for the header, and three pieces together.
  private func png(_ extra: [(String, [UInt8])] = []) -> [UInt8] {
    TestPNG(width: 120, height: 125, colorType: 6, extra: extra.map { (name: $0.0, data: $0.1) }) { x, y, c in
      (x * 7 ^ (y * 13 + c * 31)) & 255
    }.bytes()
  }

  @Test func aFileInPiecesIsThePictureInMemory() throws {
    let directory = try TestDirectory()
    for extra in [[], [("tEXt", [UInt8](repeating: 65, count: 70_000))]] {
      let bytes = png(extra)
      let path = try directory.write(bytes, to: "a.png")
      let (file, memory) = try (ImageDecoder.decode(file: path), ImageDecoder.decode(bytes: bytes))
      #expect(file.packedBytes == memory.packedBytes)
      let small = try (ImageDecoder.decode(file: path, maxSize: Size(40, 40)), ImageDecoder.decode(bytes: bytes, maxSize: Size(40, 40)))
      #expect(small.0.packedBytes == small.1.packedBytes && small.0.height == 40)
    }
  }

  @Test func aFileTruncatedAnywhereReportsItsLength() throws {
    let directory = try TestDirectory()
    let bytes = png()
    for count in [20, 4095, 4096, 4097, 4096 + 16_384, 4096 + 16_385, 50_000, bytes.count - 1] {
      let path = try directory.write(Array(bytes[..<count]), to: "cut.png")
      do {
        _ = try ImageDecoder.decode(file: path)
        Issue.record("decoded \(count) bytes")
      } catch {
        #expect(error == .truncated(source: path, reason: "PNG: the data ends after \(count) bytes, in the middle"))
      }
    }
  }

  @Test func aDamagedPieceIsAnError() throws {
    let directory = try TestDirectory()
    var bytes = png()
    bytes[40_000] ^= 1
    let path = try directory.write(bytes, to: "damaged.png")
    do {
      _ = try ImageDecoder.decode(file: path)
      Issue.record("decoded")
    } catch {
      guard case .corrupt(path, _) = error else { throw error }
    }
  }
}
