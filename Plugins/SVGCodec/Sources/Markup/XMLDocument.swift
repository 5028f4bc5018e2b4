/// XML document as flat arrays: elements and the texts between them, in document order.
struct XMLDocument: Sendable {
  struct Attribute: Sendable {
    /// Local name; `xml:space`, `xml:lang` and `xlink:href` keep their prefix.
    var name: String
    var value: String
  }

  struct Node: Sendable {
    /// Local name; empty for a text.
    var name: String
    /// Whether the element is in SVG's namespace.
    var isSVG: Bool
    var attributes: Range<Int>
    var text: String
    var parent: Int
    var firstChild = -1
    var lastChild = -1
    var nextSibling = -1
    var line: Int
    var isElement: Bool { !name.isEmpty }
  }

  /// Elements whose text is drawn.
  static let holdsText: Set<String> = ["text", "tspan", "textPath", "a", "tref", "altGlyph"]

  var nodes: [Node] = []
  var attributes: [Attribute] = []

  /// Index of the root element; nil if there is none.
  var root: Int? { nodes.isEmpty ? nil : 0 }

  func attribute(_ name: String, of node: Int) -> String? { attributes[nodes[node].attributes].first { $0.name == name }?.value }

  func children(of node: Int) -> [Int] {
    var result: [Int] = []
    var child = nodes[node].firstChild
    while child >= 0 {
      result.append(child)
      child = nodes[child].nextSibling
    }
    return result
  }
}
