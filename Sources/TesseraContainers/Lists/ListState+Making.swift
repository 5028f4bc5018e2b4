internal import Tessera
internal import TesseraGeometry

// Requesting nodes for elements near the viewport.

/// Visible part of a list at a moment, in the coordinates of subnodes. A value.
struct ListView {
  /// Visible rectangle.
  var visible: Rect
  /// Area in which elements have nodes; nil means nowhere.
  var area: Rect?
  /// Distance beyond the range within which nodes are kept, in viewports.
  var slack = 0.0
  /// Insets of the viewport that are covered at its edges.
  var insets = Insets.zero
  /// Whether only needed nodes may be kept.
  var isShort = false
}

/// Work for a list after an update of its viewport. A value.
struct ListDemand {
  /// Version of the list.
  var version = 0
  /// Elements that need nodes: visible ones, ones that become visible, and prefetched ones.
  var seen: [ListElement] = []
  var ahead: [ListElement] = []
  var early: [ListElement] = []
  /// Unneeded nodes, to be released with no lock held.
  var unused: [AnyNode] = []
  /// Whether a layout is needed to remove cells far from the viewport.
  var needsLayout = false
  /// Whether elements are left out because too many have no area.
  var leavesOut = false

  /// Whether nodes are requested that this frame or the next needs.
  var isMaking: Bool { !seen.isEmpty || !ahead.isEmpty }
}

extension ListState {
  /// Updates the visible rectangle. Returns the missing nodes, visible ones first.
  mutating func viewportDidMove(to view: ListView) -> ListDemand {
    var demand = ListDemand(version: version)
    let (visible, before) = (view.visible, self.visible)
    (self.visible, edges) = (visible, view.insets)
    // Removing nodes costs a layout, so it waits for a minimum number of nodes, unless memory is low.
    let most = view.isShort ? 0 : max(12, cells.count / 2)
    guard let area = view.area, let placement, !viewport.isEmpty else {
      guard view.area == nil else { return demand }
      // Out of range: nothing is kept.
      keep = Rect(origin: visible.origin, size: .zero)
      covered = nil
      demand.unused = dropWaiting(farOnly: false)
      demand.needsLayout = !cells.isEmpty
      return demand
    }
    let axis = layout.axis
    let length = visible.size[axis]
    keep = grown(area, axis, by: length * (0.5 + max(0, view.slack)))
    if layout.scrollAxes.contains(axis.cross) {
      keep = keep.map { grown($0, axis.cross, by: visible.size[axis.cross] * (0.5 + max(0, view.slack))) }
    }
    let seen = visible.offset(by: shift * -1)
    let stuck = placement.stickyElements(in: seen.inset(by: view.insets)).map(\.element)
      .filter { !cells.contains($0) && !failed.contains($0) }
    let travel = before.size == visible.size ? visible.origin[axis] - before.origin[axis] : length
    if !waiting.isEmpty { demand.unused = dropWaiting(farOnly: !view.isShort) }
    demand.needsLayout = farCount > most
    if let covered, covered.contains(area), stuck.allSatisfy({ making.contains($0) }) {
      if !making.isEmpty { countPlaceholders(seen, placement) }
      // This frame has time to prefetch for the next one.
      var next = area
      next.origin[axis] += travel
      guard before.size == visible.size, !view.isShort, !covered.contains(next) else { return demand }
      let places = wanted(in: next, axis, length, travel, placement).places
      demand.early = places.map(\.element).filter { !isAskedFor($0) && waiting[$0] == nil }
      early.formUnion(demand.early)
      return demand
    }
    ask(area, stuck, seen, travel, placement, &demand)
    countPlaceholders(seen, placement)
    return demand
  }

