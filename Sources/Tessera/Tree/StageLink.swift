internal import CTesseraSystem
internal import Synchronization
internal import TesseraLayout

/// A node read `@Observable` objects, or one that it read is about to change.
struct ObservableNote: Sendable {
  let node: AnyNode
  let kind: ReadTicket.Kind
  let isChange: Bool
  /// Kernel id of the thread on which that happened.
  let thread: Int64
}

/// What a link needs of a loop. Any thread.
protocol LoopPort: AnyObject, Sendable {
  /// Wakes the loop without a message.
  func wake()
  /// Has the loop report an error.
  func post(_ error: StageError)
  /// A job of a node was given to a worker, and is done.
  func begin(_ job: WorkerJob)
  func end(_ job: WorkerJob)
}

/// How nodes reach their stage. Any thread.
///
/// Nodes hold it strongly, the stage holds it strongly, and it holds nothing of the stage but its inbox (``LoopPort``).
final class StageLink: Sendable {
  private struct State {
    var requests = Requests()
    var pressure = MemoryPressure.none
    /// Transitions that were asked for and are in no layout yet, the newest last.
    var transitions: [TransitionHandle] = []
    var focused: AnyNode?
    /// What is under the pointer.
    var hovered: [AnyNode] = []
    var layoutIsPending = false
    /// What the stage says for its whole tree.
    var surroundings = EnvironmentValues()
  }

  private let state = Locked(State())
  private let semanticsWereRead = Atomic<Bool>(false)
  private let loop: any LoopPort
  /// Weak: jobs that wait in it hold nodes, and these hold this.
  private weak let workers: WorkerPool?

  /// Whether the semantics of the stage were read: changes of nodes count for them from then on.
  var readsSemantics: Bool { semanticsWereRead.load(ordering: .relaxed) }

  /// Has changes of nodes count for their semantics from now on.
  func noteSemanticsRead() { semanticsWereRead.store(true, ordering: .relaxed) }

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
    /// Transitions whose changes are made, all of them among `changed`, here or in what was taken before.
    var closed: [TransitionHandle] = []
    /// What becomes of the contents and data of subtrees.
    var contents: [ContentRequest] = []
    /// What is to be called on the loop.
    var calls: [@Sendable () -> Void] = []
    /// Animations of which something was asked of a node that left before the loop took it.
    var abandoned: [Animation] = []
    /// What is to be called after a layout.
    var afterLayout: [@Sendable () -> Void] = []
    /// Nodes that read `@Observable` objects, or read some that change.
    var observables: [ObservableNote] = []
    /// Overlays that were presented, moved or dismissed.
    var overlays: [StageOverlay] = []
    /// Changes of the environments of nodes, for their types and handlers.
    var environments: [EnvironmentNote] = []
    var isEmpty: Bool {
      changed.isEmpty && ticks.isEmpty && focus.isEmpty && closed.isEmpty && afterLayout.isEmpty && contents.isEmpty && calls.isEmpty
        && observables.isEmpty && environments.isEmpty && abandoned.isEmpty && overlays.isEmpty
    }

