internal import Synchronization

/// Handlers of a node's signals, in the order in which they were added. A value.
struct SignalHandlers: Sendable {
  struct Entry: Sendable {
    let token: HandlerToken
    var receiver: any SignalReceiver
    /// Whether the node's spec added it.
    var isDescribed = false
    /// Node whose states the handler reads, if it was known when it was added; nil means the sender.
    var scope: StateScope?
    /// Retained while subnodes are observed.
    let watch: SubnodeObserverCount.Watch?
  }

  private(set) var entries: [Entry] = []
  private var lastNumber: UInt64 = 0

  /// Events that have handlers.
  var observed: ObservedEvents { entries.reduce(into: []) { $0.formUnion($1.receiver.kind) } }

  @discardableResult
  mutating func add(_ receiver: any SignalReceiver, _ scope: StateScope?, isDescribed: Bool = false) -> HandlerToken {
    lastNumber += 1
    let token = HandlerToken(number: lastNumber)
    let observesSubnodes = !receiver.kind.isDisjoint(with: [.subnodeDraw, .subtreeDraw, .subnodeVisibility])
    entries.append(
      Entry(
        token: token, receiver: receiver, isDescribed: isDescribed, scope: scope,
        watch: observesSubnodes ? SubnodeObserverCount.Watch() : nil))
    return token
  }

  /// Replaces the handlers of the previous spec.
  mutating func setDescribed(_ receivers: [any SignalReceiver], _ scope: StateScope?) {
    let known = entries.indices.filter { entries[$0].isDescribed }
    let areTheSame = zip(known, receivers).allSatisfy { entries[$0].receiver.name == $1.name && entries[$0].receiver.kind == $1.kind }
    if known.count == receivers.count, areTheSame {
      // They keep their tokens, so that an event that is being sent reaches the handlers after the running one.
      for (i, receiver) in zip(known, receivers) { (entries[i].receiver, entries[i].scope) = (receiver, scope) }
    } else {
      entries.removeAll(where: \.isDescribed)
      for receiver in receivers { add(receiver, scope, isDescribed: true) }
    }
  }

  mutating func remove(_ token: HandlerToken) { entries.removeAll { $0.token == token } }

  func contains(_ token: HandlerToken) -> Bool { entries.contains { $0.token == token } }
}

/// Receiver of a signal.
protocol SignalReceiver: Sendable {
  var name: String { get }
  var kind: ObservedEvents { get }
}

/// Handler with a payload.
struct PayloadReceiver<Payload: Sendable>: SignalReceiver {
  let signal: Signal<Payload>
  /// Gets the node that sends.
  let perform: @Sendable (any StateOwner, Payload) -> Void
  var name: String { signal.name }
  var kind: ObservedEvents { signal.kind }
}

/// Handler of all signals with one name and any payload.
struct NameReceiver: SignalReceiver {
  let name: String
  let perform: @Sendable () -> Void
  var kind: ObservedEvents { .all }
}

/// Number of handlers in the process that observe subnodes. While it is 0, nodes do not search their ancestors for one.
enum SubnodeObserverCount {
  private static let count = Atomic<Int>(0)

  static var isZero: Bool { count.load(ordering: .relaxed) == 0 }

  /// Counts as one handler while it exists.
  final class Watch: Sendable {
    init() { SubnodeObserverCount.count.add(1, ordering: .relaxed) }
    deinit { SubnodeObserverCount.count.subtract(1, ordering: .relaxed) }
  }
}
