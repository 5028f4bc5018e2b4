/// Ends a sequence of events when the handler that feeds it goes: with its node, or by ``AnyNode/removeHandler(_:)``.
private final class EventSequenceSource<Payload: Sendable>: Sendable {
  let continuation: AsyncStream<Payload>.Continuation
  init(_ continuation: AsyncStream<Payload>.Continuation) { self.continuation = continuation }
  deinit { continuation.finish() }
}

extension AnyNode {
  /// Calls `perform` with the payload whenever the node sends `signal`. Any thread.
  ///
  /// What the framework and the standard types send comes on the frame loop, no lock held; handlers run in the order in which they were added.
  /// The node holds them: capture it weakly (`[weak node]`).
  @discardableResult
  public func on<Payload>(_ signal: Signal<Payload>, perform: @escaping @Sendable (Payload) -> Void) -> HandlerToken {
    add(PayloadReceiver(signal: signal, perform: perform))
  }

  /// Calls `perform` whenever the node sends `signal`. Any thread.
  @discardableResult
  public func on(_ signal: Signal<Void>, perform: @escaping @Sendable () -> Void) -> HandlerToken {
    add(PayloadReceiver(signal: signal) { _ in perform() })
  }

  /// Calls `perform` whenever the node sends a signal of this name, whatever its payload: for tools that have names from a file. Any thread.
  @discardableResult
  public func on(named name: String, perform: @escaping @Sendable () -> Void) -> HandlerToken {
    add(NameReceiver(name: name, perform: perform))
  }

  private func add(_ receiver: any SignalReceiver) -> HandlerToken {
    let scope = StateScope.current
    return attach { $0.handlers.add(receiver, scope) }
  }

