internal import CTesseraNetwork

/// Text format of the journal of a ``DiskCache``. Each record is one line with a checksum, so torn lines are detected and skipped.
///
/// A line is `<XXH64 of the rest, 16 hex digits> <kind> <fields>`. Fields are separated by spaces; unprintable characters are escaped as
/// %xx. The first line of the file is ``header``.
enum CacheJournal {
  /// First line. It names the version; a program that reads another version starts an empty journal.
  static let header = "tessera-cache 1\n"

  /// Maximum body size that a line may give, so that sums of sizes do not overflow.
  static let maximumSize = 1 << 40

  /// Returns the line of a record, including the line end.
  static func line(_ record: CacheRecord) -> String {
    let body: String
    switch record {
    case .put(let url, let entry):
      let fields = [escaped(url), entry.file, "\(entry.size)", hex(entry.checksum), number(entry.usedAt)]
      body = "put " + (fields + metadata(entry.metadata)).joined(separator: " ")
    case .confirm(let url, let new): body = "confirm " + ([escaped(url)] + metadata(new)).joined(separator: " ")
    case .use(let url, let time): body = "use \(escaped(url)) \(number(time))"
    case .remove(let url): body = "remove \(escaped(url))"
    }
    return "\(hex(hash(body))) \(body)\n"
  }

  /// Parses a line without its end. Returns nil if it is torn or not a record.
  static func record(_ line: Substring) -> CacheRecord? {
    guard let space = line.firstIndex(of: " "), let checksum = UInt64(line[..<space], radix: 16), line[..<space].utf8.count == 16 else {
      return nil
    }
    let body = line[line.index(after: space)...]
    guard hash(String(body)) == checksum else { return nil }
    let fields = body.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 2, let url = unescaped(fields[1]) else { return nil }
    switch (fields[0], fields.count) {
    case ("put", 12):
      guard isFileName(fields[2]), let size = Int(fields[3]), (0...maximumSize).contains(size), let sum = UInt64(fields[4], radix: 16),
        let used = Double(fields[5]), used.isFinite,
        let metadata = metadata(fields[6...])
      else { return nil }
      return .put(url: url, CacheEntry(file: fields[2], size: size, checksum: sum, metadata: metadata, usedAt: used))
    case ("confirm", 8): return metadata(fields[2...]).map { .confirm(url: url, $0) }
    case ("use", 3): return Double(fields[2]).flatMap { $0.isFinite ? .use(url: url, at: $0) : nil }
    case ("remove", 2): return .remove(url: url)
    default: return nil
    }
  }

  /// Returns a file name for the body of `url`. Two bodies of one URL never share a name.
  static func fileName(_ url: String, unique: UInt64) -> String { "b-\(hex(hash(url)))-\(hex(unique))" }

  /// Whether a name has the form of ``fileName(_:unique:)``. Other files are never read or removed.
  static func isFileName(_ name: some StringProtocol) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count == 35, bytes[0] == UInt8(ascii: "b"), bytes[1] == UInt8(ascii: "-"), bytes[18] == UInt8(ascii: "-") else {
      return false
    }
    return (bytes[2..<18] + bytes[19...]).allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
  }

  static func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { tn_hash($0.baseAddress, $0.count) }
  }

  // MARK: fields

  private static func metadata(_ m: CacheMetadata) -> [String] {
    [
      optional(m.etag), optional(m.lastModified), optional(m.contentType), number(m.validatedAt), number(m.freshUntil),
      m.mustRevalidate ? "1" : "0",
    ]
  }

  private static func metadata(_ fields: ArraySlice<String>) -> CacheMetadata? {
    let f = Array(fields)
    guard f.count == 6, let validated = Double(f[3]), let fresh = Double(f[4]), validated.isFinite, fresh.isFinite else { return nil }
    return CacheMetadata(
      etag: text(f[0]), lastModified: text(f[1]), contentType: text(f[2]), validatedAt: validated, freshUntil: fresh,
      mustRevalidate: f[5] == "1")
  }

  private static func optional(_ text: String?) -> String { text.map { "=" + escaped($0) } ?? "-" }
  private static func text(_ field: String) -> String? { field.hasPrefix("=") ? unescaped(String(field.dropFirst())) : nil }
  private static func number(_ value: Double) -> String { "\(value)" }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%") {
        result.append(byte)
      } else {
        result += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func unescaped(_ text: String) -> String? {
    var result: [UInt8] = []
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let a = bytes.next(), let b = bytes.next(), let value = UInt8(String(decoding: [a, b], as: UTF8.self), radix: 16) else {
        return nil
      }
      result.append(value)
    }
    return String(validating: result, as: UTF8.self)
  }
}
