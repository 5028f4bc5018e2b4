/// A node type whose new nodes have other properties than the defaults: a scrolling node clips.
public protocol InitialPropertiesType: NodeType {
  /// The properties of a new node. Called once for all nodes.
  static var initialProperties: NodeProperties { get }
}
