/// An animation under way: to be watched, held, moved by hand, turned round, caught or ended. Any thread.
///
/// What is asked for here takes effect with the next frame of the stage.
public final class Animation: Sendable {
  /// What the loop is to do. `serial` is raised by every order, so that each run of the animation follows it once.
  struct Orders: Sendable {
    var serial = 0
    var isHeld = false
    var isReversed = false
    /// Where it was put by hand, and by which order.
    var jump: (to: Place, serial: Int)?
    var end: End?
  }

  enum Place: Sendable { case seconds(Double), share(Double) }
  enum End: Sendable { case finish, cancel }

  /// What it moves.
  private struct Target: Sendable {
    weak var node: AnyNode?
    let key: MotionKey
  }

  private struct State: Sendable {
    var orders = Orders()
    var time = 0.0
    var duration = 0.0
    /// What has not ended: what it moves, and the call that makes it.
    var open = 1
    var isFinished = true
    var outcome: Bool?
    var completions: [@Sendable (Bool) -> Void] = []
    var targets: [Target] = []
    var layouts: [TransitionHandle] = []
    /// What wakes the loops that move it.
    var links: [StageLink] = []
  }

  private let state = Locked(State())
  /// The part that is repeated; nil: none.
  let cycle: MotionCycle?

  init(_ cycle: MotionCycle? = nil) { self.cycle = cycle }

  // MARK: Watching

  /// Whether it has ended.
  public var isEnded: Bool { state.withLock { $0.outcome != nil } }

  /// Waits for its end: true where everything came to its new value, false where something was cancelled, went back, was set again or left its stage.
  public var finished: Bool {
    get async {
      await withCheckedContinuation { continuation in onCompletion { continuation.resume(returning: $0) } }
    }
  }

  /// Calls `perform` once, on the loop with no lock held, when it has ended, with what ``finished`` says. Called at once, on this thread, where it has
  /// ended already.
  public func onCompletion(_ perform: @escaping @Sendable (_ finished: Bool) -> Void) {
    let perform = StateScope.bound(perform)
    let outcome = state.withLock { state in
      if state.outcome == nil { state.completions.append(perform) }
      return state.outcome
    }
    if let outcome { perform(outcome) }
  }

  /// Seconds of its own time, as of the newest frame.
  public var time: Double { state.withLock { $0.time } }

  /// Seconds from its beginning to the end of the last thing that it moves, as of the newest frame; infinite where it repeats for ever.
  public var duration: Double { state.withLock { $0.duration } }

  /// Share of its duration, 0...1. Setting holds it there until ``resume()``: a finger that drags.
  public var progress: Double {
    get {
      state.withLock { state in
        if case .share(let share)? = state.orders.jump?.to, state.orders.isHeld { return share }
        return state.duration > 0 && state.duration.isFinite ? min(1, state.time / state.duration) : 0
      }
    }
    set {
      let share = newValue.isNaN ? 0 : min(1, max(0, newValue))
      order({
        $0.jump = (.share(share), $0.serial)
        $0.isHeld = true
      }) { $0.progress = share }
    }
  }

  // MARK: Leading

  /// Whether it is held where it is.
  public var isPaused: Bool {
    get { state.withLock { $0.orders.isHeld } }
    set { if newValue { pause() } else { resume() } }
  }

  /// Stops where it is.
  public func pause() { order({ $0.isHeld = true }) { $0.pause() } }

  /// Goes on by the clock, towards the new values.
  public func resume() {
    order({
      $0.isHeld = false
      $0.isReversed = false
    }) { $0.resume() }
  }

  /// Puts it at `seconds` of its own time, from where it goes on unless it is held.
  public func seek(to seconds: Double) {
    let seconds = seconds.isNaN ? 0 : max(0, seconds)
    order({ $0.jump = (.seconds(seconds), $0.serial) }) { handle in
      let wasHeld = self.isPaused
      let whole = handle.transition.delay + handle.transition.duration
      handle.progress = whole > 0 ? (seconds - handle.transition.delay) / max(handle.transition.duration, 1e-9) : 1
      if !wasHeld { handle.resume() }
    }
  }

  /// Goes back by the clock to where it began, and sets what it changed back to that; ``finished`` is false then.
  public func reverse() {
    order({
      $0.isHeld = false
      $0.isReversed = true
    }) { $0.reverse() }
  }

  /// Shows the new values at once; ``finished`` is true.
  public func finish() { order({ $0.end = .finish }) { $0.finish() } }

  /// Shows the new values at once; ``finished`` is false.
  public func cancel() { order({ $0.end = .cancel }) { $0.cancel() } }

  /// Catches it: properties and attributes that it moves stay as they are seen, and have those values from now on. It ends, with ``finished`` false; what it
  /// moves in the layout, and content that fades, goes on.
  ///
  /// For a finger that takes hold: set places from there, and let go by ``animate(_:_:)`` with a motion that has the finger's velocity.
  public func take() {
    let targets = state.withLock { $0.targets }
    for target in targets { target.node?.stopMotion(of: target.key) }
  }

  private func order(_ change: (inout Orders) -> Void, _ passOn: (TransitionHandle) -> Void) {
    let (links, layouts): ([StageLink], [TransitionHandle]) = state.withLock { state in
      guard state.outcome == nil else { return ([], []) }
      state.orders.serial += 1
      change(&state.orders)
      return (state.links, state.layouts)
    }
    for handle in layouts { passOn(handle) }
    for link in links { link.wakeLoop() }
  }

  // MARK: What it moves

  /// A property or attribute of a node goes along. The node's lock is held.
  func add(_ node: AnyNode, _ key: MotionKey, _ link: StageLink) {
    state.withLock { state in
      state.open += 1
      state.targets.append(Target(node: node, key: key))
      if !state.links.contains(where: { $0 === link }) { state.links.append(link) }
    }
  }

  /// A layout goes along.
  func add(_ handle: TransitionHandle) {
    state.withLock { state in
      state.open += 1
      state.layouts.append(handle)
    }
    handle.onCompletion { [self] finished in end(finished) }
  }

  /// Something that it moved has ended, or the call that makes it.
  func end(_ finished: Bool) {
    let completions: [@Sendable (Bool) -> Void] = state.withLock { state in
      state.open -= 1
      if !finished { state.isFinished = false }
      guard state.open == 0, state.outcome == nil else { return [] }
      state.outcome = state.isFinished
      state.targets = []
      state.links = []
      state.layouts = []
      defer { state.completions = [] }
      return state.completions
    }
    guard !completions.isEmpty else { return }
    let outcome = state.withLock { $0.isFinished }
    for completion in completions { completion(outcome) }
  }

  // MARK: What the loop does with it

  var orders: Orders { state.withLock { $0.orders } }

  /// Notes where it is shown.
  func show(_ time: Double, of duration: Double) {
    state.withLock { ($0.time, $0.duration) = (time, duration) }
  }
}
