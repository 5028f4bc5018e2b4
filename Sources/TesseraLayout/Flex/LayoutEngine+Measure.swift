import TesseraGeometry

// Measuring boxes, with a cache.
extension LayoutEngine {
  /// Sizes a box in a constraint; the only entry point to a box.
  ///
  /// A box whose size does not depend on its content is sized without visiting it. Other sizes are cached per box and constraint. The cache
  /// key has only the fields that the box depends on, so the number of measurements is bounded at any depth.
  mutating func layout(_ box: Int, _ constraint: Constraint, _ mode: LayoutMode) -> Measured {
    let node = nodes + box
    let bp = borderPadding(node, constraint.percentWidth)
    if node.pointee.isEmpty {
      let width = inlineSize(box, constraint, bp)
      let height = blockSize(box, constraint, bp, intrinsic: bp.height, width: width)
      return Measured(width: width, height: height, intrinsicHeight: bp.height, firstBaseline: .nan, lastBaseline: .nan)
    }
    if mode.places, node.pointee.measure < 0 { return placeInside(box, constraint, bp, mode) }
    if !mode.baselines, !mode.intrinsic, constraint.fixedWidth, constraint.fixedHeight {
      return Measured(
        width: constraint.availableWidth, height: constraint.availableHeight, intrinsicHeight: .nan, firstBaseline: .nan, lastBaseline: .nan
      )
    }
    var entry = cacheKey(node, constraint, mode)
    // With a trace, a placed leaf is sized once more, so that the last note is the one of its placement.
    if trace == nil || !mode.places, let known = cachedSize(of: box, for: entry, baselines: mode.baselines) { return known }
    let width = inlineSize(box, constraint, bp)
    if !mode.baselines, !mode.intrinsic {
      let height = heightWithoutContent(box, constraint, bp, width: width)
      if height.isDefinite {
        return Measured(width: width, height: height, intrinsicHeight: .nan, firstBaseline: .nan, lastBaseline: .nan)
      }
    }
    entry.result = sizeInside(box, constraint, bp, width: width, mode: mode)
    if usesCache { cache(box, entry) }
    return entry.result
  }

  /// Sizes a container and writes the frames of its descendants, unless they are up to date.
  private mutating func placeInside(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, _ mode: LayoutMode) -> Measured {
    guard retains else {
      let width = inlineSize(box, constraint, bp)
      return flexLayout(box, constraint, bp, width: width, mode: mode)
    }
    var entry = cacheKey(nodes + box, constraint, mode)
    if let known = cachedPlacement(of: box, for: entry, baselines: mode.baselines) { return known }
    let mark = pending.count
    let width = inlineSize(box, constraint, bp)
    let before = caches[box].placement
    caches[box].hasSamePlacementKey = caches[box].hasSettled && before >= 0 && sizeCache.at(before).pointee.hasSameKey(as: entry)
    entry.result = flexLayout(box, constraint, bp, width: width, mode: mode)
    caches[box].hasSettled = true
    cachePlacement(box, entry, hasPending: pending.count > mark)
    return entry.result
  }

  /// Reduces a constraint to the fields that `node` depends on.
  mutating func cacheKey(_ node: UnsafeMutablePointer<FlexNode>, _ constraint: Constraint, _ mode: LayoutMode) -> SizeCacheEntry {
    var e = SizeCacheEntry(
      availableWidth: constraint.availableWidth, availableHeight: constraint.availableHeight, percentWidth: constraint.percentWidth,
      percentHeight: constraint.percentHeight, flags: constraint.flags, withBaselines: mode.baselines || node.pointee.measure >= 0,
      next: -1,
      result: Measured(width: 0, height: 0, intrinsicHeight: 0, firstBaseline: .nan, lastBaseline: .nan))
    if constraint.fixedWidth, !node.pointee.hasPercentPadding, !node.pointee.hasMargin { e.percentWidth = indefinite }
    if !node.pointee.hasPercentHeight { e.percentHeight = indefinite }
    if !constraint.fixedHeight {
      let stretchesHeight = node.pointee.hasStretchHeight || (node.pointee.height.isAuto && constraint.autoHeight == .stretch)
      if !stretchesHeight { e.availableHeight = indefinite }
      if !node.pointee.height.isAuto { e.flags &= ~(1 << 4) }
    }
    if constraint.fixedWidth || !node.pointee.width.isAuto { e.flags &= ~(1 << 3) }
    // Baselines and content heights require the content; sizes alone do not. `withBaselines` distinguishes the entries.
    return e
  }

