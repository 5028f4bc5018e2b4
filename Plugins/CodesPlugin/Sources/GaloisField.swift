/// Finite field of 2ⁿ elements, with Reed-Solomon codes over it. A value.
struct GaloisField: Sendable {
  private let exp: [Int]
  private let log: [Int]
  private var order: Int { exp.count / 2 }

  /// - Parameters:
  ///   - size: Number of elements, a power of 2.
  ///   - polynomial: Primitive polynomial.
  private init(_ size: Int, _ polynomial: Int) {
    var (exp, log) = (Array(repeating: 1, count: 2 * (size - 1)), Array(repeating: 0, count: size))
    var x = 1
    for i in 0..<size - 1 {
      (exp[i], exp[i + size - 1], log[x]) = (x, x, i)
      x <<= 1
      if x >= size { x ^= polynomial }
    }
    (self.exp, self.log) = (exp, log)
  }

  static let qr = GaloisField(256, 0x11D)
  /// Data Matrix, and Aztec codes of 8 bits a word.
  static let dataMatrix = GaloisField(256, 0x12D)
  static let aztec4 = GaloisField(16, 0x13)
  static let aztec6 = GaloisField(64, 0x43)
  static let aztec10 = GaloisField(1024, 0x409)
  static let aztec12 = GaloisField(4096, 0x1069)

  private func product(_ a: Int, _ b: Int) -> Int { a == 0 || b == 0 ? 0 : exp[log[a] + log[b]] }

  /// Returns the words of error correction.
  ///
  /// - Parameters:
  ///   - data: Words, each below the size of the field.
  ///   - count: Number of words to return, below the size of the field.
  ///   - first: Exponent of the first root of the generator.
  func parity(of data: [Int], count: Int, first: Int) -> [Int] {
    guard count > 0 else { return [] }
    var generator = Array(repeating: 0, count: count)
    generator[count - 1] = 1
    for i in 0..<count {
      let root = exp[(i + first) % order]
      for j in 0..<count {
        generator[j] = product(generator[j], root) ^ (j + 1 < count ? generator[j + 1] : 0)
      }
    }
    var rest = Array(repeating: 0, count: count)
    for word in data {
      let factor = word ^ rest[0]
      rest.removeFirst()
      rest.append(0)
      for i in 0..<count { rest[i] ^= product(generator[i], factor) }
    }
    return rest
  }
}
