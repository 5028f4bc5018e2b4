/// Argument of a message.
public enum MessageValue: Sendable, Equatable {
  case text(String)
  case number(DecimalNumber)
  case date(CivilDate)
  /// Value that is neither text nor number nor date; it has a text but no function of the standard accepts it.
  case other(String)

  /// Number.
  public static func number(_ value: Int) -> MessageValue { .number(DecimalNumber(value)) }
  /// Number.
  public static func number(_ value: Double) -> MessageValue { .number(DecimalNumber(value)) }
}

extension MessageValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int) { self = .number(DecimalNumber(value)) }
  public init(floatLiteral value: Double) { self = .number(DecimalNumber(value)) }
}

/// Part of a formatted message.
public enum MessagePart: Sendable, Equatable {
  /// Text of the pattern.
  case text(String)
  /// Isolate or its end (U+2066 to U+2069).
  case isolation(String)
  case markup(Markup)
  case value(Value)
  /// Placeholder without a value: `$name`, `|text|` or `:function`.
  case fallback(source: String)

  /// Markup with resolved options.
  public struct Markup: Sendable, Equatable {
    public let kind: MessageModel.Markup.Kind
    public let name: String
    /// `u:id`.
    public let id: String?
    public let options: [String: String]
  }

  /// Formatted placeholder.
  public struct Value: Sendable, Equatable {
    /// `string`, `number`, `datetime`, or the type of an own function.
    public let type: String
    /// Text of the whole value.
    public let text: String
    /// Parts of numbers and dates; empty for text.
    public let parts: [LocaleNumberFormat.Part]
    /// Direction if known.
    public let direction: MessageDirection
    /// `u:id`.
    public let id: String?
    public let locale: String
  }

  /// Text that the part adds to the message.
  public var text: String {
    switch self {
    case .text(let text), .isolation(let text): text
    case .markup: ""
    case .value(let value): value.text
    case .fallback(let source): "{\(source)}"
    }
  }
}

/// Direction of a value or a message.
public enum MessageDirection: String, Sendable { case ltr, rtl, auto }
