internal import CRender

// Filter primitives in place or into another buffer: argb8888, one size where there are several. Source: Filter Effects 1.
// Each throws `badFormat`, `badSize`, `badArgument` (NaN, infinity, values out of range) or `outOfMemory`.

/// Where a convolution reads beyond the edge.
public enum FilterEdgeMode: String, Sendable, CaseIterable, Hashable {
  /// Transparent black.
  case none
  /// The nearest pixel.
  case duplicate
  /// The pixel of the other side.
  case wrap
}

/// The matrix of a convolution and how it is applied (feConvolveMatrix).
public struct Convolution: Sendable, Hashable {
  /// Rows of values, at most 1,024 of them.
  public var kernel: [Float]
  /// Values in a row.
  public var columns: Int
  /// Which value belongs to the pixel itself.
  public var targetX, targetY: Int
  /// The sum is divided by it; not 0.
  public var divisor: Float
  /// Added, 0...1.
  public var bias: Float
  /// What lies beyond the edge.
  public var edges: FilterEdgeMode
  /// Whether alpha stays, and colour is convolved without it.
  public var keepsAlpha: Bool

  /// Makes a convolution.
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
  /// Where the light comes from.
  public enum Source: Sendable, Hashable {
    /// From far away.
    case distant(azimuth: Double, elevation: Double)
    /// From a point.
    case point(x: Double, y: Double, z: Double)
    /// From a point towards another, within half of a cone's angle (nil: no limit), brighter along its axis by `focus`.
    case spot(x: Double, y: Double, z: Double, atX: Double, atY: Double, atZ: Double, focus: Double, cone: Double?)
  }
  /// Where the light comes from.
  public var source: Source
  /// Its colour; alpha does not count.
  public var color: Color
  /// Height where alpha is 1.
  public var surfaceScale: Double
  /// Share that is reflected.
  public var constant: Double
  /// How much it shines; nil: a surface without shine, which stays opaque.
  public var exponent: Double?

  /// Makes a light.
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

  /// Makes colours, which are sRGB, those of linear light: what most filters compute in.
  public func convertToLinear() throws(RenderError) { try check(cr_filter_to_linear(surface), "converting to linear light") }

  /// Makes colours of linear light sRGB again.
  public func convertToSRGB() throws(RenderError) { try check(cr_filter_to_srgb(surface), "converting to sRGB") }

  /// Multiplies each colour (not premultiplied, with 1 as the fifth value) with four rows of five values.
  public func applyColorMatrix(_ matrix: [Float]) throws(RenderError) {
    guard matrix.count == 20 else { throw .badArgument("a colour matrix has \(matrix.count) values, must have 20") }
    try check(matrix.withUnsafeBufferPointer { cr_filter_color_matrix(surface, $0.baseAddress) }, "a colour matrix")
  }

  /// Replaces red, green, blue (not premultiplied) and alpha by what their tables of 256 values have for them.
  public func applyTransfer(red: [UInt8], green: [UInt8], blue: [UInt8], alpha: [UInt8]) throws(RenderError) {
    let all = red + green + blue + alpha
    guard red.count == 256, green.count == 256, blue.count == 256, all.count == 1024 else {
      throw .badArgument("a transfer table must have 256 values")
    }
    let status = all.withUnsafeBufferPointer { cr_filter_transfer(surface, $0.baseAddress) }
    try check(status, "a component transfer")
  }

  /// Replaces the pixels by k1 a b + k2 a + k3 b + k4 of `other`'s and their own, premultiplied, 0...1.
  public func combine(with other: PixelBuffer, k1: Float, k2: Float, k3: Float, k4: Float) throws(RenderError) {
    try check(
      [k1, k2, k3, k4].withUnsafeBufferPointer { cr_filter_arithmetic(other.surface, surface, $0.baseAddress) }, "arithmetic composition")
  }

  /// Blurs along each axis as feGaussianBlur, with transparent black outside of the buffer; pixels, 0 leaves an axis as it is.
  public func blur(sigmaX: Double, sigmaY: Double) throws(RenderError) { try check(cr_filter_blur(surface, sigmaX, sigmaY), "blur") }

  /// Makes each channel the largest (or smallest) of a window of pixels, of which (columns / 2, rows / 2) is the pixel itself.
  public func applyMorphology(columns: Int, rows: Int, dilates: Bool) throws(RenderError) {
    try check(cr_filter_morphology(surface, Int32(clamping: columns), Int32(clamping: rows), dilates), "morphology")
  }

  /// Convolves this buffer into `target`. O(pixels times values of the kernel).
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

  /// Moves this buffer's pixels by two channels (0 red, 1 green, 2 blue, 3 alpha) of `map` into `target`; scales in pixels.
  public func displace(by map: PixelBuffer, channels: (x: Int, y: Int), scaleX: Double, scaleY: Double, into target: PixelBuffer)
    throws(RenderError)
  {
    let status = cr_filter_displace(
      surface, map.surface, Int32(clamping: channels.x), Int32(clamping: channels.y), scaleX, scaleY, target.surface)
    try check(status, "a displacement map")
  }

  /// Lights the height field of this buffer's alpha into `target`.
  public func light(_ light: FilterLight, into target: PixelBuffer) throws(RenderError) {
    var c = light.asC
    try check(cr_filter_light(surface, &c, target.surface), "lighting")
  }
}
