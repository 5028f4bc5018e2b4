#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Scans the text of an attribute byte by byte.
struct Scanner {
  let bytes: [UInt8]
  var at = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }
  init(bytes: [UInt8]) { self.bytes = bytes }

  static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

  /// Returns the index of the bracket that closes the one consumed before; nil if it is missing.
  func closing() -> Int? { Self.closing(bytes[...], from: at) }

  /// The same for a bracket before `start`. Brackets in quotes are ignored.
  static func closing(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    var (depth, quote) = (1, UInt8(0))
    for at in start..<max(start, bytes.endIndex) {
      let b = bytes[at]
      if quote != 0 {
        if b == quote { quote = 0 }
        continue
      }
      switch b {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = b
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if depth == 0 { return at }
    }
    return nil
  }

  static func isSpace(_ b: UInt8) -> Bool { b == 32 || (b >= 9 && b <= 13) }

  var isAtEnd: Bool { at >= bytes.count }
  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  mutating func skipSpaces() { while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 } }

  /// Skips spaces and at most one comma.
  mutating func skipSeparator() {
    skipSpaces()
    if next == UInt8(ascii: ",") {
      at += 1
      skipSpaces()
    }
  }

  mutating func consume(_ byte: Character) -> Bool {
    guard next == byte.asciiValue else { return false }
    at += 1
    return true
  }

  /// Consumes a word of letters, digits, `-` and `_`; empty if there is none.
  mutating func word() -> String {
    let first = at
    while let b = next, (b | 32 >= 97 && b | 32 <= 122) || (b >= 48 && b <= 57) || b == 45 || b == 95 || b >= 128 { at += 1 }
    return String(decoding: bytes[first..<at], as: UTF8.self)
  }

  /// Consumes text up to and including `end`, and returns it without `end`; nil if `end` is missing.
  mutating func text(until end: Character) -> String? {
    guard let found = bytes[at...].firstIndex(of: end.asciiValue!) else { return nil }  // callers pass ASCII
    defer { at = found + 1 }
    return String(decoding: bytes[at..<found], as: UTF8.self)
  }

  /// Consumes a number after spaces; nil, without consuming anything, if there is none.
  mutating func number() -> Double? {
    skipSpaces()
    let first = at
    var i = at
    func isDigit(_ i: Int) -> Bool { i < bytes.count && bytes[i] >= 48 && bytes[i] <= 57 }
    if i < bytes.count, bytes[i] == 43 || bytes[i] == 45 { i += 1 }
    var digits = 0
    while isDigit(i) { (i, digits) = (i + 1, digits + 1) }
    if i < bytes.count, bytes[i] == 46 {
      i += 1
      while isDigit(i) { (i, digits) = (i + 1, digits + 1) }
    }
    guard digits > 0 else { return nil }
    if let value = Self.short(bytes[first..<i], digits), !(i < bytes.count && bytes[i] | 32 == 101) {
      at = i
      return value
    }
    if i < bytes.count, bytes[i] | 32 == 101 {
      var j = i + 1
      if j < bytes.count, bytes[j] == 43 || bytes[j] == 45 { j += 1 }
      // "1em" has no exponent.
      if isDigit(j) {
        while isDigit(j) { j += 1 }
        i = j
      }
    }
    // Parsed in the "C" locale, because no program of this project sets another.
    let value = (bytes[first..<i] + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { strtod($0.baseAddress!, nil) }  // never empty
    }
    guard value.isFinite else { return nil }
    at = i
    return value
  }

  /// Returns the value of a number with few digits, exact except for the rounding of one division; nil if it has more digits.
  private static func short(_ text: ArraySlice<UInt8>, _ digits: Int) -> Double? {
    guard digits <= 15 else { return nil }
    var (mantissa, divisor, isFraction) = (0, 1, false)
    for b in text {
      switch b {
      case 48...57:
        mantissa = mantissa * 10 + Int(b - 48)
        if isFraction { divisor *= 10 }
      case 46: isFraction = true
      default: break
      }
    }
    let value = Double(mantissa) / Double(divisor)
    return text.first == 45 ? -value : value
  }

  /// Consumes all numbers, separated by spaces and commas; stops at other text.
  mutating func numbers() -> [Double] {
    var result: [Double] = []
    while let n = number() {
      result.append(n)
      skipSeparator()
    }
    return result
  }

  /// Consumes a length with its unit.
  mutating func length() -> SVGLength? {
    guard let n = number() else { return nil }
    if consume("%") { return SVGLength(n, .percent) }
    let start = at
    let letters = bytes[at...].prefix { $0 | 32 >= 97 && $0 | 32 <= 122 }
    let name = letters.isEmpty ? "" : String(decoding: letters, as: UTF8.self).lowercased()
    guard let unit = SVGLength.Unit(rawValue: name) else {
      at = start
      return name.isEmpty ? SVGLength(n, .none) : nil
    }
    at += letters.count
    return SVGLength(n, unit)
  }
}

/// Number with a unit.
struct SVGLength: Sendable, Equatable {
  enum Unit: String, Sendable {
    case none = "", px, em, ex, pt, pc, mm, cm, `in` = "in", q, rem, ch, vw, vh, vmin, vmax, percent = "%"

    /// Size in logical units; nil if it depends on the context.
    var pixels: Double? {
      switch self {
      case .none, .px: 1
      case .in: 96
      case .cm: 96 / 2.54
      case .mm: 96 / 25.4
      case .q: 96 / 101.6
      case .pt: 96.0 / 72
      case .pc: 16
      default: nil
      }
    }

    /// Factor of the initial font size, for font-relative units; otherwise nil.
    var ofInitialFont: Double? {
      switch self {
      case .em, .rem: 1
      case .ex, .ch: 0.5
      default: nil
      }
    }
  }
  var number: Double
  var unit: Unit

  init(_ number: Double, _ unit: Unit = .none) { (self.number, self.unit) = (number, unit) }

  /// Parses a whole attribute.
  init?(_ text: String) {
    var scanner = Scanner(text)
    guard let length = scanner.length() else { return nil }
    scanner.skipSpaces()
    guard scanner.isAtEnd else { return nil }
    self = length
  }
}

/// Parses the whole text as a number.
func svgNumber(_ text: String) -> Double? {
  var scanner = Scanner(text)
  guard let n = scanner.number() else { return nil }
  scanner.skipSpaces()
  return scanner.isAtEnd ? n : nil
}

/// Parses an opacity or offset: a number or a percentage.
func svgShare(_ text: String) -> Double? {
  guard let length = SVGLength(text) else { return nil }
  switch length.unit {
  case .none: return length.number
  case .percent: return length.number / 100
  default: return nil
  }
}

/// Parses a list of numbers; nil if it contains anything else.
func svgNumbers(_ text: String) -> [Double]? {
  var scanner = Scanner(text)
  let result = scanner.numbers()
  scanner.skipSpaces()
  return scanner.isAtEnd ? result : nil
}
