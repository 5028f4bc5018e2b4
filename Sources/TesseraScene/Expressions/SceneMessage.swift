internal import TesseraMessages

/// Message of an expression. A value; the files are shared.
struct SceneMessage: Sendable, Equatable {
  let catalog: MessageCatalog
  /// Key of the message.
  let key: Expression.Tree
  /// Names of the arguments, in the order of their values.
  let names: [String]
}

extension ExpressionEvaluation {
  /// Returns the text of a message.
  mutating func text(of message: SceneMessage, _ values: [DataValue], _ language: DataValue) -> DataValue {
    guard case .text(let key) = value(of: message.key) else { return report("the key of a message must be a text", 0) }
    var tag = ""
    if case .text(let text) = language { tag = text }
    var arguments: [String: MessageValue] = [:]
    for (name, value) in zip(message.names, values) {
      guard value != .null else { continue }
      guard value.boundedText != nil else { return refuse("argument `\(name)` of the message `\(key)` is too large for a text", 0) }
      arguments[name] = MessageValue(value)
    }
    let result = message.catalog.format(key, arguments, language: tag)
    if let error = result.errors.first { report("message `\(key)`: \(error.reason)", 0) }
    let text = result.text
    guard text.utf8.count <= Expression.Limits.textBytes else {
      return refuse("message `\(key)` has more than \(Expression.Limits.textBytes) bytes", 0)
    }
    return .text(text)
  }
}

extension MessageValue {
  /// Value of data as an argument.
  init(_ value: DataValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(DecimalNumber(number))
    case .boolean(let flag): self = .text(flag ? "true" : "false")
    case .null, .list, .map: self = .other(value.shown)
    }
  }
}
