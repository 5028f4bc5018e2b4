/// Why a Lottie file cannot be read or drawn.
public struct LottieError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, as the caller named it.
  public var source: String
  /// Byte of the file, from 0, where its JSON is malformed; nil: it is not.
  public var offset: Int?
  /// Path of the value that is wrong, as `layers[2].shapes[0].ks`; nil: no value in particular.
  public var path: String?
  /// What is wrong, and what would be right.
  public var reason: String
  /// Whether the file ended too early.
  public var isTruncated = false

  /// Makes an error.
  public init(source: String, offset: Int? = nil, path: String? = nil, reason: String) {
    (self.source, self.offset, self.path, self.reason) = (source, offset, path, reason)
  }

  /// The reason with its place.
  var placedReason: String {
    if let offset { return "byte \(offset): \(reason)" }
    if let path { return "\(path): \(reason)" }
    return reason
  }

  /// One line for a person.
  public var description: String { "\(source): \(placedReason)" }
}

/// How much one file may hold and take: a hostile file ends with an error.
enum LottieLimits {
  /// Bytes of a file.
  static let bytes = 32 << 20
  /// Files in an archive, and their bytes.
  static let archiveEntries = 1000
  static let archiveBytes = 128 << 20
  /// Values of its JSON, and how deep they may be nested.
  static let values = 4_000_000
  static let depth = 128
  /// Longest side of the picture, frames, and frames a second that are shown.
  static let side = 16384.0
  static let frames = 1e9
  /// Frames that are shown of a file; more are spaced further apart.
  static let shownFrames = 100_000.0
  static let shownRate = 60.0
  /// Layers and shapes in the file.
  static let layers = 20_000
  static let items = 200_000
  /// How deep compositions may lead into each other.
  static let compositions = 32
  /// Layers, paths and vertices that one frame may draw, repeated ones counted each time; pixels of its layers and masks.
  static let drawnLayers = 50_000
  static let drawnPaths = 100_000
  static let drawnVertices = 4_000_000
  static let pixels = 2_000_000_000
  /// Copies of a repeater, corners of a star, dashes of a line.
  static let copies = 1000.0
  static let corners = 1000.0
  static let dashes = 32
  /// Effects of a layer, and pixels beyond the clip that they take into account.
  static let effects = 16
  static let effectReach = 2048
  /// Colours of a gradient, and its opacities.
  static let stops = 256
}
