/// Sequence of bits, the most significant one of a number first. A value.
struct BitBuffer: Hashable {
  private(set) var bits: [Bool] = []

  var count: Int { bits.count }

  /// Appends the lowest `count` bits of a number.
  mutating func append(_ number: Int, _ count: Int) {
    for bit in stride(from: count - 1, through: 0, by: -1) { bits.append(number >> bit & 1 != 0) }
  }

  mutating func append(_ other: BitBuffer) { bits += other.bits }

  /// Returns words of `size` bits; the last one is filled with zeros.
  func words(of size: Int) -> [Int] {
    stride(from: 0, to: bits.count, by: size).map { start in
      (start..<start + size).reduce(0) { $0 << 1 | ($1 < bits.count && bits[$1] ? 1 : 0) }
    }
  }
}
