internal import TesseraLayout

/// An element that can become a node that a program keeps.
protocol NodeMaking {
  /// Returns the node; nil if only a spec can lay it out.
  func makeKeptNode() -> AnyNode?
}

extension AnyNode: NodeMaking {
  func makeKeptNode() -> AnyNode? { self }
}

extension Subnode: NodeMaking {
  func makeKeptNode() -> AnyNode? { makeNode() }
}

extension PlacedElement: NodeMaking {
  func makeKeptNode() -> AnyNode? { (base as? any NodeMaking)?.makeKeptNode() }
}

extension StyledElement: NodeMaking {
  /// A node that the program created keeps its style: adjustments by a spec apply in that spec alone.
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
