internal import TesseraGeometry
internal import TesseraRender

/// What a document is drawn from: everything resolved but the size and the tint. Values, and constants that several items share.
enum SVGItem: Sendable {
  case group(SVGGroup)
  case shape(SVGShape)
  case image(SVGImage)
  case text(SVGLetters)

  /// Of what is filled, strokes left out, in the coordinates of the group that holds it; nil: nothing.
  var bounds: Rect? {
    switch self {
    case .group(let group): group.bounds.map(group.transform.apply)
    case .shape(let shape): shape.box ?? shape.bounds
    case .image(let image): image.rect
    case .text(let letters): letters.box
    }
  }

  /// Of all that is drawn, at the least.
  var inkBounds: Rect? {
    switch self {
    case .group(let group): group.inkBounds.map(group.transform.apply)
    case .shape(let shape): shape.inkBounds
    case .image(let image): image.rect
    case .text(let letters): letters.transform.apply(letters.bounds)
    }
  }
}

struct SVGGroup: Sendable {
  var transform = Transform.identity
  var opacity = 1.0
  var blend = BlendMode.normal
  var isIsolated = false
  var clip: SVGClip?
  var mask: SVGMask?
  var filters: [SVGFilter] = []
  var children: [SVGItem] = []
  /// Of its children, in its own coordinates.
  var bounds: Rect?
  var inkBounds: Rect?

  /// Whether its children are drawn as if they stood in its place.
  var isPlain: Bool { opacity == 1 && blend == .normal && !isIsolated && clip == nil && mask == nil && filters.isEmpty }

  /// Works out the bounds from the children.
  mutating func measure() {
    func union(_ a: Rect?, _ b: Rect?) -> Rect? {
      guard let a, let b else { return a ?? b }
      return Rect(left: min(a.minX, b.minX), top: min(a.minY, b.minY), right: max(a.maxX, b.maxX), bottom: max(a.maxY, b.maxY))
    }
    bounds = children.reduce(nil) { union($0, $1.bounds) }
    inkBounds = children.reduce(nil) { union($0, $1.inkBounds) }
    if !filters.isEmpty, let region = filters.reduce(nil, { union($0, $1.region) }) { inkBounds = region }
  }
}

/// Where something is cut off.
final class SVGClip: Sendable {
  let transform: Transform
  let clip: SVGClip?
  let content: SVGGroup

  init(transform: Transform, clip: SVGClip?, content: SVGGroup) { (self.transform, self.clip, self.content) = (transform, clip, content) }
}

/// What something shows through.
final class SVGMask: Sendable {
  let kind: MaskKind
  let rect: Rect
  let mask: SVGMask?
  let content: SVGGroup

  init(kind: MaskKind, rect: Rect, mask: SVGMask?, content: SVGGroup) {
    (self.kind, self.rect, self.mask, self.content) = (kind, rect, mask, content)
  }
}

struct SVGShape: Sendable {
  var path: Path
  var fill: SVGFill?
  var stroke: SVGStroke?
  var strokesFirst = false
  var isAliased = false
  /// Of the path; nil: it has no points.
  var bounds: Rect?
  /// What counts as its box where that is not the path's: of letters, that of the whole text.
  var box: Rect?

  var inkBounds: Rect? {
    guard let bounds, let stroke else { return bounds }
    let style = stroke.style
    let reach =
      style.width / 2 * max(style.join == .miter || style.join == .miterClip ? style.miterLimit : 1, style.cap == .square ? 1.5 : 1)
    return bounds.inset(by: -reach)
  }
}

struct SVGFill: Sendable {
  var paint: SVGPaint
  var opacity = 1.0
  var rule = FillRule.nonZero
}

struct SVGStroke: Sendable {
  var paint: SVGPaint
  var opacity = 1.0
  var style: StrokeStyle
}

/// A picture made of pixels.
struct SVGImage: Sendable {
  var pixels: PixelBuffer
  var rect: Rect
  var quality: ImageQuality
}

/// Letters that have coloured pictures of their own.
struct SVGLetters: Sendable {
  var layout: TextLayout
  var transform: Transform
  /// Where ink may fall, in the layout's coordinates.
  var bounds: Rect
  /// What counts as their box: that of the whole text, in the coordinates of the group that holds them.
  var box: Rect
}

enum SVGPaint: Sendable {
  case color(SVGColor)
  case gradient(SVGGradient)
  case pattern(SVGPattern)
}

struct SVGGradient: Sendable {
  var kind: Shader.Kind
  var stops: [(offset: Double, color: SVGColor)]
  var spread: GradientSpread
  var transform: Transform
}

/// A picture that repeats.
final class SVGPattern: Sendable {
  let rect: Rect
  let transform: Transform
  let content: SVGGroup

  init(rect: Rect, transform: Transform, content: SVGGroup) { (self.rect, self.transform, self.content) = (rect, transform, content) }
}
