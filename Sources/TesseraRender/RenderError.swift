internal import CRender

/// Error of creating pixels, fonts or drawings.
///
/// Each case contains the invalid value and the valid ones.
public enum RenderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A size that is invalid for a buffer, or that does not match the other buffer of an operation.
  case badSize(width: Int, height: Int, reason: String)
  /// Allocation failure; `bytes` is approximately the requested size.
  case outOfMemory(bytes: Int)
  /// A pixel format that the operation does not support.
  case badFormat(String)
  /// A stride shorter than the row's pixels, or one that splits a pixel's word.
  case badStride(stride: Int, minimum: Int)
  /// A file or bytes without a usable font.
  case badFont(source: String, reason: String)
  /// A value outside the valid range of the operation.
  case badArgument(String)
  /// A path with too many edges to be drawn.
  case tooComplex(String)

  /// A sentence for the user.
  public var description: String {
    switch self {
    case .badSize(let width, let height, let reason): "bad size \(width) x \(height) pixels: \(reason)"
    case .outOfMemory(let bytes): "no memory for about \(bytes) bytes"
    case .badFormat(let text): "bad pixel format: \(text)"
    case .badStride(let stride, let minimum):
      "bad stride of \(stride) bytes: at least \(minimum) are needed, in multiples of the pixel's word"
    case .badFont(let source, let reason) where Self.unreadable.contains(reason): "cannot open \(source): \(reason)"
    case .badFont(let source, let reason): "bad font \(source): \(reason)"
    case .badArgument(let text): text
    case .tooComplex(let text): "too complex: \(text)"
    }
  }
}

extension RenderError {
  /// Creates the error for a status of the C core, with the failed operation.
  init(_ status: cr_status, doing operation: String, width: Int, height: Int, format: PixelFormat, stride: Int = 0) {
    let minimum = format.minimumStride(width: max(0, width)) ?? Int.max
    switch status {
    case CR_NO_MEMORY:
      let (bytes, overflow) = minimum.multipliedReportingOverflow(by: max(0, height))
      self = .outOfMemory(bytes: overflow ? Int.max : bytes)
    case CR_BAD_SIZE: self = .badSize(width: width, height: height, reason: "\(operation): \(Self.sizeRule)")
    case CR_BAD_STRIDE: self = .badStride(stride: stride, minimum: minimum)
    case CR_TOO_COMPLEX: self = .tooComplex("\(operation): edges of one path cross more than \(CR_MOST_EDGE_ROWS) rows of pixels")
    case CR_BAD_FORMAT: self = .badFormat("\(operation) does not take \(format.rawValue)")
    default: self = .badArgument("\(operation): \(String(cString: cr_status_name(status)))")
    }
  }

  /// Reasons for fonts that were not opened.
  private static let unreadable: Set<String> = ["no such file", "permission denied"]

  static var sizeRule: String {
    "width and height must be 0...\(CR_MAX_DIMENSION) and a buffer at most 4 GiB"
  }
}
