internal import TesseraGeometry

extension Path {
  /// Returns the part of the path from one share of its length to another, all subpaths one after another, as lines that are off the curves by a
  /// tenth of a unit at most.
  ///
  /// - Parameters:
  ///   - start: where the part begins, a share of the whole length; clamped to 0...1, as is `end`.
  ///   - end: where it ends; before `start`: nothing is left.
  /// - Returns: The path as it is where all of it is asked for. Closed subpaths are open where they are cut.
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
