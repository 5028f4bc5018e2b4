/// Set of keys of the environment and of members of themes, by their bits: those read by code, or those changed. A value.
///
/// Adding and comparing the first 128 bits does not allocate.
struct EnvironmentKeySet: Sendable, Equatable {
  private var keys: UInt64 = 0
  private var members: UInt64 = 0
  /// Bits from 128 on; the last word is never 0.
  private var others: [UInt64] = []

  init() {}

  /// Makes a set of one bit.
  init(_ bit: Int) { insert(bit) }

  var isEmpty: Bool { keys | members == 0 && others.isEmpty }

  @inline(__always) mutating func insert(_ bit: Int) {
    switch bit >> 6 {
    case 0: keys |= 1 << UInt64(bit)
    case 1: members |= 1 << UInt64(bit & 63)
    default: insertOther(bit - 128)
    }
  }

  @inline(never) private mutating func insertOther(_ bit: Int) {
    let word = bit >> 6
    while others.count <= word { others.append(0) }
    others[word] |= 1 << UInt64(bit & 63)
  }

  mutating func formUnion(_ other: EnvironmentKeySet) {
    keys |= other.keys
    members |= other.members
    for (word, bits) in other.others.enumerated() where bits != 0 {
      while others.count <= word { others.append(0) }
      others[word] |= bits
    }
  }

  func intersects(_ other: EnvironmentKeySet) -> Bool {
    if keys & other.keys | members & other.members != 0 { return true }
    guard !others.isEmpty, !other.others.isEmpty else { return false }
    return zip(others, other.others).contains { $0 & $1 != 0 }
  }

  func contains(_ bit: Int) -> Bool { intersects(EnvironmentKeySet(bit)) }
}
