internal import Tessera
internal import TesseraGeometry

// Creating requested nodes on workers.

extension ListStorage {
  /// Updates the viewport and requests missing nodes. Loop.
  ///
  /// - Returns: whether nodes were requested that this frame or the next needs.
  func viewportDidMove(to view: ListView, in owner: any ListOwner) -> Bool {
    let (demand, source) = state.withLock { ($0.viewportDidMove(to: view), $0.source) }
    if !demand.seen.isEmpty { make(demand.seen, of: source, demand.version, owner, isSeen: true) }
    if !demand.ahead.isEmpty { make(demand.ahead, of: source, demand.version, owner, isSeen: false) }
    if !demand.early.isEmpty { make(demand.early, of: source, demand.version, owner, isSeen: false) }
    if demand.needsLayout { owner.setNeedsLayout() }
    if demand.leavesOut {
      let (place, most) = (owner.sceneItemsPlace, ListState.mostFlat)
      owner.report(.data, "\(place)more than \(most) items have no width or no height, and the other items are not shown; give them a size")
    }
    return demand.isMaking
  }

  /// Creates nodes for `elements` on a worker.
  private func make(_ elements: [ListElement], of source: any ListSource, _ version: Int, _ owner: any ListOwner, isSeen: Bool) {
    let batch = NodeBatch(elements, source)
    let isUnderWay = owner.performOnWorker(isSeen: isSeen) { [weak self, weak owner] in
      guard let self, let owner else { return }
      // A factory does not return. The other nodes are created without it, and it is not called again while it may still return.
      let (made, rest) = batch.abandon()
      if self.add(made, version, owner, of: batch.source) { owner.setNeedsLayout() }
      if !rest.isEmpty { self.make(rest, of: batch.source, version, owner, isSeen: isSeen) }
    } _: { [weak self, weak owner] job in
      guard let self, let owner else { return }
      if self.makeNow(batch, version, owner, job) { owner.setNeedsLayout() }
    }
    if !isUnderWay { state.withLock { $0.abandon(elements, version) } }
  }

  /// Creates nodes. Worker. Returns whether there are new ones.
  private func makeNow(_ batch: NodeBatch, _ version: Int, _ owner: any ListOwner, _ job: WorkerJob) -> Bool {
    let source = batch.source
    var isNew = false
    for (number, element) in batch.elements.enumerated() {
      guard batch.begin(number), let step = state.withLock({ $0.begin(element, version) }) else { break }
      var waiting: AnyNode?
      switch step {
      case .skip: continue
      case .take(let node): waiting = node
      case .make: break
      }
      guard let made = waiting ?? makeNode(element, source, owner, job) else {
        state.withLock { $0.fail(element, version) }
        continue
      }
      let (waits, alike) = state.withLock { ($0.letWait(made, element, version), $0.measured(like: element)) }
      if waits {
        if let alike {
          job.begin(Measuring(element: element))
          made.measureAhead(like: alike)
        }
        continue
      }
      // In small groups, so that finished nodes are shown while others are being created.
      if let due = batch.add(makeCell(element, made, source, owner)), add(due, version, owner, of: source) { isNew = true }
    }
    if add(batch.dequeueMade(), version, owner, of: source) { isNew = true }
    return isNew
  }

  /// Creates the node of an element and the list's wrapper around it; reports failures of the source. Any thread, no lock held.
  func makeCell(_ element: ListElement, _ source: any ListSource, _ owner: any ListOwner, _ job: WorkerJob? = nil) -> ListCell? {
    makeNode(element, source, owner, job).map { makeCell(element, $0, source, owner) }
  }

  private func makeCell(_ element: ListElement, _ made: AnyNode, _ source: any ListSource, _ owner: any ListOwner) -> ListCell {
    restoreStates(of: made, element, source)
    return ListCell(element, node: made, host: owner.makeHost(made, for: element))
  }

  private func makeNode(_ element: ListElement, _ source: any ListSource, _ owner: any ListOwner, _ job: WorkerJob?) -> AnyNode? {
    job?.begin(Making(element: element))
    do {
      guard let made = try owner.runsFor({ try source.makeNode(for: element) }) else { return nil }
      // A row that the source retains may still be in its former wrapper.
      guard made.supernode?.supernode == nil else { throw ListCellError.isElsewhere }
      guard !owner.isBelow(made) else { throw ListCellError.isAround }
      state.withLock { $0.statistics.made += 1 }
      (made as? Node<DataRow>)?.storage.setList(owner)
      return made
    } catch {
      state.withLock { $0.statistics.failed += 1 }
      owner.report(.data, "the node of the \(element) could not be created: \(error); its place stays empty")
      return nil
    }
  }

  /// Adds new cells unless the data changed since; in that case their kept state is passed on. Returns whether any cell was needed.
  private func add(_ made: [ListCell], _ version: Int, _ owner: any ListOwner, of source: any ListSource) -> Bool {
    guard !made.isEmpty else { return false }
    guard let twice = state.withLock({ $0.add(made, version) }) else {
      handOn(made, source, owner)
      return false
    }
    for element in twice {
      owner.report(
        .data, "the node of the \(element) shows another element already; return a new node for each element; its place is left empty")
    }
    return twice.count < made.count
  }
}

/// Step of a job that creates nodes.
private struct Making: CustomStringConvertible, Sendable {
  let element: ListElement
  var description: String { "making the node of the \(element)" }
}

private struct Measuring: CustomStringConvertible, Sendable {
  let element: ListElement
  var description: String { "measuring the node of the \(element)" }
}

extension AnyNode {
  /// Returns whether this is `node` or a descendant of it.
  fileprivate func isBelow(_ node: AnyNode) -> Bool {
    var at: AnyNode? = self
    while let here = at {
      if here === node { return true }
      at = here.supernode
    }
    return false
  }
}
