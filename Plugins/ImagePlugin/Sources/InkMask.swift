internal import TesseraGeometry
internal import TesseraRender

/// Coverage of a single-colour picture on a transparent background, such as an icon. In black and white it is drawn like text, with
/// contrast to its background.
struct InkMask {
  let color: Color
  private let mask: PixelBuffer

  /// Creates a mask; nil for pictures of several colors, photographs, and pictures that cover all of their area.
  ///
  /// - Complexity: O(n) in pixels.
  init?(of picture: PixelBuffer, _ info: SourceInfo, _ tint: Color?) {
    guard info.isVector || tint != nil, !info.isOpaque, !info.mayMove, picture.format == .argb8888 || picture.format == .coverage8,
      let color = picture.format == .coverage8 ? tint ?? .black : Self.singleColor(of: picture, tint),
      let mask = try? PixelBuffer(width: picture.width, height: picture.height, format: .coverage8)
    else { return nil }
    let step = picture.format == .coverage8 ? 1 : 4
    var count = 0
    picture.withUnsafeBytes { from in
      mask.withUnsafeMutableBytes { to in
        for y in 0..<picture.height {
          for x in 0..<picture.width where from[y * picture.stride + x * step + step - 1] >= 128 {
            to[y * mask.stride + x] = 255
            count += 1
          }
        }
      }
    }
    guard count > 0, count < picture.width * picture.height else { return nil }
    (self.color, self.mask) = (color, mask)
  }

  /// Returns the color of all pixels with at least half coverage; nil if there are several.
  private static func singleColor(of picture: PixelBuffer, _ tint: Color?) -> Color? {
    var found: UInt32?
    let isOne = picture.withUnsafeBytes { bytes in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let pixel = bytes.loadUnaligned(fromByteOffset: y * picture.stride + x * 4, as: UInt32.self)
          let alpha = pixel >> 24
          guard alpha >= 128 else { continue }
          // The premultiplied channels of translucent pixels are rounded.
          guard alpha == 255 else {
            if tint == nil { return false }
            continue
          }
          if found == nil { found = pixel }
          if pixel != found { return false }
        }
      }
      return true
    }
    guard isOne else { return nil }
    return found.map { Color(rgb: $0 & 0xFFFFFF) } ?? tint.map { Color(red: $0.red, green: $0.green, blue: $0.blue) }
  }

  /// Draws the mask into `frame`, clipped to the node's box.
  func draw(in canvas: borrowing Canvas, at frame: Rect, box: Rect) {
    let place = canvas.transform.apply(frame)
    canvas.save()
    canvas.clip(box)
    let isExact = place.width.rounded() == Double(mask.width) && place.height.rounded() == Double(mask.height)
    if isExact {
      canvas.draw(mask, atPixel: Int(place.minX.rounded()), Int(place.minY.rounded()), tint: color, letters: true)
    } else {
      canvas.draw(mask, in: frame, quality: .nearest, tint: color)
    }
    canvas.restore()
  }
}
