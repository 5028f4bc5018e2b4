internal import CGIF
internal import TesseraPictures
internal import TesseraRender

/// Structure of a GIF in memory: its images, and their assignment to frames.
struct GIFFile: Sendable {
  let name: String
  let bytes: [UInt8]
  let info: gf_info
  let images: [gf_image]
  /// Images of each frame; there is at least one frame.
  let frames: [Range<Int>]

  /// Maximum number of images of a file.
  static let maximumImages = 1 << 20

  init(_ data: PictureData) throws(PictureError) {
    name = data.name
    let bytes = try data.bytes()
    let list = ImageList()
    var info = gf_info()
    try GIFFile.call(data.name) { message in
      bytes.withUnsafeBufferPointer { buffer in
        // The context is `list`, which must live until the call returns.
        gf_scan(
          buffer.baseAddress, buffer.count, &info,
          { context, image in
            let list = Unmanaged<ImageList>.fromOpaque(context!).takeUnretainedValue()
            if let image { list.images.append(image.pointee) }
            return list.images.count < GIFFile.maximumImages ? 1 : 0
          }, Unmanaged.passUnretained(list).toOpaque(), message)
      }
    }
    withExtendedLifetime(list) {}
    guard !list.images.isEmpty else { throw .corrupt(source: data.name, reason: "GIF: it has no image") }
    (self.bytes, self.info, images) = (bytes, info, list.images)
    frames = GIFFile.frames(of: list.images, loops: info.loops)
  }

  /// Returns one frame for each image. If no image has a delay and the file does not loop, all are parts of one still picture.
  static func frames(of images: [gf_image], loops: Int32) -> [Range<Int>] {
    let isStill = loops < 0 && images.allSatisfy { $0.delay == 0 }
    return isStill ? [images.indices] : images.indices.map { $0..<$0 + 1 }
  }

  /// Reads the size of the canvas.
  static func size(_ bytes: UnsafeRawBufferPointer, name: String) throws(PictureError) -> gf_info {
    var info = gf_info()
    try call(name) { gf_read_size(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &info, $0) }
    return info
  }

  /// Draws an image on a canvas. Returns the number of rows in the data: all of them, unless `isPartial` permits truncated data.
  @discardableResult
  static func draw(
    _ image: gf_image, of bytes: [UInt8], name: String, into canvas: PixelBuffer, isPartial: Bool = false, isCancelled: () -> Bool
  ) throws(PictureError) -> Int {
    var rows: Int32 = 0
    try DecoderCall.withQuestion(isCancelled) { question, context throws(PictureError) in
      try call(name) { message in
        bytes.withUnsafeBufferPointer { source in
          canvas.withUnsafeMutableBytes { pixels in
            var image = image
            let status = gf_draw(
              source.baseAddress, source.count, &image, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(canvas.width),
              Int32(canvas.height), canvas.stride, &rows, question, context, message)
            return isPartial && status == GF_TRUNCATED ? GF_OK : status
          }
        }
      }
    }
    return Int(rows)
  }

  /// Runs a C call; throws the error that it reports.
  static func call(_ name: String, _ body: (UnsafeMutablePointer<CChar>) -> gf_status) throws(PictureError) {
    try DecoderCall.check(messageSize: Int(GF_MESSAGE_SIZE), body) { status, reason in
      switch status {
      case GF_OK: nil
      case GF_TRUNCATED: .truncated(source: name, reason: reason)
      case GF_NO_MEMORY: .outOfMemory(source: name)
      case GF_CANCELLED: .cancelled(source: name)
      case GF_NOT_GIF: .notAnImage(source: name, reason: reason)
      default: .corrupt(source: name, reason: reason)
      }
    }
  }

  private final class ImageList { var images: [gf_image] = [] }
}
