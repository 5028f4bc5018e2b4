/// Element of a Matroska file. A value.
struct EBMLElement: Sendable {
  var id: Int
  /// First byte of its content in the file.
  var content: Int
  /// Bytes of its content; nil if unknown.
  var size: Int?
  /// First byte behind it; nil if unknown.
  var end: Int? { size.map { Int(clamping: UInt(content) + UInt($0)) } }
}

extension ByteCursor {
  /// Returns an identifier, with its marker bits.
  mutating func identifier() throws(ContainerProblem) -> Int {
    var peek = self
    let first = UInt8(try peek.unsigned(1))
    guard first >= 0x10 else { throw .corrupt("the element at byte \(offset) has no valid identifier") }
    return Int(try unsigned(first.leadingZeroBitCount + 1))
  }

  /// Returns a number whose length is in its first bits; nil if all of its bits are set: unknown.
  mutating func variable() throws(ContainerProblem) -> Int? {
    var peek = self
    let first = UInt8(try peek.unsigned(1))
    guard first != 0 else { throw .corrupt("the number at byte \(offset) has more than 8 bytes") }
    let length = first.leadingZeroBitCount + 1
    let mask: UInt64 = (1 << UInt64(7 * length)) - 1
    let value = try unsigned(length) & mask
    return value == mask ? nil : Int(value)
  }

  /// Returns the next element inside, which must have a known size; nil at the end.
  mutating func nextElement() throws(ContainerProblem) -> (id: Int, content: ByteCursor)? {
    guard left > 0 else { return nil }
    let start = offset
    let id = try identifier()
    guard let size = try variable() else { throw .corrupt("element \(hex(id)) at byte \(start) has no size") }
    guard size <= left else { throw .corrupt("element \(hex(id)) at byte \(start) has \(size) bytes, and its parent \(left)") }
    return (id, try part(size, name: "element \(hex(id)) at byte \(start)"))
  }

  /// Returns the value of an element: an unsigned number of at most 8 bytes.
  func elementNumber() throws(ContainerProblem) -> Int {
    var copy = self
    guard left <= 8 else { throw .corrupt("\(name) has a number of \(left) bytes; the most are 8") }
    return left == 0 ? 0 : Int(clamping: try copy.unsigned(left))
  }

  /// Returns the value of an element: a floating-point number of 0, 4 or 8 bytes.
  func elementFloat() throws(ContainerProblem) -> Double {
    var copy = self
    switch left {
    case 0: return 0
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: try copy.unsigned(4))))
    case 8: return Double(bitPattern: try copy.unsigned(8))
    default: throw .corrupt("\(name) has a floating-point number of \(left) bytes; 0, 4 and 8 are possible")
    }
  }

  /// Returns the value of an element: text of ASCII.
  func elementText() -> String { String(decoding: rest().prefix(256).prefix { $0 != 0 }, as: UTF8.self) }
}

/// Returns an identifier for messages, such as `1654AE6B`.
func hex(_ id: Int) -> String { String(id, radix: 16, uppercase: true) }
