/// How nodes reach their stage: a small object that outlives neither side's trust in it. Any thread.
///
/// Nodes hold it strongly, the stage holds it strongly, and it holds nothing of the stage but a way to wake its loop.
final class StageLink: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  private let lock = Lock()
  private var requests = Requests()
  private let wake: @Sendable () -> Void

  enum FocusRequest {
    case become(AnyNode)
    case resign(AnyNode)
    case clear
  }

  /// What nodes asked for since the last frame.
  struct Requests {
    var changed: [AnyNode] = []
    var ticks: [(node: AnyNode, after: Double)] = []
    var focus: [FocusRequest] = []
    var isEmpty: Bool { changed.isEmpty && ticks.isEmpty && focus.isEmpty }

    /// Empties it and keeps the memory.
    mutating func clear() {
      changed.removeAll(keepingCapacity: true)
      ticks.removeAll(keepingCapacity: true)
      focus.removeAll(keepingCapacity: true)
    }
  }

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func nodeDidChange(_ node: AnyNode) {
    lock.withLock { requests.changed.append(node) }
    wake()
  }

  func requestTick(_ node: AnyNode, after seconds: Double) {
    lock.withLock { requests.ticks.append((node, seconds)) }
    wake()
  }

  func requestFocus(_ node: AnyNode) {
    lock.withLock { requests.focus.append(.become(node)) }
    wake()
  }

  func resignFocus(_ node: AnyNode) {
    lock.withLock { requests.focus.append(.resign(node)) }
    wake()
  }

  func clearFocus() {
    lock.withLock { requests.focus.append(.clear) }
    wake()
  }

  /// Whether there is something to take.
  var hasRequests: Bool { lock.withLock { !requests.isEmpty } }

  /// Hands over everything asked for, and keeps `empty`, whose memory is for what is asked next: taking requests allocates nothing.
  func take(into empty: inout Requests) { lock.withLock { swap(&requests, &empty) } }
}