    /// Empties it and keeps the memory.
    mutating func clear() {
      changed.removeAll(keepingCapacity: true)
      ticks.removeAll(keepingCapacity: true)
      focus.removeAll(keepingCapacity: true)
      closed.removeAll(keepingCapacity: true)
      abandoned.removeAll()
      contents.removeAll(keepingCapacity: true)
      calls.removeAll(keepingCapacity: true)
      afterLayout.removeAll()
      observables.removeAll(keepingCapacity: true)
      environments.removeAll()
      overlays.removeAll()
    }
  }

  init(loop: any LoopPort, workers: WorkerPool) {
    self.loop = loop
    self.workers = workers
  }

  private func wake() { loop.wake() }

  /// Runs a job of a node on a worker; until it is done the stage has work under way.
  /// - Parameter priority: higher ones begin first among those that wait.
  func perform(_ job: WorkerJob, isSeen: Bool, priority: Int = 0, _ body: @escaping @Sendable (WorkerJob) -> Void) {
    guard let workers else { return }
    let loop = self.loop
    loop.begin(job)
    workers.submit(isSeen ? .visible : .ahead, priority) {
      job.watch.begin()
      body(job)
      job.watch.end()
      loop.end(job)
    }
  }

  /// Has the loop report what went wrong.
  func report(_ error: StageError) { loop.post(error) }

  /// How short memory is.
  var memoryPressure: MemoryPressure { state.withLock { $0.pressure } }
  func setMemoryPressure(_ new: MemoryPressure) { state.withLock { $0.pressure = new } }

  func nodeDidChange(_ node: AnyNode) {
    state.withLock { $0.requests.changed.append(node) }
    wake()
  }

  func observableWillChange(_ node: AnyNode, _ kind: ReadTicket.Kind) {
    state.withLock { $0.requests.observables.append(ObservableNote(node: node, kind: kind, isChange: true, thread: ts_thread_id())) }
    wake()
  }

  func didReadObservables(_ node: AnyNode, _ kind: ReadTicket.Kind) {
    state.withLock { $0.requests.observables.append(ObservableNote(node: node, kind: kind, isChange: false, thread: ts_thread_id())) }
    wake()
  }

  /// What the stage says for its whole tree.
  var surroundings: EnvironmentValues { state.withLock { $0.surroundings } }
  var environment: EnvironmentStorage? { surroundings.storage }
  func setSurroundings(_ new: EnvironmentValues) { state.withLock { $0.surroundings = new } }

  /// A node whose environment changed, with its former values.
  struct EnvironmentNote {
    let node: AnyNode
    let old: EnvironmentStorage?
    /// Former direction; nil if it is the same.
    let direction: LayoutDirection?
  }

  func environmentDidChange(_ node: AnyNode, from old: EnvironmentStorage?, direction: LayoutDirection? = nil) {
    state.withLock { $0.requests.environments.append(EnvironmentNote(node: node, old: old, direction: direction)) }
    wake()
  }

  /// An overlay was presented, moved or dismissed.
  func overlayDidChange(_ overlay: StageOverlay) {
    state.withLock { $0.requests.overlays.append(overlay) }
    wake()
  }

  func requestTick(_ node: AnyNode, after seconds: Double) {
    state.withLock { $0.requests.ticks.append((node, seconds)) }
    wake()
  }

  func requestFocus(_ node: AnyNode) {
    state.withLock { $0.requests.focus.append(.become(node)) }
    wake()
  }

  func resignFocus(_ node: AnyNode) {
    state.withLock { $0.requests.focus.append(.resign(node)) }
    wake()
  }

  func requestAfterLayout(_ perform: @escaping @Sendable () -> Void) {
    state.withLock { $0.requests.afterLayout.append(perform) }
    wake()
  }

  func request(_ contents: ContentRequest) {
    state.withLock { $0.requests.contents.append(contents) }
    wake()
  }

  /// Calls `perform` on the frame loop, no lock held, with the next frame.
  func callOnLoop(_ perform: @escaping @Sendable () -> Void) {
    state.withLock { $0.requests.calls.append(perform) }
    wake()
  }

  /// Whether a layout of the stage is under way, is to start, or will be once the loop has taken what nodes asked for.
  var isLayoutPending: Bool { state.withLock { $0.layoutIsPending || !$0.requests.isEmpty } }
  func noteLayout(isPending: Bool) { state.withLock { $0.layoutIsPending = isPending } }

  /// A transition whose changes are about to be made.
  func begin(_ handle: TransitionHandle) { state.withLock { $0.transitions.append(handle) } }

  /// The changes of a transition are made.
  func transitionDidClose(_ handle: TransitionHandle) {
    state.withLock { $0.requests.closed.append(handle) }
    wake()
  }

  func wakeLoop() { wake() }

  /// Something that an animation was to move has left before that.
  func abandon(_ animation: Animation) {
    state.withLock { $0.requests.abandoned.append(animation) }
    wake()
  }

  /// Transitions that no layout has all changes of yet.
  var pendingTransitions: [TransitionHandle] { state.withLock { $0.transitions } }

  var hasTransitions: Bool { state.withLock { !$0.transitions.isEmpty } }

  /// A layout that begins has all changes of these.
  func remove(_ handles: [TransitionHandle]) {
    state.withLock { $0.transitions.removeAll { pending in handles.contains { $0 === pending } } }
  }

  /// The node that the stage gives keys to.
  var focusedNode: AnyNode? { state.withLock { $0.focused } }

  func noteFocus(_ node: AnyNode?) {
    // What was held is let go of after the lock.
    let former = state.withLock { state in
      defer { state.focused = node }
      return state.focused
    }
    withExtendedLifetime(former) {}
  }

  /// Whether the pointer is over `node`, or something in it.
  func isHovered(_ node: AnyNode) -> Bool { state.withLock { $0.hovered.contains { $0 === node } } }

  /// The pointer is over these.
  func noteHover(_ nodes: [AnyNode]) {
    // What was held is let go of after the lock.
    let former = state.withLock { state in
      defer { state.hovered = nodes }
      return state.hovered
    }
    withExtendedLifetime(former) {}
  }

  func clearFocus() {
    state.withLock { $0.requests.focus.append(.clear) }
    wake()
  }

  /// Whether nodes asked for something.
  var hasRequests: Bool { state.withLock { !$0.requests.isEmpty } }

  /// Hands over everything asked for, and keeps `empty`, whose memory is for what is asked next: draining allocates nothing.
  func drain(into empty: inout Requests) { state.withLock { swap(&$0.requests, &empty) } }
}
