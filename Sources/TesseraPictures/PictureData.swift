public import TesseraRender

/// Bytes of a picture's file: in memory, or in an open file that is read as far as needed. A value; any thread.
public struct PictureData: Sendable {
  /// Number of bytes that codecs get to recognize a format. It covers most headers; larger reads would cost as much as parsing the header
  /// itself.
  public static let pageSize = 4096

  /// Name in error messages: the path of a file.
  public let name: String
  /// Size of the whole file in bytes.
  public let count: Int
  private let storage: Storage

  private enum Storage: Sendable {
    case memory([UInt8])
    case file(PictureFile, beginning: [UInt8])
  }

  /// Creates data from bytes in memory.
  public init(_ bytes: [UInt8], name: String = "in memory") {
    self.name = name
    count = bytes.count
    storage = .memory(bytes)
  }

  /// Opens a regular file and reads its beginning. The file stays open as long as a copy of this value lives.
  public init(file path: String) throws(PictureError) {
    let file = try PictureFile(path)
    name = path
    count = file.size
    storage = .file(file, beginning: try Self.read(file, upTo: min(file.size, Self.pageSize)))
  }

  /// Whether the whole file is in memory.
  public var isInMemory: Bool { if case .memory = storage { true } else { false } }

  /// Bytes in memory: the whole file, or the first ``pageSize`` bytes. O(1).
  public var bytesAtHand: [UInt8] {
    switch storage {
    case .memory(let bytes): bytes
    case .file(_, let beginning): beginning
    }
  }

  /// Calls `body` with the first ``pageSize`` bytes, or all if there are fewer.
  public func withBeginning<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try Self.withBytes(of: bytesAtHand) { bytes throws(E) in try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.pageSize))) }
  }

  /// Calls `parse` with the beginning of the file. If it throws `PictureError.truncated`, calls it again with 16 times as much, up to the
  /// whole file.
  ///
  /// For headers: most are in the first page, but some follow a thumbnail or a profile.
  /// - Throws: errors of `parse`; `PictureError.tooLarge` if the bytes exceed the limit.
  public func parseBeginning<R>(
    byteLimit: Int = DecodingBudget.shared.byteLimit, _ parse: (UnsafeRawBufferPointer) throws(PictureError) -> R
  ) throws(PictureError) -> R {
    var beginning = bytesAtHand
    while true {
      do {
        return try Self.withBytes(of: beginning, parse)
      } catch .truncated where beginning.count < count {
        let more = min(count, beginning.count.multipliedReportingOverflow(by: 16).partialValue)
        if let reason = DecodingBudget.refusal(of: more, limit: byteLimit, for: "the data before its pixels") {
          throw .tooLarge(source: name, reason: reason)
        }
        let before = beginning.count
        beginning = try read(upTo: more)
        if beginning.count == before { return try Self.withBytes(of: beginning, parse) }  // the file shrank
      }
    }
  }

  /// Returns the first `count` bytes, or all if there are fewer.
  public func read(upTo count: Int) throws(PictureError) -> [UInt8] {
    switch storage {
    case .memory(let bytes): count >= bytes.count ? bytes : Array(bytes.prefix(count))
    case .file(let file, let beginning):
      count <= beginning.count ? Array(beginning.prefix(count)) : try Self.read(file, upTo: min(count, self.count))
    }
  }

  /// Returns all bytes.
  /// - Throws: also `PictureError.tooLarge` if there are more than `limit`.
  public func bytes(limit: Int = DecodingBudget.shared.byteLimit) throws(PictureError) -> [UInt8] {
    if case .memory(let bytes) = storage { return bytes }
    if let reason = DecodingBudget.refusal(of: count, limit: limit, for: "a file of \(count) bytes") {
      throw .tooLarge(source: name, reason: reason)
    }
    return try read(upTo: count)
  }

  /// Reads from byte `offset` (0 or more) until `target` is full or the file ends. Returns the number of bytes read.
  public func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) throws(PictureError) -> Int {
    switch storage {
    case .memory(let bytes):
      let some = min(target.count, max(0, bytes.count - offset))
      if some > 0 { Self.withBytes(of: bytes) { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + some])) } }
      return some
    case .file(let file, _): return try file.read(at: offset, into: target)
    }
  }

  /// Returns up to `count` bytes from byte `offset`, fewer at the end of the file.
  public func read(at offset: Int, count: Int) throws(PictureError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, self.count - offset)))
    guard !bytes.isEmpty else { return [] }
    let got = try bytes.withUnsafeMutableBufferPointer { buffer throws(PictureError) in
      try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    bytes.removeLast(bytes.count - got)
    return bytes
  }

  /// Calls `Array.withUnsafeBytes` with typed errors.
  static func withBytes<R, E: Error>(of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try bytes.withUnsafeBufferPointer { buffer throws(E) in try body(UnsafeRawBufferPointer(buffer)) }
  }

  private static func read(_ file: PictureFile, upTo count: Int) throws(PictureError) -> [UInt8] {
    var failure: PictureError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(PictureError) {
        filled = try file.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
