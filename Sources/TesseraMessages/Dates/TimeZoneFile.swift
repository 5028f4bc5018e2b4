#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

/// Offsets of a named time zone, from a file of the time zone database. A value.
///
/// Source: RFC 9636 (TZif), version 2 or later, with its footer for times after the last transition.
struct TimeZoneFile: Sendable, Equatable {
  /// Seconds since 1970 at which an offset begins, ascending, with the offset in seconds east of UTC.
  private let transitions: [(time: Int, offset: Int)]
  /// Offset before the first transition, seconds.
  private let first: Int
  /// Rule after the last transition; nil: its offset stays.
  private let rule: TimeZoneRule?

  /// Maximum size of a file, bytes; the largest of the database has 4 KiB.
  static let sizeLimit = 64 << 10
  /// Maximum number of zones that are kept.
  private static let keptLimit = 64
  private static let known = Locked<[String: TimeZoneFile]>([:])

  static func == (a: TimeZoneFile, b: TimeZoneFile) -> Bool {
    a.first == b.first && a.rule == b.rule && a.transitions.elementsEqual(b.transitions, by: ==)
  }

  /// Returns a zone by its name, such as `Europe/Zurich`, read at first use from the folder of `TZDIR` or `/usr/share/zoneinfo`; nil if there is no such
  /// zone. Any thread.
  static func named(_ name: String) -> TimeZoneFile? {
    guard isName(name) else { return nil }
    if let zone = known.withLock({ $0[name] }) { return zone }
    let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    guard let bytes = bytes(of: folder + "/" + name), let zone = TimeZoneFile(bytes) else { return nil }
    known.withLock { known in
      if known.count >= keptLimit { known = [:] }
      known[name] = zone
    }
    return zone
  }

  /// Whether a text can be the name of a zone: words of letters, digits, `_`, `-` and `+`, separated by slashes. It names no file outside of the folder.
  static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 64 && (1...3).contains(parts.count)
      && parts.allSatisfy { part in
        guard let begin = part.first, Character(UnicodeScalar(begin)).isLetter else { return false }
        return part.allSatisfy { byte in
          let sign = Character(UnicodeScalar(byte))
          return byte < 0x80 && (sign.isLetter || sign.isNumber || sign == "_" || sign == "-" || sign == "+")
        }
      }
  }

  private static func bytes(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0, info.st_size <= sizeLimit else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + done, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
    return bytes
  }

  /// Reads a file; nil if it is not valid. Linear in its size.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit else { return nil }
    func number(_ at: Int, _ size: Int) -> Int {
      let bits = bytes[at..<at + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return size == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(truncatingIfNeeded: bits)
    }
    /// Counts of a header: indicators of UT and of standard time, leap seconds, transitions, types, letters.
    func header(_ at: Int) -> [Int]? {
      guard at + 44 <= bytes.count, bytes[at..<at + 4].elementsEqual("TZif".utf8) else { return nil }
      let counts = (0..<6).map { number(at + 20 + $0 * 4, 4) }
      return counts.allSatisfy { (0...8192).contains($0) } ? counts : nil
    }
    guard let old = header(0), bytes[4] >= UInt8(ascii: "2") else { return nil }
    // The first block has times of 32 bits; the second one has the same of 64 bits.
    let start = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
    guard let counts = header(start) else { return nil }
    let (times, types) = (start + 44, start + 44 + counts[3] * 9)
    let end = types + counts[4] * 6 + counts[5] + counts[2] * 12 + counts[1] + counts[0]
    guard end <= bytes.count, counts[4] > 0 else { return nil }
    let offsets = (0..<counts[4]).map { number(types + $0 * 6, 4) }
    guard offsets.allSatisfy({ abs($0) <= 26 * 3600 }) else { return nil }
    var transitions: [(time: Int, offset: Int)] = []
    for i in 0..<counts[3] {
      let (time, type) = (number(times + i * 8, 8), Int(bytes[times + counts[3] * 8 + i]))
      guard offsets.indices.contains(type), time > transitions.last?.time ?? .min else { return nil }
      transitions.append((time, offsets[type]))
    }
    (self.transitions, first) = (transitions, offsets[0])
    let footer = bytes[end...]
    guard footer.first == 10, let last = footer.dropFirst().firstIndex(of: 10) else {
      rule = nil
      return
    }
    let text = footer[(end + 1)..<last]
    guard !text.isEmpty else {
      rule = nil
      return
    }
    guard let read = TimeZoneRule(text) else { return nil }
    rule = read
  }

  /// Returns the offset at a time, seconds east of UTC. Logarithmic in the number of transitions.
  /// - Parameter time: Seconds since 1970.
  func offset(at time: Int) -> Int {
    guard let last = transitions.last else { return rule?.offset(at: time) ?? first }
    if time >= last.time, let rule { return rule.offset(at: time) }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : transitions[low - 1].offset
  }
}
