internal import Tessera
internal import TesseraGeometry

// Taking other data: found out on a worker, shown in one layout.

extension ListCore {
  /// Data to be taken.
  struct Change: Sendable {
    var source: any ListSource
    /// How the screen goes there; nil: at once.
    var transition: LayoutTransition?
    var completions: [@Sendable (Bool) -> Void] = []
  }

  /// Takes data in the order of the calls. Any thread; outside of a stage it is done before the return.
  func apply(_ change: Change, _ node: AnyNode) {
    let isFirst = lock.withLock {
      state.changes.append(change)
      defer { state.isChanging = true }
      return !state.isChanging
    }
    guard isFirst else { return }
    // Nothing can be done about a source that does not answer: what the list showed before stays, and is scrolled.
    let isUnderWay = node.performOnWorker(onOverdue: {}) { [weak self, weak node] job in
      guard let self else { return }
      if let node { self.takeChanges(node, job) } else { self.refuseChanges() }
    }
    if !isUnderWay { takeChanges(node) }
  }

  private func takeChanges(_ node: AnyNode, _ job: WorkerJob? = nil) {
    while let change = nextChange() {
      job?.begin("taking other data")
      take(change, node, job)
    }
    if lock.withLock({ state.aim != nil }) { node.setNeedsRanging() }
  }

  /// What is replaced is seen as it was at first, while what replaces it is drawn, and then goes.
  private static let replacement = LayoutTransition(duration: 0.25, curve: .cubicBezier(1, 0, 1, 0), insertion: .none, removal: .fade)

  /// Makes changes after which `hosts` fade out where they were, if they are gone.
  private static func fading(_ hosts: ArraySlice<AnyNode>, _ changes: () -> Void) {
    guard let first = hosts.first else { return changes() }
    first.animate(replacement) { fading(hosts.dropFirst(), changes) }
  }

  private func nextChange() -> Change? {
    lock.withLock {
      guard state.changes.isEmpty else { return state.changes.removeFirst() }
      state.isChanging = false
      // It was said of the data that are shown from now on.
      if let aim = state.nextAim { (state.aim, state.nextAim) = (aim, nil) }
      return nil
    }
  }

  private func refuseChanges() {
    while let change = nextChange() { for completion in change.completions { completion(false) } }
  }

  /// What a change makes of the list, worked out beside it.
  private struct Outcome {
    var placement: (any ListPlacement)?
    var shift: Point
    /// New cells, and those that stand in for cells that cannot show what they are to show now.
    var made: [ListElement: ListCell] = [:]
    var failed: Set<ListElement> = []
  }

  private func take(_ change: Change, _ node: AnyNode, _ job: WorkerJob?) {
    let old = source
    let diff: ListDiff
    do {
      if old is EmptyListSource {
        // The first data are shown before they are checked: that may take longer than showing them does.
        diff = ListDiff(replacing: [], with: change.source.itemCounts)
        lock.withLock { state.unchecked = change.source }
      } else {
        diff = try change.source.diff(from: old)
      }
    } catch {
      node.report(.data, "\(error); the list shows what it showed before")
      for completion in change.completions { completion(false) }
      return
    }
    // Sizes may become known meanwhile: then it is worked out again, the last time with the list held.
    var isTaken = false
    var outcome = Outcome(placement: nil, shift: .zero)
    for attempt in 0..<3 where !isTaken {
      let (before, anchors) = lock.withLock { (state, state.anchors()) }
      outcome = prepare(change.source, diff, before, anchors, outcome, node, job)
      func takeIt() { isTaken = commit(change.source, diff, outcome, ifStill: attempt < 2 ? before : nil) }
      if let transition = change.transition, !before.cells.isEmpty, !before.skipsTransition {
        node.animate(transition) {
          takeIt()
          node.setNeedsLayout()
        }
      } else {
        // What is replaced stays to be seen until what replaces it is drawn.
        let replaced = outcome.made.keys.compactMap { diff.oldElement(of: $0).flatMap { before.cells[$0]?.host } }
        Self.fading(replaced[...]) {
          takeIt()
          node.setNeedsLayout()
        }
      }
    }
    for completion in change.completions { completion(true) }
  }

