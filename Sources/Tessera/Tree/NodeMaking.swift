internal import TesseraLayout

/// An element that can become a node which a program keeps.
protocol NodeMaking {
  /// Returns the node; nil where only a spec can say how it lies.
  func makeKeptNode() -> AnyNode?
}

extension AnyNode: NodeMaking {
  func makeKeptNode() -> AnyNode? { self }
}

extension Subnode: NodeMaking {
  func makeKeptNode() -> AnyNode? { makeNode() }
}

extension Column: NodeMaking {
  func makeKeptNode() -> AnyNode? { makeNode() }
}

extension Row: NodeMaking {
  func makeKeptNode() -> AnyNode? { makeNode() }
}

extension PlacedElement: NodeMaking {
  func makeKeptNode() -> AnyNode? { (base as? any NodeMaking)?.makeKeptNode() }
}

extension StyledElement: NodeMaking {
  /// A node of the program's own keeps its style: what a spec adjusts of it holds in that spec alone.
  func makeKeptNode() -> AnyNode? {
    guard !(base is AnyNode), let node = (base as? any NodeMaking)?.makeKeptNode() else { return nil }
    var style = node.style
    edit(&style)
    node.style = style
    return node
  }
}

extension Spacer: NodeMaking {
  func makeKeptNode() -> AnyNode? {
    let node = BoxNode()
    node.style = style
    return node
  }
}
