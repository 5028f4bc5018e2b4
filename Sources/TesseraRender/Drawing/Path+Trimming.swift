internal import TesseraGeometry

extension Path {
  /// Returns a part of the path, between two fractions of its length. Subpaths are joined in order; curves become lines that deviate by at
  /// most a tenth of a unit.
  ///
  /// - Parameters:
  ///   - start: start of the part as a fraction of the whole length; clamped to 0...1, as is `end`.
  ///   - end: end of the part; if it is before `start`, the result is empty.
  /// - Returns: the path itself for the full range. Closed subpaths are open where they are cut.
  public func trimmed(from start: Double, to end: Double) -> Path {
    let (start, end) = (start.isNaN ? 0 : min(1, max(0, start)), end.isNaN ? 1 : min(1, max(0, end)))
    if start == 0, end == 1 { return self }
    let lines = polylines(within: 0.1)
    let lengths = lines.map { line in zip(line, line.dropFirst()).map { Self.distance($0, $1) } }
    let whole = lengths.reduce(0) { $0 + $1.reduce(0, +) }
    guard start < end, whole > 0, whole.isFinite else { return Path() }
    let (from, to) = (start * whole, end * whole)
    var result = Path()
    var at = 0.0
    for (line, lengths) in zip(lines, lengths) {
      var isDown = false
      for (i, length) in lengths.enumerated() {
        defer { at += length }
        guard length > 0, at + length > from, at < to else { continue }
        let (a, b) = (line[i], line[i + 1])
        if !isDown {
          result.move(to: a + (b - a) * max(0, (from - at) / length))
          isDown = true
        }
        result.line(to: at + length <= to ? b : a + (b - a) * ((to - at) / length))
      }
    }
    return result
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    let d = b - a
    return (d.x * d.x + d.y * d.y).squareRoot()
  }
}
