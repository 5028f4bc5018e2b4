/// Ranges of numbers: 3–5 km, $3.00 – $5.00.
extension LocaleNumberFormat {
  /// Written parts of a number.
  enum Form: Sendable {
    case whole
    /// Without a unit or the name of a currency, which a range has once.
    case bare
    /// With the sign for "about", as a range whose ends look the same.
    case approximate
  }

  /// Text of the range from one number to another, as `formatRange` of ECMA-402.
  ///
  /// Units, percent signs and currencies that both ends have are written once, if they are longer than a character. If both ends have the same text, the
  /// text is "about" this number: `~3`. The ends keep their order.
  public func formatRange(_ start: DecimalNumber, _ end: DecimalNumber) -> String {
    rangeParts(start, end).reduce(into: "") { $0 += $1.value }
  }

  /// Text of the range from one number to another.
  public func formatRange(_ start: Double, _ end: Double) -> String { formatRange(DecimalNumber(start), DecimalNumber(end)) }

  /// Text of the range from one number to another.
  public func formatRange(_ start: Int, _ end: Int) -> String { formatRange(DecimalNumber(start), DecimalNumber(end)) }

  /// Text of the range from one number to another, in parts. The separator of the ends is a `literal`.
  public func rangeParts(_ start: DecimalNumber, _ end: DecimalNumber) -> [Part] {
    if parts(start) == parts(end) { return formed(.approximate).parts(start) }
    let bare = formed(.bare)
    let (first, last) = (RangeEnd(bare.parts(start)), RangeEnd(bare.parts(end)))
    let joined: [Part]
    if first.hasAffixes(of: last), first.affixLength > 1 {
      let separator = separator(isSpaced: first.hasExponent)
      joined = last.prefix + first.number + [separator] + last.number + last.suffix
    } else {
      joined = first.parts + [separator(isSpaced: first.affixLength > 0 || first.hasExponent)] + last.parts
    }
    return wrapped(joined, rangeCategory(start, end))
  }

  /// Category of a range as this format shows it.
  public func rangeCategory(_ start: DecimalNumber, _ end: DecimalNumber) -> PluralCategory {
    PluralRanges.category(data.tag.language, from: pluralCategory(start), to: pluralCategory(end))
  }

  private func formed(_ form: Form) -> LocaleNumberFormat {
    var copy = self
    copy.form = form
    return copy
  }

  /// Text between the ends; ends with signs or symbols of their own have spaces around it.
  private func separator(isSpaced: Bool) -> Part {
    let pattern = data["rng/\(system)"] ?? data["rng/latn"] ?? "{0}–{1}"
    var text = pattern.replacingBytes(of: "{0}", with: "").replacingBytes(of: "{1}", with: "")
    if isSpaced {
      if text.unicodeScalars.first != " " { text = " " + text }
      if text.unicodeScalars.last != " " { text += " " }
    }
    return Part("literal", text)
  }

  /// A range with its unit, or the name of its currency.
  private func wrapped(_ parts: [Part], _ category: PluralCategory) -> [Part] {
    switch options.style {
    case .unit where options.unit != "percent" || options.unitDisplay == .long: unitParts(parts, category: category.rawValue)
    case .currency where options.currencyDisplay == .name: namedParts(parts, category: category.rawValue)
    default: parts
    }
  }
}

/// End of a range, divided into the number and the signs and symbols around it. A value.
private struct RangeEnd {
  let prefix: [LocaleNumberFormat.Part]
  let number: [LocaleNumberFormat.Part]
  let suffix: [LocaleNumberFormat.Part]

  private static let numberTypes: Set<String> = [
    "integer", "group", "decimal", "fraction", "nan", "infinity", "exponentSeparator", "exponentMinusSign", "exponentInteger",
  ]

  init(_ parts: [LocaleNumberFormat.Part]) {
    let isNumber: (LocaleNumberFormat.Part) -> Bool = { Self.numberTypes.contains($0.type) }
    let start = parts.firstIndex(where: isNumber) ?? parts.count
    let end = parts.lastIndex(where: isNumber).map { $0 + 1 } ?? parts.count
    (prefix, number, suffix) = (Array(parts[..<start]), Array(parts[start..<end]), Array(parts[end...]))
  }

  var parts: [LocaleNumberFormat.Part] { prefix + number + suffix }
  var hasExponent: Bool { number.contains { $0.type == "exponentSeparator" } }
  /// Code points around the number.
  var affixLength: Int { (prefix + suffix).reduce(0) { $0 + $1.value.unicodeScalars.count } }

  /// Whether the signs, symbols and words are the same.
  func hasAffixes(of other: RangeEnd) -> Bool { prefix == other.prefix && suffix == other.suffix }
}
