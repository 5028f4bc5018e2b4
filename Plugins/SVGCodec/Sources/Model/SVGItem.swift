internal import TesseraGeometry
internal import TesseraRender

/// Drawable content of a document; everything is resolved except the size and the tint. Values, and constants shared by several items.
enum SVGItem: Sendable {
  case group(SVGGroup)
  case shape(SVGShape)
  case image(SVGImage)
  case text(SVGLetters)

  /// Bounds of the filled area without strokes, in the coordinates of the parent group; nil if it is empty.
  var bounds: Rect? {
    switch self {
    case .group(let group): group.bounds.map(group.transform.apply)
    case .shape(let shape): shape.box ?? shape.bounds
    case .image(let image): image.rect
    case .text(let letters): letters.box
    }
  }

  /// Bounds that contain all drawn pixels.
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
  /// Bounds of the children, in the group's own coordinates.
  var bounds: Rect?
  var inkBounds: Rect?

  /// Whether the group has no effect on the drawing of its children, except its transform.
  var isPlain: Bool { opacity == 1 && blend == .normal && !isIsolated && clip == nil && mask == nil && filters.isEmpty }

  /// Computes the bounds from the children.
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

/// Clipping path.
final class SVGClip: Sendable {
  let transform: Transform
  let clip: SVGClip?
  let content: SVGGroup

  init(transform: Transform, clip: SVGClip?, content: SVGGroup) { (self.transform, self.clip, self.content) = (transform, clip, content) }
}

/// Mask.
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
  /// Bounds of the path; nil if it has no points.
  var bounds: Rect?
  /// Object bounding box if it differs from the path's bounds: for text, that of the whole text.
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

/// Raster image.
struct SVGImage: Sendable {
  var pixels: PixelBuffer
  var rect: Rect
  var quality: ImageQuality
}

/// Glyphs with coloured images.
struct SVGLetters: Sendable {
  var layout: TextLayout
  var transform: Transform
  /// Ink bounds, in the layout's coordinates.
  var bounds: Rect
  /// Object bounding box: that of the whole text, in the coordinates of the parent group.
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

/// Repeated pattern.
final class SVGPattern: Sendable {
  let rect: Rect
  let transform: Transform
  let content: SVGGroup

  init(rect: Rect, transform: Transform, content: SVGGroup) { (self.rect, self.transform, self.content) = (rect, transform, content) }
}
