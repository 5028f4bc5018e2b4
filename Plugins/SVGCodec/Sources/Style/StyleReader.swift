/// Parser of CSS rules and declarations; skips unsupported syntax. Source: CSS Syntax 3.
struct StyleReader {
  private var scanner: Scanner

  private static let mostDepth = 16

  init(_ text: some StringProtocol) { scanner = Scanner(bytes: Self.withoutComments(Array(text.utf8))) }

  private init(bytes: ArraySlice<UInt8>) { scanner = Scanner(bytes: Array(bytes)) }

  // MARK: rules

  /// Blocks around a rule.
  private struct Surroundings {
    var media: StyleMedia
    /// Parent of the `style` element.
    var owner: Int
    var layer: String?
    var scope: StyleScope?
    var namespaces = StyleNamespaces()
    var depth = 0

    /// Returns the surroundings inside of an at-rule; nil if its content does not apply.
    func inside(_ name: String, _ condition: String, _ parents: [StyleSelector]?, _ sheet: inout StyleSheet) -> Surroundings? {
      var result = self
      result.depth += 1
      guard result.depth < StyleReader.mostDepth else { return nil }
      switch name {
      case "media": return media.matches(condition) ? result : nil
      case "supports": return StyleMedia.supports(condition) ? result : nil
      case "layer": result.layer = StyleReader.joined(layer, condition.isEmpty ? sheet.unnamedLayer() : condition)
      case "scope":
        guard let scope = StyleScope(condition, owner: owner, outer: scope, in: selectors(in: parents)) else { return nil }
        result.scope = scope
      default: return nil
      }
      return result
    }

    func selectors(in parents: [StyleSelector]?) -> SelectorReader.Context {
      .init(parents: parents, isScoped: scope != nil, namespaces: namespaces)
    }
  }

  /// Adds the rules that apply to `media` to a sheet.
  /// - Parameter owner: Parent of the `style` element.
  mutating func readRules(into sheet: inout StyleSheet, for media: StyleMedia, owner: Int) {
    readRules(into: &sheet, Surroundings(media: media, owner: owner))
  }

  private mutating func readRules(into sheet: inout StyleSheet, _ outside: Surroundings) {
    var outside = outside
    while !sheet.isFull {
      scanner.skipSpaces()
      guard let next = scanner.next else { return }
      if scanner.consume("@") {
        readAtRule(into: &sheet, &outside)
        continue
      }
      // Skip XML comment marks around style sheets.
      if next == UInt8(ascii: "<") || next == UInt8(ascii: "-"), skipMark() { continue }
      let first = scanner.at
      let head = prelude(endsAtSemicolon: outside.scope != nil)
      guard scanner.consume("{") else {
        guard outside.scope != nil else { return }
        // Declarations in a scope apply to its root.
        scanner.at = first
        let root = StyleSelector(parts: [.init(tests: [.scope])])
        if let declaration = declaration() { Self.add([declaration], of: [root], to: &sheet, outside) }
        _ = scanner.consume(";")
        continue
      }
      var body = StyleReader(bytes: block())
      var selectors = SelectorReader(Scanner.text(head), in: outside.selectors(in: nil))
      guard let list = selectors.list() else { continue }
      var inside = outside
      inside.depth += 1
      body.readBody(of: list, into: &sheet, inside)
    }
  }

  private static func add(
    _ declarations: [StyleDeclaration], of list: [StyleSelector], to sheet: inout StyleSheet, _ outside: Surroundings
  ) {
    let last = last(of: declarations)
    let place = outside.layer.map { sheet.layer($0) } ?? Int.max
    for selector in list { sheet.append(.init(selector: selector, declarations: last, layer: place, scope: outside.scope)) }
  }

