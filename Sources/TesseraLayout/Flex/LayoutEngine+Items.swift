import TesseraGeometry

// CSS Flexible Box Layout Level 1, section 9.2, step 3, and section 4.5: the items, their base sizes and limits.
extension LayoutEngine {
  /// Makes room for the items of a container.
  @inline(__always) mutating func reserveItems(for flex: inout FlexContainer) {
    let count = Int(nodes[flex.box].itemCount)
    reserveItems(count)
    visitCount += count + 1
    flex.firstItem = itemTop
    flex.nextItem = itemTop
    flex.itemCount = count
    itemTop += count
  }

  /// Step 3 for every item: base size, limits, hypothetical size.
  mutating func makeItems(_ flex: inout FlexContainer) {
    reserveItems(for: &flex)
    while flex.madeCount < flex.itemCount { makeNextItem(&flex) }
  }

  /// Step 3 for the next item.
  @inline(__always) mutating func makeNextItem(_ flex: inout FlexContainer) {
    let k = flex.madeCount
    flex.madeCount += 1
    let box = Int(children[Int(nodes[flex.box].firstChild) + k])
    if makeBriefItem(flex, box, at: items + flex.firstItem + k) || makePlainItem(flex, box, at: items + flex.firstItem + k) { return }
    let item = makeItem(flex, box)
    (items + flex.firstItem + k).initialize(to: item)
  }

  /// Step 3 for an item whose main size is in its style and depends on nothing else; returns false where it is not.
  ///
  /// The same numbers as those of `makeItem`, without a look at the content.
  @inline(__always)
  mutating func makePlainItem(_ flex: FlexContainer, _ box: Int, at place: UnsafeMutablePointer<FlexItem>) -> Bool {
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
  @inline(__always) mutating func startItem(_ flex: FlexContainer, _ box: Int, _ bp: Strut) -> FlexItem {
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

  /// Step 3 for one item.
  mutating func makeItem(_ flex: FlexContainer, _ box: Int) -> FlexItem {
    let node = nodes + box
    let isColumn = flex.isColumn
    let space = basisSpace(flex)
    let bp = borderPadding(node, flex.innerWidth)
    var item = startItem(flex, box, bp)
    if flex.isMeasuringColumnWidth {
      item.overrideWidth = contribution(
        box, .max, contributionSpace(flex.box, box, KnownHeight(inner: flex.innerHeight, isLater: flex.wasMeasured || flex.takesWidthFirst))
      )
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
  mutating func mainLength(
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
  mutating func mainLimits(
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
  mutating func itemIntrinsicWidth(
    _ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ extreme: Extreme, _ kind: IntrinsicKind
  ) -> Double {
    let node = nodes + box
    let space = itemIntrinsicSpace(flex, item, box)
    let bp = borderPadding(node, flex.innerWidth)
    let height = knownItemHeight(flex, box, space, bp)
    if kind == .ignoringRatio, node.pointee.hasRatio, height.isDefinite, keepsFirstWidths(flex, box) {
      let first = initialHeight(box, space.beforeHeight, bp, width: indefinite)
      return contentWidth(box, extreme, space, bp, knownHeight: first) + bp.width
    }
    return intrinsicWidth(box, extreme, kind, space, bp, knownHeight: height)
  }

  /// Height of the content of an item in a column, border box.
  mutating func itemContentHeight(_ flex: FlexContainer, _ item: FlexItem, _ box: Int, _ kind: IntrinsicKind) -> Double {
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
}
