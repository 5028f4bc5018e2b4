public import TesseraGeometry
public import TesseraLayout

/// Decides how close the subnodes of one node are to the screen, where these are more than the screen shows: what a container gives the
/// stage, which else looks at each node by itself. The stage keeps one for each such node, and is the only one to use it; loop.
///
/// A subnode and all that is below it are of one state. Where below it another node ranges its own subnodes, that node's state is the most
/// that they get.
public protocol SubnodeRanging {
  /// The subnodes have other frames, or are others.
  ///
  /// - Parameters:
  ///   - frames: of the subnodes, as layout gave them, in the order of the node's subnodes.
  ///   - former: for each subnode the number that it had before, nil for one that came; nil: all are as before. Those that are gone
  ///     need no steps: the stage takes them back.
  mutating func place(_ frames: [Rect], former: [Int?]?)

  /// A layout was adopted, and nothing of it is shown yet: the node takes the place where its content may rest now. What moves from one layout to the next begins where
  /// it was seen before this call. Not called before ``place(_:former:)`` was. Default: nothing.
  ///
  /// - Parameters:
  ///   - node: whose subnodes they are.
  ///   - size: of its box.
  mutating func settle(_ node: AnyNode, size: Size)

  /// A layout was adopted. Called after ``place(_:former:)``, where that is called, and before ``update(_:size:state:)``. Default: nothing.
  ///
  /// - Parameters:
  ///   - node: whose subnodes they are.
  ///   - subnodes: of the node in that layout, in order.
  ///   - direction: where lines start in the node.
  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection)

  /// What is seen has moved, or is otherwise to be looked at anew. Returns the steps of the subnodes.
  ///
  /// - Parameters:
  ///   - node: whose subnodes they are.
  ///   - size: of its box.
  ///   - state: its own interface state.
  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction]
}

extension SubnodeRanging {
  public mutating func settle(_ node: AnyNode, size: Size) {}
  public mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {}
}
