public import Tessera

extension NodeRegistry {
  /// The registry of the node types that come with Tessera: `box`, and those of the standard plugins. Add your own to a copy.
  public static let standard: NodeRegistry = {
    var registry = NodeRegistry()
    do {
      try registry.add(ContainerNodePlugin.self)
      try registry.add(TextNodePlugin.self)
      try registry.add(ImageNodePlugin.self)
      try registry.add(ButtonNodePlugin.self)
      try registry.add(EditableTextNodePlugin.self)
      try registry.add(VideoFrameNodePlugin.self)
      try registry.add(ShapeNodePlugin.self)
    } catch {
      preconditionFailure("the standard plugins have different names: \(error)")
    }
    return registry
  }()
}
