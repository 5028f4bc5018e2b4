public import Tessera
public import TesseraGeometry

/// One fetch that is under way. End it once, from any thread.
public final class BatchFetch: Sendable {
  /// Where its batch is to be added.
  public let edge: BatchFetching.Edge
  private let flag = CancellationFlag()
  private let perform: @Sendable (BatchFetching.Outcome) -> Bool

  init(_ edge: BatchFetching.Edge, _ perform: @escaping @Sendable (BatchFetching.Outcome) -> Bool) {
    self.edge = edge
    self.perform = perform
  }

  /// Whether nobody wants it any more.
  public var isCancelled: Bool { flag.isCancelled }

  /// Says how it ended. Where content was fetched, apply it to the list first. Returns false where the fetch had ended before.
  @discardableResult public func end(_ outcome: BatchFetching.Outcome) -> Bool { perform(outcome) }

  func cancel() { flag.cancel() }
}

/// Fetches content for a scrolling node in batches, before its end comes into view.
///
/// ```swift
/// let more = BatchFetcher(list) { fetch in
///   guard let page = try? await server.nextPage() else { return .retry }
///   await model.append(page)
///   return page.isLast ? .exhausted : .done
/// }
/// ```
///
/// It looks when the content moves, when a layout changed its length, and when the node comes to the screen. The node keeps it until
/// ``remove()``. Any thread.
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

  /// Watches a scrolling node and calls `begin` on the loop, which starts a fetch and returns; ``BatchFetch/end(_:)`` ends it.
  ///
  /// - Parameters:
  ///   - node: a scroll node, a list, a collection.
  ///   - edge: where batches are added.
  ///   - leadingScreens: how many windowfuls are to lie ahead; 0 or less: nothing is fetched.
  ///   - axis: the axis of travel; nil: that of the node, the vertical one where it has both.
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

  /// As ``init(_:at:leadingScreens:axis:begin:)``, with a function that fetches and returns how that went. It runs as a task of its own, and is
  /// cancelled as such.
  public convenience init<Value: ScrollingType>(
    _ node: Node<Value>, at edge: BatchFetching.Edge = .tail, leadingScreens: Double = 2, axis: Axis? = nil,
    fetch: @escaping @Sendable (BatchFetch) async -> BatchFetching.Outcome
  ) {
    let begin: @Sendable (BatchFetch) -> Void = { batch in _ = Task { batch.end(await fetch(batch)) } }
    self.init(node, at: edge, leadingScreens: leadingScreens, axis: axis, begin: begin)
  }

  /// How many windowfuls are to lie ahead. Setting it looks again.
  public var leadingScreens: Double {
    get { state.withLock { $0.fetching.leadingScreens } }
    set {
      state.withLock { $0.fetching.leadingScreens = newValue }
      ask()
    }
  }

  /// Has the last word while content moves: it gets the seconds until the end is reached at this speed, and what the distance says. Called on
  /// the loop; nil: the distance decides.
  public var decide: (@Sendable (_ secondsLeft: Double, _ hint: Bool) -> Bool)? {
    get { state.withLock { $0.decide } }
    set { state.withLock { $0.decide = newValue } }
  }

  /// Whether a fetch is under way.
  public var isFetching: Bool { state.withLock { $0.fetching.isFetching } }

  /// Whether there is no more to fetch.
  public var isExhausted: Bool { state.withLock { $0.fetching.isExhausted } }

  /// Looks now, also where a fetch was given up or failed a moment ago.
  public func check() {
    state.withLock { $0.isForced = true }
    ask()
  }

  /// Begins anew after the end was reached.
  public func restart() {
    state.withLock { $0.fetching.restart() }
    ask()
  }

  /// Gives up the fetch under way.
  public func cancel() {
    let fetch = state.withLock { $0.fetch }
    fetch?.cancel()
    fetch?.end(.cancelled)
  }

  /// Stops watching, and gives up the fetch under way.
  public func remove() {
    let tokens = state.withLock { state in
      defer { state.tokens = [] }
      return state.tokens
    }
    if let node = target.node { for token in tokens { node.removeHandler(token) } }
    cancel()
  }

  /// Has the loop look.
  private func ask() { target.node?.requestTick(after: 0) }

  /// Loop.
  private func evaluate() {
    guard let node = target.node, let viewport = Self.viewport(node, axis), let time = (node as? any ScrollingNode)?.physics.state.clock
    else {
      return
    }
    let (decide, fetching, isForced) = state.withLock { state in
      defer { state.isForced = false }
      return (state.decide, state.fetching, state.isForced)
    }
    // The program is asked with no lock held.
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

  /// What is seen of `node`, in reading order.
  private static func viewport(_ node: AnyNode, _ axis: Axis?) -> BatchFetching.Viewport? {
    guard let scroll = (node as? any ScrollingNode)?.physics, let metrics = scroll.state.metrics else { return nil }
    let axis = axis ?? (scroll.axes == .horizontal ? .horizontal : .vertical)
    let length = metrics.size[axis]
    // Content that begins at the right, or at the bottom, has negative coordinates.
    let start = metrics.content.origin[axis]
    // Coordinates of subnodes float; these are the content's own.
    let own = start - scroll.state.origin[axis]
    let isReversed = own < 0 && own + metrics.content.size[axis] <= length
    let before = scroll.state.offset[axis] - start
    let content = metrics.extent?[axis] ?? metrics.content.size[axis]
    return BatchFetching.Viewport(
      length: length, content: content, before: isReversed ? metrics.content.size[axis] - length - before : before,
      velocity: scroll.velocity[axis] * (isReversed ? -1 : 1), isVisible: node.interfaceState == .visible)
  }
}

/// A node that is not kept alive.
private final class NodeReference: @unchecked Sendable {
  // @unchecked: set once; the runtime makes reading a weak reference safe from any thread.
  weak var node: AnyNode?
  init(_ node: AnyNode) { self.node = node }
}
