import TesseraGeometry

/// Outputs of a `layout` call besides the size.
struct LayoutMode {
  /// The frames of all descendants.
  var places = false
  /// The baselines.
  var baselines = false
  /// Only the height of the content.
  var intrinsic = false
}

// CSS Flexible Box Layout Level 1, section 9: https://www.w3.org/TR/css-flexbox-1/#layout-algorithm
extension LayoutEngine {
  /// Lays out the content of a container of known width.
  ///
  /// The steps are those of section 9. Step 10 (`visibility: collapse`) is not supported. 9.8 (definite sizes) is part of `Constraint`. 9.9
  /// (intrinsic sizes) is computed in `containerContentWidth` before the width is known.
  ///
  /// Not inlined, so that each level of a tree has this stack frame only once.
  @inline(never)
  mutating func flexLayout(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, width: Double, mode: LayoutMode) -> Measured {
    let (firstItem, firstLine, firstPending) = (itemTop, lineTop, pending.count)
    var result = Measured(width: width, height: .nan, intrinsicHeight: .nan, firstBaseline: .nan, lastBaseline: .nan)

    // 9.2, step 2: available space.
    var flex = availableSpace(box, constraint, bp, width: width)
    // 9.1, step 1: items, in `order`, without absolute children.
    generateItems(of: &flex)
    let isStreamed = streamsLines(flex, constraint, mode)
    if isStreamed {
      // Fast path: steps 3 to 16 line by line.
      streamLines(&flex, mode, into: &result)
    } else {
      // 9.2, step 3: flex base sizes. 9.3, step 5: lines.
      collectLines(&flex, constraint)
      // 9.2, step 4: main size of the container.
      resolveMainSize(&flex, constraint)
      for l in flex.lines {
        // 9.3, step 6: flexible lengths, by 9.7.
        resolveFlexibleLengths(flex, l)
        // 9.4, step 7: hypothetical cross sizes of the items; step 8: cross size of the line.
        resolveCrossSizes(&flex, l)
      }
    }
    // 9.4, step 15: cross size of a row; of a column this is the main size again.
    result.intrinsicHeight = bp.height + contentHeight(of: flex, isStreamed: isStreamed)
    result.height = blockSize(box, constraint, bp, intrinsic: result.intrinsicHeight, width: width)
    if !isStreamed, mode.places || mode.baselines {
      // From here on, start means start: reversed directions and `wrap-reverse` are resolved.
      reverse(flex)
      // 9.4, step 9: `align-content: stretch`, and step 8 for a single line.
      let free = stretchLines(flex, height: result.height)
      // 9.6, step 16: `align-content`.
      alignLines(flex, free: free)
      for l in flex.lines {
        // 9.5, step 12: auto margins and `justify-content`. For each item 9.4, step 11: used cross size, and 9.6, steps 13 and 14: `align-self`.
        placeLine(flex, l, mode, into: &result)
      }
      // 8.5: baselines of the container.
      if mode.baselines { resolveBaselines(of: flex, into: &result) }
    }
    // 4.1: absolute children.
    if mode.places { placeAbsoluteChildren(of: flex, constraint, result, since: firstPending) }

    itemTop = firstItem
    lineTop = firstLine
    return result
  }

  /// 9.2, step 2: returns the container with its available inner space.
  @inline(__always)
  private mutating func availableSpace(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, width: Double) -> FlexContainer {
    let height = initialHeight(box, constraint, bp, width: width)
    var flex = FlexContainer(
      &self, box, bp: bp, innerWidth: (width - bp.width).clampedAtZero,
      innerHeight: height.isDefinite ? (height - bp.height).clampedAtZero : indefinite)
    flex.width = width
    flex.hasFirstPass = constraint.hasFirstPass
    flex.widthPrecedesHeight = constraint.widthsPrecedeHeight || widthPrecedesHeight(box, constraint)
    return flex
  }

  /// 9.2, step 4: the main size of the container. For a column without a definite height it is that of its longest line.
  private mutating func resolveMainSize(_ flex: inout FlexContainer, _ constraint: Constraint) {
    guard flex.isColumn else {
      flex.mainSize = flex.innerWidth
      return
    }
    let content = flex.longestLine.clampedAtZero + flex.bp.height
    flex.mainSize = blockSize(flex.box, constraint, flex.bp, intrinsic: content, width: flex.width) - flex.bp.height
  }

  /// Returns the content-box height that the lines need.
  private mutating func contentHeight(of flex: FlexContainer, isStreamed: Bool) -> Double {
    if flex.lineCount == 0 { return 0 }
    if flex.isColumn { return flex.longestLine.clampedAtZero }
    var sum = flex.streamedCrossSize
    if !isStreamed {
      for l in flex.lines { sum = flex.isOverlay ? max(sum, lines[l].crossSize) : sum + lines[l].crossSize }
    }
    return flex.isOverlay ? sum : sum + Double(flex.lineCount - 1) * flex.lineGap
  }

  /// 4.1: places absolute children, and boxes pending for this containing block.
  private mutating func placeAbsoluteChildren(
    of flex: FlexContainer, _ constraint: Constraint, _ size: Measured, since firstPending: Int
  ) {
    let hasAbsolute = pending.count + Int(nodes[flex.box].absoluteCount) > firstPending
    let firstPassHeight =
      constraint.hasFirstPass && hasAbsolute
      ? self.firstPassHeight(flex.box, constraint, flex.bp, intrinsic: size.intrinsicHeight, width: size.width) : indefinite
    placeAbsoluteChildren(of: flex, size, since: firstPending, firstPassHeight: firstPassHeight)
  }
}
