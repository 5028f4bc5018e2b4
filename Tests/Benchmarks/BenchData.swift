internal import Glibc
internal import TesseraRender

/// Inputs of the benchmark cases.
enum BenchData {
  struct Missing: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String {
      "cannot read \(path): \(reason); `tessera-bench --make-data DIR` makes the inputs, --data DIR names their folder"
    }
  }

  static func read(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Missing(path: path, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      guard count >= 0 else { throw Missing(path: path, reason: String(cString: strerror(errno))) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[0..<count])
    }
  }

  static func lines(_ path: String) throws -> [String] {
    String(decoding: try read(path), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  /// Reads pictures of one size, stored one after another as raw B G R A.
  static func pictures(_ path: String, count: Int, width: Int, height: Int) throws -> [PixelBuffer] {
    let bytes = try read(path)
    let size = width * height * 4
    guard bytes.count >= size * count else { throw Missing(path: path, reason: "\(bytes.count) bytes, \(size * count) wanted") }
    return try (0..<count).map { index in
      let buffer = try PixelBuffer(width: width, height: height, format: .argb8888)
      let stride = buffer.stride
      buffer.withUnsafeMutableBytes { target in
        bytes.withUnsafeBytes { source in
          for y in 0..<height {
            memcpy(target.baseAddress! + y * stride, source.baseAddress! + index * size + y * width * 4, width * 4)
          }
        }
      }
      return buffer
    }
  }

  /// Returns the string of label `i` in frame `frame`: 20 letters and digits by Marsaglia's xorshift32.
  static func label(_ frame: Int, _ i: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    var s = 0x9E37_79B9 ^ (UInt32(truncatingIfNeeded: frame * 1000 + i + 1) &* 2_654_435_761)
    if s == 0 { s = 1 }
    var text: [UInt8] = []
    for _ in 0..<20 {
      s ^= s << 13
      s ^= s >> 17
      s ^= s << 5
      text.append(alphabet[Int(s % 62)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
