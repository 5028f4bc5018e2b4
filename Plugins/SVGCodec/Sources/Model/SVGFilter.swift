internal import TesseraGeometry
internal import TesseraRender

/// A filter whose lengths are worked out: in the coordinates of the element that it is applied to.
struct SVGFilter: Sendable {
  var region: Rect
  var primitives: [SVGPrimitive]
}

struct SVGPrimitive: Sendable {
  enum Input: Sendable, Equatable {
    case source, sourceAlpha
    /// The result of an earlier primitive.
    case result(Int)
    /// What the reference draws nothing for.
    case empty
  }
  enum Kind: Sendable {
    case blend(Input, Input, BlendMode)
    case colorMatrix(Input, [Float])
    case transfer(Input, [[UInt8]])
    case composite(Input, Input, BlendMode)
    case arithmetic(Input, Input, [Float])
    case convolve(Input, Convolution)
    case displace(Input, Input, scale: Double, channels: (x: Int, y: Int))
    case dropShadow(Input, deviation: Size, offset: Point, SVGColor, opacity: Double)
    case flood(SVGColor, opacity: Double)
    case blur(Input, deviation: Size)
    case image(SVGGroup)
    case light(Input, FilterLight, color: SVGColor)
    case merge([Input])
    case morphology(Input, radius: Size, dilates: Bool)
    case offset(Input, Point)
    case tile(Input)
    case turbulence(Turbulence)
    /// A primitive that cannot be computed: its result is empty.
    case nothing
    /// A primitive that changes nothing.
    case pass(Input)
  }
  var kind: Kind
  var region: Rect
  var isLinear: Bool
}
