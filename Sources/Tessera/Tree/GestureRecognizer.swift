internal import Synchronization

/// Observes the touches of a node and its descendants for one gesture, and reports it.
///
/// ```swift
/// card.addRecognizer(GestureRecognizer(LongPressGesture()) { press in
///   if press.phase == .began { press.node.opacity = 0.5 }
/// })
/// ```
///
/// Of the gestures that share a touch one wins: the first to be recognized. If several are recognized at the same moment, the highest
/// `priority` wins, then the innermost node, then the recognizer added first. The others fail, and the touches of nodes that handled them
/// are cancelled. A reference; any thread. The stage uses copies of the gesture, so one recognizer may be added to several nodes.
public final class GestureRecognizer: Sendable {
  private let state: Locked<State>

  private struct State {
    var make: @Sendable (AnyNode) -> (any Gesture)?
    var isEnabled = true
    var awaited: Set<Int> = []
    var companions: Set<Int> = []
  }

  /// Priority among gestures that are recognized at the same moment.
  public let priority: Int
  /// Whether touches that nodes handle are cancelled when this gesture wins.
  public let cancelsTouches: Bool
  private let perform: @Sendable (GestureEvent) -> Void
  /// Node whose code created it.
  private let scope: StateScope?
  /// Identity of the recognizer without retaining it.
  let number: Int

  private static let made = Atomic<Int>(0)

  /// Creates a recognizer. `perform` runs on the loop, with no lock held.
  public init(
    _ gesture: some Gesture, priority: Int = 0, cancelsTouches: Bool = true, perform: @escaping @Sendable (GestureEvent) -> Void
  ) {
    state = Locked(State { _ in gesture })
    self.priority = priority
    self.cancelsTouches = cancelsTouches
    self.perform = perform
    scope = StateScope.current
    number = Self.made.add(1, ordering: .relaxed).newValue
  }

  /// Creates a recognizer whose gesture depends on its node's state at the first touch. `make` runs on the loop, with no lock held; it
  /// returns nil to ignore the touch.
  public init(
    priority: Int = 0, cancelsTouches: Bool = true, make: @escaping @Sendable (AnyNode) -> (any Gesture)?,
    perform: @escaping @Sendable (GestureEvent) -> Void
  ) {
    state = Locked(State(make: make))
    self.priority = priority
    self.cancelsTouches = cancelsTouches
    self.perform = perform
    scope = StateScope.current
    number = Self.made.add(1, ordering: .relaxed).newValue
  }

  /// Reports the gesture to the program, for the node that observed it.
  func report(_ event: GestureEvent) {
    func call() { StateScope(event.node).run { perform(event) } }
    if let scope { scope.run(call) } else { call() }
  }

  /// Returns the gesture with which `node` observes a new touch.
  func gesture(for node: AnyNode) -> (any Gesture)? {
    let make = state.withLock { $0.make }
    return StateOwners.with(node) { make(node) }
  }

  /// Whether it observes touches; touches that begin while it is disabled are ignored. Any thread.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// Makes this recognizer win only after `other` has failed, and fail if `other` wins, such as a tap that waits for a double tap. Any
  /// thread.
  public func requireFailure(of other: GestureRecognizer) { state.withLock { _ = $0.awaited.insert(other.number) } }

  /// Allows both gestures to be recognized together, such as a pinch and a rotation. Any thread.
  public func allowTogether(with other: GestureRecognizer) {
    state.withLock { _ = $0.companions.insert(other.number) }
    other.state.withLock { _ = $0.companions.insert(number) }
  }

  var awaited: Set<Int> { state.withLock { $0.awaited } }
  func goesTogether(with other: GestureRecognizer) -> Bool { state.withLock { $0.companions.contains(other.number) } }
}

extension AnyNode {
  /// Makes `recognizer` observe the touches of this node and its descendants. Adding it twice has no effect. Any thread.
  public func addRecognizer(_ recognizer: GestureRecognizer) {
    lock.withLock { if !state.recognizers.contains(where: { $0 === recognizer }) { state.recognizers.append(recognizer) } }
  }

  /// Removes a recognizer; its current gesture continues to its end. Any thread.
  public func removeRecognizer(_ recognizer: GestureRecognizer) {
    // Released after the lock: deinitializers of captured objects may access this node.
    let former = lock.withLock {
      let former = state.recognizers
      state.recognizers.removeAll { $0 === recognizer }
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Added recognizers and those of the node's type. Any thread.
  public var recognizers: [GestureRecognizer] {
    if let all = lock.withLock({ state.hasTypeRecognizers ? state.recognizers : nil }) { return all }
    let own = makeRecognizers()
    return lock.withLock {
      if !state.hasTypeRecognizers {
        state.hasTypeRecognizers = true
        state.recognizers += own
      }
      return state.recognizers
    }
  }
}
