internal import CVideoDecoder

/// Layout of pictures in memory, as requested or as the device answers. A value.
struct CameraLayout: Sendable, Hashable {
  var width: Int
  var height: Int
  var format: UInt32
  /// Bytes of a row of the first plane; 0 in a request.
  var stride = 0
  /// Bytes of a picture; 0 in a request.
  var size = 0
  /// Memory planes.
  var planes = 1
  /// Whether luma uses 0...255.
  var isFull = false
  /// Number of the matrix, ITU-T H.273.
  var matrix = 6

  /// Maximum pixels of a picture.
  static let mostPixels = 4096 * 2304

  /// Why pictures of this layout cannot be read; nil if they can.
  var problem: String? {
    guard let known = CameraPixelFormat(code: format) else {
      return "its format \(CameraPixelFormat.text(of: format)) is not supported"
    }
    guard width > 0, height > 0, width <= Int(VD_MAX_SIDE), height <= Int(VD_MAX_SIDE), width * height <= Self.mostPixels else {
      return "it answers with \(width) x \(height) pixels; the limit is 4096 x 2304"
    }
    guard planes == 1 else { return "its pictures have \(planes) memory planes; only one is supported" }
    guard !known.isCompressed else { return nil }
    guard neededSize > 0 else { return "a row of \(stride) bytes has no room for \(width) pixels of \(known.rawValue)" }
    // Some drivers leave the size to the buffers.
    guard size == 0 || neededSize <= size else {
      return "its pictures have \(size) bytes; \(width) x \(height) pixels of \(known.rawValue) need \(neededSize)"
    }
    return nil
  }

  /// Bytes that a picture needs; 0 for compressed and invalid ones.
  var neededSize: Int {
    var picture = picture
    return vd_picture_size(&picture)
  }

  /// Layout as C takes it.
  var picture: vd_picture {
    vd_picture(
      format: format, width: Int32(clamping: width), height: Int32(clamping: height), stride: UInt32(clamping: stride),
      is_full: isFull ? 1 : 0, matrix: Int32(clamping: matrix))
  }

  /// Returns the bytes of a picture in a buffer of `length` bytes; nil if they are missing or the answer is invalid.
  func bytes(of filled: CameraFilled, length: Int) -> Range<Int>? {
    guard !filled.isDamaged, filled.offset >= 0, filled.used <= length, filled.offset < filled.used else { return nil }
    return filled.used - filled.offset >= neededSize ? filled.offset..<filled.used : nil
  }
}
