/// Transition started by ``Stage/animate(_:in:_:)``: it can be observed, paused, moved manually, reversed or ended. Any thread.
///
/// Calls take effect in the stage's next frame.
public final class TransitionHandle: Sendable {
  /// Commands for the loop. Each command increments `serial`, so that each run of the transition applies it once.
  struct Orders: Sendable {
    var serial = 0
    var isHeld = false
    var isReversed = false
    /// Manually set progress, and the serial of the command.
    var jump: (to: Double, serial: Int)?
    var end: End?
  }

  enum End: Sendable { case finish, cancel }

  private struct State: Sendable {
    var orders = Orders()
    var shown = 0.0
    /// Serial of the newest command that was applied.
    var shownSerial = 0
    var outcome: Bool?
    var completions: [@Sendable (Bool) -> Void] = []
  }

  let transition: LayoutTransition
  /// Node whose subtree is animated; nil means the whole stage.
  let scope: (any AnimatedObject)?
  private let state = Locked(State())
  private let wake: @Sendable () -> Void

  init(_ transition: LayoutTransition, scope: (any AnimatedObject)?, wake: @escaping @Sendable () -> Void) {
    self.transition = transition
    self.scope = scope
    self.wake = wake
  }

  /// Progress in time, 0...1, in the newest frame; the curve is applied to it. Setting it holds the transition there until ``resume()``.
  public var progress: Double {
    get {
      state.withLock { state in
        if let jump = state.orders.jump, jump.serial > state.shownSerial { return jump.to }
        return state.shown
      }
    }
    set {
      let progress = newValue.isNaN ? 0 : min(1, max(0, newValue))
      order {
        $0.jump = (progress, $0.serial)
        $0.isHeld = true
      }
    }
  }

  /// Pauses the transition.
  public func pause() { order { $0.isHeld = true } }

  /// Continues by the clock, towards the new layout.
  public func resume() {
    order {
      $0.isHeld = false
      $0.isReversed = false
    }
  }

  /// Runs back by the clock to the start. The completion is then called with false, and should undo the changes. The picture is kept until
  /// the following layout. If nothing was undone, the new layout is shown.
  public func reverse() {
    order {
      $0.isHeld = false
      $0.isReversed = true
    }
  }

  /// Shows the new layout immediately; the completion receives true.
  public func finish() { order { $0.end = .finish } }

  /// Shows the new layout immediately; the completion receives false.
  public func cancel() { order { $0.end = .cancel } }

  /// Whether it has ended.
  public var isEnded: Bool { state.withLock { $0.outcome != nil } }

  /// Calls `perform` once when the transition has ended, on the loop with no lock held. It receives true if the transition reached its end,
  /// and false if it was cancelled, was reversed, or was replaced completely by other transitions. If it has ended already, it is called
  /// immediately on this thread.
  public func onCompletion(_ perform: @escaping @Sendable (_ finished: Bool) -> Void) {
    let perform = StateScope.bound(perform)
    let outcome = state.withLock { state in
      if state.outcome == nil { state.completions.append(perform) }
      return state.outcome
    }
    if let outcome { perform(outcome) }
  }

  private func order(_ change: (inout Orders) -> Void) {
    let isLive = state.withLock { state in
      guard state.outcome == nil else { return false }
      state.orders.serial += 1
      change(&state.orders)
      return true
    }
    if isLive { wake() }
  }

  // Interface of the loop.

  var orders: Orders { state.withLock { $0.orders } }

  /// Sets the shown progress after the commands up to `serial` were applied.
  func show(_ progress: Double, serial: Int) {
    state.withLock {
      $0.shown = progress
      $0.shownSerial = serial
    }
  }

  /// Ends the transition, once.
  func complete(_ finished: Bool) {
    let completions = state.withLock { state in
      guard state.outcome == nil else { return [@Sendable (Bool) -> Void]() }
      state.outcome = finished
      if finished { state.shown = 1 }
      state.orders.jump = nil
      defer { state.completions = [] }
      return state.completions
    }
    for completion in completions { completion(finished) }
  }
}
