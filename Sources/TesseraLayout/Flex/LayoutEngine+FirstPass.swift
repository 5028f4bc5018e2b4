import TesseraGeometry

// Boxes that are laid out twice: first without a height, then stretched to the height of a line.
//
// Browsers reuse results of the first pass in some cases, and that is visible. Results depend only on the tree and the constraint, never on
// the content of the cache: `hasFirstPass` is part of the constraint.
extension LayoutEngine {
  /// 9.3, step 5, and 9.2, step 3: creates the items and collects them into lines.
  ///
  /// A column with a content-based height keeps the lines of its first layout, even if negative margins make it shorter than an item.
  mutating func collectLines(_ flex: inout FlexContainer, _ constraint: Constraint) {
    guard flex.isColumn else { return collectLines(&flex, breakAt: flex.innerWidth) }
    if flex.isMultiLine, constraint.fixedHeight, constraint.heightIsIndefiniteInside, constraint.hasFirstPass {
      let free = constraint.withoutHeight
      collectLines(&flex, breakAt: lineLength(flex, free))
      let content = flex.longestLine.clampedAtZero + flex.bp.height
      let natural = blockSize(flex.box, free, flex.bp, intrinsic: content, width: flex.width)
      if abs(natural - constraint.availableHeight) < fitTolerance { return }
      lineTop = flex.firstLine
      flex.lineCount = 0
      flex.nextItem = flex.firstItem
      flex.longestLine = 0
    }
    collectLines(&flex, breakAt: lineLength(flex, constraint))
  }

  /// 9.3, step 5, for lines of one length.
  @inline(__always) private mutating func collectLines(_ flex: inout FlexContainer, breakAt: Double) {
    while let l = collectLine(&flex, breakAt: breakAt) { flex.longestLine = max(flex.longestLine, lines[l].sumOfHypothetical) }
  }

  /// Returns the length at which lines break: the definite main size of the container, else its maximum.
  private mutating func lineLength(_ flex: FlexContainer, _ constraint: Constraint) -> Double {
    guard flex.isMultiLine else { return unlimited }
    let height = blockSize(flex.box, constraint, flex.bp, intrinsic: indefinite, width: flex.width)
    return (height.isDefinite ? height : knownHeightLimits(flex.box, constraint, flex.bp).max) - flex.bp.height
  }

  /// Returns the constraint of an item in its first pass, before it was stretched or limited by its line; nil unless its height was
  /// definite then and is unchanged.
  ///
  /// Browsers reuse the earlier layout here. That is visible if percentages refer to a height that the content has changed since.
  mutating func firstPassConstraint(_ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine, _ constraint: Constraint) -> Constraint? {
    let box = Int(item.box)
    let fills = fillsLine(flex, item.stretches)
    // A `stretch` height was definite too: the container's height, raised by content-based limits.
    let wasStretched = nodes[box].height.isStretch && flex.innerHeight.isDefinite
    guard nodes[box].hasRatio || fills || wasStretched else { return nil }
    let bp = borderPadding(nodes + box, constraint.percentWidth)
    if !(fills && line.crossSize == flex.innerHeight) {
      let isKept = abs(initialHeight(box, constraint, bp, width: item.targetBorderBox) - item.hypotheticalCrossSize) < 1e-9
      return isKept ? itemConstraint(flex, item, line: nil) : nil
    }
    // The container got its height by stretching: the item was laid out before that.
    guard nodes[box].hasRatio, flex.hasFirstPass else { return nil }
    var earlier = constraint.withoutHeight
    earlier.percentHeight = indefinite
    earlier.autoHeight = .fitContent
    guard initialHeight(box, earlier, bp, width: item.targetBorderBox).isDefinite else { return nil }
    let height = layout(box, earlier, LayoutMode()).height
    return abs(initialHeight(box, constraint, bp, width: item.targetBorderBox) - height) < 1e-9 ? earlier : nil
  }

  /// Returns the constraint of an absolute box before its containing block was stretched by `lostHeight`; nil unless its height there
  /// equals the height that its aspect ratio gives now.
  ///
  /// Browsers don't lay out the content again in this case, and keep the limits of the first pass.
  mutating func firstPassConstraintOfAbsolute(
    _ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, width: Double, lostHeight: Double
  ) -> Constraint? {
    guard nodes[box].hasRatio else { return nil }
    let noted = trace
    trace = nil
    defer { trace = noted }
    var earlier = constraint
    earlier.percentHeight = constraint.percentHeight - lostHeight
    earlier.availableHeight = (constraint.availableHeight - lostHeight).clampedAtZero
    let height = layout(box, earlier, LayoutMode()).height
    return abs(initialHeight(box, constraint, bp, width: width) - height) < 1e-9 ? earlier : nil
  }

  /// Returns the height of a row item that its intrinsic widths depend on.
  ///
  /// The widths of the first pass are kept if nothing inside depends on the height.
  mutating func knownItemHeight(_ flex: FlexContainer, _ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges) -> Double {
    let node = nodes + box
    guard node.pointee.widthDependsOnHeight else { return indefinite }
    if keepsFirstPassWidths(flex, box), !node.pointee.hasRatio {
      return initialHeight(box, constraint.withoutAnyHeight, bp, width: indefinite)
    }
    return initialHeight(box, constraint, bp, width: indefinite)
  }

  /// Whether the container's widths were computed before its height was known, and the content of `box` does not depend on the height.
  mutating func keepsFirstPassWidths(_ flex: FlexContainer, _ box: Int) -> Bool {
    guard !flex.isColumn else { return false }
    return (flex.hasFirstPass || flex.widthPrecedesHeight) && !nodes[box].contentDependsOnHeight
  }

  /// Whether the width of a container with a ratio is content-based: it is not stretched to a height that was definite before.
  mutating func widthPrecedesHeight(_ box: Int, _ constraint: Constraint) -> Bool {
    let node = nodes + box
    guard node.pointee.hasRatio, node.pointee.width.isAuto, node.pointee.height.isAuto else { return false }
    return constraint.hasFirstPass || constraint.autoHeight != .stretch || !constraint.availableHeight.isDefinite
  }

  /// Returns the height of a box in its first pass; not recorded in the trace.
  mutating func firstPassHeight(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, intrinsic: Double, width: Double) -> Double {
    let noted = trace
    trace = nil
    defer { trace = noted }
    return blockSize(box, constraint.withoutHeight, bp, intrinsic: intrinsic, width: width)
  }
}
