internal import Synchronization

/// Watches the touches of a node, and of all nodes below it, for one gesture, and tells when it happens.
///
/// ```swift
/// card.addRecognizer(GestureRecognizer(LongPressGesture()) { press in
///   if press.phase == .began { press.node.opacity = 0.5 }
/// })
/// ```
///
/// Of the gestures that share a touch one wins: the first to be recognized; of several at one moment that of the highest `priority`, then
/// that of the innermost node, then the one added first. The others fail, and nodes that handled the touch themselves are told that it is
/// cancelled. A reference; any thread. The stage works on copies of the gesture: one recognizer may be added to several nodes.
public final class GestureRecognizer: Sendable {
  private let state: Locked<State>

  private struct State {
    var make: @Sendable (AnyNode) -> (any Gesture)?
    var isEnabled = true
    var awaited: Set<Int> = []
    var companions: Set<Int> = []
  }

  /// Which wins when two are recognized at once.
  public let priority: Int
  /// Whether nodes that handle the touches themselves are told, when this wins, that these are cancelled.
  public let cancelsTouches: Bool
  private let perform: @Sendable (GestureEvent) -> Void
  /// The node whose code made it.
  private let scope: StateScope?
  /// Tells recognizers apart without holding them.
  let number: Int

  private static let made = Atomic<Int>(0)

  /// Makes a recognizer. `perform` runs on the loop, no lock held.
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

  /// Makes a recognizer whose gesture depends on what its node shows at the first touch. `make` runs on the loop, no lock held, and gives
  /// nil where the node is not to watch that touch.
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

  /// Tells the program of the gesture, for the node that watched it.
  func tell(_ event: GestureEvent) {
    func tell() { StateScope(event.node).run { perform(event) } }
    if let scope { scope.run(tell) } else { tell() }
  }

  /// The gesture with which `node` watches a touch that begins now.
  func gesture(for node: AnyNode) -> (any Gesture)? {
    let make = state.withLock { $0.make }
    return StateOwners.with(node) { make(node) }
  }

  /// Whether it watches; one that is switched off misses touches that begin meanwhile. Any thread.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// Wins only once `other` has failed, and fails where `other` wins: a tap where a double tap is possible. Any thread.
  public func requireFailure(of other: GestureRecognizer) { state.withLock { _ = $0.awaited.insert(other.number) } }

  /// Neither of the two fails because the other wins: a pinch and a rotation. Any thread.
  public func allowTogether(with other: GestureRecognizer) {
    state.withLock { _ = $0.companions.insert(other.number) }
    other.state.withLock { _ = $0.companions.insert(number) }
  }

  var awaited: Set<Int> { state.withLock { $0.awaited } }
  func goesTogether(with other: GestureRecognizer) -> Bool { state.withLock { $0.companions.contains(other.number) } }
}

extension AnyNode {
  /// Has `recognizer` watch the touches of this node and of all below it. Added twice, it watches once. Any thread.
  public func addRecognizer(_ recognizer: GestureRecognizer) {
    lock.withLock { if !state.recognizers.contains(where: { $0 === recognizer }) { state.recognizers.append(recognizer) } }
  }

  /// Takes a recognizer away; a gesture of it that is under way goes on to its end. Any thread.
  public func removeRecognizer(_ recognizer: GestureRecognizer) {
    // Let go of after the lock: what its closure holds may reach for this node when it goes.
    let former = lock.withLock {
      let former = state.recognizers
      state.recognizers.removeAll { $0 === recognizer }
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// The recognizers that were added, and those that come with the node's type. Any thread.
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
