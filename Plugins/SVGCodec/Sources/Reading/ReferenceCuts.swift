/// Cyclic references among masks and among patterns, which are ignored.
///
/// Of each cycle, the reference to its first element in document order is ignored, whichever element is drawn.
struct ReferenceCuts {
  private struct Reference: Hashable {
    var from: Int
    var to: Int
  }

  private static let attributes = [("mask", "mask"), ("fill", "pattern"), ("stroke", "pattern")]

  private let tree: SVGTree
  private var references: Set<Reference> = []
  private var finished: Set<Int> = []

  /// Finds the cycles.
  /// - Complexity: O(n) in elements below masks and patterns.
  init(_ tree: SVGTree) {
    self.tree = tree
    for node in tree.nodes.indices where Self.isContainer(tree.nodes[node].tag) {
      var path: [Int] = []
      visit(node, &path)
    }
  }

  /// Whether the reference of the element `node` to `target` is ignored.
  func contains(_ node: Int, _ target: Int) -> Bool { references.contains(Reference(from: node, to: target)) }

  private static func isContainer(_ tag: String) -> Bool { tag == "mask" || tag == "pattern" }

  /// Follows the references of an element; `path` leads to it. Chains beyond the drawing limit end early.
  private mutating func visit(_ container: Int, _ path: inout [Int]) {
    guard !finished.contains(container), path.count < SVGLimits.references else { return }
    path.append(container)
    var rest = [container]
    while let node = rest.popLast() {
      for (attribute, tag) in Self.attributes {
        guard let value = tree.attribute(attribute, of: node), let (id, _) = svgLink(value), let target = tree.ids[id],
          tree.nodes[target].tag == tag
        else { continue }
        if path.contains(target) {
          references.insert(Reference(from: node, to: target))
        } else {
          visit(target, &path)
        }
      }
      // Nested containers are drawn only where they are referenced.
      rest += tree.nodes[node].children.filter { !Self.isContainer(tree.nodes[$0].tag) }
    }
    path.removeLast()
    finished.insert(container)
  }
}
