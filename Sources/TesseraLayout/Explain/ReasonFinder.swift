internal import TesseraGeometry

/// Derives the reasons for a box's size from the engine's notes.
struct ReasonFinder {
  let style: LayoutStyle
  let note: LayoutTrace.Note
  let node: FlexNode
  let size: Size
  /// Reason why the box is missing; nil if it exists.
  let absent: LayoutReason?

  private let close = 1e-6

  /// Constraint of the box.
  var constraint: MeasureConstraint {
    if let i = note.item {
      let main: MeasureConstraint.Extent = i.innerMain.isDefinite ? .atMost(i.lineLength.clampedAtZero) : .maxContent
      let cross: MeasureConstraint.Extent =
        i.item.stretches ? .definite(i.lineCross) : i.innerCross.isDefinite ? .atMost(i.innerCross) : .maxContent
      return i.isColumn ? MeasureConstraint(width: cross, height: main) : MeasureConstraint(width: main, height: cross)
    }
    if let a = note.absolute {
      func extent(_ room: Double, isFixed: Bool) -> MeasureConstraint.Extent {
        !room.isFinite ? .maxContent : isFixed ? .definite(room) : .atMost(room)
      }
      return MeasureConstraint(
        width: extent(a.isFixed.width ? size.width : a.room.width, isFixed: a.isFixed.width || fills(a, .horizontal)),
        height: extent(a.isFixed.height ? size.height : a.room.height, isFixed: a.isFixed.height || fills(a, .vertical)))
    }
    return MeasureConstraint(width: .definite(0), height: .definite(0))
  }

  /// Returns the steps to the extent along `axis`.
  func find(_ axis: Axis) -> [LayoutReason] {
    if let absent { return [absent] }
    if let i = note.item {
      let isMain = i.isColumn == (axis == .vertical)
      return (isMain ? main(i, axis) : extent(axis)) + autoMargins(i, axis)
    }
    if let a = note.absolute { return absolute(a, axis) }
    return []
  }

  // MARK: Extents computed by the box itself

  private func extent(_ axis: Axis) -> [LayoutReason] {
    if axis == .horizontal ? node.hasPlainWidth : node.hasPlainHeight { return plain(axis) }
    guard let e = axis == .horizontal ? note.width : note.height else { return [.content] }
    return start(e, axis) + clamp(e, axis)
  }

  /// Returns the reason for a content extent of `extent`, border box: `padding` if the content is empty.
  private func content(_ extent: Double, _ borderPadding: Double) -> LayoutReason {
    borderPadding > close && extent <= borderPadding + close ? .padding(borderPadding) : .content
  }

  /// Returns the steps of an extent in points with limits in points, which the engine reads without computing anything.
  private func plain(_ axis: Axis) -> [LayoutReason] {
    let horizontal = axis == .horizontal
    let given = (horizontal ? node.width : node.height).points
    let borderPadding = horizontal ? node.borderPadding.width : node.borderPadding.height
    let boxed = node.isContentBox ? given + borderPadding : max(borderPadding, given)
    let steps = padded(.given(given), given, borderPadding)
    let value = plainValue(axis)
    guard abs(value - boxed) > close else { return steps }
    return steps + [.clamped(limit(axis, isMinimum: value > boxed, value: value, borderPadding: borderPadding), to: value)]
  }

  /// Returns the value of such an extent.
  private func plainValue(_ axis: Axis) -> Double {
    let horizontal = axis == .horizontal
    let borderPadding = horizontal ? node.borderPadding.width : node.borderPadding.height
    func boxed(_ length: PackedDimension) -> Double {
      node.isContentBox ? length.points + borderPadding : max(borderPadding, length.points)
    }
    let (low, high) = horizontal ? (node.minWidth, node.maxWidth) : (node.minHeight, node.maxHeight)
    let least = low.isAuto ? borderPadding : boxed(low)
    return MinMax(min: least, max: max(least, high.isAuto ? unlimited : boxed(high))).clamp(boxed(horizontal ? node.width : node.height))
  }

