internal import TesseraGeometry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Functions of a `transform`, whose percentages are resolved later. Source: CSS Transforms 1, section 8; CSS Transforms 2, section 3,
/// two-dimensional part.
struct TransformList: Sendable {
  private enum Step: Sendable {
    case fixed(Transform)
    case translation(SVGLength, SVGLength)
  }

  private var steps: [Step] = []

  /// Parses an attribute, or a CSS property, whose lengths and angles have units. Returns nil if the syntax is invalid.
  init?(_ text: String, isCSS: Bool = false) {
    var scanner = Scanner(text)
    scanner.skipSpaces()
    if scanner.isAtEnd || text.trimmed.lowercased() == "none" { return }
    while !scanner.isAtEnd {
      let name = scanner.word().lowercased()
      scanner.skipSpaces()
      guard scanner.consume("("), let inside = scanner.text(until: ")"), let step = Self.step(name, inside, isCSS) else { return nil }
      steps.append(step)
      scanner.skipSeparator()
    }
  }

  /// Returns the combined transform; the first function is applied last.
  func transform(_ pixels: (SVGLength, SVGReading.Axis) -> Double) -> Transform {
    steps.reduce(.identity) { result, step in
      switch step {
      case .fixed(let transform): transform.then(result)
      case .translation(let x, let y): Transform.translation(pixels(x, .x), pixels(y, .y)).then(result)
      }
    }
  }

  /// Value with its unit.
  private struct Value {
    var number: Double
    var unit: String

    /// Returns the angle in radians; nil for other units.
    func angle(_ isCSS: Bool) -> Double? {
      switch unit {
      case "": isCSS && number != 0 ? nil : number * .pi / 180
      case "deg": number * .pi / 180
      case "rad": number
      case "grad": number * .pi / 200
      case "turn": number * 2 * .pi
      default: nil
      }
    }

    func length(_ isCSS: Bool) -> SVGLength? {
      guard let unit = SVGLength.Unit(rawValue: unit), !isCSS || unit != .none || number == 0 else { return nil }
      return SVGLength(number, unit)
    }

    var factor: Double? { unit.isEmpty ? number : unit == "%" ? number / 100 : nil }
  }

  private static func step(_ name: String, _ inside: String, _ isCSS: Bool) -> Step? {
    var scanner = Scanner(inside)
    var v: [Value] = []
    while v.count < 17, let n = scanner.number() {
      v.append(Value(number: n, unit: scanner.consume("%") ? "%" : scanner.word().lowercased()))
      scanner.skipSeparator()
    }
    guard scanner.isAtEnd, !v.isEmpty else { return nil }
    switch (name, v.count) {
    case ("translate", 1), ("translate", 2), ("translate3d", 3):
      guard let x = v[0].length(isCSS) else { return nil }
      guard v.count > 1 else { return .translation(x, SVGLength(0)) }
      return v[1].length(isCSS).map { .translation(x, $0) }
    case ("translatex", 1): return v[0].length(isCSS).map { .translation($0, SVGLength(0)) }
    case ("translatey", 1): return v[0].length(isCSS).map { .translation(SVGLength(0), $0) }
    case ("translatez", 1), ("perspective", 1), ("scalez", 1): return .fixed(.identity)
    default: return fixed(name, v, isCSS).map { .fixed($0) }
    }
  }

  private static func fixed(_ name: String, _ v: [Value], _ isCSS: Bool) -> Transform? {
    func numbers() -> [Double]? {
      let all = v.compactMap { ["", "px"].contains($0.unit) ? $0.number : nil }
      return all.count == v.count ? all : nil
    }
    switch (name, v.count) {
    case ("matrix", 6): return numbers().map { Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]) }
    case ("matrix3d", 16): return numbers().map { Transform(a: $0[0], b: $0[1], c: $0[4], d: $0[5], tx: $0[12], ty: $0[13]) }
    case ("scale", 1): return v[0].factor.map { .scale($0, $0) }
    case ("scale", 2), ("scale3d", 3):
      guard let x = v[0].factor, let y = v[1].factor else { return nil }
      return .scale(x, y)
    case ("scalex", 1): return v[0].factor.map { .scale($0, 1) }
    case ("scaley", 1): return v[0].factor.map { .scale(1, $0) }
    case ("rotate", 1), ("rotatez", 1): return v[0].angle(isCSS).map { .rotation($0) }
    // Projected onto the plane.
    case ("rotatex", 1): return v[0].angle(isCSS).map { .scale(1, cos($0)) }
    case ("rotatey", 1): return v[0].angle(isCSS).map { .scale(cos($0), 1) }
    case ("rotate", 3) where !isCSS:
      guard let angle = v[0].angle(false) else { return nil }
      return Transform.translation(-v[1].number, -v[2].number).then(.rotation(angle)).then(.translation(v[1].number, v[2].number))
    case ("skewx", 1): return v[0].angle(isCSS).map { Transform(a: 1, b: 0, c: tan($0), d: 1, tx: 0, ty: 0) }
    case ("skewy", 1): return v[0].angle(isCSS).map { Transform(a: 1, b: tan($0), c: 0, d: 1, tx: 0, ty: 0) }
    case ("skew", 1), ("skew", 2):
      guard let x = v[0].angle(isCSS), let y = v.count > 1 ? v[1].angle(isCSS) : 0 else { return nil }
      return Transform(a: 1, b: tan(y), c: tan(x), d: 1, tx: 0, ty: 0)
    default: return nil
    }
  }
}
