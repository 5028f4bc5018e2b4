import TesseraGeometry

/// An absolute box that waits for its containing block: where it would be without insets.
struct PendingAbsolute {
  var box: Int32
  /// The container it is a child of.
  var parent: Int32
  /// Static position: a point of the parent's border box, and which edge of the box goes there.
  var point: Point
  var horizontal: StaticEdge
  var vertical: StaticEdge
  /// The container is a column: `alignSelf` is about the horizontal axis of the static position.
  var isInColumn: Bool
}

/// Which edge (left or top, middle, right or bottom) of a box goes to its static position.
enum StaticEdge: UInt8 { case low, middle, high }

/// Beyond which end of a scroll container there is room.
enum ScrollSense { case forwards, backwards }

/// How a box is biased along one axis of its inset-modified containing block.
enum Bias { case start, middle, end }

// Absolute boxes. Source: CSS Positioned Layout 3, section 4; CSS Flexbox 1, section 4.1; CSS Box Alignment 3, 6.1.
extension LayoutEngine {
  /// Works out static positions of the container's absolute children; if it is a containing block, lays out all that have been waiting for
  /// one since `mark`, whether they are its children or lie deeper.
  ///
  /// - Complexity: where a retained tree is laid out again, children that did not change in a container of the same size are only passed by.
  mutating func placeAbsoluteChildren(
    _ flex: FlexContainer, width: Double, height: Double, intrinsic: Double, since mark: Int, earlierHeight: Double
  ) {
    let node = nodes + flex.box
    let isContaining = node.pointee.position != .static || node.pointee.frameParent < 0
    let keepsSettled = isContaining && isPlacedAsBefore(flex.box, width: width, height: height, intrinsic: intrinsic)
    let first = Int(node.pointee.firstChild) + Int(node.pointee.itemCount)
    for k in 0..<Int(node.pointee.absoluteCount) {
      let child = Int(children[first + k])
      if keepsSettled, states[child].isSettled { continue }
      pending.append(staticPosition(of: child, flex, width: width, height: height))
    }
    if pending.count > mark, isContaining {
      placePending(since: mark, in: flex.box, size: Size(width, height), earlierHeight: earlierHeight)
    }
  }

  /// Whether what a container gives its absolute children is what it gave them when they were last placed: all that they ask of it follows from
  /// its style, the question and the answer.
  private mutating func isPlacedAsBefore(_ box: Int, width: Double, height: Double, intrinsic: Double) -> Bool {
    guard retains, trace == nil, states[box].isAskedAgain else { return false }
    let before = answers.at(states[box].placed).pointee.result
    return before.width == width && before.height == height && before.intrinsicHeight == intrinsic
  }

  /// Where an absolute child would stand as the only item of its container.
  private mutating func staticPosition(of child: Int, _ flex: FlexContainer, width: Double, height: Double) -> PendingAbsolute {
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
    let innerWidth = (width - bp.width).clampedAtZero
    let innerHeight = (height - bp.height).clampedAtZero
    let horizontal: StaticEdge = inline == .middle ? .middle : (inline == .start) != rtl ? .low : .high
    let vertical: StaticEdge = block == .middle ? .middle : block == .start ? .low : .high
    let x = bp.left + (horizontal == .low ? 0 : horizontal == .middle ? innerWidth / 2 : innerWidth)
    let y = bp.top + (vertical == .low ? 0 : vertical == .middle ? innerHeight / 2 : innerHeight)
    return PendingAbsolute(
      box: Int32(truncatingIfNeeded: child), parent: Int32(truncatingIfNeeded: flex.box), point: Point(x, y), horizontal: horizontal,
      vertical: vertical, isInColumn: flex.isColumn)
  }

