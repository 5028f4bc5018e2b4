// CONTRACT (replaced by the real files): the public names that the other layers are written against.
public import TesseraGeometry

// MARK: pixels — Sources/TesseraRender/Pixels/

/// How a pixel lies in memory. Words are little-endian; colours are sRGB-encoded.
public enum PixelFormat: String, Sendable, CaseIterable, Hashable {
  case argb8888  // premultiplied, bytes B G R A: what everything is drawn in
  case xrgb8888  // bytes B G R x
  case rgb888  // bytes R G B
  case rgb565  // 16-bit words, red in the high bits
  case gray8
  case gray4  // two pixels a byte, left pixel in the high nibble
  case mono1  // eight pixels a byte, left pixel in the high bit, 1 = white
  case coverage8  // a8: coverage, no colour

  public var bitsPerPixel: Int { fatalError() }
  /// Bytes from one row to the next that holds `width` pixels at the least, or nil where that overflows.
  public func minimumStride(width: Int) -> Int? { fatalError() }
}

/// Clockwise turns.
public enum Rotation: Int, Sendable, CaseIterable, Hashable { case none = 0, quarter = 90, half = 180, threeQuarters = 270 }

public enum RenderError: Error, Sendable, Equatable, CustomStringConvertible {
  case badSize(width: Int, height: Int, reason: String)
  case outOfMemory(bytes: Int)
  case badFormat(String)
  case badStride(stride: Int, minimum: Int)
  case badFont(source: String, reason: String)
  case badArgument(String)
  public var description: String { fatalError() }
}

/// A block of pixels; a reference. One thread writes at a time, any number may read once nobody writes.
public final class PixelBuffer: @unchecked Sendable {
  public var width: Int { fatalError() }
  public var height: Int { fatalError() }
  public var stride: Int { fatalError() }
  public var format: PixelFormat { fatalError() }
  /// Transparent black.
  public init(width: Int, height: Int, format: PixelFormat = .argb8888) throws(RenderError) { fatalError() }
  /// Over memory of the caller's, which outlives the buffer.
  public init(wrapping base: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat) throws(RenderError) { fatalError() }
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R { fatalError() }
  public func withUnsafeMutableBytes<R, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R { fatalError() }
  /// Converts `area` (in the source's pixels) into `target` (of any format; whose size is the rotated size of self); ordered dither where depth is lost, positioned by target pixel.
  public func convert(into target: PixelBuffer, area: PixelRect? = nil, rotation: Rotation = .none, dither: Bool = true) throws(RenderError) { fatalError() }
  public func converted(to format: PixelFormat, rotation: Rotation = .none, dither: Bool = true) throws(RenderError) -> PixelBuffer { fatalError() }
  public func clear(_ color: Color = .clear, in area: PixelRect? = nil) { fatalError() }
  /// A copy of `area`, same format.
  public func copy(of area: PixelRect? = nil) throws(RenderError) -> PixelBuffer { fatalError() }
  /// Moves pixels within the buffer (scrolling); source and target may overlap.
  public func move(_ area: PixelRect, dx: Int, dy: Int) { fatalError() }
  /// Gaussian-like blur in place (three boxes), edges clamped; sigma in pixels; argb8888, xrgb8888 and coverage8.
  public func blur(sigma: Double) throws(RenderError) { fatalError() }
  /// Resamples (box/bilinear pyramid when shrinking: no aliasing).
  public func resized(width: Int, height: Int, quality: ImageQuality = .good) throws(RenderError) -> PixelBuffer { fatalError() }
  public func color(x: Int, y: Int) -> Color { fatalError() }
  /// Whether each pixel has alpha 1 (scans once).
  public func isOpaque() -> Bool { fatalError() }
  /// Multiplies colour in where alpha is (tint): keeps alpha, replaces colour.
  public func tinted(_ color: Color) throws(RenderError) -> PixelBuffer { fatalError() }
}

