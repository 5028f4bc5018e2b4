public import TesseraGeometry

/// Constraint that the engine measures a leaf with: sizes of the content box in logical units.
public struct MeasureConstraint: Sendable, Hashable {
  /// Constraint along one axis.
  public enum Extent: Sendable, Hashable {
    /// The size is fixed; only the result on the other axis is used.
    case definite(Double)
    /// The size of the content, clamped to this maximum.
    case atMost(Double)
    /// The smallest size without overflow.
    case minContent
    /// The natural size of the content.
    case maxContent
  }

  /// Constraint of the width.
  public var width: Extent
  /// Constraint of the height.
  public var height: Extent

  /// Creates a constraint from both axes.
  public init(width: Extent, height: Extent) {
    self.width = width
    self.height = height
  }

  /// The constraint as a range: `definite` is an exact range, `minContent` a maximum of 0 (content returns its smallest size), `maxContent` no
  /// maximum.
  public var sizeRange: SizeRange {
    func bounds(_ e: Extent) -> (Double, Double) {
      switch e {
      case .definite(let v): (v, v)
      case .atMost(let v): (0, v)
      case .minContent: (0, 0)
      case .maxContent: (0, .infinity)
      }
    }
    let (w, h) = (bounds(width), bounds(height))
    return SizeRange(min: Size(w.0, h.0), max: Size(w.1, h.1))
  }

  /// The width if it is definite, else nil.
  public var knownWidth: Double? {
    if case .definite(let v) = width { return v }
    return nil
  }

  /// The height if it is definite, else nil.
  public var knownHeight: Double? {
    if case .definite(let v) = height { return v }
    return nil
  }
}

/// Measured size of a leaf's content box, with its baselines.
public struct MeasuredSize: Sendable, Hashable {
  /// Size of the content.
  ///
  /// NaN and negative extents count as 0, infinite ones as the engine's largest length.
  public var size: Size
  /// Distance from the top of the content to the baseline of its first line; nil if there is no text.
  public var firstBaseline: Double?
  /// Distance from the top of the content to the baseline of its last line; nil if there is no text.
  public var lastBaseline: Double?

  /// Creates a measured size.
  public init(_ size: Size, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}

/// Measures the content of a leaf.
///
/// Called on the thread of the layout, any number of times. Equal constraints must give equal sizes.
public typealias LayoutMeasure = @Sendable (MeasureConstraint) -> MeasuredSize
