internal import CRender
public import TesseraGeometry

// @unchecked Sendable: the reference itself never changes after init, and the C surface behind it is a plain struct that is only read.
// Callers must synchronize access to the pixels, as documented, like access to an array passed by pointer.
/// A block of pixels; a reference.
///
/// Only one thread may write at a time; any number may read while no thread writes. Sizes are pixels, strides are bytes.
public final class PixelBuffer: @unchecked Sendable {
  /// The C surface; freed with the buffer.
  let surface: OpaquePointer
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Bytes from one row to the next.
  public let stride: Int
  /// Memory layout of a pixel.
  public let format: PixelFormat
  /// Frees the memory behind the buffer; nil if the buffer owns it, or if it outlives the buffer.
  private let release: (@Sendable () -> Void)?

  private init(surface: OpaquePointer, format: PixelFormat, release: (@Sendable () -> Void)? = nil) {
    self.surface = surface
    self.format = format
    self.release = release
    width = Int(cr_surface_width(surface))
    height = Int(cr_surface_height(surface))
    stride = cr_surface_stride(surface)
  }

  /// Creates a buffer of transparent black (opaque black if the format has no alpha).
  ///
  /// Throws `badSize` beyond 2^20 pixels a side or 4 GiB, and `outOfMemory`.
  public convenience init(width: Int, height: Int, format: PixelFormat = .argb8888) throws(RenderError) {
    var surface: OpaquePointer?
    let status = cr_surface_create(Int64(width), Int64(height), format.code, &surface)
    guard status == CR_OK, let surface else {
      throw RenderError(status, doing: "making a buffer", width: width, height: height, format: format)
    }
    self.init(surface: surface, format: format)
  }

  /// Creates a buffer with uninitialized pixels, for code that writes all of them.
  init(uninitializedWidth width: Int, height: Int, format: PixelFormat) throws(RenderError) {
    var surface: OpaquePointer?
    let status = cr_surface_create_uninitialized(Int64(width), Int64(height), format.code, &surface)
    guard status == CR_OK, let surface else {
      throw RenderError(status, doing: "making a buffer", width: width, height: height, format: format)
    }
    self.surface = surface
    self.format = format
    release = nil
    self.width = width
    self.height = height
    stride = cr_surface_stride(surface)
  }

  /// Creates a buffer over the caller's memory, such as a frame of a camera, without a copy.
  ///
  /// 32-bit formats need `base` and `stride` to be multiples of 4, rgb565 of 2. Throws `badStride`, `badSize` or `badArgument`.
  ///
  /// - Parameters:
  ///   - base: first row.
  ///   - width: width in pixels.
  ///   - height: height in pixels.
  ///   - stride: bytes from one row to the next.
  ///   - format: format of the pixels.
  ///   - release: called once, when nothing refers to the buffer any more, on the thread that releases the last reference; not if the
  ///     initializer throws. It must not call the framework. Until then the memory must stay valid. Nil: the memory outlives the buffer.
  public convenience init(
    wrapping base: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: PixelFormat,
    release: (@Sendable () -> Void)? = nil
  ) throws(RenderError) {
    var surface: OpaquePointer?
    let status = cr_surface_wrap(base, Int64(width), Int64(height), Int64(stride), format.code, &surface)
    guard status == CR_OK, let surface else {
      throw RenderError(
        status, doing: "wrapping memory (its address must be a multiple of the pixel's word)", width: width, height: height, format: format,
        stride: stride)
    }
    self.init(surface: surface, format: format, release: release)
  }

  deinit {
    cr_surface_destroy(surface)
    release?()
  }

  /// Rectangle of all pixels.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Calls `body` with the bytes from the first pixel to the last; the pointer is valid during the call only.
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: cr_surface_bytes(surface), count: cr_surface_byte_count(surface)))
  }

  /// Calls `body` with the bytes from the first pixel to the last for writing; the pointer is valid during the call only.
  public func withUnsafeMutableBytes<R, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(start: cr_surface_bytes(surface), count: cr_surface_byte_count(surface)))
  }

  /// Returns the pixel's colour, not premultiplied; `Color.clear` outside the buffer.
  public func color(x: Int, y: Int) -> Color { Color(cr_surface_color(surface, Int64(x), Int64(y))) }

  /// Returns whether each pixel has alpha 1; checks all pixels.
  public func isOpaque() -> Bool { cr_surface_is_opaque(surface) }
}

extension PixelRect {
  /// The rectangle in the C core's type; coordinates far outside any buffer are clamped.
  var clamped: cr_irect {
    let limit = Int(Int32.max) / 2
    let left = min(max(x, -limit), limit)
    let top = min(max(y, -limit), limit)
    let (right, overflowX) = x.addingReportingOverflow(width)
    let (bottom, overflowY) = y.addingReportingOverflow(height)
    let r = overflowX ? (width < 0 ? -limit : limit) : min(max(right, -limit), limit)
    let b = overflowY ? (height < 0 ? -limit : limit) : min(max(bottom, -limit), limit)
    return cr_irect(x: Int32(left), y: Int32(top), width: Int32(max(0, r - left)), height: Int32(max(0, b - top)))
  }

  init(_ r: cr_irect) { self.init(x: Int(r.x), y: Int(r.y), width: Int(r.width), height: Int(r.height)) }
}
