internal import TesseraGeometry
internal import TesseraRender

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
    return map.then(.translation(position.x, position.y))
  }

  /// The opacity, 0...1.
  func opacity(at frame: Double) -> Double { opacity.number(at: frame).share }
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
