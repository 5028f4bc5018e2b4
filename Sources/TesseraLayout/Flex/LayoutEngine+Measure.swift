import TesseraGeometry

// Measuring boxes, with memory.
extension LayoutEngine {
  /// Sizes a box in a space; the one way into a box.
  ///
  /// A box whose size does not need its content is sized without looking inside. Other answers are remembered per box and question, the
  /// question reduced to what the box can notice, so that a tree is measured a bounded number of times, however deep it is.
  mutating func layout(_ box: Int, _ space: Space, _ goal: LayoutGoal) -> Measured {
    let node = nodes + box
    let bp = borderPadding(node, space.percentWidth)
    if node.pointee.isEmpty {
      let width = inlineSize(box, space, bp)
      let height = blockSize(box, space, bp, intrinsic: bp.height, width: width)
      return Measured(width: width, height: height, intrinsicHeight: bp.height, firstBaseline: .nan, lastBaseline: .nan)
    }
    if goal.places, node.pointee.measure < 0 { return placeInside(box, space, bp, goal) }
    if !goal.baselines, !goal.intrinsic, space.fixedWidth, space.fixedHeight {
      return Measured(
        width: space.availableWidth, height: space.availableHeight, intrinsicHeight: .nan, firstBaseline: .nan, lastBaseline: .nan)
    }
    var entry = question(node, space, goal)
    // A leaf that is placed while a trace is kept works its size out once more, so that what is noted last is what counts.
    if trace == nil || !goal.places, let known = rememberedAnswer(of: box, to: entry, baselines: goal.baselines) { return known }
    let width = inlineSize(box, space, bp)
    if !goal.baselines, !goal.intrinsic {
      let height = heightWithoutContent(box, space, bp, width: width)
      if height.isDefinite {
        return Measured(width: width, height: height, intrinsicHeight: .nan, firstBaseline: .nan, lastBaseline: .nan)
      }
    }
    entry.result = sizeInside(box, space, bp, width: width, goal: goal)
    if remembers { remember(box, entry) }
    return entry.result
  }

  /// Sizes a container and writes the frames of what is inside, unless they are already what they would be.
  private mutating func placeInside(_ box: Int, _ space: Space, _ bp: Strut, _ goal: LayoutGoal) -> Measured {
    guard retains else {
      let width = inlineSize(box, space, bp)
      return flexLayout(box, space, bp, width: width, goal: goal)
    }
    var entry = question(nodes + box, space, goal)
    if let known = placedAnswer(of: box, to: entry, baselines: goal.baselines) { return known }
    let mark = pending.count
    let width = inlineSize(box, space, bp)
    let before = states[box].placed
    states[box].isAskedAgain = states[box].hasSettled && before >= 0 && answers.at(before).pointee.asksTheSame(as: entry)
    entry.result = flexLayout(box, space, bp, width: width, goal: goal)
    states[box].hasSettled = true
    rememberPlaced(box, entry, hasPending: pending.count > mark)
    return entry.result
  }

  /// Reduces a space to what `node` can notice of it.
  mutating func question(_ node: UnsafeMutablePointer<FlexNode>, _ space: Space, _ goal: LayoutGoal) -> MeasureEntry {
    var e = MeasureEntry(
      availableWidth: space.availableWidth, availableHeight: space.availableHeight, percentWidth: space.percentWidth,
      percentHeight: space.percentHeight, flags: space.flags, withBaselines: goal.baselines || node.pointee.measure >= 0, next: -1,
      result: Measured(width: 0, height: 0, intrinsicHeight: 0, firstBaseline: .nan, lastBaseline: .nan))
    if space.fixedWidth, !node.pointee.hasPercentPadding, !node.pointee.hasMargin { e.percentWidth = indefinite }
    if !node.pointee.hasPercentHeight { e.percentHeight = indefinite }
    if !space.fixedHeight {
      let stretchesHeight = node.pointee.hasStretchHeight || (node.pointee.height.isAuto && space.autoHeight == .stretch)
      if !stretchesHeight { e.availableHeight = indefinite }
      if !node.pointee.height.isAuto { e.flags &= ~(1 << 4) }
    }
    if space.fixedWidth || !node.pointee.width.isAuto { e.flags &= ~(1 << 3) }
    // Baselines and content heights need the inside; sizes alone do not. One flag keeps the poorer answers from being taken for the richer.
    return e
  }