  /// Adds the declarations of a rule and the rules nested in it, in their order. Source: CSS Nesting 1.
  private mutating func readBody(of list: [StyleSelector], into sheet: inout StyleSheet, _ outside: Surroundings) {
    var pending: [StyleDeclaration] = []
    while !sheet.isFull {
      scanner.skipSpaces()
      if scanner.consume(";") { continue }
      guard let next = scanner.next else { break }
      let first = scanner.at
      let head = prelude(endsAtSemicolon: true)
      guard scanner.next == UInt8(ascii: "{"), !head.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) else {
        scanner.at = first
        pending += declaration().map { [$0] } ?? []
        continue
      }
      scanner.at += 1
      if !pending.isEmpty { Self.add(pending, of: list, to: &sheet, outside) }
      pending = []
      var inner = StyleReader(bytes: block())
      guard outside.depth < Self.mostDepth else { continue }
      guard next == UInt8(ascii: "@") else {
        var selectors = SelectorReader(Scanner.text(head), in: outside.selectors(in: list))
        var inside = outside
        inside.depth += 1
        if let nested = selectors.list() { inner.readBody(of: nested, into: &sheet, inside) }
        continue
      }
      var rule = Scanner(bytes: Array(head.dropFirst()))
      let name = rule.word().lowercased()
      guard let inside = outside.inside(name, Scanner.text(rule.bytes[rule.at...]).trimmed, list, &sheet) else { continue }
      if name == "scope" { inner.readRules(into: &sheet, inside) } else { inner.readBody(of: list, into: &sheet, inside) }
    }
    if !pending.isEmpty { Self.add(pending, of: list, to: &sheet, outside) }
  }

  private mutating func readAtRule(into sheet: inout StyleSheet, _ outside: inout Surroundings) {
    let name = scanner.word().lowercased()
    let head = Scanner.text(prelude(endsAtSemicolon: true)).trimmed
    guard scanner.consume("{") else {
      _ = scanner.consume(";")
      // Layers are ordered by first mention.
      if name == "layer" { for part in head.split(separator: ",") { _ = sheet.layer(Self.joined(outside.layer, part.trimmed)) } }
      if name == "namespace", outside.depth == 0 { outside.namespaces.add(head) }
      return
    }
    var inner = StyleReader(bytes: block())
    if name == "property" {
      guard head.hasPrefix("--"), let property = RegisteredProperty(inner.declarations()) else { return }
      sheet.register(head, property)
    } else if let inside = outside.inside(name, head, nil, &sheet) {
      inner.readRules(into: &sheet, inside)
    }
  }

  private static func joined(_ outer: String?, _ name: String) -> String { outer.map { $0 + "." + name } ?? name }

  /// Returns the last declaration of each property.
  private static func last(of all: [StyleDeclaration]) -> [StyleDeclaration] {
    guard all.count > 1 else { return all }
    var (seen, result) = (Set<String>(), [StyleDeclaration]())
    for declaration in all.reversed() {
      // Invalid declarations leave earlier ones in effect.
      guard Presentation.accepts(declaration.name, declaration.value) else { continue }
      if seen.insert(declaration.isImportant ? declaration.name + "!" : declaration.name).inserted { result.append(declaration) }
    }
    return result.reversed()
  }

  // MARK: declarations

  /// Parses the declarations of a block or a `style` attribute.
  mutating func declarations() -> [StyleDeclaration] {
    var result: [StyleDeclaration] = []
    while true {
      scanner.skipSpaces()
      if scanner.consume(";") { continue }
      guard !scanner.isAtEnd else { return result }
      if let declaration = declaration() { result.append(declaration) }
    }
  }

  /// Parses a declaration up to its semicolon; nil, after skipping it, if it has no name.
  private mutating func declaration() -> StyleDeclaration? {
    let name = scanner.word()
    scanner.skipSpaces()
    guard !name.isEmpty, scanner.consume(":") else {
      _ = valueText()
      return nil
    }
    var value = valueText().trimmed
    var isImportant = false
    if value.utf8.last.map({ $0 | 32 == UInt8(ascii: "t") }) == true, let mark = value.lastIndex(of: "!"),
      value[value.index(after: mark)...].trimmed.lowercased() == "important"
    {
      isImportant = true
      value = String(value[..<mark]).trimmed
    }
    return StyleDeclaration(name: Presentation.propertyName(name), value: value, isImportant: isImportant)
  }

  // MARK: parts

  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var (at, first, quote) = (0, 0, UInt8(0))
    while at < bytes.count {
      let b = bytes[at]
      if quote != 0 {
        if b == quote || b == 10 { quote = 0 }
      } else if b == UInt8(ascii: "'") || b == UInt8(ascii: "\"") {
        quote = b
      } else if b == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "*") {
        result += bytes[first..<at]
        result.append(32)
        at += 2
        while at < bytes.count, !(bytes[at] == UInt8(ascii: "/") && bytes[at - 1] == UInt8(ascii: "*")) { at += 1 }
        first = min(at + 1, bytes.count)
      }
      at += 1
    }
    return first == 0 ? bytes : result + bytes[first...]
  }

  private mutating func skipMark() -> Bool {
    for mark in ["<!--", "-->"] where scanner.bytes[scanner.at...].starts(with: mark.utf8) {
      scanner.at += mark.utf8.count
      return true
    }
    return false
  }

  /// Returns the text up to the opening brace, or up to a semicolon before it.
  private mutating func prelude(endsAtSemicolon: Bool) -> ArraySlice<UInt8> {
    let first = scanner.at
    skip { $0 == UInt8(ascii: "{") || endsAtSemicolon && $0 == UInt8(ascii: ";") }
    return scanner.bytes[first..<scanner.at]
  }

  /// Returns the content of the block up to its closing brace.
  private mutating func block() -> ArraySlice<UInt8> {
    let first = scanner.at
    skip { $0 == UInt8(ascii: "}") }
    let end = scanner.at
    if !scanner.isAtEnd { scanner.at += 1 }
    return scanner.bytes[first..<end]
  }

  /// Returns the value up to its semicolon; those in quotes and brackets are part of it.
  private mutating func valueText() -> String {
    let first = scanner.at
    skip { $0 == UInt8(ascii: ";") }
    return Scanner.text(scanner.bytes[first..<scanner.at])
  }

  /// Advances to the first matching byte that is not in quotes or in brackets opened after this position.
  private mutating func skip(to isWanted: (UInt8) -> Bool) {
    var (depth, quote) = (0, UInt8(0))
    while let b = scanner.next {
      if quote != 0 {
        if b == UInt8(ascii: "\\") { scanner.at += 1 } else if b == quote || b == 10 { quote = 0 }
      } else {
        if depth == 0, isWanted(b) { return }
        switch b {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = b
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        default: break
        }
      }
      scanner.at += 1
    }
    scanner.at = min(scanner.at, scanner.bytes.count)
  }
}
