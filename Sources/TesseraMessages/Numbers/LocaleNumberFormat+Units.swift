internal import TesseraBase

/// Currencies and units.
extension LocaleNumberFormat {
  /// Symbol of the currency in this format.
  var symbol: String {
    guard let code = options.currency else { return "¤" }
    switch options.currencyDisplay {
    case .code: return code
    case .never: return ""
    case .narrowSymbol: return data["cn/" + code] ?? data["cs/" + code] ?? code
    case .symbol, .name: return data["cs/" + code] ?? code
    }
  }

  func currencyParts(_ rounded: Rounded) -> [Part] {
    if options.currencyDisplay == .name {
      return namedParts(patternParts(rounded, NumberPattern(pattern("dec", "#,##0.###"))), rounded)
    }
    let standard = pattern("cur", "¤#,##0.00")
    let text = options.currencySign == .accounting ? pattern("acc", standard) : standard
    var pattern = NumberPattern(text)
    if options.currencyDisplay == .never {
      pattern = NumberPattern(self.pattern("dec", "#,##0.###"))
      return patternParts(rounded, pattern)
    }
    return patternParts(rounded, pattern, currency: symbol)
  }

  /// `1.00 US dollars`.
  func namedParts(_ number: [Part], _ rounded: Rounded) -> [Part] {
    form == .bare ? number : namedParts(number, category: category(rounded))
  }

  func namedParts(_ number: [Part], category: String) -> [Part] {
    guard let code = options.currency else { return number }
    let fields = data.fields("cu/" + code) ?? []
    let record = LocaleData.record(fields.dropFirst())
    let name = record[category] ?? (record.isEmpty ? nil : record["other"]) ?? fields.first.map(String.init) ?? code
    let patterns = data.record("cup") ?? [:]
    let pattern = patterns[category] ?? patterns["other"] ?? "{0} {1}"
    return filled(pattern, number, Part("currency", name))
  }

  private func category(_ rounded: Rounded) -> String {
    rules.category(PluralOperands(rounded.number, minimumFractionDigits: rounded.minimumFraction)).rawValue
  }

  func unitParts(_ number: [Part], _ rounded: Rounded) -> [Part] {
    form == .bare ? number : unitParts(number, category: category(rounded))
  }

  func unitParts(_ number: [Part], category: String) -> [Part] {
    guard let unit = options.unit else { return number }
    if let pattern = unitPattern(unit, category) { return unitFilled(pattern, number) }
    // `meter-per-hour` from `meter` and `hour`.
    if let range = separator(unit), let pattern = unitPattern(String(unit[..<range.lowerBound]), category) {
      let divisor = String(unit[range.upperBound...])
      let first = unitFilled(pattern, number)
      if let per = unitRecord(divisor)?["per"] { return filled(per, first, nil, word: "unit") }
      let name = (unitPattern(divisor, "one") ?? unitPattern(divisor, "other") ?? divisor)
      let bare = name.replacingBytes(of: "{0}", with: "").trimmed
      let compound = data["per/" + options.unitDisplay.rawValue] ?? "{0}/{1}"
      return filled(compound, first, Part("unit", bare), word: "unit")
    }
    return number + [Part("literal", " "), Part("unit", unit)]
  }

  private func separator(_ unit: String) -> (lowerBound: String.Index, upperBound: String.Index)? {
    guard let range = unit.byteRange(of: "-per-") else { return nil }
    return (range.lowerBound, range.upperBound)
  }

  private func unitRecord(_ unit: String) -> [String: String]? { data.record("unit/\(unit)/\(options.unitDisplay.rawValue)") }

  private func unitPattern(_ unit: String, _ category: String) -> String? {
    guard let record = unitRecord(unit) else { return nil }
    return record[category] ?? record["other"]
  }

  private func unitFilled(_ pattern: String, _ number: [Part]) -> [Part] {
    filled(pattern, number, nil, word: "unit")
  }

  /// Pattern with a number for `{0}` and a name for `{1}`.
  private func filled(_ pattern: String, _ number: [Part], _ name: Part?, word: String = "literal") -> [Part] {
    var parts: [Part] = []
    var rest = pattern[...]
    func add(_ text: Substring) {
      guard !text.isEmpty else { return }
      guard word != "literal" else { return parts.append(Part("literal", String(text))) }
      let before = text.prefix { $0.isWhitespace }
      if !before.isEmpty { parts.append(Part("literal", String(before))) }
      let core = String(text.dropFirst(before.count)).trimmed
      if !core.isEmpty { parts.append(Part(word, core)) }
      let after = text.dropFirst(before.count + core.count)
      if !after.isEmpty { parts.append(Part("literal", String(after))) }
    }
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      add(rest[..<start])
      if rest[start...end] == "{0}" { parts += number } else if let name { parts.append(name) }
      rest = rest[rest.index(after: end)...]
    }
    add(rest)
    return parts
  }
}

extension StringProtocol {
  /// Text without space at its ends.
  var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
