/// A node type whose new nodes have other properties than a node has by default: a scrolling node clips.
public protocol InitialPropertiesType: NodeType {
  /// The properties of a new node. Asked once for all nodes.
  static var initialProperties: NodeProperties { get }
}