  /// Finds where everything goes, and makes the nodes that will be in view.
  private func prepare(
    _ source: any ListSource, _ diff: ListDiff, _ before: State, _ anchors: [State.Anchor], _ earlier: Outcome, _ node: AnyNode,
    _ job: WorkerJob?
  ) -> Outcome {
    var after = before
    after.source = source
    var outcome = Outcome(placement: nil, shift: before.shift, made: earlier.made, failed: earlier.failed)
    if before.placement != nil {
      let metrics = after.metrics
      after.placement?.apply(diff, metrics)
      after.shift = Self.shift(from: before, anchors, to: after, diff)
      outcome.placement = after.placement
      outcome.shift = after.shift
    }
    guard let placement = after.placement, !before.visible.isEmpty else { return outcome }
    let hooks = before.hooks
    // What stays and shows something else.
    let updates =
      before.cells.keys.compactMap { $0.index.flatMap { old in diff.newIndex(of: old).map { (old, $0) } } }
      .filter { diff.isUpdated($0.1) }.sorted { $0.1 < $1.1 }.map { (ListElement.item($0.0), ListElement.item($0.1)) }
      + diff.sectionUpdates.flatMap { [(ListElement.header($0.old), .header($0.new)), (ListElement.footer($0.old), .footer($0.new))] }
    for (old, new) in updates {
      guard let cell = before.cells[old], outcome.made[new] == nil, !source.update(cell.node, for: new) else { continue }
      if let made = makeCell(new, source, hooks, node, job) {
        carryStates(from: cell.node, to: made.node)
        outcome.made[new] = made
      }
    }
    // What comes into view, as far as the content reaches then.
    var visible = before.visible
    let content = placement.contentBounds.offset(by: after.shift)
    for axis in Axis.allCases {
      let end = max(content.origin[axis], content.origin[axis] + content.size[axis] - visible.size[axis])
      visible.origin[axis] = min(end, max(content.origin[axis], visible.origin[axis]))
    }
    for place in placement.elements(in: visible.offset(by: after.shift * -1)) {
      let element = place.element
      guard outcome.made[element] == nil, !outcome.failed.contains(element) else { continue }
      if let old = diff.oldElement(of: element), before.cells[old] != nil { continue }
      if let made = makeCell(element, source, hooks, node, job) { outcome.made[element] = made } else { outcome.failed.insert(element) }
    }
    return outcome
  }

  /// Where the content goes so that what is seen stays where it is.
  private static func shift(from before: State, _ anchors: [State.Anchor], to after: State, _ diff: ListDiff) -> Point {
    let axis = before.layout.axis
    guard let old = before.placement, let new = after.placement, !before.visible.isEmpty else { return before.shift }
    switch before.anchoring {
    case .none: return before.shift
    case .automatic where before.isAtStart: return before.shift
    case .end where before.isAtEnd:
      var shift = before.shift
      // A list that is shorter than its window begins at its start.
      let growth = new.contentBounds.size[axis] - old.contentBounds.size[axis]
      if axis == .horizontal, before.isRightToLeft {
        shift[axis] += old.contentBounds.origin[axis] - new.contentBounds.origin[axis]
      } else {
        shift[axis] -= growth
      }
      return shift
    case .automatic, .always, .end: break
    }
    for anchor in anchors {
      guard let element = diff.newElement(of: anchor.element), let frame = new.frame(of: element) else { continue }
      var shift = before.shift
      shift[axis] += anchor.origin[axis] - frame.origin[axis]
      return shift
    }
    // All rows in view go. A header at the edge of the window that would go with them, as its section became short, stays there.
    let visible = before.visible.offset(by: before.shift * -1)
    let kept = Set(new.stickyElements(in: visible).map(\.element))
    for edge in old.stickyElements(in: visible) where before.cells[edge.element]?.size != nil {
      guard let element = diff.newElement(of: edge.element), let frame = new.frame(of: element), !kept.contains(element) else { continue }
      var shift = before.shift
      shift[axis] += edge.frame.origin[axis] - frame.origin[axis]
      return shift
    }
    return before.shift
  }

