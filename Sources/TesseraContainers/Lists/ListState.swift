internal import Tessera
internal import TesseraGeometry

/// State and decisions of a list: the data, the places of its elements, and the nodes near the viewport.
///
/// A value without lock, clock or callback. It receives the visible range, measured sizes and new data, and returns the work to do.
/// ``ListStorage`` holds it and does that work. Subnodes have floating coordinates: if sizes before the viewport differ from their
/// estimates, `shift` changes and visible content stays in place.
struct ListState {
  var source: any ListSource = EmptyListSource()

  // Placement of elements.

  var layout: any ListLayout
  /// nil until the size of the list is known.
  var placement: (any ListPlacement)? { didSet { cellsArePlaced = false } }
  /// Insets around all content.
  var insets = Insets.zero
  var anchoring = ListAnchoring.automatic
  /// Size of the list's box.
  var viewport = Size.zero
  var scale = 1.0
  var isRightToLeft = false
  /// Offset from the coordinates of the placement to those of the subnodes.
  var shift = Point.zero { didSet { cellsArePlaced = false } }
  /// Whether all cells have the frames of the placement.
  var cellsArePlaced = false
  /// Anchor that the newest layouts kept in place.
  var held: ListElement?
  /// Visible content before the viewport or the arrangement changed, with the version of the list. Set until the nodes have been measured
  /// again.
  var resized: (version: Int, view: View)?
  /// Counts changes of the data and of the layout. Work begun for another version is discarded.
  var version = 0
  /// Counts changes of the placement. Results for another version are discarded.
  var placementVersion = 0

  // Nodes.

  var cells = CellTable()
  /// Elements without nodes whose nodes are being created.
  var making: Set<ListElement> = []
  var failed: Set<ListElement> = []
  /// Elements whose nodes are being prefetched, and prefetched nodes. Frames without new content prefetch for later frames. These nodes are
  /// not in cells yet: kept state is not restored in them, and they have no row around them.
  var early: Set<ListElement> = []
  var waiting: [ListElement: AnyNode] = [:]
  /// Visible, known and kept areas in the coordinates of subnodes.
  var visible = Rect.zero
  /// Insets of the viewport that are covered at its edges.
  var edges = Insets.zero
  var keep: Rect?
  /// Area in which all nodes were requested.
  var covered: Rect?
  /// Elements that are painted above all others.
  var raised: Set<ListElement> = []
  var statistics = ListStatistics()
  /// Version of the list for which elements without area were reported.
  var flatVersion = -1
  /// Problems found by layouts that are not reported yet.
  var complaints: [Complaint] = []

  // Changes of the data.

  /// Waiting changes.
  var changes: [ListStorage.Change] = []
  var isChanging = false
  /// Closures to call once the changes are shown.
  var afterChanges: [@Sendable () -> Void] = []
  /// Whether a row with a percentage of an undefined length was reported.
  var isShareReported = false
  /// First data until they are validated.
  var unchecked: (any ListSource)?
  /// Whether the next change of the data is shown without animation, because a drag has shown it already.
  var skipsTransition = false

  // Scroll target of the program.

  var aim: ListAim?
  /// Scroll target in data that are not shown yet.
  var nextAim: ListAim?

  /// Problem of an element.
  struct Complaint: Sendable, Equatable {
    let element: ListElement
    let what: String
  }

  /// Maximum size of an element along the list's axis, logical units.
  static let longest = ListMetrics.longest

  init(_ layout: any ListLayout) { self.layout = layout }

  // MARK: Queries

  /// Input of the layout. Linear in the sections.
  var metrics: ListMetrics {
    let counts = source.itemCounts
    return ListMetrics(
      viewport: viewport, insets: insets, isRightToLeft: isRightToLeft, scale: scale,
      sections: counts.enumerated().map { section, count in
        ListMetrics.Section(count, hasHeader: source.hasHeader(section), hasFooter: source.hasFooter(section))
      })
  }

  /// Area in which a cell can be visible: its frame or, if it is sticky, its whole section. In the coordinates of the placement.
  func extent(of cell: ListCell, _ placement: any ListPlacement) -> Rect {
    guard let own = placement.frame(of: cell.element) else { return .zero }
    let section = cell.element.section
    guard cell.zIndex > 0, source.itemCounts.indices.contains(section) else { return own }
    let last = ListIndex(section, source.itemCounts[section] - 1)
    /// Returns the bounding box of both frames, also if one of them has no length.
    func reach(_ other: Rect) -> Rect {
      let (x, y) = (min(own.minX, other.minX), min(own.minY, other.minY))
      return Rect(x, y, max(own.maxX, other.maxX) - x, max(own.maxY, other.maxY) - y)
    }
    switch cell.element {
    case .header:
      return (placement.frame(of: .footer(section)) ?? placement.frame(of: .item(last))).map(reach) ?? own
    case .footer:
      return (placement.frame(of: .header(section)) ?? placement.frame(of: .item(ListIndex(section, 0)))).map(reach) ?? own
    case .item, .supplementary: return own
    }
  }

