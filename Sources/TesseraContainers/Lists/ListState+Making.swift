internal import Tessera
internal import TesseraGeometry

// Having nodes made for what comes near the screen.

/// What is seen of a list at a moment, in the coordinates of subnodes. A value.
struct ListView {
  /// What is in view.
  var visible: Rect
  /// Where nodes are wanted; nil: nowhere.
  var area: Rect?
  /// How far beyond its range what was in it stays there, in viewports.
  var slack = 0.0
  /// What covers the viewport at its edges.
  var insets = Insets.zero
  /// Whether nothing may be kept that is not wanted.
  var isShort = false
}

/// What is to be done for a list after it was looked at. A value.
struct ListDemand {
  /// Of which version of the list it is.
  var version = 0
  /// Elements whose nodes are to be made: those in view, those that come into view, and those that will be asked for next.
  var seen: [ListElement] = []
  var ahead: [ListElement] = []
  var early: [ListElement] = []
  /// Nodes that nobody wants any more, to be let go of where no lock is held.
  var unused: [AnyNode] = []
  /// Whether a layout is to take cells out that are far from the screen.
  var needsLayout = false
  /// Whether elements are left out because too many have no area.
  var leavesOut = false

  /// Whether nodes are asked for that this frame or the next needs.
  var isMaking: Bool { !seen.isEmpty || !ahead.isEmpty }
}

extension ListState {
  /// Takes what is in view now. Returns which nodes are missing, those in view first.
  mutating func viewportDidMove(to view: ListView) -> ListDemand {
    var demand = ListDemand(version: version)
    let (visible, before) = (view.visible, self.visible)
    (self.visible, edges) = (visible, view.insets)
    // Taking nodes out costs a layout, which waits until it is worth it, unless memory is short.
    let most = view.isShort ? 0 : max(12, cells.count / 2)
    guard let area = view.area, let placement, !viewport.isEmpty else {
      guard view.area == nil else { return demand }
      // Out of reach: nothing is kept.
      keep = Rect(origin: visible.origin, size: .zero)
      covered = nil
      demand.unused = dropWaiting(farOnly: false)
      demand.needsLayout = !cells.isEmpty
      return demand
    }
    let axis = layout.axis
    let length = visible.size[axis]
    keep = grown(area, axis, by: length * (0.5 + max(0, view.slack)))
    let seen = visible.offset(by: shift * -1)
    let stuck = placement.stickyElements(in: seen.inset(by: view.insets)).map(\.element)
      .filter { !cells.contains($0) && !failed.contains($0) }
    let travel = before.size == visible.size ? visible.origin[axis] - before.origin[axis] : length
    if !waiting.isEmpty { demand.unused = dropWaiting(farOnly: !view.isShort) }
    demand.needsLayout = farCount > most
    if let covered, covered.contains(area), stuck.allSatisfy({ making.contains($0) }) {
      if !making.isEmpty { countPlaceholders(seen, placement) }
      // This frame has time to make what the next will ask for.
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

  /// Asks for the nodes that are missing where they are wanted.
  private mutating func ask(
    _ area: Rect, _ stuck: [ListElement], _ seen: Rect, _ travel: Double, _ placement: any ListPlacement, _ demand: inout ListDemand
  ) {
    let axis = layout.axis
    let length = seen.size[axis]
    var missing: [(element: ListElement, distance: Double, isSeen: Bool)] = []
    let (covered, places) = wanted(in: area, axis, length, travel, placement)
    self.covered = covered.offset(by: shift)
    // Who makes a node to wait puts it among the others instead.
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

  /// Most elements without area that get nodes: any number of them fits into the viewport.
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

  /// Counts empty places in view.
  private mutating func countPlaceholders(_ area: Rect, _ placement: any ListPlacement) {
    // Few are being made at a time; of those that cannot be made there may be many.
    statistics.placeholders +=
      failed.isEmpty
      ? making.count { placement.frame(of: $0).map { ItemFrames.touches($0, area) } ?? false }
      : placement.elements(in: area).count { !cells.contains($0.element) }
  }

  /// Cells beyond what is kept.
  private var farCount: Int {
    guard let keep else { return 0 }
    return cells.all.count { $0.zIndex == 0 && !ItemFrames.touches($0.frame, keep) }
  }

  /// The cells that are far from the screen; all are placed.
  var farCells: [ListCell] {
    guard let keep, let placement else { return [] }
    let area = keep.offset(by: shift * -1)
    return cells.all.filter { cell in
      if cell.zIndex == 0 { return !ItemFrames.touches(cell.frame, keep) }
      return !raised.contains(cell.element) && !ItemFrames.touches(extent(of: cell, placement), area)
    }
  }

  /// Whether the node of an element is there, is being made, or cannot be made.
  private func isAskedFor(_ element: ListElement) -> Bool {
    cells.contains(element) || making.contains(element) || early.contains(element) || failed.contains(element)
  }

  /// A job begins with the node of `element`. Returns what is to be done; nil: nothing more, what was asked for was for another version.
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

  /// The node of an element could not be made.
  mutating func fail(_ element: ListElement, _ version: Int) {
    guard self.version == version else { return }
    forgetAsking([element])
    failed.insert(element)
  }

  /// Nobody makes the nodes of `elements` of a version any more.
  mutating func giveUp(_ elements: [ListElement], _ version: Int) {
    if self.version == version { forgetAsking(elements) }
  }

  private mutating func forgetAsking(_ elements: [ListElement]) {
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
  mutating func letWait(_ node: AnyNode, _ element: ListElement, _ version: Int) -> Bool {
    guard self.version == version, early.remove(element) != nil else { return false }
    waiting[element] = node
    return true
  }

  /// The node of an element of the same kind that layouts have measured.
  func measured(like element: ListElement) -> AnyNode? {
    cells.all.last { $0.size != nil && ($0.element.index == nil) == (element.index == nil) }?.node
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

  /// Whether an element lies where nodes are kept.
  private func isNear(_ element: ListElement) -> Bool {
    guard let keep, let placement, let frame = placement.frame(of: element) else { return false }
    if case .item = element { return ItemFrames.touches(frame, keep.offset(by: shift * -1)) }
    return true
  }

  /// Puts new cells among the others, unless the data has changed meanwhile. Returns those whose nodes show other elements already; nil: it has.
  mutating func add(_ made: [ListCell], _ version: Int) -> [ListElement]? {
    guard self.version == version else { return nil }
    var twice: [ListElement] = []
    // Few are looked for one by one.
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

  /// Takes a cell in. What lies where is asked of the placement.
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

/// What a job that makes nodes does with one.
enum ListStep {
  /// It is not wanted any more; what waited is let go of.
  case skip(AnyNode?)
  /// It was made already.
  case take(AnyNode)
  case make
}
