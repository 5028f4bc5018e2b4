/// Failure of reading or drawing an SVG file.
public struct SVGError: Error, Sendable, Equatable, CustomStringConvertible {
  /// File name given by the caller.
  public var source: String
  /// Line number from 1; nil if the error has no line.
  public var line: Int?
  /// Description of the error and of valid input.
  public var reason: String

  /// Whether the cause is a missing library, not the file.
  public var isMissingLibrary = false

  /// Creates an error.
  public init(source: String, line: Int? = nil, reason: String) { (self.source, self.line, self.reason) = (source, line, reason) }

  /// One-line message.
  public var description: String { line.map { "\(source):\($0): \(reason)" } ?? "\(source): \(reason)" }
}

/// Resource limits of a document, so that hostile files end with an error.
enum SVGLimits {
  /// Maximum size of a document in bytes.
  static let bytes = 32 << 20
  /// Maximum size of a document expanded from gzip, in bytes.
  static let expandedBytes = 16 << 20
  /// Maximum number of elements and texts; those that `use` repeats count each time.
  static let elements = 200_000
  /// Maximum nesting depth of elements in the file, and through `use`, patterns, masks and pictures.
  static let depth = 256
  static let references = 24
  /// Maximum work of one drawing, in flat-colour pixels. Layers, masks, filters (each primitive by its relative cost), tiles and shapes
  /// count together.
  static let pixels = 2_500_000_000
  /// Cost of a pixel row crossed by a path edge, in the same unit.
  static let pixelsOfEdgeRow = 12
  /// Cost of a shape, and of a point of a shape, in the same unit.
  static let pixelsOfShape = 2000
  static let pixelsOfPoint = 16
  /// Maximum bytes that the target, layers, tiles and filters of one drawing hold together, for any decoding budget.
  static let layerBytes = 208 << 20
}
