internal import TesseraGeometry
internal import TesseraRender

/// Filter with resolved lengths, in the coordinates of the element that it is applied to.
struct SVGFilter: Sendable {
  var region: Rect
  var primitives: [SVGPrimitive]
  /// Whether it is a CSS filter function, whose region is that of its ink and clips nothing.
  var isFunction = false
}

struct SVGPrimitive: Sendable {
  enum Input: Sendable, Equatable {
    case source, sourceAlpha
    /// Result of an earlier primitive.
    case result(Int)
    /// Reference without content.
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
    /// Primitive that cannot be computed; its result is empty.
    case nothing
    /// Primitive without effect.
    case pass(Input)
  }
  var kind: Kind
  var region: Rect
  var isLinear: Bool
}

extension SVGPrimitive {
  var inputs: [Input] {
    switch kind {
    case .blend(let a, let b, _), .composite(let a, let b, _), .arithmetic(let a, let b, _), .displace(let a, let b, _, _): [a, b]
    case .colorMatrix(let a, _), .transfer(let a, _), .convolve(let a, _), .dropShadow(let a, _, _, _, _), .blur(let a, _),
      .light(let a, _, _), .morphology(let a, _, _), .offset(let a, _), .tile(let a), .pass(let a):
      [a]
    case .merge(let inputs): inputs
    case .flood, .image, .turbulence, .nothing: []
    }
  }

  /// Cost per pixel, in about nanoseconds.
  var cost: Int {
    switch kind {
    case .blend, .composite: 10
    case .arithmetic: 20
    case .colorMatrix, .transfer: 12
    case .convolve(_, let convolution): 8 + 6 * convolution.kernel.count
    case .displace: 30
    case .dropShadow: 40
    case .flood, .nothing, .image, .pass: 4
    case .blur: 30
    case .light(_, let light, _): light.exponent == nil ? 80 : 160
    case .merge(let inputs): 4 + 8 * inputs.count
    case .morphology: 60
    case .offset, .tile: 8
    case .turbulence(let noise): 8 + 80 * max(1, noise.octaves)
    }
  }

  /// Maximum distance between a pixel and the input pixels that it depends on, device pixels.
  func reach(_ scale: (x: Double, y: Double)) -> Double {
    switch kind {
    case .blur(_, let deviation): max(3 * deviation.width * scale.x, 3 * deviation.height * scale.y)
    case .dropShadow(_, let deviation, let offset, _, _):
      max(abs(offset.x) * scale.x + 3 * deviation.width * scale.x, abs(offset.y) * scale.y + 3 * deviation.height * scale.y)
    case .offset(_, let offset): max(abs(offset.x) * scale.x, abs(offset.y) * scale.y)
    case .morphology(_, let radius, _): max(radius.width * scale.x, radius.height * scale.y)
    case .displace(_, _, let amount, _): abs(amount) / 2 * max(scale.x, scale.y)
    case .convolve(_, let convolution): Double(convolution.kernel.count)
    default: 0
    }
  }
}

extension SVGFilter {
  /// Maximum such distance of all primitives in sequence. Elements beyond it are clipped.
  func reach(_ scale: (x: Double, y: Double)) -> Double { min(primitives.reduce(0) { $0 + $1.reach(scale) }, 4096) }

  /// Index of the last primitive that uses each result; for the result of the filter, the number of primitives.
  var lastUses: [Int] {
    var result = Array(primitives.indices)
    for (index, primitive) in primitives.enumerated() {
      for case .result(let input) in primitive.inputs where input < index { result[input] = index }
    }
    if !result.isEmpty { result[result.count - 1] = primitives.count }
    return result
  }

  /// Maximum number of results held together.
  var mostHeld: Int {
    let uses = lastUses
    var (held, most) = (0, 0)
    for index in primitives.indices {
      held += 1
      most = max(most, held)
      held -= (0...index).count { uses[$0] == index }
    }
    return most
  }
}
