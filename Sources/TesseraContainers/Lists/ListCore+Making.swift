internal import Tessera
internal import TesseraGeometry

// Having nodes made for what comes near the screen.

extension ListCore {
  /// What is in view now. Asks for the nodes that are missing, those in view first. Loop, no lock held.
  ///
  /// - Returns: Whether it asked for any.
  ///
  /// - Parameters:
  ///   - visible: what is in view, in the coordinates of subnodes.
  ///   - area: where nodes are wanted; nil: nowhere.
  ///   - slack: how far beyond its range what was in it stays there, in windows.
  ///   - insets: what covers the window at its edges.
  ///   - isShort: whether nothing may be kept that is not wanted.
  @discardableResult
  func look(_ node: AnyNode, visible: Rect, area: Rect?, slack: Double, insets: Insets, isShort: Bool) -> Bool {
    var seen: [ListElement] = []
    var ahead: [ListElement] = []
    var early: [ListElement] = []
    var unused: [AnyNode] = []
    var version = 0
    let needsLayout = lock.withLock { () -> Bool in
      let before = state.visible
      version = state.version
      state.visible = visible
      state.edges = insets
      // Taking nodes out costs a layout, which waits until it is worth it, unless memory is short.
      let most = isShort ? 0 : max(12, state.cells.count / 2)
      guard let area, let placement = state.placement, !state.window.isEmpty else {
        // Out of reach: nothing is kept.
        state.keep = area == nil ? Rect(origin: visible.origin, size: .zero) : state.keep
        if area == nil {
          state.covered = nil
          unused = state.dropWaiting(farOnly: false)
        }
        return area == nil && !state.cells.isEmpty
      }
      let axis = state.layout.axis
      let length = visible.size[axis]
      state.keep = grown(area, axis, by: length * (0.5 + max(0, slack)))
      let shift = state.shift
      let shown = placement.stickyElements(in: visible.offset(by: shift * -1).inset(by: insets)).map(\.element)
        .filter { state.cells[$0] == nil && !state.failed.contains($0) }
      let travel = before.size == visible.size ? visible.origin[axis] - before.origin[axis] : length
      if !state.waiting.isEmpty { unused = state.dropWaiting(farOnly: !isShort) }
      if let covered = state.covered, covered.contains(area), shown.allSatisfy({ state.making.contains($0) }) {
        if !state.making.isEmpty { countPlaceholders(visible.offset(by: shift * -1)) }
        // This frame has time to make what the next will ask for.
        var next = area
        next.origin[axis] += travel
        if before.size == visible.size, !isShort, !covered.contains(next) {
          let places = wanted(in: next, axis, length, travel, placement).places
          early = places.map(\.element).filter { !state.isAskedFor($0) && state.waiting[$0] == nil }
          state.early.formUnion(early)
        }
        return farCount > most
      }
      let isSeen = visible.offset(by: shift * -1)
      var missing: [(element: ListElement, distance: Double, isSeen: Bool)] = []
      let (covered, places) = wanted(in: area, axis, length, travel, placement)
      state.covered = covered.offset(by: shift)
      // Who makes a node to wait puts it among the others instead.
      for place in places where state.early.remove(place.element) != nil { state.making.insert(place.element) }
      for place in places where !state.isAskedFor(place.element) {
        let distance = max(
          0, place.frame.origin[axis] - isSeen.origin[axis] - length,
          isSeen.origin[axis] - place.frame.origin[axis] - place.frame.size[axis])
        missing.append((place.element, distance, ItemFrames.touches(place.frame, isSeen)))
      }
      for element in shown where !state.making.contains(element) && !missing.contains(where: { $0.element == element }) {
        missing.append((element, 0, true))
      }
      missing.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.element.order < $1.element.order }
      for (element, _, isSeen) in missing {
        if isSeen { seen.append(element) } else { ahead.append(element) }
        state.making.insert(element)
      }
      countPlaceholders(isSeen)
      return farCount > most
    }
    if !seen.isEmpty { make(seen, version, node, isSeen: true) }
    if !ahead.isEmpty { make(ahead, version, node, isSeen: false) }
    if !early.isEmpty { make(early, version, node, isSeen: false) }
    if needsLayout { node.setNeedsLayout() }
    withExtendedLifetime(unused) {}
    return !seen.isEmpty || !ahead.isEmpty
  }

  /// What is to have nodes where those in `area` are wanted, as far as was not asked before: more than is wanted now, so that it is not asked for in each
  /// frame. Two and a half frames of this speed on from what there is, and the next frame in any case, within limits. Little at a low speed: rows that come one
  /// by one cost no frame more than one row. Lock held.
  ///
  /// - Returns: all that was asked for then, and the places that come; in the coordinates of the placement.
  private func wanted(
    in area: Rect, _ axis: Axis, _ length: Double, _ travel: Double, _ placement: any ListPlacement
  ) -> (area: Rect, places: [ListPlace]) {
    var wanted = grown(area, axis, by: min(0.25 * length, max(0.02 * length, abs(travel))))
    if let there = state.covered?.intersection(area) {
      wanted.stretch(axis, to: there, by: max(-0.25 * length, min(2.5 * travel, 0.25 * length)))
    }
    let known = state.covered?.offset(by: state.shift * -1)
    return news(in: wanted.offset(by: state.shift * -1), beyond: known, axis, placement, upTo: 0.1 * length)
  }

  /// The elements that touch `area` and were not asked for as part of `known`. The area is made longer by at most `most` at either end, so that what
  /// lies at its ends is in it as a whole.
  private func news(
    in area: Rect, beyond known: Rect?, _ axis: Axis, _ placement: any ListPlacement, upTo most: Double
  ) -> (area: Rect, places: [ListPlace]) {
    let (cross, limit) = (axis.cross, grown(area, axis, by: most))
    var result = area
    /// Looks through `strip`, at an end of the result, which is to be longer there.
    func look(at strip: Rect) -> [ListPlace] {
      let places = placement.elements(in: strip)
      let part = strip.intersection(area)
      var (low, high) = (result.origin[axis], result.origin[axis] + result.size[axis])
      for place in places where place.zIndex == 0 && ItemFrames.touches(place.frame, part) {
        low = max(limit.origin[axis], min(low, place.frame.origin[axis]))
        high = min(limit.origin[axis] + limit.size[axis], max(high, place.frame.origin[axis] + place.frame.size[axis]))
      }
      (result.origin[axis], result.size[axis]) = (low, high - low)
      return places
    }
    guard let known, known.intersects(area), known.origin[cross] <= area.origin[cross],
      known.origin[cross] + known.size[cross] >= area.origin[cross] + area.size[cross]
    else {
      let places = look(at: limit)
      return (result, places.filter { ItemFrames.touches($0.frame, result) })
    }
    var places: [ListPlace] = []
    let (near, far) = (known.origin[axis], known.origin[axis] + known.size[axis])
    let (low, high) = (limit.origin[axis], limit.origin[axis] + limit.size[axis])
    var strip = limit
    if near > area.origin[axis] {
      strip.size[axis] = near - low
      places += look(at: strip)
    } else {
      result.size[axis] += result.origin[axis] - max(near, low)
      result.origin[axis] = max(near, low)
    }
    if far < area.origin[axis] + area.size[axis] {
      (strip.origin[axis], strip.size[axis]) = (far, high - far)
      places += look(at: strip)
    } else {
      result.size[axis] = min(far, high) - result.origin[axis]
    }
    return (result, places.filter { ItemFrames.touches($0.frame, result) })
  }

  private func grown(_ area: Rect, _ axis: Axis, by length: Double) -> Rect {
    var result = area
    result.origin[axis] -= length
    result.size[axis] += 2 * length
    return result
  }

  /// Counts empty places in view; lock held.
  private func countPlaceholders(_ area: Rect) {
    guard let placement = state.placement else { return }
    // Few are being made at a time; of those that cannot be made there may be many.
    state.statistics.placeholders +=
      state.failed.isEmpty
      ? state.making.count { placement.frame(of: $0).map { ItemFrames.touches($0, area) } ?? false }
      : placement.elements(in: area).count { state.cells[$0.element] == nil }
  }

  /// Cells beyond what is kept; lock held.
  private var farCount: Int {
    guard let keep = state.keep else { return 0 }
    return state.cells.values.count { $0.zIndex == 0 && !ItemFrames.touches($0.frame, keep) }
  }

  /// Has nodes made for `elements` on a worker.
  private func make(_ elements: [ListElement], _ version: Int, _ node: AnyNode, isSeen: Bool) {
    let batch = Batch(elements, source)
    let isUnderWay = node.performOnWorker(isSeen: isSeen) { [weak self, weak node] in
      guard let self, let node else { return }
      // A factory does not end. The others are made without it, and it is not asked again while it may still answer.
      let (made, rest) = self.lock.withLock { batch.giveUp() }
      if self.add(made, version, node, of: batch.source) { node.setNeedsLayout() }
      if !rest.isEmpty { self.make(rest, version, node, isSeen: isSeen) }
    } _: { [weak self, weak node] job in
      guard let self, let node else { return }
      if self.makeNow(batch, version, node, job) { node.setNeedsLayout() }
    }
    if !isUnderWay { lock.withLock { if state.version == version { state.forgetAsking(elements) } } }
  }

  /// Elements whose nodes one job makes. Touched with the core's lock held.
  private final class Batch: @unchecked Sendable {
    // @unchecked: `elements` and `source` are constant, and the rest is only touched with the core's lock held.
    let elements: [ListElement]
    /// The data that they are of.
    let source: any ListSource
    /// How many are made or being made.
    var begun = 0
    /// Nodes that are not among the others yet.
    var made: [ListCell] = []
    /// Whether another job does the rest.
    var isGivenUp = false

    init(_ elements: [ListElement], _ source: any ListSource) {
      self.elements = elements
      self.source = source
    }

    /// Takes what is made, and what is not begun.
    func giveUp() -> (made: [ListCell], rest: [ListElement]) {
      isGivenUp = true
      return (takeMade(), Array(elements[begun...]))
    }

    func takeMade() -> [ListCell] {
      defer { made = [] }
      return made
    }
  }

  /// Makes nodes. Worker. Returns whether there are new ones.
  private func makeNow(_ batch: Batch, _ version: Int, _ node: AnyNode, _ job: WorkerJob) -> Bool {
    let (source, hooks) = (batch.source, lock.withLock { state.hooks })
    var isNew = false
    for (number, element) in batch.elements.enumerated() {
      var waiting: AnyNode?
      let isWanted = lock.withLock { () -> Bool? in
        guard state.version == version, !batch.isGivenUp else { return nil }
        batch.begun = number + 1
        waiting = state.waiting.removeValue(forKey: element)
        return state.isNear(element)
      }
      guard let isWanted else { break }
      if !isWanted {
        lock.withLock {
          if state.version == version {
            state.forgetAsking([element])
            state.covered = nil
          }
        }
        continue
      }
      guard let made = waiting ?? makeNode(element, source, node, job) else {
        lock.withLock {
          if state.version == version {
            state.forgetAsking([element])
            state.failed.insert(element)
          }
        }
        continue
      }
      let (waits, alike) = lock.withLock { (state.letWait(made, element, version), state.measured(like: element)) }
      if waits {
        if let alike {
          job.begin(Measuring(element: element))
          made.measureAhead(like: alike)
        }
        continue
      }
      let cell = makeCell(element, made, source, hooks)
      let isDue = lock.withLock {
        batch.made.append(cell)
        return batch.made.count == 16 || batch.isGivenUp
      }
      // A few at a time: what is made is shown while others are being made.
      if isDue, add(lock.withLock { batch.takeMade() }, version, node, of: source) { isNew = true }
    }
    if add(lock.withLock { batch.takeMade() }, version, node, of: source) { isNew = true }
    return isNew
  }

  /// Makes the node of an element and what the list puts around it; reports what the source cannot do. Any thread, no lock held.
  func makeCell(
    _ element: ListElement, _ source: any ListSource, _ hooks: Hooks, _ node: AnyNode, _ job: WorkerJob? = nil
  ) -> ListCell? {
    makeNode(element, source, node, job).map { makeCell(element, $0, source, hooks) }
  }

  private func makeCell(_ element: ListElement, _ made: AnyNode, _ source: any ListSource, _ hooks: Hooks) -> ListCell {
    restoreStates(of: made, element, source)
    return ListCell(element, node: made, host: hooks.host(made, element))
  }

  private func makeNode(_ element: ListElement, _ source: any ListSource, _ node: AnyNode, _ job: WorkerJob?) -> AnyNode? {
    job?.begin(Making(element: element))
    do {
      guard let made = try source.makeNode(for: element) else { return nil }
      // A row that is kept by the source may still be in what the list put around it before.
      guard made.supernode?.supernode == nil else { throw ListCellError.isElsewhere }
      guard !node.isBelow(made) else { throw ListCellError.isAround }
      lock.withLock { state.statistics.made += 1 }
      return made
    } catch {
      lock.withLock { state.statistics.failed += 1 }
      node.report(.data, "the node of the \(element) could not be made: \(error); its place is left empty")
      return nil
    }
  }

  /// Puts new cells among the others, unless the data has changed meanwhile: then what they know is handed on. Returns whether any was wanted.
  private func add(_ made: [ListCell], _ version: Int, _ node: AnyNode, of source: any ListSource) -> Bool {
    guard !made.isEmpty else { return false }
    var twice: [ListElement] = []
    var isLate = false
    let isAdded = lock.withLock { () -> Bool in
      isLate = state.version != version
      guard !isLate else { return false }
      // Few are looked for one by one.
      var nodes = made.count > 8 ? Set(state.cells.values.map { ObjectIdentifier($0.node) }) : nil
      for cell in made {
        state.making.remove(cell.element)
        let isNew = nodes?.insert(ObjectIdentifier(cell.node)).inserted ?? !state.ordered.contains { $0.isIn && $0.node === cell.node }
        guard isNew else {
          twice.append(cell.element)
          state.failed.insert(cell.element)
          continue
        }
        state.insert(cell)
      }
      return twice.count < made.count
    }
    if isLate { handOn(made, source) }
    for element in twice {
      node.report(
        .data, "the node of the \(element) shows another element already; a node of its own would be right, its place is left empty")
    }
    return isAdded
  }
}

