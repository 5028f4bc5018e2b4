internal import Glibc
internal import Tessera
internal import TesseraGeometry

// Movement of content: dragged by a finger, decelerating, or moved by the program. Movements are functions of time.

extension ScrollPhysics {
  /// Minimum velocity of released content to continue moving, logical units a second.
  static let leastSpeed = 20.0
  /// Minimum wheel step that is a notch, whose movement is animated, logical units. Smaller steps come from touchpads, which move smoothly
  /// themselves.
  static let leastNotch = 24.0
  /// Maximum sum of velocities of successive flings, logical units a second.
  static let mostSpeed = 12_000.0
  /// Maximum duration of a touch that adds its fling to the one that it interrupted, seconds.
  static let longestFlick = 0.3

  // MARK: Dragging

  /// Starts a drag at the current position.
  mutating func beginDrag(at time: Double) {
    var carried = Point.zero
    for (axis, motion) in state.motions where motion.isThrow { carried[axis] = state.velocity[axis] }
    state.stop()
    var wanted = state.offset
    for axis in Axis.allCases {
      if let range = range(axis) { wanted[axis] = band(axis).wanted(wanted[axis], in: range) }
    }
    state.drag = ScrollState.Drag(wanted: wanted, start: time, carried: carried)
  }

  /// Returns the velocity of a fling, plus that of the fling that the touch interrupted if the direction is the same.
  func adding(_ velocity: Point, at time: Double) -> Point {
    guard let drag = state.drag, time - drag.start <= Self.longestFlick else { return velocity }
    var sum = velocity
    for axis in Axis.allCases where velocity[axis] * drag.carried[axis] > 0 && abs(velocity[axis]) >= Self.leastSpeed {
      let fastest = max(Self.mostSpeed, abs(velocity[axis]))
      sum[axis] = min(fastest, max(-fastest, velocity[axis] + drag.carried[axis]))
    }
    return sum
  }

  /// Moves the content by `delta` along `axis` within its bounds, first back into them. Returns the remaining distance.
  mutating func pull(_ axis: Axis, by delta: Double) -> Double {
    guard let range = range(axis), axisSet.contains(axis), delta.isFinite else { return delta }
    let at = state.drag?.wanted[axis] ?? state.offset[axis]
    let target = at + delta
    let taken = min(max(range.upperBound, at), max(min(range.lowerBound, at), target))
    place(axis, wanted: taken, in: range)
    return target - taken
  }

  /// Moves the content by `delta` beyond its bounds, with rubber-banding.
  mutating func pullBeyondBounds(_ axis: Axis, by delta: Double) {
    guard delta != 0, bounces, canMove(axis), let range = range(axis), let at = state.drag?.wanted[axis] else { return }
    place(axis, wanted: at + delta, in: range)
  }

  private mutating func place(_ axis: Axis, wanted: Double, in range: ClosedRange<Double>) {
    state.drag?.wanted[axis] = wanted
    let new = band(axis).position(wanted, in: range)
    if new != state.offset[axis] { state.hasMoved = true }
    state.offset[axis] = new
  }

  private func band(_ axis: Axis) -> RubberBand { RubberBand(length: state.metrics?.size[axis] ?? 1) }

  // MARK: Free movement

  /// Returns the movement of content along `axis` that is released at `velocity`.
  func thrown(_ axis: Axis, from position: Double, velocity: Double, goesOn: Bool) -> ScrollMotion? {
    guard let range = range(axis) else { return nil }
    let velocity = abs(velocity) < Self.leastSpeed ? 0 : velocity
    if range.contains(position), !goesOn,
      let target = snapping(axis).target(from: position, velocity: velocity, in: range, deceleration: throwDeceleration)
    {
      return target == position && velocity == 0 ? nil : .led(from: position, velocity: velocity, to: target)
    }
    if velocity == 0, range.contains(position) { return nil }
    return .thrown(from: position, velocity: velocity, in: range, deceleration: throwDeceleration, bounces: bounces && !goesOn)
  }

