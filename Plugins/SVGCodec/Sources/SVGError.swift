/// Why an SVG file cannot be drawn.
public struct SVGError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, as the caller named it.
  public var source: String
  /// Line of the file, from 1; nil: no line in particular.
  public var line: Int?
  /// What is wrong, and what would be right.
  public var reason: String

  /// Whether a library is missing, and not the file to blame.
  public var isMissingLibrary = false

  /// Makes an error.
  public init(source: String, line: Int? = nil, reason: String) { (self.source, self.line, self.reason) = (source, line, reason) }

  /// One line for a person.
  public var description: String { line.map { "\(source):\($0): \(reason)" } ?? "\(source): \(reason)" }
}

/// How much one document may hold and take: a hostile file ends with an error.
enum SVGLimits {
  /// Bytes of a document.
  static let bytes = 32 << 20
  /// Bytes of a document that a gzip stream expands to.
  static let expandedBytes = 16 << 20
  /// Elements and texts, those that `use` repeats counted each time.
  static let elements = 200_000
  /// How deep elements may be nested, in the file and where `use`, patterns, masks and pictures lead into each other.
  static let depth = 256
  static let references = 24
  /// Work of one drawing, in pixels of one flat colour: layers, masks, filters (each primitive as many times as it takes longer), tiles and shapes together.
  static let pixels = 2_500_000_000
  /// The same for a row of pixels that an edge of a path crosses.
  static let pixelsOfEdgeRow = 12
  /// The same for a shape, and for a point of one.
  static let pixelsOfShape = 2000
  static let pixelsOfPoint = 16
  /// Most bytes that the target, layers, tiles and filters of one drawing hold together, whatever the decoding budget is.
  static let layerBytes = 208 << 20
}
