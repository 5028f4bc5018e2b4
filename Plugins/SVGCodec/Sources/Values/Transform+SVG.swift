internal import TesseraGeometry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Transform {
  /// From the functions of a `transform` attribute, the first applied last; nil where the syntax is wrong. Source: CSS Transforms 1, section 8.
  init?(svg text: String) {
    var result = Transform.identity
    var scanner = Scanner(text)
    scanner.skipSpaces()
    if text.allSatisfy(\.isWhitespace) || text == "none" {
      self = .identity
      return
    }
    while !scanner.isAtEnd {
      let name = scanner.word()
      scanner.skipSpaces()
      guard scanner.take("("), let inside = scanner.text(until: ")"), let next = Self.function(name, inside) else { return nil }
      result = next.then(result)
      scanner.skipSeparator()
    }
    self = result
  }

  private static func function(_ name: String, _ inside: String) -> Transform? {
    var scanner = Scanner(inside)
    var v: [Double] = []
    while let n = scanner.number() {
      // Units of CSS: px and deg change nothing.
      let unit = scanner.word()
      guard ["", "px", "deg"].contains(unit) else { return nil }
      v.append(n)
      scanner.skipSeparator()
    }
    guard scanner.isAtEnd else { return nil }
    switch (name, v.count) {
    case ("matrix", 6): return Transform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
    case ("translate", 1): return .translation(v[0], 0)
    case ("translate", 2): return .translation(v[0], v[1])
    case ("scale", 1): return .scale(v[0], v[0])
    case ("scale", 2): return .scale(v[0], v[1])
    case ("rotate", 1): return .rotation(v[0] * .pi / 180)
    case ("rotate", 3): return Transform.translation(-v[1], -v[2]).then(.rotation(v[0] * .pi / 180)).then(.translation(v[1], v[2]))
    case ("skewX", 1): return Transform(a: 1, b: 0, c: tan(v[0] * .pi / 180), d: 1, tx: 0, ty: 0)
    case ("skewY", 1): return Transform(a: 1, b: tan(v[0] * .pi / 180), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
  }

  /// How much longer lengths become along each axis.
  var axisScales: (x: Double, y: Double) { ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }

  /// How far the image of the unit circle reaches along each axis of the target: what a radius becomes there.
  var axisExtents: (x: Double, y: Double) { ((a * a + c * c).squareRoot(), (b * b + d * d).squareRoot()) }

  /// Whether it can be undone.
  var isInvertible: Bool { isFinite && abs(a * d - b * c) > 1e-12 }
}

/// How a picture fits into a box of another shape.
struct SVGAspect: Sendable, Equatable {
  /// Shares of the room that is left on the left and above; nil: stretched.
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

  /// From `box` into `target`.
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
  /// From `viewBox`; nil unless it has four numbers and an area.
  init?(viewBox text: String) {
    guard let v = svgNumbers(text), v.count == 4, v[2] > 0, v[3] > 0 else { return nil }
    self.init(v[0], v[1], v[2], v[3])
  }

  /// From the unit square onto it.
  var unitTransform: Transform { Transform(a: width, b: 0, c: 0, d: height, tx: minX, ty: minY) }
}
