import TesseraKit

// snippet: modifiers
extension TypedElement where ElementType == Gauge {
  /// Number at the right end of the scale.
  public func maximum(_ maximum: Double) -> Self { with { $0.maximum = maximum } }
  /// Number that the needle points at.
  public func reading(_ reading: Double) -> Self { with { $0.reading = reading } }
}
// end snippet
