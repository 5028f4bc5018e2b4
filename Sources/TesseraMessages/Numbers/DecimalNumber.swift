/// Number as decimal digits: formatting neither adds nor loses any.
///
/// At most 1,000 digits are kept, and exponents of more than ±400 are infinite or zero.
public struct DecimalNumber: Sendable, Hashable {
  /// Whether there is a minus sign; also of zero.
  public internal(set) var isNegative: Bool
  /// Digits 0 to 9 without zeros at either end; empty is zero.
  private(set) var digits: [UInt8]
  /// Position of the decimal point: digits[0] is the digit of 10^(point - 1).
  private(set) var point: Int
  /// Digits after the point as written, including zeros.
  private(set) var writtenFraction: Int
  public private(set) var isInfinite = false
  public private(set) var isNaN = false

  static let digitLimit = 1_000
  static let exponentLimit = 400

  private init(isNegative: Bool, digits: [UInt8], point: Int, writtenFraction: Int) {
    self.isNegative = isNegative
    self.digits = digits
    self.point = point
    self.writtenFraction = writtenFraction
    trim()
  }

  /// Shortest digits that give `value`.
  public init(_ value: Double) {
    self.init(isNegative: value.sign == .minus, digits: [], point: 0, writtenFraction: 0)
    guard value.isFinite else {
      isNaN = value.isNaN
      isInfinite = value.isInfinite
      if isNaN { isNegative = false }
      return
    }
    guard value != 0, let parsed = DecimalNumber(literal: value.magnitude.description) else { return }
    self = parsed
    isNegative = value.sign == .minus
    writtenFraction = max(0, digits.count - point)
  }

  public init(_ value: Int) {
    self.init(
      isNegative: value < 0, digits: String(value.magnitude).utf8.map { $0 - 48 }, point: String(value.magnitude).utf8.count,
      writtenFraction: 0)
  }

