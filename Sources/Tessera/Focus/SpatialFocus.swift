public import TesseraGeometry

/// Selects the nearest of several boxes in a direction: the rule of arrow keys. Pure functions.
///
/// Only boxes whose center is in this direction from the old center are candidates. Boxes *in the beam* are first: they begin at or after
/// the end of the old box, and both overlap across the direction. Of these the nearest wins. Of those side by side, the one that the focus
/// came from wins, else the one with the nearest center. Without a box in the beam, the nearest center wins; the distance across the
/// direction counts double. Boxes inside of the old one are reached from the edge at which the direction enters.
public enum SpatialFocus {
  /// Returns the index of the box to move to, or nil if there is none. Linear in the number of boxes.
  ///
  /// - Parameters:
  ///   - area: focused area.
  ///   - direction: left, right, up or down.
  ///   - boxes: candidates.
  ///   - inside: whether a box is inside of `area` and belongs to it.
  ///   - cameFrom: index of the box from which the opposite direction led here.
  ///   - allowsDiagonal: whether boxes count that are farther away across the direction than along it.
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
    // Of boxes side by side, return to the one that had the focus.
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

  /// Box relative to the direction: `near` to `far` along it, `low` to `high` across it.
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