  /// Returns the start value of the extent.
  private func start(_ e: LayoutTrace.Extent, _ axis: Axis) -> [LayoutReason] {
    let own = axis == .horizontal ? style.packedWidth : style.packedHeight
    if e.isFromRatio { return [.ratio(style.packedRatio)] }
    if e.length.isPoints { return padded(.given(e.length.points), e.length.points, e.borderPadding) }
    if e.length.isPercent {
      guard e.whole.isDefinite else { return [.percentOfUnknown(e.length.percent)] }
      return padded(.percent(e.length.percent, of: e.whole), e.length.percent * e.whole / 100, e.borderPadding)
    }
    if own.isPercent { return [.percentOfUnknown(own.percent)] }
    if e.length.isStretch, e.available.isDefinite {
      let isForced = e.borderPadding > close && e.extent <= e.borderPadding + close && e.available < e.borderPadding - close
      return isForced ? [.stretched, .clamped(.padding, to: e.borderPadding)] : [.stretched]
    }
    if e.length == .minContentWord, axis == .horizontal { return [.minContent] }
    if e.length == .maxContentWord, axis == .horizontal, !own.isAuto { return [.maxContent] }
    if e.length == .fitContentWord, axis == .horizontal, e.available.isDefinite {
      let margin = style.margin
      let outside = margin.packedLeft.sanitizedOffset.resolved(e.whole) + margin.packedRight.sanitizedOffset.resolved(e.whole)
      if abs(e.extent - (e.available - outside)) < close, wantsMore(than: e.extent - e.borderPadding) { return [.cutToSpace(e.available)] }
    }
    return [content(e.extent, e.borderPadding)]
  }

  /// Whether a leaf's max-content width is known to exceed `width`; true for containers, whose content width is not recorded.
  private func wantsMore(than width: Double) -> Bool {
    guard !note.answers.isEmpty else { return true }
    return note.answers.contains { $0.question.width == .maxContent && $0.answer.size.width > width + close }
  }

  /// Applies padding and border to a length of `value`: added to a content box, the minimum of a border box.
  private func padded(_ reason: LayoutReason, _ value: Double, _ borderPadding: Double) -> [LayoutReason] {
    if style.boxSizing == .contentBox { return borderPadding > 0 ? [reason, .plusPadding(borderPadding)] : [reason] }
    return value < borderPadding ? [reason, .clamped(.padding, to: borderPadding)] : [reason]
  }

  /// Returns the limit that changed the extent, if any.
  private func clamp(_ e: LayoutTrace.Extent, _ axis: Axis) -> [LayoutReason] {
    let clamped = e.limits.clamp(e.extent)
    guard abs(clamped - e.extent) > close else { return [] }
    return [.clamped(limit(axis, isMinimum: clamped > e.extent, value: clamped, borderPadding: e.borderPadding), to: clamped)]
  }

  /// Whether the minimum overrode the maximum: a maximum smaller than `value` cannot be the limit.
  private func minimumWins(_ axis: Axis, over value: Double, _ borderPadding: Double) -> Bool {
    let horizontal = axis == .horizontal
    let maximum = (horizontal ? style.packedMaxWidth : style.packedMaxHeight).sanitizedSize
    let whole = (horizontal ? note.width : note.height)?.whole ?? indefinite
    guard maximum.isPoints || (maximum.isPercent && whole.isDefinite) else { return false }
    let most = maximum.resolved(whole)
    return (node.isContentBox ? most + borderPadding : max(borderPadding, most)) < value - close
  }

  private func limit(_ axis: Axis, isMinimum: Bool, value: Double, borderPadding: Double) -> LayoutReason.Limit {
    let horizontal = axis == .horizontal
    guard isMinimum || minimumWins(axis, over: value, borderPadding) else {
      // Without a maximum on this axis, the other axis's maximum applies through the ratio.
      if (horizontal ? style.packedMaxWidth : style.packedMaxHeight).isAuto { return horizontal ? .maxHeight : .maxWidth }
      return horizontal ? .maxWidth : .maxHeight
    }
    if !(horizontal ? style.packedMinWidth : style.packedMinHeight).sanitizedSize.isAuto, value > borderPadding + close {
      return horizontal ? .minWidth : .minHeight
    }
    if value <= borderPadding + close { return .padding }
    if style.packedRatio > 0, !(horizontal ? style.packedMinHeight : style.packedMinWidth).sanitizedSize.isAuto {
      return horizontal ? .minHeight : .minWidth
    }
    return .minContent
  }

  // MARK: The main axis of an item

  private func main(_ i: LayoutTrace.Item, _ axis: Axis) -> [LayoutReason] {
    let item = i.item
    var steps = base(i, axis)
    let borderPadding = item.mainBorderPadding
    let grew = item.targetMainSize - item.flexBaseSize
    let atMaximum = item.maxMainSize < unlimited && item.targetMainSize >= item.maxMainSize - close
    let atMinimum = item.targetMainSize <= item.minMainSize + close
    func bounded(_ isMinimum: Bool) -> LayoutReason {
      .clamped(limit(axis, isMinimum: isMinimum, value: item.targetBorderBox, borderPadding: borderPadding), to: item.targetBorderBox)
    }
    if abs(item.targetMainSize - item.hypotheticalMainSize) < close, abs(item.hypotheticalMainSize - item.flexBaseSize) > close {
      steps.append(bounded(item.hypotheticalMainSize > item.flexBaseSize))
    } else if grew > close {
      steps.append(.grew(grew, of: i.freeSpace))
      if atMaximum { steps.append(bounded(false)) }
    } else if grew < -close {
      steps.append(.shrank(-grew, of: -i.freeSpace))
      if atMinimum, item.minMainSize > 0 { steps.append(bounded(true)) }
    } else if i.freeSpace < -close, i.shrink > 0, atMinimum, item.minMainSize > 0 {
      // It should shrink but is at its minimum.
      steps.append(bounded(true))
    }
    return steps
  }

