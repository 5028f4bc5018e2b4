public import TesseraGeometry
public import TesseraLayout

/// Frames of a node and those below it after a layout outside of any stage.
public struct NodeLayout: Sendable {
  /// The node.
  public let node: AnyNode
  /// Its border box relative to its parent's border box (the root's: to the space it was laid out in), logical units, unrounded.
  public let frame: Rect
  /// Padding and border between the box and the content, logical units.
  public let insets: Insets
  /// Values that the node inherits.
  public let environment: EnvironmentValues
  /// The layouts of its subnodes, bottom of the picture first.
  public let children: [NodeLayout]
}

extension AnyNode {
  /// Returns the frames of this node and those below it when laid out in `available`. Changes nothing. Any thread; runs on the caller's.
  ///
  /// - Parameters:
  ///   - available: the space.
  ///   - environment: values that the node inherits.
  ///   - safeArea: depth of round corners and cut-outs in the space, as ``Stage/safeAreaInsets``; ignored at unlimited sides.
  /// - Complexity: linear in the number of nodes on usual trees. Nodes nested deeper than 1,024 levels are left out.
  public func layout(available: AvailableSize, environment: EnvironmentValues = EnvironmentValues(), safeArea: Insets = .zero) -> NodeLayout
  {
    inherit(environment)
    let memory = LayoutJob.layout(
      self, available: available, environment: environment, space: SafeAreaSpace(available, insets: safeArea))
    // Children follow their parents, so that a reverse walk finds the children of each node finished.
    var children = [[NodeLayout]](repeating: [], count: memory.entries.count)
    var made: NodeLayout?
    for (i, entry) in memory.entries.enumerated().reversed() {
      let parent = Int(entry.parent)
      let frame = memory.boxFrames[Int(entry.box)]
      let origin = parent >= 0 ? memory.boxFrames[Int(memory.entries[parent].box)].origin : .zero
      let layout = NodeLayout(
        node: entry.node, frame: Rect(origin: frame.origin - origin, size: frame.size), insets: memory.insets(i),
        environment: environment.running(entry.direction), children: children[i].reversed())
      children[i] = []
      if parent >= 0 { children[parent].append(layout) } else { made = layout }
    }
    return made ?? NodeLayout(node: self, frame: .zero, insets: .zero, environment: environment, children: [])
  }
}
