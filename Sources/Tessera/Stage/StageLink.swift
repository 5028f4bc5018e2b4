/// How nodes reach their stage: a small object that outlives neither side's trust in it. Any thread.
///
/// Nodes hold it strongly, the stage holds it strongly, and it holds nothing of the stage but a way to wake its loop.
final class StageLink: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  private let lock = Lock()
  private var requests = Requests()
  /// Transitions that were asked for and are in no layout yet, the newest last.
  private var transitions: [TransitionHandle] = []
  private let inbox: StageInbox
  private let workers: WorkerPool

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
    /// Whether a transition waits for a layout.
    var needsLayout = false
    var isEmpty: Bool { changed.isEmpty && ticks.isEmpty && focus.isEmpty && !needsLayout }

    /// Empties it and keeps the memory.
    mutating func clear() {
      changed.removeAll(keepingCapacity: true)
      ticks.removeAll(keepingCapacity: true)
      focus.removeAll(keepingCapacity: true)
      needsLayout = false
    }
  }

  init(inbox: StageInbox, workers: WorkerPool) {
    self.inbox = inbox
    self.workers = workers
  }

  private func wake() { inbox.wake() }

  /// Runs a job of a node on a worker; until it is done the stage has work under way.
  func perform(isSeen: Bool, _ job: @escaping @Sendable () -> Void) {
    let inbox = self.inbox
    inbox.beginJob()
    workers.submit(isSeen ? .visible : .ahead) {
      job()
      inbox.endJob()
    }
  }

  /// Has the loop report what went wrong.
  func report(_ error: StageError) { inbox.post(error) }

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

  /// A transition whose changes are about to be made.
  func begin(_ handle: TransitionHandle) { lock.withLock { transitions.append(handle) } }

  /// The changes of a transition are made.
  func transitionDidClose() {
    lock.withLock { requests.needsLayout = true }
    wake()
  }

  func wakeLoop() { wake() }

  /// Transitions that no layout has all changes of yet.
  var pendingTransitions: [TransitionHandle] { lock.withLock { transitions } }

  var hasTransitions: Bool { lock.withLock { !transitions.isEmpty } }

  /// Takes the transitions whose changes are all made.
  func takeClosedTransitions() -> [TransitionHandle] {
    lock.withLock {
      guard !transitions.isEmpty else { return [] }
      let closed = transitions.filter(\.isClosed)
      if !closed.isEmpty { transitions.removeAll(where: \.isClosed) }
      return closed
    }
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
