internal import TesseraGeometry
internal import TesseraRender

extension SVGDrawing {
  /// One side of a tile. It is rounded to whole pixels for sharp seams if the tiles then stay near their exact positions. Otherwise the
  /// tile keeps its exact length and is resampled.
  private struct TileSide {
    /// Maximum drift in device pixels of a tile with a rounded side.
    private static let mostDrift = 4.0
    private static let most = 8192.0

    /// Length in device pixels.
    let pixels: Double
    /// Device pixels per unit of the pattern.
    let scale: Double

    /// Creates a side; nil if its length is not positive.
    /// - Parameters:
    ///   - length: Length of the tile in the pattern's coordinates.
    ///   - reach: Maximum distance of the shape from the start of the first tile.
    ///   - scale: Device pixels per unit.
    init?(_ length: Double, reach: Double, scale: Double) {
      let exact = length * scale
      guard exact > 0, exact.isFinite else { return nil }
      let whole = max(1, exact.rounded())
      if abs(whole - exact) * (reach / length) <= Self.mostDrift, whole <= Self.most {
        (pixels, self.scale) = (whole, scale)
      } else {
        pixels = max(1, min((exact - 1e-6).rounded(.up), Self.most))
        self.scale = pixels / length
      }
    }
  }

  /// Returns a shader with a tile of the pattern for a shape with these bounds, drawn at the resolution of the map to device pixels.
  func shader(_ pattern: SVGPattern, _ opacity: Double, over bounds: Rect, _ map: Transform) -> Shader? {
    guard depth < SVGLimits.depth, let inverse = pattern.transform.inverse else { return nil }
    let scales = pattern.transform.then(map).axisScales
    let (rect, covered) = (pattern.rect, inverse.apply(bounds))
    func reach(_ low: Double, _ high: Double, _ origin: Double) -> Double { max(abs(low - origin), abs(high - origin)) }
    guard
      let x = TileSide(rect.width, reach: reach(covered.minX, covered.maxX, rect.minX), scale: scales.x),
      let y = TileSide(rect.height, reach: reach(covered.minY, covered.maxY, rect.minY), scale: scales.y),
      spend(Int(x.pixels * y.pixels)), let tile = try? PixelBuffer(width: Int(x.pixels), height: Int(y.pixels))
    else { return nil }
    nested { holding(tile.bounds) { draw(pattern.content, .scale(x.scale, y.scale), onto: tile, at: tile.bounds) } }
    let place = Transform.scale(1 / x.scale, 1 / y.scale).then(.translation(rect.minX, rect.minY)).then(
      pattern.transform)
    let device = place.then(map)
    let isWhole = abs(device.a - 1) < 1e-6 && abs(device.d - 1) < 1e-6 && abs(device.b) < 1e-6 && abs(device.c) < 1e-6
    return Shader(.image(tile, quality: isWhole ? .nearest : .bilinear, opacity: opacity), transform: place)
  }
}
