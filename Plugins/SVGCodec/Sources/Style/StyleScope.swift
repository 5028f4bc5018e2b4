/// Part of a document that the rules in `@scope` apply to. Source: CSS Cascade 6, section 2.5.
struct StyleScope: Sendable {
  /// Selectors of scoping roots; empty for the element that contains the style sheet.
  var roots: [StyleSelector] = []
  /// Selectors of elements that end the scope, with all inside them.
  var limits: [StyleSelector] = []
  /// Parent of the `style` element.
  var owner: Int
  /// Enclosing scope, at most one.
  var outer: [StyleScope] = []

  /// Parses `(.card) to (.content)`, each part optional; nil if it is not valid.
  init?(_ text: String, owner: Int, outer: StyleScope?, in context: SelectorReader.Context) {
    self.owner = owner
    self.outer = outer.map { [$0] } ?? []
    var scanner = Scanner(text)
    func list(_ context: SelectorReader.Context) -> [StyleSelector]? {
      guard scanner.consume("("), let end = scanner.closing() else { return nil }
      var reader = SelectorReader(Scanner.text(scanner.bytes[scanner.at..<end]), in: context)
      scanner.at = end + 1
      return reader.list()
    }
    scanner.skipSpaces()
    if scanner.next == UInt8(ascii: "(") {
      guard let roots = list(context) else { return nil }
      self.roots = roots
      scanner.skipSpaces()
    }
    guard !scanner.isAtEnd else { return }
    guard scanner.word().lowercased() == "to" else { return nil }
    scanner.skipSpaces()
    guard let limits = list(.init(isScoped: true, namespaces: context.namespaces)) else { return nil }
    self.limits = limits
    scanner.skipSpaces()
    if !scanner.isAtEnd { return nil }
  }
}
