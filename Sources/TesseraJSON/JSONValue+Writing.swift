/// Writes JSON.
extension JSONValue {
  /// Text with two spaces of indentation per level, and without a final line break. Lists of simple values are in one line.
  public var pretty: String {
    var writer = JSONWriter()
    writer.write(self, indent: 0)
    return writer.text
  }

  /// Text in one line.
  public var compact: String { compact(limit: .max) }

  /// Returns the text in one line. The rest of lists and objects is missing beyond about `limit` bytes.
  public func compact(limit: Int) -> String {
    var writer = JSONWriter(limit: limit)
    writer.write(self, indent: nil)
    return writer.text
  }

  /// Appends a text in quotes, in the form common to JSON and YAML.
  public static func quote(_ text: String, to out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      // Control characters, and the line breaks and byte order mark that YAML treats specially.
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}

/// Writer of one JSON text.
private struct JSONWriter {
  var text = ""
  var limit = Int.max

  /// Writes a value; in one line if `indent` is nil.
  mutating func write(_ value: JSONValue, indent: Int?) {
    guard text.utf8.count < limit else { return }
    switch value {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    // JSON has no other numbers.
    case .number(let number): text += number.isFinite ? JSONNumber.text(number) : "null"
    case .literal(let literal): text += literal
    case .text(let string): JSONValue.quote(string, to: &text)
    case .list(let items):
      let inner = items.allSatisfy(\.isPlain) ? nil : indent.map { $0 + 1 }
      write(items.count, "[", "]", indent: inner, outer: indent) { writer, i in writer.write(items[i], indent: inner) }
    case .map(let members):
      let inner = indent.map { $0 + 1 }
      write(members.count, "{", "}", indent: inner, outer: indent) { writer, i in
        JSONValue.quote(members[i].key, to: &writer.text)
        writer.text += inner == nil ? ":" : ": "
        writer.write(members[i].value, indent: inner)
      }
    }
  }

  private mutating func write(
    _ count: Int, _ begin: String, _ end: String, indent: Int?, outer: Int?, item: (inout JSONWriter, Int) -> Void
  ) {
    text += begin
    for i in 0..<count {
      if i > 0 { text += indent == nil && outer != nil ? ", " : "," }
      if let indent { text += "\n" + String(repeating: "  ", count: indent) }
      item(&self, i)
      if text.utf8.count >= limit { break }
    }
    if let indent, count > 0 { text += "\n" + String(repeating: "  ", count: indent - 1) }
    text += end
  }
}

extension JSONValue {
  /// Whether it is neither a list nor an object.
  fileprivate var isPlain: Bool {
    switch self {
    case .list, .map: false
    case .null, .boolean, .number, .literal, .text: true
    }
  }
}
