public import TesseraGeometry

extension AnyNode: AnimatedObject {
  /// Properties as shown by the latest frame, with those in motion at their current values. Any thread.
  public var presented: NodeProperties { lock.withLock { shownProperties } }

  /// Default animations of property changes, used if no ``animate(_:_:)`` names one. Any thread.
  ///
  /// ```swift
  /// card.motion[\.opacity] = .easeOut(0.2)
  /// gauge.motion["value"] = .spring(duration: 0.5, bounce: 0.2)
  /// ```
  public var motion: MotionTable {
    get { properties.motion }
    set { updateProperties { $0.motion = newValue } }
  }

  /// Fixed point of ``transform``, as shares of the box; initially its middle, (0.5, 0.5). One that is not finite is ignored. Any thread.
  public var transformAnchor: Point {
    get { properties.transformAnchor }
    set { if newValue.isFinite { updateProperties { $0.transformAnchor = newValue } } }
  }

  /// Seconds in which the node fades in when its content is first drawn after a visible wait; 0 shows it immediately. Any thread.
  public var contentFade: Double {
    get { properties.contentFade }
    set { updateProperties { $0.contentFade = newValue.isFinite ? min(60, max(0, newValue)) : 0 } }
  }

  /// Animations that the node plays when it enters a stage, or when they are set. Any thread.
  public var keyframes: [KeyframeAnimation] {
    get { properties.keyframes }
    set { updateProperties { $0.keyframes = newValue } }
  }

  /// Animates a property through keyframes, once or repeatedly, over its value, which is shown again afterwards. Any thread.
  ///
  /// - Parameters:
  ///   - path: `\.opacity`, `\.transform`, `\.background`, `\.cornerRadii`, `\.border`, `\.shadow`, `\.backdropBlur`; others cannot be animated.
  ///   - keyframes: values in order; at least one.
  ///   - motion: duration, delay and repetition; its curve applies between two keyframes that name none.
  /// - Returns: A handle to hold, scrub and end the animation. It has ended if the node is in no stage.
  @discardableResult
  public func animate<Value>(
    _ path: WritableKeyPath<NodeProperties, Value>, keyframes: [Keyframe<Value>], _ motion: Motion = .linear(1)
  ) -> Animation {
    animate(path, path as PartialKeyPath<NodeProperties>, keyframes, motion) { $0[keyPath: path] = $1 }
  }

  /// Animates a property that may be absent.
  @discardableResult
  public func animate<Value>(
    _ path: WritableKeyPath<NodeProperties, Value?>, keyframes: [Keyframe<Value>], _ motion: Motion = .linear(1)
  ) -> Animation {
    animate(path, path as PartialKeyPath<NodeProperties>, keyframes, motion) { $0[keyPath: path] = $1 }
  }

  /// Animates the parts of ``transform`` through keyframes; a rotation may exceed one turn. Any thread.
  @discardableResult
  public func animate(transform keyframes: [Keyframe<TransformParts>], _ motion: Motion = .linear(1)) -> Animation {
    animate(.property(.transform), .transform, keyframes.map { ($0.at, $0.value.motionVector, $0.easing) }, motion)
  }

  /// Animates an attribute of the node's value through keyframes, by its name in scene files. Any thread.
  @discardableResult
  public func animate(attribute name: String, keyframes: [Keyframe<AttributeValue>], _ motion: Motion = .linear(1)) -> Animation {
    animate(KeyframeAnimation(name, keyframes, motion))
  }

  /// Plays keyframes of a property or attribute once, as those of ``keyframes`` are played. Any thread.
  ///
  /// - Parameter animation: an animation whose values all have one kind.
  /// - Returns: A handle to hold, scrub and end the animation. It has ended if the node is in no stage, or if the values cannot be interpolated.
  @discardableResult
  public func animate(_ animation: KeyframeAnimation) -> Animation {
    animation.way.map { animate($0.key, $0.template, $0.frames, animation.motion) } ?? .ended()
  }

  private func animate<Value, Path>(
    _: Path, _ path: PartialKeyPath<NodeProperties>, _ keyframes: [Keyframe<Value>], _ motion: Motion,
    _ set: (inout NodeProperties, Value) -> Void
  ) -> Animation {
    guard let property = MotionProperty(path), !keyframes.isEmpty else { return .ended() }
    var base = properties
    var frames: [(at: Double?, value: MotionVector, easing: Easing?)] = []
    var template: MotionTemplate?
    for frame in keyframes {
      var next = base
      set(&next, frame.value)
      // From the previous keyframe, so that angles continue from it.
      guard let ends = property.ends(from: frames.isEmpty ? next : base, to: next) else { return .ended() }
      var value = ends.to
      if property == .transform, let last = frames.last { value = next.transform.motionVector(near: last.value) }
      guard frames.last.map({ $0.value.count == value.count }) ?? true else { return .ended() }
      frames.append((frame.at, value, frame.easing))
      template = ends.template
      base = next
    }
    return template.map { animate(.property(property), $0, frames, motion) } ?? .ended()
  }

  private func animate(
    _ key: MotionKey, _ template: MotionTemplate, _ frames: [(at: Double?, value: MotionVector, easing: Easing?)], _ motion: Motion
  ) -> Animation {
    let animation = Animation()
    defer { animation.end(true) }
    guard !frames.isEmpty, motion.takesTime else { return animation }
    let path = KeyframePath(frames, motion)
    let link: StageLink? = lock.withLock {
      guard let link = state.link else { return nil }
      addMotion(MotionRequest(key: key, goal: .keyframes(path, template), motion: motion, animation: animation), link)
      return markPending(.motion)
    }
    link?.nodeDidChange(self)
    return animation
  }

