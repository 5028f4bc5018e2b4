/// Format of numbers in a language, as `Intl.NumberFormat` of ECMA-402.
///
/// A value; any thread may use it. Making one reads the locale data; keep it for many numbers.
public struct LocaleNumberFormat: Sendable {
  /// Part of a formatted number. The types are those of `formatToParts` in ECMA-402.
  public struct Part: Sendable, Hashable {
    public let type: String
    public let value: String

    public init(_ type: String, _ value: String) {
      self.type = type
      self.value = value
    }
  }

  /// Number ready to be written.
  struct Rounded {
    var number: DecimalNumber
    var minimumFraction: Int
    var exponent = 0
  }

  public let options: NumberOptions
  let data: LocaleData
  let system: String
  let symbols: NumberSymbols
  let rounding: NumberRounding
  let rules: PluralRules
  private let minimumGrouping: Int
  var form = Form.whole

  /// - Parameters:
  ///   - locale: Language tag. The extension `-u-nu-…` selects the digits.
  ///   - options: Style, digits and so on.
  public init(locale: String, options: NumberOptions = NumberOptions()) {
    let tag = LocaleTag(locale)
    self.init(LocaleLibrary.data(tag), keyword: tag.keywords["nu"], options: options)
  }

  init(_ data: LocaleData, keyword: String? = nil, options: NumberOptions) {
    self.data = data
    self.options = options
    let named = options.numberingSystem ?? keyword
    system = named.flatMap { NumberingSystem.digits(of: $0) == nil ? nil : $0 } ?? data["ns"] ?? "latn"
    symbols = NumberSymbols(data, system: system)
    let digits = options.currency.flatMap { data.global("fr/" + $0) }.flatMap { Int($0) } ?? 2
    rounding = NumberRounding(options, currencyDigits: digits)
    rules = PluralRules(data, kind: .cardinal)
    let usual = data["grp"].flatMap { Int($0) } ?? 1
    switch options.useGrouping ?? (options.notation == .compact ? .min2 : .auto) {
    case .never: minimumGrouping = .max
    case .always: minimumGrouping = 1
    case .min2: minimumGrouping = max(2, usual)
    case .auto: minimumGrouping = usual
    }
  }

  /// Text of a number.
  public func format(_ number: DecimalNumber) -> String { parts(number).reduce(into: "") { $0 += $1.value } }

  /// Text of a number.
  public func format(_ number: Double) -> String { format(DecimalNumber(number)) }

  /// Text of a number.
  public func format(_ number: Int) -> String { format(DecimalNumber(number)) }

  /// Text of a number, in parts.
  public func parts(_ number: DecimalNumber) -> [Part] {
    let value = options.style == .percent ? number.scaled(by: 2) : number
    switch options.notation {
    case .compact: return compactParts(value)
    case .scientific, .engineering: return styled(scientific(value))
    case .standard:
      let rounded = rounding.apply(value)
      return styled(Rounded(number: rounded.number, minimumFraction: rounded.minimumFraction))
    }
  }

  /// Category of a number as this format shows it.
  public func pluralCategory(_ number: DecimalNumber, kind: PluralRules.Kind = .cardinal) -> PluralCategory {
    let value = options.style == .percent ? number.scaled(by: 2) : number
    let rounded = rounding.apply(value)
    let rules = kind == .cardinal ? rules : PluralRules(data, kind: kind)
    return rules.category(PluralOperands(rounded.number, minimumFractionDigits: rounded.minimumFraction))
  }

  // MARK: Styles

  private func styled(_ rounded: Rounded) -> [Part] {
    switch options.style {
    case .decimal: patternParts(rounded, NumberPattern(pattern("dec", "#,##0.###")))
    case .percent: patternParts(rounded, NumberPattern(pattern("pct", "#,##0%")))
    case .currency: currencyParts(rounded)
    case .unit where options.unit == "percent" && options.unitDisplay != .long:
      patternParts(rounded, NumberPattern(pattern("pct", "#,##0%")))
    case .unit: unitParts(patternParts(rounded, NumberPattern(pattern("dec", "#,##0.###"))), rounded)
    }
  }

  func pattern(_ key: String, _ standard: String) -> String {
    data["\(key)/\(system)"] ?? data["\(key)/latn"] ?? standard
  }

  func patternParts(_ rounded: Rounded, _ pattern: NumberPattern, currency: String = "") -> [Part] {
    let affixes = affixes(pattern, sign(rounded.number))
    let number = digitParts(rounded, pattern, isCurrency: options.style == .currency)
    var parts = affixParts(affixes.prefix, currency: currency)
    if let last = affixes.prefix.last, last == .currency, needsSpace(currency.last, number.first) {
      parts.append(Part("literal", "\u{A0}"))
    }
    parts += number
    if let first = affixes.suffix.first, first == .currency, needsSpace(currency.first, number.last) {
      parts.append(Part("literal", "\u{A0}"))
    }
    return parts + affixParts(affixes.suffix, currency: currency)
  }