  /// Sizes the inside of a box whose width is known.
  @inline(__always)
  private mutating func sizeInside(_ box: Int, _ space: Space, _ bp: Strut, width: Double, goal: LayoutGoal) -> Measured {
    if nodes[box].measure >= 0 { return sizeLeaf(box, space, bp, width: width, goal: goal) }
    return flexLayout(box, space, bp, width: width, goal: goal)
  }

  /// Height of the border box if it does not depend on the content, or `indefinite`.
  private mutating func heightWithoutContent(_ box: Int, _ space: Space, _ bp: Strut, width: Double) -> Double {
    if space.fixedHeight { return space.availableHeight }
    let node = nodes + box
    if node.pointee.hasPlainHeight { return plainHeight(node) }
    if node.pointee.minHeight.isContentKeyword || node.pointee.maxHeight.isContentKeyword { return indefinite }
    if node.pointee.hasRatio {
      // With a ratio the content is a minimum, unless the height is stretched or given.
      let height = node.pointee.height
      let stretched = height.isAuto && space.autoHeight == .stretch && space.availableHeight.isDefinite
      if (height.isAuto && !stretched) || height.isContentKeyword { return indefinite }
    }
    return blockSize(box, space, bp, intrinsic: indefinite, width: width)
  }

  // MARK: Leaves

  /// Sizes a leaf that measures itself.
  private mutating func sizeLeaf(_ box: Int, _ space: Space, _ bp: Strut, width: Double, goal: LayoutGoal) -> Measured {
    let known = heightWithoutContent(box, space, bp, width: width)
    if known.isDefinite, !goal.baselines, !goal.intrinsic {
      return Measured(width: width, height: known, intrinsicHeight: .nan, firstBaseline: .nan, lastBaseline: .nan)
    }
    let inner = (width - bp.width).clampedAtZero
    // The height as the leaf sees it: unknown, unless the style itself says it; cut by a known maximum.
    var height = MeasureConstraint.Extent.maxContent
    let limits = knownHeightLimits(box, space, bp)
    if limits.max < unlimited { height = .atMost((limits.max - bp.height).clampedAtZero) }
    let answer = measureLeaf(box, width: .definite(inner), height: height)
    let intrinsic = answer.size.height + bp.height
    let total = known.isDefinite ? known : blockSize(box, space, bp, intrinsic: intrinsic, width: width)
    func baseline(_ b: Double?) -> Double {
      guard let b, b.isFinite else { return .nan }
      return b + bp.top
    }
    return Measured(
      width: width, height: total, intrinsicHeight: intrinsic, firstBaseline: baseline(answer.firstBaseline),
      lastBaseline: baseline(answer.lastBaseline ?? answer.firstBaseline))
  }

  /// Asks a leaf, unless it has answered the same question.
  mutating func measureLeaf(_ box: Int, width: MeasureConstraint.Extent, height: MeasureConstraint.Extent) -> MeasuredSize {
    if let known = rememberedAnswer(ofLeaf: box, width: width, height: height) { return known }
    measureCount += 1
    var size = measures[Int(nodes[box].measure)](MeasureConstraint(width: width, height: height))
    func clean(_ v: Double) -> Double { v > 0 ? min(v, largestLength) : 0 }
    size.size = Size(clean(size.size.width), clean(size.size.height))
    remember(box, LeafAnswer(width: width, height: height, size: size))
    if let trace { trace.noteAnswer(box, MeasureConstraint(width: width, height: height), size) }
    return size
  }

  /// A leaf that got all the width it wants answers the same when it is given exactly that width: remembered, so that it is not asked twice.
  mutating func rememberMaxContent(_ box: Int, _ width: Double, _ height: MeasureConstraint.Extent, _ answer: MeasuredSize) {
    remember(box, LeafAnswer(width: .definite(width), height: height, size: answer))
  }
}
