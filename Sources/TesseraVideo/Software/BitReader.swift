/// Bits of a header, the highest first. Behind the end all bits are 0. A value.
struct BitReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether more bits were read than there are.
  var isExhausted: Bool { at > bytes.count * 8 }

  mutating func bit() -> Bool {
    defer { at += 1 }
    return at < bytes.count * 8 && bytes[at / 8] >> UInt8(7 - at % 8) & 1 != 0
  }

  /// Returns a number of at most 32 bits.
  mutating func bits(_ count: Int) -> Int { (0..<count).reduce(0) { value, _ in value << 1 | (bit() ? 1 : 0) } }

  /// Returns an Exp-Golomb code: ue(v). At most 2^32.
  mutating func golomb() -> Int {
    var zeros = 0
    while zeros < 32, !isExhausted, !bit() { zeros += 1 }
    return (1 << zeros) - 1 + bits(zeros)
  }

  /// Returns a signed Exp-Golomb code: se(v).
  mutating func signedGolomb() -> Int {
    let code = golomb()
    return code & 1 != 0 ? (code + 1) / 2 : -(code / 2)
  }
}
