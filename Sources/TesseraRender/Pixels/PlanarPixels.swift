internal import CRender

/// A picture of video as cameras and decoders deliver it: luma and halved chroma in separate planes, 8 bits each. Immutable.
///
/// A canvas converts its rows as it draws them, so no converted copy is needed. The memory is shared by all copies of the value.
///
/// ```swift
/// let pixels = try PlanarPixels(.nv12, width: 1280, height: 720, wrapping: [luma, chroma], strides: [1280, 1280]) { camera.enqueue(index) }
/// ```
public struct PlanarPixels: Sendable {
  /// Order of the samples. Halved sizes are rounded up.
  public enum Layout: String, Sendable, CaseIterable, Hashable {
    /// Planes Y, U, V.
    case i420
    /// Plane Y, plane of U V pairs.
    case nv12
  }

  /// Colour encoding.
  public enum Matrix: String, Sendable, CaseIterable, Hashable {
    /// Standard definition, JPEG, and most board cameras.
    case bt601
    /// High definition.
    case bt709
    /// Ultra high definition, non-constant luminance. Its wider primaries are not mapped to sRGB.
    case bt2020
  }

  /// Sample values of black and white.
  public enum Range: String, Sendable, CaseIterable, Hashable {
    /// 16...235, chroma 16...240.
    case limited
    /// 0...255.
    case full
  }

  /// Horizontal place of a chroma sample among its two columns. Vertically it lies between its two rows.
  public enum ChromaSiting: String, Sendable, CaseIterable, Hashable {
    /// On the left column: MPEG-2, H.264, H.265, AV1.
    case left
    /// Between both: MPEG-1, JPEG.
    case center
  }

  /// Order of the samples.
  public let layout: Layout
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Colour encoding.
  public var matrix: Matrix
  /// Sample values of black and white.
  public var range: Range
  /// Place of the chroma samples.
  public var siting: ChromaSiting
  /// Bytes from one row to the next, for each plane.
  public let strides: [Int]
  let memory: PlaneMemory

  /// Maximum width and height in pixels.
  public static let maximumSide = Int(CR_MAX_DIMENSION)

  /// Makes a picture of consecutive planes with packed rows.
  ///
  /// - Throws: `RenderError.badSize` for sides outside 1...``maximumSide``, `badArgument` if the number of bytes is not that of the layout.
  public init(
    _ layout: Layout, width: Int, height: Int, bytes: [UInt8], matrix: Matrix = .bt601, range: Range = .limited,
    siting: ChromaSiting = .left
  ) throws(RenderError) {
    let shapes = try Self.shapes(layout, width, height)
    let size = shapes.reduce(0) { $0 + $1.rowBytes * $1.rows }
    guard bytes.count == size else {
      throw .badArgument("planes of \(width) x \(height) pixels in \(layout.rawValue) must have \(size) bytes, got \(bytes.count)")
    }
    (self.layout, self.width, self.height, self.matrix, self.range, self.siting) = (layout, width, height, matrix, range, siting)
    strides = shapes.map(\.rowBytes)
    memory = PlaneMemory(bytes, planes: shapes.map { $0.rowBytes * $0.rows })
  }

  /// Makes a picture over the caller's memory, such as a frame of a camera, without a copy.
  ///
  /// - Parameters:
  ///   - layout: order of the samples.
  ///   - width: pixels of the picture.
  ///   - height: rows of the picture.
  ///   - planes: all planes of the layout, each with all rows at its stride. The last row may end with its last sample.
  ///   - strides: bytes from one row to the next, for each plane. Nil: rows are packed.
  ///   - matrix: colour encoding.
  ///   - range: sample values of black and white.
  ///   - siting: place of the chroma samples.
  ///   - release: called once, when nothing refers to the memory any more, on the thread that releases the last reference; not if the
  ///     initializer throws. It must not call the framework. Until then the memory must stay valid and unchanged.
  /// - Throws: `RenderError.badSize` for sides outside 1...``maximumSide``, `badStride`, `badArgument` for planes that are missing or too small.
  public init(
    _ layout: Layout, width: Int, height: Int, wrapping planes: [UnsafeRawBufferPointer], strides: [Int]? = nil, matrix: Matrix = .bt601,
    range: Range = .limited, siting: ChromaSiting = .left, release: @escaping @Sendable () -> Void
  ) throws(RenderError) {
    let shapes = try Self.shapes(layout, width, height)
    let strides = strides ?? shapes.map(\.rowBytes)
    guard planes.count == shapes.count, strides.count == shapes.count else {
      throw .badArgument("\(layout.rawValue) must have \(shapes.count) planes and strides, got \(planes.count) and \(strides.count)")
    }
    for (plane, (shape, stride)) in zip(shapes, strides).enumerated() {
      guard stride >= shape.rowBytes else { throw .badStride(stride: stride, minimum: shape.rowBytes) }
      let (bytes, overflow) = stride.multipliedReportingOverflow(by: shape.rows - 1)
      guard !overflow, planes[plane].baseAddress != nil, planes[plane].count - shape.rowBytes >= bytes else {
        throw .badArgument(
          "plane \(plane) of \(width) x \(height) pixels in \(layout.rawValue) must have \(shape.rows) rows of \(stride) bytes, got \(planes[plane].count) bytes"
        )
      }
    }
    (self.layout, self.width, self.height, self.matrix, self.range, self.siting) = (layout, width, height, matrix, range, siting)
    self.strides = strides
    memory = PlaneMemory(wrapping: planes, release: release)
  }

