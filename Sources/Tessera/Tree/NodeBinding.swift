internal import TesseraBase

/// Keeps a property of a node equal to the result of a closure, from ``Node/bind(_:_:)`` until it is cancelled or the node is released. Any thread.
///
/// The closure's reads of models are recorded while it runs. A changed ``Model`` runs it again immediately, on the thread of the change. A changed
/// `@Observable` object runs it again on the frame loop of the node's stage, because such objects report changes before they are made.
public final class NodeBinding: ChangeReader {
  private struct State {
    var generation: UInt64 = 0
    var isRunning = false
    /// Whether a value that was read has changed since the closure began to run.
    var isDirty = false
    var isCancelled = false
  }

  private let state = Locked(State())
  private weak let node: AnyNode?
  /// The bound property; a node has at most one binding for it.
  let target: AnyKeyPath & Sendable
  private let property: any BoundProperty

  init(_ node: AnyNode, _ target: AnyKeyPath & Sendable, _ property: any BoundProperty) {
    self.node = node
    self.target = target
    self.property = property
  }

  /// Ends the binding; the property keeps its value. Any thread.
  public func cancel() {
    state.withLock { $0.isCancelled = true }
    node?.removeBinding(self)
  }

  /// Updates the node. Only one thread evaluates at a time: if another is evaluating, it evaluates once more. So the last value written is
  /// the last one read.
  func refresh() {
    let begins = state.withLock { state in
      state.isDirty = true
      guard !state.isRunning, !state.isCancelled else { return false }
      state.isRunning = true
      return true
    }
    guard begins else { return }
    repeat {
      let generation = state.withLock { state in
        state.isDirty = false
        state.generation &+= 1
        return state.generation
      }
      property.update(by: self, ReadTicket(kind: .binding, generation: generation))
    } while state.withLock { state in
      state.isRunning = state.isDirty && !state.isCancelled
      return state.isRunning
    }
  }

  /// The node; nil after the binding was cancelled.
  fileprivate var writableNode: AnyNode? { state.withLock(\.isCancelled) ? nil : node }

  private func isCurrent(_ ticket: ReadTicket) -> Bool { state.withLock { $0.generation == ticket.generation && !$0.isCancelled } }

  var owner: (any StateOwner)? { node }

  func valueDidChange(_ ticket: ReadTicket) { if isCurrent(ticket) { refresh() } }

  func observableWillChange(_ ticket: ReadTicket) {
    guard let node else { return }
    if isCurrent(ticket) { node.bindingIsStale(self) }
    node.observableWillChange(ticket)
  }

  func didReadObservables(_ ticket: ReadTicket) {
    guard let node else { return }
    node.attach { _ = $0.readsObservables.insert(ObjectIdentifier(self)) }
    node.didReadObservables(ticket)
  }
}

/// A property of a node and the closure for its value. A value.
protocol BoundProperty: Sendable {
  /// Evaluates the closure and sets the property of the binding's node.
  func update(by binding: NodeBinding, _ ticket: ReadTicket)
}

/// A property of one type. The result is passed from one closure to the other without an allocation.
struct TypedProperty<Property>: BoundProperty {
  let value: @Sendable () -> Property
  let set: @Sendable (AnyNode, Property) -> Void

  func update(by binding: NodeBinding, _ ticket: ReadTicket) {
    var keys = EnvironmentKeySet()
    let new = ChangeTracking.reading(binding, ticket, &keys, value)
    guard let node = binding.writableNode else { return }
    ChangeTracking.untracked { set(node, new) }
  }
}

extension AnyNode {
  final func add(_ binding: NodeBinding) -> NodeBinding {
    let former = attach { attachments in
      let former = attachments.bindings.updateValue(binding, forKey: binding.target)
      if let former { attachments.forget(former) }
      return former
    }
    former?.cancel()
    binding.refresh()
    return binding
  }

  final func removeBinding(_ binding: NodeBinding) {
    // Released after the lock: objects held by its closure may access this node when they are released.
    let former = attach { attachments -> NodeBinding? in
      attachments.forget(binding)
      guard attachments.bindings[binding.target] === binding else { return nil }
      return attachments.bindings.removeValue(forKey: binding.target)
    }
    withExtendedLifetime(former) {}
  }

  /// Requests a refresh of a binding by the loop: immediately in a stage, otherwise when the node enters one.
  final func bindingIsStale(_ binding: NodeBinding) {
    let link = lock.withLock { () -> StageLink? in
      guard let attachments = state.attachments, attachments.bindings[binding.target] === binding else { return nil }
      attachments.staleBindings.append(binding)
      return markPending(.bindings)
    }
    link?.nodeDidChange(self)
  }

  /// Requests a refresh, by the loop, of all bindings that read `@Observable` objects.
  final func reevaluateBindings() {
    let link = lock.withLock { () -> StageLink? in
      guard let attachments = state.attachments else { return nil }
      attachments.staleBindings = attachments.bindings.values.filter { attachments.readsObservables.contains(ObjectIdentifier($0)) }
      return attachments.staleBindings.isEmpty ? nil : markPending(.bindings)
    }
    link?.nodeDidChange(self)
  }

  /// Refreshes the stale bindings. Frame loop, no lock held.
  final func refreshStaleBindings() {
    let stale = lock.withLock { () -> [NodeBinding] in
      guard let attachments = state.attachments else { return [] }
      defer { attachments.staleBindings = [] }
      return attachments.staleBindings
    }
    for binding in stale { binding.refresh() }
  }
}
