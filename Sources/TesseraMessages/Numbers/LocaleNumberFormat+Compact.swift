/// Compact notation: 1.2K, 1.2 million.
extension LocaleNumberFormat {
  func compactParts(_ number: DecimalNumber) -> [Part] {
    let isCurrency = options.style == .currency && options.currencyDisplay != .name
    let keys = isCurrency ? ["ccs"] : options.compactDisplay == .long ? ["cdl", "cds"] : ["cds"]
    var magnitude = number.magnitude
    var shift = 0
    var rounded = rounding.apply(number)
    if !number.isZero, !number.isNaN, !number.isInfinite {
      shift = self.shift(magnitude, keys)
      rounded = rounding.apply(number.scaled(by: -shift))
      // 999,950 is a million after rounding.
      if rounded.number.magnitude + shift > magnitude {
        magnitude += 1
        let next = self.shift(magnitude, keys)
        if next != shift {
          shift = next
          rounded = rounding.apply(number.scaled(by: -shift))
        }
      }
    }
    let result = Rounded(number: rounded.number, minimumFraction: rounded.minimumFraction)
    guard let text = compactPattern(magnitude, result, keys) else { return plain(result) }
    var pattern = NumberPattern(text)
    let plain = NumberPattern(self.pattern("dec", "#,##0.###"))
    pattern.primaryGroup = plain.primaryGroup
    pattern.secondaryGroup = plain.secondaryGroup
    let parts = patternParts(result, pattern, currency: isCurrency ? symbol : "").flatMap { part in
      part.type == "literal" ? split(part.value) : [part]
    }
    switch options.style {
    case .unit: return unitParts(parts, result)
    case .currency where !isCurrency: return namedParts(parts, result)
    default: return parts
    }
  }

  /// Word of a compact pattern and the space around it.
  private func split(_ text: String) -> [Part] {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    let before = text.prefix(while: isSpace)
    let word = text.dropFirst(before.count)
    let trimmed = String(word.reversed().drop(while: isSpace).reversed())
    let after = word.dropFirst(trimmed.count)
    return [Part("literal", String(before)), Part("compact", trimmed), Part("literal", String(after))].filter { !$0.value.isEmpty }
  }

  private func plain(_ rounded: Rounded) -> [Part] {
    switch options.style {
    case .decimal: patternParts(rounded, NumberPattern(pattern("dec", "#,##0.###")))
    case .percent: patternParts(rounded, NumberPattern(pattern("pct", "#,##0%")))
    case .currency: currencyParts(rounded)
    case .unit: unitParts(patternParts(rounded, NumberPattern(pattern("dec", "#,##0.###"))), rounded)
    }
  }

  /// Pattern of a power of ten and a plural category; `nil` from a table that has none.
  private func compactText(_ magnitude: Int, _ category: String, _ keys: [String]) -> String? {
    guard magnitude >= 3 else { return nil }
    let index = min(magnitude, 14) - 3
    for key in keys {
      for system in system == "latn" ? ["latn"] : [system, "latn"] {
        guard let fields = data.fields("\(key)/\(system)/\(category)"), index < fields.count, !fields[index].isEmpty else { continue }
        return String(fields[index])
      }
    }
    return nil
  }

  private func compactPattern(_ magnitude: Int, _ rounded: Rounded, _ keys: [String]) -> String? {
    var categories: [String] = []
    if rounded.number.literalText == "1" || rounded.number.literalText == "0" { categories.append(rounded.number.literalText) }
    let operands = PluralOperands(rounded.number, minimumFractionDigits: rounded.minimumFraction)
    categories += [rules.category(operands).rawValue, "other"]
    for key in keys {
      for category in categories {
        guard let text = compactText(magnitude, category, [key]) else { continue }
        // `0` is a pattern without a word: the number stays whole.
        let word = text.filter { !"0¤ \u{A0}#".contains($0) }
        return word.isEmpty ? nil : text
      }
    }
    return nil
  }

  /// Power of ten by which a number of this magnitude is divided.
  private func shift(_ magnitude: Int, _ keys: [String]) -> Int {
    for key in keys {
      guard let text = compactText(magnitude, "other", [key]) else { continue }
      let pattern = NumberPattern(text)
      let word = text.filter { !"0¤ \u{A0}#".contains($0) }
      guard !word.isEmpty, pattern.zeros > 0 else { return 0 }
      return min(magnitude, 14) - pattern.zeros + 1
    }
    return 0
  }
}
