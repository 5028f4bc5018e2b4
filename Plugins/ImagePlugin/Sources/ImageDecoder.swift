internal import CImageCodecs
public import TesseraGeometry
public import TesseraRender

/// What the header of a picture says.
public struct ImageInfo: Sendable, Hashable {
  /// How the file is encoded.
  public enum Format: String, Sendable, CaseIterable, Hashable { case png, jpeg }
  /// How the file is encoded.
  public var format: Format
  /// Width in pixels, as shown: after the orientation that the camera noted.
  public var width: Int
  /// Height in pixels, as shown.
  public var height: Int
  /// EXIF orientation, 1...8; 1: as stored.
  public var orientation: Int
  /// Whether no pixel can have alpha below 1.
  public var isOpaque: Bool
}

/// Reads PNG and JPEG, told apart by content. Any thread; keeps nothing.
///
/// Colours are taken as sRGB: gamma chunks and ICC profiles are ignored. The orientation that a camera noted is applied. A truncated or
/// damaged file is an error, never a half picture; missing bytes after the last pixel's do not count. At most 16384 pixels a side.
public enum ImageDecoder {
  /// Returns what the header of `file` says; reads no more of it than needed.
  public static func probe(file: String) throws(ImageError) -> ImageInfo {
    let opened = try ImageFile(file)
    return try header(of: opened, file).info
  }

  /// The first bytes of a file, as many as its header takes, and what they say.
  private static func header(
    of file: borrowing ImageFile, _ name: String, limit: Int? = nil
  ) throws(ImageError) -> (bytes: [UInt8], info: ImageInfo) {
    // Most headers lie in the first page; pages read for nothing cost as much as the header itself.
    var count = 1 << 12
    while true {
      let bytes = try file.read(upTo: count)
      do {
        return (bytes, try probe(bytes: bytes, name: name))
      } catch .truncated where bytes.count == count {
        // The header is longer: a thumbnail or a profile stands before it.
        count *= 16
        try check(
          min(count, Int(clamping: file.stamp.size)), limit ?? DecodingBudget.shared.byteLimit, "what stands before its pixels", name)
      }
    }
  }

  /// Returns what the header of a file in memory says.
  public static func probe(bytes: [UInt8], name: String = "in memory") throws(ImageError) -> ImageInfo {
    var info = ic_info()
    let (status, reason) = call { message in
      bytes.withUnsafeBufferPointer { ic_probe($0.baseAddress, $0.count, &info, message) }
    }
    if let error = error(status, reason, name) { throw error }
    let turned = info.orientation >= 5
    return ImageInfo(
      format: info.format == Int32(IC_PNG.rawValue) ? .png : .jpeg,
      width: Int(turned ? info.height : info.width), height: Int(turned ? info.width : info.height),
      orientation: Int(info.orientation), isOpaque: info.is_opaque != 0)
  }

  /// Decodes `file`.
  ///
  /// - Parameters:
  ///   - file: The path.
  ///   - width: Pixels wanted; smaller than the picture: it is shrunk while it is decoded, each pixel the average of what it covers.
  ///     Larger, or nil: the picture's own.
  ///   - height: Rows wanted, likewise and independent of `width`.
  ///   - byteLimit: Most bytes that the pixels, what is needed to make them, and the bytes of a JPEG file take together; nil: those of
  ///     `DecodingBudget.shared`. What asks for more is refused before anything is allocated.
  ///   - isCancelled: Polled every few rows.
  /// - Returns: Premultiplied `argb8888`.
  public static func decode(
    file: String, width: Int? = nil, height: Int? = nil, byteLimit: Int? = nil,
    isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    let opened = try ImageFile(file)
    let (head, info) = try header(of: opened, file, limit: byteLimit)
    return try decode(opened, head, info, file, width, height, byteLimit, isCancelled)
  }

  /// Decodes an open file of which the beginning is read: a PNG in pieces, so that it is not in memory as a whole beside its pixels.
  private static func decode(
    _ file: borrowing ImageFile, _ head: [UInt8], _ info: ImageInfo, _ name: String, _ width: Int?, _ height: Int?, _ byteLimit: Int?,
    _ isCancelled: (() -> Bool)?
  ) throws(ImageError) -> PixelBuffer {
    guard info.format == .png else {
      // All of the file is in memory beside its pixels.
      let (limit, size) = (byteLimit ?? DecodingBudget.shared.byteLimit, Int(clamping: file.stamp.size))
      let pixels = clamp(width, info.width) * clamp(height, info.height) * 4
      try check(
        size.addingReportingOverflow(pixels).overflow ? .max : size + pixels, limit, "a file of \(size) bytes with its pixels", name)
      let bytes = try file.read(upTo: size)
      return try decode(bytes: bytes, name: name, width: width, height: height, byteLimit: limit - size, isCancelled: isCancelled)
    }
    let rest = file.rest(from: head.count)
    do {
      return try decode(head, rest, info, name, width, height, byteLimit, isCancelled)
    } catch {
      throw rest.failure == 0 ? error : file.error(rest)
    }
  }

  /// Decodes a file in memory; see ``decode(file:width:height:byteLimit:isCancelled:)``.
  public static func decode(
    bytes: [UInt8], name: String = "in memory", width: Int? = nil, height: Int? = nil, byteLimit: Int? = nil,
    isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    try decode(bytes, nil, probe(bytes: bytes, name: name), name, width, height, byteLimit, isCancelled)
  }

