/// Digest of SHA-256. Source: FIPS 180-4.
enum SHA256 {
  private static let constants: [UInt32] = {
    // Fractional parts of the cube roots of the first 64 primes.
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if !primes.contains(where: { candidate.isMultiple(of: $0) }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in root(prime, power: 3) }
  }()

  private static let start: [UInt32] = [2, 3, 5, 7, 11, 13, 17, 19].map { root($0, power: 2) }

  /// First 32 bits of the fractional part of a root, by bisection with 128-bit products.
  private static func root(_ value: UInt64, power: Int) -> UInt32 {
    // The root times 2^32 is below 2^37.
    var (low, high): (UInt64, UInt64) = (0, 1 << 37)
    func isAtMost(_ candidate: UInt64) -> Bool {
      let square = UInt128(candidate) * UInt128(candidate)
      if power == 2 { return square <= UInt128(value) << 64 }
      return square * UInt128(candidate) <= UInt128(value) << 96
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isAtMost(middle) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  /// Returns the digest of `bytes` in hexadecimal digits.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    var state = start
    var block = [UInt32](repeating: 0, count: 64)
    let padding = (119 - bytes.count % 64) % 64 + 1
    let length = UInt64(bytes.count) * 8
    let tail = [0x80] + [UInt8](repeating: 0, count: padding - 1) + (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
    let total = bytes.count + tail.count
    for offset in stride(from: 0, to: total, by: 64) {
      for i in 0..<16 {
        block[i] = (0..<4).reduce(0) { word, j in
          let at = offset + i * 4 + j
          return word << 8 | UInt32(at < bytes.count ? bytes[at] : tail[at - bytes.count])
        }
      }
      update(&state, &block)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func update(_ state: inout [UInt32], _ w: inout [UInt32]) {
    func turn(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }
    for i in 16..<64 {
      let s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3
      let s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10
      w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
    }
    var v = state
    for i in 0..<64 {
      let s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let t1 = v[7] &+ s1 &+ choice &+ constants[i] &+ w[i]
      let s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      v = [t1 &+ s0 &+ majority, v[0], v[1], v[2], v[3] &+ t1, v[4], v[5], v[6]]
    }
    for i in 0..<8 { state[i] &+= v[i] }
  }
}
