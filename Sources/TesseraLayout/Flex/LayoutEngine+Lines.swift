import TesseraGeometry

// CSS Flexible Box Layout Level 1, sections 9.3 and 9.4: lines, and cross sizes of items and lines.
extension LayoutEngine {
  /// 9.3, step 5: creates the items of the next line (9.2, step 3) and returns the line; nil if no items are left.
  ///
  /// An item that is too long for any line gets its own line.
  mutating func collectLine(_ flex: inout FlexContainer, breakAt: Double) -> Int? {
    let end = flex.firstItem + flex.itemCount
    var i = flex.nextItem
    guard i < end else { return nil }
    var line = FlexLine(first: i, count: 0)
    while i < end {
      if i == flex.firstItem + flex.madeCount { makeNextItem(&flex) }
      let item = items + i
      let outer = item.pointee.outerHypotheticalMainSize
      if line.count > 0, flex.isOverlay || (flex.isMultiLine && line.sumOfHypothetical + outer > breakAt + fitTolerance) { break }
      line.sumOfHypothetical += outer + flex.itemGap
      line.sumOfBase += item.pointee.outerFlexBaseSize + flex.itemGap
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

  /// 9.4, steps 7 and 8: the hypothetical cross size of each item of line `l`, and the cross size of the line.
  mutating func resolveCrossSizes(_ flex: inout FlexContainer, _ l: Int) {
    let first = lines[l].first
    let count = lines[l].count
    var free = flex.mainSize - Double(count - 1) * flex.itemGap
    var line = BaselineExtents()
    var autoMargins = 0
    for i in first..<first + count {
      let plain = items + i
      free -= plain.pointee.outerTargetMainSize
      autoMargins += Int(plain.pointee.autoMainMargins)
      if plain.pointee.hasPlainCross, plain.pointee.align < .baseline {
        // The same numbers as below, without measuring the content.
        if !plain.pointee.isFixedSize {
          let node = nodes + Int(plain.pointee.box)
          plain.pointee.hypotheticalCrossSize = flex.isColumn ? plainWidth(node) : plainHeight(node)
        }
        line.add(plain.pointee.hypotheticalCrossSize + (flex.isColumn ? plain.pointee.margin.width : plain.pointee.margin.height))
        continue
      }
      let item = items[i]
      let sharesBaseline = item.align == .baseline || item.align == .lastBaseline
      let measured = layout(
        Int(item.box), itemConstraint(flex, item, line: nil), LayoutMode(baselines: sharesBaseline && !flex.isColumn))
      let size = flex.isColumn ? measured.width : measured.height
      items[i].hypotheticalCrossSize = size
      let ascent = sharesBaseline ? baselineAscent(flex, item, measured) : nil
      if let ascent { items[i].ascent = ascent }
      line.add(size + (flex.isColumn ? item.margin.width : item.margin.height), ascent: ascent, isMajor: item.isMajor)
    }
    lines[l].freeSpace = free
    lines[l].crossSize = line.crossSize
    lines[l].autoMargins = autoMargins
    lines[l].majorBaseline = line.majorAscent
    lines[l].minorBaseline = line.minorAscent
  }

  /// Returns the distance to the baseline from the margin edge that it is measured from.
  mutating func baselineAscent(_ flex: FlexContainer, _ item: FlexItem, _ measured: Measured) -> Double {
    let isLast = item.align == .lastBaseline
    let rtl = nodes[flex.box].rightToLeft
    var baseline: Double
    let extent: Double
    if flex.isColumn {
      // Boxes have no vertical baselines: the left edge is synthesized, seen from the start of lines.
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

  /// 9.4, step 8 for a single-line container, and step 9; returns the free space left among the lines.
  mutating func stretchLines(_ flex: FlexContainer, height: Double) -> Double {
    guard flex.lineCount > 0 else { return 0 }
    let inner = (flex.isColumn ? flex.width - flex.bp.width : height - flex.bp.height).clampedAtZero
    if !flex.isMultiLine {
      for l in flex.lines { lines[l].crossSize = inner }
      return 0
    }
    var free = inner - Double(flex.lineCount - 1) * flex.lineGap
    for l in flex.lines { free -= lines[l].crossSize }
    guard free >= 0, contentDistribution(of: flex).keyword == .stretch else { return free }
    for l in flex.lines { lines[l].crossSize += free / Double(flex.lineCount) }
    return 0
  }

  /// 9.6, step 16: the offset of each line.
  mutating func alignLines(_ flex: FlexContainer, free: Double) {
    guard flex.lineCount > 0 else { return }
    let start = flex.isColumn ? (nodes[flex.box].rightToLeft ? flex.bp.right : flex.bp.left) : flex.bp.top
    if !flex.isMultiLine {
      for l in flex.lines { lines[l].crossOffset = start }
      return
    }
    let content = contentDistribution(of: flex)
    var offset = start + content.initialOffset(free: free, count: flex.lineCount, isReverse: flex.isWrapReverse)
    let between = content.spaceBetween(free: free, count: flex.lineCount)
    for l in flex.lines {
      lines[l].crossOffset = offset
      offset += lines[l].crossSize + between + flex.lineGap
    }
  }

  /// Returns `align-content` of a container.
  private mutating func contentDistribution(of flex: FlexContainer) -> ContentDistribution {
    ContentDistribution(nodes[flex.box].alignContent, isMainAxis: false, isColumn: flex.isColumn, rtl: false)
  }

  /// Reverses lines and items if the container is reversed, so that offsets count from the start.
  mutating func reverse(_ flex: FlexContainer) {
    if flex.isWrapReverse {
      var range = UnsafeMutableBufferPointer(start: lines + flex.firstLine, count: flex.lineCount)
      range.reverse()
    }
    if flex.isReverse {
      for l in flex.lines { reverseItems(of: l) }
    }
  }

  mutating func reverseItems(of l: Int) {
    var range = UnsafeMutableBufferPointer(start: items + lines[l].first, count: lines[l].count)
    range.reverse()
  }
}
