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
