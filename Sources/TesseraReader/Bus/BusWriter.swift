/// Bytes of values in the format of D-Bus, little-endian, each aligned to its size. A value. (D-Bus specification, "Marshaling".)
struct BusWriter {
  private(set) var bytes: [UInt8] = []

  mutating func align(_ size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  mutating func append<T: FixedWidthInteger>(_ number: T) {
    align(MemoryLayout<T>.size)
    for shift in stride(from: 0, to: T.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> T(shift))) }
  }

  mutating func append(raw: [UInt8]) { bytes += raw }

  private mutating func append(text: String) {
    // A text of D-Bus has no zero byte.
    let utf8 = text.utf8.filter { $0 != 0 }
    append(UInt32(utf8.count))
    bytes += utf8 + [0]
  }

  private mutating func append(signature: String) { bytes += [UInt8(clamping: signature.utf8.count)] + signature.utf8.prefix(255) + [0] }

  mutating func append(_ value: BusValue) {
    switch value {
    case .byte(let number): append(number)
    case .bool(let flag): append(UInt32(flag ? 1 : 0))
    case .int16(let number): append(number)
    case .uint16(let number): append(number)
    case .int32(let number): append(number)
    case .uint32(let number): append(number)
    case .int64(let number): append(number)
    case .uint64(let number): append(number)
    case .double(let number): append(number.bitPattern)
    case .string(let text), .path(let text): append(text: text)
    case .signature(let text): append(signature: text)
    case .array(let element, let values):
      append(UInt32(0))
      let place = bytes.count
      align(Self.alignment(element.utf8.first ?? 0))
      let start = bytes.count
      for value in values { append(value) }
      let count = UInt32(clamping: bytes.count - start)
      for i in 0..<4 { bytes[place - 4 + i] = UInt8(truncatingIfNeeded: count >> UInt32(8 * i)) }
    case .structure(let members):
      align(8)
      for member in members { append(member) }
    case .entry(let key, let value):
      align(8)
      append(key)
      append(value)
    case .variant(let value):
      append(signature: value.signature)
      append(value)
    }
  }

  /// Alignment of values whose signature begins with a letter.
  static func alignment(_ letter: UInt8) -> Int {
    switch letter {
    case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
    default: 4
    }
  }
}
