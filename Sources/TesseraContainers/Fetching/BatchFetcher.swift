public import Tessera
public import TesseraGeometry

/// Fetch in progress. End it once, from any thread.
public final class BatchFetch: Sendable {
  /// Edge at which its batch is added.
  public let edge: BatchFetching.Edge
  private let flag = CancellationFlag()
  private let perform: @Sendable (BatchFetching.Outcome) -> Bool

  init(_ edge: BatchFetching.Edge, _ perform: @escaping @Sendable (BatchFetching.Outcome) -> Bool) {
    self.edge = edge
    self.perform = perform
  }

  /// Whether the fetch was cancelled.
  public var isCancelled: Bool { flag.isCancelled }

  /// Ends the fetch with an outcome. Apply fetched content to the list first. Returns false if the fetch had ended before.
  @discardableResult public func end(_ outcome: BatchFetching.Outcome) -> Bool { perform(outcome) }

  func cancel() { flag.cancel() }
}

/// Fetches content for a scrolling node in batches, before the end of its content becomes visible.
///
/// ```swift
/// let more = BatchFetcher(list) { fetch in
///   guard let page = try? await server.nextPage() else { return .retry }
///   await model.append(page)
///   return page.isLast ? .exhausted : .done
/// }
/// ```
///
/// It is evaluated when the content moves, when a layout changed its length, and when the node appears on the screen. The node retains it
/// until ``remove()``. Any thread.
public final class BatchFetcher: Sendable {
  private struct State {
    var fetching: BatchFetching
    var fetch: BatchFetch?
    var decide: (@Sendable (Double, Bool) -> Bool)?
    var tokens: [HandlerToken] = []
    var isForced = false
  }

  private let state: Locked<State>
  private let axis: Axis?
  private let begin: @Sendable (BatchFetch) -> Void
  private let target: NodeReference

  /// Watches a scrolling node and calls `begin` on the loop. `begin` starts a fetch and returns; ``BatchFetch/end(_:)`` ends the fetch.
  ///
  /// - Parameters:
  ///   - node: a scroll node, a list or a collection.
  ///   - edge: edge at which batches are added.
  ///   - leadingScreens: content to keep loaded ahead, in viewport lengths; 0 or less disables fetching.
  ///   - axis: scroll axis; nil means the node's axis, or vertical if it has both.
  ///   - begin: starts a fetch.
  public init<Value: ScrollingType>(
    _ node: Node<Value>, at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2, axis: Axis? = nil,
    begin: @escaping @Sendable (BatchFetch) -> Void
  ) {
    state = Locked(State(fetching: BatchFetching(at: edge, leadingScreens: leadingScreens)))
    self.axis = axis
    self.begin = begin
    target = NodeReference(node)
    let moved = [Value.scroll, Value.scrollEnded].map { signal in node.on(signal) { [self] _ in evaluate() } }
    let others = [Value.contentResize, Value.appear, scrollTick].map { signal in node.on(signal) { [self] in evaluate() } }
    let tokens = moved + others
    state.withLock { $0.tokens = tokens }
    node.requestTick(after: 0)
  }

  /// Like ``init(_:at:leadingScreens:axis:begin:)``, with an async function that fetches and returns the outcome. It runs in a separate
  /// task and is cancelled through it.
  public convenience init<Value: ScrollingType>(
    _ node: Node<Value>, at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2, axis: Axis? = nil,
    fetch: @escaping @Sendable (BatchFetch) async -> BatchFetching.Outcome
  ) {
    let begin: @Sendable (BatchFetch) -> Void = { batch in _ = Task { batch.end(await fetch(batch)) } }
    self.init(node, at: edge, leadingScreens: leadingScreens, axis: axis, begin: begin)
  }

  /// Content to keep loaded ahead, in viewport lengths. Setting it evaluates again.
  public var leadingScreens: Double {
    get { state.withLock { $0.fetching.leadingScreens } }
    set {
      state.withLock { $0.fetching.leadingScreens = newValue }
      ask()
    }
  }

