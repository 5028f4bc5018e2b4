internal import CRender
public import TesseraGeometry

/// Colour at a position of a gradient.
public struct GradientStop: Sendable, Hashable {
  /// Position: 0 at the gradient's start, 1 at its end; clamped, and at least the previous stop's.
  public var offset: Double
  /// Colour at this position.
  public var color: Color

  /// Creates a stop.
  public init(_ offset: Double, _ color: Color) { (self.offset, self.color) = (offset, color) }
}

/// A colour gradient over an area.
///
/// Coordinates are logical, in the canvas's current transform.
///
/// Colours are interpolated premultiplied. Beyond the first and last stops their colours continue. A gradient without extent paints
/// its last colour; one without stops or with NaN paints nothing.
public enum Gradient: Sendable, Hashable {
  /// Along the line from `from` to `to`.
  case linear(from: Point, to: Point, stops: [GradientStop])
  /// From the centre outwards to `radius`.
  case radial(center: Point, radius: Double, stops: [GradientStop])
  /// Around the centre, clockwise from `angle` (radians, 0 is 12 o'clock).
  case conic(center: Point, angle: Double, stops: [GradientStop])

  /// The stops in order.
  public var stops: [GradientStop] {
    switch self {
    case .linear(_, _, let stops), .radial(_, _, let stops), .conic(_, _, let stops): stops
    }
  }
}

/// Fill of a shape.
public enum Paint: Sendable, Hashable {
  /// One colour.
  case color(Color)
  /// A gradient.
  case gradient(Gradient)

  /// Returns a gradient along a line with equally spaced colours.
  ///
  /// - Parameters:
  ///   - colors: the colours, in order.
  ///   - from: position of the first colour; relative to the node's box (0...1) in the background of a node, as with every gradient.
  ///   - to: position of the last colour.
  public static func linearGradient(_ colors: [Color], from: Point = Point(0, 0), to: Point = Point(0, 1)) -> Paint {
    let last = Double(max(1, colors.count - 1))
    return .gradient(.linear(from: from, to: to, stops: colors.enumerated().map { GradientStop(Double($0.offset) / last, $0.element) }))
  }

  /// Whether the paint hides everything behind it.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.isOpaque
    case .gradient(let gradient): !gradient.stops.isEmpty && gradient.stops.allSatisfy(\.color.isOpaque)
    }
  }

  /// Calls `body` with the paint in the C core's form.
  func withC(_ body: (UnsafePointer<cr_paint>) -> Void) {
    var paint = cr_paint()
    switch self {
    case .color(let color):
      paint.kind = CR_PAINT_COLOR
      paint.color = color.asC
      body(&paint)
    case .gradient(let gradient):
      switch gradient {
      case .linear(let from, let to, _): (paint.kind, paint.p0, paint.p1) = (CR_PAINT_LINEAR, from.asC, to.asC)
      case .radial(let center, let radius, _): (paint.kind, paint.p0, paint.value) = (CR_PAINT_RADIAL, center.asC, radius)
      case .conic(let center, let angle, _): (paint.kind, paint.p0, paint.value) = (CR_PAINT_CONIC, center.asC, angle)
      }
      let stops = gradient.stops.map { cr_stop(offset: $0.offset, color: $0.color.asC) }
      stops.withUnsafeBufferPointer {
        paint.stops = $0.baseAddress
        paint.stop_count = $0.count
        body(&paint)
      }
    }
  }
}
