/// Message in a language: formats arguments to text or parts.
///
/// ```swift
/// let message = try MessageFormat(".input {$n :number} .match $n one {{{$n} room}} * {{{$n} rooms}}", locale: "en")
/// message.format(["n": 3]).text  // "3 rooms"
/// ```
///
/// A value; any thread may use it.
public struct MessageFormat: Sendable {
  /// Isolation of placeholders whose direction may differ from the message's.
  public enum BidiIsolation: String, Sendable {
    case none
    /// First-strong isolates, or those of the known direction.
    case standard = "default"
  }

  /// Formatted message.
  public struct Result: Sendable, Equatable {
    public let parts: [MessagePart]
    /// Problems, in order. The text has a fallback for each.
    public let errors: [MessageError]
    /// Text of all parts.
    public var text: String { parts.reduce(into: "") { $0 += $1.text } }
  }

  public let model: MessageModel
  /// Language tag.
  public let locale: String
  public let isolation: BidiIsolation
  let functions: [String: any MessageFunction]
  let isRightToLeft: Bool

  /// Parses a message.
  ///
  /// - Parameters:
  ///   - source: MessageFormat 2 source.
  ///   - locale: Language tag.
  ///   - isolation: `standard` keeps values of another direction from changing the order of the text.
  ///   - functions: Functions by name, in addition to those of the standard.
  /// - Throws: Syntax and data model errors.
  public init(
    _ source: String, locale: String, isolation: BidiIsolation = .standard, functions: [String: any MessageFunction] = [:]
  ) throws(MessageErrors) {
    self.init(try MessageModel(parsing: source), locale: locale, isolation: isolation, functions: functions)
  }

  /// Message from a parsed model.
  public init(
    _ model: MessageModel, locale: String, isolation: BidiIsolation = .standard, functions: [String: any MessageFunction] = [:]
  ) {
    self.model = model
    self.locale = locale
    self.isolation = isolation
    self.functions = MessageFormat.standardFunctions.merging(functions) { $1 }
    isRightToLeft = LocaleLibrary.data(LocaleTag(locale)).isRightToLeft
  }

  /// Functions of the standard.
  static let standardFunctions: [String: any MessageFunction] = [
    "string": StringFunction(), "number": NumberFunction(kind: .number), "integer": NumberFunction(kind: .integer),
    "percent": NumberFunction(kind: .percent), "currency": NumberFunction(kind: .currency), "unit": NumberFunction(kind: .unit),
    "offset": OffsetFunction(), "date": DateFunction(kind: .date), "time": DateFunction(kind: .time),
    "datetime": DateFunction(kind: .datetime),
  ]

  /// Formats the message.
  ///
  /// - Parameter arguments: Values of the variables. Missing ones become fallbacks and errors.
  /// - Complexity: Linear in the size of the message and of the values.
  public func format(_ arguments: [String: MessageValue] = [:]) -> Result {
    var resolver = MessageResolver(self, arguments)
    let parts = resolver.parts(resolver.pattern())
    return Result(parts: parts, errors: resolver.errors)
  }
}
