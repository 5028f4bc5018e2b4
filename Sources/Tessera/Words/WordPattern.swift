internal import TesseraBase

/// Text with placeholders such as `{$n}`.
enum WordPattern {
  /// Returns the text with arguments in place of their placeholders. Placeholders without an argument stay.
  static func filled(_ text: String, _ arguments: [String: String]) -> String {
    guard !arguments.isEmpty else { return text }
    var result = ""
    let rest = visit(text) { before, name, placeholder in
      result += before
      result += arguments[name] ?? String(placeholder)
    }
    return result + rest
  }

  /// Returns the text with changed letters, and with arguments in place of their placeholders.
  static func changed(_ text: String, _ language: PseudoLanguage, _ arguments: [String: String]) -> String {
    var (result, letters) = ("", 0)
    func add(_ part: Substring) {
      letters += part.count
      result += language.changed(part)
    }
    let rest = visit(text) { before, name, placeholder in
      add(before)
      result += arguments[name] ?? String(placeholder)
    }
    add(rest)
    guard let frame = language.frame(letters) else { return result }
    return frame.before + result + frame.after
  }

  /// Returns the names of the placeholders, each once, sorted.
  static func names(in text: String) -> [String] {
    var names: [String] = []
    _ = visit(text) { _, name, _ in if !names.contains(name) { names.append(name) } }
    return names.sorted()
  }

  /// Visits all placeholders with the text before each. Returns the text after the last one.
  private static func visit(_ text: String, _ body: (_ before: Substring, _ name: String, _ placeholder: Substring) -> Void) -> Substring {
    var (rest, before) = (text[...], text.startIndex)
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let next = rest.index(after: end)
      let name = rest[start..<end].dropFirst()
      if name.first == "$" {
        body(text[before..<start], String(name.dropFirst()), rest[start..<next])
        before = next
      }
      rest = rest[next...]
    }
    return text[before...]
  }
}
