internal import Glibc
internal import TesseraGeometry
public import TesseraRender

extension Color: Animatable {
  /// Lightness and the two colour axes in Oklab, premultiplied, and alpha, so that interpolation is perceptually even.
  ///
  /// Source: CSS Color Level 4, sections 12.3 (premultiplied) and 18 (Oklab), https://www.w3.org/TR/css-color-4/#interpolation
  public var motionVector: MotionVector {
    func linear(_ v: Float) -> Double {
      let v = Double(min(1, max(0, v.isNaN ? 0 : v)))
      return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    let alpha = Double(min(1, max(0, self.alpha.isNaN ? 0 : self.alpha)))
    return MotionVector(
      SIMD8(
        (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s) * alpha, (1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s) * alpha,
        (0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s) * alpha, alpha, 0, 0, 0, 0), count: 4)
  }

  public func moved(to vector: MotionVector) -> Color {
    let alpha = min(1, max(0, vector[3]))
    guard alpha > 1e-6 else { return .clear }
    let (light, a, b) = (vector[0] / alpha, vector[1] / alpha, vector[2] / alpha)
    func cube(_ v: Double) -> Double { v * v * v }
    let l = cube(light + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(light - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(light - 0.0894841775 * a - 1.2914855480 * b)
    func encoded(_ v: Double) -> Float {
      let v = min(1, max(0, v))
      // Single precision takes half the time; the error is a hundred-thousandth of an 8-bit step.
      return v <= 0.0031308 ? Float(v * 12.92) : Float(1.055 * Double(powf(Float(v), 1 / 2.4)) - 0.055)
    }
    return Color(
      red: encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      green: encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      blue: encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), alpha: Float(alpha))
  }

  public var motionTolerance: MotionVector { MotionVector([0.002]) }
}

extension GradientStop: Animatable {
  public var motionVector: MotionVector {
    var vector = color.motionVector.head
    vector[4] = offset
    return MotionVector(vector, count: 5)
  }
  public func moved(to vector: MotionVector) -> GradientStop { GradientStop(vector[4], color.moved(to: vector)) }
  public var motionTolerance: MotionVector { MotionVector([0.002]) }
}

extension Gradient: Animatable {
  /// Stops, then the position.
  public var motionVector: MotionVector {
    let place: [Double] =
      switch self {
      case .linear(let from, let to, _): [from.x, from.y, to.x, to.y]
      case .radial(let center, let radius, _): [center.x, center.y, radius]
      case .conic(let center, let angle, _): [center.x, center.y, angle]
      }
    return MotionVector(stops.motionVector.numbers + place)
  }

  public func moved(to vector: MotionVector) -> Gradient {
    let n = stops.count * 5
    let stops = stops.moved(to: vector)
    switch self {
    case .linear: return .linear(from: Point(vector[n], vector[n + 1]), to: Point(vector[n + 2], vector[n + 3]), stops: stops)
    case .radial: return .radial(center: Point(vector[n], vector[n + 1]), radius: max(0, vector[n + 2]), stops: stops)
    case .conic: return .conic(center: Point(vector[n], vector[n + 1]), angle: vector[n + 2], stops: stops)
    }
  }

  /// Returns true for gradients of the same kind with the same number of stops.
  public func canMove(to target: Gradient) -> Bool {
    guard stops.count == target.stops.count else { return false }
    switch (self, target) {
    case (.linear, .linear), (.radial, .radial), (.conic, .conic): return true
    default: return false
    }
  }

  public var motionTolerance: MotionVector { MotionVector([0.002]) }

  /// Returns the gradient with one colour for all stops.
  func filled(with color: Color) -> Gradient {
    let stops = stops.map { GradientStop($0.offset, color) }
    switch self {
    case .linear(let from, let to, _): return .linear(from: from, to: to, stops: stops)
    case .radial(let center, let radius, _): return .radial(center: center, radius: radius, stops: stops)
    case .conic(let center, let angle, _): return .conic(center: center, angle: angle, stops: stops)
    }
  }
}

extension Paint: Animatable {
  public var motionVector: MotionVector {
    switch self {
    case .color(let color): color.motionVector
    case .gradient(let gradient): gradient.motionVector
    }
  }

  public func moved(to vector: MotionVector) -> Paint {
    switch self {
    case .color(let color): .color(color.moved(to: vector))
    case .gradient(let gradient): .gradient(gradient.moved(to: vector))
    }
  }

  /// Returns true for colours, and for gradients of the same kind with the same number of stops.
  public func canMove(to target: Paint) -> Bool {
    switch (self, target) {
    case (.color, .color): true
    case (.gradient(let a), .gradient(let b)): a.canMove(to: b)
    default: false
    }
  }

  public var motionTolerance: MotionVector { MotionVector([0.002]) }

  /// Returns a colour as a gradient with the other's stop positions, so that the two can be interpolated.
  func matching(_ other: Paint) -> Paint {
    if case .color(let color) = self, case .gradient(let gradient) = other { return .gradient(gradient.filled(with: color)) }
    return self
  }

  /// The paint with an opacity of 0.
  var faded: Paint {
    switch self {
    case .color(let color): .color(color.opacity(0))
    case .gradient(let gradient): .gradient(gradient.filled(with: .clear))
    }
  }
}

extension Border: Animatable {
  public var motionVector: MotionVector {
    let c = color.motionVector
    return MotionVector(SIMD8(c[0], c[1], c[2], c[3], width.top, width.right, width.bottom, width.left), count: 8)
  }
  public func moved(to vector: MotionVector) -> Border {
    Border(
      width: Insets(top: max(0, vector[4]), right: max(0, vector[5]), bottom: max(0, vector[6]), left: max(0, vector[7])),
      color: color.moved(to: vector), style: style)
  }
  public var motionTolerance: MotionVector { MotionVector([0.002, 0.002, 0.002, 0.002, 0.1, 0.1, 0.1, 0.1]) }
}

extension Shadow: Animatable {
  public var motionVector: MotionVector {
    let c = color.motionVector
    return MotionVector(SIMD8(c[0], c[1], c[2], c[3], offset.x, offset.y, radius, spread), count: 8)
  }
  public func moved(to vector: MotionVector) -> Shadow {
    Shadow(color: color.moved(to: vector), offset: Point(vector[4], vector[5]), radius: max(0, vector[6]), spread: vector[7])
  }
  public var motionTolerance: MotionVector { MotionVector([0.002, 0.002, 0.002, 0.002, 0.1, 0.1, 0.1, 0.1]) }
}

extension Path: Animatable {
  public var motionVector: MotionVector { MotionVector(allPoints.flatMap { [$0.x, $0.y] }) }

  /// Returns the path with other points.
  public func moved(to vector: MotionVector) -> Path {
    replacingPoints(with: (0..<vector.count / 2).map { Point(vector[2 * $0], vector[2 * $0 + 1]) })
  }

  /// Returns true for paths with the same elements in the same order.
  public func canMove(to target: Path) -> Bool { hasStructure(of: target) }

  public var motionTolerance: MotionVector { MotionVector([0.01]) }
}
