/// Target of a motion within a node.
enum MotionKey: Sendable, Hashable {
  /// A property common to all nodes.
  case property(MotionProperty)
  /// An attribute of the node's value.
  case attribute(String)
  /// The drawn content: from the content shown to the new one.
  case content

  /// The name in scene files.
  var name: String {
    switch self {
    case .property(let property): property.rawValue
    case .attribute(let name): name
    case .content: "content"
    }
  }
}