  /// Sizes the content of a box of known width.
  @inline(__always)
  private mutating func sizeInside(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, width: Double, mode: LayoutMode) -> Measured {
    if nodes[box].measure >= 0 { return sizeLeaf(box, constraint, bp, width: width, mode: mode) }
    return flexLayout(box, constraint, bp, width: width, mode: mode)
  }

  /// Returns the height of the border box if it does not depend on the content, or `indefinite`.
  private mutating func heightWithoutContent(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, width: Double) -> Double {
    if constraint.fixedHeight { return constraint.availableHeight }
    let node = nodes + box
    if node.pointee.hasPlainHeight { return plainHeight(node) }
    if node.pointee.minHeight.isContentKeyword || node.pointee.maxHeight.isContentKeyword { return indefinite }
    if node.pointee.hasRatio {
      // With a ratio the content is a minimum, unless the height is stretched or set.
      let height = node.pointee.height
      let stretched = height.isAuto && constraint.autoHeight == .stretch && constraint.availableHeight.isDefinite
      if (height.isAuto && !stretched) || height.isContentKeyword { return indefinite }
    }
    return blockSize(box, constraint, bp, intrinsic: indefinite, width: width)
  }

  // MARK: Leaves

  /// Sizes a leaf with a measure function.
  private mutating func sizeLeaf(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, width: Double, mode: LayoutMode) -> Measured {
    let known = heightWithoutContent(box, constraint, bp, width: width)
    if known.isDefinite, !mode.baselines, !mode.intrinsic {
      return Measured(width: width, height: known, intrinsicHeight: .nan, firstBaseline: .nan, lastBaseline: .nan)
    }
    let inner = (width - bp.width).clampedAtZero
    // Height for the leaf: unlimited, or at most a definite maximum.
    var height = MeasureConstraint.Extent.maxContent
    let limits = knownHeightLimits(box, constraint, bp)
    if limits.max < unlimited { height = .atMost((limits.max - bp.height).clampedAtZero) }
    let content = measureLeaf(box, width: .definite(inner), height: height)
    let intrinsic = content.size.height + bp.height
    let total = known.isDefinite ? known : blockSize(box, constraint, bp, intrinsic: intrinsic, width: width)
    func baseline(_ b: Double?) -> Double {
      guard let b, b.isFinite else { return .nan }
      return b + bp.top
    }
    return Measured(
      width: width, height: total, intrinsicHeight: intrinsic, firstBaseline: baseline(content.firstBaseline),
      lastBaseline: baseline(content.lastBaseline ?? content.firstBaseline))
  }

  /// Measures the content of a leaf, unless its size is cached.
  mutating func measureLeaf(_ box: Int, width: MeasureConstraint.Extent, height: MeasureConstraint.Extent) -> MeasuredSize {
    if let known = cachedSize(ofLeaf: box, width: width, height: height) { return known }
    measureCount += 1
    var size = measures[Int(nodes[box].measure)](MeasureConstraint(width: width, height: height))
    func clean(_ v: Double) -> Double { v > 0 ? min(v, largestLength) : 0 }
    size.size = Size(clean(size.size.width), clean(size.size.height))
    cache(box, LeafCacheEntry(width: width, height: height, size: size))
    if let trace { trace.recordAnswer(box, MeasureConstraint(width: width, height: height), size) }
    return size
  }

  /// Caches the max-content size of a leaf for its definite width too, since they are equal and need only one measurement.
  mutating func cacheMaxContent(_ box: Int, _ width: Double, _ height: MeasureConstraint.Extent, _ content: MeasuredSize) {
    cache(box, LeafCacheEntry(width: .definite(width), height: height, size: content))
  }
}
