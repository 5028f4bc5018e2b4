/// Elements of a document with their styles applied, as flat arrays; each `use` has a copy of its target as child.
struct SVGTree: Sendable {
  struct Node: Sendable {
    /// Empty for a text.
    var tag: String
    var attributes = AttributeList()
    var text = ""
    var parent: Int
    var children: [Int] = []
    var line: Int
    /// Whether it is a copy below a `use`.
    var isCopy = false
    /// Document element with exactly these attributes, independent of the context; -1 if they depend on the parent.
    var origin = -1
    /// Index of its table of inherited properties.
    fileprivate(set) var table = 0

    func attribute(_ name: String) -> String? { attributes[name] }
  }

  private(set) var nodes: [Node] = []
  /// Elements by id; copies below `use` have none.
  var ids: [String: Int] = [:]
  /// For each inherited property, the node that sets it, -1 if there is none. Elements that set none share the table of their parent.
  private var tables = [Int32](repeating: -1, count: Presentation.slots.count)

  subscript(_ node: Int) -> Node { nodes[node] }

  /// Appends a node after all others, as the last child of its parent.
  mutating func append(_ node: Node) -> Int {
    let index = nodes.count
    nodes.append(node)
    if node.parent >= 0 {
      nodes[node.parent].children.append(index)
      nodes[index].table = nodes[node.parent].table
    }
    let slots = node.attributes.slots
    guard !slots.isEmpty else { return index }
    let first = nodes[index].table * Presentation.slots.count
    nodes[index].table = tables.count / Presentation.slots.count
    tables += Array(tables[first..<first + Presentation.slots.count])
    for slot in slots { tables[tables.count - Presentation.slots.count + slot] = Int32(truncatingIfNeeded: index) }
    return index
  }

  /// Returns the element's own attribute.
  func attribute(_ name: String, of node: Int) -> String? { nodes[node].attribute(name) }

  /// Returns the attribute of the element, or of the nearest ancestor that has it.
  /// - Complexity: O(1) for properties that CSS inherits, else O(depth).
  func inherited(_ name: String, of node: Int) -> String? { owner(of: name, around: node).flatMap { nodes[$0].attribute(name) } }

  /// Returns the element itself or the nearest ancestor that has the attribute; nil if there is none.
  func owner(of name: String, around node: Int) -> Int? {
    guard node >= 0 else { return nil }
    if let slot = Presentation.slots[name] {
      let owner = tables[nodes[node].table * Presentation.slots.count + slot]
      return owner >= 0 ? Int(owner) : nil
    }
    var node = node
    while node >= 0, nodes[node].attribute(name) == nil { node = nodes[node].parent }
    return node >= 0 ? node : nil
  }

  /// Returns the element that the attribute refers to by `#id`.
  func link(_ node: Int) -> Int? {
    guard let href = attribute("href", of: node)?.trimmed, href.hasPrefix("#") else { return nil }
    return ids[String(href.dropFirst())]
  }
}
