import TesseraGeometry

// CSS Flexible Box Layout Level 1, sections 9.5 and 9.6: alignment, and where everything is.
extension LayoutEngine {
  /// Turns lines and items round where the container runs backwards, so that offsets count from the start.
  mutating func reverse(_ flex: FlexContainer) {
    if flex.isWrapReverse {
      var range = UnsafeMutableBufferPointer(start: lines + flex.firstLine, count: flex.lineCount)
      range.reverse()
    }
    if flex.isReverse {
      for l in flex.firstLine..<flex.firstLine + flex.lineCount { reverseItems(of: l) }
    }
  }

  mutating func reverseItems(of l: Int) {
    var range = UnsafeMutableBufferPointer(start: items + lines[l].first, count: lines[l].count)
    range.reverse()
  }

  /// 9.4, step 8 (single line) and step 9 (stretch), and where each line begins (9.6, step 16).
  mutating func sizeLines(_ flex: FlexContainer, width: Double, height: Double, bp: Strut) {
    guard flex.lineCount > 0 else { return }
    let range = flex.firstLine..<flex.firstLine + flex.lineCount
    let inner = (flex.isColumn ? width - bp.width : height - bp.height).clampedAtZero
    let start = flex.isColumn ? (nodes[flex.box].rightToLeft ? bp.right : bp.left) : bp.top
    if !flex.isMultiLine {
      for l in range {
        lines[l].cross = inner
        lines[l].crossOffset = start
      }
      return
    }
    var free = inner - Double(flex.lineCount - 1) * flex.lineGap
    for l in range { free -= lines[l].cross }
    let content = ContentDistribution(nodes[flex.box].alignContent, isMainAxis: false, isColumn: flex.isColumn, rtl: false)
    if free >= 0, content.keyword == .stretch {
      for l in range { lines[l].cross += free / Double(flex.lineCount) }
      free = 0
    }
    var offset = start + content.initialOffset(free: free, count: flex.lineCount, isReverse: flex.isWrapReverse)
    let between = content.spaceBetween(free: free, count: flex.lineCount)
    for l in range {
      lines[l].crossOffset = offset
      offset += lines[l].cross + between + flex.lineGap
    }
  }

  /// 9.4, step 11 (used cross sizes), 9.5 and 9.6: every item at its final size and place, and the baselines of the container.
  mutating func alignAndPlace(_ flex: FlexContainer, width: Double, height: Double, goal: LayoutGoal, into result: inout Measured) {
    let lastLine = flex.lineCount - 1
    for n in 0..<flex.lineCount {
      let own = placeLine(flex, flex.firstLine + n, width: width, goal: goal, isFirst: n == 0, isLast: n == lastLine)
      if n == 0, let first = own.first { result.firstBaseline = first }
      if n == lastLine, let last = own.last { result.lastBaseline = last }
    }
    // 8.5: a row's baselines are those that its items share, if any do.
    if goal.baselines, !flex.isColumn, flex.lineCount > 0 {
      let first = lines[flex.firstLine]
      let last = lines[flex.firstLine + lastLine]
      if first.majorBaseline > -.infinity {
        result.firstBaseline = first.crossOffset + first.majorBaseline
      } else if first.minorBaseline > -.infinity {
        result.firstBaseline = first.crossOffset + first.cross - first.minorBaseline
      }
      if last.minorBaseline > -.infinity {
        result.lastBaseline = last.crossOffset + last.cross - last.minorBaseline
      } else if last.majorBaseline > -.infinity {
        result.lastBaseline = last.crossOffset + last.majorBaseline
      }
    }
    // What scrolls keeps its baselines inside its border edge. Source: CSS Box Alignment 3, section 9.1.
    if goal.baselines, nodes[flex.box].isScroll {
      func inside(_ v: Double) -> Double { v.isNaN ? v : max(0, min(v, height)) }
      result.firstBaseline = inside(result.firstBaseline)
      result.lastBaseline = inside(result.lastBaseline)
    }
  }

