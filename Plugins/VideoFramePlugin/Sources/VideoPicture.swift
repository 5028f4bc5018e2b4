internal import CVideoConvert
internal import Tessera
public import TesseraRender

/// Colour encoding of video.
public enum VideoMatrix: String, Sendable, CaseIterable, Hashable {
  /// Standard definition, JPEG, and most board cameras.
  case bt601
  /// High definition.
  case bt709
  /// Ultra high definition, non-constant luminance.
  case bt2020
}

/// Sample values of black and white.
public enum VideoRange: String, Sendable, CaseIterable, Hashable {
  /// 16...235, chroma 16...240.
  case limited
  /// 0...255.
  case full
}

/// Frame of video from a camera or decoder: an immutable copy, or memory of the program without a copy (``init(_:)``). Any thread.
///
/// Pictures are ordered by creation, on all threads: of two pushed to a node, the newer one stays.
public struct VideoPicture: Sendable {
  /// Memory layout of the samples, 8 bits each; halved sizes are rounded up.
  public enum Format: String, Sendable, CaseIterable, Hashable {
    /// Planes Y, U, V; chroma halved in both directions.
    case i420
    /// Planes Y, U, V; chroma halved horizontally.
    case i422
    /// Planes Y, U, V of equal size.
    case i444
    /// Plane Y.
    case gray
    /// Plane Y, plane of U V pairs halved in both directions.
    case nv12
    /// One plane of Y U Y V.
    case yuyv
    /// One plane of bytes B G R x.
    case xrgb
  }

  /// Maximum width and height in pixels.
  public static let maximumSide = 16384

  /// Memory layout of the samples.
  public let format: Format
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Colour encoding.
  public let matrix: VideoMatrix
  /// Sample values of black and white.
  public let range: VideoRange
  /// Planes, consecutive, with packed rows; empty for a frame in memory of the program.
  let samples: [UInt8]
  /// A frame in memory of the program, which is painted without a copy.
  let planar: PlanarPixels?
  /// Creation order: larger than that of all earlier pictures.
  let order: UInt64

  private static let counter = Locked<UInt64>(0)

