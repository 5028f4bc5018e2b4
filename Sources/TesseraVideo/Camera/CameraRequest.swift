/// Camera and the pictures that are requested of it. A value.
public struct CameraRequest: Sendable, Hashable {
  /// Path such as `/dev/video0`, or a part of the camera's name; nil means the first camera.
  public var name: String?
  /// Width in pixels; the nearest available one is used.
  public var width = 640
  /// Height in pixels, likewise.
  public var height = 480
  /// Pictures a second; the nearest available rate is used.
  public var framesPerSecond = 30.0
  /// Pixel format; nil means the one that costs least at this size and rate.
  public var format: CameraPixelFormat?
  /// Values of controls by their names, such as `brightness`.
  public var controls: [String: Int] = [:]

  /// Creates the request for a camera at 640 x 480 pixels.
  public init(_ name: String? = nil) { self.name = name }
}

/// Format of pixels of a camera, as V4L2 names it.
public enum CameraPixelFormat: String, Sendable, CaseIterable, Hashable {
  /// Luma and chroma alternate, luma first.
  case yuyv = "YUYV"
  /// Luma and chroma alternate, chroma first.
  case uyvy = "UYVY"
  /// A plane of luma, and one of chroma at half size.
  case nv12 = "NV12"
  /// As NV12, with V before U.
  case nv21 = "NV21"
  /// Three planes: Y, U, V (I420).
  case yu12 = "YU12"
  /// Three planes: Y, V, U.
  case yv12 = "YV12"
  /// 16 bits a pixel: five of red, six of green, five of blue.
  case rgb565 = "RGBP"
  /// Bytes R, G, B.
  case rgb24 = "RGB3"
  /// Bytes B, G, R.
  case bgr24 = "BGR3"
  /// Bytes B, G, R and an unused one.
  case xbgr32 = "XR24"
  /// Luma only.
  case gray = "GREY"
  /// A JPEG file for each picture.
  case motionJPEG = "MJPG"
  /// As MJPG.
  case jpeg = "JPEG"

  /// Recognizes the code of V4L2, the first character in the lowest byte; nil for others.
  init?(code: UInt32) { self.init(rawValue: Self.text(of: code)) }

  /// Code of V4L2.
  var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  /// Whether each picture is compressed.
  public var isCompressed: Bool { self == .motionJPEG || self == .jpeg }

  /// Work of converting a picture, relative to others: the order of preference.
  var cost: Int {
    switch self {
    case .yuyv, .uyvy, .nv12, .nv21, .yu12, .yv12: 0
    case .xbgr32, .bgr24, .rgb24: 1
    case .rgb565: 2
    case .motionJPEG, .jpeg: 4
    case .gray: 8
    }
  }

  /// Returns the characters of a code; others than letters, digits and signs become `?`.
  static func text(of code: UInt32) -> String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }
    return String(decoding: bytes.map { (0x21...0x7E).contains($0) ? $0 : $0 == 0x20 ? $0 : 0x3F }, as: UTF8.self)
  }
}