  /// Makes the final decision while content moves, from the seconds until the end is reached at this speed and the decision by distance.
  /// Called on the loop. nil means that the distance decides.
  public var decide: (@Sendable (_ secondsLeft: Double, _ hint: Bool) -> Bool)? {
    get { state.withLock { $0.decide } }
    set { state.withLock { $0.decide = newValue } }
  }

  /// Whether a fetch is in progress.
  public var isFetching: Bool { state.withLock { $0.fetching.isFetching } }

  /// Whether all content was fetched.
  public var isExhausted: Bool { state.withLock { $0.fetching.isExhausted } }

  /// Evaluates immediately, even if a fetch was just cancelled or failed.
  public func check() {
    state.withLock { $0.isForced = true }
    ask()
  }

  /// Starts again after the end was reached.
  public func restart() {
    state.withLock { $0.fetching.restart() }
    ask()
  }

  /// Cancels the fetch in progress.
  public func cancel() {
    let fetch = state.withLock { $0.fetch }
    fetch?.cancel()
    fetch?.end(.cancelled)
  }

  /// Stops watching and cancels the fetch in progress.
  public func remove() {
    let tokens = state.withLock { state in
      defer { state.tokens = [] }
      return state.tokens
    }
    if let node = target.node { for token in tokens { node.removeHandler(token) } }
    cancel()
  }

  /// Schedules an evaluation on the loop.
  private func ask() { target.node?.requestTick(after: 0) }

  /// Runs on the loop.
  private func evaluate() {
    guard let node = target.node, let viewport = Self.viewport(node, axis), let time = (node as? any ScrollingNode)?.physics.state.clock
    else {
      return
    }
    let (decide, fetching, isForced) = state.withLock { state in
      defer { state.isForced = false }
      return (state.decide, state.fetching, state.isForced)
    }
    // The program's closure is called with no lock held.
    let answer = decide.flatMap { decide in fetching.question(at: viewport, time: time, isForced: isForced).map { decide($0, $1) } }
    let decision = state.withLock { $0.fetching.evaluate(at: viewport, time: time, isForced: isForced) { answer ?? $1 } }
    switch decision {
    case .none: break
    case .wait(let seconds): node.requestTick(after: seconds)
    case .fetch(let number):
      let fetch = BatchFetch(state.withLock { $0.fetching.edge }) { [self] outcome in end(number, outcome) }
      state.withLock { $0.fetch = fetch }
      begin(fetch)
    }
  }

  private func end(_ number: Int, _ outcome: BatchFetching.Outcome) -> Bool {
    let viewport = target.node.flatMap { Self.viewport($0, axis) }
    let isEnded = state.withLock { state in
      guard state.fetching.end(number, outcome, viewport: viewport) else { return false }
      state.fetch = nil
      return true
    }
    if isEnded { ask() }
    return isEnded
  }

  /// Returns the viewport of `node` in reading order.
  private static func viewport(_ node: AnyNode, _ axis: Axis?) -> BatchFetching.Viewport? {
    guard let scroll = (node as? any ScrollingNode)?.physics, let metrics = scroll.state.metrics else { return nil }
    let axis = axis ?? (scroll.axes == .horizontal ? .horizontal : .vertical)
    let length = metrics.size[axis]
    // Content that starts at the right or at the bottom has negative coordinates.
    let start = metrics.content.origin[axis]
    // Coordinates of subnodes are relative; these are those of the content.
    let own = start - scroll.state.origin[axis]
    let isReversed = own < 0 && own + metrics.content.size[axis] <= length
    let before = scroll.state.offset[axis] - start
    let content = metrics.extent?[axis] ?? metrics.content.size[axis]
    return BatchFetching.Viewport(
      length: length, content: content, before: isReversed ? metrics.content.size[axis] - length - before : before,
      velocity: scroll.velocity[axis] * (isReversed ? -1 : 1), isVisible: node.interfaceState == .visible)
  }
}

/// Weak reference to a node.
private final class NodeReference: @unchecked Sendable {
  // @unchecked: set once; the runtime makes reading a weak reference safe from any thread.
  weak var node: AnyNode?
  init(_ node: AnyNode) { self.node = node }
}
