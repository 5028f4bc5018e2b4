import TesseraGeometry

/// An item at its final size: its offset from the top of the container, and its size with baselines.
private struct PlacedItem {
  var y: Double
  var size: Measured

  /// First baseline, or the bottom edge if the item has none.
  var firstBaseline: Double { y + (size.firstBaseline.isNaN ? size.height : size.firstBaseline) }
  var lastBaseline: Double { y + (size.lastBaseline.isNaN ? size.height : size.lastBaseline) }
}

// CSS Flexible Box Layout Level 1, sections 9.5 and 9.6: alignment of items.
extension LayoutEngine {
  /// Places the items of line `l`, whose cross size and offset are known.
  ///
  /// 9.5, step 12: auto margins absorb free space before `justify-content` applies. Stores the first baseline of the first item and the
  /// last one of the last item in `result`.
  @inline(__always)
  mutating func placeLine(_ flex: FlexContainer, _ l: Int, _ mode: LayoutMode, into result: inout Measured) {
    let rtl = nodes[flex.box].rightToLeft
    let content = ContentDistribution(nodes[flex.box].justifyContent, isMainAxis: true, isColumn: flex.isColumn, rtl: rtl)
    let line = lines[l]
    let usesAutoMargins = line.autoMargins > 0 && line.freeSpace > 0
    let free = usesAutoMargins ? 0 : line.freeSpace
    let autoMargin = usesAutoMargins ? line.freeSpace / Double(line.autoMargins) : 0
    let between = content.spaceBetween(free: free, count: line.count)
    let mainStart = flex.isColumn ? flex.bp.top : rtl ? flex.bp.right : flex.bp.left
    var main = mainStart + content.initialOffset(free: free, count: line.count, isReverse: flex.isReverse)
    let firstItem = l == flex.firstLine ? line.first : -1
    let lastItem = l == flex.firstLine + flex.lineCount - 1 ? line.first + line.count - 1 : -1
    for i in line.first..<line.first + line.count {
      let item = items[i]
      let isEdge = i == firstItem || i == lastItem
      let edges = item.hasAutoMargin ? nodes[Int(item.box)].margin : PhysicalEdges()
      var margin = item.margin
      if usesAutoMargins, item.autoMainMargins > 0 { resolveAutoMainMargins(flex, edges, autoMargin, &margin) }
      main += flex.isColumn ? margin.top : rtl ? margin.right : margin.left
      if mode.places || isEdge {
        let placed = place(flex, item, margin, edges, line, main: main, rtl: rtl, mode: mode, isEdge: isEdge)
        if mode.baselines {
          if i == firstItem { result.firstBaseline = placed.firstBaseline }
          if i == lastItem { result.lastBaseline = placed.lastBaseline }
        }
      }
      main += item.targetBorderBox + (flex.isColumn ? margin.bottom : rtl ? margin.left : margin.right) + between + flex.itemGap
    }
  }

  /// 9.5, step 12: sets each automatic main-axis margin to `autoMargin`.
  private mutating func resolveAutoMainMargins(
    _ flex: FlexContainer, _ edges: PhysicalEdges, _ autoMargin: Double, _ margin: inout ResolvedEdges
  ) {
    if flex.isColumn {
      if edges.top.isAuto { margin.top = autoMargin }
      if edges.bottom.isAuto { margin.bottom = autoMargin }
    } else {
      if edges.left.isAuto { margin.left = autoMargin }
      if edges.right.isAuto { margin.right = autoMargin }
    }
  }

  /// Lays an item out at its final size (9.4, step 11), aligns it on the cross axis (9.6, steps 13 and 14) and writes its frame. `main` is
  /// the offset of its border box from the start of the main axis.
  @inline(__always)
  private mutating func place(
    _ flex: FlexContainer, _ item: FlexItem, _ margins: ResolvedEdges, _ edges: PhysicalEdges, _ line: FlexLine, main: Double,
    rtl: Bool, mode: LayoutMode, isEdge: Bool
  ) -> PlacedItem {
    let box = Int(item.box)
    var margin = margins
    let size = placedSize(flex, item, line, mode: mode, isEdge: isEdge)
    let cross = flex.isColumn ? size.width : size.height
    var room = line.crossSize - cross - (flex.isColumn ? margin.width : margin.height)
    // Step 13. Space absorbed by automatic margins is not available for alignment.
    let hasAutoCross = resolveAutoCrossMargins(flex, edges, spare: room.clampedAtZero, &margin)
    if hasAutoCross, room > 0 { room = 0 }
    if item.isSafe { room = room.clampedAtZero }
    // Step 14.
    let crossStart = flex.isColumn ? (rtl ? margin.right : margin.left) : margin.top
    let crossOffset = line.crossOffset + alignedOffset(flex, item, line, size, room: room) + crossStart
    // From flow axes to page axes: only the horizontal one may be reversed.
    let inline = flex.isColumn ? crossOffset : main
    let y = flex.isColumn ? main : crossOffset
    if mode.places {
      let x = rtl ? flex.width - inline - size.width : inline
      let shift = item.hasShift ? relativeShift(flex, box, rtl: rtl) : .zero
      setFrame(box, Rect(x + shift.x, y + shift.y, size.width, size.height))
      if let trace { trace.recordItem(flex, item, line, margin: margin, shrink: nodes[box].shrink, items: items) }
    }
    return PlacedItem(y: y, size: size)
  }