  /// Frames of subnodes for computing interface states; a sticky element has the extent of its section.
  func rangingFrames(of hosts: [AnyNode], _ frames: [Rect]) -> [Rect] {
    guard let placement, cells.all.contains(where: { $0.zIndex > 0 }) else { return frames }
    var numbers: [ObjectIdentifier: Int] = [:]
    for (number, host) in hosts.enumerated() { numbers[ObjectIdentifier(host)] = number }
    var result = frames
    for cell in cells.all where cell.zIndex > 0 {
      guard let number = numbers[ObjectIdentifier(cell.host)], number < result.count else { continue }
      result[number] = extent(of: cell, placement).offset(by: shift)
    }
    return result
  }

  /// Returns the placements of subnodes while the content is scrolled to `offset`: of those that stick, with their distances from their places in
  /// the layout, and of those with effects.
  func placements(at offset: Point, insets: Insets) -> [SubnodePlacement] {
    guard let placement, !viewport.isEmpty else { return [] }
    let visible = Rect(origin: offset - shift, size: viewport).inset(by: insets)
    let effects = placement.effects(in: visible).compactMap { effect in
      cells[effect.element].map {
        SubnodePlacement(
          $0.host, offset: effect.offset, scale: effect.scale, transform: effect.transform, opacity: effect.opacity, zIndex: effect.zIndex)
      }
    }
    let sticky = sticky(in: visible, placement)
    guard !effects.isEmpty, !sticky.isEmpty else { return sticky + effects }
    // A node has one placement.
    let stuck = Set(sticky.map(\.node))
    return sticky + effects.filter { !stuck.contains($0.node) }
  }

  private func sticky(in visible: Rect, _ placement: any ListPlacement) -> [SubnodePlacement] {
    placement.stickyElements(in: visible).compactMap { place in
      guard let cell = cells[place.element] else { return nil }
      var by = place.frame.origin + shift - cell.frame.origin
      // Horizontal offsets are in line direction.
      if isRightToLeft { by.x = -by.x }
      return by == .zero ? nil : SubnodePlacement(cell.host, offset: by)
    }
  }

  /// Records the values that the layout gives the cells. Returns the items whose values are others than before.
  mutating func dequeueOtherValues() -> [ListIndex] {
    guard let placement else { return [] }
    var others: [ListIndex] = []
    for cell in cells.all {
      guard case .item(let index) = cell.element, case let values = placement.values(of: cell.element), values != cell.values else {
        continue
      }
      cells.update(cell.element) { $0.values = values }
      others.append(index)
    }
    return others
  }

  /// Returns the topmost element at a point in the coordinates of subnodes, sticky ones first.
  func topmost(at point: Point) -> ListElement? {
    guard let placement else { return nil }
    let at = Rect(origin: point - shift, size: Size(1e-6, 1e-6))
    let visible = visible.offset(by: shift * -1)
    if let sticky = placement.stickyElements(in: visible).last(where: { ItemFrames.touches(at, $0.frame) }) { return sticky.element }
    return placement.elements(in: at).max { $0.zIndex < $1.zIndex }?.element
  }

  /// Returns the first item that reaches into the viewport at `offset`, in the coordinates of subnodes, and the distance from its start to
  /// the viewport's start. nil before the first layout.
  func firstItem(at offset: Point) -> (item: ListIndex, distance: Double)? {
    guard let placement, !viewport.isEmpty else { return nil }
    let axis = layout.axis
    let start = offset - shift
    for place in placement.elements(in: Rect(origin: start, size: viewport)) {
      if case .item(let item) = place.element { return (item, start[axis] - place.frame.origin[axis]) }
    }
    return nil
  }

  /// Paints elements above all others and keeps their nodes at any distance.
  mutating func raise(_ elements: Set<ListElement>) {
    for element in raised { cells.update(element) { $0.zIndex = 0 } }
    raised = elements
    for element in elements { cells.update(element) { $0.zIndex = 1_000_000 } }
  }
}
