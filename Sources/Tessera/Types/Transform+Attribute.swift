internal import Glibc
internal import TesseraGeometry

extension Transform {
  /// The map as scene files write it: turned by `rotate` degrees, scaled alike in both directions, moved by `x` and `y`; nil where it is the
  /// identity or does more than that.
  ///
  /// Angle and scale are rounded to nine places, so that what was read from a file is written as it was.
  var attributeValue: AttributeValue? {
    guard !isIdentity, isFinite, abs(a - d) <= 1e-12 * max(1, abs(a)), abs(b + c) <= 1e-12 * max(1, abs(b)) else { return nil }
    func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
    let pairs = [
      ("rotate", rounded(atan2(b, a) * 180 / .pi), 0.0), ("scale", rounded(hypot(a, b)), 1.0), ("x", tx, 0.0), ("y", ty, 0.0),
    ]
    return .map(pairs.filter { $0.1 != $0.2 }.map { (key: $0.0, value: .number($0.1)) })
  }
}
