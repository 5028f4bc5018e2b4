internal import Glibc
internal import TesseraGeometry

extension Transform {
  /// The transform as a map for scene files: rotated by `rotate` degrees, scaled uniformly, moved by `x` and `y`; nil if it is the identity or cannot
  /// be expressed so.
  ///
  /// Angle and scale are rounded to nine places, so that values read from a file are written unchanged.
  var attributeValue: AttributeValue? {
    guard !isIdentity, isFinite, abs(a - d) <= 1e-12 * max(1, abs(a)), abs(b + c) <= 1e-12 * max(1, abs(b)) else { return nil }
    func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
    let pairs = [
      ("rotate", rounded(atan2(b, a) * 180 / .pi), 0.0), ("scale", rounded(hypot(a, b)), 1.0), ("x", tx, 0.0), ("y", ty, 0.0),
    ]
    let set = pairs.filter { $0.1 != $0.2 }
    return set.isEmpty ? nil : .map(set.map { (key: $0.0, value: .number($0.1)) })
  }
}
