internal import CRender

// Filter primitives, in place or into another buffer: argb8888, all buffers of the same size. Source: Filter Effects 1.
// Each throws `badFormat`, `badSize`, `badArgument` (NaN, infinity, values out of range) or `outOfMemory`.

/// Pixels that a convolution reads beyond the edge.
public enum FilterEdgeMode: String, Sendable, CaseIterable, Hashable {
  /// Transparent black.
  case none
  /// The nearest pixel.
  case duplicate
  /// The pixel of the opposite side.
  case wrap
}

/// Matrix and parameters of a convolution (feConvolveMatrix).
public struct Convolution: Sendable, Hashable {
  /// Rows of values, at most 1,024 of them.
  public var kernel: [Float]
  /// Values in a row.
  public var columns: Int
  /// Position of the pixel itself in the kernel.
  public var targetX, targetY: Int
  /// Divisor of the sum; not 0.
  public var divisor: Float
  /// Value added to the result, 0...1.
  public var bias: Float
  /// Pixels beyond the edge.
  public var edges: FilterEdgeMode
  /// Whether alpha is kept and only unpremultiplied colour is convolved.
  public var keepsAlpha: Bool

  /// Creates a convolution.
  public init(
    kernel: [Float], columns: Int, targetX: Int, targetY: Int, divisor: Float, bias: Float = 0, edges: FilterEdgeMode = .duplicate,
    keepsAlpha: Bool = false
  ) {
    (self.kernel, self.columns, self.targetX, self.targetY) = (kernel, columns, targetX, targetY)
    (self.divisor, self.bias, self.edges, self.keepsAlpha) = (divisor, bias, edges, keepsAlpha)
  }
}

/// A light over a height field (feDiffuseLighting, feSpecularLighting). Positions in pixels, z towards the viewer; angles in radians.
public struct FilterLight: Sendable, Hashable {
  /// Kind of light source.
  public enum Source: Sendable, Hashable {
    /// A distant light.
    case distant(azimuth: Double, elevation: Double)
    /// A point light.
    case point(x: Double, y: Double, z: Double)
    /// A light from a point towards another, within a cone of half angle `cone` (nil: no limit), brighter along its axis by `focus`.
    case spot(x: Double, y: Double, z: Double, atX: Double, atY: Double, atZ: Double, focus: Double, cone: Double?)
  }
  /// Kind and position of the light.
  public var source: Source
  /// Colour; alpha is ignored.
  public var color: Color
  /// Height of the surface at alpha 1.
  public var surfaceScale: Double
  /// Reflection coefficient.
  public var constant: Double
  /// Specular exponent; nil: a diffuse surface, whose result is opaque.
  public var exponent: Double?

  /// Creates a light.
  public init(source: Source, color: Color, surfaceScale: Double = 1, constant: Double = 1, exponent: Double? = nil) {
    (self.source, self.color, self.surfaceScale, self.constant, self.exponent) = (source, color, surfaceScale, constant, exponent)
  }

  fileprivate var asC: cr_lighting {
    var c = cr_lighting()
    switch source {
    case .distant(let azimuth, let elevation): (c.kind, c.azimuth, c.elevation) = (CR_LIGHT_DISTANT, azimuth, elevation)
    case .point(let x, let y, let z): (c.kind, c.x, c.y, c.z) = (CR_LIGHT_POINT, x, y, z)
    case .spot(let x, let y, let z, let atX, let atY, let atZ, let focus, let cone):
      (c.kind, c.x, c.y, c.z) = (CR_LIGHT_SPOT, x, y, z)
      (c.at_x, c.at_y, c.at_z, c.focus, c.cone) = (atX, atY, atZ, focus, cone ?? -1)
    }
    c.color = color.asC
    (c.surface_scale, c.constant, c.exponent, c.specular) = (surfaceScale, constant, exponent ?? 1, exponent != nil)
    return c
  }
}

extension PixelBuffer {
  private func check(_ status: cr_status, _ operation: String) throws(RenderError) {
    if status != CR_OK { throw RenderError(status, doing: operation, width: width, height: height, format: format) }
  }

  /// Converts sRGB colours to linear light, in which most filters compute.
  public func convertToLinear() throws(RenderError) { try check(cr_filter_to_linear(surface), "converting to linear light") }