  /// Removes a handler. Any thread.
  public func removeHandler(_ token: HandlerToken) {
    guard let attachments = lock.withLock({ state.attachments }) else { return }
    // The handler is released after the lock: what it holds may reach for this node when it goes.
    let former = lock.withLock {
      let former = attachments.handlers
      attachments.handlers.remove(token)
      observed.set(attachments.observed)
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Changes what the program attached, and notes which events are observed now.
  func attach<R>(_ change: (NodeAttachments) -> R) -> R {
    lock.withLock {
      let attachments = state.attachments ?? NodeAttachments()
      state.attachments = attachments
      defer { observed.set(attachments.observed) }
      return change(attachments)
    }
  }

  /// Whether `signal` has handlers: what is made for it alone can be left out where it has none. Any thread.
  public func hasHandlers<Payload>(for signal: Signal<Payload>) -> Bool {
    guard observed.contains(signal.kind) else { return false }
    let handlers = lock.withLock { state.attachments?.handlers }
    return handlers?.entries.contains { $0.receiver.name == signal.name } ?? false
  }

  /// Calls the handlers of `signal` with `payload`, in the order in which they were added. Any thread; the handlers run on it.
  ///
  /// Costs the test of a flag where there is no handler; `payload` is not evaluated then.
  public func send<Payload>(_ signal: Signal<Payload>, _ payload: @autoclosure () -> Payload) {
    guard observed.contains(signal.kind), let handlers = lock.withLock({ state.attachments?.handlers }) else { return }
    var value: Payload?
    for entry in handlers.entries where entry.receiver.name == signal.name {
      // One that a handler before it removed is not called.
      guard lock.withLock({ state.attachments?.handlers.contains(entry.token) ?? false }) else { continue }
      if let receiver = entry.receiver as? PayloadReceiver<Payload> {
        let payload = value ?? payload()
        value = payload
        (entry.scope ?? StateScope(self)).run { receiver.perform(payload) }
      } else if let receiver = entry.receiver as? NameReceiver {
        (entry.scope ?? StateScope(self)).run(receiver.perform)
      }
    }
  }

  /// Calls the handlers of `signal`, in the order in which they were added. Any thread; the handlers run on it.
  public func send(_ signal: Signal<Void>) { send(signal, ()) }

  /// The events of a signal from now on, for `for await` in a task of any actor. Any thread.
  ///
  /// The sequence has one reader. It ends when the node goes, and when its task is cancelled; a sequence that nobody holds any more takes its
  /// handler away. It does not keep the node alive. The loop never waits for the reader: events that it has not taken yet are kept as `buffering`
  /// says, the newest 64 unless told otherwise.
  ///
  /// - Parameters:
  ///   - signal: which events.
  ///   - buffering: what is kept for a reader that is behind.
  public func events<Payload>(
    _ signal: Signal<Payload>, buffering: AsyncStream<Payload>.Continuation.BufferingPolicy = .bufferingNewest(64)
  ) -> AsyncStream<Payload> {
    let (stream, continuation) = AsyncStream.makeStream(of: Payload.self, bufferingPolicy: buffering)
    let source = EventSequenceSource(continuation)
    let token = on(signal) { source.continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.removeHandler(token) }
    return stream
  }

  /// Asks for `tick` in `seconds` of the stage's clock. Does nothing outside of a stage. Any thread.
  public func requestTick(after seconds: Double) {
    let link = lock.withLock { state.link }
    link?.requestTick(self, after: max(0, seconds.isFinite ? seconds : 0))
  }

  /// Runs `job` on one of the stage's workers: what a node prepares away from the loop. Until it is done the stage counts as busy
  /// (``Stage/hasWorkUnderWay``). Any thread.
  ///
  /// - Parameters:
  ///   - isSeen: whether somebody waits to see the outcome; else it waits behind everything that is seen.
  ///   - job: what to do; no lock is held.
  /// - Returns: Whether there is a stage to do it; false: `job` is dropped.
  @discardableResult
  public func performOnWorker(isSeen: Bool = true, _ job: @escaping @Sendable () -> Void) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    let job = StateScope.bound(job)
    link.perform(WorkerJob(self, nil), isSeen: isSeen) { _ in job() }
    return true
  }

  /// Runs `job` on one of the stage's workers as ``performOnWorker(isSeen:_:)`` does. Where one step of it takes longer than ``Stage/drawLimit`` that is
  /// reported once, the hung worker is replaced, and `onOverdue` is called. Any thread.
  ///
  /// - Parameters:
  ///   - isSeen: whether somebody waits to see the outcome; else it waits behind everything that is seen.
  ///   - onOverdue: called on the loop, no lock held, while the step is still under way: what is left to do can be done in another job.
  ///   - job: what to do; says to what it is given which step it is at (``WorkerJob/begin(_:)``); no lock is held.
  /// - Returns: Whether there is a stage to do it; false: `job` is dropped.
  @discardableResult
  public func performOnWorker(
    isSeen: Bool = true, onOverdue: @escaping @Sendable () -> Void, _ job: @escaping @Sendable (WorkerJob) -> Void
  ) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    link.perform(WorkerJob(self, onOverdue), isSeen: isSeen, StateScope.bound(job))
    return true
  }

  /// Reports through ``Stage/onError``, with the next frame, what went wrong with this node. Nobody hears of it outside of a stage. Any thread.
  ///
  /// - Parameters:
  ///   - activity: what was being done.
  ///   - reason: what went wrong and what would be right.
  public func report(_ activity: StageError.Activity, _ reason: String) {
    let (link, id) = lock.withLock { (state.link, state.id) }
    link?.report(StageError(activity: activity, node: typeName + (id.isEmpty ? "" : " `\(id)`"), reason: reason))
  }

  /// Whether the measured size of what the node shows now was invalid (negative or NaN); 0 is used instead. Any thread.
  public var hasUnusableSize: Bool { lock.withLock { state.unusableSize == state.measureGeneration } }

  /// Makes this the node that key and text events go to. Does nothing outside of a stage. Any thread.
  public func becomeFocused() {
    let link = lock.withLock { state.link }
    link?.requestFocus(self)
  }

  /// The node that the stage of this one gives keys to; nil outside of a stage. Any thread.
  public var focusedNode: AnyNode? { lock.withLock { state.link }?.focusedNode }

  /// Whether a pointer is over the node or something in it, and no button held elsewhere; false outside of a stage. Any thread.
  public var isHovered: Bool { lock.withLock { state.link }?.isHovered(self) ?? false }

  /// Stops being the node that key and text events go to. Any thread.
  public func resignFocus() {
    let link = lock.withLock { state.link }
    link?.resignFocus(self)
  }
}
