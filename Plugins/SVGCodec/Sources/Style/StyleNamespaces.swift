/// Namespaces that a style sheet declares by `@namespace`. Source: CSS Namespaces 3.
struct StyleNamespaces: Sendable {
  static let svg = "http://www.w3.org/2000/svg"
  /// Prefixes that ``XMLDocument`` gives to names of attributes, by namespace.
  static let attributePrefixes = ["http://www.w3.org/1999/xlink": "xlink:", "http://www.w3.org/XML/1998/namespace": "xml:"]

  private var spaces: [String: String] = [:]
  /// Whether a type selector without a prefix can match elements of SVG.
  private(set) var defaultIsSVG = true

  /// Returns the namespace of a prefix; nil if it is not declared.
  subscript(prefix: String) -> String? { spaces[prefix] }

  /// Adds the declaration `svg "http://www.w3.org/2000/svg"`, `svg url(…)`, or one without a prefix. An invalid one has no effect.
  mutating func add(_ text: String) {
    var scanner = Scanner(text)
    var prefix = scanner.word()
    if prefix.lowercased() == "url", scanner.next == UInt8(ascii: "(") {
      prefix = ""
      scanner.at = 0
    }
    var rest = Scanner.text(scanner.bytes[scanner.at...]).trimmed
    if rest.lowercased().hasPrefix("url("), rest.hasSuffix(")") { rest = String(rest.dropFirst(4).dropLast()).trimmed }
    if let quote = rest.first, quote == "\"" || quote == "'", rest.count > 1, rest.last == quote {
      rest = String(rest.dropFirst().dropLast())
    }
    if prefix.isEmpty { defaultIsSVG = rest == Self.svg } else { spaces[prefix] = rest }
  }
}
