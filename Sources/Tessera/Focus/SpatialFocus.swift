public import TesseraGeometry

/// Which of several boxes lies on one side of another: the rule that arrow keys go by. Pure functions.
///
/// Only boxes whose middle lies on the wanted side of the middle count. First come those *in the beam*: they begin where the old box ends, or
/// behind it, and the two overlap across the way. Of these the nearest wins; of those side by side the one that the focus came from, else the
/// one whose middle is nearest. Where nothing lies in the beam, the nearest middle wins, where a step aside counts twice. Boxes inside of the
/// old one are reached from the edge that one enters by.
public enum SpatialFocus {
  /// Returns the number of the box to go to, or nil where none lies that way. Costs the number of boxes.
  ///
  /// - Parameters:
  ///   - area: where the focus is.
  ///   - direction: where to: left, right, up or down.
  ///   - boxes: what can be gone to.
  ///   - inside: whether a box lies inside of `area` and belongs to it.
  ///   - cameFrom: the number of the box from which the opposite direction led here.
  ///   - allowsDiagonal: whether boxes far aside count, more so than they lie ahead.
  public static func pick(
    from area: Rect, _ direction: FocusDirection, of boxes: [Rect], inside: (Int) -> Bool = { _ in false }, cameFrom: Int? = nil,
    allowsDiagonal: Bool = true
  ) -> Int? {
    guard direction.axis != nil else { return nil }
    let from = Span(area, direction)
    var best: (rank: Rank, number: Int, span: Span)?
    for (number, box) in boxes.enumerated() {
      let span = Span(box, direction)
      let rank = inside(number) ? from.rank(within: span) : from.rank(span, allowsDiagonal)
      guard let rank else { continue }
      if best.map({ rank < $0.rank }) ?? true { best = (rank, number, span) }
    }
    guard let best else { return nil }
    // Of boxes side by side, back to where the focus was.
    if let cameFrom, boxes.indices.contains(cameFrom), cameFrom != best.number, best.rank.kind == 0 {
      let span = Span(boxes[cameFrom], direction)
      if let rank = from.rank(span, allowsDiagonal), rank.kind == 0, span.near < best.span.far { return cameFrom }
    }
    return best.number
  }

  private struct Rank {
    var kind: Int
    var distance: Double
    var aside: Double
    static func < (a: Rank, b: Rank) -> Bool { (a.kind, a.distance, a.aside) < (b.kind, b.distance, b.aside) }
  }

  /// A box seen along the way: `near` to `far` ahead, `low` to `high` across.
  private struct Span {
    let near: Double
    let far: Double
    let low: Double
    let high: Double

    init(_ box: Rect, _ direction: FocusDirection) {
      switch direction {
      case .left: (near, far, low, high) = (-box.maxX, -box.minX, box.minY, box.maxY)
      case .up: (near, far, low, high) = (-box.maxY, -box.minY, box.minX, box.maxX)
      case .down: (near, far, low, high) = (box.minY, box.maxY, box.minX, box.maxX)
      case .right, .next, .previous: (near, far, low, high) = (box.minX, box.maxX, box.minY, box.maxY)
      }
    }

    var middle: Double { (near + far) / 2 }
    var center: Double { (low + high) / 2 }

    func rank(_ other: Span, _ allowsDiagonal: Bool) -> Rank? {
      let ahead = other.middle - middle
      guard ahead > 0 else { return nil }
      let aside = abs(other.center - center)
      if other.near >= far, min(high, other.high) > max(low, other.low) {
        return Rank(kind: 0, distance: other.near - far, aside: aside)
      }
      guard allowsDiagonal || aside <= ahead else { return nil }
      return Rank(kind: 1, distance: ahead + 2 * aside, aside: aside)
    }

    func rank(within other: Span) -> Rank? {
      guard min(high, other.high) > max(low, other.low), min(far, other.far) > max(near, other.near) else { return nil }
      return Rank(kind: 0, distance: max(0, other.near - near), aside: abs(other.center - center))
    }
  }
}
