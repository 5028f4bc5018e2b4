internal import TesseraGeometry
internal import TesseraRender

/// A part of a shape layer. The items of a list are in the order of the file: paints and modifiers act on what stands before them.
indirect enum LottieItem: Sendable {
  case group([LottieItem], LottieTransform)
  case path(AnimatedValue<BezierContour>, isReversed: Bool)
  case rectangle(position: AnimatedVector, size: AnimatedVector, radius: AnimatedVector, isReversed: Bool)
  case ellipse(position: AnimatedVector, size: AnimatedVector, isReversed: Bool)
  case star(LottieStar)
  case paint(LottiePaint)
  case trim(LottieTrim)
  case rounding(AnimatedVector)
  /// Percent; below 0 sides curve inwards.
  case pucker(AnimatedVector)
  case repeater(LottieRepeater)
}

/// A star or a polygon.
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

/// A fill or a stroke.
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

  /// Names from the layer on, for replacing its colour.
  var path: String
  var source: Source
  /// Percent.
  var opacity: AnimatedVector
  var rule = FillRule.nonZero
  /// Nil: a fill.
  var stroke: Stroke?
}

struct LottieGradient: Sendable {
  var isRadial: Bool
  var start: AnimatedVector
  var end: AnimatedVector
  /// Where the focus lies: percent of the radius, and degrees.
  var highlight: AnimatedVector
  var highlightAngle: AnimatedVector
  /// Number of colours at the beginning of `stops`, each of a place and three channels; then pairs of a place and an opacity.
  var colorCount: Int
  var stops: AnimatedValue<[Double]>
}

/// Leaves a part of lines.
struct LottieTrim: Sendable {
  /// Percent.
  var start: AnimatedVector
  var end: AnimatedVector
  /// Degrees: a turn is the whole length.
  var offset: AnimatedVector
  /// Whether all lines count as one that goes on from each to the next.
  var isIndividual: Bool
}

struct LottieRepeater: Sendable {
  var copies: AnimatedVector
  var offset: AnimatedVector
  /// Whether the first copy is above the others; false: below them.
  var isFirstOnTop: Bool
  var transform: LottieTransform
  /// Percent, of the topmost and the lowest copy.
  var startOpacity: AnimatedVector
  var endOpacity: AnimatedVector
}

/// Words in a layer.
struct LottieText: Sendable {
  /// What is written from a time on.
  struct Style: Sendable {
    var time: Double
    var lines: [Line]
    var fill: Color?
    var stroke: Color?
    var strokeWidth: Double
    var fillsLast: Bool
    var path: String
  }

  /// Outlines of letters in their place, in the layer's coordinates.
  struct Line: Sendable {
    var letters: [(path: Path, map: Transform)]
  }

  var styles: [Style]

  func style(at frame: Double) -> Style? { styles.last { $0.time <= frame } ?? styles.first }
}
