internal import Synchronization

/// Events of a node that have handlers. For a node without any, each event costs one test of a flag.
struct ObservedEvents: OptionSet, Sendable, Hashable {
  let rawValue: UInt32

  /// Signals of node types and programs.
  static let own = ObservedEvents(rawValue: 1 << 0)
  static let interfaceState = ObservedEvents(rawValue: 1 << 1)
  static let stage = ObservedEvents(rawValue: 1 << 2)
  static let layout = ObservedEvents(rawValue: 1 << 3)
  static let draw = ObservedEvents(rawValue: 1 << 4)
  static let drawFailure = ObservedEvents(rawValue: 1 << 5)
  static let focus = ObservedEvents(rawValue: 1 << 6)
  /// Whether the program controls focus moves.
  static let focusMove = ObservedEvents(rawValue: 1 << 7)
  static let subnodeVisibility = ObservedEvents(rawValue: 1 << 8)
  static let subnodeDraw = ObservedEvents(rawValue: 1 << 9)
  static let subtreeDraw = ObservedEvents(rawValue: 1 << 10)
  static let environment = ObservedEvents(rawValue: 1 << 11)
  static let hover = ObservedEvents(rawValue: 1 << 12)
  /// Loading and releasing of data.
  static let loading = ObservedEvents(rawValue: 1 << 16)
  /// Whether the node has tasks that follow its interface state.
  static let task = ObservedEvents(rawValue: 1 << 17)
  static let all = ObservedEvents(rawValue: .max)
}

/// Observed events of one node, and flags that other threads read without its lock. Any thread.
struct ObservedEventFlags: ~Copyable, Sendable {
  private let bits = Atomic<UInt32>(0)
  private let hasEntered = Atomic<Bool>(false)
  private let drawCount = Atomic<Int32>(0)

  func contains(_ events: ObservedEvents) -> Bool { bits.load(ordering: .relaxed) & events.rawValue != 0 }

  /// Sets the observed events; the node's lock is held.
  func set(_ events: ObservedEvents) { bits.store(events.rawValue, ordering: .relaxed) }

  /// Whether the node has ever been in a stage.
  var hasEnteredStage: Bool { hasEntered.load(ordering: .relaxed) }

  /// Records that the node is in a stage. Returns whether it is the first time.
  func enterStage() -> Bool { !hasEntered.exchange(true, ordering: .relaxed) }

  /// Whether a draw of the node is running or pending.
  var hasPendingDraws: Bool { drawCount.load(ordering: .acquiring) > 0 }

  /// Counts running and pending draws.
  func countDraw(_ step: Int32) { drawCount.add(step, ordering: .releasing) }
}
