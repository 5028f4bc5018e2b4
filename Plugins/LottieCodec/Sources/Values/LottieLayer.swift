internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Layers with a common time line; topmost first.
struct Composition: Sendable {
  var layers: [LottieLayer] = []
}

/// Content shown between two times.
struct LottieLayer: Sendable {
  var name = ""
  var transform = LottieTransform()
  /// Layers whose transforms apply, nearest first; indices within the composition.
  var parents: [Int] = []
  /// First and end frame of the layer within its composition.
  var inPoint = 0.0
  var outPoint = 0.0
  /// Frame at which the content's time starts, and the factor by which it is slowed down.
  var start = 0.0
  var stretch = 1.0
  /// Content time in seconds; nil if it runs linearly.
  var timeRemap: AnimatedVector?
  var isHidden = false
  /// Whether it is the matte of another layer and not drawn itself.
  var isMatte = false
  var matte: Matte?
  var masks: [LottieMask] = []
  /// Effects in the order of application.
  var effects: [LottieEffect] = []
  var blend = BlendMode.normal
  var content = Content.null

  enum Content: Sendable {
    case null
    case solid(Color, Size, path: String)
    case shapes([LottieItem])
    case precomp(Int, Size)
    case image(PixelBuffer, Size)
    case text(LottieText)
  }

  /// Matte of a layer.
  struct Matte: Sendable {
    var layer: Int
    var isLuma: Bool
    var isInverted: Bool
  }

  func isShown(at frame: Double) -> Bool { !isHidden && frame >= inPoint && frame < outPoint }

  /// Returns the content's time in frames.
  func innerFrame(at frame: Double, rate: Double) -> Double {
    if let timeRemap { return timeRemap.number(at: frame) * rate }
    return (frame - start) / stretch
  }
}

/// Outline that clips a layer.
struct LottieMask: Sendable {
  enum Mode: Sendable { case add, subtract, intersect, difference }

  var mode = Mode.add
  var isInverted = false
  var path: AnimatedValue<BezierContour>
  var opacity: AnimatedVector
  /// Outward offset of the outline in units of the layer; negative means inwards.
  var expansion: AnimatedVector
}

/// Position, scale and rotation.
struct LottieTransform: Sendable {
  enum Position: Sendable {
    case joined(AnimatedVector)
    case split(x: AnimatedVector, y: AnimatedVector)
  }

  var anchor = AnimatedVector(.zero)
  var position = Position.joined(AnimatedVector(.zero))
  /// Percent.
  var scale = AnimatedVector(Vector(repeating: 100))
  /// Degrees, as are the following two.
  var rotation = AnimatedVector(.zero)
  var skew = AnimatedVector(.zero)
  var skewAxis = AnimatedVector(.zero)
  /// Percent.
  var opacity = AnimatedVector(Vector(repeating: 100))
  /// Rotation out of the plane; nil if there is none.
  var tilt: Tilt?
  /// Whether it rotates along the curve of its position.
  var isAutoOriented = false

  /// Rotation out of the plane, projected without perspective. Degrees.
  struct Tilt: Sendable {
    var x: AnimatedVector
    var y: AnimatedVector
    var orientation: AnimatedVector
  }

  func point(at frame: Double) -> Point {
    switch position {
    case .joined(let value): value.point(at: frame)
    case .split(let x, let y): Point(x.number(at: frame), y.number(at: frame))
    }
  }

  /// Returns the map to the coordinates of its parent.
  func map(at frame: Double) -> Transform {
    let (anchor, scale) = (anchor.point(at: frame), scale.point(at: frame) * 0.01)
    let (position, angle, skew) = (point(at: frame), rotation.number(at: frame), skew.number(at: frame))
    var map = Transform.translation(-anchor.x, -anchor.y).then(.scale(scale.x, scale.y))
    if skew != 0 {
      let axis = skewAxis.number(at: frame).radians
      map = map.then(.rotation(axis)).then(.skewX(-skew.radians)).then(.rotation(-axis))
    }
    if angle != 0 { map = map.then(.rotation(angle.radians)) }
    if let tilt { map = map.then(tilt.map(at: frame)) }
    if isAutoOriented { map = map.then(.rotation(heading(at: frame))) }
    return map.then(.translation(position.x, position.y))
  }

  /// Returns the opacity, 0...1.
  func opacity(at frame: Double) -> Double { opacity.number(at: frame).share }
}

extension LottieTransform {
  /// Returns the direction in which the position moves, radians.
  private func heading(at frame: Double) -> Double {
    let step =
      switch position {
      case .joined(let value): value.step(at: frame).point
      case .split(let x, let y): Point(x.step(at: frame).x, y.step(at: frame).x)
      }
    return atan2(step.y, step.x)
  }
}

extension LottieTransform.Tilt {
  func map(at frame: Double) -> Transform {
    let turns = (x.number(at: frame).radians, y.number(at: frame).radians, orientation.value(at: frame) * (.pi / 180))
    let (right, down) = (Self.turned(Vector(1, 0, 0, 0), turns), Self.turned(Vector(0, 1, 0, 0), turns))
    return Transform(a: right.x, b: right.y, c: down.x, d: down.y, tx: 0, ty: 0)
  }

  /// Rotates by y and x, then by z, y and x of the orientation: the order of lottie-web.
  private static func turned(_ v: Vector, _ turns: (x: Double, y: Double, orientation: Vector)) -> Vector {
    func aroundX(_ v: Vector, _ r: Double) -> Vector { Vector(v.x, v.y * cos(r) + v.z * sin(r), v.z * cos(r) - v.y * sin(r), 0) }
    func aroundY(_ v: Vector, _ r: Double) -> Vector { Vector(v.x * cos(r) - v.z * sin(r), v.y, v.x * sin(r) + v.z * cos(r), 0) }
    func aroundZ(_ v: Vector, _ r: Double) -> Vector { Vector(v.x * cos(r) - v.y * sin(r), v.x * sin(r) + v.y * cos(r), v.z, 0) }
    let o = turns.orientation
    return aroundX(aroundY(aroundZ(aroundX(aroundY(v, turns.y), turns.x), o.z), o.y), o.x)
  }
}

extension Double {
  /// Degrees converted to radians.
  var radians: Double { self * .pi / 180 }
  /// Percent as a fraction, 0...1; 0 for NaN.
  var share: Double { self > 0 ? Swift.min(self / 100, 1) : 0 }
}

extension Transform {
  /// Returns a horizontal skew: each row moves by the tangent of an angle times its distance from the axis.
  static func skewX(_ radians: Double) -> Transform {
    let turned = rotation(radians)
    return Transform(a: 1, b: 0, c: turned.a != 0 ? turned.b / turned.a : 0, d: 1, tx: 0, ty: 0)
  }
}
