// Fast path of `flexLayout` for wrapping rows whose lines do not depend on each other.
extension LayoutEngine {
  /// Whether each line can be placed as soon as it is collected: the container's height is the sum of its lines, so none moves or grows
  /// later.
  mutating func streamsLines(_ flex: FlexContainer, _ constraint: Constraint, _ mode: LayoutMode) -> Bool {
    guard !flex.isColumn, mode.places, !mode.baselines, flex.isMultiLine, !flex.isWrapReverse, !constraint.fixedHeight else { return false }
    let node = nodes + flex.box
    return node.pointee.height.isAuto && node.pointee.minHeight.isAuto && node.pointee.maxHeight.isAuto && !node.pointee.hasRatio
      && (constraint.autoHeight != .stretch || !constraint.availableHeight.isDefinite)
  }

  /// Runs steps 3 to 16 line by line, while the items of the line are in the processor's cache; the next line reuses their memory.
  mutating func streamLines(_ flex: inout FlexContainer, _ mode: LayoutMode, into result: inout Measured) {
    flex.mainSize = flex.innerWidth
    var offset = flex.bp.top
    // 9.2, step 3, and 9.3, step 5.
    while let l = collectLine(&flex, breakAt: flex.innerWidth) {
      // 9.3, step 6.
      resolveFlexibleLengths(flex, l)
      // 9.4, steps 7 and 8.
      resolveCrossSizes(&flex, l)
      // 9.6, step 16.
      lines[l].crossOffset = offset
      offset += lines[l].crossSize + flex.lineGap
      if flex.isReverse { reverseItems(of: l) }
      // 9.4, step 11, 9.5, and 9.6, steps 13 and 14.
      placeLine(flex, l, mode, into: &result)
      flex.streamedCrossSize += lines[l].crossSize
      reuseItems(of: l, &flex)
      lineTop = l
    }
  }

  /// Reuses the memory of the placed items of line `l` for the next line.
  private mutating func reuseItems(of l: Int, _ flex: inout FlexContainer) {
    let (first, count) = (lines[l].first, lines[l].count)
    // The item that did not fit already exists.
    if flex.firstItem + flex.madeCount > first + count { items[first] = items[first + count] }
    flex.firstItem -= count
    flex.nextItem = first
  }
}