  /// Puts what was worked out in place, unless sizes became known, or the window or the arrangement changed meanwhile. Returns whether it did.
  /// - Parameter known: what it was worked out for; nil: it is worked out here, with the list held.
  private func commit(_ source: any ListSource, _ diff: ListDiff, _ outcome: Outcome, ifStill known: State?) -> Bool {
    var gone: [ListCell] = []
    var unused: [AnyNode] = []
    var former: any ListSource = EmptyListSource()
    var renamed: [(AnyNode, ListElement)] = []
    let isTaken = lock.withLock { () -> Bool in
      if let known, known.version != state.version || known.window != state.window || known.statistics.measured != state.statistics.measured
      {
        return false
      }
      let (before, anchors) = (state, state.anchors())
      former = state.source
      state.source = source
      if known == nil || outcome.placement == nil {
        let metrics = state.metrics
        if state.placement != nil { state.placement?.apply(diff, metrics) }
        state.shift = Self.shift(from: before, anchors, to: state, diff)
      } else {
        state.placement = outcome.placement
        state.shift = outcome.shift
      }
      state.version += 1
      state.skipsTransition = false
      state.held = state.held.flatMap { diff.newElement(of: $0) }
      if let aim = state.aim {
        state.aim = diff.newElement(of: aim.element).map {
          Aim(element: $0, position: aim.position, isAnimated: aim.isAnimated, distance: aim.distance)
        }
      }
      state.forgetAsking()
      unused = state.dropWaiting(farOnly: false)
      state.failed = outcome.failed
      var cells: [ListElement: ListCell] = [:]
      for (element, cell) in state.cells {
        guard let new = diff.newElement(of: element) else {
          gone.append(cell)
          cell.isIn = false
          continue
        }
        if new != element {
          cell.element = new
          renamed.append((cell.host, new))
        }
        cells[new] = cell
      }
      state.cells = cells
      state.ordered.removeAll { !$0.isIn }
      state.raised = Set(state.raised.compactMap { diff.newElement(of: $0) })
      for cell in outcome.made.values { state.insert(cell) }
      if let first = source.itemCounts.firstIndex(where: { $0 > 0 }), source.key(of: .item(ListIndex(first, 0))) == nil { state.kept = [:] }
      state.cellsArePlaced = false
      state.placeCells()
      return true
    }
    withExtendedLifetime(unused) {}
    if isTaken {
      let hooks = lock.withLock { state.hooks }
      hooks.follow(diff)
      for (host, element) in renamed { hooks.rename(host, element) }
      // By the keys that they had; without keys their places are others' now.
      keepStates(of: gone.filter { former.key(of: $0.element) != nil }, former)
    }
    return isTaken
  }

  /// Arranges the list in another way; nodes stay. Any thread. Returns whether that is another layout.
  @discardableResult
  func takeLayout(_ layout: any ListLayout, insets: Insets) -> Bool {
    lock.withLock { () -> Bool in
      guard !Self.isSame(layout, state.layout) || !Self.isSame(insets, state.insets) else { return false }
      let anchor = state.isAtStart ? nil : state.anchors().first
      let axis = state.layout.axis
      state.layout = layout
      state.insets = insets
      if state.placement != nil {
        state.placement = layout.makePlacement(state.metrics)
        // What was measured within other limits is measured again.
        for cell in state.cells.values { cell.size = nil }
        if layout.axis != axis { state.shift = .zero } else { state.hold(anchor?.element, anchor?.origin) }
      }
      state.version += 1
      if state.placement != nil, layout.axis == axis { state.keepUntilMeasured(anchor.map(State.View.element) ?? .start) }
      state.forgetAsking()
      state.placeCells()
      return true
    }
  }

  /// Whether settings are the same. Some are not even equal to themselves, as there is a number in them that is none: these are the same where they
  /// read the same, or each layout would arrange the list anew and ask for the next.
  private static func isSame(_ a: any Equatable, _ b: any Equatable) -> Bool {
    func compare<Value: Equatable>(_ a: Value) -> Bool {
      guard let b = b as? Value else { return false }
      return a == b || a != a && b != b && String(reflecting: a) == String(reflecting: b)
    }
    return compare(a)
  }
}

extension ListCore {
  /// Checks the first data, away from everything that is seen. Loop.
  func checkFirstData(_ node: AnyNode) {
    guard let source = lock.withLock({ state.unchecked }) else { return }
    lock.withLock { state.unchecked = nil }
    node.performOnWorker(isSeen: false) { [weak node] in
      do { try source.validate() } catch { node?.report(.data, "\(error); the list shows both") }
    }
  }
}

extension ListDiff: ListChanges {
  /// Returns what the element was that is `new` now; nil: it came.
  func oldElement(of new: ListElement) -> ListElement? {
    switch new {
    case .item(let index): oldIndex(of: index).map { .item($0) }
    case .header(let section): oldSection(of: section).map { .header($0) }
    case .footer(let section): oldSection(of: section).map { .footer($0) }
    case .supplementary(let kind, let index): oldIndex(of: index).map { .supplementary(kind, $0) }
    }
  }
}

extension ListCore {
  /// Takes the settings of the node's type; called by its layout, on a worker.
  func arrange(_ layout: any ListLayout, insets: Insets, anchoring: ListAnchoring) {
    lock.withLock { state.anchoring = anchoring }
    takeLayout(layout, insets: insets)
  }

  /// Whether an item is the last of its section.
  func isLast(_ index: ListIndex) -> Bool {
    let counts = source.itemCounts
    return counts.indices.contains(index.section) && index.item == counts[index.section] - 1
  }
}
