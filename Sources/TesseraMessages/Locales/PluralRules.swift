/// Category of a number that selects a form: `one`, `few`, `other` …
public enum PluralCategory: String, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

/// Plural rules of a language (Unicode Technical Standard 35, part 3).
///
/// A value; any thread may use it.
public struct PluralRules: Sendable {
  /// Kind of number.
  public enum Kind: String, Sendable {
    /// 1 file, 2 files.
    case cardinal
    /// 1st, 2nd, 3rd.
    case ordinal
  }

  private struct Relation: Sendable {
    let operand: Character
    let modulus: Int
    let isNegated: Bool
    let ranges: [ClosedRange<Int>]
  }

  /// For each category: alternatives of conditions that are all true.
  private let rules: [(category: PluralCategory, alternatives: [[Relation]])]

  /// Rules of the language of `locale`; every number is `other` for an unknown language.
  /// `locale` is a language tag.
  public init(locale: String, kind: Kind = .cardinal) {
    self.init(LocaleLibrary.data(LocaleTag(locale)), kind: kind)
  }

  init(_ data: LocaleData, kind: Kind) {
    let text = data.language(kind == .cardinal ? "pl" : "po") ?? ""
    rules = text.split(separator: "\u{1F}").compactMap { rule in
      guard let mark = rule.firstIndex(of: "="), let category = PluralCategory(rawValue: String(rule[..<mark])) else { return nil }
      return (category, PluralRules.parse(rule[rule.index(after: mark)...]))
    }
  }

  private static func parse(_ text: Substring) -> [[Relation]] {
    var alternatives: [[Relation]] = [[]]
    let words = text.split(separator: " ")
    var index = 0
    while index < words.count {
      if words[index] == "or" {
        alternatives.append([])
        index += 1
        continue
      }
      if words[index] == "and" {
        index += 1
        continue
      }
      let operand = words[index].first ?? "n"
      var modulus = 0
      index += 1
      if index + 1 < words.count, words[index] == "%" {
        modulus = Int(words[index + 1]) ?? 0
        index += 2
      }
      guard index + 1 < words.count else { break }
      let isNegated = words[index] == "!="
      let ranges = words[index + 1].split(separator: ",").compactMap { part -> ClosedRange<Int>? in
        let ends = part.split(separator: ".").compactMap { Int($0) }
        guard let low = ends.first, let high = ends.last, low <= high else { return nil }
        return low...high
      }
      index += 2
      alternatives[alternatives.count - 1].append(Relation(operand: operand, modulus: modulus, isNegated: isNegated, ranges: ranges))
    }
    return alternatives
  }

  /// Category of a number.
  ///
  /// - Parameter number: Number with the digits as shown: 1.0 is another category than 1 in many languages.
  public func category(_ number: PluralOperands) -> PluralCategory {
    for rule in rules
    where rule.alternatives.contains(where: { $0.allSatisfy { number.fulfills($0.operand, $0.modulus, $0.ranges) != $0.isNegated } }) {
      return rule.category
    }
    return .other
  }

  /// Category of a range such as "0–1 hours" (`selectRange` of ECMA-402).
  ///
  /// - Parameters:
  ///   - first: Category of the number at which the range begins.
  ///   - last: Category of the number at which it ends.
  ///   - locale: Language tag.
  /// - Returns: The category; that of the end in languages without rules of ranges.
  public static func category(from first: PluralCategory, to last: PluralCategory, locale: String) -> PluralCategory {
    PluralRanges.category(LocaleTag(locale).language, from: first, to: last)
  }

  /// Category of a whole number.
  public func category(_ number: Int) -> PluralCategory { category(PluralOperands(DecimalNumber(number))) }

  /// Category of a number with at least so many fraction digits.
  public func category(_ number: Double, minimumFractionDigits: Int = 0) -> PluralCategory {
    let decimal = DecimalNumber(number)
    return category(PluralOperands(decimal, minimumFractionDigits: minimumFractionDigits))
  }
}

/// Operands of plural rules: `n`, `i`, `v`, `f`, `t`, `e`.
public struct PluralOperands: Sendable, Hashable {
  private let integer: [UInt8]
  private let fraction: [UInt8]
  private let exponent: Int
  private let isFinite: Bool

  /// - Parameters:
  ///   - number: Number after rounding.
  ///   - minimumFractionDigits: Zeros are added up to this count.
  ///   - exponent: Power of ten of the compact form: 6 for "1.2 million".
  public init(_ number: DecimalNumber, minimumFractionDigits: Int = 0, exponent: Int = 0) {
    var digits = Array(number.fractionDigits.utf8)
    while digits.count < min(minimumFractionDigits, 100) { digits.append(48) }
    integer = Array(number.integerText.utf8)
    fraction = digits
    self.exponent = exponent
    isFinite = !number.isNaN && !number.isInfinite
  }

  /// Reads a sample such as `1.50` or `1.2c6`; `nil` if it is not a number.
  public init?(sample: String) {
    let parts = sample.split(separator: "c", omittingEmptySubsequences: false)
    let exponent = parts.count == 2 ? Int(parts[1]) : 0
    guard let exponent, (0...21).contains(exponent), parts.count <= 2, let number = DecimalNumber(literal: String(parts[0])) else {
      return nil
    }
    let written = parts[0].split(separator: ".").dropFirst().first?.utf8.count ?? 0
    self.init(number.scaled(by: exponent), minimumFractionDigits: max(0, written - exponent), exponent: exponent)
  }

  /// Remainder of the number of these digits; the digits themselves for modulus 0, at most 10^15.
  private static func remainder(_ digits: some Sequence<UInt8>, _ modulus: Int) -> Int {
    var value = 0
    for digit in digits {
      value = value * 10 + Int(digit - 48)
      value = modulus > 0 ? value % modulus : min(value, 1_000_000_000_000_000)
    }
    return value
  }

  func fulfills(_ operand: Character, _ modulus: Int, _ ranges: [ClosedRange<Int>]) -> Bool {
    guard isFinite else { return false }
    let value: Int
    switch operand {
    case "n":
      // A number with a fraction equals no whole number.
      guard fraction.allSatisfy({ $0 == 48 }) else { return false }
      value = Self.remainder(integer, modulus)
    case "i": value = Self.remainder(integer, modulus)
    case "v": value = modulus > 0 ? fraction.count % modulus : fraction.count
    case "w", "t":
      let trimmed = fraction.prefix((fraction.lastIndex { $0 != 48 } ?? -1) + 1)
      value = operand == "w" ? trimmed.count : Self.remainder(trimmed, modulus)
    case "f": value = Self.remainder(fraction, modulus)
    case "c", "e": value = modulus > 0 ? exponent % modulus : exponent
    default: return false
    }
    return ranges.contains { $0.contains(value) }
  }
}
