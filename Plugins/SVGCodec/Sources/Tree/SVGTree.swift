/// A document's elements with their styles applied, as flat arrays; what `use` refers to stands below it once more.
struct SVGTree: Sendable {
  struct Attribute: Sendable {
    var name: String
    var value: String
  }

  struct Node: Sendable {
    /// Empty for a text.
    var tag: String
    var attributes: [Attribute]
    var text = ""
    var parent: Int
    var children: [Int] = []
    var line: Int
    /// Whether it stands below a `use` that refers to it.
    var isCopy = false

    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  var nodes: [Node] = []
  /// Elements by id; the copies below `use` have none.
  var ids: [String: Int] = [:]

  subscript(_ node: Int) -> Node { nodes[node] }

  /// The element's own attribute.
  func attribute(_ name: String, of node: Int) -> String? { nodes[node].attribute(name) }

  /// The attribute of the element, or of the nearest one around it that has it.
  func inherited(_ name: String, of node: Int) -> String? {
    var node = node
    while node >= 0 {
      if let value = nodes[node].attribute(name) { return value }
      node = nodes[node].parent
    }
    return nil
  }

  /// The element itself or the nearest one around it that has the attribute; nil: none has it.
  func owner(of name: String, around node: Int) -> Int? {
    var node = node
    while node >= 0, nodes[node].attribute(name) == nil { node = nodes[node].parent }
    return node >= 0 ? node : nil
  }

  func isAncestor(_ ancestor: Int, of node: Int) -> Bool {
    var node = nodes[node].parent
    while node >= 0 {
      if node == ancestor { return true }
      node = nodes[node].parent
    }
    return false
  }

  /// The element that the attribute, `#id`, refers to.
  func link(_ node: Int) -> Int? {
    guard let href = attribute("href", of: node)?.trimmed, href.hasPrefix("#") else { return nil }
    return ids[String(href.dropFirst())]
  }
}
