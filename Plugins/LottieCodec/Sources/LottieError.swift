/// Failure of reading or drawing a Lottie file.
public struct LottieError: Error, Sendable, Equatable, CustomStringConvertible {
  /// File name given by the caller.
  public var source: String
  /// Byte offset at which the JSON is malformed, from 0; nil if it is well-formed.
  public var offset: Int?
  /// Path of the invalid value, such as `layers[2].shapes[0].ks`; nil if the error has no path.
  public var path: String?
  /// Description of the error and of valid input.
  public var reason: String
  /// Whether the file is truncated.
  public var isTruncated = false

  /// Creates an error.
  public init(source: String, offset: Int? = nil, path: String? = nil, reason: String) {
    (self.source, self.offset, self.path, self.reason) = (source, offset, path, reason)
  }

  /// Reason with its position.
  var placedReason: String {
    if let offset { return "byte \(offset): \(reason)" }
    if let path { return "\(path): \(reason)" }
    return reason
  }

  /// One-line message.
  public var description: String { "\(source): \(placedReason)" }
}

/// Resource limits of a file, so that hostile files end with an error.
enum LottieLimits {
  /// Maximum size of a file in bytes.
  static let bytes = 32 << 20
  /// Maximum number of files in an archive, and their total bytes.
  static let archiveEntries = 1000
  static let archiveBytes = 128 << 20
  /// Maximum number of JSON values, and their nesting depth.
  static let values = 4_000_000
  static let depth = 128
  /// Maximum side of the picture and number of frames.
  static let side = 16384.0
  static let frames = 1e9
  /// Maximum number of shown frames, and of shown frames a second; further ones are spaced wider.
  static let shownFrames = 100_000.0
  static let shownRate = 60.0
  /// Maximum number of layers and items in the file.
  static let layers = 20_000
  static let items = 200_000
  /// Maximum nesting depth of compositions.
  static let compositions = 32
  /// Maximum number of layers, paths and vertices drawn in one frame, repetitions included; and of pixels of its layers and masks.
  static let drawnLayers = 50_000
  static let drawnPaths = 100_000
  static let drawnVertices = 4_000_000
  static let pixels = 2_000_000_000
  /// Maximum number of copies of a repeater, corners of a star, and dashes of a line.
  static let copies = 1000.0
  static let corners = 1000.0
  static let dashes = 32
  /// Maximum number of effects of a layer, and maximum distance in pixels beyond the clip that they take into account.
  static let effects = 16
  static let effectReach = 2048
  /// Maximum number of colours of a gradient, and of its opacities.
  static let stops = 256
}
