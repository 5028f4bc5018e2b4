internal import TesseraGeometry

/// Pixels to repaint, as a few rectangles that may overlap. Painting a pixel twice gives the same result, only slower.
struct DamageRegion {
  private(set) var rects: [PixelRect] = []
  private let bounds: PixelRect
  /// Maximum number of rectangles; beyond it the two with the least wasted union are joined.
  private static let limit = 32
  /// Maximum number of searches over all pairs. Afterwards the newest is joined with its best partner, so that thousands of moving boxes
  /// cost no more.
  private static let searches = 64
  private var searched = 0
  /// Additional pixels that may be painted for one rectangle less.
  private let slack: Int

  /// - Parameters:
  ///   - bounds: rectangles are clipped to these.
  ///   - slack: additional pixels that may be painted for each rectangle less.
  init(bounds: PixelRect, slack: Int = 0) { (self.bounds, self.slack) = (bounds, slack) }

  var isEmpty: Bool { rects.isEmpty }

  mutating func add(_ rect: PixelRect) {
    var new = rect.intersection(bounds)
    guard !new.isEmpty else { return }
    var index = 0
    while index < rects.count {
      let other = rects[index]
      if other.contains(new) { return }
      let union = other.union(new)
      // Joined if the union paints at most as many pixels as the two separately.
      if union.area <= other.area + new.area + slack {
        rects.swapAt(index, rects.count - 1)
        rects.removeLast()
        new = union
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(new)
    if rects.count > Self.limit { joinCheapest() }
  }

  /// Adds rectangles. If there are too many, successive ones whose union wastes at most a third are joined first. Rows of moving nodes
  /// thereby become one rectangle each, at the cost of one step for each node.
  mutating func add(_ rects: [PixelRect]) {
    guard rects.count > Self.limit else {
      for rect in rects { add(rect) }
      return
    }
    var (run, covered) = (PixelRect.zero, 0)
    for rect in rects {
      let new = rect.intersection(bounds)
      guard !new.isEmpty else { continue }
      let union = covered == 0 ? new : run.union(new)
      if union.area * 2 <= (covered + new.area) * 3 {
        (run, covered) = (union, covered + new.area)
      } else {
        add(run)
        (run, covered) = (new, new.area)
      }
    }
    if covered > 0 { add(run) }
  }

  /// Returns the two rectangles to join: the pair with the least wasted union, among all pairs or those with the newest.
  private mutating func cheapestPair() -> (Int, Int) {
    var best = (0, 1, Int.max)
    let newest = rects.count - 1
    let isOfAll = searched < Self.searches
    if isOfAll { searched += 1 }
    for a in 0..<newest {
      for b in (isOfAll ? a + 1 : newest)...newest {
        let waste = rects[a].union(rects[b]).area - rects[a].area - rects[b].area
        if waste < best.2 { best = (a, b, waste) }
      }
    }
    return (best.0, best.1)
  }

  /// Joins `area` and all rectangles that touch it, if there are any. Returns whether that changed something.
  mutating func joinAll(touching area: PixelRect) -> Bool {
    let touching = rects.filter { $0.intersects(area) }
    guard let first = touching.first, touching.count > 1 || !first.contains(area) else { return false }
    rects.removeAll { $0.intersects(area) }
    rects.append(touching.reduce(area) { $0.union($1) }.intersection(bounds))
    return true
  }

  /// The same pixels as rectangles without overlap.
  var disjoint: [PixelRect] {
    var result: [PixelRect] = []
    for rect in rects {
      var pieces = [rect]
      for other in result where other.intersects(rect) { pieces = pieces.flatMap { $0.subtracting(other) } }
      result += pieces
    }
    return result
  }

  private mutating func joinCheapest() {
    let (a, b) = cheapestPair()
    let union = rects[a].union(rects[b])
    rects.remove(at: b)
    rects.remove(at: a)
    add(union)
  }
}

extension PixelRect {
  /// Returns the remainder without `other`: at most four rectangles, as wide as possible.
  func subtracting(_ other: PixelRect) -> [PixelRect] {
    let cut = intersection(other)
    guard !cut.isEmpty else { return [self] }
    let parts = [
      PixelRect(x: x, y: y, width: width, height: cut.y - y),
      PixelRect(x: x, y: cut.y, width: cut.x - x, height: cut.height),
      PixelRect(x: cut.maxX, y: cut.y, width: maxX - cut.maxX, height: cut.height),
      PixelRect(x: x, y: cut.maxY, width: width, height: maxY - cut.maxY),
    ]
    return parts.filter { !$0.isEmpty }
  }
}
