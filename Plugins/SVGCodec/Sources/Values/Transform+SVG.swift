internal import TesseraGeometry

extension Transform {
  /// Scale of lengths along each axis.
  var axisScales: (x: Double, y: Double) { ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }

  /// Extent of the image of the unit circle along each target axis, by which radii are scaled.
  var axisExtents: (x: Double, y: Double) { ((a * a + c * c).squareRoot(), (b * b + d * d).squareRoot()) }

  /// Whether it has an inverse.
  var isInvertible: Bool { isFinite && abs(a * d - b * c) > 1e-12 }
}

/// Alignment of a picture in a box with another aspect ratio (`preserveAspectRatio`).
struct SVGAspect: Sendable, Equatable {
  /// Fractions of the free space on the left and above; nil means stretched.
  var align: (x: Double, y: Double)? = (0.5, 0.5)
  var slices = false
  var isDefault = true

  static func == (a: SVGAspect, b: SVGAspect) -> Bool {
    a.align?.x == b.align?.x && a.align?.y == b.align?.y && (a.align == nil) == (b.align == nil) && a.slices == b.slices
  }

  init() {}
  init?(_ text: String) {
    var parts = text.split(whereSeparator: \.isWhitespace)
    if parts.first == "defer" { parts.removeFirst() }
    guard let first = parts.first, parts.count <= 2 else { return nil }
    isDefault = false
    if first == "none" {
      align = nil
    } else {
      guard first.count == 8, first.hasPrefix("x") else { return nil }
      let shares = ["Min": 0, "Mid": 0.5, "Max": 1]
      guard let x = shares[String(first.dropFirst().prefix(3))], first.dropFirst(4).first == "Y", let y = shares[String(first.suffix(3))]
      else {
        return nil
      }
      align = (x, y)
    }
    slices = parts.count == 2 && parts[1] == "slice"
  }

  /// Returns the map from `box` into `target`.
  func transform(from box: Rect, to target: Rect) -> Transform {
    guard box.width > 0, box.height > 0 else { return .identity }
    var (sx, sy) = (target.width / box.width, target.height / box.height)
    var (dx, dy) = (0.0, 0.0)
    if let align {
      let s = slices ? max(sx, sy) : min(sx, sy)
      (sx, sy) = (s, s)
      dx = (target.width - box.width * s) * align.x
      dy = (target.height - box.height * s) * align.y
    }
    return Transform(a: sx, b: 0, c: 0, d: sy, tx: target.minX + dx - box.minX * sx, ty: target.minY + dy - box.minY * sy)
  }
}

extension Rect {
  /// Parses a `viewBox`; nil unless it has four numbers and an area.
  init?(viewBox text: String) {
    guard let v = svgNumbers(text), v.count == 4, v[2] > 0, v[3] > 0 else { return nil }
    self.init(v[0], v[1], v[2], v[3])
  }

  /// Map from the unit square to this rectangle.
  var unitTransform: Transform { Transform(a: width, b: 0, c: 0, d: height, tx: minX, ty: minY) }
}
