/// Builds JSON text. Keys keep their order, so that outputs can be compared.
package indirect enum JSONText: Sendable {
  case null
  case boolean(Bool)
  /// Number; written as null if it is not finite, because JSON has no such numbers.
  case number(Double)
  case text(String)
  case list([JSONText])
  case map([(key: String, value: JSONText)])

  /// Text indented by two spaces per level, without a final line break.
  package var pretty: String {
    var out = ""
    write(to: &out, indent: 0)
    return out
  }

  /// Text in one line.
  package var compact: String {
    var out = ""
    write(to: &out, indent: nil)
    return out
  }

  private func write(to out: inout String, indent: Int?) {
    switch self {
    case .null: out += "null"
    case .boolean(let flag): out += flag ? "true" : "false"
    case .number(let number): out += number.isFinite ? NumberText.write(number) : "null"
    case .text(let text): Self.quote(text, to: &out)
    case .list(let items):
      // Lists of simple values are written in one line.
      let inner = items.allSatisfy(\.isPlain) ? nil : indent.map { $0 + 1 }
      Self.write(items.count, "[", "]", to: &out, indent: inner, outer: indent) { items[$0].write(to: &$1, indent: inner) }
    case .map(let pairs):
      let inner = indent.map { $0 + 1 }
      Self.write(pairs.count, "{", "}", to: &out, indent: inner, outer: indent) { i, out in
        Self.quote(pairs[i].key, to: &out)
        out += indent == nil ? ":" : ": "
        pairs[i].value.write(to: &out, indent: inner)
      }
    }
  }

  private var isPlain: Bool {
    switch self {
    case .list, .map: false
    default: true
    }
  }

  private static func write(
    _ count: Int, _ begin: String, _ end: String, to out: inout String, indent: Int?, outer: Int?, item: (Int, inout String) -> Void
  ) {
    out += begin
    for i in 0..<count {
      if i > 0 { out += indent == nil && outer != nil ? ", " : "," }
      if let indent { out += "\n" + String(repeating: "  ", count: indent) }
      item(i, &out)
    }
    if let indent, count > 0 { out += "\n" + String(repeating: "  ", count: indent - 1) }
    out += end
  }

  /// Writes a quoted text in the form common to JSON and YAML.
  package static func quote(_ text: String, to out: inout String) {
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
