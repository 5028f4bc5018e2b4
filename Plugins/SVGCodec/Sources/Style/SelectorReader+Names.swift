extension SelectorReader {
  /// Parses `rect`, `*`, `svg|rect`, `*|rect`, `|rect`, or nothing. The name is nil for any; the whole is nil for a prefix that is not declared.
  mutating func type() -> (name: String?, isSVG: Bool)? {
    var name: String? = scanner.consume("*") ? "*" : self.name()
    var isSVG = context.namespaces.defaultIsSVG || name == nil
    if isBar {
      let (prefix, hasPrefix) = (name ?? "", name != nil)
      scanner.at += 1
      name = scanner.consume("*") ? "*" : self.name()
      guard name != nil else { return nil }
      guard prefix != "*" else { return (name == "*" ? nil : name, true) }
      guard hasPrefix else { return (name == "*" ? nil : name, false) }
      guard let space = context.namespaces[prefix] else { return nil }
      isSVG = space == StyleNamespaces.svg
    }
    return (name == "*" ? nil : name, isSVG)
  }

  /// Parses `href`, `|href`, `xlink|href` or `*|href`. Returns the names in the document; nil for a prefix that is not declared.
  private mutating func attributeNames() -> [String]? {
    let prefix: String? = scanner.consume("*") ? "*" : self.name()
    guard isBar else { return prefix.map { [$0] } }
    scanner.at += 1
    guard let name = self.name() else { return nil }
    switch prefix {
    case nil: return [name]
    case "*": return [name] + StyleNamespaces.attributePrefixes.values.sorted().map { $0 + name }
    case .some(let prefix):
      guard let space = context.namespaces[prefix] else { return nil }
      return StyleNamespaces.attributePrefixes[space].map { [$0 + name] } ?? []
    }
  }

  /// Whether a `|` that separates a prefix follows; `|=` compares.
  private var isBar: Bool {
    scanner.next == UInt8(ascii: "|") && scanner.at + 1 < scanner.bytes.count && scanner.bytes[scanner.at + 1] != UInt8(ascii: "=")
  }

  /// Parses the part after `[`; nil if it is not supported.
  mutating func attribute() -> StyleSelector.Attribute? {
    scanner.skipSpaces()
    guard let names = attributeNames() else { return nil }
    var attribute = StyleSelector.Attribute(names: names, test: .exists, value: "")
    scanner.skipSpaces()
    if scanner.consume("]") { return attribute }
    switch scanner.next {
    case UInt8(ascii: "~"): attribute.test = .includes
    case UInt8(ascii: "|"): attribute.test = .dashes
    case UInt8(ascii: "^"): attribute.test = .begins
    case UInt8(ascii: "$"): attribute.test = .ends
    case UInt8(ascii: "*"): attribute.test = .contains
    default: attribute.test = .equals
    }
    if attribute.test != .equals { scanner.at += 1 }
    guard scanner.consume("=") else { return nil }
    scanner.skipSpaces()
    if let quote = scanner.next, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      scanner.at += 1
      guard let value = scanner.text(until: Character(Unicode.Scalar(quote))) else { return nil }
      attribute.value = value
    } else {
      guard let value = self.name() else { return nil }
      attribute.value = value
    }
    scanner.skipSpaces()
    switch self.name() {
    case "i", "I": attribute.ignoresCase = true
    case "s", "S", nil: break
    default: return nil
    }
    scanner.skipSpaces()
    return scanner.consume("]") ? attribute : nil
  }
}