/// A step of a job that makes nodes.
private struct Making: CustomStringConvertible, Sendable {
  let element: ListElement
  var description: String { "making the node of the \(element)" }
}

private struct Measuring: CustomStringConvertible, Sendable {
  let element: ListElement
  var description: String { "measuring the node of the \(element)" }
}

/// What a source can do wrong.
enum ListCellError: Error, CustomStringConvertible {
  case isElsewhere
  case isAround
  case isMissing
  var description: String {
    switch self {
    case .isElsewhere: "the node is a subnode of another node; one without a supernode would be right"
    case .isAround: "the node is the list itself, or one that the list is in; a node of its own would be right"
    case .isMissing:
      "the data source has no factory for it, though its counts say that it is there; a factory, or a smaller count, would be right"
    }
  }
}

extension AnyNode {
  /// Whether it is `node`, or somewhere below that.
  fileprivate func isBelow(_ node: AnyNode) -> Bool {
    var at: AnyNode? = self
    while let here = at {
      if here === node { return true }
      at = here.supernode
    }
    return false
  }
}

extension ListCore.State {
  /// Whether the node of an element is there, is being made, or cannot be made. Changes nothing.
  fileprivate mutating func isAskedFor(_ element: ListElement) -> Bool {
    cells[element] != nil || making.contains(element) || early.contains(element) || failed.contains(element)
  }

