public import TesseraGeometry

/// What the engine asks a leaf: how large its content is, given this.
///
/// Sizes are of the content box, logical units.
public struct MeasureConstraint: Sendable, Hashable {
  /// What is known about one axis.
  public enum Extent: Sendable, Hashable {
    /// The size is decided; the answer only matters on the other axis.
    case definite(Double)
    /// Whatever the content wants, but it will be cut to this.
    case atMost(Double)
    /// As small as possible without overflow.
    case minContent
    /// As large as the content wants.
    case maxContent
  }

  /// What is known about the width.
  public var width: Extent
  /// What is known about the height.
  public var height: Extent

  /// Makes a constraint from what is known about both axes.
  public init(width: Extent, height: Extent) {
    self.width = width
    self.height = height
  }

  /// The constraint as a range: definite is from itself to itself, `minContent` a maximum of 0 (content answers with the least it can),
  /// `maxContent` no maximum.
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

  /// The decided width, if it is.
  public var knownWidth: Double? {
    if case .definite(let v) = width { return v }
    return nil
  }

  /// The decided height, if it is.
  public var knownHeight: Double? {
    if case .definite(let v) = height { return v }
    return nil
  }
}

/// A leaf's answer: the size of its content box, and where its baselines are.
public struct MeasuredSize: Sendable, Hashable {
  /// Size of the content.
  ///
  /// NaN and negative extents count as 0, infinite ones as the engine's largest length.
  public var size: Size
  /// Distance from the top of the content to the baseline of its first line; nil where there is no text.
  public var firstBaseline: Double?
  /// Distance from the top of the content to the baseline of its last line; nil where there is no text.
  public var lastBaseline: Double?

  /// Makes an answer.
  public init(_ size: Size, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}

/// Measures the content of a leaf.
///
/// Called on the thread of the layout, any number of times; equal questions must get equal answers.
public typealias LayoutMeasure = @Sendable (MeasureConstraint) -> MeasuredSize
