import TesseraGeometry

// CSS Flexible Box Layout Level 1, section 9.2, step 3, and section 4.5: items, their flex base sizes and limits.
extension LayoutEngine {
  /// 9.1, step 1: reserves space for the items of a container on the stacks; `children` lists them in `order`.
  @inline(__always) mutating func generateItems(of flex: inout FlexContainer) {
    let count = Int(nodes[flex.box].itemCount)
    reserveItems(count)
    visitCount += count + 1
    flex.firstItem = itemTop
    flex.nextItem = itemTop
    flex.itemCount = count
    flex.firstLine = lineTop
    itemTop += count
  }

  /// 9.2, step 3, for every item: flex base size, limits, hypothetical main size.
  mutating func makeItems(_ flex: inout FlexContainer) {
    generateItems(of: &flex)
    while flex.madeCount < flex.itemCount { makeNextItem(&flex) }
  }

  /// 9.2, step 3, for the next item.
  @inline(__always) mutating func makeNextItem(_ flex: inout FlexContainer) {
    let k = flex.madeCount
    flex.madeCount += 1
    let box = Int(children[Int(nodes[flex.box].firstChild) + k])
    if makeFixedSizeItem(flex, box, at: items + flex.firstItem + k) || makeDefiniteItem(flex, box, at: items + flex.firstItem + k) {
      return
    }
    let item = makeItem(flex, box)
    (items + flex.firstItem + k).initialize(to: item)
  }

  /// 9.2, step 3, for an item with a main size in its style that depends on nothing else; returns false for other items.
  ///
  /// Gives the same numbers as `makeItem`, without measuring the content.
  @inline(__always)
  mutating func makeDefiniteItem(_ flex: FlexContainer, _ box: Int, at place: UnsafeMutablePointer<FlexItem>) -> Bool {
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
    item.flexBaseSize = (boxed(size.points, bp, node) - bp).clampedAtZero
    item.awaitsAutomaticMinimum = low.isAuto && !node.pointee.isScroll
    let smallest = low.isAuto ? bp : boxed(low.points, bp, node)
    let largest = high.isAuto ? unlimited : max(smallest, boxed(high.points, bp, node))
    item.minMainSize = (smallest - bp).clampedAtZero
    item.maxMainSize = (largest - bp).clampedAtZero
    item.hypotheticalMainSize = max(item.minMainSize, min(item.flexBaseSize, item.maxMainSize))
    item.targetMainSize = item.hypotheticalMainSize
    place.initialize(to: item)
    return true
  }

  /// Returns an item with everything except its sizes.
  @inline(__always) mutating func startItem(_ flex: FlexContainer, _ box: Int, _ bp: ResolvedEdges) -> FlexItem {
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
    item.grow = node.pointee.grow
    item.shrink = node.pointee.shrink
    item.hasShift = node.pointee.hasInset && node.pointee.position == .relative
    if node.pointee.hasMargin {
      let m = node.pointee.margin
      item.autoMainMargins =
        isColumn ? (m.top.isAuto ? 1 : 0) + (m.bottom.isAuto ? 1 : 0) : (m.left.isAuto ? 1 : 0) + (m.right.isAuto ? 1 : 0)
      item.hasAutoMargin = m.left.isAuto || m.top.isAuto || m.right.isAuto || m.bottom.isAuto
    }
    return item
  }

