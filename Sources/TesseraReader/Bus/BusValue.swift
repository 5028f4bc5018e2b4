/// Value of a D-Bus message. A value.
indirect enum BusValue: Sendable, Hashable {
  case byte(UInt8), bool(Bool), int16(Int16), uint16(UInt16), int32(Int32), uint32(UInt32), int64(Int64), uint64(UInt64), double(Double)
  case string(String), path(String), signature(String)
  /// Array, with the signature of its elements.
  case array(of: String, [BusValue])
  case structure([BusValue])
  /// Entry of a dictionary.
  case entry(BusValue, BusValue)
  case variant(BusValue)

  /// Signature of the value.
  var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .array(let element, _): "a" + element
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }

  /// A number of 32 bits; nil for other values.
  var integer: Int? {
    switch self {
    case .int32(let number): Int(number)
    case .uint32(let number): Int(number)
    default: nil
    }
  }

  /// A text, a path or a signature; nil for other values.
  var text: String? {
    switch self {
    case .string(let text), .path(let text), .signature(let text): text
    default: nil
    }
  }

  static func strings(_ texts: [String]) -> BusValue { .array(of: "s", texts.map { .string($0) }) }

  /// Returns a number that fits into 32 bits.
  static func int(_ number: Int) -> BusValue { .int32(Int32(clamping: number)) }
}
