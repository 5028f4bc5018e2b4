public import TesseraGeometry

/// What a layout does to a node: what ``AnyNode/layoutTransitionRule`` is asked about. A value.
public struct LayoutMove: Sendable {
  /// The node's box before, in the coordinates of the parent that it had; nil: it comes.
  public let old: Rect?
  /// Its box now, in its parent's coordinates; nil: it goes.
  public let new: Rect?
  /// The transition that holds for it where the rule says no other.
  public let transition: LayoutTransition
}

/// Where nodes keep their rule.
private enum LayoutRule: NodeDataKey { typealias Value = @Sendable (LayoutMove) -> LayoutTransition }

extension AnyNode {
  /// By which transition this node, and no other, goes, comes or leaves: asked for each layout that a transition holds for, with the old and the new box. A delay that
  /// grows with the place has rows come one after another. Nil: as ``layoutTransition`` says. Any thread; it is called on the loop with no lock held.
  public var layoutTransitionRule: (@Sendable (LayoutMove) -> LayoutTransition)? {
    get { self[data: LayoutRule.self] }
    set { self[data: LayoutRule.self] = newValue }
  }
}

extension SceneTree {
  /// The node's box in its parent's coordinates, logical units.
  func frameInParent(_ i: Int) -> Rect {
    let above = Int(parent[i])
    return above >= 0 ? frames[i].offset(by: frames[above].origin * -1) : frames[i]
  }
}
