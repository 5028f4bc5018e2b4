import TesseraGeometry

extension LayoutEngine {
  /// Edge of the root at the top of its space: in a block, the static position of an absolute box has no height to align in.
  ///
  /// Source: CSS Positioned Layout 3, static position rectangle; CSS Box Alignment 3, 6.2.
  private var rootEdge: StaticEdge {
    switch nodes[0].alignSelf.keyword {
    case .center: .middle
    case .end, .flexEnd, .selfEnd, .lastBaseline: .high
    default: .low
    }
  }

  /// Lays out the root as an absolute box, with all descendants; returns the root's baselines if requested.
  mutating func layoutRoot(_ root: RootConstraint, baselines: Bool) -> (first: Double?, last: Double?) {
    guard !nodes[0].isSkipped else { return (nil, nil) }
    func known(_ e: AvailableSize.Extent) -> Double {
      guard case .definite(let v) = e, v.isFinite else { return unlimited }
      return min(v.clampedAtZero, largestLength)
    }
    var block = ContainingBlock(size: .unlimited)
    var position = StaticPosition(point: .zero)
    switch root {
    case .available(let available):
      block.size = Size(known(available.width), known(available.height))
      position.vertical = rootEdge
    case .range(let range):
      func low(_ v: Double) -> Double { v > 0 ? min(v, largestLength) : 0 }
      let smallest = Size(low(range.min.width), low(range.min.height))
      // NaN and infinite maxima mean no limit, and a maximum is never below its minimum.
      func high(_ v: Double, _ l: Double) -> Double { v.isFinite && v < largestLength ? max(l, v) : unlimited }
      block.size = Size(high(range.max.width, smallest.width), high(range.max.height, smallest.height))
      block.range = SizeRange(min: smallest, max: block.size)
    }
    var measured = Measured(width: 0, height: 0, intrinsicHeight: 0, firstBaseline: .nan, lastBaseline: .nan)
    let frame = baselines ? placeAbsolute(0, in: block, at: position, into: &measured) : placeAbsolute(0, in: block, at: position)
    setFrame(0, frame)
    return (measured.firstBaseline.isNaN ? nil : measured.firstBaseline, measured.lastBaseline.isNaN ? nil : measured.lastBaseline)
  }
}