  /// Places the items of line `l`, whose place is known; returns the first baseline of its first and the last one of its last item where they are
  /// asked for, and the line is the first or the last.
  @discardableResult
  mutating func placeLine(
    _ flex: FlexContainer, _ l: Int, width: Double, goal: LayoutGoal, isFirst isFirstLine: Bool = false, isLast isLastLine: Bool = false
  ) -> (first: Double?, last: Double?) {
    let rtl = nodes[flex.box].rightToLeft
    let content = ContentDistribution(nodes[flex.box].justifyContent, isMainAxis: true, isColumn: flex.isColumn, rtl: rtl)
    let mainStart = flex.isColumn ? flex.bp.top : rtl ? flex.bp.right : flex.bp.left
    var baselines: (first: Double?, last: Double?)
    let line = lines[l]
    // 9.5, step 12: automatic margins take free space before justify-content does.
    let usesAutoMargins = line.autoMargins > 0 && line.freeSpace > 0
    let free = usesAutoMargins ? 0 : line.freeSpace
    let autoMargin = usesAutoMargins ? line.freeSpace / Double(line.autoMargins) : 0
    let between = content.spaceBetween(free: free, count: line.count)
    var main = mainStart + content.initialOffset(free: free, count: line.count, isReverse: flex.isReverse)
    for i in line.first..<line.first + line.count {
      let item = items[i]
      let isFirst = isFirstLine && i == line.first
      let isLast = isLastLine && i == line.first + line.count - 1
      let edge = item.hasAutoMargin ? nodes[Int(item.box)].margin : PhysicalEdges()
      var margin = item.margin
      if usesAutoMargins, item.autoMainMargins > 0 {
        if flex.isColumn {
          if edge.top.isAuto { margin.top = autoMargin }
          if edge.bottom.isAuto { margin.bottom = autoMargin }
        } else {
          if edge.left.isAuto { margin.left = autoMargin }
          if edge.right.isAuto { margin.right = autoMargin }
        }
      }
      main += flex.isColumn ? margin.top : rtl ? margin.right : margin.left
      if goal.places || isFirst || isLast {
        let own = place(flex, item, margin, edge, line, main: main, width: width, rtl: rtl, goal: goal, isEdge: isFirst || isLast)
        if goal.baselines {
          if isFirst { baselines.first = own.y + (own.size.firstBaseline.isNaN ? own.size.height : own.size.firstBaseline) }
          if isLast { baselines.last = own.y + (own.size.lastBaseline.isNaN ? own.size.height : own.size.lastBaseline) }
        }
      }
      main += item.flexedBorderBox + (flex.isColumn ? margin.bottom : rtl ? margin.left : margin.right) + between + flex.itemGap
    }
    return baselines
  }

  /// Lays an item out at its final size and writes its frame; `main` is where its border box begins, from the start of the main axis.
  mutating func place(
    _ flex: FlexContainer, _ item: FlexItem, _ margins: Strut, _ edge: PhysicalEdges, _ line: FlexLine, main: Double, width: Double,
    rtl: Bool, goal: LayoutGoal, isEdge: Bool
  ) -> (y: Double, size: Measured) {
    let box = Int(item.box)
    var margin = margins
    let size = placedSize(flex, item, line, goal: goal, isEdge: isEdge)
    let moves = movesBaseline(flex, item)
    let cross = flex.isColumn ? size.width : size.height
    var room = line.cross - cross - (flex.isColumn ? margin.width : margin.height)
    // 9.6, step 13: automatic cross margins.
    let spare = room.clampedAtZero
    if flex.isColumn {
      if edge.left.isAuto && edge.right.isAuto {
        margin.left = spare / 2
        margin.right = spare / 2
      } else if edge.left.isAuto {
        margin.left = spare
      } else if edge.right.isAuto {
        margin.right = spare
      }
    } else {
      if edge.top.isAuto && edge.bottom.isAuto {
        margin.top = spare / 2
        margin.bottom = spare / 2
      } else if edge.top.isAuto {
        margin.top = spare
      } else if edge.bottom.isAuto {
        margin.bottom = spare
      }
    }
    // Step 14: align-self. What automatic margins have taken is not there to align in.
    let hasAutoCross = flex.isColumn ? edge.left.isAuto || edge.right.isAuto : edge.top.isAuto || edge.bottom.isAuto
    if hasAutoCross, room > 0 { room = 0 }
    if item.isSafe { room = room.clampedAtZero }
    var offset = 0.0
    switch item.align {
    case .start: break
    case .end: offset = room
    case .center: offset = room / 2
    case .stretch: offset = flex.isWrapReverse ? room : 0
    case .baseline, .lastBaseline:
      let ascent = moves ? baselineAscent(flex, item, size) : item.ascent
      let delta = (item.isMajor ? line.majorBaseline : line.minorBaseline) - ascent
      offset = item.isMajor ? delta : room - delta
    }
    let crossStart = flex.isColumn ? (rtl ? margin.right : margin.left) : margin.top
    let crossOffset = line.crossOffset + offset + crossStart
    // From the flow to the page: only the horizontal axis turns round.
    let inline = flex.isColumn ? crossOffset : main
    let y = flex.isColumn ? main : crossOffset
    if goal.places {
      let x = rtl ? width - inline - size.width : inline
      let shift = item.hasShift ? relativeShift(flex, box, rtl: rtl) : .zero
      setFrame(box, Rect(x + shift.x, y + shift.y, size.width, size.height))
      if let trace { trace.noteItem(flex, item, line, margin: margin, shrink: nodes[box].shrink, items: items) }
    }
    return (y, size)
  }

