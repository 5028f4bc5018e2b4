internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension LottieDrawing {
  /// Approximate number of times that an effect computes each pixel: a blur has several passes.
  private static let effectWork = 8

  /// Draws a layer with its effects, through a buffer of the pixels that can affect the clip.
  func drawFiltered(_ layer: LottieLayer, at frame: Double, opacity: Double, blend: BlendMode, in canvas: borrowing Canvas) {
    let map = canvas.transform
    let reach = layer.effects.reduce(0.0) { $0 + $1.reach(at: frame, map) }
    guard !canvas.clipBounds.isEmpty else { return }
    let area = canvas.clipBounds.grown(by: Int(saturating: reach.rounded(.up), in: 0...LottieLimits.effectReach))
    // Three buffers: the picture, a copy for an effect, and the result of the effect.
    budget.holding(area, layers: 3, work: 3 + layer.effects.count * Self.effectWork) {
      guard let source = try? PixelBuffer(width: area.width, height: area.height), drawContent(layer, at: frame, map, area, source) else {
        return
      }
      var pixels = source
      for effect in layer.effects {
        guard let next = try? effect.applied(to: pixels, at: frame, map) else { return }
        pixels = next
      }
      canvas.draw(pixels, atPixel: area.x, area.y, opacity: opacity, blend: blend)
    }
  }

  /// Draws the content of a layer into a buffer for `area`, in device pixels. Returns false if an allocation fails.
  private func drawContent(_ layer: LottieLayer, at frame: Double, _ map: Transform, _ area: PixelRect, _ pixels: PixelBuffer) -> Bool {
    guard let inner = try? Canvas(pixels) else { return false }
    inner.concatenate(map.then(.translation(Double(-area.x), Double(-area.y))))
    drawUnfiltered(layer, at: frame, opacity: 1, blend: .normal, in: inner)
    return inner.failure == nil
  }
}

extension LottieEffect {
  /// Standard deviation of a blur per unit of its amount, as in lottie-web.
  private static let deviation = 0.3

  /// Maximum distance in device pixels at which a pixel affects others.
  fileprivate func reach(at frame: Double, _ map: Transform) -> Double {
    let scale = map.scales
    switch self {
    case .tint, .tritone, .fill: return 0
    case .blur(let amount, _): return 3 * Self.deviation * max(0, amount.number(at: frame)) * max(scale.x, scale.y)
    case .dropShadow(let shadow):
      let softness = max(0, shadow.softness.number(at: frame))
      return (3 * softness / 4 + abs(shadow.distance.number(at: frame))) * max(scale.x, scale.y)
    }
  }

  /// Returns the pixels with the effect applied; may modify `pixels`.
  fileprivate func applied(to pixels: PixelBuffer, at frame: Double, _ map: Transform) throws(RenderError) -> PixelBuffer {
    switch self {
    case .fill(let color, let opacity):
      return try pixels.tinted(Color(color.value(at: frame), opacity: min(max(opacity.number(at: frame), 0), 1)))
    case .tint(let black, let white, let amount):
      let share = amount.number(at: frame).share
      let tinted = try pixels.copy()
      try tinted.mapLuminance([black.value(at: frame), white.value(at: frame)])
      guard share < 1 else { return tinted }
      let canvas = try Canvas(pixels)
      canvas.draw(tinted, atPixel: 0, 0, opacity: share)
      return pixels
    case .tritone(let bright, let middle, let dark):
      try pixels.mapLuminance([dark.value(at: frame), middle.value(at: frame), bright.value(at: frame)])
      return pixels
    case .blur(let amount, let axes):
      let (deviation, scale) = (Self.deviation * max(0, amount.number(at: frame)), map.scales)
      let axes = axes.number(at: frame)
      try pixels.blur(sigmaX: axes == 3 ? 0 : deviation * scale.x, sigmaY: axes == 2 ? 0 : deviation * scale.y)
      return pixels
    case .dropShadow(let shadow): return try shadow.applied(to: pixels, at: frame, map)
    }
  }
}

extension LottieDropShadow {
  fileprivate func applied(to pixels: PixelBuffer, at frame: Double, _ map: Transform) throws(RenderError) -> PixelBuffer {
    let alpha = min(max(opacity.number(at: frame) / 255, 0), 1)
    let shadow = try pixels.tinted(Color(color.value(at: frame), opacity: alpha))
    let (deviation, scale) = (max(0, softness.number(at: frame)) / 4, map.scales)
    try shadow.blur(sigmaX: deviation * scale.x, sigmaY: deviation * scale.y)
    let (angle, distance) = ((direction.number(at: frame) - 90).radians, distance.number(at: frame))
    let way = map.apply(Point(cos(angle) * distance, sin(angle) * distance)) - map.apply(.zero)
    func whole(_ value: Double) -> Int { Int(saturating: value.rounded(), in: -1_000_000...1_000_000) }
    let result = try PixelBuffer(width: pixels.width, height: pixels.height)
    let canvas = try Canvas(result)
    canvas.draw(shadow, atPixel: whole(way.x), whole(way.y))
    if isShadowOnly.number(at: frame) == 0 { canvas.draw(pixels, atPixel: 0, 0) }
    return result
  }
}

extension PixelBuffer {
  /// Replaces each color by one interpolated from `colors`, which are evenly spaced from black to white, by the mean of its channels in
  /// linear light.
  fileprivate func mapLuminance(_ colors: [Vector]) throws(RenderError) {
    try convertToLinear()
    let mean: [Float] = [1 / 3, 1 / 3, 1 / 3, 0, 0]
    try applyColorMatrix(mean + mean + mean + [0, 0, 0, 1, 0])
    try convertToSRGB()
    func table(_ channel: Int) -> [UInt8] {
      (0..<256).map { i in
        let place = Double(i) / 255 * Double(colors.count - 1)
        let low = min(Int(place), colors.count - 2)
        let value = colors[low][channel] + (colors[low + 1][channel] - colors[low][channel]) * (place - Double(low))
        return UInt8(Int(saturating: (value * 255).rounded(), in: 0...255))
      }
    }
    try applyTransfer(red: table(0), green: table(1), blue: table(2), alpha: (0..<256).map { UInt8($0) })
  }
}

extension Transform {
  /// Scale factors of lengths along the two axes.
  fileprivate var scales: (x: Double, y: Double) { ((a * a + c * c).squareRoot(), (b * b + d * d).squareRoot()) }
}
