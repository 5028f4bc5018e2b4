/// Error messages for the problems that libyaml reports, in terms of the affected line.
struct YAMLProblem {
  /// Problem in libyaml's words.
  let problem: String
  /// Structure that was being read, in libyaml's words; empty if unknown.
  let context: String
  /// Line in which that structure began; nil means the same line.
  let contextLine: Int?
  /// Line with the problem.
  let line: [UInt8]
  /// Offset in the line, bytes.
  let offset: Int
  /// Comment without a blank after `#`, in the structure or in the three lines before it. It may hide a bracket.
  let comment: String?

  /// Error message with the remedy.
  var message: String {
    let since = contextLine.map { " that began in line \($0)" } ?? ""
    if problem == "mapping values are not allowed in this context" || isFlow && at(offset) == UInt8(ascii: ":") { return colon }
    if isFlow, let comment { return "`\(comment)` begins a comment, so a bracket\(since) is not closed; write '\(comment)' in quotes" }
    switch problem {
    case "did not find expected ',' or '}'": return "the `{`\(since) is not closed: `,` or `}` is missing before this"
    case "did not find expected ',' or ']'": return "the `[`\(since) is not closed: `,` or `]` is missing before this"
    case "did not find expected node content": return isFlow ? "a value, or the bracket that closes this, is missing" : "a value is missing"
    case "did not find expected '-' indicator": return "this line is not an item (`- `) of the list\(since); check its indentation"
    case "did not find expected key" where line.prefix(offset).contains(where: { !Self.isBlank($0) }):
      return "this cannot follow the value in its line; write the whole value in quotes, with a quote in single quotes twice: 'it''s'"
    case "did not find expected key": return "this line does not belong to the map\(since); check its indentation"
    case "could not find expected ':'": return "a key\(since) has no `: ` after it; a map has lines such as `key: value`"
    case "block sequence entries are not allowed in this context": return "`- ` begins an item of a list; write it in a line of its own"
    case "mapping keys are not allowed in this context": return "a value that begins with `? ` must be in quotes"
    case "did not find expected <document start>":
      return "the value ended before this; check the indentation of this line and the brackets before it"
    case "found unexpected end of stream":
      return context == "while scanning a quoted scalar" ? "the text in quotes\(since) has no closing quote" : other
    case "found unexpected document indicator": return "the text in quotes\(since) has no closing quote before this `---` or `...`"
    case "found unknown escape character": return "unknown escape in double quotes; write `\\\\` for a backslash, or use single quotes"
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      return "an escape such as \\u00e9 needs four hexadecimal digits"
    case "did not find expected alphabetic or numeric character", "found undefined tag handle", "did not find expected tag URI",
      "did not find expected '!'", "did not find expected whitespace or line break":
      return firstOfValue.map { "a value that begins with `\($0)` must be in quotes" } ?? other
    case "did not find expected comment or line break": return "nothing may follow `|` or `>` in its line; begin the text in the next line"
    default: return characterOrTab ?? other
    }
  }

  /// Whether a structure in brackets is being read.
  private var isFlow: Bool { context.hasPrefix("while parsing a flow") }

  private var other: String {
    let since = contextLine.map { " that began in line \($0)" } ?? ""
    return "not YAML: " + (context.isEmpty ? "" : context + since + ": ") + problem
  }

  private var characterOrTab: String? {
    let isTab = problem.hasPrefix("found a tab") || at(offset) == UInt8(ascii: "\t")
    if isTab || line.prefix(while: Self.isBlank).contains(UInt8(ascii: "\t")) { return "indent with spaces, not tabs" }
    guard problem == "found character that cannot start any token", let byte = at(offset) else { return nil }
    return "a value that begins with `\(String(decoding: [byte], as: UTF8.self))` must be in quotes"
  }

  /// Message for a value that contains `: `, or for a key in an invalid place.
  private var colon: String {
    let open: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ",")]
    var start = 0
    if isFlow, let bracket = line.prefix(offset).lastIndex(where: open.contains) { start = bracket + 1 }
    let segment = trimmed(line[start..<line.count])
    let begin = segment.startIndex
    guard let first = firstColon(from: begin), first < offset else {
      let key = text(trimmed(line[min(begin, offset)..<offset]))
      return "`\(key):` cannot be a key here; check the indentation of this line, and the value of the line before"
    }
    var value = trimmed(line[(first + 1)..<line.count])
    if isFlow, let end = value.firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ",") }) {
      value = value[..<end]
    }
    if let hash = value.indices.first(where: { value[$0] == UInt8(ascii: "#") && $0 > value.startIndex && Self.isBlank(value[$0 - 1]) }) {
      value = value[..<hash]
    }
    while let last = value.last, Self.isBlank(last) { value = value.dropLast() }
    let shown = text(value)
    let quoted = shown.utf8.contains(UInt8(ascii: "\"")) ? "'\(shown)'" : "\"\(shown)\""
    return "the value of `\(text(line[begin..<first]))` contains `: `, so it must be in quotes: \(quoted)"
  }

  /// Returns the index of the first `: ` at or after an offset.
  private func firstColon(from start: Int) -> Int? {
    line.indices.first { $0 >= start && line[$0] == UInt8(ascii: ":") && ($0 + 1 == line.count || Self.isBlank(line[$0 + 1])) }
  }

  /// First character of the value with the problem.
  private var firstOfValue: String? {
    let signs: [UInt8] = [UInt8(ascii: "*"), UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "%")]
    return line.prefix(offset + 1).last(where: signs.contains).map { String(decoding: [$0], as: UTF8.self) }
  }

  /// Returns the text without blanks and `- ` at its start.
  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop(while: Self.isBlank)
    while rest.first == UInt8(ascii: "-"), rest.dropFirst().first.map(Self.isBlank) == true {
      rest = rest.dropFirst().drop(while: Self.isBlank)
    }
    return rest
  }

  /// Returns text for messages: at most 60 bytes.
  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.count > 60 ? String(decoding: bytes.prefix(60), as: UTF8.self) + "…" : String(decoding: bytes, as: UTF8.self)
  }

  private func at(_ offset: Int) -> UInt8? { line.indices.contains(offset) ? line[offset] : nil }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
