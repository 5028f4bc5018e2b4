import TesseraGeometry

/// The two intrinsic widths: min-content and max-content.
enum ContentSize { case min, max }

/// Heights that the intrinsic widths of a box depend on.
struct KnownHeight {
  /// Content box, or `indefinite`.
  var inner = indefinite
  /// Length at which the lines of a column break.
  var breakAt = unlimited
  /// Widths inside the box were computed before the height was known.
  var widthsPrecedeHeight = false
}

// Intrinsic widths: min-content and max-content. Source: CSS Sizing 3, section 5; CSS Flexbox 1, section 9.9, as implemented by browsers.
extension LayoutEngine {
  /// Returns the min- or max-content width of the border box.
  ///
  /// `knownHeight` is the border box height if it is definite without a width; it determines whether an aspect ratio applies.
  mutating func intrinsicWidth(
    _ box: Int, _ contentSize: ContentSize, _ kind: IntrinsicKind, _ constraint: Constraint, _ bp: ResolvedEdges, knownHeight: Double
  ) -> Double {
    let node = nodes + box
    if node.pointee.hasRatio {
      if kind == .content, knownHeight.isDefinite { return widthFromRatio(node, bp, knownHeight) }
      let width = contentWidth(box, contentSize, constraint, bp, knownHeight: knownHeight) + bp.width
      return knownHeight.isDefinite ? width : transferredWidthLimits(box, constraint, bp).clamp(width)
    }
    return contentWidth(box, contentSize, constraint, bp, knownHeight: knownHeight) + bp.width
  }

  /// Returns the min- or max-content width of the content box, cached per box and known height.
  mutating func contentWidth(_ box: Int, _ contentSize: ContentSize, _ constraint: Constraint, _ bp: ResolvedEdges, knownHeight: Double)
    -> Double
  {
    let node = nodes + box
    if node.pointee.measure < 0, node.pointee.itemCount == 0 { return 0 }
    var heights = KnownHeight()
    if node.pointee.widthDependsOnHeight {
      if knownHeight.isDefinite {
        heights.inner = (knownHeight - bp.height).clampedAtZero
        // A height that was known the first time is not new.
        heights.widthsPrecedeHeight =
          (constraint.hasFirstPass || constraint.widthsPrecedeHeight)
          && !initialHeight(box, constraint.withoutAnyHeight, bp, width: indefinite).isDefinite
      }
      if node.pointee.isColumn, node.pointee.wrap == .wrap || node.pointee.wrap == .wrapReverse {
        // If the height is content-based, the lines are those of the content.
        let known = constraint.heightIsIndefiniteInside ? constraint.withoutHeight : constraint
        let height = heights.inner.isDefinite ? indefinite : blockSize(box, known, bp, intrinsic: indefinite, width: indefinite)
        heights.breakAt =
          heights.inner.isDefinite ? heights.inner : (height.isDefinite ? height : knownHeightLimits(box, known, bp).max) - bp.height
      }
    }
    if let width = cachedWidth(of: box, contentSize, heights) { return width }
    let width = freshContentWidth(box, contentSize, heights)
    cacheWidth(of: box, contentSize, heights, width)
    return width
  }

  /// Computes the min- or max-content width of the content box.
  mutating func freshContentWidth(_ box: Int, _ contentSize: ContentSize, _ known: KnownHeight) -> Double {
    guard nodes[box].measure >= 0 else { return containerContentWidth(box, contentSize, known) }
    let height: MeasureConstraint.Extent = known.inner.isDefinite && !nodes[box].height.isAuto ? .definite(known.inner) : .maxContent
    let content = measureLeaf(box, width: contentSize == .min ? .minContent : .maxContent, height: height)
    if contentSize == .max { cacheMaxContent(box, content.size.width, height, content) }
    return content.size.width
  }

  /// Section 9.9.1 as implemented by browsers: the sum of contributions (across the main axis or with several lines, their maximum).
  private mutating func containerContentWidth(_ box: Int, _ contentSize: ContentSize, _ known: KnownHeight) -> Double {
    let node = nodes + box
    let first = Int(node.pointee.firstChild)
    let count = Int(node.pointee.itemCount)
    let isColumn = node.pointee.isColumn
    visitCount += count + 1
    if isColumn, node.pointee.wrap == .wrap || node.pointee.wrap == .wrapReverse {
      return contentSize == .min
        ? largestContribution(box, .min, known)
        : wrappedColumnWidth(box, known)
    }
    if isColumn || node.pointee.wrap == .overlay { return largestContribution(box, contentSize, known) }
    let wraps = node.pointee.isMultiLine
    if wraps && contentSize == .min { return largestContribution(box, .min, known) }
    var sum = 0.0
    // With negative margins or bases the sum may be less than a single item needs.
    var mayFallShort = false
    for k in 0..<count {
      let child = Int(children[first + k])
      let margin = margins(nodes + child, indefinite).width
      if margin < 0 || hasBaseOfItsOwn(child) { mayFallShort = true }
      sum += rowContribution(box, child, contentSize, known) + margin
    }
    sum += Double(count - 1) * gap(box, horizontal: true, indefinite)
    if wraps && mayFallShort { sum = max(sum, largestContribution(box, .min, known)) }
    return sum.clampedAtZero
  }

