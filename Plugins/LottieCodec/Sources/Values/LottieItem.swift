internal import TesseraGeometry
internal import TesseraRender

/// Item of a shape layer. Items are in the order of the file: paints and modifiers apply to the preceding ones.
indirect enum LottieItem: Sendable {
  case group([LottieItem], LottieTransform)
  case path(AnimatedValue<BezierContour>, isReversed: Bool)
  case rectangle(position: AnimatedVector, size: AnimatedVector, radius: AnimatedVector, isReversed: Bool)
  case ellipse(position: AnimatedVector, size: AnimatedVector, isReversed: Bool)
  case star(LottieStar)
  case paint(LottiePaint)
  case trim(LottieTrim)
  case rounding(AnimatedVector)
  /// Percent; negative values curve sides inwards.
  case pucker(AnimatedVector)
  case repeater(LottieRepeater)
}

/// Star or polygon.
struct LottieStar: Sendable {
  var isStar: Bool
  var isReversed: Bool
  var corners: AnimatedVector
  var position: AnimatedVector
  /// Degrees.
  var rotation: AnimatedVector
  var outerRadius: AnimatedVector
  var innerRadius: AnimatedVector
  /// Percent.
  var outerRoundness: AnimatedVector
  var innerRoundness: AnimatedVector
}

/// Fill or stroke.
struct LottiePaint: Sendable {
  enum Source: Sendable {
    case color(AnimatedVector)
    case gradient(LottieGradient)
  }

  struct Stroke: Sendable {
    var width: AnimatedVector
    var cap = LineCap.round
    var join = LineJoin.round
    var miterLimit = 4.0
    var dashes: [AnimatedVector] = []
    var dashOffset: AnimatedVector?
  }

  /// Names from the layer down, for replacing its colour.
  var path: String
  var source: Source
  /// Percent.
  var opacity: AnimatedVector
  var rule = FillRule.nonZero
  /// Stroke; nil means a fill.
  var stroke: Stroke?
}

struct LottieGradient: Sendable {
  var isRadial: Bool
  var start: AnimatedVector
  var end: AnimatedVector
  /// Position of the focus: percent of the radius, and degrees.
  var highlight: AnimatedVector
  var highlightAngle: AnimatedVector
  /// Number of colours at the beginning of `stops`, each a position and three channels; pairs of a position and an opacity follow.
  var colorCount: Int
  var stops: AnimatedValue<[Double]>
}

/// Keeps a part of the outlines.
struct LottieTrim: Sendable {
  /// Percent.
  var start: AnimatedVector
  var end: AnimatedVector
  /// Degrees; 360 are the whole length.
  var offset: AnimatedVector
  /// Whether all outlines count as one, each continuing the previous.
  var isIndividual: Bool
}

struct LottieRepeater: Sendable {
  var copies: AnimatedVector
  var offset: AnimatedVector
  /// Whether the first copy is the topmost; if false, the last is.
  var isFirstOnTop: Bool
  var transform: LottieTransform
  /// Percent, of the topmost and the lowest copy.
  var startOpacity: AnimatedVector
  var endOpacity: AnimatedVector
}

/// Text of a layer.
struct LottieText: Sendable {
  /// Text and style from a time on.
  struct Style: Sendable {
    var time: Double
    var lines: [Line]
    var fill: Color?
    var stroke: Color?
    var strokeWidth: Double
    var fillsLast: Bool
    var path: String
  }

  /// Positioned outlines of letters, in the layer's coordinates.
  struct Line: Sendable {
    var letters: [(path: Path, map: Transform)]
  }

  var styles: [Style]

  func style(at frame: Double) -> Style? { styles.last { $0.time <= frame } ?? styles.first }
}
