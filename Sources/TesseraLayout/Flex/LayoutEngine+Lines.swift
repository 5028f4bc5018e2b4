import TesseraGeometry

// CSS Flexible Box Layout Level 1, sections 9.3 and 9.4: items into lines, how long these are, and how large across.
extension LayoutEngine {
  /// The length of the lines: the content box of the container along the main axis, if the longest line asks for `sum`.
  mutating func mainExtent(_ flex: FlexContainer, _ space: Space, _ width: Double, sum: Double) -> Double {
    if !flex.isColumn { return flex.innerWidth }
    return blockSize(flex.box, space, flex.bp, intrinsic: sum.clampedAtZero + flex.bp.height, width: width) - flex.bp.height
  }

  /// Step 5: returns the next line, whose items it makes, or nil where there are none left.
  ///
  /// An item that alone is too long has a line of its own.
  mutating func collectLine(_ flex: inout FlexContainer, breakAt: Double) -> Int? {
    let end = flex.firstItem + flex.itemCount
    var i = flex.nextItem
    guard i < end else { return nil }
    var line = FlexLine(first: i, count: 0)
    while i < end {
      if i == flex.firstItem + flex.madeCount { makeNextItem(&flex) }
      let item = items + i
      let outer = item.pointee.hypotheticalOuter
      if line.count > 0, flex.isOverlay || (flex.isMultiLine && line.sumOfHypothetical + outer > breakAt + fitTolerance) { break }
      line.sumOfHypothetical += outer + flex.itemGap
      line.sumOfBase += item.pointee.baseOuter + flex.itemGap
      line.count += 1
      i += 1
    }
    line.sumOfHypothetical -= flex.itemGap
    line.sumOfBase -= flex.itemGap
    pushLine(line)
    flex.lineCount += 1
    flex.nextItem = i
    return lineTop - 1
  }

  /// Whether each line of a row can be placed as soon as it is known: the container is as high as its lines, so that none moves or grows.
  mutating func placesLinesAtOnce(_ flex: FlexContainer, _ space: Space, _ goal: LayoutGoal) -> Bool {
    guard goal.places, !goal.baselines, flex.isMultiLine, !flex.isWrapReverse, !space.fixedHeight else { return false }
    let node = nodes + flex.box
    return node.pointee.height.isAuto && node.pointee.minHeight.isAuto && node.pointee.maxHeight.isAuto && !node.pointee.hasRatio
      && (space.autoHeight != .stretch || !space.availableHeight.isDefinite)
  }

  /// Has the items of the next line take the memory of those of line `l`, which are placed: it is near, however many there are.
  mutating func reuseItems(of l: Int, _ flex: inout FlexContainer) {
    let (first, count) = (lines[l].first, lines[l].count)
    // The item that did not fit has been made already.
    if flex.firstItem + flex.madeCount > first + count { items[first] = items[first + count] }
    flex.firstItem -= count
    flex.nextItem = first
  }

  /// Steps 7 and 8: the hypothetical cross size of each item, and the cross size of the line.
  mutating func measureCrossSizes(_ flex: inout FlexContainer, _ l: Int, inner: Double) {
    let first = lines[l].first
    let count = lines[l].count
    var free = inner - Double(count - 1) * flex.itemGap
    var line = BaselineExtents()
    var autoMargins = 0
    for i in first..<first + count {
      let plain = items + i
      if plain.pointee.hasPlainCross, plain.pointee.align < .baseline {
        // The same numbers as below.
        free -= plain.pointee.flexedOuter
        autoMargins += Int(plain.pointee.autoMainMargins)
        if !plain.pointee.isBrief {
          let node = nodes + Int(plain.pointee.box)
          plain.pointee.cross = flex.isColumn ? plainWidth(node) : plainHeight(node)
        }
        let size = plain.pointee.cross
        line.add(size + (flex.isColumn ? plain.pointee.margin.width : plain.pointee.margin.height))
        continue
      }
      let item = items[i]
      free -= item.flexedOuter
      autoMargins += Int(item.autoMainMargins)
      let aligned = item.align == .baseline || item.align == .lastBaseline
      let box = Int(item.box)
      let space = itemSpace(flex, item, line: nil)
      let measured = layout(box, space, LayoutGoal(baselines: aligned && !flex.isColumn))
      let size = flex.isColumn ? measured.width : measured.height
      items[i].cross = size
      let ascent = aligned ? baselineAscent(flex, item, measured) : nil
      if let ascent { items[i].ascent = ascent }
      line.add(size + (flex.isColumn ? item.margin.width : item.margin.height), ascent: ascent, isMajor: item.isMajor)
    }
    lines[l].freeSpace = free
    lines[l].cross = line.cross
    lines[l].autoMargins = autoMargins
    lines[l].majorBaseline = line.majorAscent
    lines[l].minorBaseline = line.minorAscent
  }

  /// Distance from the margin edge that a baseline is counted from to the baseline.
  mutating func baselineAscent(_ flex: FlexContainer, _ item: FlexItem, _ measured: Measured) -> Double {
    let isLast = item.align == .lastBaseline
    let rtl = nodes[flex.box].rightToLeft
    var baseline: Double
    let extent: Double
    if flex.isColumn {
      // Boxes have no vertical baselines: the left edge stands in for them, seen from where lines start.
      extent = measured.width
      baseline = rtl ? extent : 0
    } else {
      extent = measured.height
      let own = isLast ? measured.lastBaseline : measured.firstBaseline
      baseline = own.isNaN ? extent : own
    }
    if flex.isWrapReverse != isLast { baseline = extent - baseline }
    let start = flex.isColumn ? (rtl ? item.margin.right : item.margin.left) : item.margin.top
    let end = flex.isColumn ? (rtl ? item.margin.left : item.margin.right) : item.margin.bottom
    return (item.isMajor ? start : end) + baseline
  }
}