  /// Lays an item out at its final size.
  @inline(__always)
  mutating func placedSize(_ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine, goal: LayoutGoal, isEdge: Bool) -> Measured {
    if item.isEmpty, item.hasPlainCross {
      let main = item.flexedBorderBox
      return Measured(
        width: flex.isColumn ? item.cross : main, height: flex.isColumn ? main : item.cross, intrinsicHeight: .nan, firstBaseline: .nan,
        lastBaseline: .nan)
    }
    // Whether it stretches or not, an item's space across is its line, which may be wider than the container.
    var space = itemSpace(flex, item, line: line.cross)
    if item.stretches, !flex.isColumn {
      if let earlier = earlierSpace(flex, item, line, space) {
        space = earlier
      } else {
        space.wasMeasured = flex.wasMeasured || !fillsLine(flex, item.stretches)
        space.tookWidthsFirst = flex.takesWidthFirst
      }
    } else if !flex.isColumn, hasLimitByLine(item), let earlier = earlierSpace(flex, item, line, space) {
      space = earlier
    } else if flex.isColumn, flex.isMultiLine, item.wasMeasured {
      // A line that is wider than the item was at first has it laid out anew.
      let bp = borderPadding(nodes + Int(item.box), space.percentWidth)
      space.wasMeasured = abs(inlineSize(Int(item.box), space, bp) - item.cross) < 1e-9
    }
    let wantsBaselines = (goal.baselines && isEdge) || (!flex.isColumn && movesBaseline(flex, item))
    return layout(Int(item.box), space, LayoutGoal(places: goal.places, baselines: wantsBaselines))
  }

  /// Whether an item that aligns its baseline has another one in its final layout: it is stretched by word, or has another width in its line.
  @inline(__always) mutating func movesBaseline(_ flex: FlexContainer, _ item: FlexItem) -> Bool {
    guard item.align >= .baseline else { return false }
    let node = nodes + Int(item.box)
    return item.stretches || flex.isColumn || node.pointee.minHeight.isStretch || node.pointee.maxHeight.isStretch
  }

  /// Whether the line limits the height of an item of a row that has an aspect ratio.
  @inline(__always) mutating func hasLimitByLine(_ item: FlexItem) -> Bool {
    let node = nodes + Int(item.box)
    return node.pointee.hasRatio && (node.pointee.minHeight.isStretch || node.pointee.maxHeight.isStretch)
  }

  /// Returns by how much `position: relative` moves a box; percentages of an unknown height do not count.
  mutating func relativeShift(_ flex: FlexContainer, _ box: Int, rtl: Bool) -> Point {
    let inset = PhysicalEdges(styles[box].inset, nodes[box].rightToLeft) { $0.sanitizedOffset }
    func value(_ d: PackedDimension, _ whole: Double) -> Double? {
      d.isAuto || (d.isPercent && !whole.isDefinite) ? nil : d.resolved(whole)
    }
    let left = value(inset.left, flex.innerWidth)
    let right = value(inset.right, flex.innerWidth).map { -$0 }
    let x = rtl ? right ?? left : left ?? right
    let y = value(inset.top, flex.innerHeight) ?? value(inset.bottom, flex.innerHeight).map { -$0 }
    return Point(x ?? 0, y ?? 0)
  }
}
