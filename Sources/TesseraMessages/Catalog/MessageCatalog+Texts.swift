extension MessageCatalog {
  /// Returns the texts of messages whose keys begin with `prefix`, by language and rest of the key. Arguments remain placeholders, such as `{$n}`.
  ///
  /// For code that has no messages and fills such placeholders itself. A message with variants has the text of the variant `*`. Linear in the size of
  /// the files.
  public func texts(prefix: String) -> [String: [String: String]] {
    var texts: [String: [String: String]] = [:]
    for (language, file) in files {
      for entry in file.entries where entry.key.hasPrefix(prefix) {
        let arguments = Dictionary(uniqueKeysWithValues: entry.model.arguments.map { ($0, MessageValue.text("{$\($0)}")) })
        let message = MessageFormat(entry.model, locale: language, isolation: .none)
        texts[language, default: [:]][String(entry.key.dropFirst(prefix.count))] = message.format(arguments).text
      }
    }
    return texts
  }
}
