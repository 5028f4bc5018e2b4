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
      self, box, bp: bp, innerWidth: (width - bp.width).clampedAtZero,
      innerHeight: height.isDefinite ? (height - bp.height).clampedAtZero : indefinite)
    let itemMark = itemTop
    let lineMark = lineTop
    let pendingMark = pending.count
    flex.wasMeasured = space.wasMeasured
    flex.takesWidthFirst = takesWidthFirst(box, space)
    reserveItems(for: &flex)
    flex.firstLine = lineTop
    var longest = 0.0
    if flex.isColumn {
      longest = breakIntoLines(&flex, space, width)  // 9.2, step 3, and 9.3, step 5: items and lines
      let inner = mainExtent(flex, space, width, sum: longest)  // 9.2, step 4: the main size of the container
      for l in flex.firstLine..<flex.firstLine + flex.lineCount { sizeItems(&flex, l, inner: inner) }
    } else {
      // A row knows how long its lines are, so each line is finished while its items are at hand.
      while let l = collectLine(&flex, breakAt: flex.innerWidth) {
        longest = max(longest, lines[l].sumOfHypothetical)
        sizeItems(&flex, l, inner: flex.innerWidth)
      }
    }
    var crossSum = 0.0
    for l in flex.firstLine..<flex.firstLine + flex.lineCount {
      crossSum = flex.isOverlay ? max(crossSum, lines[l].cross) : crossSum + lines[l].cross
    }
    // 9.4, step 15 (cross size) or 9.2, step 4 (main size): the height that the content asks for.
    var intrinsic = bp.height
    if flex.lineCount > 0 {
      intrinsic += flex.isColumn ? longest.clampedAtZero : crossSum + (flex.isOverlay ? 0 : Double(flex.lineCount - 1) * flex.lineGap)
    }
    let total = blockSize(box, space, bp, intrinsic: intrinsic, width: width)
    var result = Measured(width: width, height: total, intrinsicHeight: intrinsic, firstBaseline: .nan, lastBaseline: .nan)
    if goal.places || goal.baselines {
      reverse(flex)  // 9.2, step 1 and wrap-reverse: from here on, start is start
      sizeLines(flex, width: width, height: total, bp: bp)  // 9.4, step 9: align-content: stretch
      alignAndPlace(flex, width: width, height: total, goal: goal, into: &result)  // 9.4, step 11, 9.5 and 9.6
    }
    if goal.places { placeAbsoluteChildren(flex, width: width, height: total, since: pendingMark) }  // 4.1: absolute children
    itemTop = itemMark
    lineTop = lineMark
    return result
  }

  /// The sizes of the items of a line.
  @inline(__always) private mutating func sizeItems(_ flex: inout FlexContainer, _ l: Int, inner: Double) {
    resolveFlexibleLengths(flex, l, inner: inner)  // 9.3, step 6, and 9.7
    measureCrossSizes(&flex, l, inner: inner)  // 9.4, steps 7 and 8
  }

  // MARK: 9.2 Line length determination

  /// Makes room for the items of a container.
  @inline(__always) private mutating func reserveItems(for flex: inout FlexContainer) {
    let count = Int(nodes[flex.box].itemCount)
    reserveItems(count)
    visitCount += count + 1
    flex.firstItem = itemTop
    flex.itemCount = count
    itemTop += count
  }

  /// Step 3 for every item: base size, limits, hypothetical size.
  mutating func makeItems(_ flex: inout FlexContainer) {
    reserveItems(for: &flex)
    while flex.madeCount < flex.itemCount { makeNextItem(&flex) }
  }

  /// Step 3 for the next item.
  @inline(__always) private mutating func makeNextItem(_ flex: inout FlexContainer) {
    let k = flex.madeCount
    flex.madeCount += 1
    let box = Int(children[Int(nodes[flex.box].firstChild) + k])
    if makePlainItem(flex, box, at: items + flex.firstItem + k) { return }
    let item = makeItem(flex, box)
    (items + flex.firstItem + k).initialize(to: item)
  }

  /// Step 3 for an item whose main size is in its style and depends on nothing else; returns false where it is not.
  ///
  /// The same numbers as those of `makeItem`, without a look at the content.
  @inline(__always)
  private func makePlainItem(_ flex: FlexContainer, _ box: Int, at place: UnsafeMutablePointer<FlexItem>) -> Bool {
    let node = nodes + box
    let isColumn = flex.isColumn
    guard isColumn ? node.pointee.hasPlainHeight : node.pointee.hasPlainWidth, node.pointee.basis.isAuto, !node.pointee.hasRatio,
      !flex.isMeasuringColumnWidth
    else { return false }
    var item = startItem(flex, box, node.pointee.borderPadding)
    let bp = item.mainBorderPadding
    let size = isColumn ? node.pointee.height : node.pointee.width
    let low = isColumn ? node.pointee.minHeight : node.pointee.minWidth
    let high = isColumn ? node.pointee.maxHeight : node.pointee.maxWidth
    item.base = (boxed(size.points, bp, node) - bp).clampedAtZero
    item.hasLazyMinimum = low.isAuto && !node.pointee.isScroll
    let smallest = low.isAuto ? bp : boxed(low.points, bp, node)
    let largest = high.isAuto ? unlimited : max(smallest, boxed(high.points, bp, node))
    item.minimum = (smallest - bp).clampedAtZero
    item.maximum = (largest - bp).clampedAtZero
    item.hypothetical = max(item.minimum, min(item.base, item.maximum))
    item.flexed = item.hypothetical
    place.initialize(to: item)
    return true
  }

  /// What an item has apart from its sizes.
  @inline(__always) private func startItem(_ flex: FlexContainer, _ box: Int, _ bp: Strut) -> FlexItem {
    let node = nodes + box
    let isColumn = flex.isColumn
    let margin = margins(node, flex.innerWidth)
    let (align, isSafe) = alignment(of: box, in: flex.box)
    let cross = isColumn ? node.pointee.width : node.pointee.height
    var item = FlexItem(
      box: Int32(truncatingIfNeeded: box), align: align, isSafe: isSafe,
      stretches: cross.isStretch || (cross.isAuto && align == .stretch), isMajor: (align == .lastBaseline) == flex.isWrapReverse,
      margin: margin)
    item.mainBorderPadding = isColumn ? bp.height : bp.width
    item.mainMargin = isColumn ? margin.height : margin.width
    item.hasPlainCross = isColumn ? node.pointee.hasPlainWidth && !flex.isMeasuringColumnWidth : node.pointee.hasPlainHeight
    item.isEmpty = node.pointee.isEmpty
    item.hasShift = node.pointee.hasInset && node.pointee.position == .relative
    if node.pointee.hasMargin {
      let m = node.pointee.margin
      item.autoMainMargins =
        isColumn ? (m.top.isAuto ? 1 : 0) + (m.bottom.isAuto ? 1 : 0) : (m.left.isAuto ? 1 : 0) + (m.right.isAuto ? 1 : 0)
      item.hasAutoMargin = m.left.isAuto || m.top.isAuto || m.right.isAuto || m.bottom.isAuto
    }
    return item
  }

  /// Step 3 for one item.
  mutating func makeItem(_ flex: FlexContainer, _ box: Int) -> FlexItem {
    let node = nodes + box
    let isColumn = flex.isColumn
    let space = basisSpace(flex)
    let bp = borderPadding(node, flex.innerWidth)
    var item = startItem(flex, box, bp)
    if flex.isMeasuringColumnWidth {
      item.overrideWidth = contribution(
        box, .max, contributionSpace(flex.box, box, KnownHeight(inner: flex.innerHeight, isLater: flex.wasMeasured)))
    }

    // Flex base size, cases A to E.
    var isContentBased = false
    let basis = node.pointee.basis
    let specified = isColumn ? node.pointee.height : node.pointee.width
    let length = basis.isAuto ? (specified.isAuto ? .maxContentWord : specified) : basis
    let baseBorderBox = mainLength(flex, item, box, length, space, bp, isContentBased: &isContentBased)
    item.base = (baseBorderBox - item.mainBorderPadding).clampedAtZero

    // The limits; an automatic minimum that cannot exceed the base size waits until the item shrinks.
    let minimum = isColumn ? node.pointee.minHeight : node.pointee.minWidth
    let appliesAutomatic = minimum.isAuto && !node.pointee.isScroll
    var automatic: Double?
    if appliesAutomatic {
      if basis.isAuto && !node.pointee.hasRatio {
        item.hasLazyMinimum = true
      } else {
        automatic = automaticMinimum(flex, item, box)
      }
    }
    let limits = mainLimits(flex, item, box, space, bp, automatic: automatic)
    item.minimum = (limits.min - item.mainBorderPadding).clampedAtZero
    item.maximum = (limits.max - item.mainBorderPadding).clampedAtZero
    item.hypothetical = max(item.minimum, min(item.base, item.maximum))
    item.flexed = item.hypothetical

    // Section 9.8: a content-based height in a container of unknown height does not count as known inside the item.
    if isColumn {
      // The content was laid out for its height before this one is given to it.
      item.wasMeasured = isContentBased || (appliesAutomatic && specified.isAuto)
      if !flex.innerHeight.isDefinite, isContentBased { item.heightIsIndefiniteInside = !node.pointee.hasRatio }
    }
    return item
  }

  /// Returns a main size as border box, whatever kind of length it is; what cannot be resolved is the content.
  private mutating func mainLength(
    _ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ length: PackedDimension, _ space: Space, _ bp: Strut,
    isContentBased: inout Bool
  ) -> Double {
    let node = nodes + box
    if length.isPoints { return boxed(length.points, item.mainBorderPadding, node) }
    if flex.isColumn {
      var usedContent = false
      let height = resolveHeight(box, length, .main, space, bp) { engine in
        usedContent = true
        return engine.itemContentHeight(flex, item, box, .content)
      }
      isContentBased = usedContent
      return height
    }
    if length.isContentKeyword || !(length.isPercent || length.isStretch) {
      isContentBased = true
      let measure = itemIntrinsicSpace(flex, item, box)
      let height = knownItemHeight(flex, box, measure, bp)
      // Keywords look at the container's space, intrinsic sizes at the item's own.
      if length.isContentKeyword, length.tag == 5 {
        let room = (space.availableWidth - margins(node, flex.innerWidth).width).clampedAtZero
        let largest = intrinsicWidth(box, .max, .content, measure, bp, knownHeight: height)
        if !space.availableWidth.isDefinite || largest <= room { return largest }
        return max(room, intrinsicWidth(box, .min, .content, measure, bp, knownHeight: height))
      }
      return intrinsicWidth(box, length.tag == 3 ? .min : .max, .content, measure, bp, knownHeight: height)
    }
    let width = resolveWidth(box, length, .main, space, bp, knownHeight: indefinite)
    if width.isDefinite { return width }
    isContentBased = true
    return itemIntrinsicWidth(flex, item, box, .max, .content)
  }

  /// Limits of the main size, border box.
  private mutating func mainLimits(
    _ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ space: Space, _ bp: Strut, automatic: Double?
  ) -> MinMax {
    let node = nodes + box
    if flex.isColumn {
      return heightLimits(box, space, bp, automatic: automatic) { $0.itemContentHeight(flex, item, box, .content) }
    }
    if automatic == nil && node.pointee.minWidth.isAuto && node.pointee.maxWidth.isAuto { return MinMax(min: bp.width, max: unlimited) }
    let measure = itemIntrinsicSpace(flex, item, box)
    let height = knownItemHeight(flex, box, measure, bp)
    return widthLimits(box, space, bp, automatic: automatic, knownHeight: height, transferred: false)
  }

  /// The automatic minimum main size, border box.
  ///
  /// Source: section 4.5.
  mutating func automaticMinimum(_ flex: FlexContainer, _ item: FlexItem, _ box: Int) -> Double {
    let node = nodes + box
    let space = basisSpace(flex)
    let bp = borderPadding(node, flex.innerWidth)
    let specified = flex.isColumn ? node.pointee.height : node.pointee.width
    // Specified size suggestion.
    var suggestion = unlimited
    if !specified.isAuto {
      if specified.isContentKeyword {
        var ignored = false
        suggestion = mainLength(flex, item, box, specified, space, bp, isContentBased: &ignored)
      } else if flex.isColumn {
        let height = resolveHeight(box, specified, .main, space, bp) { $0.itemContentHeight(flex, item, box, .content) }
        if height.isDefinite { suggestion = height }
      } else {
        let width = resolveWidth(box, specified, .main, space, bp, knownHeight: indefinite)
        if width.isDefinite { suggestion = width }
      }
    }
    // Nothing can be smaller than no content at all.
    if suggestion <= item.mainBorderPadding { return item.mainBorderPadding }
    // Content size suggestion.
    var content =
      flex.isColumn ? itemContentHeight(flex, item, box, .content) : itemIntrinsicWidth(flex, item, box, .min, .content)
    if node.pointee.hasRatio {
      content = max(
        content,
        flex.isColumn ? itemContentHeight(flex, item, box, .ignoringRatio) : itemIntrinsicWidth(flex, item, box, .min, .ignoringRatio))
    }
    return max(min(suggestion, content), item.mainBorderPadding)
  }

  /// Puts a waiting automatic minimum into the item.
  mutating func settleMinimum(_ flex: FlexContainer, _ item: UnsafeMutablePointer<FlexItem>) {
    guard item.pointee.hasLazyMinimum else { return }
    let copy = item.pointee
    let index = item - items
    let automatic = automaticMinimum(flex, copy, Int(copy.box)) - copy.mainBorderPadding
    // The stack of items may have moved meanwhile.
    items[index].hasLazyMinimum = false
    items[index].minimum = min(max(0, automatic), copy.maximum)
  }

  /// Intrinsic width of an item, with what the container knows of its height.
  private mutating func itemIntrinsicWidth(
    _ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ extreme: Extreme, _ kind: IntrinsicKind
  ) -> Double {
    let node = nodes + box
    let space = itemIntrinsicSpace(flex, item, box)
    let bp = borderPadding(node, flex.innerWidth)
    let height = knownItemHeight(flex, box, space, bp)
    if kind == .ignoringRatio, node.pointee.hasRatio, height.isDefinite, keepsFirstWidths(flex, box) {
      return contentWidth(box, extreme, space, bp, knownHeight: indefinite) + bp.width
    }
    return intrinsicWidth(box, extreme, kind, space, bp, knownHeight: height)
  }

  /// Height of the content of an item in a column, border box.
  private mutating func itemContentHeight(_ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ kind: IntrinsicKind) -> Double {
    let node = nodes + box
    let space = itemIntrinsicSpace(flex, item, box)
    let bp = borderPadding(node, flex.innerWidth)
    if node.pointee.hasRatio, kind == .content {
      return heightFromRatio(node, bp, inlineSize(box, space, bp))
    }
    let height = layout(box, space, LayoutGoal(intrinsic: true)).intrinsicHeight
    guard node.pointee.hasRatio else { return height }
    let known = node.pointee.widthDependsOnHeight ? initialHeight(box, space, bp, width: indefinite) : indefinite
    let limits = widthLimits(box, basisSpace(flex), bp, automatic: nil, knownHeight: known, transferred: false)
    let low = limits.min > 0 ? heightFromRatio(node, bp, limits.min) : 0
    let high = limits.max < unlimited ? heightFromRatio(node, bp, limits.max) : unlimited
    return MinMax(min: low, max: max(low, high)).clamp(height)
  }

  /// The space that lengths of an item refer to.
  @inline(__always) private func basisSpace(_ flex: FlexContainer) -> Space {
    var space = Space()
    space.availableWidth = flex.innerWidth
    space.availableHeight = flex.innerHeight
    space.percentWidth = flex.innerWidth
    space.percentHeight = flex.innerHeight
    return space
  }

  /// The space to find out how large the content of an item is.
  ///
  /// Along a column, heights inside are unknown.
  private func itemIntrinsicSpace(_ flex: FlexContainer, _ item: FlexItem, _ box: Int) -> Space {
    var space = basisSpace(flex)
    if fillsLine(flex, item.stretches) {
      if flex.isColumn { space.autoWidth = .stretch } else { space.autoHeight = .stretch }
    }
    if flex.isColumn {
      space.availableHeight = indefinite
      space.percentHeight = indefinite
      space.heightIsIndefiniteInside = true
    }
    if item.overrideWidth.isDefinite {
      space.availableWidth = item.overrideWidth
      space.fixedWidth = true
    }
    if !flex.isColumn { space.wasMeasured = flex.wasMeasured }
    return space
  }

  /// The space an item is laid out in once its main size is known; `line` is the cross size of its line for the final layout.
  func itemSpace(_ flex: FlexContainer, _ item: FlexItem, line: Double?) -> Space {
    var space = basisSpace(flex)
    let stretches = item.align == .stretch && (line != nil || (!flex.isMultiLine && flex.isCrossDefinite))
    if flex.isColumn {
      if let line { space.availableWidth = line }
      if item.overrideWidth.isDefinite {
        space.availableWidth = item.overrideWidth
        space.fixedWidth = true
      }
      space.availableHeight = item.flexedBorderBox
      space.fixedHeight = true
      if stretches { space.autoWidth = .stretch }
    } else {
      space.availableWidth = item.flexedBorderBox
      space.fixedWidth = true
      if let line { space.availableHeight = line }
      if stretches { space.autoHeight = .stretch }
    }
    space.heightIsIndefiniteInside = item.heightIsIndefiniteInside
    space.wasMeasured = item.wasMeasured
    return space
  }

  /// Whether an item that stretches is as large across as the container itself.
  @inline(__always) func fillsLine(_ flex: FlexContainer, _ stretches: Bool) -> Bool {
    stretches && !flex.isMultiLine && flex.isCrossDefinite
  }

  /// The length of the lines: the content box of the container along the main axis, if the longest line asks for `sum`.
  private mutating func mainExtent(_ flex: FlexContainer, _ space: Space, _ width: Double, sum: Double) -> Double {
    if !flex.isColumn { return flex.innerWidth }
    return blockSize(flex.box, space, flex.bp, intrinsic: sum.clampedAtZero + flex.bp.height, width: width) - flex.bp.height
  }

  // MARK: 9.3 Main size determination

  /// Step 5: returns the next line, whose items it makes, or nil where there are none left.
  ///
  /// An item that alone is too long has a line of its own.
  mutating func collectLine(_ flex: inout FlexContainer, breakAt: Double) -> Int? {
    let end = flex.firstItem + flex.itemCount
    var i = flex.lineCount == 0 ? flex.firstItem : lines[lineTop - 1].first + lines[lineTop - 1].count
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
    return lineTop - 1
  }

  // MARK: 9.4 Cross size determination

  /// Steps 7 and 8: the hypothetical cross size of each item, and the cross size of the line.
  private mutating func measureCrossSizes(_ flex: inout FlexContainer, _ l: Int, inner: Double) {
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
        let node = nodes + Int(plain.pointee.box)
        let size = flex.isColumn ? plainWidth(node) : plainHeight(node)
        plain.pointee.cross = size
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
  func baselineAscent(_ flex: FlexContainer, _ item: FlexItem, _ measured: Measured) -> Double {
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

  // MARK: 9.5 and 9.6 Alignment

  /// Turns lines and items round where the container runs backwards, so that offsets count from the start.
  private func reverse(_ flex: FlexContainer) {
    if flex.isWrapReverse {
      var range = UnsafeMutableBufferPointer(start: lines + flex.firstLine, count: flex.lineCount)
      range.reverse()
    }
    if flex.isReverse {
      for l in flex.firstLine..<flex.firstLine + flex.lineCount {
        var range = UnsafeMutableBufferPointer(start: items + lines[l].first, count: lines[l].count)
        range.reverse()
      }
    }
  }

  /// 9.4, step 8 (single line) and step 9 (stretch), and where each line begins (9.6, step 16).
  private func sizeLines(_ flex: FlexContainer, width: Double, height: Double, bp: Strut) {
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
  private mutating func alignAndPlace(_ flex: FlexContainer, width: Double, height: Double, goal: LayoutGoal, into result: inout Measured) {
    let rtl = nodes[flex.box].rightToLeft
    let content = ContentDistribution(nodes[flex.box].justifyContent, isMainAxis: true, isColumn: flex.isColumn, rtl: rtl)
    let mainStart = flex.isColumn ? flex.bp.top : rtl ? flex.bp.right : flex.bp.left
    let lastLine = flex.lineCount - 1
    for n in 0..<flex.lineCount {
      let line = lines[flex.firstLine + n]
      // 9.5, step 12: automatic margins take free space before justify-content does.
      let usesAutoMargins = line.autoMargins > 0 && line.freeSpace > 0
      let free = usesAutoMargins ? 0 : line.freeSpace
      let autoMargin = usesAutoMargins ? line.freeSpace / Double(line.autoMargins) : 0
      let between = content.spaceBetween(free: free, count: line.count)
      var main = mainStart + content.initialOffset(free: free, count: line.count, isReverse: flex.isReverse)
      for i in line.first..<line.first + line.count {
        let item = items[i]
        let isFirst = n == 0 && i == line.first
        let isLast = n == lastLine && i == line.first + line.count - 1
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
          let own = place(
            flex, item, margin, edge, line, main: main, width: width, height: height, rtl: rtl, goal: goal, isEdge: isFirst || isLast)
          if goal.baselines {
            if isFirst { result.firstBaseline = own.y + (own.size.firstBaseline.isNaN ? own.size.height : own.size.firstBaseline) }
            if isLast { result.lastBaseline = own.y + (own.size.lastBaseline.isNaN ? own.size.height : own.size.lastBaseline) }
          }
        }
        main += item.flexedBorderBox + (flex.isColumn ? margin.bottom : rtl ? margin.left : margin.right) + between + flex.itemGap
      }
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

  /// Lays an item out at its final size and writes its frame; `main` is where its border box begins, from the start of the main axis.
  private mutating func place(
    _ flex: FlexContainer, _ item: FlexItem, _ margins: Strut, _ edge: PhysicalEdges, _ line: FlexLine, main: Double, width: Double,
    height: Double, rtl: Bool, goal: LayoutGoal, isEdge: Bool
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
  private mutating func placedSize(_ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine, goal: LayoutGoal, isEdge: Bool) -> Measured {
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
      }
    } else if flex.isColumn, flex.isMultiLine, item.wasMeasured {
      // A line that is wider than the item was at first has it laid out anew.
      let bp = borderPadding(nodes + Int(item.box), space.percentWidth)
      space.wasMeasured = abs(inlineSize(Int(item.box), space, bp) - item.cross) < 1e-9
    }
    let wantsBaselines = (goal.baselines && isEdge) || (!flex.isColumn && movesBaseline(flex, item))
    return layout(Int(item.box), space, LayoutGoal(places: goal.places, baselines: wantsBaselines))
  }

  /// Whether an item that aligns its baseline has another one in its final layout: it is stretched by word, or has another width in its line.
  @inline(__always) private func movesBaseline(_ flex: FlexContainer, _ item: FlexItem) -> Bool {
    guard item.align >= .baseline else { return false }
    let node = nodes + Int(item.box)
    return item.stretches || flex.isColumn || node.pointee.minHeight.isStretch || node.pointee.maxHeight.isStretch
  }

  /// Returns by how much `position: relative` moves a box; percentages of an unknown height do not count.
  private func relativeShift(_ flex: FlexContainer, _ box: Int, rtl: Bool) -> Point {
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