  /// Copies the planes of a frame.
  ///
  /// - Parameters:
  ///   - format: Memory layout of the samples.
  ///   - width: Pixels of the picture.
  ///   - height: Rows of the picture.
  ///   - planes: All planes of the format, each with all rows at its stride (the last row may end with its last sample).
  ///   - strides: Bytes from one row to the next, for each plane; nil means that rows are packed.
  ///   - matrix: Conversion between colours and luma and chroma.
  ///   - range: Range of sample values.
  /// - Throws: ``VideoError`` if sizes, planes and strides are inconsistent.
  public init(
    format: Format, width: Int, height: Int, planes: [UnsafeRawBufferPointer], strides: [Int]? = nil, matrix: VideoMatrix = .bt601,
    range: VideoRange = .limited
  ) throws(VideoError) {
    let shapes = try Self.shapes(format, width, height)
    let strides = strides ?? shapes.map(\.rowBytes)
    guard planes.count == shapes.count, strides.count == shapes.count else {
      throw .badPicture("\(planes.count) planes and \(strides.count) strides; \(format.rawValue) has \(shapes.count)")
    }
    for (index, shape) in shapes.enumerated() {
      let stride = strides[index]
      guard stride >= shape.rowBytes, stride <= 1 << 30 else {
        throw .badPicture("plane \(index) with a stride of \(stride) bytes; its rows have \(shape.rowBytes)")
      }
      let needed = stride * (shape.rows - 1) + shape.rowBytes
      guard planes[index].count >= needed else {
        throw .badPicture(
          "plane \(index) must have \(needed) bytes for \(width) x \(height) in \(format.rawValue), got \(planes[index].count)")
      }
    }
    let size = shapes.reduce(0) { $0 + $1.rowBytes * $1.rows }
    let samples = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      let target = UnsafeMutableRawBufferPointer(buffer)
      for (index, shape) in shapes.enumerated() {
        for row in 0..<shape.rows {
          let from = row * strides[index]
          UnsafeMutableRawBufferPointer(rebasing: target[filled..<filled + shape.rowBytes])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: planes[index][from..<from + shape.rowBytes]))
          filled += shape.rowBytes
        }
      }
    }
    try self.init(format: format, width: width, height: height, samples: samples, matrix: matrix, range: range)
  }

  /// Takes the planes of a frame, consecutive, with packed rows.
  ///
  /// - Throws: ``VideoError`` if the number of bytes is not exactly that of the format.
  public init(
    format: Format, width: Int, height: Int, samples: [UInt8], matrix: VideoMatrix = .bt601, range: VideoRange = .limited
  ) throws(VideoError) {
    let size = try Self.shapes(format, width, height).reduce(0) { $0 + $1.rowBytes * $1.rows }
    guard samples.count == size else {
      throw .badPicture("\(samples.count) bytes; \(width) x \(height) in \(format.rawValue) has \(size)")
    }
    (self.format, self.width, self.height, self.matrix, self.range) = (format, width, height, matrix, range)
    self.samples = samples
    planar = nil
    order = Self.nextOrder()
  }

  /// Shows planar pixels without a copy. The memory of pixels made with `PlanarPixels.init(_:width:height:wrapping:...)` is released when no
  /// node shows the frame any more.
  ///
  /// - Throws: ``VideoError/badPicture(_:)`` for sides above ``maximumSide``.
  public init(_ pixels: PlanarPixels) throws(VideoError) {
    guard max(pixels.width, pixels.height) <= Self.maximumSide else {
      throw .badPicture("it must have 1 to \(Self.maximumSide) pixels per side, got \(pixels.width) x \(pixels.height)")
    }
    format = pixels.layout == .nv12 ? .nv12 : .i420
    (width, height, samples, planar) = (pixels.width, pixels.height, [], pixels)
    matrix = VideoMatrix(pixels.matrix)
    range = pixels.range == .full ? .full : .limited
    order = Self.nextOrder()
  }

  private static func nextOrder() -> UInt64 {
    counter.withLock {
      $0 += 1
      return $0
    }
  }

  /// Returns the planes with another matrix or range, in the same memory; nil for other layouts.
  func planar(matrix: VideoMatrix?, range: VideoRange?) -> PlanarPixels? {
    guard var planar else { return nil }
    if let matrix { planar.matrix = PlanarPixels.Matrix(matrix) }
    if let range { planar.range = PlanarPixels.Range(range) }
    return planar
  }

  /// Returns the rows of each plane and their size in bytes.
  static func shapes(_ format: Format, _ width: Int, _ height: Int) throws(VideoError) -> [(rowBytes: Int, rows: Int)] {
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
      throw .badPicture("it must have 1 to \(maximumSide) pixels per side, got \(width) x \(height)")
    }
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    switch format {
    case .i420: return [(width, height), (halfWidth, halfHeight), (halfWidth, halfHeight)]
    case .i422: return [(width, height), (halfWidth, height), (halfWidth, height)]
    case .i444: return [(width, height), (width, height), (width, height)]
    case .gray: return [(width, height)]
    case .nv12: return [(width, height), (halfWidth * 2, halfHeight)]
    case .yuyv: return [(halfWidth * 4, height)]
    case .xrgb: return [(width * 4, height)]
    }
  }

  /// Converts to opaque pixels of the given size (at least 1 x 1); scales the planes if the sizes differ. O(n) in pixels of both.
  ///
  /// - Parameters:
  ///   - width: Width of the result in pixels.
  ///   - height: Height of the result in pixels.
  ///   - matrix: Overrides the picture's own if given.
  ///   - range: Overrides the picture's own if given.
  public func pixels(
    width: Int, height: Int, matrix: VideoMatrix? = nil, range: VideoRange? = nil
  ) throws(VideoError) -> PixelBuffer {
    let buffer: PixelBuffer
    do {
      buffer = try PixelBuffer(width: width, height: height, format: .xrgb8888)
    } catch {
      throw .outOfMemory(bytes: max(0, width) &* max(0, height) &* 4)
    }
    let shapes = try Self.shapes(format, self.width, self.height)
    var frame = vc_frame()
    frame.format = Int32(format.code.rawValue)
    frame.width = Int32(self.width)
    frame.height = Int32(self.height)
    frame.matrix = Int32((matrix ?? self.matrix).code.rawValue)
    frame.is_full_range = (range ?? self.range) == .full ? 1 : 0
    let status = withUnsafePlanes(shapes) { planes, strides in
      func base(_ plane: Int) -> UnsafePointer<UInt8>? {
        plane < planes.count ? planes[plane].baseAddress?.assumingMemoryBound(to: UInt8.self) : nil
      }
      frame.planes = (base(0), base(1), base(2))
      frame.strides = (strides[0], strides.count > 1 ? strides[1] : 0, strides.count > 2 ? strides[2] : 0)
      return buffer.withUnsafeMutableBytes {
        vc_convert(&frame, Int32(width), Int32(height), $0.baseAddress?.assumingMemoryBound(to: UInt8.self), buffer.stride)
      }
    }
    switch status {
    case VC_OK: return buffer
    case VC_NO_MEMORY: throw .outOfMemory(bytes: width * height * 3)
    case VC_NO_LIBRARY: throw .missingLibrary(reason: String(cString: vc_library_problem()))
    default: throw .badPicture("\(self.width) x \(self.height) pixels shown at \(width) x \(height)")
    }
  }
}

