public import Tessera
public import TesseraGeometry

// Offset of the content, and scrolling by the program.

extension Node where Value: ScrollingType {
  /// Point of the content at the top left corner of the viewport, in the coordinates of the content, logical units. Any thread.
  ///
  /// Setting it stops all movement; in `animate(_:_:)` the content moves there with that motion. It is limited to the content once that is
  /// laid out. An offset set before the first layout replaces the initial position after the insets.
  public var contentOffset: Point {
    get { physics.contentOffset }
    set {
      guard newValue.isFinite else { return }
      let motion = Motion.current.flatMap { $0.duration > 0 ? $0 : nil }
      updateScrolling { scroll in
        let target = newValue + scroll.state.origin
        if let motion, scroll.state.metrics != nil { scroll.lead(to: target, by: motion) } else { scroll.jump(to: target) }
      }
      if motion != nil { requestTick(after: 0) }
    }
  }

  /// Velocity of the content, logical units a second; positive towards larger offsets. Any thread.
  public var velocity: Point { storage.scroll.state.withLock { $0.velocity } }

  /// Bounds of the content including padding, in its coordinates; nil before the first layout. Any thread.
  public var contentBounds: Rect? {
    storage.scroll.state.withLock { state in state.metrics.map { $0.content.offset(by: state.origin * -1) } }
  }

  /// Whether the user drags the content. Any thread.
  public var isDragging: Bool { storage.scroll.state.withLock { $0.drag != nil } }

  /// Whether the content moves without a drag. Any thread.
  public var isMoving: Bool { storage.scroll.state.withLock(\.isMoving) }

  /// Scrolls to `offset`, limited to the content. Any thread.
  ///
  /// - Parameters:
  ///   - offset: point of the content for the top left corner of the viewport, in the content's coordinates.
  ///   - isAnimated: whether the content moves there, continuing with its velocity. Otherwise it is there in the next frame.
  public func scroll(to offset: Point, animated isAnimated: Bool = true) {
    guard offset.isFinite else { return }
    let motion = Motion.current.flatMap { $0.duration > 0 ? $0 : nil }
    updateScrolling { scroll in
      let target = offset + scroll.state.origin
      if isAnimated, scroll.state.metrics != nil { scroll.lead(to: target, by: motion) } else { scroll.jump(to: target) }
    }
    requestTick(after: 0)
  }

  /// Scrolls as little as needed to make `area` of the content visible, or its top left part if it is too large. Any thread.
  public func scrollToVisible(_ area: Rect, animated isAnimated: Bool = true) {
    guard area.isFinite else { return }
    let value = physics
    guard let size = value.state.metrics?.size else { return }
    var target = value.contentOffset
    for axis in Axis.allCases where value.axisSet.contains(axis) {
      let near = axis == .horizontal ? value.contentInsets.left : value.contentInsets.top
      let far = axis == .horizontal ? value.contentInsets.right : value.contentInsets.bottom
      let (low, high) = (area.origin[axis] - near, area.origin[axis] + area.size[axis] - size[axis] + far)
      if target[axis] > low || low < high && area.size[axis] > size[axis] {
        target[axis] = low
      } else {
        target[axis] = max(target[axis], high)
      }
    }
    scroll(to: target, animated: isAnimated)
  }
}
