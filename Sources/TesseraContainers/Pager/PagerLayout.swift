internal import TesseraGeometry

/// Consecutive pages as large as the viewport, or smaller, independent of sections; optionally wrapping. A value.
struct PagerLayout: ListLayout {
  let axis: Axis
  /// Whether the first page follows the last one.
  let wraps: Bool
  /// Visible length of the neighbors of the current page, and the gap between pages.
  var peek = 0.0
  var gap = 0.0
  /// Scale and opacity of the neighbors.
  var neighborScale = 1.0
  var neighborOpacity = 1.0

  /// Distance from each edge of the viewport to the current page.
  var margin: Double { peek > 0 ? peek + gap : 0 }

  func makePlacement(_ metrics: ListMetrics) -> any ListPlacement { PagerPlacement(self, metrics) }
}

/// Placement of pages. A value.
///
/// Pages are at multiples of their length and the gap. If they wrap, there are places far beyond both ends, and each page is at its place that
/// is nearest to ``center``.
struct PagerPlacement: ListPlacement {
  /// Maximum number of rounds that pages can wrap in each direction.
  private static let turns = 10_000

  private let layout: PagerLayout
  private var space: ListSpace
  /// Index of the first page of each section, then the total number of pages.
  private var firsts: [Int]
  /// Place around which wrapping pages are arranged, in pages. The viewport shows it and its neighbourhood.
  private(set) var center = 0.0

  init(_ layout: PagerLayout, _ metrics: ListMetrics) {
    self.layout = layout
    space = ListSpace(layout.axis, metrics)
    firsts = metrics.sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// Number of pages.
  var count: Int { firsts[firsts.count - 1] }

  private var isWrapped: Bool { layout.wraps && count > 1 }

  /// Places that have pages.
  private var places: Range<Int> {
    guard isWrapped else { return 0..<count }
    let first = Int((center - Double(count) / 2).rounded(.up))
    return first..<first + count
  }

  /// Returns the page at a place.
  private func page(at place: Int) -> Int { isWrapped ? (place % count + count) % count : place }

  /// Returns the place of a page.
  func place(of page: Int) -> Int {
    let places = self.places
    guard isWrapped else { return page }
    return places.lowerBound + ((page - places.lowerBound) % count + count) % count
  }

  /// Length of a page, and the distance between two.
  private var length: Double { max(0, space.extent - 2 * layout.margin) }
  private var stride: Double { space.extent > 0 ? max(1, length + layout.gap) : 0 }

  /// Returns the place in the middle of a viewport that begins at `offset`, in pages.
  func place(at offset: Double) -> Double { stride > 0 ? offset / stride : 0 }

  /// Arranges wrapping pages around another place. Returns whether any page moved.
  mutating func turn(to place: Double) -> Bool {
    guard isWrapped, place.isFinite, abs(place) < Double(Self.turns * count) else { return false }
    let before = places
    center = place
    return places != before
  }

  private func index(of page: Int) -> ListIndex {
    // An empty section begins where the next one does.
    var (low, high) = (0, firsts.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if firsts[middle] <= page { low = middle } else { high = middle }
    }
    return ListIndex(low, page - firsts[low])
  }

  /// Returns the index of a page among all pages; nil if it does not exist.
  func page(_ index: ListIndex) -> Int? {
    guard index.section >= 0, index.section < firsts.count - 1, index.item >= 0 else { return nil }
    let page = firsts[index.section] + index.item
    return page < firsts[index.section + 1] ? page : nil
  }

  private func frame(at place: Int) -> Rect {
    space.rect(FlowRect(start: Double(place) * stride + layout.margin, length: length, cross: 0, breadth: space.breadth))
  }

  var contentBounds: Rect {
    let range = isWrapped ? -Self.turns * count..<Self.turns * count : 0..<max(1, count)
    return space.rect(
      FlowRect(
        start: Double(range.lowerBound) * stride, length: Double(range.count - 1) * stride + space.extent, cross: 0, breadth: space.breadth)
    )
  }

  func elements(in rect: Rect) -> [ListPlace] {
    guard rect.isFinite, stride > 0 else { return [] }
    let area = space.flow(rect)
    let places = self.places
    let most = Double(places.upperBound)
    let least = Double(places.lowerBound)
    let first = Int(min(most, max(least, (area.start / stride).rounded(.down) - 1)))
    let last = Int(min(most, max(least, (area.end / stride).rounded(.up) + 1)))
    return (first..<max(first, last)).compactMap { place in
      let frame = frame(at: place)
      return ItemFrames.touches(frame, rect) ? ListPlace(.item(index(of: page(at: place))), frame) : nil
    }
  }

  func frame(of element: ListElement) -> Rect? {
    guard case .item(let index) = element, let page = page(index) else { return nil }
    return frame(at: place(of: page))
  }

  func constraint(for element: ListElement) -> SizeRange {
    var size = space.viewport
    size[layout.axis] = length
    return SizeRange(exactly: size)
  }

  /// Neighbors of the current page shrink and fade with their distance from the middle, up to one page.
  func effects(in visible: Rect) -> [ListEffect] {
    guard stride > 0, layout.neighborScale != 1 || layout.neighborOpacity != 1 else { return [] }
    let middle = visible.center[layout.axis]
    return elements(in: visible).map { place in
      let pages = abs(place.frame.center[layout.axis] - middle) / stride
      let share = min(1, pages)
      return ListEffect(
        place.element, scale: 1 - (1 - layout.neighborScale) * share, opacity: 1 - (1 - layout.neighborOpacity) * share,
        zIndex: -Int(pages.rounded()))
    }
  }

  mutating func setSizes(_ sizes: [(element: ListElement, size: Size)]) {}

  mutating func apply(_ changes: some ListChanges, _ metrics: ListMetrics) {
    let old = self
    self = PagerPlacement(layout, metrics)
    guard isWrapped else { return }
    center = old.center
    // The middle page stays in place, or wrapping pages are arranged around another place.
    guard old.count > 0 else { return }
    let middle = old.index(
      of: old.isWrapped ? old.page(at: Int(old.center.rounded())) : min(old.count - 1, max(0, Int(old.center.rounded()))))
    if let now = changes.newIndex(of: middle), let page = page(now) {
      center = Double(page) + old.center - old.center.rounded()
    }
  }

  /// Returns the index of the page in the middle of the viewport that begins at `offset`, in the coordinates of the content.
  func middlePage(at offset: Point) -> Int? {
    guard stride > 0, count > 0 else { return nil }
    let start = space.flow(Rect(origin: offset, size: space.viewport)).start
    let place = (start / stride).rounded()
    guard abs(place) < 1e15 else { return nil }
    return isWrapped ? page(at: Int(place)) : min(count - 1, max(0, Int(place)))
  }

  /// Returns the offset at which the viewport shows `page`, on the shorter way from `offset`.
  func offset(of page: Int, from offset: Point) -> Point {
    var turned = self
    let start = space.flow(Rect(origin: offset, size: space.viewport)).start
    _ = turned.turn(to: place(at: start))
    var target = turned.frame(at: turned.place(of: page)).origin
    target[layout.axis] -= layout.margin
    return target
  }
}