  /// Converts colours of linear light back to sRGB.
  public func convertToSRGB() throws(RenderError) { try check(cr_filter_to_srgb(surface), "converting to sRGB") }

  /// Multiplies each colour (not premultiplied, with 1 as the fifth value) by a matrix of four rows of five values.
  public func applyColorMatrix(_ matrix: [Float]) throws(RenderError) {
    guard matrix.count == 20 else { throw .badArgument("a color matrix must have 20 values, got \(matrix.count)") }
    try check(matrix.withUnsafeBufferPointer { cr_filter_color_matrix(surface, $0.baseAddress) }, "a colour matrix")
  }

  /// Maps red, green, blue (not premultiplied) and alpha through tables of 256 values.
  public func applyTransfer(red: [UInt8], green: [UInt8], blue: [UInt8], alpha: [UInt8]) throws(RenderError) {
    let all = red + green + blue + alpha
    guard red.count == 256, green.count == 256, blue.count == 256, all.count == 1024 else {
      throw .badArgument("a transfer table must have 256 values")
    }
    let status = all.withUnsafeBufferPointer { cr_filter_transfer(surface, $0.baseAddress) }
    try check(status, "a component transfer")
  }

  /// Replaces each pixel by k1 a b + k2 a + k3 b + k4, with `other`'s pixel as a and its own as b, premultiplied, 0...1.
  public func combine(with other: PixelBuffer, k1: Float, k2: Float, k3: Float, k4: Float) throws(RenderError) {
    try check(
      [k1, k2, k3, k4].withUnsafeBufferPointer { cr_filter_arithmetic(other.surface, surface, $0.baseAddress) }, "arithmetic composition")
  }

  /// Blurs along each axis as feGaussianBlur, with transparent black outside the buffer; sigma in pixels, 0 skips an axis.
  public func blur(sigmaX: Double, sigmaY: Double) throws(RenderError) { try check(cr_filter_blur(surface, sigmaX, sigmaY), "blur") }

  /// Sets each channel to the maximum (or minimum) in a window of pixels; the pixel itself is at (columns / 2, rows / 2).
  public func applyMorphology(columns: Int, rows: Int, dilates: Bool) throws(RenderError) {
    try check(cr_filter_morphology(surface, Int32(clamping: columns), Int32(clamping: rows), dilates), "morphology")
  }

  /// Convolves this buffer into `target`. O(pixels × kernel values).
  public func convolve(_ convolution: Convolution, into target: PixelBuffer) throws(RenderError) {
    let columns = convolution.columns
    guard columns > 0, convolution.kernel.count % columns == 0 else {
      throw .badArgument("a kernel of \(convolution.kernel.count) values has no rows of \(columns)")
    }
    let status = convolution.kernel.withUnsafeBufferPointer { kernel in
      var c = cr_convolution(
        kernel: kernel.baseAddress, columns: Int32(clamping: columns), rows: Int32(clamping: kernel.count / columns),
        target_x: Int32(clamping: convolution.targetX), target_y: Int32(clamping: convolution.targetY), divisor: convolution.divisor,
        bias: convolution.bias, edges: CR_EDGE_NONE, keeps_alpha: convolution.keepsAlpha)
      switch convolution.edges {
      case .none: c.edges = CR_EDGE_NONE
      case .duplicate: c.edges = CR_EDGE_DUPLICATE
      case .wrap: c.edges = CR_EDGE_WRAP
      }
      return cr_filter_convolve(surface, &c, target.surface)
    }
    try check(status, "a convolution")
  }

  /// Displaces this buffer's pixels by two channels (0 red, 1 green, 2 blue, 3 alpha) of `map` into `target`; scales in pixels.
  public func displace(by map: PixelBuffer, channels: (x: Int, y: Int), scaleX: Double, scaleY: Double, into target: PixelBuffer)
    throws(RenderError)
  {
    let status = cr_filter_displace(
      surface, map.surface, Int32(clamping: channels.x), Int32(clamping: channels.y), scaleX, scaleY, target.surface)
    try check(status, "a displacement map")
  }

  /// Writes the lighting of this buffer's alpha, as a height field, to `target`.
  public func light(_ light: FilterLight, into target: PixelBuffer) throws(RenderError) {
    var c = light.asC
    try check(cr_filter_light(surface, &c, target.surface), "lighting")
  }
}