  /// 9.2, step 3, for one item.
  mutating func makeItem(_ flex: FlexContainer, _ box: Int) -> FlexItem {
    let node = nodes + box
    let isColumn = flex.isColumn
    let constraint = containerConstraint(flex)
    let bp = borderPadding(node, flex.innerWidth)
    var item = startItem(flex, box, bp)
    if flex.isMeasuringColumnWidth {
      item.overrideWidth = contribution(
        box, .max,
        contributionConstraint(
          flex.box, box, KnownHeight(inner: flex.innerHeight, widthsPrecedeHeight: flex.hasFirstPass || flex.widthPrecedesHeight))
      )
    }

    // Flex base size, cases A to E.
    var isContentBased = false
    let basis = node.pointee.basis
    let specified = isColumn ? node.pointee.height : node.pointee.width
    let length = basis.isAuto ? (specified.isAuto ? .maxContentWord : specified) : basis
    let baseBorderBox = mainLength(flex, item, box, length, constraint, bp, isContentBased: &isContentBased)
    item.flexBaseSize = (baseBorderBox - item.mainBorderPadding).clampedAtZero

    // The limits. An automatic minimum that cannot exceed the flex base size is deferred until the item shrinks.
    let minimum = isColumn ? node.pointee.minHeight : node.pointee.minWidth
    let appliesAutomatic = minimum.isAuto && !node.pointee.isScroll
    var automatic: Double?
    if appliesAutomatic {
      if basis.isAuto && !node.pointee.hasRatio {
        item.awaitsAutomaticMinimum = true
      } else {
        automatic = automaticMinimum(flex, item, box)
      }
    }
    let limits = mainLimits(flex, item, box, constraint, bp, automatic: automatic)
    item.minMainSize = (limits.min - item.mainBorderPadding).clampedAtZero
    item.maxMainSize = (limits.max - item.mainBorderPadding).clampedAtZero
    item.hypotheticalMainSize = max(item.minMainSize, min(item.flexBaseSize, item.maxMainSize))
    item.targetMainSize = item.hypotheticalMainSize

    // Section 9.8: a content-based height in a container of indefinite height does not count as definite inside the item.
    if isColumn {
      // The content was laid out to find this height.
      item.hasFirstPass = isContentBased || (appliesAutomatic && specified.isAuto)
      if !flex.innerHeight.isDefinite, isContentBased { item.heightIsIndefiniteInside = !node.pointee.hasRatio }
    }
    return item
  }

  /// Returns a main size of any kind as border box; unresolvable lengths give the content size.
  mutating func mainLength(
    _ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ length: PackedDimension, _ constraint: Constraint, _ bp: ResolvedEdges,
    isContentBased: inout Bool
  ) -> Double {
    let node = nodes + box
    if length.isPoints { return boxed(length.points, item.mainBorderPadding, node) }
    if flex.isColumn {
      var usedContent = false
      let height = resolveHeight(box, length, .main, constraint, bp) { engine in
        usedContent = true
        return engine.itemContentHeight(flex, item, box, .content)
      }
      isContentBased = usedContent
      return height
    }
    if length.isContentKeyword || !(length.isPercent || length.isStretch) {
      isContentBased = true
      let measure = itemIntrinsicConstraint(flex, item)
      let height = knownItemHeight(flex, box, measure, bp)
      // Keywords depend on the container's constraint, intrinsic sizes on the item's own.
      if length.isContentKeyword, length.tag == PackedTag.fitContent {
        let room = (constraint.availableWidth - margins(node, flex.innerWidth).width).clampedAtZero
        let largest = intrinsicWidth(box, .max, .content, measure, bp, knownHeight: height)
        if !constraint.availableWidth.isDefinite || largest <= room { return largest }
        return max(room, intrinsicWidth(box, .min, .content, measure, bp, knownHeight: height))
      }
      return intrinsicWidth(box, length.tag == PackedTag.minContent ? .min : .max, .content, measure, bp, knownHeight: height)
    }
    let width = resolveWidth(box, length, .main, constraint, bp, knownHeight: indefinite)
    if width.isDefinite { return width }
    isContentBased = true
    return itemIntrinsicWidth(flex, item, box, .max, .content)
  }

  /// Returns the limits of the main size, border box.
  mutating func mainLimits(
    _ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, automatic: Double?
  ) -> MinMax {
    let node = nodes + box
    if flex.isColumn {
      return heightLimits(box, constraint, bp, automatic: automatic) { $0.itemContentHeight(flex, item, box, .content) }
    }
    if automatic == nil && node.pointee.minWidth.isAuto && node.pointee.maxWidth.isAuto { return MinMax(min: bp.width, max: unlimited) }
    let measure = itemIntrinsicConstraint(flex, item)
    let height = knownItemHeight(flex, box, measure, bp)
    return widthLimits(box, constraint, bp, automatic: automatic, knownHeight: height, transferred: false)
  }

