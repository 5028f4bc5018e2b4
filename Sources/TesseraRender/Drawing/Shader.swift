internal import CRender
public import TesseraGeometry

/// Content of a gradient before its first and after its last stop.
public enum GradientSpread: String, Sendable, CaseIterable, Hashable {
  /// The colours of these stops, continued.
  case pad
  /// The gradient repeated, alternately reversed.
  case reflect
  /// The gradient repeated.
  case `repeat`
}

/// A paint in the SVG model: a gradient with a spread and a focus, or a repeated picture, with its own transform.
///
/// Colours are interpolated without premultiplication.
public struct Shader: Sendable {
  /// Kind of paint.
  public enum Kind: Sendable {
    /// A gradient along the line from `from` to `to`; without extent, its last colour.
    case linear(from: Point, to: Point)
    /// A gradient from the circle of radius `focalRadius` around `focus` to that of `radius` around `center`. Points that no circle between
    /// the two passes through are not painted. Without a radius, its last colour.
    case radial(center: Point, radius: Double, focus: Point, focalRadius: Double)
    /// argb8888 pixels repeated in both directions: top left at the origin, one pixel per unit.
    case image(PixelBuffer, quality: ImageQuality, opacity: Double)
  }

  /// Kind of paint.
  public var kind: Kind
  /// Colours of a gradient, in order.
  public var stops: [GradientStop]
  /// Content of a gradient beyond its stops.
  public var spread: GradientSpread
  /// Transform from the shader's coordinates to those of the painted shape.
  public var transform: Transform

  /// Creates a shader.
  public init(_ kind: Kind, stops: [GradientStop] = [], spread: GradientSpread = .pad, transform: Transform = .identity) {
    (self.kind, self.stops, self.spread, self.transform) = (kind, stops, spread, transform)
  }

  /// Calls `body` with the shader in the C core's form.
  func withC(_ body: (UnsafePointer<cr_paint>) -> Void) {
    var paint = cr_paint()
    paint.straight = true
    paint.spread =
      switch spread {
      case .pad: CR_SPREAD_PAD
      case .reflect: CR_SPREAD_REFLECT
      case .repeat: CR_SPREAD_REPEAT
      }
    (paint.has_transform, paint.transform) = (!transform.isIdentity, transform.asC)
    switch kind {
    case .linear(let from, let to): (paint.kind, paint.p0, paint.p1) = (CR_PAINT_LINEAR, from.asC, to.asC)
    case .radial(let center, let radius, let focus, let focalRadius):
      (paint.kind, paint.p0, paint.value) = (focus == center && focalRadius == 0 ? CR_PAINT_RADIAL : CR_PAINT_FOCAL, center.asC, radius)
      (paint.p1, paint.focal_radius) = (focus.asC, focalRadius)
    case .image(let image, let quality, let opacity):
      (paint.kind, paint.image, paint.quality, paint.value) = (CR_PAINT_IMAGE, image.surface, quality.code, opacity)
    }
    let stops = stops.map { cr_stop(offset: $0.offset, color: $0.color.asC) }
    stops.withUnsafeBufferPointer {
      paint.stops = $0.baseAddress
      paint.stop_count = $0.count
      withExtendedLifetime(kind) { body(&paint) }
    }
  }
}

extension Canvas {
  /// Fills a path; open subpaths are closed.
  public func fill(_ path: Path, _ shader: Shader, rule: FillRule = .nonZero) {
    path.withC { path in shader.withC { cr_canvas_fill_path(handle, path, $0, rule == .evenOdd) } }
  }

  /// Strokes a path; the transform applies to the pen.
  public func stroke(_ path: Path, _ shader: Shader, _ style: StrokeStyle) {
    path.withC { path in style.withC { style in shader.withC { cr_canvas_stroke_path(handle, path, $0, style) } } }
  }
}
