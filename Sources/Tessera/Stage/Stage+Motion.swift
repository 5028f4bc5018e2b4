internal import TesseraGeometry

// Animated properties and attributes. Their frames lay out nothing, and draw only content that is itself animated.

extension Stage {
  // MARK: Starting and setting

  /// Starts the motions of a change of node `i` from its shown state.
  func beginMotions(_ requests: [MotionRequest], of i: Int, in tree: PaintTree) {
    let node = tree.nodes[i]
    let now = clock.now
    for request in requests {
      guard let motion = allowed(request, node.environmentValues.reducesMotion) else {
        loop.animations.motions.drop(request, finished: true)
        continue
      }
      let run = loop.animations.motions.run(of: request.animation, now: now)
      let former = loop.animations.motions.tracks(of: node).first { $0.key == request.key }
      if case .property(let goal, _) = request.goal, request.key == .property(.transform), !goal.value.transform.isIdentity,
        tree.properties[i].value.transform.isIdentity, hidesBoxes(i, in: tree)
      {
        // Content that it moves onto the screen is drawn ahead.
        needLayout(of: node)
      }
      guard let track = track(request, motion, run, former, i, tree) else {
        loop.animations.motions.drop(request, finished: true)
        continue
      }
      loop.animations.motions.add(track, of: node, at: i)
    }
  }

  /// Starts the motions of a change of node `i`, ends those of attributes with another new value, and returns the resulting invalidation of
  /// the content.
  func adoptMotions(_ requests: [MotionRequest], of i: Int, in tree: PaintTree) -> Invalidation {
    let node = tree.nodes[i]
    if !requests.isEmpty { beginMotions(requests, of: i, in: tree) }
    let tracks = loop.animations.motions.tracks(of: node)
    guard !requests.isEmpty || !tracks.isEmpty else { return [] }
    _ = loop.animations.motions.remove(from: node, finished: false) { track in
      switch (track.goal, track.key) {
      case (.attribute(_, let to), .attribute(let name)): node.movableAttribute(name) != to
      case (.content(let name, _, let to), _): node.attribute(name) != to
      default: false
      }
    }
    forgetFormerContents(of: i, in: tree)
    recordMoving(node)
    return node.present(attributes(loop.animations.motions.tracks(of: node)))
  }

  /// Ends motions of a node that is not laid out yet: it starts in its final state.
  func dropMotions(_ requests: [MotionRequest], of node: AnyNode) {
    for request in requests { loop.animations.motions.drop(request, finished: true) }
    node.recordShown(nil, moving: [])
    _ = node.present([])
  }

  func attributes(_ tracks: [MotionTrack]) -> [(name: String, value: AttributeValue)] {
    tracks.compactMap(\.attribute)
  }

  /// Returns the motion of a request, considering reduced motion; nil means none.
  private func allowed(_ request: MotionRequest, _ isReduced: Bool) -> Motion? {
    guard isReduced else { return request.motion }
    // Phases follow one another, so the remaining ones keep their timing.
    if request.animation?.cycle != nil {
      switch (request.key, request.goal) {
      case (.property(let property), _): return property.isSpatial ? nil : request.motion
      case (_, .attribute(let from, _)): return from.color == nil ? nil : request.motion
      default: return request.motion
      }
    }
    switch (request.key, request.goal) {
    case (.content, _): return request.motion.reduced
    case (.property(let property), .property): return property.isSpatial ? nil : request.motion.reduced
    case (.property(let property), .keyframes): return property.isSpatial ? nil : request.motion
    case (.attribute, .attribute(let from, _)): return from.color == nil ? nil : request.motion.reduced
    case (.attribute, _): return nil
    case (.property, .attribute), (_, .content): return nil
    }
  }

