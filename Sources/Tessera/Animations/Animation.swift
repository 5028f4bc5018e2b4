/// A running animation: observe, hold, scrub, reverse, stop or finish it. Any thread.
///
/// Requests take effect with the next frame of the stage.
public final class Animation: Sendable {
  /// Requests to the loop. Each request increments `serial`, so that each run of the animation follows it once.
  struct Orders: Sendable {
    var serial = 0
    var isHeld = false
    var isReversed = false
    /// Requested position, and the serial of its request.
    var jump: (to: Place, serial: Int)?
    var end: End?
  }

  enum Place: Sendable { case seconds(Double), share(Double) }
  enum End: Sendable { case finish, cancel }

  /// Animated property or attribute.
  private struct Target: Sendable {
    weak var node: (any AnimatedObject)?
    let key: MotionKey
  }

  private struct State: Sendable {
    var orders = Orders()
    var time = 0.0
    var duration = 0.0
    /// Number of unfinished parts: the moved properties and layouts, and the call that creates the animation.
    var open = 1
    var isFinished = true
    var outcome: Bool?
    var completions: [@Sendable (Bool) -> Void] = []
    var targets: [Target] = []
    var layouts: [TransitionHandle] = []
    /// Stages whose loops move the animation.
    var hosts: [any AnimationHost] = []
  }

  private let state = Locked(State())
  /// The repeated part; nil if nothing repeats.
  let cycle: MotionCycle?

  init(_ cycle: MotionCycle? = nil) { self.cycle = cycle }

  // MARK: Watching

  /// Whether it has ended.
  public var isEnded: Bool { state.withLock { $0.outcome != nil } }

  /// Waits for the end. True if all values arrived; false if something was cancelled, reversed, set again or removed from its stage.
  public var finished: Bool {
    get async {
      await withCheckedContinuation { continuation in onCompletion { continuation.resume(returning: $0) } }
    }
  }

  /// Calls `perform` once after the end, with the result of ``finished``, on the loop with no lock held. If the animation has ended already, calls it
  /// immediately, on this thread.
  public func onCompletion(_ perform: @escaping @Sendable (_ finished: Bool) -> Void) {
    let perform = StateScope.bound(perform)
    let outcome = state.withLock { state in
      if state.outcome == nil { state.completions.append(perform) }
      return state.outcome
    }
    if let outcome { perform(outcome) }
  }

  /// Time of the animation in seconds, as of the latest frame.
  public var time: Double { state.withLock { $0.time } }

  /// Seconds from the beginning to the end of its last part, as of the latest frame; infinite if it repeats forever.
  public var duration: Double { state.withLock { $0.duration } }

  /// Share of the duration, 0...1. Setting it holds the animation there until ``resume()``, for example while a finger drags.
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

  // MARK: Control

  /// Whether the animation is held.
  public var isPaused: Bool {
    get { state.withLock { $0.orders.isHeld } }
    set { if newValue { pause() } else { resume() } }
  }

  /// Holds the animation at its current position.
  public func pause() { order({ $0.isHeld = true }) { $0.pause() } }

  /// Continues by the clock, towards the new values.
  public func resume() {
    order({
      $0.isHeld = false
      $0.isReversed = false
    }) { $0.resume() }
  }

  /// Moves the animation to `seconds` of its own time. It continues from there unless it is held.
  public func seek(to seconds: Double) {
    let seconds = seconds.isNaN ? 0 : max(0, seconds)
    order({ $0.jump = (.seconds(seconds), $0.serial) }) { handle in
      let wasHeld = self.isPaused
      let whole = handle.transition.delay + handle.transition.duration
      handle.progress = whole > 0 ? (seconds - handle.transition.delay) / max(handle.transition.duration, 1e-9) : 1
      if !wasHeld { handle.resume() }
    }
  }

  /// Runs backwards by the clock to the beginning and restores the old values; ``finished`` is false then.
  public func reverse() {
    order({
      $0.isHeld = false
      $0.isReversed = true
    }) { $0.reverse() }
  }

  /// Shows the new values immediately; ``finished`` is true.
  public func finish() { order({ $0.end = .finish }) { $0.finish() } }

  /// Shows the new values immediately; ``finished`` is false.
  public func cancel() { order({ $0.end = .cancel }) { $0.cancel() } }

  /// Stops the animation: its properties and attributes keep the values currently shown. It ends with ``finished`` false. Layout animations and
  /// content fades continue.
  ///
  /// For a finger that grabs a moving node: set positions from there, and on release call ``animate(_:_:)`` with a motion that has the finger's
  /// velocity.
  public func stop() {
    let targets = state.withLock { $0.targets }
    for target in targets { target.node?.stopMotion(of: target.key) }
  }

  private func order(_ change: (inout Orders) -> Void, _ passOn: (TransitionHandle) -> Void) {
    let (hosts, layouts): ([any AnimationHost], [TransitionHandle]) = state.withLock { state in
      guard state.outcome == nil else { return ([], []) }
      state.orders.serial += 1
      change(&state.orders)
      return (state.hosts, state.layouts)
    }
    for handle in layouts { passOn(handle) }
    for host in hosts { host.wakeLoop() }
  }

  // MARK: Parts

  /// Adds a property or attribute of a node. The node's lock is held.
  func add(_ node: any AnimatedObject, _ key: MotionKey, _ host: any AnimationHost) {
    state.withLock { state in
      state.open += 1
      state.targets.append(Target(node: node, key: key))
      if !state.hosts.contains(where: { $0 === host }) { state.hosts.append(host) }
    }
  }

  /// Adds a layout.
  func add(_ handle: TransitionHandle) {
    state.withLock { state in
      state.open += 1
      state.layouts.append(handle)
    }
    handle.onCompletion { [self] finished in end(finished) }
  }

  /// Ends one part, or the call that creates the animation.
  func end(_ finished: Bool) {
    let completions: [@Sendable (Bool) -> Void] = state.withLock { state in
      state.open -= 1
      if !finished { state.isFinished = false }
      guard state.open == 0, state.outcome == nil else { return [] }
      state.outcome = state.isFinished
      state.targets = []
      state.hosts = []
      state.layouts = []
      defer { state.completions = [] }
      return state.completions
    }
    guard !completions.isEmpty else { return }
    let outcome = state.withLock { $0.isFinished }
    for completion in completions { completion(outcome) }
  }

  // MARK: Loop

  var orders: Orders { state.withLock { $0.orders } }

  /// Sets the time and duration shown.
  func show(_ time: Double, of duration: Double) {
    state.withLock { ($0.time, $0.duration) = (time, duration) }
  }
}