  /// 9.6, step 13: distributes `spare` to automatic cross margins; returns whether there are any.
  @inline(__always)
  private mutating func resolveAutoCrossMargins(
    _ flex: FlexContainer, _ edges: PhysicalEdges, spare: Double, _ margin: inout ResolvedEdges
  ) -> Bool {
    let (start, end) = flex.isColumn ? (edges.left.isAuto, edges.right.isAuto) : (edges.top.isAuto, edges.bottom.isAuto)
    guard start || end else { return false }
    let share = start && end ? spare / 2 : spare
    if flex.isColumn {
      if start { margin.left = share }
      if end { margin.right = share }
    } else {
      if start { margin.top = share }
      if end { margin.bottom = share }
    }
    return true
  }

  /// 9.6, step 14: `align-self`, in the free space of the item's line.
  @inline(__always)
  private mutating func alignedOffset(_ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine, _ size: Measured, room: Double) -> Double {
    switch item.align {
    case .start: return 0
    case .end: return room
    case .center: return room / 2
    case .stretch: return flex.isWrapReverse ? room : 0
    case .baseline, .lastBaseline:
      let ascent = movesBaseline(flex, item) ? baselineAscent(flex, item, size) : item.ascent
      let delta = (item.isMajor ? line.majorBaseline : line.minorBaseline) - ascent
      return item.isMajor ? delta : room - delta
    }
  }

  /// 9.4, step 11: lays an item out at its used cross size.
  @inline(__always)
  private mutating func placedSize(_ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine, mode: LayoutMode, isEdge: Bool) -> Measured {
    if item.isEmpty, item.hasPlainCross {
      let main = item.targetBorderBox
      let cross = item.hypotheticalCrossSize
      return Measured(
        width: flex.isColumn ? cross : main, height: flex.isColumn ? main : cross, intrinsicHeight: .nan, firstBaseline: .nan,
        lastBaseline: .nan)
    }
    let constraint = usedConstraint(flex, item, line)
    let wantsBaselines = (mode.baselines && isEdge) || (!flex.isColumn && movesBaseline(flex, item))
    return layout(Int(item.box), constraint, LayoutMode(places: mode.places, baselines: wantsBaselines))
  }

  /// Returns the constraint of an item in the final layout: its cross size is that of its line, which may be wider than the container.
  @inline(__always)
  private mutating func usedConstraint(_ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine) -> Constraint {
    var constraint = itemConstraint(flex, item, line: line.crossSize)
    if item.stretches, !flex.isColumn {
      if let first = firstPassConstraint(flex, item, line, constraint) {
        constraint = first
      } else {
        constraint.hasFirstPass = flex.hasFirstPass || !fillsLine(flex, item.stretches)
        constraint.widthsPrecedeHeight = flex.widthPrecedesHeight
      }
    } else if !flex.isColumn, hasLimitByLine(item), let first = firstPassConstraint(flex, item, line, constraint) {
      constraint = first
    } else if flex.isColumn, flex.isMultiLine, item.hasFirstPass {
      // A line wider than the item's first width causes a new layout.
      let bp = borderPadding(nodes + Int(item.box), constraint.percentWidth)
      constraint.hasFirstPass = abs(inlineSize(Int(item.box), constraint, bp) - item.hypotheticalCrossSize) < 1e-9
    }
    return constraint
  }

  /// Whether the baseline of a baseline-aligned item may change in its final layout: a size or height limit is `stretch`, or its width may
  /// differ in the line of a column.
  @inline(__always) private mutating func movesBaseline(_ flex: FlexContainer, _ item: FlexItem) -> Bool {
    guard item.align >= .baseline else { return false }
    let node = nodes + Int(item.box)
    return item.stretches || flex.isColumn || node.pointee.minHeight.isStretch || node.pointee.maxHeight.isStretch
  }

  /// Whether the line limits the height of a row item with an aspect ratio.
  @inline(__always) private mutating func hasLimitByLine(_ item: FlexItem) -> Bool {
    let node = nodes + Int(item.box)
    return node.pointee.hasRatio && (node.pointee.minHeight.isStretch || node.pointee.maxHeight.isStretch)
  }

  /// Returns the offset of a box with `position: relative`; percentages of an indefinite height are ignored.
  private mutating func relativeShift(_ flex: FlexContainer, _ box: Int, rtl: Bool) -> Point {
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

  /// 8.5: baselines of a container. In a row they are the shared baselines of the items in its first and last line, if any.
  mutating func resolveBaselines(of flex: FlexContainer, into result: inout Measured) {
    if !flex.isColumn, flex.lineCount > 0 {
      let first = lines[flex.firstLine]
      let last = lines[flex.firstLine + flex.lineCount - 1]
      if first.majorBaseline > -.infinity {
        result.firstBaseline = first.crossOffset + first.majorBaseline
      } else if first.minorBaseline > -.infinity {
        result.firstBaseline = first.crossOffset + first.crossSize - first.minorBaseline
      }
      if last.minorBaseline > -.infinity {
        result.lastBaseline = last.crossOffset + last.crossSize - last.minorBaseline
      } else if last.majorBaseline > -.infinity {
        result.lastBaseline = last.crossOffset + last.majorBaseline
      }
    }
    // Scroll containers keep their baselines inside their border edge. Source: CSS Box Alignment 3, section 9.1.
    guard nodes[flex.box].isScroll else { return }
    let height = result.height
    func inside(_ v: Double) -> Double { v.isNaN ? v : max(0, min(v, height)) }
    result.firstBaseline = inside(result.firstBaseline)
    result.lastBaseline = inside(result.lastBaseline)
  }
}