  private func affixes(_ pattern: NumberPattern, _ sign: NumberSign) -> (prefix: [NumberPattern.Token], suffix: [NumberPattern.Token]) {
    guard form == .approximate else { return pattern.affixes(sign: sign) }
    // The sign for "about" is in the place of the sign, or before it.
    let affixes = pattern.affixes(sign: sign == .none ? .plus : sign)
    func marked(_ tokens: [NumberPattern.Token]) -> [NumberPattern.Token] {
      tokens.flatMap { token -> [NumberPattern.Token] in
        guard token == .plus || token == .minus else { return [token] }
        return sign == .none ? [.literal(symbols.approximate)] : [.literal(symbols.approximate), token]
      }
    }
    return (marked(affixes.prefix), marked(affixes.suffix))
  }

  /// Whether a space separates a currency from a digit: if the currency has a letter or a point there.
  private func needsSpace(_ character: Character?, _ neighbor: Part?) -> Bool {
    guard let scalar = character?.unicodeScalars.last, let neighbor, ["integer", "fraction"].contains(neighbor.type) else { return false }
    switch scalar.properties.generalCategory {
    case .currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  private func affixParts(_ tokens: [NumberPattern.Token], currency: String) -> [Part] {
    tokens.map { token in
      switch token {
      case .minus: Part("minusSign", symbols.minus)
      case .plus: Part("plusSign", symbols.plus)
      case .percent: Part("percentSign", symbols.percent)
      case .perMille: Part("perMilleSign", symbols.perMille)
      case .currency: Part("currency", currency)
      case .literal(let text): Part("literal", text)
      }
    }
  }

  private func sign(_ number: DecimalNumber) -> NumberSign {
    let isZero = number.isZero || number.isNaN
    switch options.signDisplay {
    case .never: return .none
    case .auto: return number.isNegative ? .minus : .none
    case .always: return number.isNegative ? .minus : .plus
    case .exceptZero: return isZero ? .none : number.isNegative ? .minus : .plus
    case .negative: return number.isNegative && !isZero ? .minus : .none
    }
  }

  // MARK: Digits

  private func digitParts(_ rounded: Rounded, _ pattern: NumberPattern, isCurrency: Bool) -> [Part] {
    let number = rounded.number
    if number.isNaN { return [Part("nan", symbols.nan)] }
    if number.isInfinite { return [Part("infinity", symbols.infinity)] }
    var integer = number.integerText
    if integer.utf8.count < rounding.minimumInteger {
      integer = String(repeating: "0", count: rounding.minimumInteger - integer.utf8.count) + integer
    }
    var parts = groups(integer, pattern).enumerated().flatMap { index, group in
      let part = Part("integer", symbols.localized(group))
      return index == 0 ? [part] : [Part("group", isCurrency ? symbols.currencyGroup : symbols.group), part]
    }
    var fraction = number.fractionDigits
    if fraction.utf8.count < rounded.minimumFraction {
      fraction += String(repeating: "0", count: rounded.minimumFraction - fraction.utf8.count)
    }
    if !fraction.isEmpty {
      parts.append(Part("decimal", isCurrency ? symbols.currencyDecimal : symbols.decimal))
      parts.append(Part("fraction", symbols.localized(fraction)))
    }
    if options.notation == .scientific || options.notation == .engineering {
      parts.append(Part("exponentSeparator", symbols.exponential))
      if rounded.exponent < 0 { parts.append(Part("exponentMinusSign", symbols.minus)) }
      parts.append(Part("exponentInteger", symbols.localized(String(rounded.exponent.magnitude))))
    }
    return parts
  }

  private func groups(_ integer: String, _ pattern: NumberPattern) -> [String] {
    guard pattern.primaryGroup > 0, minimumGrouping < .max, integer.utf8.count >= pattern.primaryGroup + minimumGrouping else {
      return [integer]
    }
    var rest = integer[...]
    var groups = [String(rest.suffix(pattern.primaryGroup))]
    rest = rest.dropLast(pattern.primaryGroup)
    while !rest.isEmpty {
      groups.append(String(rest.suffix(pattern.secondaryGroup)))
      rest = rest.dropLast(pattern.secondaryGroup)
    }
    return groups.reversed()
  }

  private func scientific(_ number: DecimalNumber) -> Rounded {
    guard !number.isZero, !number.isNaN, !number.isInfinite else {
      return Rounded(number: number, minimumFraction: rounding.apply(number).minimumFraction)
    }
    var exponent = self.exponent(number.magnitude)
    var rounded = rounding.apply(number.scaled(by: -exponent))
    // 9.9996 is 10 after rounding.
    let moved = self.exponent(rounded.number.magnitude + exponent)
    if moved != exponent {
      exponent = moved
      rounded = rounding.apply(number.scaled(by: -exponent))
    }
    return Rounded(number: rounded.number, minimumFraction: rounded.minimumFraction, exponent: exponent)
  }

  private func exponent(_ magnitude: Int) -> Int {
    guard options.notation == .engineering else { return magnitude }
    return magnitude >= 0 ? magnitude / 3 * 3 : -((-magnitude + 2) / 3 * 3)
  }
}
