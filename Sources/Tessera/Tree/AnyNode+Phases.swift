extension AnyNode {
  /// Animates the node through phases, each with its own motion. Any thread; `changes` runs immediately on this thread.
  ///
  /// ```swift
  /// enum Beat: CaseIterable { case rest, swell }
  /// heart.animate(phases: Beat.allCases, repeating: nil) { heart.opacity = $0 == .swell ? 1 : 0.6 }
  /// ```
  ///
  /// Each phase must set everything that any of them sets. Meanwhile and at the end, the model has the values of the last phase, and so has the
  /// layout. Animations of a node end when it leaves its stage. With reduced motion, transforms and numbers stay at the last phase; opacity and
  /// colours run through all phases.
  ///
  /// - Parameters:
  ///   - phases: in order; if empty, nothing happens.
  ///   - count: number of runs through all phases, at least 1; nil: forever, which keeps the loop awake while the node is on the screen.
  ///   - motion: returns the motion towards a phase; one that repeats forever is run once.
  ///   - changes: applies the values of a phase; called once for each phase, and twice if they are repeated.
  /// - Returns: A handle to hold, scrub and end the animation. If the node is in no stage it has ended, and the node has the values of the last
  ///   phase.
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
    // The first round starts from the current values; the following ones are equal.
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
