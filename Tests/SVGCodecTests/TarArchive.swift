import Foundation
import TesseraPictures
import Testing

/// The files of a gzipped tar archive (POSIX ustar) by name.
struct TarArchive {
  private(set) var files: [String: ArraySlice<UInt8>] = [:]

  init(gzipped path: String) throws {
    let packed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let bytes = try packed.withUnsafeBytes { try Deflate.expand($0, .gzip, limit: 64 << 20) }
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self) }
    var at = 0
    while at + 512 <= bytes.count, bytes[at] != 0 {
      let size = try #require(Int(text(at + 124..<at + 136).trimmingCharacters(in: .whitespaces), radix: 8), "no size at byte \(at)")
      try #require(at + 512 + size <= bytes.count, "the archive is cut off")
      files[text(at..<at + 100)] = bytes[at + 512..<at + 512 + size]
      at += 512 + (size + 511) / 512 * 512
    }
  }

  /// Writes the files below a folder.
  func write(to folder: URL) throws {
    for (name, bytes) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }
}