  /// Returns the width that an item adds to a row: its contribution. If it has its own base size and cannot flex from that towards the
  /// contribution, it is the hypothetical main size.
  private mutating func rowContribution(_ box: Int, _ child: Int, _ contentSize: ContentSize, _ known: KnownHeight) -> Double {
    let wanted = contribution(child, contentSize, contributionConstraint(box, child, known))
    guard hasBaseOfItsOwn(child) else { return wanted }
    var flex = FlexContainer(&self, box, bp: ResolvedEdges(), innerWidth: indefinite, innerHeight: known.inner)
    flex.widthPrecedesHeight = known.widthsPrecedeHeight
    let item = makeItem(flex, child)
    let base = item.flexBaseSize + item.mainBorderPadding
    let isStuck = wanted > base ? nodes[child].grow == 0 : wanted < base && (nodes[child].shrink == 0 || nodes[box].itemsDoNotShrink)
    return isStuck ? item.hypotheticalMainSize + item.mainBorderPadding : wanted
  }

  /// Whether the size of a row item may differ from its contribution: a base in points, or a width with content-based limits.
  @inline(__always) private mutating func hasBaseOfItsOwn(_ child: Int) -> Bool {
    let node = nodes + child
    if node.pointee.basis.isPoints { return true }
    return node.pointee.basis.isAuto && node.pointee.width.isPoints
      && (node.pointee.minWidth.isContentKeyword || node.pointee.maxWidth.isContentKeyword)
  }

  /// Returns the largest contribution of an item, with its margins.
  private mutating func largestContribution(_ box: Int, _ contentSize: ContentSize, _ known: KnownHeight) -> Double {
    let first = Int(nodes[box].firstChild)
    var largest = 0.0
    for k in 0..<Int(nodes[box].itemCount) {
      let child = Int(children[first + k])
      let constraint = contributionConstraint(box, child, known)
      largest = max(largest, contribution(child, contentSize, constraint) + margins(nodes + child, indefinite).width)
    }
    return largest
  }

  /// Returns the max-content width of a multi-line column: items at their natural widths, broken into lines, lines side by side.
  private mutating func wrappedColumnWidth(_ box: Int, _ known: KnownHeight) -> Double {
    let mark = itemTop
    var flex = FlexContainer(&self, box, bp: ResolvedEdges(), innerWidth: indefinite, innerHeight: known.inner)
    flex.widthPrecedesHeight = known.widthsPrecedeHeight
    flex.isMeasuringColumnWidth = true
    makeItems(&flex)
    let gap = flex.itemGap
    var width = 0.0
    var lines = 0
    var i = flex.firstItem
    let end = flex.firstItem + flex.itemCount
    while i < end {
      var sum = 0.0
      var line = BaselineExtents()
      var n = 0
      while i < end {
        let item = items + i
        if n > 0, sum + item.pointee.outerHypotheticalMainSize > known.breakAt + fitTolerance { break }
        sum += item.pointee.outerHypotheticalMainSize + gap
        let wide = item.pointee.overrideWidth
        let aligned = item.pointee.align == .baseline || item.pointee.align == .lastBaseline
        let measured = Measured(width: wide, height: 0, intrinsicHeight: 0, firstBaseline: .nan, lastBaseline: .nan)
        line.add(
          wide + item.pointee.margin.width, ascent: aligned ? baselineAscent(flex, item.pointee, measured) : nil,
          isMajor: item.pointee.isMajor)
        n += 1
        i += 1
      }
      width += line.crossSize
      lines += 1
    }
    itemTop = mark
    return (width + Double(max(0, lines - 1)) * flex.lineGap).clampedAtZero
  }

  /// Returns the constraint of an item while contributions are computed: no width is definite.
  mutating func contributionConstraint(_ box: Int, _ child: Int, _ known: KnownHeight) -> Constraint {
    var constraint = Constraint()
    constraint.availableHeight = known.inner
    constraint.percentHeight = known.inner
    constraint.widthsPrecedeHeight = known.widthsPrecedeHeight
    let node = nodes + box
    if known.inner.isDefinite, !node.pointee.isColumn, node.pointee.wrap == .noWrap || node.pointee.wrap == .overlay,
      stretches(box, child)
    {
      constraint.autoHeight = .stretch
    }
    return constraint
  }

  /// Returns the contribution of a box to the intrinsic width of its container, without margins.
  ///
  /// Source: CSS Sizing 3, section 5.2.
  mutating func contribution(_ box: Int, _ contentSize: ContentSize, _ constraint: Constraint) -> Double {
    let node = nodes + box
    let bp = borderPadding(node, indefinite)
    var height = indefinite
    if node.pointee.widthDependsOnHeight {
      // If nothing inside depends on the height, the widths of the first pass are kept.
      let isKept = constraint.widthsPrecedeHeight && !node.pointee.contentDependsOnHeight && !node.pointee.hasRatio
      height = initialHeight(box, isKept ? constraint.withoutAnyHeight : constraint, bp, width: indefinite)
    }
    let width = node.pointee.width
    let extent = width.isAuto ? indefinite : resolveWidth(box, width, .main, constraint, bp, knownHeight: height)
    let size = extent.isDefinite ? extent : intrinsicWidth(box, contentSize, .content, constraint, bp, knownHeight: height)
    let appliedRatio = node.pointee.hasRatio && height.isDefinite && (!extent.isDefinite || width.isContentKeyword)
    let automatic =
      appliedRatio && !node.pointee.isScroll && node.pointee.minWidth.isAuto
      ? intrinsicWidth(box, .min, .ignoringRatio, constraint, bp, knownHeight: height) : nil
    let limits = widthLimits(
      box, constraint, bp, automatic: automatic, knownHeight: height, mode: contentSize == .min ? .minContribution : .maxContribution)
    return limits.clamp(size)
  }

  /// Returns the gap between columns (`horizontal`) or rows; percentages of indefinite sizes are 0.
  @inline(__always) mutating func gap(_ box: Int, horizontal: Bool, _ whole: Double) -> Double {
    let d = horizontal ? styles[box].packedColumnGap : styles[box].packedRowGap
    return d.isZero ? 0 : d.sanitizedThickness.resolved(whole)
  }
}
