/// Maps touch panel positions to screen positions: `x' = a x + b y + c`, `y' = d x + e y + f`, both 0...1 from left and top
/// of the panel as mounted. The six numbers are those of libinput's calibration matrix.
public struct Calibration: Sendable, Hashable {
  /// Coefficients a to f.
  public let values: [Double]
  /// Identity map.
  public static let identity = Calibration(unchecked: [1, 0, 0, 0, 1, 0])

  private init(unchecked values: [Double]) { self.values = values }

  /// Creates a calibration from a to f; nil unless there are six finite numbers.
  public init?(_ values: [Double]) {
    guard values.count == 6, values.allSatisfy(\.isFinite) else { return nil }
    self.values = values
  }

  /// Returns the screen position of a panel position, clamped to the screen.
  public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    func clamped(_ v: Double) -> Double { v > 0 ? min(1, v) : 0 }
    return (clamped(values[0] * x + values[1] * y + values[2]), clamped(values[3] * x + values[4] * y + values[5]))
  }
}
