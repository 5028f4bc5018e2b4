public import Tessera

extension NodeRegistry {
  /// Registry of Tessera's node types: `box`, and those of the standard plugins. Add your own types to a copy.
  public static let standard: NodeRegistry = {
    var registry = NodeRegistry()
    do {
      try registry.add(ContainerNodePlugin.self)
      #if TextPlugin
        try registry.add(TextNodePlugin.self)
      #endif
      #if ImagePlugin
        try registry.add(ImageNodePlugin.self)
      #endif
      #if ButtonPlugin
        try registry.add(ButtonNodePlugin.self)
      #endif
      #if EditableTextPlugin
        try registry.add(EditableTextNodePlugin.self)
      #endif
      #if VideoFramePlugin
        try registry.add(VideoFrameNodePlugin.self)
      #endif
      #if ShapePlugin
        try registry.add(ShapeNodePlugin.self)
      #endif
      #if IconPlugin
        try registry.add(IconNodePlugin.self)
      #endif
      #if ControlsPlugin
        try registry.add(ControlNodePlugin.self)
      #endif
      #if MapPlugin
        try registry.add(MapNodePlugin.self)
      #endif
      #if KeyboardPlugin
        try registry.add(KeyboardNodePlugin.self)
      #endif
      #if CodesPlugin
        try registry.add(CodeNodePlugin.self)
      #endif
      #if ChartPlugin
        try registry.add(ChartNodePlugin.self)
      #endif
      #if GridPlugin
        try registry.add(GridNodePlugin.self)
      #endif
      #if PickersPlugin
        try registry.add(PickerNodePlugin.self)
      #endif
      #if VideoPlugin
        try registry.add(VideoNodePlugin.self)
      #endif
    } catch {
      preconditionFailure("the standard plugins have different names: \(error)")
    }
    return registry
  }()
}
