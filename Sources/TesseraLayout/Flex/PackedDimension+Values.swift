extension PackedDimension {
  @inline(__always) var isPoints: Bool { !isPacked }
  @inline(__always) var points: Double { Double(bitPattern: bits) }
  @inline(__always) var tag: UInt64 { bits >> 32 & 0xFF }
  @inline(__always) var isPercent: Bool { isPacked && tag == PackedTag.percent }
  @inline(__always) var percent: Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
  @inline(__always) var isStretch: Bool { isPacked && tag == PackedTag.stretch }
  /// One of min-content, max-content and fit-content.
  @inline(__always) var isContentKeyword: Bool { isPacked && tag >= PackedTag.minContent && tag <= PackedTag.fitContent }
  @inline(__always) static var minContentWord: PackedDimension { PackedDimension(tag: PackedTag.minContent) }
  @inline(__always) static var maxContentWord: PackedDimension { PackedDimension(tag: PackedTag.maxContent) }
  @inline(__always) static var fitContentWord: PackedDimension { PackedDimension(tag: PackedTag.fitContent) }
  @inline(__always) static var stretchWord: PackedDimension { PackedDimension(tag: PackedTag.stretch) }

  /// A size, minimum or maximum; invalid values count as unset, like an invalid declaration in CSS.
  @inline(__always) var sanitizedSize: PackedDimension {
    if isAuto { return self }
    if !isPacked {
      let v = points
      if v >= 0 { return v > largestLength ? PackedDimension(.points(largestLength)) : self }
      return .auto
    }
    if isUnset { return .auto }
    if tag == PackedTag.percent {
      let v = percent
      return v >= 0 && v.isFinite ? self : .auto
    }
    return self
  }

  /// A margin or inset: may be negative; NaN is 0.
  @inline(__always) var sanitizedOffset: PackedDimension {
    if isZero || isAuto { return self }
    if !isPacked {
      let v = points
      if v.isNaN { return .zero }
      return abs(v) > largestLength ? PackedDimension(.points(v < 0 ? -largestLength : largestLength)) : self
    }
    if tag == PackedTag.percent { return percent.isFinite ? self : .zero }
    return .zero
  }

  /// Padding, border or gap: points or percent, 0 or more; other values are 0.
  @inline(__always) var sanitizedThickness: PackedDimension {
    if isZero { return self }
    if !isPacked {
      let v = points
      if v > 0 { return v > largestLength ? PackedDimension(.points(largestLength)) : self }
      return .zero
    }
    if tag == PackedTag.percent, percent > 0, percent.isFinite { return self }
    return .zero
  }

  /// Returns the length for the reference size `whole`; automatic and indefinite percentages are 0.
  @inline(__always) func resolved(_ whole: Double) -> Double {
    if !isPacked { return points }
    if tag == PackedTag.percent, whole.isDefinite { return percent * whole / 100 }
    return 0
  }
}
