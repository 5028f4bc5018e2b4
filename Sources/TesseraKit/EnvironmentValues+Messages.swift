public import Tessera
internal import TesseraLayout
public import TesseraMessages

/// Key of the messages of a program.
private struct MessagesKey: EnvironmentKey {
  static let defaultValue: MessageCatalog? = nil
}

extension EnvironmentValues {
  /// Messages of the program; nil if unset. Set them on the root of the tree, together with `locale`.
  public var messages: MessageCatalog? {
    get { self[MessagesKey.self] }
    set { self[MessagesKey.self] = newValue }
  }

  /// Returns a message in the language of `locale`.
  ///
  /// A spec that calls it is laid out again if messages or language change:
  ///
  /// ```swift
  /// Text(context.environment.message("rooms \(count)"))
  /// ```
  ///
  /// - Parameters:
  ///   - text: Key of the message, with its arguments in the order of the source language's message. `MessageText(key:)` has a key that is
  ///     computed.
  ///   - arguments: Further values by the names of their variables.
  /// - Returns: The text; the key in `⟦⟧` if no file has the message. Placeholders with errors have their fallback, such as `{$n}`.
  public func message(_ text: MessageText, _ arguments: [String: MessageValue] = [:]) -> String {
    messages?.formatted(text.with(arguments), language: locale).text ?? "⟦\(text.key)⟧"
  }
}

extension NodeEnvironment {
  /// Sets the language, and the direction of lines and rows that it has, in one change.
  ///
  /// - Parameter tag: Language tag, such as `ar-EG`.
  public func setLanguage(_ tag: String) {
    self[\.locale] = tag
    self[\.direction] = MessageCatalog.isRightToLeft(tag) ? .rtl : .ltr
  }
}