  /// Lays out the absolute boxes that have been waiting since `mark` in the padding box of `box`, whose size is final.
  mutating func placePending(since mark: Int, in box: Int, size: Size, earlierHeight: Double) {
    let border = FlexNode.border(styles + box, nodes[box].rightToLeft)
    let area = Size((size.width - border.width).clampedAtZero, (size.height - border.height).clampedAtZero)
    while pending.count > mark {
      let p = pending.removeLast()
      visitCount += 1
      // From the parent to the containing block.
      var point = p.point
      var offset = Point.zero
      var ancestor = Int(p.parent)
      while ancestor != box, ancestor >= 0 {
        offset = offset + frames[ancestor].origin
        ancestor = Int(nodes[ancestor].frameParent)
      }
      point = point + offset - Point(border.left, border.top)
      let rect = placeAbsolute(
        Int(p.box), in: area, containerRTL: nodes[box].rightToLeft, point: point, horizontal: p.horizontal, vertical: p.vertical,
        isInColumn: p.isInColumn, containerScrolls: scrollSense(of: box),
        earlierHeight: earlierHeight.isDefinite ? (earlierHeight - border.height).clampedAtZero : indefinite)
      setFrame(Int(p.box), rect.offset(by: Point(border.left, border.top) - offset))
      if retains { states[Int(p.box)].isSettled = Int(p.parent) == box }
    }
  }

  /// Which way a scroll container scrolls vertically, if `box` is one: upwards where its flow is turned round.
  private mutating func scrollSense(of box: Int) -> ScrollSense? {
    let node = nodes + box
    guard node.pointee.isScroll else { return nil }
    return (node.pointee.isColumn ? node.pointee.isReverse : node.pointee.wrap == .wrapReverse) ? .backwards : .forwards
  }

