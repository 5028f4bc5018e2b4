/// Key of a message with its arguments, written as text: `"rooms \(count)"`.
///
/// The key ends at the first space. Each argument after it is for the next variable of the message, in the order in which the source language's
/// message names them; `as` names another variable:
///
/// ```swift
/// let text: MessageText = "free \(4, as: "free") \(12, as: "all")"
/// ```
///
/// `tessera message --check FOLDER --swift Sources` finds keys and arguments that the files of messages do not have.
public struct MessageText: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// Value of an argument.
  public struct Argument: Sendable, Equatable {
    /// Name of the variable; nil for the next one without a value.
    public var name: String?
    public var value: MessageValue
  }

  /// Key of the message.
  public let key: String
  public private(set) var arguments: [Argument]

  /// - Parameters:
  ///   - key: Key of the message.
  ///   - arguments: Values of its variables.
  public init(key: String, _ arguments: [String: MessageValue] = [:]) {
    self.key = key
    self.arguments = arguments.sorted { $0.key < $1.key }.map { Argument(name: $0.key, value: $0.value) }
  }

  /// Returns a copy with further values by the names of their variables.
  public func with(_ values: [String: MessageValue]) -> MessageText {
    guard !values.isEmpty else { return self }
    var copy = self
    copy.arguments += values.sorted { $0.key < $1.key }.map { Argument(name: $0.key, value: $0.value) }
    return copy
  }

  public init(stringLiteral value: String) { self.init(key: Self.key(of: value)) }

  public init(stringInterpolation: StringInterpolation) {
    key = Self.key(of: stringInterpolation.text)
    arguments = stringInterpolation.arguments
  }

  private static func key(of text: String) -> String { String(text.prefix { $0 != " " }) }

  /// Parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var arguments: [Argument] = []

    public init(literalCapacity: Int, interpolationCount: Int) { arguments.reserveCapacity(interpolationCount) }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds an argument of any kind.
    /// - Parameters:
    ///   - value: its value.
    ///   - name: its variable; nil means the next one.
    public mutating func appendInterpolation(_ value: MessageValue, as name: String? = nil) {
      arguments.append(Argument(name: name, value: value))
    }
    /// Adds an integer.
    public mutating func appendInterpolation(_ value: some BinaryInteger, as name: String? = nil) {
      // Integers of any width have a literal in decimal.
      appendInterpolation(DecimalNumber(literal: "\(value)").map(MessageValue.number) ?? .text("\(value)"), as: name)
    }
    /// Adds a number.
    public mutating func appendInterpolation(_ value: Double, as name: String? = nil) { appendInterpolation(.number(value), as: name) }
    /// Adds a text.
    public mutating func appendInterpolation(_ value: some StringProtocol, as name: String? = nil) {
      appendInterpolation(.text(String(value)), as: name)
    }
  }
}

extension MessageCatalog {
  /// Formats a message whose key and arguments are written as text.
  ///
  /// - Parameters:
  ///   - text: Key and arguments. Arguments without a name are those of the source language's message, in its order; further ones are ignored.
  ///   - language: Language tag, `en-XA` or `ar-XB`; empty is the source language.
  /// - Returns: The text, or the key in `⟦⟧` if no file has the message.
  public func formatted(_ text: MessageText, language: String) -> MessageFormat.Result {
    format(text.key, values(of: text), language: language)
  }

  /// Values of a text's arguments by the names of their variables.
  func values(of text: MessageText) -> [String: MessageValue] {
    var values: [String: MessageValue] = [:]
    for argument in text.arguments { if let name = argument.name { values[name] = argument.value } }
    let unnamed = text.arguments.filter { $0.name == nil }
    guard !unnamed.isEmpty, let model = model(text.key, language: sourceLanguage)?.model else { return values }
    let free = model.orderedArguments.filter { values[$0] == nil }
    for (name, argument) in zip(free, unnamed) { values[name] = argument.value }
    return values
  }
}
