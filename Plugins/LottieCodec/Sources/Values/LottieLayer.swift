internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Layers that share a time; the topmost first.
struct Composition: Sendable {
  var layers: [LottieLayer] = []
}

/// What is drawn from one time to another.
struct LottieLayer: Sendable {
  var name = ""
  var transform = LottieTransform()
  /// The layers whose transforms it follows, the nearest first; indices of its composition.
  var parents: [Int] = []
  /// Frames of its composition at which it comes and goes.
  var inPoint = 0.0
  var outPoint = 0.0
  /// Frame at which the time of what is in it begins, and how much slower that goes.
  var start = 0.0
  var stretch = 1.0
  /// Seconds of what is in it, where they do not simply go on.
  var timeRemap: AnimatedVector?
  var isHidden = false
  /// Whether it is a matte of another layer, and not drawn itself.
  var isMatte = false
  var matte: Matte?
  var masks: [LottieMask] = []
  /// In the order in which they are applied.
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

  /// What a layer shows through.
  struct Matte: Sendable {
    var layer: Int
    var isLuma: Bool
    var isInverted: Bool
  }

  func isShown(at frame: Double) -> Bool { !isHidden && frame >= inPoint && frame < outPoint }

  /// The time of what is in it, frames.
  func innerFrame(at frame: Double, rate: Double) -> Double {
    if let timeRemap { return timeRemap.number(at: frame) * rate }
    return (frame - start) / stretch
  }
}

/// An outline that a layer is cut by.
struct LottieMask: Sendable {
  enum Mode: Sendable { case add, subtract, intersect, difference }

  var mode = Mode.add
  var isInverted = false
  var path: AnimatedValue<BezierContour>
  var opacity: AnimatedVector
  /// Units that the outline is moved outwards by; below 0: inwards.
  var expansion: AnimatedVector
}

/// Where something stands.
struct LottieTransform: Sendable {
  enum Position: Sendable {
    case joined(AnimatedVector)
    case split(x: AnimatedVector, y: AnimatedVector)
  }

  var anchor = AnimatedVector(.zero)
  var position = Position.joined(AnimatedVector(.zero))
  /// Percent.
  var scale = AnimatedVector(Vector(repeating: 100))
  /// Degrees, as are the two that follow.
  var rotation = AnimatedVector(.zero)
  var skew = AnimatedVector(.zero)
  var skewAxis = AnimatedVector(.zero)
  /// Percent.
  var opacity = AnimatedVector(Vector(repeating: 100))
  /// Nil: it stays in the plane.
  var tilt: Tilt?
  /// Whether it turns along the curve that its position moves on.
  var isAutoOriented = false

  /// A rotation out of the plane, seen from the front without perspective. Degrees.
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

  /// The map to the coordinates of what holds it.
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

  /// The opacity, 0...1.
  func opacity(at frame: Double) -> Double { opacity.number(at: frame).share }
}

extension LottieTransform {
  /// Radians of the direction that the position moves in.
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

  /// Turns by y and x, then by the orientation's z, y and x: the order of lottie-web.
  private static func turned(_ v: Vector, _ turns: (x: Double, y: Double, orientation: Vector)) -> Vector {
    func aroundX(_ v: Vector, _ r: Double) -> Vector { Vector(v.x, v.y * cos(r) + v.z * sin(r), v.z * cos(r) - v.y * sin(r), 0) }
    func aroundY(_ v: Vector, _ r: Double) -> Vector { Vector(v.x * cos(r) - v.z * sin(r), v.y, v.x * sin(r) + v.z * cos(r), 0) }
    func aroundZ(_ v: Vector, _ r: Double) -> Vector { Vector(v.x * cos(r) - v.y * sin(r), v.x * sin(r) + v.y * cos(r), v.z, 0) }
    let o = turns.orientation
    return aroundX(aroundY(aroundZ(aroundX(aroundY(v, turns.y), turns.x), o.z), o.y), o.x)
  }
}

extension Double {
  /// Degrees as radians.
  var radians: Double { self * .pi / 180 }
  /// Percent as a share, 0...1; 0 where it is no number.
  var share: Double { self > 0 ? Swift.min(self / 100, 1) : 0 }
}

extension Transform {
  /// Moves each row by the tangent of an angle times its distance from the axis.
  static func skewX(_ radians: Double) -> Transform {
    let turned = rotation(radians)
    return Transform(a: 1, b: 0, c: turned.a != 0 ? turned.b / turned.a : 0, d: 1, tx: 0, ty: 0)
  }
}
