public import TesseraGeometry

extension AnyNode {
  /// How the node is seen as of the newest frame: its properties, with those in motion on their way. Any thread.
  public var presented: NodeProperties { lock.withLock { shownProperties } }

  /// By which motion changes of properties are seen where no ``animate(_:_:)`` names one. Any thread.
  ///
  /// ```swift
  /// card.motion[\.opacity] = .easeOut(0.2)
  /// gauge.motion["value"] = .spring(duration: 0.5, bounce: 0.2)
  /// ```
  public var motion: MotionTable {
    get { properties.motion }
    set { updateProperties { $0.motion = newValue } }
  }

  /// The point that ``transform`` leaves where it is, as shares of the box; at first its middle, (0.5, 0.5). One that is not finite is ignored. Any thread.
  public var transformAnchor: Point {
    get { properties.transformAnchor }
    set { if newValue.isFinite { updateProperties { $0.transformAnchor = newValue } } }
  }

  /// Seconds in which the node fades in when its content is drawn for the first time, where it was waited for; 0: it is there at once. Any thread.
  public var contentFade: Double {
    get { properties.contentFade }
    set { updateProperties { $0.contentFade = newValue.isFinite ? min(60, max(0, newValue)) : 0 } }
  }

  /// What the node plays by itself from when it comes into a stage, or from when it is set. Any thread.
  public var keyframes: [KeyframeAnimation] {
    get { properties.keyframes }
    set { updateProperties { $0.keyframes = newValue } }
  }

  /// Moves a property from keyframe to keyframe, once or again and again, over the value that it has, which is seen again when they are over. Any thread.
  ///
  /// - Parameters:
  ///   - path: `\.opacity`, `\.transform`, `\.background`, `\.cornerRadii`, `\.border`, `\.shadow`, `\.backdropBlur`; others do not move.
  ///   - keyframes: values in order; at least one.
  ///   - motion: how long, after which delay, how often; its curve is that between two keyframes that name none.
  /// - Returns: What holds, moves and ends it. It has ended where the node is in no stage.
  @discardableResult
  public func animate<Value>(
    _ path: WritableKeyPath<NodeProperties, Value>, keyframes: [Keyframe<Value>], _ motion: Motion = .linear(1)
  ) -> Animation {
    animate(path, path as PartialKeyPath<NodeProperties>, keyframes, motion) { $0[keyPath: path] = $1 }
  }

  /// The same for a property that may be absent.
  @discardableResult
  public func animate<Value>(
    _ path: WritableKeyPath<NodeProperties, Value?>, keyframes: [Keyframe<Value>], _ motion: Motion = .linear(1)
  ) -> Animation {
    animate(path, path as PartialKeyPath<NodeProperties>, keyframes, motion) { $0[keyPath: path] = $1 }
  }

  /// Moves ``transform`` from keyframe to keyframe, by its parts: a turn may be any number of turns. Any thread.
  @discardableResult
  public func animate(transform keyframes: [Keyframe<TransformParts>], _ motion: Motion = .linear(1)) -> Animation {
    animate(.property(.transform), .transform, keyframes.map { ($0.at, $0.value.motionVector, $0.easing) }, motion)
  }

  /// Moves an attribute of the node's value from keyframe to keyframe, by its name in scene files. Any thread.
  @discardableResult
  public func animate(attribute name: String, keyframes: [Keyframe<AttributeValue>], _ motion: Motion = .linear(1)) -> Animation {
    animate(KeyframeAnimation(name, keyframes, motion))
  }

  /// Plays keyframes of a property or attribute once, as ``keyframes`` are played by themselves. Any thread.
  ///
  /// - Parameter animation: whose values are all of one kind.
  /// - Returns: What holds, moves and ends it. It has ended where the node is in no stage, and where there is no way between the values.
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
      // From the keyframe before, so that angles go on where it ends.
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

  // MARK: Under the lock

  /// The properties as the newest frame shows them; lock held.
  final var shownProperties: NodeProperties {
    guard let motion = state.motion, let shown = motion.shown else { return state.properties.value }
    return motion.moving.overlay(shown.value, on: state.properties.value)
  }

  /// The same as layouts take them, shared; lock held.
  final var propertiesForLayout: SharedProperties {
    guard let motion = state.motion, motion.shown != nil, !motion.moving.isEmpty else { return state.properties }
    var shown = shownProperties
    // A transform that begins: what it will bring to the screen is looked at ahead.
    if shown.transform.isIdentity { shown.transform = state.properties.value.transform }
    return SharedProperties(shown)
  }

