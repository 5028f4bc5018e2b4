import TesseraGeometry

/// What a call of `layout` is for.
struct LayoutGoal {
  /// Write the frames of everything inside.
  var places = false
  /// Say where the baselines are.
  var baselines = false
  /// Say how high the content alone would be.
  var intrinsic = false
}

// CSS Flexible Box Layout Level 1, section 9: https://www.w3.org/TR/css-flexbox-1/#layout-algorithm
extension LayoutEngine {
  /// Lays out the inside of a container whose width is known.
  ///
  /// The steps are those of section 9.
  mutating func flexLayout(_ box: Int, _ space: Space, _ bp: Strut, width: Double, goal: LayoutGoal) -> Measured {
    // 9.1: items, in `order` (absolute children take no part). 9.2, step 2: the space inside the container.
    let height = initialHeight(box, space, bp, width: width)
    var flex = FlexContainer(
      &self, box, bp: bp, innerWidth: (width - bp.width).clampedAtZero,
      innerHeight: height.isDefinite ? (height - bp.height).clampedAtZero : indefinite)
    let itemMark = itemTop
    let lineMark = lineTop
    let pendingMark = pending.count
    flex.wasMeasured = space.wasMeasured
    flex.takesWidthFirst = space.tookWidthsFirst || takesWidthFirst(box, space)
    reserveItems(for: &flex)
    flex.firstLine = lineTop
    var longest = 0.0
    var crossSum = 0.0
    let isPlacing = !flex.isColumn && placesLinesAtOnce(flex, space, goal)
    if flex.isColumn {
      longest = breakIntoLines(&flex, space, width)  // 9.2, step 3, and 9.3, step 5: items and lines
      let inner = mainExtent(flex, space, width, sum: longest)  // 9.2, step 4: the main size of the container
      for l in flex.firstLine..<flex.firstLine + flex.lineCount { sizeItems(&flex, l, inner: inner) }
    } else {
      // A row knows how long its lines are, so each line is finished while its items are at hand.
      var offset = bp.top
      while let l = collectLine(&flex, breakAt: flex.innerWidth) {
        sizeItems(&flex, l, inner: flex.innerWidth)
        guard isPlacing else { continue }
        lines[l].crossOffset = offset
        offset += lines[l].cross + flex.lineGap
        if flex.isReverse { reverseItems(of: l) }
        placeLine(flex, l, width: width, goal: goal)
        crossSum += lines[l].cross
        reuseItems(of: l, &flex)
        lineTop = l  // the next line takes its memory
      }
    }
    for l in flex.firstLine..<(isPlacing ? flex.firstLine : flex.firstLine + flex.lineCount) {
      crossSum = flex.isOverlay ? max(crossSum, lines[l].cross) : crossSum + lines[l].cross
    }
    // 9.4, step 15 (cross size) or 9.2, step 4 (main size): the height that the content asks for.
    var intrinsic = bp.height
    if flex.lineCount > 0 {
      intrinsic += flex.isColumn ? longest.clampedAtZero : crossSum + (flex.isOverlay ? 0 : Double(flex.lineCount - 1) * flex.lineGap)
    }
    let total = blockSize(box, space, bp, intrinsic: intrinsic, width: width)
    var result = Measured(width: width, height: total, intrinsicHeight: intrinsic, firstBaseline: .nan, lastBaseline: .nan)
    if !isPlacing, goal.places || goal.baselines {
      reverse(flex)  // 9.2, step 1 and wrap-reverse: from here on, start is start
      sizeLines(flex, width: width, height: total, bp: bp)  // 9.4, step 9: align-content: stretch
      alignAndPlace(flex, width: width, height: total, goal: goal, into: &result)  // 9.4, step 11, 9.5 and 9.6
    }
    if goal.places {  // 4.1: absolute children
      let earlier =
        space.wasMeasured && pending.count + Int(nodes[box].absoluteCount) > pendingMark
        ? earlierHeight(box, space, bp, intrinsic: intrinsic, width: width) : indefinite
      placeAbsoluteChildren(flex, width: width, height: total, intrinsic: intrinsic, since: pendingMark, earlierHeight: earlier)
    }
    itemTop = itemMark
    lineTop = lineMark
    return result
  }

  /// The sizes of the items of a line.
  @inline(__always) mutating func sizeItems(_ flex: inout FlexContainer, _ l: Int, inner: Double) {
    resolveFlexibleLengths(flex, l, inner: inner)  // 9.3, step 6, and 9.7
    measureCrossSizes(&flex, l, inner: inner)  // 9.4, steps 7 and 8
  }
}
