/// A transition that was asked for by ``Stage/animate(_:in:_:)``: to be watched, held, moved by hand, turned round or ended. Any thread.
///
/// What is asked for here takes effect with the stage's next frame.
public final class TransitionHandle: Sendable {
  /// What the loop is to do. `serial` is raised by every order, so that each run of the transition follows it once.
  struct Orders: Sendable {
    var serial = 0
    var isHeld = false
    var isReversed = false
    /// Where it was put by hand, and by which order.
    var jump: (to: Double, serial: Int)?
    var end: End?
  }

  enum End: Sendable { case finish, cancel }

  private struct State: Sendable {
    var orders = Orders()
    var shown = 0.0
    /// The newest order that it is shown by.
    var shownSerial = 0
    var outcome: Bool?
    var completions: [@Sendable (Bool) -> Void] = []
  }

  let transition: LayoutTransition
  /// What it is for: this node and those below it; nil: the whole stage.
  let scope: AnyNode?
  private let state = Locked(State())
  private let wake: @Sendable () -> Void

  init(_ transition: LayoutTransition, scope: AnyNode?, wake: @escaping @Sendable () -> Void) {
    self.transition = transition
    self.scope = scope
    self.wake = wake
  }

  /// How far its time has come, 0...1, as of the newest frame; the curve is applied on top. Setting holds it there until ``resume()``.
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

  /// Stops where it is.
  public func pause() { order { $0.isHeld = true } }

  /// Goes on by the clock, towards the new layout.
  public func resume() {
    order {
      $0.isHeld = false
      $0.isReversed = false
    }
  }

  /// Goes back by the clock to where it began. The completion is called there, with false, and is the place to undo the changes: what is seen
  /// stays until the layout that follows. Where nothing was undone, the new layout is shown.
  public func reverse() {
    order {
      $0.isHeld = false
      $0.isReversed = true
    }
  }

  /// Shows the new layout at once; the completion gets true.
  public func finish() { order { $0.end = .finish } }

  /// Shows the new layout at once; the completion gets false.
  public func cancel() { order { $0.end = .cancel } }

  /// Whether it has ended.
  public var isEnded: Bool { state.withLock { $0.outcome != nil } }

  /// Calls `perform` once, on the loop with no lock held, when the transition has ended: true where it came to its end, false where it was
  /// cancelled, went back, or where other transitions took over everything it moved. Called at once, on this thread, where it has ended already.
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

  // What the loop does with it.

  var orders: Orders { state.withLock { $0.orders } }

  /// Notes how far it is shown, the orders up to `serial` followed.
  func show(_ progress: Double, serial: Int) {
    state.withLock {
      $0.shown = progress
      $0.shownSerial = serial
    }
  }

  /// Ends it, once.
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