  /// Requests the missing nodes in the area.
  private mutating func ask(
    _ area: Rect, _ stuck: [ListElement], _ seen: Rect, _ travel: Double, _ placement: any ListPlacement, _ demand: inout ListDemand
  ) {
    let axis = layout.axis
    let length = seen.size[axis]
    var missing: [(element: ListElement, distance: Double, isSeen: Bool)] = []
    let (covered, places) = wanted(in: area, axis, length, travel, placement)
    self.covered = covered.offset(by: shift)
    // A node that is being prefetched becomes a regular request.
    for place in places where early.remove(place.element) != nil { making.insert(place.element) }
    for place in places where !isAskedFor(place.element) {
      let distance = max(
        0, place.frame.origin[axis] - seen.origin[axis] - length, seen.origin[axis] - place.frame.origin[axis] - place.frame.size[axis])
      missing.append((place.element, distance, ItemFrames.touches(place.frame, seen)))
    }
    for element in stuck where !making.contains(element) && !missing.contains(where: { $0.element == element }) {
      missing.append((element, 0, true))
    }
    demand.leavesOut = leaveOutFlat(&missing, placement)
    missing.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.element.order < $1.element.order }
    for (element, _, isSeen) in missing {
      if isSeen { demand.seen.append(element) } else { demand.ahead.append(element) }
      making.insert(element)
    }
  }

  /// Maximum number of nodes for elements without area: any number of them fits into the viewport.
  static let mostFlat = 500
  /// Length below which an element counts as without area, logical units.
  private static let leastLength = 0.25

  /// Removes elements without area beyond the limit. Returns whether it did so for the first time since the data changed.
  private mutating func leaveOutFlat(
    _ missing: inout [(element: ListElement, distance: Double, isSeen: Bool)], _ placement: any ListPlacement
  ) -> Bool {
    guard cells.count + missing.count > Self.mostFlat else { return false }
    func isFlat(_ size: Size) -> Bool { min(size.width, size.height) < Self.leastLength }
    var room = Self.mostFlat - cells.all.count { $0.size.map(isFlat) ?? false }
    if room > 0 {
      missing.removeAll { element, _, _ in
        guard let size = placement.frame(of: element)?.size, isFlat(size) else { return false }
        room -= 1
        return room < 0
      }
    } else {
      missing = []
    }
    defer { if room <= 0 { flatVersion = version } }
    return room <= 0 && flatVersion != version
  }

  /// Counts empty places in the viewport.
  private mutating func countPlaceholders(_ area: Rect, _ placement: any ListPlacement) {
    // Few nodes are being created at a time, but many may have failed.
    statistics.placeholders +=
      failed.isEmpty
      ? making.count { placement.frame(of: $0).map { ItemFrames.touches($0, area) } ?? false }
      : placement.elements(in: area).count { !cells.contains($0.element) }
  }

  /// Number of cells beyond the kept area.
  private var farCount: Int {
    guard let keep else { return 0 }
    return cells.all.count { $0.zIndex == 0 && !ItemFrames.touches($0.frame, keep) }
  }

  /// Cells far from the viewport; all cells are placed.
  var farCells: [ListCell] {
    guard let keep, let placement else { return [] }
    let area = keep.offset(by: shift * -1)
    return cells.all.filter { cell in
      if cell.zIndex == 0 { return !ItemFrames.touches(cell.frame, keep) }
      return !raised.contains(cell.element) && !ItemFrames.touches(extent(of: cell, placement), area)
    }
  }

  /// Returns whether the node of an element exists, is being created, or failed.
  private func isAskedFor(_ element: ListElement) -> Bool {
    cells.contains(element) || making.contains(element) || early.contains(element) || failed.contains(element)
  }

  /// Called when a job begins with the node of `element`. Returns the next step; nil if the request was for another version.
  mutating func begin(_ element: ListElement, _ version: Int) -> ListStep? {
    guard self.version == version else { return nil }
    let node = waiting.removeValue(forKey: element)
    guard isNear(element) else {
      forgetAsking([element])
      covered = nil
      return .skip(node)
    }
    return node.map(ListStep.take) ?? .make
  }

  /// Records that the node of an element could not be created.
  mutating func fail(_ element: ListElement, _ version: Int) {
    guard self.version == version else { return }
    forgetAsking([element])
    failed.insert(element)
  }

  /// Cancels requests for the nodes of `elements` of a version.
  mutating func abandon(_ elements: [ListElement], _ version: Int) {
    if self.version == version { forgetAsking(elements) }
  }

  private mutating func forgetAsking(_ elements: [ListElement]) {
    making.subtract(elements)
    early.subtract(elements)
  }

  /// Cancels all requests, which were for another version.
  mutating func forgetAsking() {
    making = []
    early = []
    covered = nil
  }

  /// Stores a prefetched node until it is needed. Returns whether the node was requested as one.
  mutating func letWait(_ node: AnyNode, _ element: ListElement, _ version: Int) -> Bool {
    guard self.version == version, early.remove(element) != nil else { return false }
    waiting[element] = node
    return true
  }

  /// Returns the node of a measured element of the same kind.
  func measured(like element: ListElement) -> AnyNode? {
    cells.all.last { $0.size != nil && ($0.element.index == nil) == (element.index == nil) }?.node
  }

  /// Removes prefetched nodes, or only those far from the viewport. The caller releases them with no lock held.
  mutating func dropWaiting(farOnly: Bool) -> [AnyNode] {
    var unused: [AnyNode] = []
    for (element, node) in waiting where !farOnly || !isNear(element) {
      waiting[element] = nil
      unused.append(node)
    }
    statistics.dropped += unused.count
    return unused
  }

  /// Returns whether an element is in the area in which nodes are kept.
  private func isNear(_ element: ListElement) -> Bool {
    guard let keep, let placement, let frame = placement.frame(of: element) else { return false }
    if case .item = element { return ItemFrames.touches(frame, keep.offset(by: shift * -1)) }
    return true
  }

  /// Adds new cells unless the data changed since. Returns elements whose nodes already show other elements; nil if the data changed.
  mutating func add(_ made: [ListCell], _ version: Int) -> [ListElement]? {
    guard self.version == version else { return nil }
    var twice: [ListElement] = []
    // A few cells are searched one by one.
    var nodes = made.count > 8 ? Set(cells.all.map { ObjectIdentifier($0.node) }) : nil
    for cell in made {
      making.remove(cell.element)
      let isNew = nodes?.insert(ObjectIdentifier(cell.node)).inserted ?? !cells.all.contains { $0.node === cell.node }
      guard isNew else {
        twice.append(cell.element)
        failed.insert(cell.element)
        continue
      }
      insert(cell)
    }
    return twice
  }

  /// Adds a cell; its frame and stacking order come from the placement.
  mutating func insert(_ new: ListCell) {
    var cell = new
    if let placement, let frame = placement.frame(of: cell.element) {
      cell.frame = frame.offset(by: shift)
      cell.zIndex = placement.elements(in: frame).first { $0.element == cell.element }?.zIndex ?? 0
    }
    if raised.contains(cell.element) { cell.zIndex = 1_000_000 }
    cells.insert(cell)
  }
}

/// Step of a job that creates nodes.
enum ListStep {
  /// No longer needed; the prefetched node is released.
  case skip(AnyNode?)
  /// Already created.
  case take(AnyNode)
  case make
}