  private static func decode(
    _ bytes: [UInt8], _ rest: ImageFileRest?, _ info: ImageInfo, _ name: String, _ width: Int?, _ height: Int?, _ byteLimit: Int?,
    _ isCancelled: (() -> Bool)?
  ) throws(ImageError) -> PixelBuffer {
    let limit = Int(IC_MAX_SIDE)
    guard info.width <= limit, info.height <= limit else {
      throw .tooLarge(
        source: name, reason: "its header says \(info.width) x \(info.height) pixels; \(limit) a side are the most")
    }
    let (shownWidth, shownHeight) = (clamp(width, info.width), clamp(height, info.height))
    let size = shownWidth * shownHeight * 4
    let byteLimit = byteLimit ?? DecodingBudget.shared.byteLimit
    try check(size, byteLimit, "a picture of \(shownWidth) x \(shownHeight)", name)
    let turned = info.orientation >= 5
    let target = try buffer(turned ? shownHeight : shownWidth, turned ? shownWidth : shownHeight, name)
    let cancellation = Cancellation(isCancelled ?? { false })
    // The contexts are `cancellation` and `rest`, which live until the calls have returned.
    let poll: ic_cancelled = { Unmanaged<Cancellation>.fromOpaque($0!).takeUnretainedValue().poll() ? 1 : 0 }
    defer { withExtendedLifetime((cancellation, rest)) {} }
    let context = Unmanaged.passUnretained(cancellation).toOpaque()
    let (status, reason) = call { message in
      bytes.withUnsafeBufferPointer { source in
        target.withUnsafeMutableBytes { pixels in
          let (to, width, height) = (pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(target.width), Int32(target.height))
          guard let rest else {
            return ic_decode(
              source.baseAddress, source.count, width, height, to, target.stride, byteLimit - size, poll, context, message)
          }
          return ic_decode_pieces(
            source.baseAddress, source.count, { Int64(Unmanaged<ImageFileRest>.fromOpaque($0!).takeUnretainedValue().read(into: $1!, $2)) },
            Unmanaged.passUnretained(rest).toOpaque(), width, height, to, target.stride, byteLimit - size, poll, context, message)
        }
      }
    }
    if let error = error(status, reason, name) { throw error }
    if info.orientation == 1 { return target }
    let shown = try buffer(shownWidth, shownHeight, name)
    let turning = target.withUnsafeBytes { from in
      shown.withUnsafeMutableBytes { to in
        ic_orient(
          from.baseAddress?.assumingMemoryBound(to: UInt8.self), target.stride, Int32(target.width), Int32(target.height),
          Int32(info.orientation), to.baseAddress?.assumingMemoryBound(to: UInt8.self), shown.stride, poll, context)
      }
    }
    if let error = self.error(turning, "orientation \(info.orientation)", name) { throw error }
    return shown
  }

  /// Decodes `file` as large as fits into `maxSize` (pixels), its shape kept, at most at its own size; for thumbnails.
  public static func decode(
    file: String, maxSize: Size, byteLimit: Int? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    let opened = try ImageFile(file)
    let (head, info) = try header(of: opened, file, limit: byteLimit)
    let (width, height) = fitting(info, maxSize)
    return try decode(opened, head, info, file, width, height, byteLimit, isCancelled)
  }

  /// Decodes a file in memory as large as fits into `maxSize` (pixels), its shape kept, at most at its own size; for thumbnails.
  public static func decode(
    bytes: [UInt8], name: String = "in memory", maxSize: Size, byteLimit: Int? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    let info = try probe(bytes: bytes, name: name)
    let (width, height) = fitting(info, maxSize)
    return try decode(bytes, nil, info, name, width, height, byteLimit, isCancelled)
  }

  /// Pixels of a picture that is as large as fits into `maxSize`.
  private static func fitting(_ info: ImageInfo, _ maxSize: Size) -> (width: Int, height: Int) {
    let size = SizeRange(max: maxSize).proportional(Size(Double(info.width), Double(info.height)))
    return (Int(min(size.width, 1e6).rounded()), Int(min(size.height, 1e6).rounded()))
  }

  private static func check(_ bytes: Int, _ limit: Int, _ what: String, _ name: String) throws(ImageError) {
    if let reason = DecodingBudget.refusal(of: bytes, limit: limit, for: what) { throw .tooLarge(source: name, reason: reason) }
  }

  private final class Cancellation {
    let poll: () -> Bool
    init(_ poll: @escaping () -> Bool) { self.poll = poll }
  }

  private static func clamp(_ wanted: Int?, _ own: Int) -> Int { max(1, min(wanted ?? own, own)) }

  static func buffer(_ width: Int, _ height: Int, _ name: String) throws(ImageError) -> PixelBuffer {
    do {
      return try PixelBuffer(width: width, height: height)
    } catch {
      throw .outOfMemory(source: name)
    }
  }

  /// Runs a C call with room for its message.
  private static func call(_ body: (UnsafeMutablePointer<CChar>) -> ic_status) -> (ic_status, String) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(IC_MESSAGE_SIZE)) { room in
      room.initialize(repeating: 0)
      // The capacity is not zero, so there is a base address.
      let status = body(room.baseAddress!)
      return (status, String(cString: room.baseAddress!))
    }
  }

  private static func error(_ status: ic_status, _ reason: String, _ name: String) -> ImageError? {
    switch status {
    case IC_OK: nil
    case IC_NOT_AN_IMAGE: .notAnImage(source: name, reason: reason)
    case IC_UNSUPPORTED: .unsupported(source: name, reason: reason)
    case IC_TRUNCATED: .truncated(source: name, reason: reason)
    case IC_TOO_LARGE: .tooLarge(source: name, reason: reason)
    case IC_NO_MEMORY: .outOfMemory(source: name)
    case IC_CANCELLED: .cancelled(source: name)
    default: .corrupt(source: name, reason: reason)
    }
  }
}