  private func track(
    _ request: MotionRequest, _ motion: Motion, _ run: MotionRun, _ former: MotionTrack?, _ i: Int, _ tree: PaintTree
  ) -> MotionTrack? {
    var ends: (from: MotionVector, to: MotionVector, template: MotionTemplate)
    switch (request.goal, request.key) {
    case (.keyframes(let path, let template), _):
      return MotionTrack(
        key: request.key, template: template, path: .keyframes(path), start: run.time, run: run, goal: request.goal, origin: nil)
    case (.property(let goal, let from), .property(let property)):
      guard let found = property.ends(from: (from ?? tree.properties[i]).value, to: goal.value) else { return nil }
      ends = found
    case (.attribute(let from, let to), .attribute):
      guard from.canMove(to: to) else { return nil }
      ends = (from.motionVector, to.motionVector, .attribute(to))
    case (.content, _):
      guard keepContents(of: i, under: former.map { min(1, max(0, $0.value[0])) } ?? 1, in: tree) else { return nil }
      let path = MotionPath(
        from: 0.0.motionVector, velocity: 0.0.motionVector, to: 1.0.motionVector, by: motion, tolerance: MotionTemplate.content.tolerance)
      return MotionTrack(
        key: .content, template: .content, path: .motion(path), start: run.time, run: run, goal: request.goal, origin: 0.0.motionVector)
    default: return nil
    }
    var velocity = MotionVector.zero(count: ends.to.count)
    var before: (path: ValuePath, offset: Double)?
    var isSet = false
    if case .property(_, from: .some) = request.goal { isSet = true }
    if let former, !isSet, former.value.count == ends.to.count {
      // Numbers continue from their current values: a rotation by more than half a turn keeps its turns.
      ends.from = former.value
      if case .transform = ends.template, case .property(let goal, _) = request.goal {
        ends.to = goal.value.transform.motionVector(near: ends.from)
      }
      velocity = former.velocity
      before = (former.path, former.run.time - former.start)
    }
    let path = MotionPath(
      from: ends.from, velocity: velocity, to: ends.to, by: motion, tolerance: ends.template.tolerance, before: before)
    return MotionTrack(
      key: request.key, template: ends.template, path: .motion(path), start: run.time, run: run, goal: request.goal, origin: ends.from)
  }

  /// Ends the motions of properties whose value was set to something else than their target. Returns the shown properties with the
  /// remaining motions.
  func trackModel(_ properties: SharedProperties, of node: AnyNode) -> SharedProperties {
    guard !loop.animations.motions.entries.isEmpty, !loop.animations.motions.tracks(of: node).isEmpty else { return properties }
    let overruled = loop.animations.motions.remove(from: node, finished: false) { track in
      guard case .property(let goal, _) = track.goal, case .property(let property) = track.key else { return false }
      return property.differs(goal.value, properties.value)
    }
    if !overruled.isEmpty { recordMoving(node) }
    var shown = properties.value
    loop.animations.motions.overlay(node, on: &shown)
    return SharedProperties(shown)
  }

  /// Starts the declared animations of node `i`, and ends removed ones.
  func trackKeyframes(_ properties: SharedProperties, of i: Int, in tree: PaintTree) {
    let node = tree.nodes[i]
    let wanted = properties.value.keyframes
    guard let former = loop.animations.motions.replaceDeclared(node, wanted) else { return }
    _ = loop.animations.motions.remove(from: node, finished: false) { track in
      if case .keyframes = track.goal { former.contains { $0.name == track.key.name } } else { false }
    }
    for animation in wanted {
      guard animation.motion.takesTime, let (key, template, frames) = animation.way else { continue }
      let goal = MotionRequest.Goal.keyframes(KeyframePath(frames, animation.motion), template)
      beginMotions([MotionRequest(key: key, goal: goal, motion: animation.motion, animation: nil)], of: i, in: tree)
    }
    loop.animations.motions.tidy()
    recordMoving(node)
  }

  /// Fades node `i` in because its content is drawn.
  func fadeIn(_ i: Int, in tree: PaintTree) {
    let (node, shown) = (tree.nodes[i], tree.properties[i].value)
    guard loop.animations.motions.tracks(of: node).allSatisfy({ $0.key != .property(.opacity) }), tree.rasterizer[i] < 0 else { return }
    let model = node.lock.withLock { node.state.properties }
    let run = loop.animations.motions.run(of: nil, now: clock.now)
    let path = MotionPath(
      from: 0.0.motionVector, velocity: 0.0.motionVector, to: shown.opacity.motionVector, by: .ease(shown.contentFade),
      tolerance: MotionTemplate.opacity.tolerance)
    let track = MotionTrack(
      key: .property(.opacity), template: .opacity, path: .motion(path), start: run.time, run: run, goal: .property(model, from: nil),
      origin: nil)
    loop.animations.motions.add(track, of: node, at: i)
    recordMoving(node)
  }
}
