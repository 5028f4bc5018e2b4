// Tracking of models and `@Observable` objects read by code of node types, and invalidation after their changes.

extension AnyNode: ChangeReader {
  /// Evaluates code of the node's type or spec and records its reads for `kind`. `generation` is that of the value used, `environment` its input. Any
  /// thread, no lock held.
  @inline(__always)
  final func tracking<Answer>(
    _ kind: ReadTicket.Kind, _ generation: UInt64, _ environment: EnvironmentStorage?, _ body: () -> Answer
  ) -> Answer {
    var keys = EnvironmentKeySet()
    let ticket = ReadTicket(kind: kind, generation: generation)
    let answer = ChangeTracking.reading(self, ticket, &keys, body)
    if !keys.isEmpty { recordReads(keys, ticket, of: environment) }
    return answer
  }

  final var owner: (any StateOwner)? { self }

  /// Marks the node for the work that read the value, unless that work is already pending.
  final func valueDidChange(_ ticket: ReadTicket) {
    lock.lock()
    var link: StageLink?
    switch ticket.kind {
    case .layout:
      if state.measureGeneration == ticket.generation {
        forgetMeasurements()
        link = markPending(.layout)
      }
    case .display: if state.displayGeneration == ticket.generation { link = markPending(.display) }
    case .properties:
      lock.unlock()
      return setNeedsProperties()
    case .style: link = markStyle()
    case .binding: break
    }
    lock.unlock()
    link?.nodeDidChange(self)
  }

  final func observableWillChange(_ ticket: ReadTicket) {
    valueDidChange(ticket)
    lock.withLock { state.link }?.observableWillChange(self, ticket.kind)
  }

  final func didReadObservables(_ ticket: ReadTicket) { lock.withLock { state.link }?.didReadObservables(self, ticket.kind) }
}

extension AnyNode: StateOwner {
  final var states: NodeStates {
    if let known = lock.withLock({ state.attachments?.states }) { return known }
    return attach { attachments in
      let states = attachments.states ?? NodeStates()
      attachments.states = states
      return states
    }
  }

  final func hasState(at place: StatePlace) -> Bool { lock.withLock { state.attachments?.states }?.contains(place) ?? false }

  final func owner(declaring place: StatePlace) -> (any StateOwner)? {
    var waiting: [AnyNode] = []
    var at: AnyNode? = self
    // Nodes can be created by nodes that are below others, so a node may be visited more than once.
    for _ in 0..<Self.mostOwners {
      guard let node = at ?? waiting.popLast() else { return nil }
      if node.declares(place) { return node }
      let (above, maker) = node.lock.withLock { (node.above, node.maker) }
      if let maker, maker !== above { waiting.insert(maker, at: 0) }
      at = above
    }
    return nil
  }

  /// Runs code of the program for this node, with its states and environment. Any thread, no lock held.
  package final func runsFor<Answer>(_ body: () throws -> Answer) rethrows -> Answer { try StateScope(self).run(body) }

  /// Maximum number of nodes searched for a state.
  private static let mostOwners = 4096

  private func declares(_ place: StatePlace) -> Bool { hooks.statePlaces { declaredStates }.contains(place) }

  /// Owner of the states and environment for handlers set by this node's spec. For a container with children, this is the node whose spec has the
  /// container.
  final var handlerOwner: AnyNode { lock.withLock { state.attachments?.description?.contentOwner } ?? self }
}