  /// Lays out one absolute box in a containing block of `area`; returns its frame there.
  ///
  /// An infinite extent of `area` is an unlimited one: only start insets count there, and percentages are unknown.
  /// - Parameters:
  ///   - earlierHeight: that of the containing block when it was laid out before it was stretched, or `indefinite`.
  ///   - range: what the size is cut to, for a root.
  mutating func placeAbsolute(
    _ box: Int, in area: Size, containerRTL: Bool, point: Point, horizontal: StaticEdge, vertical: StaticEdge, isInColumn: Bool = false,
    containerScrolls: ScrollSense? = nil, earlierHeight: Double = indefinite, range: SizeRange? = nil,
    into measured: UnsafeMutablePointer<Measured>? = nil
  ) -> Rect {
    let node = nodes + box
    let isWidthKnown = area.width < unlimited
    let isHeightKnown = area.height < unlimited
    // Without a right edge, everything counts from the left.
    let rtl = node.pointee.rightToLeft && isWidthKnown
    let containerRTL = containerRTL && isWidthKnown
    let inset = PhysicalEdges(styles[box].inset, node.pointee.rightToLeft) { $0.sanitizedOffset }
    var space = Space()
    space.availableWidth = isWidthKnown ? area.width : indefinite
    space.availableHeight = isHeightKnown ? area.height : indefinite
    space.percentWidth = space.availableWidth
    space.percentHeight = space.availableHeight
    let bp = borderPadding(node, space.percentWidth)
    let margin = margins(node, space.percentWidth)
    let m = node.pointee.margin
    func value(_ d: PackedDimension, _ whole: Double) -> Double? {
      d.isAuto || (d.isPercent && !whole.isDefinite) ? nil : d.resolved(whole)
    }

    // Horizontal axis, seen from the start of the box's own lines.
    let left = value(inset.left, space.percentWidth)
    let right = isWidthKnown ? value(inset.right, space.percentWidth) : nil
    var x = AxisSpace(
      size: area.width, start: rtl ? right : left, end: rtl ? left : right, point: rtl ? area.width - point.x : point.x,
      edge: horizontal == .middle ? .middle : (horizontal == .low) != rtl ? .start : .end)
    x.alignment = containerRTL != rtl ? .end : .start
    x.defaultBias = x.alignment
    // Vertical axis: align-self counts where both insets are given.
    let top = value(inset.top, space.percentHeight)
    let bottom = isHeightKnown ? value(inset.bottom, space.percentHeight) : nil
    var y = AxisSpace(
      size: area.height, start: top, end: bottom, point: point.y, edge: vertical == .middle ? .middle : vertical == .low ? .start : .end)
    let own = node.pointee.alignSelf
    switch own.keyword {
    case .center: y.alignment = .middle
    case .end, .flexEnd, .selfEnd, .lastBaseline: y.alignment = .end
    default: y.alignment = .start
    }
    // `safe` acts along the axis that align-self is about: the vertical one between two insets, the cross axis at a static position.
    let isSafe = own.overflow == .safe
    x.isSafe = isSafe && isInColumn && left == nil && right == nil
    y.isSafe = isSafe && (top == nil) == (bottom == nil) && (top != nil || !isInColumn)
    y.mayPassEnd = containerScrolls == .forwards
    y.mayPassStart = containerScrolls == .backwards
    y.keepsInside = own.overflow == .normal && own.keyword != .auto && own.keyword != .normal
    x.resolve()
    y.resolve()

    let xRoom = isWidthKnown ? x.available : indefinite
    let yRoom = isHeightKnown ? y.available : indefinite
    space.availableWidth = xRoom
    space.availableHeight = yRoom

    // Width, perhaps by way of the height.
    let isStretchedByWord = own.keyword == .stretch
    let isNormal = own.keyword == .auto || own.keyword == .normal
    func heightNeedsNoContent(hasWidth: Bool) -> Bool {
      let n = node.pointee
      if n.height.isContentKeyword { return false }
      // Limits by content do not keep a ratio from acting on the width.
      if hasWidth, n.minHeight.isContentKeyword || n.maxHeight.isContentKeyword { return false }
      if !isHeightKnown, n.height.isStretch || n.height.isPercent { return false }
      if n.height.isAuto {
        if y.hasAutoInset { return false }
        if isStretchedByWord { return true }
        if !isNormal { return false }
        if n.hasRatio && hasWidth { return false }
      }
      return true
    }
    func heightFromSpace(_ engine: inout LayoutEngine, width: Double) -> Double {
      let length = node.pointee.height.isAuto ? PackedDimension.stretchWord : node.pointee.height
      let extent = engine.resolveHeight(box, length, .main, space, bp, available: yRoom) { _ in indefinite }
      let limits = engine.knownHeightLimits(box, space, bp, available: yRoom)
      if let trace = engine.trace { trace.note(.vertical, box, length, extent, limits, space, bp, isFromRatio: false, available: yRoom) }
      return limits.clamp(extent)
    }
    let earlyHeight = heightNeedsNoContent(hasWidth: false)
    let knownHeight: Double
    if earlyHeight {
      knownHeight = heightFromSpace(&self, width: indefinite)
    } else {
      knownHeight = node.pointee.widthDependsOnHeight ? initialHeight(box, space, bp, width: indefinite) : indefinite
    }
    let isStretch = !x.hasAutoInset
    let isHeightExplicit = !node.pointee.height.isAuto || (!y.hasAutoInset && isStretchedByWord)
    var autoLength = isStretch ? PackedDimension.stretchWord : .fitContentWord
    var appliesAutomatic = false
    if node.pointee.hasRatio, earlyHeight, !isStretch || isHeightExplicit {
      appliesAutomatic = styles[box].overflow == .visible
      autoLength = .fitContentWord
    }
    var width: Double
    if let range, range.min.width == range.max.width {
      width = range.min.width
    } else {
      let widthLength = node.pointee.width.isAuto ? autoLength : node.pointee.width
      var extent = resolveWidth(box, widthLength, .main, space, bp, knownHeight: knownHeight, available: xRoom)
      if !extent.isDefinite { extent = resolveWidth(box, .maxContentWord, .main, space, bp, knownHeight: knownHeight) }
      let automatic =
        appliesAutomatic && node.pointee.minWidth.isAuto
        ? intrinsicWidth(box, .min, .ignoringRatio, space, bp, knownHeight: knownHeight) : nil
      let limits = widthLimits(
        box, space, bp, automatic: automatic, knownHeight: knownHeight, available: xRoom,
        containingHeight: isHeightKnown ? area.height : indefinite)
      if let trace {
        let fromRatio = widthLength.isContentKeyword && node.pointee.hasRatio && knownHeight.isDefinite
        trace.note(.horizontal, box, widthLength, extent, limits, space, bp, isFromRatio: fromRatio, available: xRoom)
      }
      width = limits.clamp(extent)
      if let range { width = MinMax(min: range.min.width, max: range.max.width).clamp(width) }
    }

    // Height.
    var final = space
    final.availableWidth = width
    final.fixedWidth = true
    var height: Double
    var isPlaced = false
    var inside = Measured(width: width, height: 0, intrinsicHeight: 0, firstBaseline: .nan, lastBaseline: .nan)
    if let range, range.min.height == range.max.height {
      height = range.min.height
      final.availableHeight = height
      final.fixedHeight = true
    } else if heightNeedsNoContent(hasWidth: true) {
      height = heightFromSpace(&self, width: width)
      final.availableHeight = height
      final.fixedHeight = true
    } else {
      final.availableHeight = yRoom
      if !y.hasAutoInset, isStretchedByWord || (isNormal && !node.pointee.hasRatio) { final.autoHeight = .stretch }
      if earlierHeight.isDefinite, isHeightKnown {
        final = keptSpace(box, final, bp, width: width, lostHeight: area.height - earlierHeight) ?? final
      }
      // The height that the content gives; if nothing cuts it, that was the final layout.
      inside = layout(box, final, LayoutGoal(places: true, baselines: measured != nil))
      height = inside.height
      isPlaced = true
    }
    if let range {
      let cut = MinMax(min: range.min.height, max: range.max.height).clamp(height)
      if cut != height {
        height = cut
        final.availableHeight = cut
        final.fixedHeight = true
        isPlaced = false
      }
    }
    if !isPlaced { inside = layout(box, final, LayoutGoal(places: true, baselines: measured != nil)) }
    measured?.pointee = inside

    if let trace {
      trace.noteAbsolute(
        box, room: Size(isWidthKnown ? xRoom : .infinity, isHeightKnown ? yRoom : .infinity),
        hasInset: (left != nil, top != nil, right != nil, bottom != nil), range: range)
    }

    let startMargin = rtl ? margin.right : margin.left
    let endMargin = rtl ? margin.left : margin.right
    let inlineStart = x.place(
      extent: width, startMargin: (rtl ? m.right : m.left).isAuto ? nil : startMargin,
      endMargin: (rtl ? m.left : m.right).isAuto ? nil : endMargin,
      startIsDominant: rtl == containerRTL, isVertical: false)
    let blockStart = y.place(
      extent: height, startMargin: m.top.isAuto ? nil : margin.top, endMargin: m.bottom.isAuto ? nil : margin.bottom, startIsDominant: true,
      isVertical: true)
    return Rect(rtl ? area.width - inlineStart - width : inlineStart, blockStart, width, height)
  }
}

