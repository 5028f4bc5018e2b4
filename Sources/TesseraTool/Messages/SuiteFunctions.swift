internal import TesseraMessages

/// `:test:function`, `:test:select` and `:test:format` of the MessageFormat working group's suite.
struct SuiteFunction: MessageFunction {
  let canSelect: Bool
  let canFormat: Bool

  static let all: [String: any MessageFunction] = [
    "test:function": SuiteFunction(canSelect: true, canFormat: true), "test:select": SuiteFunction(canSelect: true, canFormat: false),
    "test:format": SuiteFunction(canSelect: false, canFormat: true),
  ]

  func resolve(_ call: inout MessageCall) throws(MessageError) -> any ResolvedMessageValue {
    let number: DecimalNumber
    switch call.operand {
    case .number(let value): number = value
    case .text(let text):
      guard let value = DecimalNumber(literal: text) else { throw MessageError(.badOperand, "`\(text)` is not a number") }
      number = value
    case .date, .other, nil: throw MessageError(.badOperand, "missing number")
    }
    let options = call.inherited.merging(call.options) { $1 }
    let places = options["decimalPlaces"]?.text ?? "0"
    let fails = options["fails"]?.text ?? "never"
    if let option = options["decimalPlaces"], option.text != "0", option.text != "1" {
      throw MessageError(.badOption, "invalid value of `decimalPlaces`")
    }
    guard ["never", "select", "format", "always"].contains(fails) else { throw MessageError(.badOption, "invalid value of `fails`") }
    return Value(
      number: number, hasPlace: places == "1", failsSelect: fails == "select" || fails == "always",
      failsFormat: fails == "format" || fails == "always", isSelectable: canSelect, isFormattable: canFormat, options: options)
  }

  private struct Value: ResolvedMessageValue {
    let number: DecimalNumber
    let hasPlace: Bool
    let failsSelect: Bool
    let failsFormat: Bool
    let isSelectable: Bool
    let isFormattable: Bool
    let options: [String: MessageOption]

    var type: String { "test" }
    var operand: MessageValue { .number(number) }
    var direction: MessageDirection { .auto }

    func parts() throws(MessageError) -> [LocaleNumberFormat.Part] {
      if failsFormat { throw MessageError(.badOption, "formatting fails as asked for") }
      let text = number.literalText
      let digits = text.drop { $0 == "-" }.split(separator: ".")
      var parts: [LocaleNumberFormat.Part] = text.hasPrefix("-") ? [.init("minusSign", "-")] : []
      parts.append(.init("integer", String(digits[0])))
      if hasPlace {
        parts.append(.init("decimal", "."))
        parts.append(.init("fraction", digits.count > 1 ? String(digits[1].prefix(1)) : "0"))
      }
      return parts
    }

    func matches(_ keys: Set<String>) throws(MessageError) -> [String] {
      if failsSelect { throw MessageError(.badOption, "selecting fails as asked for") }
      guard number.literalText == "1" else { return [] }
      return (hasPlace ? ["1.0", "1"] : ["1"]).filter(keys.contains)
    }
  }
}
