/// A bare flex container: shows nothing but its background and its children.
public struct Box: NodeType {
  public static let typeName = "box"
  public static let summary = "A flex container without content of its own."
  public static let acceptsChildren = true
  public static let drawsContent = false
  public static let measuresContent = false

  /// Makes an empty container.
  public init() {}
}

/// A node that only holds others.
public typealias BoxNode = Node<Box>
