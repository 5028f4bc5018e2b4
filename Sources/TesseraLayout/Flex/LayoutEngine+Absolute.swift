import TesseraGeometry

// Absolute boxes. Source: CSS Positioned Layout 3, section 4; CSS Flexbox 1, section 4.1; CSS Box Alignment 3, 6.1.
extension LayoutEngine {
  /// Computes the static positions of the container's absolute children. If the container is a containing block, lays out all boxes pending
  /// since `mark`: its absolute children and deeper ones.
  ///
  /// - Complexity: in a retained tree, unchanged children of a container of the same size are skipped.
  mutating func placeAbsoluteChildren(of flex: FlexContainer, _ size: Measured, since mark: Int, firstPassHeight: Double) {
    let node = nodes + flex.box
    let isContaining = node.pointee.position != .static || node.pointee.frameParent < 0
    let keepsSettled = isContaining && isPlacedAsBefore(flex.box, size)
    let first = Int(node.pointee.firstChild) + Int(node.pointee.itemCount)
    for k in 0..<Int(node.pointee.absoluteCount) {
      let child = Int(children[first + k])
      if keepsSettled, caches[child].isSettled { continue }
      let position = staticPosition(of: child, flex, height: size.height)
      pending.append(
        PendingAbsolute(box: Int32(truncatingIfNeeded: child), parent: Int32(truncatingIfNeeded: flex.box), position: position))
    }
    if pending.count > mark, isContaining {
      placePending(since: mark, in: flex.box, size: Size(size.width, size.height), firstPassHeight: firstPassHeight)
    }
  }

  /// Whether the inputs of the container's absolute children are the same as when they were last placed. They follow from the style, the
  /// constraint and the size.
  private mutating func isPlacedAsBefore(_ box: Int, _ size: Measured) -> Bool {
    guard retains, trace == nil, caches[box].hasSamePlacementKey else { return false }
    let before = sizeCache.at(caches[box].placement).pointee.result
    return before.width == size.width && before.height == size.height && before.intrinsicHeight == size.intrinsicHeight
  }

  /// Returns the position of an absolute child as the only item of its container.
  private mutating func staticPosition(of child: Int, _ flex: FlexContainer, height: Double) -> StaticPosition {
    let rtl = nodes[flex.box].rightToLeft
    let content = ContentDistribution(nodes[flex.box].justifyContent, isMainAxis: true, isColumn: flex.isColumn, rtl: rtl)
    let main: Bias
    switch content.keyword {
    case .flexEnd: main = flex.isReverse ? .start : .end
    case .center, .spaceAround, .spaceEvenly: main = .middle
    case .start: main = .start
    case .end: main = .end
    default: main = flex.isReverse ? .end : .start
    }
    let cross: Bias
    switch alignment(of: child, in: flex.box, isAbsolute: true).0 {
    case .stretch: cross = flex.isWrapReverse ? .end : .start
    case .end, .lastBaseline: cross = .end
    case .center: cross = .middle
    case .start, .baseline: cross = .start
    }
    let inline = flex.isColumn ? cross : main
    let block = flex.isColumn ? main : cross
    let bp = flex.bp
    let innerWidth = (flex.width - bp.width).clampedAtZero
    let innerHeight = (height - bp.height).clampedAtZero
    let horizontal: StaticEdge = inline == .middle ? .middle : (inline == .start) != rtl ? .low : .high
    let vertical: StaticEdge = block == .middle ? .middle : block == .start ? .low : .high
    let x = bp.left + (horizontal == .low ? 0 : horizontal == .middle ? innerWidth / 2 : innerWidth)
    let y = bp.top + (vertical == .low ? 0 : vertical == .middle ? innerHeight / 2 : innerHeight)
    return StaticPosition(point: Point(x, y), horizontal: horizontal, vertical: vertical, isInColumn: flex.isColumn)
  }

  /// Lays out the absolute boxes pending since `mark` in the padding box of `box`, whose size is final.
  private mutating func placePending(since mark: Int, in box: Int, size: Size, firstPassHeight: Double) {
    let border = FlexNode.border(styles + box, nodes[box].rightToLeft)
    let block = ContainingBlock(
      size: Size((size.width - border.width).clampedAtZero, (size.height - border.height).clampedAtZero),
      isRightToLeft: nodes[box].rightToLeft, scrolls: scrollSense(of: box),
      firstPassHeight: firstPassHeight.isDefinite ? (firstPassHeight - border.height).clampedAtZero : indefinite)
    while pending.count > mark {
      let next = pending.removeLast()
      visitCount += 1
      // From the parent to the containing block.
      var offset = Point.zero
      var ancestor = Int(next.parent)
      while ancestor != box, ancestor >= 0 {
        offset = offset + frames[ancestor].origin
        ancestor = Int(nodes[ancestor].frameParent)
      }
      var position = next.position
      position.point = position.point + offset - Point(border.left, border.top)
      let rect = placeAbsolute(Int(next.box), in: block, at: position)
      setFrame(Int(next.box), rect.offset(by: Point(border.left, border.top) - offset))
      if retains { caches[Int(next.box)].isSettled = Int(next.parent) == box }
    }
  }