  /// Returns the base of the main size: 9.2, step 3.
  private func base(_ i: LayoutTrace.Item, _ axis: Axis) -> [LayoutReason] {
    let item = i.item
    let basis = style.packedBasis.sanitizedSize
    let own = (axis == .horizontal ? style.packedWidth : style.packedHeight).sanitizedSize
    let length = basis.isAuto ? own : basis
    let outside = item.mainBorderPadding
    if length.isPoints { return padded(basis.isAuto ? .given(length.points) : .basis(length.points), length.points, outside) }
    if length.isPercent {
      guard i.innerMain.isDefinite else { return [.percentOfUnknown(length.percent)] }
      let share = length.percent * i.innerMain / 100
      return padded(
        basis.isAuto ? .percent(length.percent, of: i.innerMain) : .basisPercent(length.percent, of: i.innerMain), share, outside)
    }
    if length.isStretch { return [i.innerMain.isDefinite ? .stretched : .content] }
    if length == .minContentWord, axis == .horizontal { return [.minContent] }
    if length == .maxContentWord, axis == .horizontal, basis.isAuto { return [.maxContent] }
    if length == .fitContentWord, i.innerMain.isDefinite, abs(item.flexBaseSize + item.mainBorderPadding - i.lineLength) < close {
      return [.cutToSpace(i.lineLength)]
    }
    return [isFromRatio(i) ? .ratio(style.packedRatio) : content(item.flexBaseSize + outside, outside)]
  }

  /// Whether the base follows from the ratio: always in a column, in a row if the height was definite.
  private func isFromRatio(_ i: LayoutTrace.Item) -> Bool {
    let ratio = style.packedRatio
    guard ratio > 0, ratio.isFinite else { return false }
    if i.isColumn { return true }
    let isContentBox = style.boxSizing == .contentBox
    let height = size.height - (isContentBox ? note.height?.borderPadding ?? 0 : 0)
    return abs(i.item.flexBaseSize + (isContentBox ? 0 : i.item.mainBorderPadding) - min(height * ratio, largestLength)) < 1e-3
  }

  private func autoMargins(_ i: LayoutTrace.Item, _ axis: Axis) -> [LayoutReason] {
    let e = style.margin
    let m = i.margin
    // The engine has resolved start and end to sides; which of them was automatic follows from the value.
    let hasAutoStart = (e.packedStart.isAuto, e.packedEnd.isAuto)
    var steps: [LayoutReason] = []
    func add(_ side: LayoutReason.Side, _ isAuto: Bool, _ value: Double) {
      if isAuto, value > close { steps.append(.autoMargin(side, value)) }
    }
    if axis == .horizontal {
      let byName = hasAutoStart.0 || hasAutoStart.1
      add(.left, e.packedLeft.isAuto || byName, m.left)
      add(.right, e.packedRight.isAuto || byName, m.right)
    } else {
      add(.top, e.packedTop.isAuto, m.top)
      add(.bottom, e.packedBottom.isAuto, m.bottom)
    }
    return steps
  }

  // MARK: Absolute boxes and the root

  /// Whether an absolute box is stretched between two insets.
  private func fills(_ a: LayoutTrace.Absolute, _ axis: Axis) -> Bool {
    axis == .horizontal
      ? a.hasInset.left && a.hasInset.right && style.packedWidth.sanitizedSize.isAuto
      : a.hasInset.top && a.hasInset.bottom && style.packedHeight.sanitizedSize.isAuto
  }

  private func absolute(_ a: LayoutTrace.Absolute, _ axis: Axis) -> [LayoutReason] {
    let horizontal = axis == .horizontal
    if horizontal ? a.isFixed.width : a.isFixed.height { return [.fixed] }
    let reason: LayoutReason = fills(a, axis) ? .absolute(horizontal ? [.left, .right] : [.top, .bottom]) : .content
    if horizontal ? node.hasPlainWidth : node.hasPlainHeight { return plain(axis) + cut(plainValue(axis), axis) }
    guard let e = horizontal ? note.width : note.height else { return [reason] }
    var steps = start(e, axis)
    if steps == [.stretched], reason != .content { steps = [reason] }
    return steps + clamp(e, axis) + cut(e.limits.clamp(e.extent), axis)
  }

  /// Returns the change to `value` by the root's range.
  private func cut(_ value: Double, _ axis: Axis) -> [LayoutReason] {
    let size = axis == .horizontal ? size.width : size.height
    return abs(size - value) > close ? [.clamped(.range, to: size)] : []
  }
}
