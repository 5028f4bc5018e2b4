public import TesseraGeometry
public import TesseraLayout

/// Position of an overlay next to its anchor. A value; any thread.
public struct OverlayPlacement: Sendable, Hashable {
  /// A side of the anchor; leading and trailing follow the writing direction of the presenting node.
  public enum Side: String, Sendable, CaseIterable, Hashable {
    /// Above or below the anchor.
    case above, below
    /// Before or after the anchor in the line.
    case leading, trailing
    /// Over the anchor, with the same centre.
    case over
  }

  /// Aligned edges of overlay and anchor, along the side.
  public enum Alignment: String, Sendable, CaseIterable, Hashable {
    /// The edges at the start of lines, or the top edges.
    case start
    /// The centres.
    case center
    /// The edges at the end of lines, or the bottom edges.
    case end
  }

  /// The sides in order of preference. The first with enough room is used, or else the one with the most room. Empty: ``Side/over``.
  public var sides: [Side]
  /// Aligned edges.
  public var alignment: Alignment
  /// Distance between anchor and overlay, logical units.
  public var spacing: Double
  /// Minimum distance from the edges of the screen, inside of its safe area, logical units.
  public var margin: Double
  /// Whether the overlay is moved into the screen. If not, it is placed exactly according to sides and alignment.
  public var isConfined: Bool

  /// Makes a placement. Lengths that are not finite count as 0.
  public init(
    _ sides: [Side], alignment: Alignment = .center, spacing: Double = 4, margin: Double = 4, isConfined: Bool = true
  ) {
    self.sides = sides
    self.alignment = alignment
    self.spacing = spacing.isFinite ? spacing : 0
    self.margin = margin.isFinite ? margin : 0
    self.isConfined = isConfined
  }

  /// Below the anchor, or above it if there is no room.
  public static let below = OverlayPlacement([.below, .above])
  /// Above the anchor, or below it if there is no room.
  public static let above = OverlayPlacement([.above, .below])
  /// Over the anchor.
  public static let over = OverlayPlacement([.over])

  /// Returns the top left corner of an overlay. A pure function; logical units of the stage.
  ///
  /// - Parameters:
  ///   - size: size of the overlay.
  ///   - anchor: rectangle next to which the overlay is placed.
  ///   - screen: rectangle for the overlay; ``margin`` is subtracted here.
  ///   - direction: direction of lines.
  public func origin(of size: Size, at anchor: Rect, in screen: Rect, direction: LayoutDirection = .ltr) -> Point {
    let room = screen.inset(by: margin)
    let side = side(for: size, at: anchor, in: room, direction)
    var origin = origin(of: size, at: anchor, on: side, direction)
    guard isConfined else { return origin }
    // An overlay larger than the screen shows its beginning.
    let isLeft = direction == .ltr || size.width <= room.width
    origin.x = isLeft ? max(room.minX, min(origin.x, room.maxX - size.width)) : room.maxX - size.width
    origin.y = max(room.minY, min(origin.y, room.maxY - size.height))
    return origin
  }

  private func side(for size: Size, at anchor: Rect, in room: Rect, _ direction: LayoutDirection) -> Side {
    guard sides.count > 1 else { return sides.first ?? .over }
    func spare(_ side: Side) -> Double {
      let isBefore = (side == .leading) == (direction == .ltr)
      switch side {
      case .above: return anchor.minY - spacing - room.minY - size.height
      case .below: return room.maxY - anchor.maxY - spacing - size.height
      case .leading, .trailing:
        return (isBefore ? anchor.minX - room.minX : room.maxX - anchor.maxX) - spacing - size.width
      case .over: return min(room.width - size.width, room.height - size.height)
      }
    }
    return sides.first { spare($0) >= 0 } ?? sides.max { spare($0) < spare($1) } ?? .over
  }

  private func origin(of size: Size, at anchor: Rect, on side: Side, _ direction: LayoutDirection) -> Point {
    let isMirrored = direction == .rtl
    func along(_ low: Double, _ length: Double, _ own: Double, mirrored: Bool) -> Double {
      switch alignment {
      case .center: low + (length - own) / 2
      case .start: mirrored ? low + length - own : low
      case .end: mirrored ? low : low + length - own
      }
    }
    let x = along(anchor.minX, anchor.width, size.width, mirrored: isMirrored)
    let y = along(anchor.minY, anchor.height, size.height, mirrored: false)
    switch side {
    case .above: return Point(x, anchor.minY - spacing - size.height)
    case .below: return Point(x, anchor.maxY + spacing)
    case .leading, .trailing:
      let isLeft = (side == .leading) != isMirrored
      return Point(isLeft ? anchor.minX - spacing - size.width : anchor.maxX + spacing, y)
    case .over: return Point(anchor.midX - size.width / 2, anchor.midY - size.height / 2)
    }
  }
}
