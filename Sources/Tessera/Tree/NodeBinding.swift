internal import TesseraBase
public import TesseraLayout

/// Keeps one property of a node at what a closure returns, from ``Node/bind(_:_:)`` until it is cancelled or the node goes. Any thread.
///
/// What the closure reads of models is noted while it runs. A ``Model`` that changed has it run again at once, on the thread that changed it; an `@Observable` object
/// has it run again on the frame loop of the node's stage, as it tells of changes before they are made.
public final class NodeBinding: ChangeReader {
  private struct State {
    var generation: UInt64 = 0
    var isRunning = false
    /// Whether something that was read changed since the closure began to run.
    var isDirty = false
    var isCancelled = false
  }

  private let state = Locked(State())
  private weak let node: AnyNode?
  /// What is bound; a node has one binding for it.
  let target: AnyKeyPath & Sendable
  private let property: any BoundProperty

  fileprivate init(_ node: AnyNode, _ target: AnyKeyPath & Sendable, _ property: any BoundProperty) {
    self.node = node
    self.target = target
    self.property = property
  }

  /// Ends it: the property keeps the value that it has. Any thread.
  public func cancel() {
    state.withLock { $0.isCancelled = true }
    node?.removeBinding(self)
  }

  /// Brings the node up to date. One thread at a time evaluates; one that finds another at it leaves it to that, which then does it once more: what is
  /// written last was read last.
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

  /// The node as long as it is to be written to.
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

/// A property of a node, and what it is to be. A value.
private protocol BoundProperty: Sendable {
  /// Evaluates what the property is to be, and puts it into the node of the binding.
  func update(by binding: NodeBinding, _ ticket: ReadTicket)
}

/// A property of one type. The outcome goes from one closure to the other: nothing is allocated for it.
private struct TypedProperty<Property>: BoundProperty {
  let value: @Sendable () -> Property
  let set: @Sendable (AnyNode, Property) -> Void

  func update(by binding: NodeBinding, _ ticket: ReadTicket) {
    var keys = EnvironmentKeySet()
    let new = ChangeTracking.reading(binding, ticket, &keys, value)
    guard let node = binding.writableNode else { return }
    ChangeTracking.untracked { set(node, new) }
  }
}

extension Node {
  /// Keeps a member of the value at what `value` returns, beginning now. Any thread.
  ///
  /// ```swift
  /// label.bind(\.string) { "\(room.temperature) °C" }
  /// ```
  ///
  /// What `value` reads of models is followed: a change runs it again, and the node is compared and invalidated as by any other change. It replaces a binding
  /// of the same member.
  /// - Returns: What ends it. It need not be kept; it ends with the node.
  @discardableResult
  public func bind<Member: Equatable & Sendable>(
    _ member: WritableKeyPath<Value, Member> & Sendable, _ value: @escaping @Sendable () -> Member
  ) -> NodeBinding {
    add(
      // The node of a binding is the one that it was made for.
      NodeBinding(self, member, TypedProperty(value: value) { unsafeDowncast($0, to: Node<Value>.self)[dynamicMember: member] = $1 }))
  }

  /// Keeps a member of the value at that of a model, beginning now. Any thread.
  ///
  /// ```swift
  /// label.bind(\.string, to: room, \.name)
  /// ```
  @discardableResult
  public func bind<Member: Equatable & Sendable, Source: AnyObject & Sendable>(
    _ member: WritableKeyPath<Value, Member> & Sendable, to model: Source, _ path: KeyPath<Source, Member> & Sendable
  ) -> NodeBinding {
    bind(member) { model[keyPath: path] }
  }

  /// Keeps a member of the value at that of a model's value, beginning now. Any thread.
  @discardableResult
  public func bind<Member: Equatable & Sendable, Root>(
    _ member: WritableKeyPath<Value, Member> & Sendable, to model: Model<Root>, _ path: KeyPath<Root, Member> & Sendable
  ) -> NodeBinding {
    bind(member) { model[dynamicMember: path] }
  }
}

extension AnyNode {
  /// Keeps a property that every node has at what `value` returns, beginning now. Any thread.
  ///
  /// ```swift
  /// lamp.bind(\.opacity) { room.isLit ? 1 : 0.3 }
  /// ```
  @_disfavoredOverload @discardableResult
  public final func bind<Member: Equatable & Sendable>(
    _ property: WritableKeyPath<NodeProperties, Member> & Sendable, _ value: @escaping @Sendable () -> Member
  ) -> NodeBinding {
    add(
      NodeBinding(self, property, TypedProperty(value: value) { node, new in node.updateProperties { $0[keyPath: property] = new } }))
  }

  /// Keeps a property that every node has at that of a model's value, beginning now. Any thread.
  @_disfavoredOverload @discardableResult
  public final func bind<Member: Equatable & Sendable, Root>(
    _ property: WritableKeyPath<NodeProperties, Member> & Sendable, to model: Model<Root>, _ path: KeyPath<Root, Member> & Sendable
  ) -> NodeBinding {
    bind(property) { model[dynamicMember: path] }
  }

  /// Keeps a property that every node has at that of a model, beginning now. Any thread.
  @_disfavoredOverload @discardableResult
  public final func bind<Member: Equatable & Sendable, Source: AnyObject & Sendable>(
    _ property: WritableKeyPath<NodeProperties, Member> & Sendable, to model: Source, _ path: KeyPath<Source, Member> & Sendable
  ) -> NodeBinding {
    bind(property) { model[keyPath: path] }
  }

  /// Keeps a property of the layout style at what `value` returns, beginning now. Any thread.
  @discardableResult
  public final func bind<Member: Equatable & Sendable>(
    style property: WritableKeyPath<LayoutStyle, Member> & Sendable, _ value: @escaping @Sendable () -> Member
  ) -> NodeBinding {
    add(
      NodeBinding(self, property, TypedProperty(value: value) { $0.style[keyPath: property] = $1 }))
  }

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
    // Released after the lock: what its closure holds may reach for this node when it goes.
    let former = attach { attachments -> NodeBinding? in
      attachments.forget(binding)
      guard attachments.bindings[binding.target] === binding else { return nil }
      return attachments.bindings.removeValue(forKey: binding.target)
    }
    withExtendedLifetime(former) {}
  }

  /// Has the loop bring a binding up to date: at once in a stage, else when the node comes into one.
  final func bindingIsStale(_ binding: NodeBinding) {
    let link = lock.withLock { () -> StageLink? in
      guard let attachments = state.attachments, attachments.bindings[binding.target] === binding else { return nil }
      attachments.staleBindings.append(binding)
      return markPending(.bindings)
    }
    link?.nodeDidChange(self)
  }

  /// Has the loop bring all bindings that read `@Observable` objects up to date.
  final func lookAgainAtBindings() {
    let link = lock.withLock { () -> StageLink? in
      guard let attachments = state.attachments else { return nil }
      attachments.staleBindings = attachments.bindings.values.filter { attachments.readsObservables.contains(ObjectIdentifier($0)) }
      return attachments.staleBindings.isEmpty ? nil : markPending(.bindings)
    }
    link?.nodeDidChange(self)
  }

  /// Brings the bindings that are stale up to date. Frame loop, no lock held.
  final func refreshStaleBindings() {
    let stale = lock.withLock { () -> [NodeBinding] in
      guard let attachments = state.attachments else { return [] }
      defer { attachments.staleBindings = [] }
      return attachments.staleBindings
    }
    for binding in stale { binding.refresh() }
  }
}