/// One axis of the inset-modified containing block, from the start of the box's own lines.
///
/// Source: CSS Positioned Layout 3, sections 4.2 to 4.6.
private struct AxisSpace {
  let size: Double
  let start: Double?
  let end: Double?
  /// Static position and the edge that goes there.
  let point: Double
  let edge: Bias
  var alignment = Bias.start
  /// The side that counts where nothing is said: the start of the containing block.
  var defaultBias = Bias.start
  var isSafe = false
  var keepsInside = false
  /// The containing block scrolls: beyond its end there is room.
  var mayPassEnd = false
  /// The containing block scrolls backwards: beyond its start there is room.
  var mayPassStart = false

  var low = 0.0
  var high = 0.0
  private var bias = Bias.start

  init(size: Double, start: Double?, end: Double?, point: Double, edge: Bias) {
    self.size = size < unlimited ? size : largestLength
    self.start = start
    self.end = end
    self.point = point
    self.edge = edge
  }

  var hasAutoInset: Bool { start == nil || end == nil }
  var available: Double { max(0, size - low - high) }

  /// Works out the space and to which side the box leans.
  mutating func resolve() {
    if start == nil, end == nil {
      bias = edge
      switch edge {
      case .start: (low, high) = (point, 0)
      case .middle:
        let half = min(point, size - point)
        (low, high) = (point - half, size - point - half)
      case .end: (low, high) = (0, size - point)
      }
    } else {
      (low, high) = (start ?? 0, end ?? 0)
      bias = start == nil ? .end : end == nil ? .start : alignment
    }
    // A negative space is cut at the weaker side (the side that alignment does not decide).
    let room = size - low - high
    if room < 0 {
      let lean = hasAutoInset ? bias : defaultBias
      shift(lean, room)
    }
  }

