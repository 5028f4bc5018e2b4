internal import TesseraGeometry

/// Part of a length that is kept.
struct TrimRange: Equatable {
  /// Fraction of the length, 0..<1.
  let start: Double
  /// At least `start`; above 1 if the part wraps around to the beginning.
  let end: Double

  /// Creates a range.
  /// - Parameters:
  ///   - start: percent, as is `end`; either may be the larger.
  ///   - offset: degrees by which both are shifted.
  init(start: Double, end: Double, offset: Double) {
    let (a, b) = (start.share, end.share)
    let turns = (offset / 360).truncatingRemainder(dividingBy: 1)
    let moved = min(a, b) + (turns.isNaN ? 0 : turns)
    self.start = moved - moved.rounded(.down)
    self.end = self.start + abs(a - b)
  }

  var isAll: Bool { end - start >= 1 }
}

/// Trims contours by arc length.
struct ContourTrimming {
  private struct Piece {
    var curve: CubicCurve
    var lengths: ArcLengths
  }

  private let pieces: [(curves: [Piece], isClosed: Bool, length: Double)]
  let length: Double

  init(_ contours: [BezierContour]) {
    pieces = contours.map { contour in
      let curves = contour.curves.map { Piece(curve: $0, lengths: ArcLengths($0, steps: 24)) }
      return (curves, contour.isClosed, curves.reduce(0) { $0 + $1.lengths.whole })
    }
    length = pieces.reduce(0) { $0 + $1.length }
  }

  /// Returns the part of the contours within a range of a whole that may be longer.
  /// - Parameters:
  ///   - whole: length that the range refers to; nil means that of the contours.
  ///   - before: length of the whole before the contours.
  func part(_ range: TrimRange, of whole: Double? = nil, before: Double = 0) -> [BezierContour] {
    let whole = whole ?? length
    guard whole > 0, whole.isFinite, range.end > range.start else { return [] }
    let spans: [(Double, Double)] = range.end > 1 ? [(range.start, 1), (0, range.end - 1)] : [(range.start, range.end)]
    var result: [BezierContour] = []
    var at = before
    for piece in pieces {
      let parts = spans.map { span in cut(piece.curves, from: span.0 * whole - at, to: span.1 * whole - at) }
      at += piece.length
      // Parts that meet at the start of a closed contour are joined.
      let joins = parts.count == 2 && piece.isClosed && !parts[0].isEmpty && !parts[1].isEmpty && parts[0].last?.d == parts[1].first?.a
      for part in joins ? [parts[0] + parts[1]] : parts { if let contour = BezierContour(open: part) { result.append(contour) } }
    }
    return result
  }

  private func cut(_ pieces: [Piece], from: Double, to: Double) -> [CubicCurve] {
    var result: [CubicCurve] = []
    var at = 0.0
    for piece in pieces {
      let length = piece.lengths.whole
      defer { at += length }
      guard length > 0, at < to, at + length > from else { continue }
      let start = from > at ? piece.lengths.parameter(at: from - at) : 0
      let end = to < at + length ? piece.lengths.parameter(at: to - at) : 1
      if end > start { result.append(piece.curve.part(from: start, to: end)) }
    }
    return result
  }
}