  /// Returns the vertical scroll direction of `box` if it is a scroll container: upwards if its flow is reversed.
  private mutating func scrollSense(of box: Int) -> ScrollSense? {
    let node = nodes + box
    guard node.pointee.isScroll else { return nil }
    return (node.pointee.isColumn ? node.pointee.isReverse : node.pointee.wrap == .wrapReverse) ? .backwards : .forwards
  }

  /// Lays out one absolute box; returns its frame in its containing block.
  ///
  /// - Parameter measured: receives the size with baselines; nil if they are not needed.
  mutating func placeAbsolute(
    _ box: Int, in block: ContainingBlock, at position: StaticPosition, into measured: UnsafeMutablePointer<Measured>? = nil
  ) -> Rect {
    // 4.1 and 4.2: the inset-modified containing block.
    let absolute = insetModifiedBlock(box, in: block, at: position)
    // 4.3: automatic sizes.
    let width = absoluteWidth(absolute)
    let size = layoutAbsolute(absolute, width: width, baselines: measured != nil)
    measured?.pointee = size.inside
    if let trace {
      trace.recordAbsolute(
        box,
        room: Size(block.isWidthKnown ? absolute.availableWidth : .infinity, block.isHeightKnown ? absolute.availableHeight : .infinity),
        hasInset: absolute.hasInset, range: block.range)
    }
    // 4.4 and 4.5: alignment and automatic margins.
    let node = nodes + box
    let margin = margins(node, absolute.constraint.percentWidth)
    let edges = node.pointee.margin
    let rtl = absolute.isRightToLeft
    let inlineStart = absolute.x.place(
      extent: width, startMargin: (rtl ? edges.right : edges.left).isAuto ? nil : rtl ? margin.right : margin.left,
      endMargin: (rtl ? edges.left : edges.right).isAuto ? nil : rtl ? margin.left : margin.right,
      startIsDominant: rtl == (block.isRightToLeft && block.isWidthKnown), isVertical: false)
    let blockStart = absolute.y.place(
      extent: size.height, startMargin: edges.top.isAuto ? nil : margin.top, endMargin: edges.bottom.isAuto ? nil : margin.bottom,
      startIsDominant: true, isVertical: true)
    return Rect(rtl ? block.size.width - inlineStart - width : inlineStart, blockStart, width, size.height)
  }

  /// Returns the inset-modified containing block, from the start of the box's own lines.
  private mutating func insetModifiedBlock(_ box: Int, in block: ContainingBlock, at position: StaticPosition) -> AbsoluteBox {
    let node = nodes + box
    let rtl = node.pointee.rightToLeft && block.isWidthKnown
    let inset = PhysicalEdges(styles[box].inset, node.pointee.rightToLeft) { $0.sanitizedOffset }
    var constraint = Constraint()
    constraint.percentWidth = block.isWidthKnown ? block.size.width : indefinite
    constraint.percentHeight = block.isHeightKnown ? block.size.height : indefinite
    func value(_ d: PackedDimension, _ whole: Double) -> Double? {
      d.isAuto || (d.isPercent && !whole.isDefinite) ? nil : d.resolved(whole)
    }
    let left = value(inset.left, constraint.percentWidth)
    let right = block.isWidthKnown ? value(inset.right, constraint.percentWidth) : nil
    var x = InsetModifiedAxis(
      size: block.size.width, start: rtl ? right : left, end: rtl ? left : right,
      point: rtl ? block.size.width - position.point.x : position.point.x,
      edge: position.horizontal == .middle ? .middle : (position.horizontal == .low) != rtl ? .start : .end)
    x.alignment = (block.isRightToLeft && block.isWidthKnown) != rtl ? .end : .start
    x.defaultBias = x.alignment
    // Vertical axis: align-self applies if both insets are set.
    let top = value(inset.top, constraint.percentHeight)
    let bottom = block.isHeightKnown ? value(inset.bottom, constraint.percentHeight) : nil
    var y = InsetModifiedAxis(
      size: block.size.height, start: top, end: bottom, point: position.point.y,
      edge: position.vertical == .middle ? .middle : position.vertical == .low ? .start : .end)
    let own = node.pointee.alignSelf
    switch own.keyword {
    case .center: y.alignment = .middle
    case .end, .flexEnd, .selfEnd, .lastBaseline: y.alignment = .end
    default: y.alignment = .start
    }
    // `safe` applies to the axis of align-self: the vertical one between two insets, the cross axis at a static position.
    let isSafe = own.overflow == .safe
    x.isSafe = isSafe && position.isInColumn && left == nil && right == nil
    y.isSafe = isSafe && (top == nil) == (bottom == nil) && (top != nil || !position.isInColumn)
    y.mayPassEnd = block.scrolls == .forwards
    y.mayPassStart = block.scrolls == .backwards
    y.keepsInside = own.overflow == .normal && own.keyword != .auto && own.keyword != .normal
    x.resolve()
    y.resolve()
    constraint.availableWidth = block.isWidthKnown ? x.available : indefinite
    constraint.availableHeight = block.isHeightKnown ? y.available : indefinite
    return AbsoluteBox(
      box: box, block: block, isRightToLeft: rtl,
      hasInset: AbsoluteInsets(left: left != nil, top: top != nil, right: right != nil, bottom: bottom != nil),
      borderPadding: borderPadding(node, constraint.percentWidth), isStretchedByWord: own.keyword == .stretch,
      isAlignNormal: own.keyword == .auto || own.keyword == .normal, x: x, y: y, constraint: constraint)
  }
}