  /// Moves the weaker edge so that the space shrinks by `amount`.
  private mutating func shift(_ bias: Bias, _ amount: Double) {
    switch bias {
    case .start: high += amount
    case .end: low += amount
    case .middle:
      low += amount / 2
      high += amount / 2
    }
  }

  /// Returns where the border box begins.
  ///
  /// Margins are nil where they are automatic.
  func place(extent: Double, startMargin: Double?, endMargin: Double?, startIsDominant: Bool, isVertical: Bool) -> Double {
    if !hasAutoInset, startMargin == nil || endMargin == nil {
      let free = size - low - high - extent - (startMargin ?? 0) - (endMargin ?? 0)
      var margin = startMargin ?? free
      if startMargin == nil, endMargin == nil {
        margin = free > 0 || isVertical ? free / 2 : startIsDominant ? 0 : free
      }
      return low + margin
    }
    var copy = self
    let outer = extent + (startMargin ?? 0) + (endMargin ?? 0)
    let free = size - low - high - outer
    var lean = bias
    let appliesSafe = isSafe && free < 0
    if appliesSafe { lean = defaultBias }
    copy.shift(lean, free)
    if keepsInside, !hasAutoInset, !appliesSafe {
      // Default overflow alignment: shifted back into the space where it fits there, else into the containing block, start first.
      let fits = outer <= size - low - high
      let safeLow = fits ? low : mayPassStart ? -largestLength : min(low, 0)
      let safeHigh = fits ? high : mayPassEnd ? -largestLength : min(high, 0)
      if copy.high < safeHigh {
        copy.low += copy.high - safeHigh
        copy.high = safeHigh
      }
      if copy.low < safeLow {
        copy.high += copy.low - safeLow
        copy.low = safeLow
      }
    }
    return copy.low + (startMargin ?? 0)
  }
}

extension LayoutEngine {
  /// Which edge of the root stands at the top of its space: a block gives an absolute box a static position without height to align in.
  ///
  /// Source: CSS Positioned Layout 3, static position rectangle; CSS Box Alignment 3, 6.2.
  private var rootEdge: StaticEdge {
    switch nodes[0].alignSelf.keyword {
    case .center: .middle
    case .end, .flexEnd, .selfEnd, .lastBaseline: .high
    default: .low
    }
  }

  /// Lays out the root as an absolute box in its space, and everything inside.
  ///
  /// Returns the root's baselines if asked for.
  mutating func layoutRoot(_ root: RootSpace, baselines: Bool) -> (first: Double?, last: Double?) {
    guard !nodes[0].isGone else { return (nil, nil) }
    func known(_ e: AvailableSize.Extent) -> Double {
      guard case .definite(let v) = e, v.isFinite else { return unlimited }
      return min(v.clampedAtZero, largestLength)
    }
    var area = Size.unlimited
    var limits: SizeRange?
    let vertical: StaticEdge = if case .available = root { rootEdge } else { .low }
    switch root {
    case .available(let available): area = Size(known(available.width), known(available.height))
    case .range(let range):
      func low(_ v: Double) -> Double { v > 0 ? min(v, largestLength) : 0 }
      let smallest = Size(low(range.min.width), low(range.min.height))
      // NaN and infinite maxima are no limit, and a maximum is never below its minimum.
      func high(_ v: Double, _ l: Double) -> Double { v.isFinite && v < largestLength ? max(l, v) : unlimited }
      area = Size(high(range.max.width, smallest.width), high(range.max.height, smallest.height))
      limits = SizeRange(min: smallest, max: area)
    }
    var measured = Measured(width: 0, height: 0, intrinsicHeight: 0, firstBaseline: .nan, lastBaseline: .nan)
    func place(_ engine: inout LayoutEngine, _ measured: UnsafeMutablePointer<Measured>?) -> Rect {
      engine.placeAbsolute(
        0, in: area, containerRTL: false, point: .zero, horizontal: .low, vertical: vertical, range: limits, into: measured)
    }
    setFrame(0, baselines ? place(&self, &measured) : place(&self, nil))
    return (measured.firstBaseline.isNaN ? nil : measured.firstBaseline, measured.lastBaseline.isNaN ? nil : measured.lastBaseline)
  }
}
