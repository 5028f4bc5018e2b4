extension AnyNode {
  /// Takes the node through phases, one after another, each by a motion of its own. Any thread; `changes` runs on it, at once.
  ///
  /// ```swift
  /// enum Beat: CaseIterable { case rest, swell }
  /// heart.animate(phases: Beat.allCases, repeating: nil) { heart.opacity = $0 == .swell ? 1 : 0.6 }
  /// ```
  ///
  /// Each phase sets all that any of them sets. At the end, and as the model meanwhile, the node has what the last phase sets; the sizes of the layout are those.
  /// What the animation moves of a node ends where that leaves its stage. Where motion is reduced, transforms and numbers stay at the last phase; opacity and
  /// colours go through all of them.
  ///
  /// - Parameters:
  ///   - phases: in order; none: nothing happens.
  ///   - count: how often all phases are gone through, at least once; nil: for ever, which keeps the loop awake while the node is on the screen.
  ///   - motion: by which motion a phase is come to; one that repeats for ever is run once.
  ///   - changes: sets what a phase looks like; called once for each phase, and twice where they are repeated.
  /// - Returns: What holds, moves and ends it. It has ended where the node is in no stage: the node has what the last phase sets.
  @discardableResult
  public func animate<Phase>(
    phases: [Phase], repeating count: Int? = 1, motion: (Phase) -> Motion = { _ in .standard }, _ changes: (Phase) throws -> Void
  ) rethrows -> Animation {
    guard isInStage else {
      if let last = phases.last { try changes(last) }
      return .ended()
    }
    let steps = phases.map { (phase: $0, motion: motion($0).ending) }
    var length = 0.0
    for step in steps { length += step.motion.delay + step.motion.duration * step.motion.repeats }
    // The first round comes from wherever the node is; those that follow are all the same.
    let isRepeated = count.map { $0 > 1 } ?? true
    let cycle =
      isRepeated && length > 0 ? MotionCycle(start: length, length: length, count: count.map { Double($0 - 1) } ?? .infinity) : nil
    let animation = Animation(cycle)
    defer { animation.end(true) }
    var sequence = AnimationSequence(animation)
    for _ in 0..<(cycle == nil ? 1 : 2) {
      for step in steps { try sequence.then(step.motion) { try changes(step.phase) } }
    }
    return animation
  }

  private var isInStage: Bool { lock.withLock { state.link != nil } }
}
