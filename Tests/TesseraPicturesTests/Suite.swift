import Foundation
import TesseraPictures
import TesseraRender

/// Files of this test target.
enum Fixtures {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")

  static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))) }

  static func data(_ name: String) throws -> PictureData { PictureData(try bytes(name), name: name) }

  /// Names of the files in a folder with this extension, without it.
  static func names(in name: String, _ suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path)
      .filter { $0.hasSuffix("." + suffix) }.map { String($0.dropLast(suffix.count + 1)) }.sorted()
  }
}

extension PixelBuffer {
  /// The pixels as bytes R G B A, premultiplied.
  var rgba: [UInt8] {
    withUnsafeBytes { bytes in
      var out = [UInt8](repeating: 0, count: width * height * 4)
      for y in 0..<height {
        for x in 0..<width {
          let (at, to) = (y * stride + x * 4, (y * width + x) * 4)
          (out[to], out[to + 1], out[to + 2], out[to + 3]) = (bytes[at + 2], bytes[at + 1], bytes[at], bytes[at + 3])
        }
      }
      return out
    }
  }
}

extension PictureFrames {
  /// All frames, decoded in order.
  func allPixels() throws -> [[UInt8]] {
    let reader = try makeReader()
    let canvas = try PixelBuffer(width: width, height: height)
    return try delays.indices.map { index in
      let before = canvas.rgba
      let area = try reader.decode(index, into: canvas, isCancelled: { false })
      let after = canvas.rgba
      // What lies outside of the area that is said to change is as before.
      for i in 0..<width * height where index > 0 && before[i * 4..<i * 4 + 4] != after[i * 4..<i * 4 + 4] {
        let (x, y) = (i % width, i / width)
        if x < area.x || x >= area.maxX || y < area.y || y >= area.maxY { throw StrayChange(frame: index, x: x, y: y) }
      }
      return after
    }
  }
}

struct StrayChange: Error {
  var frame: Int, x: Int, y: Int
}

/// Premultiplies bytes R G B A.
func premultiplied(_ rgba: [UInt8]) -> [UInt8] {
  var out = rgba
  for i in stride(from: 0, to: rgba.count, by: 4) {
    if rgba[i + 3] == 255 { continue }
    for c in i..<i + 3 { out[c] = UInt8((Int(rgba[c]) * Int(rgba[i + 3]) * 2 + 255) / 510) }
  }
  return out
}

/// The largest difference of two bytes at the same place; nil where the counts differ.
func difference(_ a: [UInt8], _ b: [UInt8]) -> Int? {
  a.count == b.count ? zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } : nil
}

/// Random numbers from a seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
