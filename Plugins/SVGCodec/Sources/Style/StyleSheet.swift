/// One declaration of CSS.
struct StyleDeclaration: Sendable, Equatable {
  var name: String
  var value: String
  var isImportant = false
}

/// The rules of a document's `style` elements, from the weakest to the strongest selector. Source: Selectors 3, as far as static SVG needs them.
struct StyleSheet: Sendable {
  struct Rule: Sendable {
    var selector: StyleSelector
    var declarations: [StyleDeclaration]
  }

  private(set) var rules: [Rule] = []

  /// Adds the rules of `text`; what is not understood is left out.
  mutating func add(_ text: String) {
    var reader = StyleReader(text)
    rules += reader.rules()
  }

  /// Puts stronger selectors behind weaker ones; of equals the later stays behind.
  mutating func sort() {
    rules = rules.enumerated().sorted { ($0.element.selector.weight, $0.offset) < ($1.element.selector.weight, $1.offset) }.map(\.element)
  }
}

/// A selector: parts and what joins each to the one before it.
struct StyleSelector: Sendable {
  enum Joint: Sendable { case descendant, child, sibling }
  struct Attribute: Sendable {
    enum Test: Sendable { case exists, equals, includes, dashes, begins, ends, contains }
    var name: String
    var test: Test
    var value: String
  }
  struct Part: Sendable {
    var joint = Joint.descendant
    var tag: String?
    var attributes: [Attribute] = []
    var isFirstChild = false
    /// A pseudo class that nothing in a picture has.
    var isImpossible = false
  }

  var parts: [Part]

  /// Specificity: ids, classes and attributes, tags.
  var weight: Int {
    parts.reduce(0) { sum, part in
      sum + (part.tag == nil ? 0 : 1) + (part.isFirstChild ? 1000 : 0)
        + part.attributes.reduce(0) { $0 + ($1.name == "id" && $1.test == .equals ? 1_000_000 : 1000) }
    }
  }

  func matches(_ node: Int, in document: XMLDocument) -> Bool { matches(node, parts.count - 1, document) }

  private func matches(_ node: Int, _ index: Int, _ document: XMLDocument) -> Bool {
    guard index >= 0 else { return true }
    guard node >= 0, Self.fits(parts[index], node, document) else { return false }
    guard index > 0 else { return true }
    switch parts[index].joint {
    case .child: return matches(document.nodes[node].parent, index - 1, document)
    case .sibling: return matches(Self.elementBefore(node, document), index - 1, document)
    case .descendant:
      var ancestor = document.nodes[node].parent
      while ancestor >= 0 {
        if matches(ancestor, index - 1, document) { return true }
        ancestor = document.nodes[ancestor].parent
      }
      return false
    }
  }

  private static func elementBefore(_ node: Int, _ document: XMLDocument) -> Int {
    let parent = document.nodes[node].parent
    guard parent >= 0 else { return -1 }
    var (child, before) = (document.nodes[parent].firstChild, -1)
    while child >= 0, child != node {
      if document.nodes[child].isElement { before = child }
      child = document.nodes[child].nextSibling
    }
    return before
  }

  private static func fits(_ part: Part, _ node: Int, _ document: XMLDocument) -> Bool {
    if part.isImpossible { return false }
    if let tag = part.tag, document.nodes[node].name != tag { return false }
    if part.isFirstChild, elementBefore(node, document) >= 0 { return false }
    return part.attributes.allSatisfy { attribute in
      guard let value = document.attribute(attribute.name, of: node) else { return false }
      switch attribute.test {
      case .exists: return true
      case .equals: return value == attribute.value
      case .includes: return value.split(whereSeparator: \.isWhitespace).contains { $0 == attribute.value }
      case .dashes: return value == attribute.value || value.hasPrefix(attribute.value + "-")
      case .begins: return !attribute.value.isEmpty && value.hasPrefix(attribute.value)
      case .ends: return !attribute.value.isEmpty && value.hasSuffix(attribute.value)
      case .contains: return !attribute.value.isEmpty && value.range(of: attribute.value) != nil
      }
    }
  }
}
