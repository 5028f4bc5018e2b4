extension AnyNode {
  /// Calls `perform` with the payload each time the node sends `signal`. Any thread.
  ///
  /// Signals of the framework and the standard types are sent on the frame loop, no lock held. Handlers run in the order in which they were added.
  /// The node retains them: capture it weakly (`[weak node]`).
  @discardableResult
  public func on<Payload>(_ signal: Signal<Payload>, perform: @escaping @Sendable (Payload) -> Void) -> HandlerToken {
    add(PayloadReceiver(signal: signal) { _, payload in perform(payload) })
  }

  /// Calls `perform` each time the node sends `signal`. Any thread.
  @discardableResult
  public func on(_ signal: Signal<Void>, perform: @escaping @Sendable () -> Void) -> HandlerToken {
    add(PayloadReceiver(signal: signal) { _, _ in perform() })
  }

  /// Calls `perform` each time the node sends a signal of this name, with any payload. For tools that read names from a file. Any thread.
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
    // The handler is released after the lock: objects that it holds may access this node when they are released.
    let former = lock.withLock {
      let former = attachments.handlers
      attachments.handlers.remove(token)
      observed.set(attachments.observed)
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Changes the program's attachments, and records which events are now observed.
  func attach<R>(_ change: (NodeAttachments) -> R) -> R {
    lock.withLock {
      let attachments = state.attachments ?? NodeAttachments(lock.holder)
      state.attachments = attachments
      defer { observed.set(attachments.observed) }
      return change(attachments)
    }
  }

  /// Whether `signal` has handlers. If not, work for it alone can be skipped. Any thread.
  public func hasHandlers<Payload>(for signal: Signal<Payload>) -> Bool {
    guard observed.contains(signal.kind) else { return false }
    let handlers = lock.withLock { state.attachments?.handlers }
    return handlers?.entries.contains { $0.receiver.name == signal.name } ?? false
  }

  /// Calls the handlers of `signal` with `payload`, in the order in which they were added. Any thread; the handlers run on it.
  ///
  /// Without a handler it costs the test of a flag, and `payload` is not evaluated.
  public func send<Payload>(_ signal: Signal<Payload>, _ payload: @autoclosure () -> Payload) {
    guard observed.contains(signal.kind), let handlers = lock.withLock({ state.attachments?.handlers }) else { return }
    var value: Payload?
    for entry in handlers.entries where entry.receiver.name == signal.name {
      // A handler removed by an earlier handler is not called.
      guard lock.withLock({ state.attachments?.handlers.contains(entry.token) ?? false }) else { continue }
      if let receiver = entry.receiver as? PayloadReceiver<Payload> {
        let payload = value ?? payload()
        value = payload
        (entry.scope ?? StateScope(self)).run { receiver.perform(self, payload) }
      } else if let receiver = entry.receiver as? NameReceiver {
        (entry.scope ?? StateScope(self)).run(receiver.perform)
      }
    }
  }

  /// Calls the handlers of `signal`, in the order in which they were added. Any thread; the handlers run on it.
  public func send(_ signal: Signal<Void>) { send(signal, ()) }

  /// Requests a `tick` in `seconds` of the stage's clock. Does nothing outside of a stage. Any thread.
  public func requestTick(after seconds: Double) {
    let link = lock.withLock { state.link }
    link?.requestTick(self, after: max(0, seconds.isFinite ? seconds : 0))
  }

  /// Reports an error of this node through ``Stage/onError``, with the next frame. Does nothing outside of a stage. Any thread.
  ///
  /// - Parameters:
  ///   - activity: the activity that failed.
  ///   - reason: the error and the valid values.
  public func report(_ activity: StageError.Activity, _ reason: String) {
    let (link, id) = lock.withLock { (state.link, state.id) }
    link?.report(StageError(activity: activity, node: typeName + (id.isEmpty ? "" : " `\(id)`"), reason: reason, source: self))
  }

  /// Whether the measured size of the current content was invalid (negative or NaN); 0 is used instead. Any thread.
  public var hasUnusableSize: Bool { lock.withLock { state.unusableSize == state.measureGeneration } }

  /// Gives this node the focus, so that it receives key and text events. Scrolls nothing (``scrollIntoView()``). Does nothing outside of a stage.
  /// Any thread.
  public func becomeFocused() {
    let link = lock.withLock { state.link }
    link?.requestFocus(self)
  }

  /// Scrolls the containers around the node until it is visible, as a move of the focus by keys does. Does nothing for a node that is not in the
  /// newest layout of a stage; call it in ``afterNextLayout(_:)`` for a node that was just added. Any thread.
  public func scrollIntoView() {
    let link = lock.withLock { state.link }
    link?.requestReveal(self)
  }

  /// The focused node of this node's stage; nil outside of a stage. Any thread.
  public var focusedNode: AnyNode? { lock.withLock { state.link }?.focusedNode }

  /// Whether a pointer is over the node or its content, and no button is held elsewhere; false outside of a stage. Any thread.
  public var isHovered: Bool { lock.withLock { state.link }?.isHovered(self) ?? false }

  /// Resigns the focus, so that the node no longer receives key and text events. Any thread.
  public func resignFocus() {
    let link = lock.withLock { state.link }
    link?.resignFocus(self)
  }
}
