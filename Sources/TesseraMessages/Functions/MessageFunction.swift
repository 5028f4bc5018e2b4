/// Function of messages: `{$count :number}`.
///
/// Conform a type and pass it to `MessageFormat` to add an own function.
public protocol MessageFunction: Sendable {
  /// Resolves a call.
  ///
  /// - Parameter call: Operand and options. The function reports invalid options by `call.report`.
  /// - Throws: The error for which the value becomes a fallback, usually of the kind `badOperand`.
  func resolve(_ call: inout MessageCall) throws(MessageError) -> any ResolvedMessageValue
}

/// Value of an expression with its function.
public protocol ResolvedMessageValue: Sendable {
  /// Type of its part.
  var type: String { get }
  /// Value for functions that have it as operand.
  var operand: MessageValue { get }
  /// Options that functions inherit.
  var options: [String: MessageOption] { get }
  /// Direction; `auto` is unknown.
  var direction: MessageDirection { get }
  /// Whether the value can be formatted.
  var isFormattable: Bool { get }
  /// Whether the value can be a selector.
  var isSelectable: Bool { get }
  /// Formats the value.
  func parts() throws(MessageError) -> [LocaleNumberFormat.Part]
  /// Keys that match, the best first.
  func matches(_ keys: Set<String>) throws(MessageError) -> [String]
}

/// Value of an option.
public struct MessageOption: Sendable, Equatable {
  public let value: MessageValue
  /// Whether the message has the value as a literal.
  public let isLiteral: Bool

  public init(value: MessageValue, isLiteral: Bool) {
    self.value = value
    self.isLiteral = isLiteral
  }

  /// Text of texts and numbers.
  public var text: String? {
    switch value {
    case .text(let text): text
    case .number(let number): number.literalText
    case .date, .other: nil
    }
  }
}

/// Call of a function.
public struct MessageCall: Sendable {
  /// Language tag of the message.
  public let locale: String
  /// Operand; `nil` if there is none or it has no value.
  public let operand: MessageValue?
  /// Options of the operand, if a function gave it.
  public let inherited: [String: MessageOption]
  /// Whether the operand is the result of a function or is unannotated.
  public let operandType: String?
  /// Options of this call by name, without those of the namespace `u`.
  public let options: [String: MessageOption]
  private(set) var errors: [MessageError] = []
  /// Option of numbers and dates with the last value of a range.
  static let rangeEnd = "tessera:to"

  init(
    locale: String, operand: MessageValue?, inherited: [String: MessageOption], operandType: String?, options: [String: MessageOption]
  ) {
    self.locale = locale
    self.operand = operand
    self.inherited = inherited
    self.operandType = operandType
    self.options = options
  }

  /// Adds an error; the value stays.
  public mutating func report(_ error: MessageError) { errors.append(error) }

  mutating func reportOption(_ name: String, _ option: MessageOption) {
    report(MessageError(.badOption, "invalid value `\(option.text ?? "?")` of option `\(name)`"))
  }
}
