internal import TesseraGeometry

// Bounds of the content.

extension ScrollPhysics {
  /// Returns the range of resting offsets along `axis`; nil before the first layout.
  func range(_ axis: Axis) -> ClosedRange<Double>? { range(axis, contentInsets) }

  /// Like `range(_:)`, with other insets.
  private func range(_ axis: Axis, _ contentInsets: Insets) -> ClosedRange<Double>? {
    guard let metrics = state.metrics else { return nil }
    guard axisSet.contains(axis) else { return 0...0 }
    var near = axis == .horizontal ? contentInsets.left : contentInsets.top
    if axis == .vertical { near += refreshRoom }
    let far = axis == .horizontal ? contentInsets.right : contentInsets.bottom
    if isZoomable || state.zooming.scale != 1, let reach = metrics.reach {
      return zoomedRange(reach, metrics.size, axis, near: near.isFinite ? near : 0, far: far.isFinite ? far : 0)
    }
    let start = metrics.content.origin[axis]
    let low = start - (near.isFinite ? near : 0)
    return low...max(low, start + metrics.content.size[axis] + (far.isFinite ? far : 0) - metrics.size[axis])
  }

  /// Like `range(_:)`, for content that is scaled about its corner. Content smaller than the viewport is centered.
  private func zoomedRange(_ reach: Rect, _ viewport: Size, _ axis: Axis, near: Double, far: Double) -> ClosedRange<Double> {
    let scale = state.zooming.scale
    let (start, length) = (reach.origin[axis] * scale, reach.size[axis] * scale)
    let room = viewport[axis] - near - far
    if length <= room {
      let middle = start - near - (room - length) / 2
      return middle...middle
    }
    return start - near...start + length + far - viewport[axis]
  }

  /// Returns the offset along `axis` at which the start of the content is next to the insets of the viewport; nil before the first layout.
  private func start(_ axis: Axis, _ insets: Insets) -> Double? {
    guard let range = range(axis, insets) else { return nil }
    let isReversed = axis == .horizontal && state.isRightToLeft
    let inset = axis == .vertical ? insets.top + refreshRoom : isReversed ? -insets.right : insets.left
    return min(range.upperBound, max(range.lowerBound, state.origin[axis] - (inset.isFinite ? inset : 0)))
  }

  /// Applies changed insets: content at its start stays there, other content keeps its position as far as the bounds allow.
  mutating func updateInsets() {
    let old = state.insets
    guard old != contentInsets else { return }
    state.insets = contentInsets
    guard state.metrics != nil else { return }
    let before = Axis.allCases.map { range($0, old) }
    if state.drag == nil, state.zooming.motion == nil {
      for axis in Axis.allCases where axisSet.contains(axis) && state.motions[axis] == nil {
        guard let start = start(axis, old), abs(state.offset[axis] - start) < 0.01 else { continue }
        state.offset[axis] = self.start(axis, contentInsets) ?? start
      }
    }
    adoptRanges(before)
  }

  /// Returns whether content can be moved along `axis`.
  func canMove(_ axis: Axis) -> Bool {
    guard let range = range(axis), axisSet.contains(axis) else { return false }
    return range.lowerBound < range.upperBound || bounces && (alwaysBounces || axis == .vertical && pullToRefresh != nil)
  }

  func clamped(_ offset: Point) -> Point {
    var result = offset
    for axis in Axis.allCases {
      if let range = range(axis) { result[axis] = min(range.upperBound, max(range.lowerBound, offset[axis])) }
    }
    return result
  }

  /// Sets the offset immediately.
  mutating func jump(to offset: Point) {
    state.stop()
    state.drag = nil
    state.isPlaced = true
    let new = clamped(offset)
    if new != state.offset, state.metrics != nil { state.hasMoved = true }
    state.offset = new
  }

  /// Applies the result of a layout. If the content is shorter now, it moves back into the viewport; movements adapt to the new bounds.
  mutating func apply(_ metrics: ScrollState.Metrics) {
    guard metrics != state.metrics else { return }
    let before = Axis.allCases.map { range($0) }
    let isFirst = state.metrics == nil
    state.metrics = metrics
    if isFirst, !state.isPlaced {
      for axis in Axis.allCases where axisSet.contains(axis) { state.offset[axis] = start(axis, contentInsets) ?? state.offset[axis] }
    }
    adoptRanges(before)
  }

  /// Adapts to changed bounds: content moves back into them, and movements are computed again.
  private mutating func adoptRanges(_ before: [ClosedRange<Double>?]) {
    guard Axis.allCases.map({ range($0) }) != before else { return }
    if state.drag == nil, state.motions.isEmpty { state.offset = clamped(state.offset) }
    for (axis, motion) in state.motions {
      guard let range = range(axis) else { continue }
      let (position, velocity) = (state.offset[axis], state.velocity[axis])
      var way: ScrollMotion?
      if let edge = edge(of: motion, axis, before), !range.contains(position) {
        let target = edge < position ? range.upperBound : range.lowerBound
        if target != edge { way = .sprung(from: position, velocity: velocity, to: target) }
      } else if motion.isThrow {
        way = thrown(axis, from: position, velocity: velocity, goesOn: motion.goesOn)
      } else if !range.contains(motion.way.destination) {
        way = .led(from: position, velocity: velocity, to: min(range.upperBound, max(range.lowerBound, motion.way.destination)))
      }
      guard let way else { continue }
      state.motions[axis]?.way = way
      state.motions[axis]?.start = state.moment
    }
  }

  /// Returns the bound to which overshooting content is returning; nil for any other movement. The return velocity must not become a fling,
  /// which would overshoot far beyond that bound.
  private func edge(of motion: ScrollState.Motion, _ axis: Axis, _ before: [ClosedRange<Double>?]) -> Double? {
    guard motion.isThrow, let number = Axis.allCases.firstIndex(of: axis), let range = before[number], !range.contains(state.offset[axis])
    else { return nil }
    let edge = state.offset[axis] < range.lowerBound ? range.lowerBound : range.upperBound
    return abs(motion.way.destination - edge) < 0.01 ? edge : nil
  }
}