  /// Nobody makes the nodes of `elements` any more.
  fileprivate mutating func forgetAsking(_ elements: [ListElement]) {
    making.subtract(elements)
    early.subtract(elements)
  }

  /// What was asked for was for another version.
  mutating func forgetAsking() {
    making = []
    early = []
    covered = nil
  }

  /// Has a node that was made before it is wanted wait. Returns whether it is such a node.
  fileprivate mutating func letWait(_ node: AnyNode, _ element: ListElement, _ version: Int) -> Bool {
    guard self.version == version, early.remove(element) != nil else { return false }
    waiting[element] = node
    return true
  }

  /// The node of an element of the same kind that layouts have measured. Changes nothing.
  fileprivate mutating func measured(like element: ListElement) -> AnyNode? {
    ordered.last { $0.isIn && $0.size != nil && ($0.element.index == nil) == (element.index == nil) }?.node
  }

  /// Takes out nodes that wait, or those of them that lie far from the screen, to be let go of where no lock is held.
  mutating func dropWaiting(farOnly: Bool) -> [AnyNode] {
    var unused: [AnyNode] = []
    for (element, node) in waiting where !farOnly || !isNear(element) {
      waiting[element] = nil
      unused.append(node)
    }
    statistics.dropped += unused.count
    return unused
  }