  /// Bytes of all planes.
  public var byteCount: Int { memory.byteCount }

  /// Calls `body` with the bytes of each plane; the pointers are valid during the call only.
  public func withUnsafePlanes<R, E: Error>(_ body: ([UnsafeRawBufferPointer]) throws(E) -> R) throws(E) -> R {
    let result: Result<R, E> = memory.withPlanes { planes in
      do throws(E) { return .success(try body(planes)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Converts to opaque pixels of the same size. Each channel is within one level of the exact value; chroma is interpolated linearly.
  ///
  /// - Throws: `RenderError.outOfMemory`, or `badSize` beyond 4 GiB.
  /// - Complexity: O(width × height).
  public func converted() throws(RenderError) -> PixelBuffer {
    let buffer = try PixelBuffer(uninitializedWidth: width, height: height, format: .xrgb8888)
    let status = withPlanes { cr_planes_convert(&$0, cr_irect(x: 0, y: 0, width: Int32(width), height: Int32(height)), buffer.surface) }
    if status != CR_OK { throw RenderError(status, doing: "converting planes", width: width, height: height, format: .xrgb8888) }
    return buffer
  }

  /// Returns whether both are the same picture in the same memory.
  public func isSame(as other: PlanarPixels) -> Bool {
    memory === other.memory && (layout, width, height) == (other.layout, other.width, other.height)
      && (matrix, range, siting) == (other.matrix, other.range, other.siting)
  }

  /// Calls `body` with the C core's value.
  func withPlanes<R>(_ body: (inout cr_planes) -> R) -> R {
    memory.withPlanes { planes in
      func base(_ plane: Int) -> UnsafePointer<UInt8>? {
        plane < planes.count ? planes[plane].baseAddress?.assumingMemoryBound(to: UInt8.self) : nil
      }
      var c = cr_planes(
        layout: layout == .nv12 ? CR_NV12 : CR_I420, width: Int32(width), height: Int32(height), planes: (base(0), base(1), base(2)),
        strides: (strides[0], strides[1], strides.count > 2 ? strides[2] : 0), matrix: matrix.code, is_full_range: range == .full,
        is_left_sited: siting == .left)
      return body(&c)
    }
  }

  private static func shapes(_ layout: Layout, _ width: Int, _ height: Int) throws(RenderError) -> [(rowBytes: Int, rows: Int)] {
    var bytes = (0, 0, 0)
    var rows = (0, 0, 0)
    let count = withUnsafeMutableBytes(of: &bytes) { bytes in
      withUnsafeMutableBytes(of: &rows) { rows in
        cr_planes_shape(
          layout == .nv12 ? CR_NV12 : CR_I420, Int64(width), Int64(height), bytes.baseAddress?.assumingMemoryBound(to: Int.self),
          rows.baseAddress?.assumingMemoryBound(to: Int.self))
      }
    }
    guard count > 0 else { throw .badSize(width: width, height: height, reason: "planes must have 1 to \(maximumSide) pixels per side") }
    return Array([(bytes.0, rows.0), (bytes.1, rows.1), (bytes.2, rows.2)].prefix(Int(count)))
  }
}

extension PlanarPixels.Matrix {
  fileprivate var code: cr_matrix {
    switch self {
    case .bt601: CR_BT601
    case .bt709: CR_BT709
    case .bt2020: CR_BT2020
    }
  }
}

/// Memory of planes: bytes of its own, or of the caller.
final class PlaneMemory: @unchecked Sendable {
  // @unchecked: nothing changes after init, and the memory behind the pointers is only read, as the initializer of PlanarPixels demands.
  private let bytes: [UInt8]
  /// Bytes of each plane in `bytes`.
  private let sizes: [Int]
  private let wrapped: [UnsafeRawBufferPointer]
  private let release: (@Sendable () -> Void)?
  let byteCount: Int

  init(_ bytes: [UInt8], planes: [Int]) { (self.bytes, sizes, wrapped, release, byteCount) = (bytes, planes, [], nil, bytes.count) }

  init(wrapping planes: [UnsafeRawBufferPointer], release: @escaping @Sendable () -> Void) {
    (bytes, sizes, wrapped, self.release, byteCount) = ([], [], planes, release, planes.reduce(0) { $0 + $1.count })
  }

  deinit { release?() }

  func withPlanes<R>(_ body: ([UnsafeRawBufferPointer]) -> R) -> R {
    guard wrapped.isEmpty else {
      // The memory is released with this object, which must outlive the call.
      return withExtendedLifetime(self) { body(wrapped) }
    }
    return bytes.withUnsafeBytes { all in
      var start = 0
      let planes = sizes.map { size in
        defer { start += size }
        return UnsafeRawBufferPointer(rebasing: all[start..<start + size])
      }
      return body(planes)
    }
  }
}