  // MARK: Lock held

  /// The properties as shown by the latest frame.
  final var shownProperties: NodeProperties {
    guard let motion = state.motion, let shown = motion.shown else { return state.properties.value }
    return motion.moving.overlay(shown.value, on: state.properties.value)
  }

  /// The shown properties for layouts, shared.
  final var propertiesForLayout: SharedProperties {
    guard let motion = state.motion, motion.shown != nil, !motion.moving.isEmpty else { return state.properties }
    var shown = shownProperties
    // A transform that begins: prepare the content that it will move onto the screen.
    if shown.transform.isIdentity { shown.transform = state.properties.value.transform }
    return SharedProperties(shown)
  }

  /// Records which changes are animated.
  /// - Parameter own: the animation if neither a transaction nor the node names one.
  final func recordMotion(from old: NodeProperties, to new: SharedProperties, _ own: Motion? = nil) {
    let transaction = MotionTransaction.current
    let mayMove = transaction != nil || own != nil || !new.value.motion.isEmpty
    guard mayMove || state.motion != nil, let link = state.link else { return }
    for property in MotionProperty.allCases where property.differs(old, new.value) {
      let isMoving = state.motion?.moving.contains(.one(property)) ?? false
      guard mayMove, let motion = transaction?.motion ?? new.value.motion[property.rawValue] ?? own, motion.takesTime else {
        // This ends a running animation of the property.
        state.motion?.moving.remove(.one(property))
        continue
      }
      // Values set since the latest frame are the start.
      let from = isMoving ? nil : SharedProperties(old)
      addMotion(
        MotionRequest(
          key: .property(property), goal: .property(new, from: from), motion: motion, animation: transaction?.animation), link)
      // Until the loop takes the request, the old value is shown, also to a layout that reads the node now.
      if let motion = state.motion {
        motion.shown = SharedProperties(motion.shown.map { motion.moving.overlay($0.value, on: old) } ?? old)
        motion.moving.insert(.one(property))
      }
    }
  }

  /// Discards all motions because the node leaves its stage.
  final func abandonMotions() {
    guard let motion = state.motion else { return }
    for request in motion.requests { if let animation = request.animation { state.link?.abandon(animation) } }
    state.motion = nil
  }

  /// Adds a motion that the loop takes with the change.
  final func addMotion(_ request: MotionRequest, _ link: StageLink) {
    if state.motion == nil { state.motion = NodeMotionState(lock.holder) }
    state.motion?.requests.append(request)
    request.animation?.add(self, request.key, link)
  }

  /// Returns and removes the requested motions.
  final func dequeueMotionRequests() -> [MotionRequest] {
    guard let motion = state.motion, !motion.requests.isEmpty else { return [] }
    defer { motion.requests = [] }
    return motion.requests
  }

  /// Records the shown values of properties in motion; no lock held.
  final func recordShown(_ shown: SharedProperties?, moving: MovingProperties) {
    // The former values are released after the lock.
    let former: SharedProperties? = lock.withLock {
      if state.motion == nil, shown == nil { return nil }
      if state.motion == nil { state.motion = NodeMotionState(lock.holder) }
      let former = state.motion?.shown
      state.motion?.shown = shown
      state.motion?.moving = moving
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Ends a motion and sets the moved property or attribute to its shown value. Any thread.
  final func stopMotion(of key: MotionKey) {
    switch key {
    case .property(let property):
      lock.lock()
      let shown = shownProperties
      var new = state.properties.given
      property.copy(from: shown, to: &new)
      var link: StageLink?
      let isOther = new != state.properties.given
      if isOther {
        setProperties(new, isMotion: false)
        link = markPending(.composite)
      }
      lock.unlock()
      if isOther { link = adjustProperties(isMotion: false) ?? link }
      link?.nodeDidChange(self)
    case .attribute(let name):
      if let shown = shownAttribute(name) { animateAtOnce { try? setAttribute(name, to: shown) } }
    // There is no content between two: the newer one continues to fade in.
    case .content: break
    }
  }
}

/// Applies changes without animation, regardless of the nodes' own motions.
func animateAtOnce(_ changes: () -> Void) { animate(.none, changes) }

extension Animation {
  /// Returns an animation that moves nothing and has ended.
  static func ended() -> Animation {
    let animation = Animation()
    animation.end(true)
    return animation
  }
}

extension MotionTable {
  /// Motion of the property at this path of ``NodeProperties``; nil: not animated. Properties that cannot be animated have none.
  public subscript(path: PartialKeyPath<NodeProperties>) -> Motion? {
    get { MotionProperty(path).flatMap { self[$0.rawValue] } }
    set { if let property = MotionProperty(path) { self[property.rawValue] = newValue } }
  }
}

extension KeyframePath {
  /// Makes keyframes in the time of a motion. Its curve applies to keyframes that name none; for a spring this is `easeInOut`.
  init(_ frames: [(at: Double?, value: MotionVector, easing: Easing?)], _ motion: Motion) {
    let places = KeyframePath.places(frames.map(\.at))
    var standard = Easing.easeInOut
    if case .eased(let easing, _) = motion.kind { standard = easing }
    self.init(
      zip(frames, places).map { Frame(at: $1, value: $0.value, easing: $0.easing ?? standard) },
      timing: MotionTiming(delay: motion.delay, duration: motion.duration, repeats: motion.repeats, autoreverses: motion.autoreverses))
  }
}
