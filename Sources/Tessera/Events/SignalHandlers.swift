internal import Synchronization

/// The handlers of a node's signals, in the order in which they were added. A value.
struct SignalHandlers: Sendable {
  struct Entry: Sendable {
    let token: HandlerToken
    let receiver: any SignalReceiver
    /// Held where subnodes are observed.
    let watch: SubnodeObserverCount.Watch?
  }

  private(set) var entries: [Entry] = []
  private var lastNumber: UInt64 = 0

  /// Which events have handlers.
  var observed: ObservedEvents { entries.reduce(into: []) { $0.formUnion($1.receiver.kind) } }

  mutating func add(_ receiver: any SignalReceiver) -> HandlerToken {
    lastNumber += 1
    let token = HandlerToken(number: lastNumber)
    let observesSubnodes = !receiver.kind.isDisjoint(with: [.subnodeDraw, .subtreeDraw, .subnodeVisibility])
    entries.append(Entry(token: token, receiver: receiver, watch: observesSubnodes ? SubnodeObserverCount.Watch() : nil))
    return token
  }

  mutating func remove(_ token: HandlerToken) { entries.removeAll { $0.token == token } }

  func contains(_ token: HandlerToken) -> Bool { entries.contains { $0.token == token } }
}

/// What a signal calls.
protocol SignalReceiver: Sendable {
  var name: String { get }
  var kind: ObservedEvents { get }
}

/// A handler that takes a payload.
struct PayloadReceiver<Payload: Sendable>: SignalReceiver {
  let signal: Signal<Payload>
  let perform: @Sendable (Payload) -> Void
  var name: String { signal.name }
  var kind: ObservedEvents { signal.kind }
}

/// A handler of every signal of one name, whatever its payload.
struct NameReceiver: SignalReceiver {
  let name: String
  let perform: @Sendable () -> Void
  var kind: ObservedEvents { .all }
}

/// How many handlers of the process listen to what happens to subnodes: as long as there is none, nodes do not look above themselves for one.
enum SubnodeObserverCount {
  private static let count = Atomic<Int>(0)

  static var isZero: Bool { count.load(ordering: .relaxed) == 0 }

  /// Counts as one handler while it is held.
  final class Watch: Sendable {
    init() { SubnodeObserverCount.count.add(1, ordering: .relaxed) }
    deinit { SubnodeObserverCount.count.subtract(1, ordering: .relaxed) }
  }
}
