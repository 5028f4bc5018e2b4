public import TesseraGeometry
public import TesseraLayout

/// Determines the interface states of one node's subnodes if there are more of them than the screen shows. A container provides it to the stage,
/// which otherwise looks at each node separately. The stage keeps one for each such node and is its only user; loop.
///
/// A subnode and all nodes below it have one state. If a node below it ranges its own subnodes, its state is their maximum.
public protocol SubnodeRanging {
  /// Updates the frames after the subnodes or their frames have changed.
  ///
  /// - Parameters:
  ///   - frames: laid-out frames of the subnodes, in the order of the node's subnodes.
  ///   - former: former index of each subnode, nil for an inserted one; nil if all are unchanged. Removed subnodes need no steps: the stage resets
  ///     them.
  mutating func place(_ frames: [Rect], former: [Int?]?)

  /// Moves the node to a valid scroll position after a layout was adopted and before it is shown. Animations from one layout to the next begin at the
  /// position seen before this call. Called before ``place(_:former:)`` of that layout, and not before the first. Default: nothing.
  ///
  /// - Parameters:
  ///   - node: parent of the subnodes.
  ///   - size: of its box.
  mutating func settle(_ node: AnyNode, size: Size)

  /// Called after a layout was adopted: after ``place(_:former:)``, if that is called, and before ``update(_:size:state:)``. Default: nothing.
  ///
  /// - Parameters:
  ///   - node: parent of the subnodes.
  ///   - subnodes: of the node in that layout, in order.
  ///   - direction: where lines start in the node.
  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection)

  /// Updates the states after the visible part has moved or must be checked again. Returns the steps of the subnodes.
  ///
  /// - Parameters:
  ///   - node: parent of the subnodes.
  ///   - size: of its box.
  ///   - state: its own interface state.
  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction]
}

extension SubnodeRanging {
  public mutating func settle(_ node: AnyNode, size: Size) {}
  public mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {}
}
