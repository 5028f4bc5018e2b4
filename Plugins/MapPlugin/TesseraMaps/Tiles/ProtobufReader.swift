/// Reader of protobuf's wire format with bounds checks.
struct ProtobufReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var at: Int
  private let end: Int

  enum Wire: UInt8 { case varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 }

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    (self.bytes, at, end) = (bytes, range.lowerBound, range.upperBound)
  }

  var isAtEnd: Bool { at >= end }
  /// Number of unread bytes.
  var remaining: Int { end - at }

  func failure(_ reason: String) -> MapError { MapError(source: "tile", offset: at, reason: reason) }

  mutating func varint() throws(MapError) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while at < end {
      let byte = bytes[at]
      at += 1
      if shift < 64 { result |= UInt64(byte & 0x7F) << shift }
      if byte < 0x80 { return result }
      shift += 7
      guard shift < 70 else { throw failure("a number has more than 10 bytes") }
    }
    throw failure("a number is truncated")
  }

  /// Reads the number and wire type of a field; nil at the end.
  mutating func field() throws(MapError) -> (number: UInt64, wire: Wire)? {
    guard !isAtEnd else { return nil }
    let tag = try varint()
    guard let wire = Wire(rawValue: UInt8(tag & 7)) else { throw failure("unknown wire type \(tag & 7)") }
    guard tag >> 3 > 0 else { throw failure("field number 0") }
    return (tag >> 3, wire)
  }

  /// Reads a length and returns the range of that many bytes.
  mutating func range() throws(MapError) -> Range<Int> {
    let length = try varint()
    guard length <= UInt64(end - at) else { throw failure("a field of \(length) bytes exceeds the \(end - at) bytes left") }
    defer { at += Int(length) }
    return at..<(at + Int(length))
  }

  mutating func fixed32() throws(MapError) -> UInt32 {
    guard remaining >= 4 else { throw failure("a number is truncated") }
    defer { at += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }

  mutating func fixed64() throws(MapError) -> UInt64 {
    guard remaining >= 8 else { throw failure("a number is truncated") }
    defer { at += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  mutating func string() throws(MapError) -> String { String(decoding: bytes[try range()], as: UTF8.self) }

  /// Reads a length and returns a reader of that many bytes.
  mutating func message() throws(MapError) -> ProtobufReader { ProtobufReader(bytes, try range()) }

  mutating func skip(_ wire: Wire) throws(MapError) {
    switch wire {
    case .varint: _ = try varint()
    case .fixed64: _ = try fixed64()
    case .fixed32: _ = try fixed32()
    case .bytes: _ = try range()
    }
  }

  func expect(_ wire: Wire, _ needed: Wire, _ name: String) throws(MapError) {
    guard wire == needed else { throw failure("\(name) has wire type \(wire.rawValue); it must be \(needed.rawValue)") }
  }

  /// Appends numbers of a packed or single field.
  mutating func numbers(_ wire: Wire, _ name: String, into list: inout [UInt32]) throws(MapError) {
    if wire == .varint {
      list.append(UInt32(truncatingIfNeeded: try varint()))
      return
    }
    try expect(wire, .bytes, name)
    var inner = try message()
    list.reserveCapacity(list.count + inner.remaining)
    while !inner.isAtEnd { list.append(UInt32(truncatingIfNeeded: try inner.varint())) }
  }
}
