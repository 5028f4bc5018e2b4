internal import CRender
public import TesseraGeometry

/// A rectangle with rounded corners, logical units.
///
/// Radii that don't fit are scaled down together for drawing, as in CSS.
public struct RoundedRect: Sendable, Hashable {
  /// The rectangle.
  public var rect: Rect
  /// The radius of each corner.
  public var radii: CornerRadii

  /// Creates a shape with a radius for each corner.
  public init(_ rect: Rect, radii: CornerRadii) { (self.rect, self.radii) = (rect, radii) }
  /// Creates a shape with one radius for all corners.
  public init(_ rect: Rect, radius: Double = 0) { self.init(rect, radii: CornerRadii(radius)) }

  /// Returns whether a point is in the shape. Radii that don't fit are scaled down. O(1).
  public func contains(_ point: Point) -> Bool {
    guard rect.contains(point) else { return false }
    let fitted = radii.fitted(to: rect.size)
    let (isLeft, isTop) = (point.x < rect.midX, point.y < rect.midY)
    let radius =
      isTop ? (isLeft ? fitted.topLeft : fitted.topRight) : (isLeft ? fitted.bottomLeft : fitted.bottomRight)
    // Distance from the middle of the corner's circle; negative along a straight edge.
    let x = radius - (isLeft ? point.x - rect.minX : rect.maxX - point.x)
    let y = radius - (isTop ? point.y - rect.minY : rect.maxY - point.y)
    return x <= 0 || y <= 0 || x * x + y * y <= radius * radius
  }

  var asC: cr_rrect {
    cr_rrect(rect: rect.asC, radii: (radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft))
  }
}

/// Shadow of a box, as CSS's box-shadow.
public struct Shadow: Sendable, Hashable {
  /// Colour; its alpha is the strength of the shadow.
  public var color: Color
  /// Offset, logical units.
  public var offset: Point
  /// Blur radius, logical units; the standard deviation is half of it, as in CSS.
  public var radius: Double
  /// Growth on each side of the box, logical units.
  public var spread: Double

  /// Creates a shadow.
  public init(color: Color, offset: Point = .zero, radius: Double, spread: Double = 0) {
    (self.color, self.offset, self.radius, self.spread) = (color, offset, radius, spread)
  }

  /// Distance beyond the shape within which pixels may change, logical units; 0 if the shadow is not finite.
  public var outset: Double {
    // Three box blurs of width d extend 1.5 d; d is about 1.88 sigma.
    let blur = max(0, radius) / 2 * 2.83 + 3
    let far = max(abs(offset.x), abs(offset.y)) + max(0, spread) + blur
    return far.isFinite ? far : 0
  }
}

/// Border inside the edge of a shape.
public struct Border: Sendable, Hashable {
  /// Width of each side, logical units.
  public var width: Insets
  /// Colour of the border.
  public var color: Color
  /// Pattern of the line.
  public var style: Style

  /// Pattern of a border's line.
  public enum Style: String, Sendable, CaseIterable, Hashable {
    /// A line without gaps.
    case solid
    /// Every second device pixel of a line that is one device pixel wide for every width above 0, such as the frames of disabled controls on 1-bit
    /// displays.
    case dotted
  }

  /// Creates a border of one width.
  public init(width: Double, color: Color, style: Style = .solid) {
    (self.width, self.color, self.style) = (Insets(width), color, style)
  }
  /// Creates a border with a width for each side.
  public init(width: Insets, color: Color, style: Style = .solid) { (self.width, self.color, self.style) = (width, color, style) }
}

/// Rule for the inside of a path that crosses itself.
public enum FillRule: Sendable, Hashable {
  /// Nonzero winding number.
  case nonZero
  /// Odd winding number.
  case evenOdd
}

/// Cap at the ends of an open line.
public enum LineCap: String, Sendable, CaseIterable, Hashable {
  /// Flat, at the end point.
  case butt
  /// A half circle.
  case round
  /// Half a square.
  case square
}

/// Join between two lines.
public enum LineJoin: String, Sendable, CaseIterable, Hashable {
  /// A miter; bevelled beyond the miter limit.
  case miter
  /// An arc.
  case round
  /// A bevel.
  case bevel
  /// A miter, clipped at the miter limit.
  case miterClip
}

/// The pen of a stroke.
public struct StrokeStyle: Sendable, Hashable {
  /// Width of the pen, logical units; nothing is drawn unless it is positive and finite.
  public var width: Double
  /// Cap of open lines.
  public var cap: LineCap
  /// Join between lines.
  public var join: LineJoin
  /// Maximum length of a miter, as a multiple of the width; longer joins are bevelled.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, logical units; an odd number repeats. Solid if empty, if a length is negative or if their sum
  /// is 0.
  public var dashes: [Double]
  /// Offset into the dashes at the start of a line, logical units.
  public var dashOffset: Double

  /// Creates a pen.
  public init(
    width: Double = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 4, dashes: [Double] = [], dashOffset: Double = 0
  ) {
    (self.width, self.cap, self.join, self.miterLimit) = (width, cap, join, miterLimit)
    (self.dashes, self.dashOffset) = (dashes, dashOffset)
  }

  /// Calls `body` with the pen in the C core's form.
  func withC(_ body: (UnsafePointer<cr_stroke>) -> Void) {
    dashes.withUnsafeBufferPointer { dashes in
      var stroke = withoutDashes
      (stroke.dashes, stroke.dash_count, stroke.dash_offset) = (dashes.baseAddress, dashes.count, dashOffset)
      body(&stroke)
    }
  }

  private var withoutDashes: cr_stroke {
    let cap =
      switch self.cap {
      case .butt: CR_CAP_BUTT
      case .round: CR_CAP_ROUND
      case .square: CR_CAP_SQUARE
      }
    let join =
      switch self.join {
      case .miter: CR_JOIN_MITER
      case .round: CR_JOIN_ROUND
      case .bevel: CR_JOIN_BEVEL
      case .miterClip: CR_JOIN_MITER_CLIP
      }
    return cr_stroke(width: width, cap: cap, join: join, miter_limit: miterLimit, dashes: nil, dash_count: 0, dash_offset: 0)
  }
}

extension Point {
  var asC: cr_point { cr_point(x: x, y: y) }
}
extension Rect {
  var asC: cr_rect { cr_rect(x: minX, y: minY, width: width, height: height) }
}
extension Transform {
  var asC: cr_transform { cr_transform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
  init(_ t: cr_transform) { self.init(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty) }
}
