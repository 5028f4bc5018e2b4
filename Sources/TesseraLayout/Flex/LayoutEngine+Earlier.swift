import TesseraGeometry

// Boxes that are laid out twice: first without a height, then stretched to the height of a line.
//
// Browsers keep what they found out the first time where they see no reason to look again, and that shows. All that decides is the tree
// and the space, never what happened to be asked before: `wasMeasured` says that there was a first time.
extension LayoutEngine {
  /// Step 5 for a column: breaks the items into lines and returns the longest.
  ///
  /// A column whose height came from its content keeps the lines it had then, even where negative margins make it shorter than an item.
  mutating func breakIntoLines(_ flex: inout FlexContainer, _ space: Space, _ width: Double) -> Double {
    if flex.isMultiLine, space.fixedHeight, space.heightIsIndefiniteInside, space.wasMeasured {
      let free = space.withoutHeight
      let longest = collectLines(&flex, breakAt: lineLength(flex, free, width))
      let natural = blockSize(flex.box, free, flex.bp, intrinsic: longest.clampedAtZero + flex.bp.height, width: width)
      if abs(natural - space.availableHeight) < fitTolerance { return longest }
      lineTop = flex.firstLine
      flex.lineCount = 0
      flex.nextItem = flex.firstItem
    }
    return collectLines(&flex, breakAt: lineLength(flex, space, width))
  }

  /// Step 5 for one length of the lines; returns the longest line.
  private mutating func collectLines(_ flex: inout FlexContainer, breakAt: Double) -> Double {
    var longest = 0.0
    while let l = collectLine(&flex, breakAt: breakAt) { longest = max(longest, lines[l].sumOfHypothetical) }
    return longest
  }

  /// Where lines break: the known size of the container along the main axis, else its limit.
  private mutating func lineLength(_ flex: FlexContainer, _ space: Space, _ width: Double) -> Double {
    guard flex.isMultiLine else { return unlimited }
    let height = blockSize(flex.box, space, flex.bp, intrinsic: indefinite, width: width)
    return (height.isDefinite ? height : knownHeightLimits(flex.box, space, flex.bp).max) - flex.bp.height
  }

  /// The space an item was laid out in before it was stretched, or its line became a limit, if its height was known then and that changes nothing
  /// about it.
  ///
  /// Browsers reuse the earlier layout here, which shows where percentages refer to a height that the content has changed since.
  mutating func earlierSpace(_ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine, _ space: Space) -> Space? {
    let box = Int(item.box)
    let fills = fillsLine(flex, item.stretches)
    // A height that says `stretch` was known too: as the height of the container, raised by limits that the content gives.
    let wasStretched = nodes[box].height.isStretch && flex.innerHeight.isDefinite
    guard nodes[box].hasRatio || fills || wasStretched else { return nil }
    let bp = borderPadding(nodes + box, space.percentWidth)
    if !(fills && line.cross == flex.innerHeight) {
      let isKept = abs(initialHeight(box, space, bp, width: item.flexedBorderBox) - item.cross) < 1e-9
      return isKept ? itemSpace(flex, item, line: nil) : nil
    }
    // The container has a height because it was itself stretched: the item was laid out before that.
    guard nodes[box].hasRatio, flex.wasMeasured else { return nil }
    var earlier = space.withoutHeight
    earlier.percentHeight = indefinite
    earlier.autoHeight = .fitContent
    guard initialHeight(box, earlier, bp, width: item.flexedBorderBox).isDefinite else { return nil }
    let height = layout(box, earlier, LayoutGoal()).height
    return abs(initialHeight(box, space, bp, width: item.flexedBorderBox) - height) < 1e-9 ? earlier : nil
  }

  /// The space an absolute box was laid out in before its containing block was stretched by `lostHeight`, if its height there is the one that
  /// its ratio now gives, the content aside.
  ///
  /// Browsers see no reason then to look at the content again, and keep the limits of that time.
  mutating func keptSpace(_ box: Int, _ space: Space, _ bp: Strut, width: Double, lostHeight: Double) -> Space? {
    guard nodes[box].hasRatio else { return nil }
    let noted = trace
    trace = nil
    defer { trace = noted }
    var earlier = space
    earlier.percentHeight = space.percentHeight - lostHeight
    earlier.availableHeight = (space.availableHeight - lostHeight).clampedAtZero
    let height = layout(box, earlier, LayoutGoal()).height
    return abs(initialHeight(box, space, bp, width: width) - height) < 1e-9 ? earlier : nil
  }

  /// The height of an item of a row as far as its intrinsic widths look at it.
  ///
  /// The widths of the first layout stay where nothing inside looked at the height for them.
  mutating func knownItemHeight(_ flex: FlexContainer, _ box: Int, _ space: Space, _ bp: Strut) -> Double {
    let node = nodes + box
    guard node.pointee.widthDependsOnHeight else { return indefinite }
    if keepsFirstWidths(flex, box), !node.pointee.hasRatio {
      return initialHeight(box, space.beforeHeight, bp, width: indefinite)
    }
    return initialHeight(box, space, bp, width: indefinite)
  }

  /// Whether the container was asked for widths before its height was known, and the content of `box` does not look at the height.
  mutating func keepsFirstWidths(_ flex: FlexContainer, _ box: Int) -> Bool {
    guard !flex.isColumn else { return false }
    return (flex.wasMeasured || flex.takesWidthFirst) && !nodes[box].contentLooksAtHeight
  }

  /// Whether a container with a ratio has its width from its content: nobody stretches it to a height that was known before.
  mutating func takesWidthFirst(_ box: Int, _ space: Space) -> Bool {
    let node = nodes + box
    guard node.pointee.hasRatio, node.pointee.width.isAuto, node.pointee.height.isAuto else { return false }
    return space.wasMeasured || space.autoHeight != .stretch || !space.availableHeight.isDefinite
  }

  /// The height that a box had before it was stretched, which no explanation is to name.
  mutating func earlierHeight(_ box: Int, _ space: Space, _ bp: Strut, intrinsic: Double, width: Double) -> Double {
    let noted = trace
    trace = nil
    defer { trace = noted }
    return blockSize(box, space.withoutHeight, bp, intrinsic: intrinsic, width: width)
  }
}