/// sRGB-encoded, not premultiplied, each 0...1.
public struct Color: Sendable, Hashable {
  public var red: Float, green: Float, blue: Float, alpha: Float
  public init(red: Float, green: Float, blue: Float, alpha: Float = 1) { (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha) }
  public init(white: Float, alpha: Float = 1) { self.init(red: white, green: white, blue: white, alpha: alpha) }
  /// 0xRRGGBB
  public init(rgb: UInt32, alpha: Float = 1) { fatalError() }
  /// "#rgb", "#rgba", "#rrggbb", "#rrggbbaa", CSS names, "transparent", "rgb(…)"/"rgba(…)"; nil where it is none of these.
  public init?(_ text: String) { fatalError() }
  public var hex: String { fatalError() }
  public func opacity(_ factor: Float) -> Color { fatalError() }
  public var isOpaque: Bool { alpha >= 1 }
  public static let clear = Color(white: 0, alpha: 0)
  public static let black = Color(white: 0)
  public static let white = Color(white: 1)
}

// MARK: drawing — Sources/TesseraRender/Drawing/

public enum ImageQuality: String, Sendable, CaseIterable, Hashable { case nearest, bilinear, good }
public enum BlendMode: String, Sendable, CaseIterable, Hashable {
  case normal, copy, clear, add, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion
  case sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor
}
public struct GradientStop: Sendable, Hashable {
  public var offset: Double
  public var color: Color
  public init(_ offset: Double, _ color: Color) { (self.offset, self.color) = (offset, color) }
}
public enum Gradient: Sendable, Hashable {
  case linear(from: Point, to: Point, stops: [GradientStop])
  case radial(center: Point, radius: Double, stops: [GradientStop])
  case conic(center: Point, angle: Double, stops: [GradientStop])  // radians, clockwise from 12 o'clock
}
public enum Paint: Sendable, Hashable {
  case color(Color)
  case gradient(Gradient)
}
public struct RoundedRect: Sendable, Hashable {
  public var rect: Rect
  public var radii: CornerRadii
  public init(_ rect: Rect, radii: CornerRadii) { (self.rect, self.radii) = (rect, radii) }
  public init(_ rect: Rect, radius: Double = 0) { self.init(rect, radii: CornerRadii(radius)) }
}
public struct Shadow: Sendable, Hashable {
  public var color: Color
  public var offset: Point
  /// Standard deviation is radius / 2, as in CSS.
  public var radius: Double
  public var spread: Double
  public init(color: Color, offset: Point = .zero, radius: Double, spread: Double = 0) { (self.color, self.offset, self.radius, self.spread) = (color, offset, radius, spread) }
  /// How far beyond the shape pixels may change.
  public var outset: Double { fatalError() }
}
public struct Border: Sendable, Hashable {
  public var width: Insets  // per side
  public var color: Color
  public init(width: Double, color: Color) { (self.width, self.color) = (Insets(width), color) }
}
public enum FillRule: Sendable, Hashable { case nonZero, evenOdd }
public enum LineCap: String, Sendable, CaseIterable, Hashable { case butt, round, square }
public enum LineJoin: String, Sendable, CaseIterable, Hashable { case miter, round, bevel }
public struct StrokeStyle: Sendable, Hashable {
  public var width: Double
  public var cap: LineCap
  public var join: LineJoin
  public var miterLimit: Double
  public init(width: Double = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 4) { (self.width, self.cap, self.join, self.miterLimit) = (width, cap, join, miterLimit) }
}
/// Lines, quadratic and cubic curves; a value.
public struct Path: Sendable, Hashable {
  public init() { fatalError() }
  public mutating func move(to p: Point) { fatalError() }
  public mutating func line(to p: Point) { fatalError() }
  public mutating func quad(to p: Point, control: Point) { fatalError() }
  public mutating func cubic(to p: Point, control1: Point, control2: Point) { fatalError() }
  /// Angles in radians, clockwise from 3 o'clock.
  public mutating func arc(center: Point, radius: Double, from: Double, to: Double, clockwise: Bool = true) { fatalError() }
  public mutating func close() { fatalError() }
  public mutating func add(_ rect: Rect) { fatalError() }
  public mutating func add(_ rounded: RoundedRect) { fatalError() }
  public mutating func addEllipse(in rect: Rect) { fatalError() }
  /// SVG path data ("M0 0 L10 10 …", all commands); nil with bad syntax.
  public init?(svg: String) { fatalError() }
  public var isEmpty: Bool { fatalError() }
  public var bounds: Rect { fatalError() }  // control points included
  public func transformed(_ t: Transform) -> Path { fatalError() }
}

