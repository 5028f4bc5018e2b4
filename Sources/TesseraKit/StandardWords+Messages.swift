public import Tessera
public import TesseraMessages

extension StandardWords {
  /// Creates the words that a program has in its files of messages: those of keys such as `tessera.copy`.
  ///
  /// ```swift
  /// root.environment[\.words] = try StandardWords(MessageCatalog(folder: "messages"))
  /// ```
  ///
  /// - Throws: an error for an unknown word, or for a text with other placeholders than the English one.
  public init(_ catalog: MessageCatalog) throws(StandardWordError) {
    try self.init(named: catalog.texts(prefix: StandardWord.keyPrefix))
  }
}
