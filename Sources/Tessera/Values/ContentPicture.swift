internal import TesseraGeometry
internal import TesseraRender

/// Pixels of a content.
enum ContentPicture: Sendable {
  case pixels(PixelBuffer)
  /// Opaque; converted as it is painted.
  case planar(PlanarPixels)

  var size: (width: Int, height: Int) {
    switch self {
    case .pixels(let buffer): (buffer.width, buffer.height)
    case .planar(let planar): (planar.width, planar.height)
    }
  }

  var byteCount: Int {
    switch self {
    case .pixels(let buffer): buffer.stride * buffer.height
    case .planar(let planar): planar.byteCount
    }
  }

  /// Draws it into a rectangle, scaled; with its own size and whole coordinates, pixel for pixel.
  func draw(in rect: Rect, of canvas: borrowing Canvas, quality: ImageQuality, opacity: Double, tint: Color?, blend: BlendMode) {
    switch self {
    case .pixels(let buffer): canvas.draw(buffer, in: rect, quality: quality, opacity: opacity, tint: tint, blend: blend)
    case .planar(let planar): canvas.draw(planar, in: rect, quality: quality, opacity: opacity, blend: blend)
    }
  }
}