  /// Whether an element lies where nodes are kept. Changes nothing; what only reads would be given a copy of all this.
  mutating func isNear(_ element: ListElement) -> Bool {
    guard let keep, let placement, let frame = placement.frame(of: element) else { return false }
    if case .item = element { return ItemFrames.touches(frame, keep.offset(by: shift * -1)) }
    return true
  }

  /// Takes a cell in. What lies where is asked of the placement.
  mutating func insert(_ cell: ListCell) {
    if let placement, let frame = placement.frame(of: cell.element) {
      cell.frame = frame.offset(by: shift)
      cell.zIndex = placement.elements(in: frame).first { $0.element == cell.element }?.zIndex ?? 0
    }
    if raised.contains(cell.element) { cell.zIndex = 1_000_000 }
    cells.updateValue(cell, forKey: cell.element)?.isIn = false
    cell.isIn = true
    ordered.append(cell)
  }
}

extension Rect {
  /// Reaches at least `distance` beyond `other`: forwards where that is positive, else backwards.
  fileprivate mutating func stretch(_ axis: Axis, to other: Rect, by distance: Double) {
    let end = max(origin[axis] + size[axis], other.origin[axis] + other.size[axis] + max(0, distance))
    origin[axis] = min(origin[axis], other.origin[axis] + min(0, distance))
    size[axis] = end - origin[axis]
  }
}