  /// Number literal of MessageFormat 2 and JSON: `-1.50e3`. Other text is `nil`.
  public init?(literal: String) {
    var bytes = literal.utf8[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    let integer = bytes.prefix(while: Self.isDigit)
    guard !integer.isEmpty, integer.count == 1 || integer.first != UInt8(ascii: "0") else { return nil }
    bytes = bytes.dropFirst(integer.count)
    var fraction: Substring.UTF8View.SubSequence = bytes.prefix(0)
    if bytes.first == UInt8(ascii: ".") {
      fraction = bytes.dropFirst().prefix(while: Self.isDigit)
      guard !fraction.isEmpty else { return nil }
      bytes = bytes.dropFirst(1 + fraction.count)
    }
    var exponent = 0
    if let mark = bytes.first, mark | 0x20 == UInt8(ascii: "e") {
      bytes.removeFirst()
      let isBelow = bytes.first == UInt8(ascii: "-")
      if isBelow || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
      guard !bytes.isEmpty, bytes.allSatisfy(Self.isDigit) else { return nil }
      for byte in bytes { exponent = min(1_000_000, exponent * 10 + Int(byte - 48)) }
      if isBelow { exponent = -exponent }
      bytes = bytes.suffix(0)
    }
    guard bytes.isEmpty else { return nil }
    let all = integer.map { $0 - 48 } + fraction.map { $0 - 48 }
    self.init(
      isNegative: isNegative, digits: Array(all.prefix(Self.digitLimit)), point: integer.count + exponent,
      writtenFraction: max(0, min(Self.digitLimit, fraction.count - exponent)))
    if !digits.isEmpty, point > Self.exponentLimit {
      digits = []
      isInfinite = true
    } else if point < -Self.exponentLimit {
      digits = []
      point = 0
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  private mutating func trim() {
    let zeros = digits.prefix { $0 == 0 }.count
    if zeros > 0 {
      digits.removeFirst(zeros)
      point -= zeros
    }
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { point = 0 }
  }

  public var isZero: Bool { digits.isEmpty && !isInfinite && !isNaN }

  /// Power of ten of the first digit; 0 for zero.
  var magnitude: Int { digits.isEmpty ? 0 : point - 1 }

  /// Nearest floating-point value.
  public var double: Double {
    if isNaN { return .nan }
    if isInfinite { return isNegative ? -.infinity : .infinity }
    return Double(literalText) ?? 0
  }

  /// Plain decimal text without exponent: `-0.25`.
  public var literalText: String {
    if isNaN { return "NaN" }
    if isInfinite { return isNegative ? "-Infinity" : "Infinity" }
    let fraction = fractionDigits
    return (isNegative && !digits.isEmpty ? "-" : "") + integerText + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// Digits before the point; `0` if there are none.
  var integerText: String {
    guard point > 0 else { return "0" }
    let known = digits.prefix(point)
    return Self.text(known) + String(repeating: "0", count: point - known.count)
  }

  /// Digits after the point, without zeros at the end.
  var fractionDigits: String {
    guard digits.count > point else { return "" }
    if point >= 0 { return Self.text(digits[point...]) }
    return String(repeating: "0", count: -point) + Self.text(digits[...])
  }

  private static func text(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
  }

  /// Number multiplied by a power of ten.
  func scaled(by power: Int) -> DecimalNumber {
    var result = self
    if !digits.isEmpty { result.point += power }
    result.writtenFraction = max(0, writtenFraction - power)
    return result
  }

  /// Sum; both numbers are finite.
  func adding(_ other: Int) -> DecimalNumber {
    if let exact = Int(literalText), !exact.addingReportingOverflow(other).overflow { return DecimalNumber(exact + other) }
    return DecimalNumber(double + Double(other))
  }

  /// Rounds to `places` digits after the point; a negative count rounds before it.
  func rounded(places: Int, mode: NumberOptions.RoundingMode = .halfExpand) -> DecimalNumber {
    let keep = point + places
    guard keep < digits.count, !digits.isEmpty else { return self }
    var result = self
    let kept = keep > 0 ? Array(digits[..<keep]) : []
    let isUp = roundsUp(keep: keep, mode: mode)
    result.digits = kept
    if isUp {
      var index = kept.count - 1
      while index >= 0, result.digits[index] == 9 {
        result.digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        result.digits[index] += 1
      } else {
        result.digits.insert(1, at: 0)
        result.point = kept.isEmpty ? 1 - places : point + 1
      }
    }
    result.trim()
    return result
  }

  private func roundsUp(keep: Int, mode: NumberOptions.RoundingMode) -> Bool {
    // Compares the removed digits with a half of the last kept place.
    let first = keep >= 0 ? digits[keep] : 0
    let isExact = keep >= 0 && first == 5 && keep + 1 == digits.count
    let isAboveHalf = keep >= 0 && (first > 5 || (first == 5 && !isExact))
    switch mode {
    case .ceil: return !isNegative
    case .floor: return isNegative
    case .expand: return true
    case .trunc: return false
    case .halfCeil: return isAboveHalf || (isExact && !isNegative)
    case .halfFloor: return isAboveHalf || (isExact && isNegative)
    case .halfExpand: return isAboveHalf || isExact
    case .halfTrunc: return isAboveHalf
    case .halfEven: return isAboveHalf || (isExact && keep > 0 && digits[keep - 1] % 2 == 1)
    }
  }

  /// Rounds to `count` digits in all.
  func rounded(significant count: Int, mode: NumberOptions.RoundingMode = .halfExpand) -> DecimalNumber {
    rounded(places: count - point, mode: mode)
  }

  /// Rounds to a multiple of `increment` in units of the last of `places` digits.
  func rounded(toMultipleOf increment: Int, places: Int, mode: NumberOptions.RoundingMode) -> DecimalNumber {
    guard increment > 1, !digits.isEmpty else { return rounded(places: places, mode: mode) }
    // Twice the increment has only factors 2 and 5, thus the quotient is exact in few digits.
    let quotient = DecimalNumber(scaled(by: places).double / Double(increment)).rounded(places: 0, mode: mode)
    return DecimalNumber(quotient.double * Double(increment)).scaled(by: -places)
  }
}
