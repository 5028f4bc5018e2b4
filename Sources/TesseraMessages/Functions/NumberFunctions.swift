/// `:number`, `:integer`, `:percent`, `:currency` and `:unit`.
struct NumberFunction: MessageFunction {
  enum Kind: Sendable { case number, integer, percent, currency, unit }
  let kind: Kind

  func resolve(_ call: inout MessageCall) throws(MessageError) -> any ResolvedMessageValue {
    var number = try NumberFunction.operand(call)
    var given = call.inherited
    if kind == .integer {
      for name in ["minimumFractionDigits", "maximumFractionDigits", "minimumSignificantDigits", "fractionDigits"] { given[name] = nil }
      number = DecimalNumber.integer(number)
    }
    given.merge(call.options) { $1 }
    var options = NumberOptions()
    switch kind {
    case .number: break
    case .integer: options.maximumFractionDigits = 0
    case .percent: options.style = .percent
    case .currency: options.style = .currency
    case .unit: options.style = .unit
    }
    var accepted: [String: MessageOption] = [:]
    for name in given.keys.sorted() {
      guard let option = given[name], NumberFunction.names(kind).contains(name) else { continue }
      guard apply(name, option, to: &options) else {
        if call.options[name] != nil { call.reportOption(name, option) }
        continue
      }
      accepted[name] = option
    }
    if kind == .currency, options.currency == nil { throw MessageError(.badOperand, "`:currency` needs the option `currency`") }
    if kind == .unit, options.unit == nil { throw MessageError(.badOperand, "`:unit` needs the option `unit`") }
    let select = selection(given["select"], &call)
    if let option = given["select"] { accepted["select"] = option }
    var value = NumberValue(
      number: number, options: accepted, format: LocaleNumberFormat(locale: call.locale, options: options), select: select)
    value.end = end(&call)
    return value
  }

  /// Last number of a range; nil without one.
  private func end(_ call: inout MessageCall) -> DecimalNumber? {
    guard let option = call.options[MessageCall.rangeEnd] else { return nil }
    let end: DecimalNumber? =
      switch option.value {
      case .number(let number): number
      case .text(let text): DecimalNumber(literal: text)
      case .date, .other: nil
      }
    guard let end else {
      call.reportOption(MessageCall.rangeEnd, option)
      return nil
    }
    return kind == .integer ? DecimalNumber.integer(end) : end
  }

  /// How the value selects; `nil` if it cannot.
  private func selection(_ option: MessageOption?, _ call: inout MessageCall) -> NumberValue.Selection? {
    guard kind != .currency, kind != .unit else { return nil }
    guard let option else { return .plural }
    guard call.options["select"]?.isLiteral == true else {
      call.report(MessageError(.badOption, "option `select` needs a literal in this expression"))
      return nil
    }
    guard let text = option.text, let selection = NumberValue.Selection(rawValue: text) else {
      call.reportOption("select", option)
      return nil
    }
    return selection
  }

  private func apply(_ name: String, _ option: MessageOption, to options: inout NumberOptions) -> Bool {
    guard let text = option.text else { return false }
    switch name {
    case "select": return true
    case "fractionDigits":
      if text == "auto" { return true }
      return options.set("minimumFractionDigits", to: text) && options.set("maximumFractionDigits", to: text)
    case "useGrouping": return text != "true" && text != "false" && options.set(name, to: text)
    case "currencyDisplay" where text == "formalSymbol": return true
    default: return options.set(name, to: text)
    }
  }

  private static func names(_ kind: Kind) -> Set<String> {
    var names: Set<String> = [
      "signDisplay", "useGrouping", "minimumIntegerDigits", "maximumSignificantDigits", "numberingSystem", "select",
    ]
    if kind == .integer { return names }
    names.formUnion([
      "minimumFractionDigits", "maximumFractionDigits", "minimumSignificantDigits", "trailingZeroDisplay", "roundingPriority",
      "roundingIncrement",
      "roundingMode",
    ])
    switch kind {
    case .currency: names.formUnion(["currency", "currencyDisplay", "currencySign", "fractionDigits", "notation", "compactDisplay"])
    case .unit: names.formUnion(["unit", "unitDisplay"])
    case .number: names.formUnion(["notation", "compactDisplay"])
    case .percent, .integer: break
    }
    return names
  }

  /// Numeric operand of a call.
  static func operand(_ call: MessageCall) throws(MessageError) -> DecimalNumber {
    switch call.operand {
    case .number(let number): return number
    case .text(let text):
      if let number = DecimalNumber(literal: text) { return number }
      throw MessageError(.badOperand, "`\(text)` is not a number")
    case .date, .other: throw MessageError(.badOperand, "the operand is not a number")
    case nil: throw MessageError(.badOperand, "missing number")
    }
  }
}

extension DecimalNumber {
  /// Nearest whole number, halves away from zero.
  static func integer(_ number: DecimalNumber) -> DecimalNumber { number.rounded(places: 0) }
}

/// `:offset`: adds or subtracts a whole number.
struct OffsetFunction: MessageFunction {
  func resolve(_ call: inout MessageCall) throws(MessageError) -> any ResolvedMessageValue {
    let number = try NumberFunction.operand(call)
    let steps = ["add", "subtract"].compactMap { name in call.options[name].map { (name, $0) } }
    guard steps.count == 1, let (name, option) = steps.first else {
      throw MessageError(.badOption, "`:offset` needs either `add` or `subtract`")
    }
    guard let text = option.text, let count = NumberOptions.count(text) else {
      throw MessageError(.badOption, "invalid value `\(option.text ?? "?")` of option `\(name)`")
    }
    let sum = number.adding(name == "add" ? count : -count)
    var options = NumberOptions()
    for (name, option) in call.inherited {
      // An option that was not valid has been reported.
      if let text = option.text, name != "select" { _ = options.set(name, to: text) }
    }
    let select = call.inherited["select"]?.text.flatMap(NumberValue.Selection.init(rawValue:)) ?? .plural
    return NumberValue(
      number: sum, options: call.inherited, format: LocaleNumberFormat(locale: call.locale, options: options), select: select)
  }
}

/// Number with its format.
struct NumberValue: ResolvedMessageValue {
  enum Selection: String, Sendable { case plural, ordinal, exact }

  let number: DecimalNumber
  let options: [String: MessageOption]
  let format: LocaleNumberFormat
  let select: Selection?
  /// Last number of a range that begins with the number.
  var end: DecimalNumber?

  var type: String { "number" }
  var operand: MessageValue { .number(number) }
  var direction: MessageDirection { format.data.isRightToLeft ? .rtl : .ltr }
  var isFormattable: Bool { true }
  var isSelectable: Bool { select != nil }

  func parts() -> [LocaleNumberFormat.Part] { end.map { format.rangeParts(number, $0) } ?? format.parts(number) }

  func matches(_ keys: Set<String>) -> [String] {
    guard let select else { return [] }
    if let end {
      // A range does not count as an exact number.
      let category = (select == .plural ? format.rangeCategory(number, end) : .other).rawValue
      return select != .exact && keys.contains(category) ? [category] : []
    }
    let value = format.options.style == .percent ? number.scaled(by: 2) : number
    var result: [String] = []
    let exact = value.literalText
    if keys.contains(exact) { result.append(exact) }
    if select != .exact {
      let category = format.pluralCategory(number, kind: select == .ordinal ? .ordinal : .cardinal).rawValue
      if keys.contains(category) { result.append(category) }
    }
    return result
  }
}
