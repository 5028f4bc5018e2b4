/// `:string`.
struct StringFunction: MessageFunction {
  func resolve(_ call: inout MessageCall) -> any ResolvedMessageValue {
    switch call.operand {
    case .text(let text): StringValue(text: text, operand: .text(text))
    case .number(let number): StringValue(text: number.literalText, operand: .text(number.literalText))
    case .other(let text): StringValue(text: text, operand: .text(text))
    case .date(let date): StringValue(text: date.description, operand: .text(date.description))
    // The suite of the working group has no error of its own for it: the missing argument is reported.
    case nil: StringValue(text: "", operand: .text(""))
    }
  }
}

/// Text as it is.
struct StringValue: ResolvedMessageValue {
  let text: String
  let operand: MessageValue
  var type: String { "string" }
  var options: [String: MessageOption] { [:] }
  var direction: MessageDirection { .auto }
  var isFormattable: Bool { true }
  /// Only `:string` selects.
  var isSelectable = true
  func parts() -> [LocaleNumberFormat.Part] { [.init("string", text)] }
  func matches(_ keys: Set<String>) -> [String] { keys.contains(text) ? [text] : [] }
}
