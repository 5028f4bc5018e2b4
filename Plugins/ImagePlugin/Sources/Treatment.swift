internal import TesseraRender

/// Modifications of decoded pixels before they are drawn.
struct Treatment: Sendable {
  var modification: ImageModification?
  /// Standard deviation in pixels; 0 means no blur.
  var blur = 0.0
  var tint: Color?
  /// Whether vector pictures are drawn for black and white.
  var isBilevel = false
  /// Depth of flat colors in vector pictures.
  var colorDepth = ColorDepth.full

  /// Key: equal names mean equal pixels; empty if nothing is applied.
  var name: String {
    var parts: [String] = []
    if let modification { parts.append("modification \(modification.id)") }
    if blur > 0 { parts.append("blur \(blur)") }
    if let tint { parts.append("tint \(tint.red) \(tint.green) \(tint.blue) \(tint.alpha)") }
    if isBilevel { parts.append("bilevel") }
    if colorDepth != .full {
      parts.append("depth \(colorDepth.red) \(colorDepth.green) \(colorDepth.blue)\(colorDepth.isGray ? " gray" : "")")
    }
    return parts.joined(separator: "|")
  }

  func apply(to base: PixelBuffer, name: String, isCancelled: () -> Bool) throws(ImageError) -> PixelBuffer {
    var step = modification?.id ?? "copy"
    do {
      var pixels = base
      if let modification {
        pixels = try pixels.format == .argb8888 ? pixels.copy() : pixels.converted(to: .argb8888)
        pixels = try modification.apply(pixels, isCancelled)
      }
      if isCancelled() { throw ImageError.cancelled(source: name) }
      if blur > 0 {
        step = "blur(\(blur))"
        if modification == nil { pixels = try pixels.copy() }
        try pixels.blur(sigma: blur, isCancelled: isCancelled)
      }
      if isCancelled() { throw ImageError.cancelled(source: name) }
      if let tint, pixels.format != .coverage8 {
        step = "tint"
        pixels = try pixels.tinted(tint)
      }
      return pixels
    } catch let error as ImageError {
      throw error
    } catch {
      throw .modification(source: name, id: step, reason: "\(error)")
    }
  }
}