  /// Returns the automatic minimum main size, border box.
  ///
  /// Source: section 4.5.
  mutating func automaticMinimum(_ flex: FlexContainer, _ item: FlexItem, _ box: Int) -> Double {
    let node = nodes + box
    let constraint = containerConstraint(flex)
    let bp = borderPadding(node, flex.innerWidth)
    let specified = flex.isColumn ? node.pointee.height : node.pointee.width
    // Specified size suggestion.
    var suggestion = unlimited
    if !specified.isAuto {
      if specified.isContentKeyword {
        var ignored = false
        suggestion = mainLength(flex, item, box, specified, constraint, bp, isContentBased: &ignored)
      } else if flex.isColumn {
        let height = resolveHeight(box, specified, .main, constraint, bp) { $0.itemContentHeight(flex, item, box, .content) }
        if height.isDefinite { suggestion = height }
      } else {
        let width = resolveWidth(box, specified, .main, constraint, bp, knownHeight: indefinite)
        if width.isDefinite { suggestion = width }
      }
    }
    // No box is smaller than its padding and border.
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

  /// 4.5: computes the automatic minimum of an item that is about to shrink.
  mutating func resolveAutomaticMinimum(_ flex: FlexContainer, _ item: UnsafeMutablePointer<FlexItem>) {
    guard item.pointee.awaitsAutomaticMinimum else { return }
    let copy = item.pointee
    let index = item - items
    let automatic = automaticMinimum(flex, copy, Int(copy.box)) - copy.mainBorderPadding
    // `automaticMinimum` may have reallocated the stack of items.
    items[index].awaitsAutomaticMinimum = false
    items[index].minMainSize = min(max(0, automatic), copy.maxMainSize)
  }

  /// Returns the intrinsic width of an item, with its height if the container makes it definite.
  mutating func itemIntrinsicWidth(
    _ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ contentSize: ContentSize, _ kind: IntrinsicKind
  ) -> Double {
    let node = nodes + box
    let constraint = itemIntrinsicConstraint(flex, item)
    let bp = borderPadding(node, flex.innerWidth)
    let height = knownItemHeight(flex, box, constraint, bp)
    if kind == .ignoringRatio, node.pointee.hasRatio, height.isDefinite, keepsFirstPassWidths(flex, box) {
      let first = initialHeight(box, constraint.withoutAnyHeight, bp, width: indefinite)
      return contentWidth(box, contentSize, constraint, bp, knownHeight: first) + bp.width
    }
    return intrinsicWidth(box, contentSize, kind, constraint, bp, knownHeight: height)
  }

  /// Returns the content height of a column item, border box.
  mutating func itemContentHeight(_ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ kind: IntrinsicKind) -> Double {
    let node = nodes + box
    let constraint = itemIntrinsicConstraint(flex, item)
    let bp = borderPadding(node, flex.innerWidth)
    if node.pointee.hasRatio, kind == .content {
      return heightFromRatio(node, bp, inlineSize(box, constraint, bp))
    }
    let height = layout(box, constraint, LayoutMode(intrinsic: true)).intrinsicHeight
    guard node.pointee.hasRatio else { return height }
    let known = node.pointee.widthDependsOnHeight ? initialHeight(box, constraint, bp, width: indefinite) : indefinite
    let limits = widthLimits(box, containerConstraint(flex), bp, automatic: nil, knownHeight: known, transferred: false)
    let low = limits.min > 0 ? heightFromRatio(node, bp, limits.min) : 0
    let high = limits.max < unlimited ? heightFromRatio(node, bp, limits.max) : unlimited
    return MinMax(min: low, max: max(low, high)).clamp(height)
  }
}
