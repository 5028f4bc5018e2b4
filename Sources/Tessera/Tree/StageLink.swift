internal import CTesseraSystem
internal import Synchronization

/// Record that a node read `@Observable` objects, or that one it read is about to change.
struct ObservableNote: Sendable {
  let node: AnyNode
  let kind: ReadTicket.Kind
  let isChange: Bool
  /// Kernel id of the thread of the read or change.
  let thread: Int64
}

/// The part of the loop that a link uses. Any thread.
protocol LoopPort: AnyObject, Sendable {
  /// Wakes the loop without a message.
  func wake()
  /// Requests a report of an error by the loop.
  func post(_ error: StageError)
  /// Begin and end of a node's job on a worker.
  func begin(_ job: WorkerJob)
  func end(_ job: WorkerJob)
}

/// Connection of nodes to their stage. Any thread.
///
/// Nodes and the stage retain it. It retains only the stage's inbox (``LoopPort``).
final class StageLink: AnimationHost {
  private struct State {
    var requests = Requests()
    var pressure = MemoryPressure.none
    var isDisplayAsleep = false
    var frameTime: FrameTime?
    /// Requested transitions that no layout contains completely yet, the latest last.
    var transitions: [TransitionHandle] = []
    var focused: AnyNode?
    /// Nodes under the pointer.
    var hovered: [AnyNode] = []
    var layoutIsPending = false
    /// The stage's values for its whole tree.
    var surroundings = EnvironmentValues()
  }

  private let state = Locked(State())
  private let semanticsWereRead = Atomic<Bool>(false)
  private let lookChanged = Atomic<Bool>(false)
  private let environmentChanges = Atomic<Int>(0)
  private let loop: any LoopPort
  /// Weak: jobs waiting in it retain nodes, which retain this link.
  private weak let workers: WorkerPool?

  /// Whether the stage's semantics were read. From then on changes of nodes mark them as stale.
  var readsSemantics: Bool { semanticsWereRead.load(ordering: .relaxed) }

  /// Records that the semantics were read.
  func recordSemanticsRead() { semanticsWereRead.store(true, ordering: .relaxed) }

  /// Begins a change of inherited values, which is handed on node by node. Calls are balanced with ``endEnvironmentChange()``.
  func beginEnvironmentChange() { environmentChanges.add(1, ordering: .acquiringAndReleasing) }

  /// Ends a change of inherited values: all nodes have them.
  func endEnvironmentChange() {
    let isLast = environmentChanges.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    // A frame may wait for it.
    if isLast, lookChanged.load(ordering: .acquiring) { wake() }
  }

  /// Whether inherited values are being handed on.
  var isChangingEnvironment: Bool { environmentChanges.load(ordering: .acquiring) > 0 }

  /// Records that theme, mode or color scheme of a node changed. Call it before the node requests work.
  func recordAppearanceChange() { lookChanged.store(true, ordering: .releasing) }

  /// Returns whether the look of nodes has changed since the last call.
  func consumeAppearanceChange() -> Bool { lookChanged.exchange(false, ordering: .acquiringAndReleasing) }

  enum FocusRequest {
    case become(AnyNode)
    case resign(AnyNode)
    case clear
  }

  /// Requests of nodes since the last frame.
  struct Requests {
    var changed: [AnyNode] = []
    var ticks: [(node: AnyNode, after: Double)] = []
    /// Timers to schedule in seconds; nil removes the timer.
    var timers: [(timer: StageTimer, after: Double?)] = []
    var focus: [FocusRequest] = []
    /// Nodes to scroll into view, after the requests for the focus.
    var reveals: [AnyNode] = []
    /// Transitions whose changes are complete. All their changes are among `changed`, here or in earlier requests.
    var closed: [TransitionHandle] = []
    /// Requests for the contents and data of subtrees.
    var contents: [ContentRequest] = []
    /// Closures to call on the loop.
    var calls: [@Sendable () -> Void] = []
    /// Animations with a request of a node that left before the loop took it.
    var abandoned: [Animation] = []
    /// Closures to call after a layout.
    var afterLayout: [@Sendable () -> Void] = []
    /// Nodes that read `@Observable` objects, or that read some that change.
    var observables: [ObservableNote] = []
    /// Changes of the environments of nodes, for their types and handlers.
    var environments: [EnvironmentNote] = []
    /// Requests of types that the tree does not name, in order.
    var others: [any StageRequest] = []
    var isEmpty: Bool {
      changed.isEmpty && ticks.isEmpty && timers.isEmpty && focus.isEmpty && reveals.isEmpty && closed.isEmpty && afterLayout.isEmpty
        && contents.isEmpty && calls.isEmpty && observables.isEmpty && environments.isEmpty && abandoned.isEmpty && others.isEmpty
    }

    /// Removes all requests and keeps the memory.
    mutating func clear() {
      changed.removeAll(keepingCapacity: true)
      ticks.removeAll(keepingCapacity: true)
      timers.removeAll()
      focus.removeAll(keepingCapacity: true)
      reveals.removeAll()
      closed.removeAll(keepingCapacity: true)
      abandoned.removeAll()
      contents.removeAll(keepingCapacity: true)
      calls.removeAll(keepingCapacity: true)
      afterLayout.removeAll()
      observables.removeAll(keepingCapacity: true)
      environments.removeAll()
      others.removeAll()
    }
  }

