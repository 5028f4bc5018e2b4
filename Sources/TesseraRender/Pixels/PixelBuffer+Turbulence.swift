internal import CRender
public import TesseraGeometry

/// Perlin noise as in feTurbulence. Source: Filter Effects 1, section 9.23.
public struct Turbulence: Sendable, Hashable {
  /// Frequency in waves per unit, 0 or more.
  public var frequencyX, frequencyY: Double
  /// Number of noise functions added, each of double frequency; at most 16 are used.
  public var octaves: Int
  /// Seed of the noise.
  public var seed: Int
  /// Whether the noise values are summed (true) or their absolute values (false).
  public var isFractal: Bool
  /// Tile with matching edges, in the noise's coordinates; nil: no tile.
  public var tile: Rect?
  /// Transform from pixels to the noise's coordinates.
  public var transform: Transform

  /// Creates noise parameters.
  public init(
    frequencyX: Double, frequencyY: Double, octaves: Int = 1, seed: Int = 0, isFractal: Bool = false, tile: Rect? = nil,
    transform: Transform = .identity
  ) {
    (self.frequencyX, self.frequencyY, self.octaves, self.seed) = (frequencyX, frequencyY, octaves, seed)
    (self.isFractal, self.tile, self.transform) = (isFractal, tile, transform)
  }
}

extension PixelBuffer {
  /// Replaces all pixels by noise; argb8888. O(pixels × octaves).
  public func fill(with noise: Turbulence) throws(RenderError) {
    let t = noise.transform
    let tile = noise.tile ?? .zero
    var c = cr_turbulence(
      frequency_x: noise.frequencyX, frequency_y: noise.frequencyY, octaves: Int32(clamping: noise.octaves),
      seed: Int32(clamping: noise.seed),
      fractal: noise.isFractal, stitches: noise.tile != nil, tile_x: tile.minX, tile_y: tile.minY, tile_width: tile.width,
      tile_height: tile.height, a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
    let status = cr_filter_turbulence(&c, surface)
    if status != CR_OK { throw RenderError(status, doing: "turbulence", width: width, height: height, format: format) }
  }
}
