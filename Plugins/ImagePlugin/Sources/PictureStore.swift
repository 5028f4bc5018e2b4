internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// What is known of a picture before it is decoded.
struct PictureInfo: Sendable {
  var width: Int
  var height: Int
  var isOpaque: Bool
  /// What tells the file's content from an earlier one; nil for what is in memory.
  var stamp: FileStamp?

  /// Its own size, logical units.
  func logicalSize(_ imageScale: Double) -> Size {
    imageScale > 0 && imageScale.isFinite ? Size(Double(width) / imageScale, Double(height) / imageScale) : .zero
  }
}

/// Headers and decoded pictures for image nodes: knows files by their stamp and goes through the cache. Any thread.
final class PictureStore: Sendable {
  static let shared = PictureStore(cache: .shared)

  /// Headers kept; beyond that all are forgotten, which costs reading some again.
  private static let headerLimit = 4096

  private let headers = Locked<[String: (stamp: FileStamp, result: Result<ImageInfo, ImageError>)]>([:])
  private let cache: ImageCache

  init(cache: ImageCache) { self.cache = cache }

  /// What is known of the picture; reads a file's header once while the file stays as it is.
  func info(of source: ImageSource) throws(ImageError) -> PictureInfo {
    switch source {
    case .pixels(let buffer):
      return PictureInfo(width: buffer.width, height: buffer.height, isOpaque: Self.isOpaque(buffer))
    case .encoded(let image):
      let info = try image.header.get()
      return PictureInfo(width: info.width, height: info.height, isOpaque: info.isOpaque)
    case .file(let path):
      let stamp = ImageFile.stamp(of: path)
      if let stamp, let known = headers.withLock({ $0[path] }), known.stamp == stamp {
        let info = try known.result.get()
        return PictureInfo(width: info.width, height: info.height, isOpaque: info.isOpaque, stamp: stamp)
      }
      let result = Result { () throws(ImageError) in try ImageDecoder.probe(file: path) }
      if let stamp {
        headers.withLock {
          if $0.count >= Self.headerLimit { $0.removeAll() }
          $0[path] = (stamp, result)
        }
      }
      let info = try result.get()
      return PictureInfo(width: info.width, height: info.height, isOpaque: info.isOpaque, stamp: stamp)
    }
  }

  /// The picture at `width` x `height` pixels (at most its own), modified.
  func picture(
    of source: ImageSource, _ info: PictureInfo, width: Int, height: Int, treatment: Treatment, isCancelled: @escaping () -> Bool
  ) throws(ImageError) -> PixelBuffer {
    var key = ImageCache.Key(source: source, stamp: info.stamp, width: width, height: height)
    let base = { () throws(ImageError) -> PixelBuffer in
      if case .pixels(let buffer) = source, buffer.width == width, buffer.height == height, Self.isDrawable(buffer) { return buffer }
      var plain = key
      plain.variant = ""
      return try self.cache.picture(for: plain, isCancelled: isCancelled) { () throws(ImageError) in
        try Self.decode(source, width: width, height: height, isCancelled: isCancelled)
      }
    }
    key.variant = treatment.name
    if key.variant.isEmpty { return try base() }
    return try cache.picture(for: key, isCancelled: isCancelled) { () throws(ImageError) in
      try treatment.apply(to: base(), name: source.name, isCancelled: isCancelled)
    }
  }

  private static func decode(
    _ source: ImageSource, width: Int, height: Int, isCancelled: @escaping () -> Bool
  ) throws(ImageError) -> PixelBuffer {
    switch source {
    case .file(let path): return try ImageDecoder.decode(file: path, width: width, height: height, isCancelled: isCancelled)
    case .encoded(let image):
      return try ImageDecoder.decode(bytes: image.bytes, name: image.name, width: width, height: height, isCancelled: isCancelled)
    case .pixels(let buffer):
      do {
        let drawable = isDrawable(buffer) ? buffer : try buffer.converted(to: .argb8888)
        return drawable.width == width && drawable.height == height ? drawable : try drawable.resized(width: width, height: height)
      } catch {
        throw .outOfMemory(source: source.name)
      }
    }
  }

  private static func isDrawable(_ buffer: PixelBuffer) -> Bool {
    buffer.format == .argb8888 || buffer.format == .xrgb8888 || buffer.format == .coverage8
  }

  private static func isOpaque(_ buffer: PixelBuffer) -> Bool {
    switch buffer.format {
    case .argb8888: buffer.isOpaque()
    case .coverage8: false
    default: true
    }
  }
}

/// What is done to decoded pixels before they are drawn.
struct Treatment: Sendable {
  var modification: ImageModification?
  /// Standard deviation in pixels; 0: none.
  var blur = 0.0
  var tint: Color?

  /// Equal names mean equal pixels; empty: nothing is done.
  var name: String {
    var parts: [String] = []
    if let modification { parts.append("modification \(modification.id)") }
    if blur > 0 { parts.append("blur \(blur)") }
    if let tint { parts.append("tint \(tint.red) \(tint.green) \(tint.blue) \(tint.alpha)") }
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
