/// Reads values in the format of D-Bus. A value. Each step checks the bytes that are left, so any input ends in values or in an error.
struct BusReader {
  /// Bytes that are no valid message.
  struct Malformed: Error {}

  private let bytes: ArraySlice<UInt8>
  private let start: Int
  private let isBigEndian: Bool
  private(set) var place: Int
  private var depth = 0

  /// Maximum depth of containers.
  static let depthLimit = 16

  /// - Parameters:
  ///   - bytes: bytes; alignment counts from the first one.
  ///   - isBigEndian: order of the bytes of numbers.
  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool = false) {
    (self.bytes, self.isBigEndian, start, place) = (bytes, isBigEndian, bytes.startIndex, bytes.startIndex)
  }

  mutating func align(_ size: Int) throws(Malformed) {
    let rest = (place - start) % size
    if rest > 0 { place += size - rest }
    guard place <= bytes.endIndex else { throw Malformed() }
  }

  mutating func number<T: FixedWidthInteger & UnsignedInteger>(_ type: T.Type = T.self) throws(Malformed) -> T {
    let size = MemoryLayout<T>.size
    try align(size)
    guard bytes.endIndex - place >= size else { throw Malformed() }
    var number: T = 0
    for i in 0..<size {
      let byte = T(bytes[place + i])
      number |= byte << T(8 * (isBigEndian ? size - 1 - i : i))
    }
    place += size
    return number
  }

  private mutating func text(_ count: Int) throws(Malformed) -> String {
    // A text has one zero byte, at its end.
    guard count >= 0, bytes.endIndex - place > count, bytes[place...(place + count)].firstIndex(of: 0) == place + count else {
      throw Malformed()
    }
    defer { place += count + 1 }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  /// Reads the values of a signature.
  mutating func values(_ signature: String) throws(Malformed) -> [BusValue] {
    let letters = Array(signature.utf8)
    var (at, values): (Int, [BusValue]) = (0, [])
    while at < letters.count { values.append(try value(letters, &at)) }
    return values
  }

  private mutating func value(_ letters: [UInt8], _ at: inout Int) throws(Malformed) -> BusValue {
    guard at < letters.count else { throw Malformed() }
    let letter = letters[at]
    at += 1
    switch letter {
    case UInt8(ascii: "y"): return .byte(try number())
    case UInt8(ascii: "b"): return .bool(try number(UInt32.self) != 0)
    case UInt8(ascii: "n"): return .int16(Int16(bitPattern: try number()))
    case UInt8(ascii: "q"): return .uint16(try number())
    case UInt8(ascii: "i"): return .int32(Int32(bitPattern: try number()))
    case UInt8(ascii: "u"), UInt8(ascii: "h"): return .uint32(try number())
    case UInt8(ascii: "x"): return .int64(Int64(bitPattern: try number()))
    case UInt8(ascii: "t"): return .uint64(try number())
    case UInt8(ascii: "d"): return .double(Double(bitPattern: try number()))
    case UInt8(ascii: "s"): return .string(try text(Int(try number(UInt32.self))))
    case UInt8(ascii: "o"): return .path(try text(Int(try number(UInt32.self))))
    case UInt8(ascii: "g"): return .signature(try text(Int(try number(UInt8.self))))
    default: break
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw Malformed() }
    switch letter {
    case UInt8(ascii: "v"):
      let signature = try text(Int(try number(UInt8.self)))
      let values = try values(signature)
      guard values.count == 1 else { throw Malformed() }
      return .variant(values[0])
    case UInt8(ascii: "a"): return try array(letters, &at)
    case UInt8(ascii: "("):
      try align(8)
      var members: [BusValue] = []
      while at < letters.count, letters[at] != UInt8(ascii: ")") { members.append(try value(letters, &at)) }
      at += 1
      guard !members.isEmpty, at <= letters.count else { throw Malformed() }
      return .structure(members)
    case UInt8(ascii: "{"):
      try align(8)
      let (key, value) = (try value(letters, &at), try value(letters, &at))
      at += 1
      guard at <= letters.count, letters[at - 1] == UInt8(ascii: "}") else { throw Malformed() }
      return .entry(key, value)
    default: throw Malformed()
    }
  }

  private mutating func array(_ letters: [UInt8], _ at: inout Int) throws(Malformed) -> BusValue {
    let first = at
    at = try Self.end(of: letters, from: at, depth: 0)
    let count = Int(try number(UInt32.self))
    try align(BusWriter.alignment(letters[first]))
    guard bytes.endIndex - place >= count else { throw Malformed() }
    let end = place + count
    var values: [BusValue] = []
    while place < end {
      var element = first
      values.append(try value(letters, &element))
    }
    guard place == end else { throw Malformed() }
    return .array(of: String(decoding: letters[first..<at], as: UTF8.self), values)
  }

  /// Returns the index after the complete type that begins at an index.
  private static func end(of letters: [UInt8], from index: Int, depth: Int) throws(Malformed) -> Int {
    guard index < letters.count, depth <= depthLimit else { throw Malformed() }
    switch letters[index] {
    case UInt8(ascii: "a"): return try end(of: letters, from: index + 1, depth: depth + 1)
    case UInt8(ascii: "("), UInt8(ascii: "{"):
      let close = letters[index] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
      var at = index + 1
      while at < letters.count, letters[at] != close { at = try end(of: letters, from: at, depth: depth + 1) }
      guard at < letters.count, at > index + 1 else { throw Malformed() }
      return at + 1
    default: return index + 1
    }
  }
}
