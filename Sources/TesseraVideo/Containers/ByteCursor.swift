/// Position in bytes that were read from a file. Numbers have their highest byte first. A value.
struct ByteCursor {
  private let bytes: [UInt8]
  /// Place of the first byte in the file.
  private let origin: Int
  private(set) var at: Int
  private(set) var end: Int
  /// Name of the part for error messages, such as `box stts`.
  var name: String

  init(_ bytes: [UInt8], origin: Int, name: String) {
    (self.bytes, self.origin, at, end, self.name) = (bytes, origin, 0, bytes.count, name)
  }

  /// Number of bytes that follow.
  var left: Int { end - at }
  /// Place in the file.
  var offset: Int { origin + at }

  /// Returns the error of bytes that are missing here.
  var cut: ContainerProblem { .corrupt("\(name) is cut at byte \(offset)") }

  mutating func skip(_ count: Int) throws(ContainerProblem) {
    guard count >= 0, count <= left else { throw cut }
    at += count
  }

  /// Returns a number of 1 to 8 bytes.
  mutating func unsigned(_ count: Int) throws(ContainerProblem) -> UInt64 {
    guard count <= left else { throw cut }
    var value: UInt64 = 0
    for i in at..<at + count { value = value << 8 | UInt64(bytes[i]) }
    at += count
    return value
  }

  mutating func byte() throws(ContainerProblem) -> Int { Int(try unsigned(1)) }
  mutating func short() throws(ContainerProblem) -> Int { Int(try unsigned(2)) }
  mutating func word() throws(ContainerProblem) -> Int { Int(try unsigned(4)) }
  mutating func signedWord() throws(ContainerProblem) -> Int { Int(Int32(truncatingIfNeeded: try unsigned(4))) }

  /// Returns a number of 8 bytes; the largest one if it does not fit.
  mutating func long() throws(ContainerProblem) -> Int { Int(clamping: try unsigned(8)) }
  mutating func signedLong() throws(ContainerProblem) -> Int { Int(truncatingIfNeeded: try unsigned(8)) }

  /// Returns the next `count` bytes as a part of its own.
  mutating func part(_ count: Int, name: String) throws(ContainerProblem) -> ByteCursor {
    guard count >= 0, count <= left else { throw cut }
    var part = self
    (part.end, part.name) = (at + count, name)
    at += count
    return part
  }

  /// Returns all bytes that follow.
  func rest() -> [UInt8] { Array(bytes[at..<end]) }

  /// Returns `count` bytes.
  mutating func array(_ count: Int) throws(ContainerProblem) -> [UInt8] {
    guard count >= 0, count <= left else { throw cut }
    defer { at += count }
    return Array(bytes[at..<at + count])
  }
}