extension VideoPicture {
  /// Calls `body` with all planes and their strides.
  private func withUnsafePlanes<R>(_ shapes: [(rowBytes: Int, rows: Int)], _ body: ([UnsafeRawBufferPointer], [Int]) -> R) -> R {
    if let planar { return planar.withUnsafePlanes { body($0, planar.strides) } }
    return samples.withUnsafeBytes { samples in
      var start = 0
      let planes = shapes.map { shape in
        defer { start += shape.rowBytes * shape.rows }
        return UnsafeRawBufferPointer(rebasing: samples[start..<start + shape.rowBytes * shape.rows])
      }
      return body(planes, shapes.map(\.rowBytes))
    }
  }
}

extension VideoPicture: Hashable {
  /// Returns whether one is a copy of the other.
  public static func == (a: VideoPicture, b: VideoPicture) -> Bool { a.order == b.order }
  public func hash(into hasher: inout Hasher) { hasher.combine(order) }
}

extension VideoMatrix {
  fileprivate init(_ matrix: PlanarPixels.Matrix) {
    self =
      switch matrix {
      case .bt601: .bt601
      case .bt709: .bt709
      case .bt2020: .bt2020
      }
  }

  fileprivate var code: vc_matrix {
    switch self {
    case .bt601: VC_BT601
    case .bt709: VC_BT709
    case .bt2020: VC_BT2020
    }
  }
}

extension PlanarPixels.Matrix {
  fileprivate init(_ matrix: VideoMatrix) {
    self =
      switch matrix {
      case .bt601: .bt601
      case .bt709: .bt709
      case .bt2020: .bt2020
      }
  }
}

extension PlanarPixels.Range {
  fileprivate init(_ range: VideoRange) { self = range == .full ? .full : .limited }
}

extension VideoPicture.Format {
  fileprivate var code: vc_format {
    switch self {
    case .i420: VC_I420
    case .i422: VC_I422
    case .i444: VC_I444
    case .gray: VC_GRAY
    case .nv12: VC_NV12
    case .yuyv: VC_YUYV
    case .xrgb: VC_XRGB
    }
  }
}
