internal import Tessera
internal import TesseraGeometry

// Applying new data: compared on a worker, shown in one layout.

extension ListStorage {
  /// New data to apply.
  struct Change: Sendable {
    var source: any ListSource
    /// Transition to the data; nil means none.
    var transition: LayoutTransition?
    var completions: [@Sendable (Bool) -> Void] = []
  }

  /// Applies data in the order of the calls. Any thread; synchronous outside of a stage.
  func apply(_ change: Change, in owner: any ListOwner) {
    let isFirst = state.withLock { state in
      state.changes.append(change)
      defer { state.isChanging = true }
      return !state.isChanging
    }
    guard isFirst else { return }
    // There is no remedy for a source that does not return: the list keeps its content and can be scrolled.
    let isUnderWay = owner.performOnWorker(onOverdue: {}) { [weak self, weak owner] job in
      guard let self else { return }
      if let owner { owner.runsFor { self.applyChanges(owner, job) } } else { self.refuseChanges() }
    }
    if !isUnderWay { owner.runsFor { applyChanges(owner) } }
  }

  private func applyChanges(_ owner: any ListOwner, _ job: WorkerJob? = nil) {
    while let change = state.withLock({ $0.nextChange() }) {
      job?.begin("taking other data")
      apply(change, owner, job)
    }
    if state.withLock({ $0.aim != nil }) { owner.setNeedsRanging() }
    callWaiting { perform in owner.afterNextLayout(perform) }
  }

  private func refuseChanges() {
    while let change = state.withLock({ $0.nextChange() }) { for completion in change.completions { completion(false) } }
    callWaiting { perform in perform() }
  }

  /// Runs the closures that wait until all data are applied.
  private func callWaiting(_ handOn: (@escaping @Sendable () -> Void) -> Void) {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      guard !state.isChanging else { return [] }
      defer { state.afterChanges = [] }
      return state.afterChanges
    }
    for perform in waiting { handOn(perform) }
  }

  /// Replaced content stays fully visible while its replacement is drawn, and is then removed.
  private static let replacement = LayoutTransition(
    duration: StandardMotion.listChange.seconds, curve: .cubicBezier(1, 0, 1, 0), insertion: .none, removal: .fade)

  /// Applies changes in which single subnodes have individual transitions.
  private static func animating(_ hosts: ArraySlice<(host: AnyNode, transition: LayoutTransition)>, _ changes: () -> Void) {
    guard let first = hosts.first else { return changes() }
    first.host.animate(first.transition) { animating(hosts.dropFirst(), changes) }
  }

  private func apply(_ change: Change, _ owner: any ListOwner, _ job: WorkerJob?) {
    let old = source
    let diff: ListDiff
    do {
      if old is EmptyListSource {
        // The first data are shown before they are validated, which may take longer than showing them.
        diff = ListDiff(replacing: [], with: change.source.itemCounts)
        state.withLock { $0.unchecked = change.source }
      } else {
        diff = try change.source.diff(from: old)
      }
    } catch {
      owner.report(.data, "\(error); the list keeps its previous content")
      for completion in change.completions { completion(false) }
      return
    }
    // Sizes may become known during the preparation. It is then repeated, the last time with the list locked.
    var isTaken = false
    var outcome = ListOutcome(placement: nil, shift: .zero)
    for attempt in 0..<3 where !isTaken {
      let (before, anchors) = state.withLock { ($0, $0.anchors()) }
      outcome = prepare(change.source, diff, before, anchors, outcome, owner, job)
      func commitChange() { isTaken = commit(change.source, diff, outcome, ifStill: attempt < 2 ? before : nil, owner) }
      if let transition = change.transition, !before.cells.isEmpty, !before.skipsTransition {
        let own = ownTransitions(diff, before, outcome)
        owner.animate(transition) {
          Self.animating(own[...]) {
            commitChange()
            owner.setNeedsLayout()
          }
        }
      } else {
        // Replaced content stays visible until its replacement is drawn.
        let replaced = outcome.made.keys.compactMap { diff.oldElement(of: $0).flatMap { before.cells[$0]?.host } }
        Self.animating(replaced.map { ($0, Self.replacement) }[...]) {
          commitChange()
          owner.setNeedsLayout()
        }
      }
    }
    for completion in change.completions { completion(true) }
  }

  /// Computes the new places and creates the nodes that will be visible.
  private func prepare(
    _ source: any ListSource, _ diff: ListDiff, _ before: ListState, _ anchors: [ListState.Anchor], _ earlier: ListOutcome,
    _ owner: any ListOwner, _ job: WorkerJob?
  ) -> ListOutcome {
    let after = before.after(source, diff, anchors)
    var outcome = ListOutcome(
      placement: before.placement == nil ? nil : after.placement, shift: after.shift, made: earlier.made, failed: earlier.failed)
    guard after.placement != nil, !before.visible.isEmpty else { return outcome }
    for (old, new) in before.updates(diff) {
      guard let cell = before.cells[old], outcome.made[new] == nil, !source.update(cell.node, for: new) else { continue }
      if let made = makeCell(new, source, owner, job) {
        carryStates(from: cell.node, to: made.node, focused: owner.focusedNode)
        outcome.made[new] = made
      }
    }
    for element in before.elementsInView(of: after) {
      guard outcome.made[element] == nil, !outcome.failed.contains(element) else { continue }
      if let old = diff.oldElement(of: element), before.cells.contains(old) { continue }
      if let made = makeCell(element, source, owner, job) { outcome.made[element] = made } else { outcome.failed.insert(element) }
    }
    return outcome
  }

  /// Applies the prepared outcome. Returns whether it did.
  private func commit(
    _ source: any ListSource, _ diff: ListDiff, _ outcome: ListOutcome, ifStill known: ListState?, _ owner: any ListOwner
  ) -> Bool {
    guard let taken = state.withLock({ $0.apply(source, diff, outcome, ifStill: known) }) else { return false }
    if taken.forgetsRows { rows.withLock { $0.removeAll() } }
    owner.itemsDidChange(diff)
    for (host, element) in taken.renamed { owner.rename(host, to: element) }
    // By their former keys; without keys their places now belong to other rows.
    let former = taken.former
    keepStates(of: taken.gone.filter { former.key(of: $0.element) != nil }, former, focused: owner.focusedNode)
    return true
  }

  /// Validates the first data outside of the visible path. Loop.
  func checkFirstData(_ node: AnyNode) {
    guard let source = state.withLock({ $0.unchecked }) else { return }
    state.withLock { $0.unchecked = nil }
    node.performOnWorker(isSeen: false) { [weak node] in
      do { try source.validate() } catch { node?.report(.data, "\(error); the list shows both") }
    }
  }
}
