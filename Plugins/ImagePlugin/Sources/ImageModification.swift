internal import TesseraGeometry
public import TesseraRender

/// Modification of a decoded picture before it is drawn: runs on a worker, once for each size, and is cached in the ``ImageCache``.
///
/// ```swift
/// photo.modification = ImageModification(id: "dim") { pixels, isCancelled in
///   let canvas = try Canvas(pixels)
///   canvas.fill(Rect(0, 0, Double(pixels.width), Double(pixels.height)), .color(Color(white: 0, alpha: 0.4)))
///   return pixels
/// }
/// ```
public struct ImageModification: Sendable {
  /// Modifies a picture. Receives its own copy in `argb8888` at the drawn size, and a function that returns whether the request is
  /// cancelled. Returns that buffer or a new one; after a cancellation the result is ignored.
  public typealias Apply = @Sendable (_ pixels: PixelBuffer, _ isCancelled: () -> Bool) throws -> PixelBuffer

  /// Identifier: equal ids must mean equal results.
  public let id: String
  /// Whether opaque pictures stay opaque.
  public let keepsOpaque: Bool
  /// Function that modifies the picture.
  public let apply: Apply

  /// Creates a modification.
  public init(id: String, keepsOpaque: Bool = false, apply: @escaping Apply) {
    self.id = id
    self.keepsOpaque = keepsOpaque
    self.apply = apply
  }

  /// Gaussian-like blur with a standard deviation of `sigma` device pixels.
  public static func blur(sigma: Double) -> ImageModification {
    ImageModification(id: "blur(\(sigma))", keepsOpaque: true) { pixels, isCancelled in
      try pixels.blur(sigma: sigma, isCancelled: isCancelled)
      return pixels
    }
  }

  /// Blur of a backdrop: a Gaussian-like blur, then more or less color, then a tint, all within a mask.
  ///
  /// - Parameters:
  ///   - sigma: standard deviation, device pixels; 0 does not blur.
  ///   - saturation: 0 (gray) to 1 (unchanged) and above (stronger colors, up to 4).
  ///   - tint: painted over the result.
  ///   - mask: stretched over the picture: its alpha, or coverage, is the share of the result; the rest is the picture as it was. Nil: everywhere.
  ///     Its pixels must not change.
  ///   - maskID: identifies the mask: equal ids must mean equal masks.
  public static func blur(
    sigma: Double, saturation: Double, tint: Color? = nil, mask: PixelBuffer? = nil, maskID: String = ""
  ) -> ImageModification {
    let saturation = saturation.isFinite ? min(4, max(0, saturation)) : 1
    let shape = mask == nil ? "" : " mask \(maskID)"
    let color = tint.map { " tint \($0)" } ?? ""
    return ImageModification(id: "blur(\(sigma) saturation \(saturation)\(color)\(shape))", keepsOpaque: true) { pixels, isCancelled in
      let bounds = Rect(0, 0, Double(pixels.width), Double(pixels.height))
      let former = try mask.map { _ in try pixels.copy() }
      if sigma > 0 { try pixels.blur(sigma: sigma, isCancelled: isCancelled) }
      if saturation != 1 { try pixels.applyColorMatrix(matrix(saturation: Float(saturation))) }
      if let tint { try Canvas(pixels).fill(bounds, .color(tint)) }
      guard let mask, let former, !isCancelled() else { return pixels }
      let shape = try mask.resized(width: pixels.width, height: pixels.height).tinted(.white)
      mix(pixels, over: former, by: shape)
      return former
    }
  }

  /// Returns a color matrix that changes the saturation, with the weights of BT.709.
  private static func matrix(saturation s: Float) -> [Float] {
    let (r, g, b): (Float, Float, Float) = (0.2126 * (1 - s), 0.7152 * (1 - s), 0.0722 * (1 - s))
    return [r + s, g, b, 0, 0, r, g + s, b, 0, 0, r, g, b + s, 0, 0, 0, 0, 0, 1, 0]
  }

  /// Replaces the share of `below` that is the alpha of `mask` by `pixels`; all have one size and are premultiplied.
  private static func mix(_ pixels: PixelBuffer, over below: PixelBuffer, by mask: PixelBuffer) {
    pixels.withUnsafeBytes { new in
      mask.withUnsafeBytes { shares in
        below.withUnsafeMutableBytes { bytes in
          for y in 0..<below.height {
            let (a, b, c) = (y * pixels.stride, y * mask.stride, y * below.stride)
            for x in Swift.stride(from: 0, to: below.width * 4, by: 4) {
              // The byte of alpha in the little-endian word.
              let share = UInt32(shares[b + x + 3])
              for channel in 0..<4 {
                let sum = UInt32(new[a + x + channel]) * share + UInt32(bytes[c + x + channel]) * (255 - share)
                bytes[c + x + channel] = UInt8(truncatingIfNeeded: (sum + 127) / 255)  // at most 255
              }
            }
          }
        }
      }
    }
  }

  /// Converts to luma of the sRGB-encoded colours (BT.709 weights); keeps alpha.
  public static let grayscale = ImageModification(id: "grayscale", keepsOpaque: true) { pixels, isCancelled in
    let (width, height, stride) = (pixels.width, pixels.height, pixels.stride)
    pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        if y % 64 == 0, isCancelled() { return }
        for at in Swift.stride(from: y * stride, to: y * stride + width * 4, by: 4) {
          let luma = (UInt32(bytes[at]) * 4732 + UInt32(bytes[at + 1]) * 46871 + UInt32(bytes[at + 2]) * 13933 + 32768) >> 16
          let value = UInt8(truncatingIfNeeded: luma)  // the weights add up to 65536, so the value is at most 255
          (bytes[at], bytes[at + 1], bytes[at + 2]) = (value, value, value)
        }
      }
    }
    return pixels
  }

  /// Applies several modifications in order.
  public static func sequence(_ all: [ImageModification]) -> ImageModification {
    ImageModification(id: all.map(\.id).joined(separator: "+"), keepsOpaque: all.allSatisfy(\.keepsOpaque)) { pixels, isCancelled in
      var pixels = pixels
      for one in all {
        if isCancelled() { break }
        pixels = try one.apply(pixels, isCancelled)
      }
      return pixels
    }
  }
}

extension ImageModification: Hashable {
  /// Compares ids.
  public static func == (a: ImageModification, b: ImageModification) -> Bool { a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
