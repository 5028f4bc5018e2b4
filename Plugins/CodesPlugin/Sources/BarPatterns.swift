/// Row of bars and spaces while it is built. A value.
struct BarRow {
  private(set) var modules: [Bool] = []

  /// Appends modules: `1` is dark.
  mutating func append(_ pattern: String) { for byte in pattern.utf8 { modules.append(byte == 0x31) } }

  /// Appends bars and spaces of these widths, a bar first.
  mutating func append(widths: String) {
    var isDark = true
    for byte in widths.utf8 {
      for _ in 0..<Int(byte) - 48 { modules.append(isDark) }
      isDark.toggle()
    }
  }
}

/// Digits of a text.
enum Digits {
  /// Returns the digits of a text.
  ///
  /// - Parameters:
  ///   - text: Digits in ASCII.
  ///   - kind: Name of the code in errors.
  ///   - limit: Largest number of digits.
  ///   - valid: Valid characters in errors.
  static func of(_ text: String, in kind: String, limit: Int, valid: String = "digits", from offset: Int = 0) throws(CodeError) -> [Int] {
    var digits: [Int] = []
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard ("0"..."9").contains(scalar) else { throw .character(scalar, at: index + offset, in: kind, valid: valid) }
      guard index < limit else { throw CodeError("\(kind) takes at most \(limit) digits") }
      digits.append(Int(scalar.value) - 48)
    }
    return digits
  }

  /// Returns the check digit of EAN, UPC and ITF-14: weights 3 and 1 from the right.
  static func check(_ digits: [Int]) -> Int {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() { sum += index % 2 == 0 ? 3 * digit : digit }
    return (10 - sum % 10) % 10
  }

  /// Returns `count` digits with a check digit as the last one, which may be missing.
  static func checked(_ digits: [Int], _ count: Int, in kind: String) throws(CodeError) -> [Int] {
    guard digits.count == count || digits.count == count - 1 else {
      throw .length(digits.count, in: kind, valid: "\(count - 1) digits, or \(count) with the check digit")
    }
    let check = check(Array(digits.prefix(count - 1)))
    if digits.count == count, digits[count - 1] != check { throw .checkDigit(digits[count - 1], in: kind, expected: check) }
    return digits.count == count ? digits : digits + [check]
  }

  static func words(_ digits: some Sequence<Int>) -> String { digits.map(String.init).joined() }
}