  /// Releases the content along `axis` at `velocity`, starting at `time`.
  mutating func letGo(_ axis: Axis, velocity: Double, at time: Double?, goesOn: Bool = false) {
    guard velocity.isFinite, let way = thrown(axis, from: state.offset[axis], velocity: velocity, goesOn: goesOn) else { return }
    state.motions[axis] = ScrollState.Motion(way: way, start: time, isThrow: true, goesOn: goesOn)
    state.velocity[axis] = velocity
    state.moment = time
  }

  /// Moves the content to `target` along all axes, with `motion`; nil means settling like a fling.
  mutating func lead(to target: Point, by motion: Motion? = nil) {
    let target = clamped(target)
    state.drag = nil
    for axis in Axis.allCases where target[axis] != state.offset[axis] || state.motions[axis] != nil {
      let (from, velocity) = (state.offset[axis], state.velocity[axis])
      let way =
        motion.map { ScrollMotion.moved(from: from, velocity: velocity, to: target[axis], by: $0) }
        ?? .led(from: from, velocity: velocity, to: target[axis])
      state.motions[axis] = ScrollState.Motion(way: way, start: state.moment, isThrow: false)
    }
  }

  /// Returns the target of a key for vertically scrolling content; nil means none. A page is the viewport without its insets, minus an
  /// eighth that stays visible.
  func target(of key: KeyPress.Key) -> Point? {
    guard axisSet.contains(.vertical), let range = range(.vertical), let height = state.metrics?.size.height else { return nil }
    let room = max(24, height - contentInsets.top - contentInsets.bottom)
    let page = isPaging ? settings.pageStride(height) : room * 0.875
    var target = destination
    switch key {
    case .pageUp: target.y -= page
    case .pageDown: target.y += page
    case .home: target.y = range.lowerBound
    case .end: target.y = range.upperBound
    default: return nil
    }
    return clamped(target)
  }

  /// Returns the snap positions along `axis`.
  func snapping(_ axis: Axis) -> ScrollSnapping {
    guard axisSet.contains(axis), let metrics = state.metrics else { return .none }
    let length = metrics.size[axis]
    if isPaging { return .pages(settings.pageStride(length)) }
    guard snap != .none else { return .none }
    let near = axis == .horizontal ? contentInsets.left : contentInsets.top
    let far = axis == .horizontal ? contentInsets.right : contentInsets.bottom
    return .points(
      metrics.frames.map { frame in
        let (start, size) = (frame.origin[axis], frame.size[axis])
        switch snap {
        case .none, .start: return start - near
        case .center: return start + size / 2 - (length + near - far) / 2
        case .end: return start + size - length + far
        }
      }.sorted())
  }

  /// Advances movements to `time`. Returns the velocities that the bounds stopped and that a scrolling ancestor should continue.
  mutating func move(to time: Double) -> [(axis: Axis, velocity: Double)] {
    var handed: [(axis: Axis, velocity: Double)] = []
    for axis in Axis.allCases {
      guard let motion = state.motions[axis] else { continue }
      let start = motion.start ?? time
      state.motions[axis]?.start = start
      let now = time - start
      let position = motion.way.position(after: now)
      if position != state.offset[axis] { state.hasMoved = true }
      state.offset[axis] = position
      state.velocity[axis] = motion.way.velocity(after: now)
      if now >= motion.way.duration {
        state.motions[axis] = nil
        if motion.goesOn, motion.way.impact != 0 { handed.append((axis, motion.way.impact)) }
      }
    }
    state.moment = state.motions.isEmpty ? nil : time
    return handed
  }
}

extension ScrollPhysics {
  /// Returns whether content can move towards larger (`velocity` above 0) or smaller offsets.
  func hasRoom(_ axis: Axis, towards velocity: Double) -> Bool {
    guard isScrollEnabled, let range = range(axis), axisSet.contains(axis) else { return false }
    return velocity > 0 ? state.offset[axis] < range.upperBound : state.offset[axis] > range.lowerBound
  }

  /// Offset when all movements have ended.
  var destination: Point {
    var result = state.offset
    for (axis, motion) in state.motions { result[axis] = motion.way.destination }
    return result
  }

  /// Ends all movements because the node leaves its stage.
  mutating func end() {
    state.stop()
    state.drag = nil
    state.offset = clamped(state.offset)
    state.isUnderWay = false
    state.indicatorOpacity = 0
    state.indicatorEnd = nil
  }
}