  init(loop: any LoopPort, workers: WorkerPool) {
    self.loop = loop
    self.workers = workers
  }

  private func wake() { loop.wake() }

  /// Runs a job of a node on a worker. The stage counts as busy until it is done.
  /// - Parameter priority: higher ones begin first among waiting jobs.
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

  /// Requests a report of an error by the loop.
  func report(_ error: StageError) { loop.post(error) }

  /// Current shortage of memory.
  var memoryPressure: MemoryPressure { state.withLock { $0.pressure } }
  func setMemoryPressure(_ new: MemoryPressure) { state.withLock { $0.pressure = new } }

  /// Times of the newest frame; nil before the first one.
  var frameTime: FrameTime? { state.withLock { $0.frameTime } }
  func recordFrameTime(_ new: FrameTime) { state.withLock { $0.frameTime = new } }

  /// Whether the display is off.
  var isDisplayAsleep: Bool { state.withLock { $0.isDisplayAsleep } }
  func setDisplayAsleep(_ new: Bool) { state.withLock { $0.isDisplayAsleep = new } }

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

  /// The stage's values for its whole tree.
  var surroundings: EnvironmentValues { state.withLock { $0.surroundings } }
  var environment: EnvironmentStorage? { surroundings.storage }
  func setSurroundings(_ new: EnvironmentValues) { state.withLock { $0.surroundings = new } }

  /// A node whose environment changed, with its former values.
  struct EnvironmentNote {
    let node: AnyNode
    let old: EnvironmentStorage?
    /// Former values of the stage and direction of the node; nil if they are the same.
    let surroundings: EnvironmentValues?
  }

  func environmentDidChange(_ node: AnyNode, from old: EnvironmentStorage?, surroundings: EnvironmentValues? = nil) {
    state.withLock { $0.requests.environments.append(EnvironmentNote(node: node, old: old, surroundings: surroundings)) }
    wake()
  }

  func requestTick(_ node: AnyNode, after seconds: Double) {
    state.withLock { $0.requests.ticks.append((node, seconds)) }
    wake()
  }

  /// Schedules a timer in `seconds` of the stage's clock; nil removes it.
  func schedule(_ timer: StageTimer, after seconds: Double?) {
    state.withLock { $0.requests.timers.append((timer, seconds)) }
    wake()
  }

  func requestFocus(_ node: AnyNode) {
    state.withLock { $0.requests.focus.append(.become(node)) }
    wake()
  }

  func requestReveal(_ node: AnyNode) {
    state.withLock { $0.requests.reveals.append(node) }
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

  func request(_ other: some StageRequest) {
    state.withLock { $0.requests.others.append(other) }
    wake()
  }

  /// Calls `perform` on the frame loop, no lock held, with the next frame.
  func callOnLoop(_ perform: @escaping @Sendable () -> Void) {
    state.withLock { $0.requests.calls.append(perform) }
    wake()
  }

  /// Whether a layout of the stage is running, is to start, or will start once the loop has taken the requests of nodes.
  var isLayoutPending: Bool { state.withLock { $0.layoutIsPending || !$0.requests.isEmpty } }
  func recordLayout(isPending: Bool) { state.withLock { $0.layoutIsPending = isPending } }

  /// Adds a transition whose changes are about to begin.
  func begin(_ handle: TransitionHandle) { state.withLock { $0.transitions.append(handle) } }

  /// Marks the changes of a transition as complete.
  func transitionDidClose(_ handle: TransitionHandle) {
    state.withLock { $0.requests.closed.append(handle) }
    wake()
  }

  func wakeLoop() { wake() }

  /// Reports that a node left before its requested animation began.
  func abandon(_ animation: Animation) {
    state.withLock { $0.requests.abandoned.append(animation) }
    wake()
  }

  /// Transitions that no layout contains completely yet.
  var pendingTransitions: [TransitionHandle] { state.withLock { $0.transitions } }

  var hasTransitions: Bool { state.withLock { !$0.transitions.isEmpty } }

  /// Removes transitions whose changes are all part of a layout that begins.
  func remove(_ handles: [TransitionHandle]) {
    state.withLock { $0.transitions.removeAll { pending in handles.contains { $0 === pending } } }
  }

  /// The focused node of the stage.
  var focusedNode: AnyNode? { state.withLock { $0.focused } }

  func recordFocus(_ node: AnyNode?) {
    // The former node is released after the lock.
    let former = state.withLock { state in
      defer { state.focused = node }
      return state.focused
    }
    withExtendedLifetime(former) {}
  }

  /// Returns whether the pointer is over `node` or its content.
  func isHovered(_ node: AnyNode) -> Bool { state.withLock { $0.hovered.contains { $0 === node } } }

  /// Sets the nodes under the pointer.
  func recordHover(_ nodes: [AnyNode]) {
    // The former nodes are released after the lock.
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

  /// Whether there are requests of nodes.
  var hasRequests: Bool { state.withLock { !$0.requests.isEmpty } }

  /// Takes all requests and leaves `empty`, whose memory is used for the next ones, so that draining does not allocate.
  func drain(into empty: inout Requests) { state.withLock { swap(&$0.requests, &empty) } }
}
