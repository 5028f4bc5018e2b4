/// A bare flex container with no content except its background and its children.
public struct Box: SceneContainerType {
  public static let typeName = "box"
  public static let summary = "Flex container without its own content."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing, .takesRowPadding]

  /// Makes an empty container.
  public init() {}
}

/// A node that only contains others.
public typealias BoxNode = Node<Box>
