internal import Tessera
internal import TesseraGeometry

/// What a list shows, where it lies, and what it decides: the data, the places of their elements, and the nodes of those that are near the screen.
///
/// A value without lock, clock or callback: it is told what is in view, what was measured and which data come, and says what is to be done.
/// ``ListStorage`` holds it and does that. Subnodes lie in coordinates that float: where sizes before what is seen turn out to be others than estimated,
/// `shift` changes and what is seen stays where it is.
struct ListState {
  var source: any ListSource = EmptyListSource()

  // Where elements lie.

  var layout: any ListLayout
  /// nil before the size of the list is known.
  var placement: (any ListPlacement)? { didSet { cellsArePlaced = false } }
  /// Room around all content.
  var insets = Insets.zero
  var anchoring = ListAnchoring.automatic
  /// The size of the list's box.
  var viewport = Size.zero
  var scale = 1.0
  var isRightToLeft = false
  /// From the coordinates of the placement to those of the subnodes.
  var shift = Point.zero { didSet { cellsArePlaced = false } }
  /// Whether all cells have the frames that the placement has for them.
  var cellsArePlaced = false
  /// What the newest layouts held in its place.
  var held: ListElement?
  /// What was seen before the viewport or the arrangement changed, until the nodes have been measured for that; of which version of the list.
  var resized: (version: Int, view: View)?
  /// Counts changes of the data and of the layout: what was begun for another version is of no use.
  var version = 0
  /// Counts changes of where elements lie: what was worked out for another is of no use.
  var placementVersion = 0

  // Nodes.

  var cells = CellTable()
  /// Elements whose nodes are being made, and that have none.
  var making: Set<ListElement> = []
  var failed: Set<ListElement> = []
  /// Prefetched elements whose nodes are being made, and prefetched nodes: frames that show nothing new make what later frames ask for. They are no cells
  /// yet: kept state is not restored in them, and no row is around them.
  var early: Set<ListElement> = []
  var waiting: [ListElement: AnyNode] = [:]
  /// What is in view, what is to be known and what is kept, in the coordinates of subnodes.
  var visible = Rect.zero
  /// What covers the viewport at its edges.
  var edges = Insets.zero
  var keep: Rect?
  /// Where nodes were asked for, all of them.
  var covered: Rect?
  /// Elements that are painted over all others.
  var raised: Set<ListElement> = []
  var statistics = ListStatistics()
  /// Version of the list for which elements without area were reported.
  var flatVersion = -1
  /// What layouts found wrong and nobody was told yet.
  var complaints: [Complaint] = []

  // Changes of the data.

  /// Those that wait.
  var changes: [ListStorage.Change] = []
  var isChanging = false
  /// What is to be called once they are shown.
  var afterChanges: [@Sendable () -> Void] = []
  /// The first data, while they were not checked.
  var unchecked: (any ListSource)?
  /// Whether the next change of the data is shown at once, as a hand has shown it already.
  var skipsTransition = false

  // Where the program wants the list.

  var aim: ListAim?
  /// The same, of data that are not shown yet.
  var nextAim: ListAim?

  /// Something that is wrong with an element.
  struct Complaint: Sendable, Equatable {
    let element: ListElement
    let what: String
  }

  /// Most that an element may measure along the axis of its list, logical units.
  static let longest = ListMetrics.longest

  init(_ layout: any ListLayout) { self.layout = layout }

  // MARK: What others ask

  /// What the placement is to know. Linear in the sections.
  var metrics: ListMetrics {
    let counts = source.itemCounts
    return ListMetrics(
      viewport: viewport, insets: insets, isRightToLeft: isRightToLeft, scale: scale,
      sections: counts.enumerated().map { section, count in
        ListMetrics.Section(count, hasHeader: source.hasHeader(section), hasFooter: source.hasFooter(section))
      })
  }

  /// Where a cell may be seen: where it lies, or, where it stays in view, all of its section. In the coordinates of the placement.
  func extent(of cell: ListCell, _ placement: any ListPlacement) -> Rect {
    guard let own = placement.frame(of: cell.element) else { return .zero }
    let section = cell.element.section
    guard cell.zIndex > 0, source.itemCounts.indices.contains(section) else { return own }
    let last = ListIndex(section, source.itemCounts[section] - 1)
    /// What lies between two frames and in them, also where one of them has no length.
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

  /// Where subnodes lie for what decides how close to the screen they are: what stays in view lies wherever its section does.
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

  /// Subnodes that stay in view while the content is scrolled to `offset`, and how far they are from where they were laid out.
  func sticky(at offset: Point, insets: Insets) -> [SubnodePlacement] {
    guard let placement, !viewport.isEmpty else { return [] }
    let visible = Rect(origin: offset - shift, size: viewport).inset(by: insets)
    return placement.stickyElements(in: visible).compactMap { place in
      guard let cell = cells[place.element] else { return nil }
      var by = place.frame.origin + shift - cell.frame.origin
      // Offsets count in the direction of lines.
      if isRightToLeft { by.x = -by.x }
      return by == .zero ? nil : SubnodePlacement(cell.host, offset: by)
    }
  }

  /// The topmost element at a point in the coordinates of subnodes, those that stick to an edge first.
  func topmost(at point: Point) -> ListElement? {
    guard let placement else { return nil }
    let at = Rect(origin: point - shift, size: Size(1e-6, 1e-6))
    let visible = visible.offset(by: shift * -1)
    if let sticky = placement.stickyElements(in: visible).last(where: { ItemFrames.touches(at, $0.frame) }) { return sticky.element }
    return placement.elements(in: at).max { $0.zIndex < $1.zIndex }?.element
  }

  /// The first item that reaches into the viewport at `offset`, in the coordinates of subnodes, and how far behind its start the viewport begins; nil
  /// before the first layout.
  func firstItem(at offset: Point) -> (item: ListIndex, distance: Double)? {
    guard let placement, !viewport.isEmpty else { return nil }
    let axis = layout.axis
    let start = offset - shift
    for place in placement.elements(in: Rect(origin: start, size: viewport)) {
      if case .item(let item) = place.element { return (item, start[axis] - place.frame.origin[axis]) }
    }
    return nil
  }

  /// Has elements painted over all others, and kept wherever they are.
  mutating func raise(_ elements: Set<ListElement>) {
    for element in raised { cells.update(element) { $0.zIndex = 0 } }
    raised = elements
    for element in elements { cells.update(element) { $0.zIndex = 1_000_000 } }
  }
}
