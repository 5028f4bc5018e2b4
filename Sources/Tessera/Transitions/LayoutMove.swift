public import TesseraGeometry

/// Change of a node's box by a layout, passed to ``AnyNode/layoutTransitionRule``. A value.
public struct LayoutMove: Sendable {
  /// Old box of the node, in the coordinates of its former parent; nil if it is inserted.
  public let old: Rect?
  /// New box, in its parent's coordinates; nil if it is removed.
  public let new: Rect?
  /// Transition that applies without the rule.
  public let transition: LayoutTransition
}

/// Storage key of the rule.
private enum LayoutRule: NodeDataKey { typealias Value = @Sendable (LayoutMove) -> LayoutTransition }

extension AnyNode {
  /// Returns the transition of this node only, from its old and new box. Called for each animated layout. A delay that increases with the
  /// position staggers rows. nil means ``layoutTransition``. Any thread; called on the loop with no lock held.
  public var layoutTransitionRule: (@Sendable (LayoutMove) -> LayoutTransition)? {
    get { self[data: LayoutRule.self] }
    set { self[data: LayoutRule.self] = newValue }
  }
}

extension PaintTree {
  /// Returns the node's box in its parent's coordinates, logical units.
  func frameInParent(_ i: Int) -> Rect {
    let above = Int(parent[i])
    return above >= 0 ? frames[i].offset(by: frames[above].origin * -1) : frames[i]
  }
}
