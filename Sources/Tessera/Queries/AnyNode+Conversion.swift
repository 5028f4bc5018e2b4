public import TesseraGeometry

// Conversion of points and rectangles between the boxes of nodes. Positions are those of the latest layout, with transforms and scrolling.
// `Stage.convert` also includes running transitions and rounding to pixels.

extension AnyNode {
  /// Converts a point of this node's box to the box of `target`, logical units. Any thread, in or out of a stage.
  ///
  /// - Parameters:
  ///   - point: in the coordinates of this node.
  ///   - target: any node of the same tree; nil: the coordinates around the root, which in a stage are those of the screen.
  /// - Returns: nil if the two are in different trees, or a transform between them has no inverse.
  public func convert(_ point: Point, to target: AnyNode?) -> Point? { transform(to: target)?.apply(point) }

  /// Converts a point of `source`'s box to this node's box, logical units; nil as with ``convert(_:to:)-(Point,_)``. Any thread.
  public func convert(_ point: Point, from source: AnyNode?) -> Point? { transform(from: source)?.apply(point) }

  /// Converts a rectangle of this node's box to the box of `target` and returns its bounding rectangle, logical units. Any thread.
  ///
  /// - Parameters:
  ///   - rect: in the coordinates of this node.
  ///   - target: any node of the same tree; nil: the coordinates around the root, which in a stage are those of the screen.
  /// - Returns: nil if the two are in different trees, or a transform between them has no inverse.
  public func convert(_ rect: Rect, to target: AnyNode?) -> Rect? { transform(to: target)?.apply(rect) }

  /// Converts a rectangle of `source`'s box to this node's box and returns its bounding rectangle; nil as with ``convert(_:to:)-(Rect,_)``. Any
  /// thread.
  public func convert(_ rect: Rect, from source: AnyNode?) -> Rect? { transform(from: source)?.apply(rect) }

  /// Returns the transform from this node's box to the box of `target`, or nil.
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

  /// Returns the transform from this node's box to the box of a node above it; with nil, to the space around the root.
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

  /// Returns the transform from this node's box to the box of its parent.
  private func transformToSupernode(_ above: AnyNode?) -> Transform {
    let (frame, own) = lock.withLock { (state.frame, state.properties.value.transform) }
    var result = Transform.translation(frame.minX, frame.minY)
    if !own.isIdentity {
      result = result.then(.translation(-frame.midX, -frame.midY)).then(own).then(.translation(frame.midX, frame.midY))
    }
    guard let above, above.scrollsSubnodes else { return result }
    let placement = above.subnodePlacements.first { $0.node === self }
    let forward = above.effectiveDirection == .rtl ? -1.0 : 1
    if let placement, placement.scale != 1 {
      let scaled = Transform.scale(placement.scale, placement.scale)
      result = .translation(-frame.width / 2, -frame.height / 2).then(scaled).then(.translation(frame.width / 2, frame.height / 2)).then(
        result)
    }
    if let t = placement?.transform, !t.isIdentity {
      let turned = Transform(a: t.a, b: t.b * forward, c: t.c * forward, d: t.d, tx: t.tx * forward, ty: t.ty)
      result = result.then(.translation(-frame.midX, -frame.midY)).then(turned).then(.translation(frame.midX, frame.midY))
    }
    let offset = above.scrollOffset
    if offset.isFinite { result = result.then(.translation(-offset.x, -offset.y)) }
    return placement.map { result.then(.translation($0.offset.x * forward, $0.offset.y)) } ?? result
  }
}
