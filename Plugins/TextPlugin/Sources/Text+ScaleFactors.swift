// Factors by which text is scaled down to fit.

extension Text {
  /// Step of automatic scale factors.
  private static let scaleStep = 0.05
  private static let leastScale = 0.05

  /// Whether text is scaled down to fit.
  var shrinks: Bool { minimumScale < 1 || !scaleFactors.isEmpty }

  /// Maximum number of scale factors, each of which lays the text out once more.
  static let mostFactors = 100

  /// Scale factors to try, in descending order.
  var factors: [Double] {
    if !scaleFactors.isEmpty {
      return Array(scaleFactors.filter { (Self.leastScale..<1).contains($0) }.sorted(by: >).prefix(Self.mostFactors))
    }
    let least = max(Self.leastScale, minimumScale)
    var factors: [Double] = []
    var factor = 1.0
    while factor > least + 1e-9 {
      factor = max(least, factor - Self.scaleStep)
      factors.append(factor)
    }
    return factors
  }
}
