internal import CRender
public import TesseraGeometry

/// What a gradient has before its first and after its last stop.
public enum GradientSpread: String, Sendable, CaseIterable, Hashable {
  /// The colours of these stops.
  case pad
  /// The gradient again, every other time backwards.
  case reflect
  /// The gradient again.
  case `repeat`
}

/// A paint as SVG has them: a gradient with a spread and a focus, or a picture that repeats, under a transform of its own.
///
/// Colours are interpolated as they are, not premultiplied.
public struct Shader: Sendable {
  /// What it paints.
  public enum Kind: Sendable {
    /// A gradient along the line from `from` to `to`; without extent its last colour.
    case linear(from: Point, to: Point)
    /// A gradient from the circle of radius `focalRadius` around `focus` to that of `radius` around `center`; nothing where no circle between
    /// the two passes. Without a radius its last colour.
    case radial(center: Point, radius: Double, focus: Point, focalRadius: Double)
    /// argb8888 pixels, the top left at the origin, a pixel a unit, repeated in both directions.
    case image(PixelBuffer, quality: ImageQuality, opacity: Double)
  }

  /// What it paints.
  public var kind: Kind
  /// Colours of a gradient, in order.
  public var stops: [GradientStop]
  /// What a gradient has beyond its stops.
  public var spread: GradientSpread
  /// From the shader's coordinates to those of what is painted.
  public var transform: Transform

  /// Makes a shader.
  public init(_ kind: Kind, stops: [GradientStop] = [], spread: GradientSpread = .pad, transform: Transform = .identity) {
    (self.kind, self.stops, self.spread, self.transform) = (kind, stops, spread, transform)
  }

  /// Calls `body` with the shader as the C core takes it.
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

  /// Draws along a path; the pen follows the transform.
  public func stroke(_ path: Path, _ shader: Shader, _ style: StrokeStyle) {
    path.withC { path in style.withC { style in shader.withC { cr_canvas_stroke_path(handle, path, $0, style) } } }
  }
}
