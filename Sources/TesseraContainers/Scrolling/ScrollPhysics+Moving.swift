internal import Glibc
internal import Tessera
internal import TesseraGeometry

// How content moves: a finger pulls it, it goes on by itself, the program sends it somewhere. Ways are functions of time.

extension ScrollPhysics {
  /// From this speed on, logical units a second, content that is let go goes on.
  static let leastSpeed = 20.0
  /// From this way on, logical units, a step of a wheel is a notch, on whose way content is seen; what is less comes from a touch pad, which moves smoothly itself.
  static let leastNotch = 24.0
  /// The most that throws which follow each other add up to, logical units a second.
  static let mostSpeed = 12_000.0
  /// Most seconds that a finger is on thrown content which its throw is to speed up.
  static let longestFlick = 0.3

  // MARK: By a finger

  /// A finger takes hold of the content where it is.
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

  /// The velocity of a throw, with that of the one which the finger caught just before and throws on the same way.
  func adding(_ velocity: Point, at time: Double) -> Point {
    guard let drag = state.drag, time - drag.start <= Self.longestFlick else { return velocity }
    var sum = velocity
    for axis in Axis.allCases where velocity[axis] * drag.carried[axis] > 0 && abs(velocity[axis]) >= Self.leastSpeed {
      let fastest = max(Self.mostSpeed, abs(velocity[axis]))
      sum[axis] = min(fastest, max(-fastest, velocity[axis] + drag.carried[axis]))
    }
    return sum
  }

  /// Moves the content by `delta` along `axis` as far as its bounds let it, back into them first. Returns what is left of the way.
  mutating func pull(_ axis: Axis, by delta: Double) -> Double {
    guard let range = range(axis), axisSet.contains(axis), delta.isFinite else { return delta }
    let at = state.drag?.wanted[axis] ?? state.offset[axis]
    let target = at + delta
    let taken = min(max(range.upperBound, at), max(min(range.lowerBound, at), target))
    place(axis, wanted: taken, in: range)
    return target - taken
  }

  /// Moves the content by `delta` beyond its bounds, where it gives way.
  mutating func giveWay(_ axis: Axis, by delta: Double) {
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

  // MARK: By itself

  /// The way of content along `axis` that is let go at `velocity`.
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

  /// Lets the content go on along `axis` at `velocity`, from `time` on.
  mutating func letGo(_ axis: Axis, velocity: Double, at time: Double?, goesOn: Bool = false) {
    guard velocity.isFinite, let way = thrown(axis, from: state.offset[axis], velocity: velocity, goesOn: goesOn) else { return }
    state.motions[axis] = ScrollState.Motion(way: way, start: time, isThrow: true, goesOn: goesOn)
    state.velocity[axis] = velocity
    state.moment = time
  }

  /// Sends the content to `target` along every axis, as `motion` says or, nil, as throws land.
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

  /// Where a key sends content that moves up and down; nil: nowhere. A page is the viewport without what covers it, but for an eighth that is seen before and after.
  func target(of key: KeyPress.Key) -> Point? {
    guard axisSet.contains(.vertical), let range = range(.vertical), let height = state.metrics?.size.height else { return nil }
    let room = max(24, height - contentInsets.top - contentInsets.bottom)
    let page = isPaging ? height : room * 0.875
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

  /// Where content rests along `axis`.
  func snapping(_ axis: Axis) -> ScrollSnapping {
    guard axisSet.contains(axis), let metrics = state.metrics else { return .none }
    let length = metrics.size[axis]
    if isPaging { return .pages(length) }
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

  /// Moves content that moves by itself to where it is at `time`. Returns velocities that its edges took and a node above is to have.
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
  /// Whether content can go on towards larger (`velocity` above 0) or smaller offsets.
  func hasRoom(_ axis: Axis, towards velocity: Double) -> Bool {
    guard isScrollEnabled, let range = range(axis), axisSet.contains(axis) else { return false }
    return velocity > 0 ? state.offset[axis] < range.upperBound : state.offset[axis] > range.lowerBound
  }

  /// Where the content will be when all motion is over.
  var destination: Point {
    var result = state.offset
    for (axis, motion) in state.motions { result[axis] = motion.way.destination }
    return result
  }

  /// Ends what is under way: the stage goes.
  mutating func end() {
    state.stop()
    state.drag = nil
    state.offset = clamped(state.offset)
    state.isUnderWay = false
    state.indicatorOpacity = 0
    state.indicatorEnd = nil
  }
}
