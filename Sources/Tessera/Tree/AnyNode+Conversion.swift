public import TesseraGeometry

// Points and rectangles from the box of one node to that of another. Positions are those of the newest layout, with transforms and scrolling; what a
// transition under way shows elsewhere, and the rounding to pixels, `Stage.convert` adds.

extension AnyNode {
  /// Returns where a point of this node's box lies in the box of `target`, logical units. Any thread, in or out of a stage.
  ///
  /// - Parameters:
  ///   - point: in the coordinates of this node.
  ///   - target: any node of the same tree; nil: the space that the root lies in, which in a stage is the screen.
  /// - Returns: nil where the two are in different trees, or a transform between them has no inverse.
  public func convert(_ point: Point, to target: AnyNode?) -> Point? { transform(to: target)?.apply(point) }

  /// Returns where a point of `source`'s box lies in this node's, logical units; nil as with ``convert(_:to:)-(Point,_)``. Any thread.
  public func convert(_ point: Point, from source: AnyNode?) -> Point? { transform(from: source)?.apply(point) }

  /// Returns the smallest upright rectangle around where a rectangle of this node's box lies in the box of `target`, logical units. Any thread.
  ///
  /// - Parameters:
  ///   - rect: in the coordinates of this node.
  ///   - target: any node of the same tree; nil: the space that the root lies in, which in a stage is the screen.
  /// - Returns: nil where the two are in different trees, or a transform between them has no inverse.
  public func convert(_ rect: Rect, to target: AnyNode?) -> Rect? { transform(to: target)?.apply(rect) }

  /// Returns the smallest upright rectangle around where a rectangle of `source`'s box lies in this node's; nil as with
  /// ``convert(_:to:)-(Rect,_)``. Any thread.
  public func convert(_ rect: Rect, from source: AnyNode?) -> Rect? { transform(from: source)?.apply(rect) }

  /// What takes points of this node's box to the box of `target`; nil where there is no way.
  private func transform(to target: AnyNode?) -> Transform? {
    guard let target else { return transform(upTo: nil) }
    if target === self { return .identity }
    guard let meeting = closestCommonAncestor(with: target), let up = transform(upTo: meeting),
      let down = target.transform(upTo: meeting)?.inverse
    else { return nil }
    return up.then(down)
  }

  private func transform(from source: AnyNode?) -> Transform? {
    guard let source else { return transform(upTo: nil)?.inverse }
    return source.transform(to: self)
  }

  /// What takes points of this node's box to the box of a node above it, or nil: out of the root.
  private func transform(upTo ancestor: AnyNode?) -> Transform? {
    var result = Transform.identity
    var node = self
    while node !== ancestor {
      let above = node.supernode
      result = result.then(node.transformToSupernode(above))
      guard let above else { return ancestor == nil ? result : nil }
      node = above
    }
    return result
  }

  /// What takes points of this node's box to the box of the node directly above.
  private func transformToSupernode(_ above: AnyNode?) -> Transform {
    let (frame, own) = lock.withLock { (state.frame, state.properties.value.transform) }
    var result = Transform.translation(frame.minX, frame.minY)
    if !own.isIdentity {
      result = result.then(.translation(-frame.midX, -frame.midY)).then(own).then(.translation(frame.midX, frame.midY))
    }
    guard let above, above.scrollsSubnodes else { return result }
    let offset = above.scrollOffset
    if offset.isFinite { result = result.then(.translation(-offset.x, -offset.y)) }
    guard let placement = above.subnodePlacements.first(where: { $0.node === self }) else { return result }
    let forward = above.effectiveDirection == .rtl ? -1.0 : 1
    return result.then(.translation(placement.offset.x * forward, placement.offset.y))
  }
}