/// Draws into a pixel buffer (argb8888, xrgb8888 or coverage8; the others go through conversion). One thread at a time.
/// Coordinates are logical: the canvas maps them by its current transform. Nothing traps; shapes with NaN are not drawn.
public struct Canvas: ~Copyable {
  /// `scale` device pixels a logical unit, `origin` the logical point at the buffer's top left pixel.
  public init(_ target: PixelBuffer, scale: Double = 1, origin: Point = .zero) throws(RenderError) { fatalError() }
  public var scale: Double { fatalError() }
  public var transform: Transform { fatalError() }  // logical to device
  /// Bounds of the clip in device pixels.
  public var clipBounds: PixelRect { fatalError() }

  public func save() { fatalError() }
  public func restore() { fatalError() }
  public func translate(_ x: Double, _ y: Double) { fatalError() }
  public func concatenate(_ t: Transform) { fatalError() }
  public func clip(_ rect: Rect) { fatalError() }  // anti-aliased where edges fall between pixels
  public func clip(_ rounded: RoundedRect) { fatalError() }
  public func clip(_ path: Path, rule: FillRule = .nonZero) { fatalError() }
  /// Device pixels, before any transform: what damage repaint uses.
  public func clip(pixels: PixelRect) { fatalError() }
  /// Drawing until endGroup goes to a transparent layer the size of the clip, then is composited at once.
  public func beginGroup(opacity: Double = 1, blend: BlendMode = .normal) throws(RenderError) { fatalError() }
  public func endGroup() { fatalError() }

  public func fill(_ rect: Rect, _ paint: Paint, blend: BlendMode = .normal) { fatalError() }
  public func fill(_ rounded: RoundedRect, _ paint: Paint) { fatalError() }
  public func fill(_ path: Path, _ paint: Paint, rule: FillRule = .nonZero) { fatalError() }
  public func stroke(_ path: Path, _ paint: Paint, _ style: StrokeStyle = StrokeStyle()) { fatalError() }
  public func drawBorder(_ border: Border, of rounded: RoundedRect) { fatalError() }  // inside the edge
  public func drawShadow(_ shadow: Shadow, of rounded: RoundedRect) { fatalError() }  // outside of the shape only, as CSS box-shadow
  /// `source` in the image's pixels. Any transform. coverage8 images are drawn as a mask with `tint`.
  public func draw(_ image: PixelBuffer, in rect: Rect, source: Rect? = nil, quality: ImageQuality = .bilinear, opacity: Double = 1, tint: Color? = nil, blend: BlendMode = .normal) { fatalError() }
  /// 1:1 device pixels with the top left at (x, y) device pixels, clipped by the clip stack: the compositor's road.
  /// `opaque`: the image is known to have alpha 1 everywhere, so rows are copied. coverage8 needs `tint`.
  public func draw(_ image: PixelBuffer, atPixel x: Int, _ y: Int, opacity: Double = 1, tint: Color? = nil, opaque: Bool = false, blend: BlendMode = .normal) { fatalError() }
  /// `center` insets in the image's pixels; corners keep their size in image pixels / imageScale.
  public func drawNinePatch(_ image: PixelBuffer, center: Insets, in rect: Rect, imageScale: Double = 1) { fatalError() }
  /// Blurs what is already drawn inside the clip ∩ rounded (edges clamped to the clip's bounds grown by 3 sigma): frosted glass.
  public func blurBackdrop(in rounded: RoundedRect, sigma: Double) { fatalError() }
}
