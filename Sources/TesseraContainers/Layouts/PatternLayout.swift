public import TesseraGeometry

/// Layout of one section of items whose frames depend only on their indices, in groups that follow one another along the axis. Examples are
/// a mosaic, a brick wall and a ring of tiles. A short form of ``ListLayout``: it derives the placement.
///
/// ```swift
/// struct Bricks: PatternLayout {
///   let axis = Axis.vertical
///   var side = 40.0
///   var groupCount: Int { 2 }
///   func frame(ofItem item: Int, in metrics: ListMetrics) -> Rect {
///     Rect(item % 2 == 0 ? 0 : side, Double(item / 2) * side, side, side)
///   }
/// }
/// ```
public protocol PatternLayout: ListLayout {
  /// Number of items in a group. No item of a group begins before the previous group begins, or ends after the next one ends. Default: 1.
  var groupCount: Int { get }

  /// Returns the frame of an item in the content, logical units. Any thread; called for a few groups around the viewport, for any length of
  /// the list.
  func frame(ofItem item: Int, in metrics: ListMetrics) -> Rect
}

extension PatternLayout {
  public var groupCount: Int { 1 }
  public func makePlacement(_ metrics: ListMetrics) -> any ListPlacement { PatternPlacement(layout: self, metrics: metrics) }
}

/// Placement of a pattern: calls the layout each time and caches nothing.
private struct PatternPlacement<Layout: PatternLayout>: ListPlacement {
  let layout: Layout
  var metrics: ListMetrics

  private var count: Int { metrics.sections.first?.count ?? 0 }
  private var size: Int { max(1, layout.groupCount) }
  private var groups: Int { (count + size - 1) / size }

  /// Returns the frames of a group and its range along the axis.
  private func group(_ number: Int) -> (frames: [(item: Int, frame: Rect)], span: ClosedRange<Double>) {
    let frames = (number * size..<min(count, (number + 1) * size)).map { item -> (item: Int, frame: Rect) in
      let frame = layout.frame(ofItem: item, in: metrics)
      return (item, frame.isFinite ? frame : .zero)
    }
    let start = frames.map { $0.frame.origin[layout.axis] }.min() ?? 0
    let end = frames.map { $0.frame.origin[layout.axis] + $0.frame.size[layout.axis] }.max() ?? 0
    return (frames, start...max(start, end))
  }

  var contentBounds: Rect {
    var size = metrics.viewport
    if groups > 0 {
      for number in max(0, groups - 2)..<groups {
        size[layout.axis] = max(size[layout.axis], min(ListMetrics.longest * 1e3, group(number).span.upperBound))
      }
    }
    return Rect(size: size)
  }

  func elements(in rect: Rect) -> [ListPlace] {
    guard rect.isFinite, groups > 0 else { return [] }
    let (start, end) = (rect.origin[layout.axis], rect.origin[layout.axis] + rect.size[layout.axis])
    // The first group that ends after the start.
    var (low, high) = (0, groups)
    while low < high {
      let middle = (low + high) / 2
      if group(middle).span.upperBound < start { low = middle + 1 } else { high = middle }
    }
    var places: [ListPlace] = []
    for number in max(0, low - 1)..<groups {
      let (frames, span) = group(number)
      if number > low, span.lowerBound > end { break }
      places += frames.filter { ItemFrames.touches(rect, $0.frame) }.map { ListPlace(.item(ListIndex(0, $0.item)), $0.frame) }
    }
    return places
  }

  func frame(of element: ListElement) -> Rect? {
    guard case .item(let index) = element, index.section == 0, (0..<count).contains(index.item) else { return nil }
    return layout.frame(ofItem: index.item, in: metrics)
  }

  func constraint(for element: ListElement) -> SizeRange { frame(of: element).map { SizeRange(exactly: $0.size) } ?? .unlimited }

  mutating func setSizes(_ sizes: [(element: ListElement, size: Size)]) {}
  mutating func apply(_ changes: some ListChanges, _ metrics: ListMetrics) { self.metrics = metrics }
}
