internal import TesseraPictures

/// Files of a ZIP archive in memory. Source: PKWARE APPNOTE 6.3.10, without ZIP64 and encryption.
struct ZipArchive: Sendable {
  private struct Entry: Sendable {
    var name: String
    var flags, method: Int
    var checksum: UInt32
    var packed, size, offset: Int
  }

  /// Name of the archive in error messages.
  let source: String
  private let data: [UInt8]
  private let entries: [Entry]

  /// Parses the directory.
  init(_ data: [UInt8], source: String) throws(LottieError) {
    (self.data, self.source) = (data, source)
    guard let end = Self.directoryEnd(data), let count = data.little16(end + 10), let start = data.little32(end + 16) else {
      var error = LottieError(source: source, reason: "the ZIP archive has no directory at its end: it is cut off")
      error.isTruncated = true
      throw error
    }
    guard count != 0xFFFF, start != 0xFFFF_FFFF else { throw LottieError(source: source, reason: "ZIP64 archives are not supported") }
    guard count <= LottieLimits.archiveEntries else {
      throw LottieError(source: source, reason: "the archive has \(count) files; the maximum is \(LottieLimits.archiveEntries)")
    }
    var (entries, at, total): ([Entry], Int, Int) = ([], start, 0)
    for _ in 0..<count {
      guard let (entry, next) = Self.entry(data, at) else {
        throw LottieError(source: source, offset: at, reason: "the directory of the ZIP archive is damaged")
      }
      total += entry.size  // at most 1000 32-bit numbers
      entries.append(entry)
      at = next
    }
    guard total <= LottieLimits.archiveBytes else {
      throw LottieError(source: source, reason: "the archive has \(total) bytes; the maximum is \(LottieLimits.archiveBytes)")
    }
    self.entries = entries
  }

  /// File names in directory order.
  var names: [String] { entries.map(\.name) }

  /// Returns the content of a file; nil if there is no file of this name.
  func bytes(of name: String) throws(LottieError) -> [UInt8]? {
    guard let entry = entries.first(where: { $0.name == name }) else { return nil }
    let what = "`\(name)` in the archive"
    guard entry.flags & 1 == 0 else { throw LottieError(source: source, reason: "\(what) is encrypted") }
    guard entry.size <= LottieLimits.bytes else {
      throw LottieError(source: source, reason: "\(what) has \(entry.size) bytes; the maximum is \(LottieLimits.bytes)")
    }
    guard data.little32(entry.offset) == 0x0403_4B50, let nameLength = data.little16(entry.offset + 26),
      let extraLength = data.little16(entry.offset + 28), entry.offset + 30 + nameLength + extraLength + entry.packed <= data.count
    else { throw LottieError(source: source, offset: entry.offset, reason: "\(what) is not at the offset in the directory") }
    let start = entry.offset + 30 + nameLength + extraLength
    let packed = data[start..<start + entry.packed]
    var bytes: [UInt8] = []
    switch entry.method {
    case 0: bytes = Array(packed)
    case 8:
      if entry.size > 0 { bytes = try Expansion.expand(packed, .raw, limit: entry.size, what: what, source: source) }
    default:
      throw LottieError(source: source, reason: "\(what) is compressed by method \(entry.method); supported are 0 and 8")
    }
    guard bytes.count == entry.size, Deflate.checksum(of: bytes) == entry.checksum else {
      throw LottieError(source: source, reason: "\(what) is damaged: its length or checksum is wrong")
    }
    return bytes
  }

  /// Returns the offset of the record at the end of the directory, which a comment may follow.
  private static func directoryEnd(_ data: [UInt8]) -> Int? {
    guard data.count >= 22 else { return nil }
    return stride(from: data.count - 22, through: max(0, data.count - 22 - 0xFFFF), by: -1).first { data.little32($0) == 0x0605_4B50 }
  }

  /// Returns an entry of the directory and the offset of the next.
  private static func entry(_ data: [UInt8], _ at: Int) -> (Entry, next: Int)? {
    guard data.little32(at) == 0x0201_4B50, let flags = data.little16(at + 8), let method = data.little16(at + 10),
      let checksum = data.little32(at + 16), let packed = data.little32(at + 20), let size = data.little32(at + 24),
      let nameLength = data.little16(at + 28), let extraLength = data.little16(at + 30), let commentLength = data.little16(at + 32),
      let offset = data.little32(at + 42), at + 46 + nameLength <= data.count
    else { return nil }
    let name = String(decoding: data[at + 46..<at + 46 + nameLength], as: UTF8.self)
    let entry = Entry(
      name: name, flags: flags, method: method, checksum: UInt32(checksum), packed: packed, size: size, offset: offset)
    return (entry, at + 46 + nameLength + extraLength + commentLength)
  }
}

extension [UInt8] {
  /// Reads two bytes, little-endian; nil beyond the end.
  fileprivate func little16(_ at: Int) -> Int? { at >= 0 && at + 2 <= count ? Int(self[at]) | Int(self[at + 1]) << 8 : nil }
  /// Reads four bytes, little-endian.
  fileprivate func little32(_ at: Int) -> Int? {
    guard let low = little16(at), let high = little16(at + 2) else { return nil }
    return low | high << 16
  }
}
