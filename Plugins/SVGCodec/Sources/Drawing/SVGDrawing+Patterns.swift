internal import TesseraGeometry
internal import TesseraRender

extension SVGDrawing {
  /// One side of a tile: whole pixels, for sharp seams, where tiles then stay near their places; else as long as it is, and resampled.
  private struct TileSide {
    /// Most device pixels that a tile of whole pixels may lie off its place.
    private static let mostDrift = 4.0
    private static let most = 8192.0

    /// Device pixels.
    let pixels: Double
    /// Device pixels for a unit of the pattern.
    let scale: Double

    /// Nil where nothing is left of it.
    /// - Parameters:
    ///   - length: The tile's length in the pattern's coordinates.
    ///   - reach: How far from the first tile's beginning the shape lies at most.
    ///   - scale: Device pixels for a unit.
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

  /// A tile of the pattern for a shape with these bounds, drawn at the resolution that the map to device pixels asks for.
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
