internal import Tessera
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Headers and decoded pictures for image nodes. Identifies files by their stamp and uses the cache. Any thread.
final class PictureStore: Sendable {
  static let shared = PictureStore(cache: .shared)

  /// Maximum number of cached headers. Beyond it all are dropped and read again on demand.
  private static let headerLimit = 4096

  private let headers = Locked<[String: (stamp: FileStamp, result: Result<PictureHeader, PictureError>)]>([:])
  private let cache: ImageCache

  init(cache: ImageCache) { self.cache = cache }

  /// Returns the info of a picture. The header of a file is read once while the file is unchanged.
  func info(of source: ImageSource) throws(ImageError) -> SourceInfo {
    switch source {
    case .pixels(let buffer):
      return SourceInfo(width: buffer.width, height: buffer.height, isOpaque: Self.isOpaque(buffer))
    case .url: throw .unreadable(source: source.name, reason: "it has not been loaded")
    case .encoded(let image):
      return SourceInfo(try image.header.get())
    case .file(let path):
      let stamp = FileStamp(of: path)
      if let stamp, let known = headers.withLock({ $0[path] }), known.stamp == stamp {
        return SourceInfo(try known.result.get(), stamp: stamp)
      }
      let result = Result { () throws(ImageError) in try ImageDecoder.probe(file: path) }
      if let stamp {
        headers.withLock {
          if $0.count >= Self.headerLimit { $0.removeAll() }
          $0[path] = (stamp, result)
        }
      }
      return SourceInfo(try result.get(), stamp: stamp)
    }
  }

  /// Returns the picture, or the part given by `info`, at `width` x `height` pixels (at most its own, except for vector pictures),
  /// modified.
  func picture(
    of source: ImageSource, _ info: SourceInfo, width: Int, height: Int, treatment: Treatment, isCancelled: @escaping () -> Bool
  ) throws(ImageError) -> PixelBuffer {
    var key = ImageCache.Key(source: source, stamp: info.stamp, part: info.part, width: width, height: height)
    // Some vector pictures are drawn in the tint; for others the colours are replaced.
    var treatment = treatment
    let tint = info.drawsTint ? treatment.tint : nil
    if info.drawsTint { treatment.tint = nil }
    let isBilevel = treatment.isBilevel && info.isVector
    // A modification or a tint makes other colors of them, and so is applied to exact ones.
    let colorDepth = info.isVector && treatment.modification == nil && treatment.tint == nil ? treatment.colorDepth : .full
    (treatment.isBilevel, treatment.colorDepth) = (false, .full)
    let drawn = Treatment(tint: tint, isBilevel: isBilevel, colorDepth: colorDepth).name
    let base = { () throws(ImageError) -> PixelBuffer in
      if case .pixels(let buffer) = source, info.part == nil, buffer.width == width, buffer.height == height, Self.isDrawable(buffer) {
        return buffer
      }
      var plain = key
      plain.variant = drawn
      return try self.cache.picture(for: plain, isCancelled: isCancelled) { () throws(ImageError) in
        var request = PictureRequest(width: width, height: height, crop: info.part, tint: tint, isCancelled: isCancelled)
        request.isBilevel = isBilevel
        request.colorDepth = colorDepth
        return try Self.decode(source, request)
      }
    }
    key.variant = treatment.name
    if key.variant.isEmpty { return try base() }
    key.variant = "\(drawn)|\(key.variant)"
    return try cache.picture(for: key, isCancelled: isCancelled) { () throws(ImageError) in
      try treatment.apply(to: base(), name: source.name, isCancelled: isCancelled)
    }
  }

  private static func decode(_ source: ImageSource, _ request: PictureRequest) throws(ImageError) -> PixelBuffer {
    switch source {
    case .file(let path): return try PictureCodecs.shared.decode(PictureData(file: path), request)
    case .url: throw .unreadable(source: source.name, reason: "it has not been loaded")
    case .encoded(let image): return try PictureCodecs.shared.decode(PictureData(image.bytes, name: image.name), request)
    case .pixels(let buffer):
      do {
        var drawable = isDrawable(buffer) ? buffer : try buffer.converted(to: .argb8888)
        let (width, height) = (request.width, request.height)
        if let part = request.crop { drawable = try drawable.cut(part, name: source.name) }
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
