#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Memory available to the process: the minimum of the machine's memory, its control groups' limits and its resource limits. A value; any
/// thread.
public struct MemoryLimit: Sendable, Hashable {
  /// Origin of a limit.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// Memory of the machine (`MemTotal` of `/proc/meminfo`).
    case machine
    /// `memory.max` or `memory.high` of the process's control group (version 2) or one above it.
    case controlGroup
    /// `RLIMIT_DATA` or `RLIMIT_AS`.
    case resourceLimit
  }

  /// Maximum bytes; `Int.max` if unknown.
  public var bytes: Int
  /// Origin of the limit; nil if unknown.
  public var source: Source?

  /// No known limit.
  public static let none = MemoryLimit(bytes: .max, source: nil)

  /// Limit of this process, read from a few kernel files on first use.
  public static let process = MemoryLimit.read()

  /// Returns the lower of two limits.
  public func min(_ other: MemoryLimit) -> MemoryLimit { other.bytes < bytes ? other : self }

  /// Returns `bytes`, reduced to at most `share` of the limit.
  public func capped(_ bytes: Int, share: Double) -> Int {
    self.bytes == .max ? bytes : Swift.min(bytes, Int(Double(self.bytes) * share))
  }

  /// Reads the current limits.
  /// - Parameters:
  ///   - groups: mount point of the control groups.
  ///   - text: returns the content of a kernel file; nil if it does not exist.
  static func read(groups: String = "/sys/fs/cgroup", text: (String) -> String? = MemoryLimit.text(of:)) -> MemoryLimit {
    var limit = MemoryLimit.none
    if let total = text("/proc/meminfo").flatMap(machineMemory(in:)) { limit = limit.min(MemoryLimit(bytes: total, source: .machine)) }
    for folder in (text("/proc/self/cgroup").map(groupFolders(in:)) ?? []) {
      for name in ["memory.max", "memory.high"] {
        guard let bytes = text(groups + folder + name).flatMap(bytes(in:)) else { continue }
        limit = limit.min(MemoryLimit(bytes: bytes, source: .controlGroup))
      }
    }
    for bytes in resourceLimits { limit = limit.min(MemoryLimit(bytes: bytes, source: .resourceLimit)) }
    return limit
  }

  /// Parses `MemTotal` of `/proc/meminfo`, which is in KiB.
  static func machineMemory(in text: String) -> Int? {
    // Bytes, not characters, which take a hundred times as long: every program waits for this before its first picture.
    guard let line = text.utf8.split(separator: UInt8(ascii: "\n")).first(where: { $0.starts(with: "MemTotal:".utf8) }) else { return nil }
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count >= 2, let kibibytes = Int(Substring(words[1])) else { return nil }
    let (bytes, isTooLarge) = kibibytes.multipliedReportingOverflow(by: 1024)
    return isTooLarge || bytes <= 0 ? nil : bytes
  }

  /// Returns the folders of the process's version 2 group and its ancestors, each with a slash at both ends.
  ///
  /// Source: Linux, Documentation/admin-guide/cgroup-v2.rst: the entry `0::` of `/proc/self/cgroup`.
  static func groupFolders(in text: String) -> [String] {
    guard let line = text.utf8.split(separator: UInt8(ascii: "\n")).first(where: { $0.starts(with: "0::/".utf8) }) else { return [] }
    var parts = line.dropFirst(3).split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    var folders: [String] = []
    while !parts.isEmpty {
      folders.append("/" + parts.joined(separator: "/") + "/")
      parts.removeLast()
    }
    return folders + ["/"]
  }

  /// Parses the number in a file of a control group; nil for `max`, which means no limit, and for invalid numbers.
  static func bytes(in text: String) -> Int? {
    let word = text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }).first
    return word.flatMap { Int(Substring($0)) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static var resourceLimits: [Int] {
    [RLIMIT_DATA, RLIMIT_AS].compactMap { kind in
      var limit = rlimit()
      guard getrlimit(.init(kind.rawValue), &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else { return nil }
      return Int(limit.rlim_cur)
    }
  }

  /// Returns the first 16 KiB of a file.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16384)
    let count = readBytes(file, &bytes)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

/// Calls `read(2)`, which the members of the same name would shadow.
private func readBytes(_ file: Int32, _ bytes: inout [UInt8]) -> Int { read(file, &bytes, bytes.count) }