  /// Notes which changes are to be seen as motion; lock held.
  /// - Parameter own: the motion where neither a transaction nor the node names one.
  final func noteMotion(from old: NodeProperties, to new: SharedProperties, _ own: Motion? = nil) {
    let transaction = MotionTransaction.current
    let mayMove = transaction != nil || own != nil || !new.value.motion.isEmpty
    guard mayMove || state.motion != nil, let link = state.link else { return }
    for property in MotionProperty.allCases where property.differs(old, new.value) {
      let isMoving = state.motion?.moving.contains(.one(property)) ?? false
      guard mayMove, let motion = transaction?.motion ?? new.value.motion[property.rawValue] ?? own, motion.takesTime else {
        // What was in motion ends with this.
        state.motion?.moving.remove(.one(property))
        continue
      }
      // What was set since the newest frame is where it goes from.
      let from = isMoving ? nil : SharedProperties(old)
      addMotion(
        MotionRequest(
          key: .property(property), goal: .property(new, from: from), motion: motion, animation: transaction?.animation), link)
      // Until the loop takes it, it is seen as it was: by a layout that reads the node meanwhile, too.
      if let motion = state.motion {
        motion.shown = SharedProperties(motion.shown.map { motion.moving.overlay($0.value, on: old) } ?? old)
        motion.moving.insert(.one(property))
      }
    }
  }

  /// Forgets what is in motion: the node leaves its stage; lock held.
  final func giveUpMotions() {
    guard let motion = state.motion else { return }
    for request in motion.requests { if let animation = request.animation { state.link?.abandon(animation) } }
    state.motion = nil
  }

  /// Adds a motion for the loop to take with the change; lock held.
  final func addMotion(_ request: MotionRequest, _ link: StageLink) {
    if state.motion == nil { state.motion = NodeMotionState() }
    state.motion?.requests.append(request)
    request.animation?.add(self, request.key, link)
  }

  /// Takes the motions that were asked for; lock held.
  final func takeMotionRequests() -> [MotionRequest] {
    guard let motion = state.motion, !motion.requests.isEmpty else { return [] }
    defer { motion.requests = [] }
    return motion.requests
  }

  /// Notes how properties in motion are shown; no lock held.
  final func noteShown(_ shown: SharedProperties?, moving: MovingProperties) {
    // What was shown is let go of after the lock.
    let former: SharedProperties? = lock.withLock {
      if state.motion == nil, shown == nil { return nil }
      if state.motion == nil { state.motion = NodeMotionState() }
      let former = state.motion?.shown
      state.motion?.shown = shown
      state.motion?.moving = moving
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Gives what is in motion the value that is seen of it: the motion ends there. Any thread.
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
        giveProperties(new, isMotion: false)
        link = markPending(.composite)
      }
      lock.unlock()
      if isOther { link = adjustProperties(isMotion: false) ?? link }
      link?.nodeDidChange(self)
    case .attribute(let name):
      if let shown = shownAttribute(name) { animateAtOnce { try? setAttribute(name, to: shown) } }
    // There is no content between two: the newer one goes on fading in.
    case .content: break
    }
  }
}

/// Makes changes that are seen at once, whatever nodes have of their own.
func animateAtOnce(_ changes: () -> Void) { animate(.none, changes) }

extension Animation {
  /// One that moves nothing.
  static func ended() -> Animation {
    let animation = Animation()
    animation.end(true)
    return animation
  }
}

extension MotionTable {
  /// The motion of the property at this path of ``NodeProperties``; nil: at once. Properties that do not move have none.
  public subscript(path: PartialKeyPath<NodeProperties>) -> Motion? {
    get { MotionProperty(path).flatMap { self[$0.rawValue] } }
    set { if let property = MotionProperty(path) { self[property.rawValue] = newValue } }
  }
}

extension KeyframePath {
  /// Keyframes in the time of a motion; its curve is that of those that name none, a spring's is `easeInOut`.
  init(_ frames: [(at: Double?, value: MotionVector, easing: Easing?)], _ motion: Motion) {
    let places = KeyframePath.places(frames.map(\.at))
    var standard = Easing.easeInOut
    if case .eased(let easing, _) = motion.kind { standard = easing }
    self.init(
      zip(frames, places).map { Frame(at: $1, value: $0.value, easing: $0.easing ?? standard) },
      timing: MotionTiming(delay: motion.delay, duration: motion.duration, repeats: motion.repeats, autoreverses: motion.autoreverses))
  }
}
