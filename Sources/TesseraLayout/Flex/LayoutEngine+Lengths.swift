import TesseraGeometry

/// Kind of property of a length; indefinite percentages count differently for each.
enum LengthRole { case main, minimum, maximum }

/// Meaning of `fit-content` in a limit while contributions are computed.
///
/// Source: CSS Sizing 3, intrinsic contributions.
enum FitContentMode { case normal, minContribution, maxContribution }

/// Kind of intrinsic size of a box: with or without its aspect ratio.
enum IntrinsicKind { case content, ignoringRatio }

// Conversion of lengths to numbers. Source: CSS Sizing 3 and 4. All results are border box sizes.
extension LayoutEngine {
  /// Returns border plus padding; padding percentages refer to `width`, indefinite ones are 0.
  @inline(__always) mutating func borderPadding(_ node: UnsafeMutablePointer<FlexNode>, _ width: Double) -> ResolvedEdges {
    if !node.pointee.hasPercentPadding { return node.pointee.borderPadding }
    return percentBorderPadding(node, width)
  }

  @inline(never) private mutating func percentBorderPadding(_ node: UnsafeMutablePointer<FlexNode>, _ width: Double) -> ResolvedEdges {
    let style = styles + (node - nodes)
    let p = PhysicalEdges(style.pointee.padding, node.pointee.rightToLeft) { $0.sanitizedThickness }
    return FlexNode.border(style, node.pointee.rightToLeft)
      + ResolvedEdges(
        left: p.left.resolved(width), top: p.top.resolved(width), right: p.right.resolved(width), bottom: p.bottom.resolved(width))
  }

  /// Returns the margins, automatic ones as 0; percentages refer to `width`.
  @inline(__always) mutating func margins(_ node: UnsafeMutablePointer<FlexNode>, _ width: Double) -> ResolvedEdges {
    if !node.pointee.hasMargin { return ResolvedEdges() }
    let m = node.pointee.margin
    let own = ResolvedEdges(
      left: m.left.resolved(width), top: m.top.resolved(width), right: m.right.resolved(width), bottom: m.bottom.resolved(width))
    return node.pointee.wrapsCorner ? own + cornerMargin(of: node) : own
  }

  /// Returns a length, interpreted by `boxSizing`, as border box.
  @inline(__always) mutating func boxed(_ v: Double, _ bp: Double, _ node: UnsafeMutablePointer<FlexNode>) -> Double {
    node.pointee.isContentBox ? v + bp : max(bp, v)
  }

  /// Resolves a width.
  ///
  /// `knownHeight` is the border box height if it is definite without layout, for content that depends on it.
  mutating func resolveWidth(
    _ box: Int, _ length: PackedDimension, _ role: LengthRole, _ constraint: Constraint, _ bp: ResolvedEdges, knownHeight: Double,
    mode: FitContentMode = .normal, available: Double? = nil
  ) -> Double {
    let node = nodes + box
    if length.isPoints { return boxed(length.points, bp.width, node) }
    switch length.tag {
    case PackedTag.percent:
      var whole = constraint.percentWidth
      if !whole.isDefinite {
        if role != .minimum { return indefinite }
        whole = 0
      }
      return boxed(min(length.percent * whole / 100, largestLength), bp.width, node)
    case PackedTag.minContent: return intrinsicWidth(box, .min, .content, constraint, bp, knownHeight: knownHeight)
    case PackedTag.maxContent: return intrinsicWidth(box, .max, .content, constraint, bp, knownHeight: knownHeight)
    case PackedTag.fitContent:
      let room = available ?? constraint.availableWidth
      if !room.isDefinite {
        switch mode {
        case .minContribution: return intrinsicWidth(box, .min, .content, constraint, bp, knownHeight: knownHeight)
        case .maxContribution: return intrinsicWidth(box, .max, .content, constraint, bp, knownHeight: knownHeight)
        case .normal:
          // For a root without a limit on the space, fit-content is the content size.
          switch role {
          case .main: return indefinite
          case .minimum where available == nil: return intrinsicWidth(box, .min, .content, constraint, bp, knownHeight: knownHeight)
          case .minimum, .maximum: return intrinsicWidth(box, .max, .content, constraint, bp, knownHeight: knownHeight)
          }
        }
      }
      return shrinkToFit(box, room - margins(node, constraint.percentWidth).width, constraint, bp, knownHeight: knownHeight)
    case PackedTag.stretch:
      let room = available ?? constraint.availableWidth
      if !room.isDefinite { return indefinite }
      return max(bp.width, room - margins(node, constraint.percentWidth).width)
    default: return role == .minimum ? bp.width : indefinite
    }
  }

  /// Returns the available space, clamped to min-content…max-content.
  ///
  /// Computes the min-content width only if it matters.
  private mutating func shrinkToFit(_ box: Int, _ room: Double, _ constraint: Constraint, _ bp: ResolvedEdges, knownHeight: Double)
    -> Double
  {
    let room = room.clampedAtZero
    let largest = intrinsicWidth(box, .max, .content, constraint, bp, knownHeight: knownHeight)
    if largest <= room { return largest }
    return max(room, intrinsicWidth(box, .min, .content, constraint, bp, knownHeight: knownHeight))
  }

  /// Resolves a height; `content` returns the content height, or `indefinite` if only definite heights are needed.
  @inline(__always)
  mutating func resolveHeight(
    _ box: Int, _ length: PackedDimension, _ role: LengthRole, _ constraint: Constraint, _ bp: ResolvedEdges, available: Double? = nil,
    content: (inout LayoutEngine) -> Double
  ) -> Double {
    let node = nodes + box
    if length.isPoints { return boxed(length.points, bp.height, node) }
    switch length.tag {
    case PackedTag.percent:
      var whole = constraint.percentHeight
      if !whole.isDefinite {
        switch role {
        case .main: return content(&self)
        case .minimum: whole = 0
        case .maximum: return indefinite
        }
      }
      return boxed(min(length.percent * whole / 100, largestLength), bp.height, node)
    case PackedTag.minContent, PackedTag.maxContent, PackedTag.fitContent: return content(&self)
    case PackedTag.stretch:
      let room = available ?? constraint.availableHeight
      if !room.isDefinite { return role == .main ? content(&self) : role == .minimum ? bp.height : indefinite }
      return max(bp.height, room - margins(node, constraint.percentWidth).height)
    default: return role == .minimum ? bp.height : indefinite
    }
  }

  /// Returns the height for a border box width by the ratio.
  mutating func heightFromRatio(_ node: UnsafeMutablePointer<FlexNode>, _ bp: ResolvedEdges, _ width: Double) -> Double {
    if !node.pointee.isContentBox { return min(max(bp.height, width / node.pointee.ratio), largestLength) }
    return min((width - bp.width).clampedAtZero / node.pointee.ratio + bp.height, largestLength)
  }

  /// Returns the width for a border box height by the ratio.
  mutating func widthFromRatio(_ node: UnsafeMutablePointer<FlexNode>, _ bp: ResolvedEdges, _ height: Double) -> Double {
    if !node.pointee.isContentBox { return min(max(bp.width, height * node.pointee.ratio), largestLength) }
    return min((height - bp.height).clampedAtZero * node.pointee.ratio + bp.width, largestLength)
  }

  /// Returns the border box width of a box with `hasPlainWidth`.
  @inline(__always) mutating func plainWidth(_ node: UnsafeMutablePointer<FlexNode>) -> Double {
    plainSize(node, node.pointee.width, node.pointee.minWidth, node.pointee.maxWidth, node.pointee.borderPadding.width)
  }

  /// Returns the border box height of a box with `hasPlainHeight`.
  @inline(__always) mutating func plainHeight(_ node: UnsafeMutablePointer<FlexNode>) -> Double {
    plainSize(node, node.pointee.height, node.pointee.minHeight, node.pointee.maxHeight, node.pointee.borderPadding.height)
  }

  @inline(__always) private mutating func plainSize(
    _ node: UnsafeMutablePointer<FlexNode>, _ size: PackedDimension, _ low: PackedDimension, _ high: PackedDimension, _ bp: Double
  ) -> Double {
    let smallest = low.isAuto ? bp : boxed(low.points, bp, node)
    let largest = high.isAuto ? unlimited : boxed(high.points, bp, node)
    return MinMax(min: smallest, max: max(smallest, largest)).clamp(boxed(size.points, bp, node))
  }

  // MARK: Height of a box

  /// Returns the height limits that are definite without layout; content keywords are ignored.
  mutating func knownHeightLimits(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, available: Double? = nil) -> MinMax {
    let node = nodes + box
    if node.pointee.minHeight.isAuto && node.pointee.maxHeight.isAuto { return MinMax(min: bp.height, max: unlimited) }
    var low = resolveHeight(box, node.pointee.minHeight, .minimum, constraint, bp, available: available) { _ in indefinite }
    if !low.isDefinite { low = bp.height }
    var high = resolveHeight(box, node.pointee.maxHeight, .maximum, constraint, bp, available: available) { _ in indefinite }
    if !high.isDefinite { high = unlimited }
    return MinMax(min: low, max: max(low, high))
  }

  /// Returns the height limits; `automatic` is the value of an automatic minimum, if it applies.
  @inline(__always)
  mutating func heightLimits(
    _ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, automatic: Double?, content: (inout LayoutEngine) -> Double
  ) -> MinMax {
    let node = nodes + box
    if automatic == nil && node.pointee.minHeight.isAuto && node.pointee.maxHeight.isAuto { return MinMax(min: bp.height, max: unlimited) }
    var high = resolveHeight(box, node.pointee.maxHeight, .maximum, constraint, bp, content: content)
    if !high.isDefinite { high = unlimited }
    var low: Double
    if node.pointee.minHeight.isAuto, let automatic {
      low = min(automatic, high)
    } else {
      low = resolveHeight(box, node.pointee.minHeight, .minimum, constraint, bp, content: content)
    }
    // Line lengths are computed with unlimited content, which is not a minimum.
    if !low.isDefinite || low == unlimited { low = bp.height }
    return MinMax(min: low, max: max(low, high))
  }

  /// Returns the height of the border box.
  ///
  /// `intrinsic` is the content height (or `indefinite`), `width` the border box width (or `indefinite`).
  mutating func blockSize(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, intrinsic: Double, width: Double) -> Double {
    if constraint.fixedHeight { return constraint.availableHeight }
    let node = nodes + box
    if node.pointee.hasPlainHeight { return plainHeight(node) }
    let appliesRatio = node.pointee.hasRatio && width.isDefinite
    var length = node.pointee.height
    let isAuto = length.isAuto
    if isAuto {
      length = constraint.availableHeight.isDefinite && constraint.autoHeight == .stretch ? .stretchWord : .fitContentWord
    }
    let ratioHeight = appliesRatio ? heightFromRatio(node, bp, width) : indefinite
    let content = appliesRatio ? ratioHeight : intrinsic
    let extent = resolveHeight(box, length, .main, constraint, bp) { _ in content }
    if !extent.isDefinite { return indefinite }
    let automatic = appliesRatio && intrinsic.isDefinite && !node.pointee.isScroll && length.isContentKeyword
    let limits = heightLimits(box, constraint, bp, automatic: automatic ? intrinsic : nil) { _ in content }
    if let trace {
      trace.recordExtent(.vertical, box, length, extent, limits, constraint, bp, isFromRatio: appliesRatio && length.isContentKeyword)
    }
    return limits.clamp(extent)
  }

  /// Returns the height of the border box if it is definite before the content is laid out.
  @inline(__always)
  mutating func initialHeight(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, width: Double) -> Double {
    if constraint.heightIsIndefiniteInside { return indefinite }
    return blockSize(box, constraint, bp, intrinsic: indefinite, width: width)
  }

  // MARK: Width of a box

  /// Returns the width limits.
  ///
  /// `automatic` is the value of an automatic minimum, if it applies. `transferred` applies the height limits through the ratio.
  /// `containingHeight` is that of the containing block of an absolute box.
  mutating func widthLimits(
    _ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges, automatic: Double?, knownHeight: Double, transferred: Bool = true,
    mode: FitContentMode = .normal, available: Double? = nil, containingHeight: Double = indefinite
  ) -> MinMax {
    let node = nodes + box
    if automatic == nil && node.pointee.minWidth.isAuto && node.pointee.maxWidth.isAuto && !node.pointee.hasRatio {
      return MinMax(min: bp.width, max: unlimited)
    }
    var high = resolveWidth(
      box, node.pointee.maxWidth, .maximum, constraint, bp, knownHeight: knownHeight, mode: mode, available: available)
    if !high.isDefinite { high = unlimited }
    var low: Double
    if node.pointee.minWidth.isAuto, let automatic {
      low = min(automatic, high)
    } else {
      low = resolveWidth(box, node.pointee.minWidth, .minimum, constraint, bp, knownHeight: knownHeight, mode: mode, available: available)
    }
    if !low.isDefinite { low = bp.width }
    if transferred, node.pointee.hasRatio, node.pointee.width.isAuto, constraint.autoWidth != .stretch {
      var t = transferredWidthLimits(box, constraint, bp)
      if containingHeight.isDefinite, node.pointee.minHeight.isStretch {
        // Browsers stretch an absolute box through its ratio to the containing block, regardless of its insets.
        let least = (containingHeight - margins(node, constraint.percentWidth).height).clampedAtZero
        t.min = max(t.min, widthFromRatio(node, bp, least))
      }
      low = max(low, min(t.min, high))
      high = min(high, t.max)
    }
    return MinMax(min: low, max: max(low, high))
  }

  /// Returns the height limits transferred to the width through the ratio.
  ///
  /// Source: CSS Sizing 4, section 5.1.2.
  mutating func transferredWidthLimits(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges) -> MinMax {
    let limits = knownHeightLimits(box, constraint, bp)
    let node = nodes + box
    let low = limits.min > 0 ? widthFromRatio(node, bp, limits.min) : 0
    let high = limits.max < unlimited ? widthFromRatio(node, bp, limits.max) : unlimited
    return MinMax(min: low, max: max(low, high))
  }

  /// Returns the width of the border box.
  mutating func inlineSize(_ box: Int, _ constraint: Constraint, _ bp: ResolvedEdges) -> Double {
    if constraint.fixedWidth { return constraint.availableWidth }
    let node = nodes + box
    if node.pointee.hasPlainWidth { return plainWidth(node) }
    if node.pointee.width.isAuto, constraint.autoWidth == .stretch, constraint.availableWidth.isDefinite, node.pointee.minWidth.isAuto,
      node.pointee.maxWidth.isAuto, !node.pointee.hasRatio, !node.pointee.widthDependsOnHeight, trace == nil
    {
      // The same number as below; shortcut for boxes that are only stretched, as most are.
      return max(bp.width, constraint.availableWidth - margins(node, constraint.percentWidth).width)
    }
    var mayApplyRatio = false
    let knownHeight: Double
    if node.pointee.widthDependsOnHeight {
      // Without a width, use the definite part of the height. If nothing inside depends on it, the width of the first pass is kept, from
      // before a column item was flexed.
      var known = constraint
      if constraint.fixedHeight || constraint.heightIsIndefiniteInside, !node.pointee.contentDependsOnHeight, !node.pointee.hasRatio {
        known = constraint.withoutHeight
        known.heightIsIndefiniteInside = false
      }
      knownHeight = initialHeight(box, known, bp, width: indefinite)
      if node.pointee.hasRatio, !(node.pointee.height.isAuto && constraint.autoHeight != .stretch) {
        mayApplyRatio = blockSize(box, constraint, bp, intrinsic: indefinite, width: indefinite).isDefinite
      }
    } else {
      knownHeight = indefinite
    }
    var length = node.pointee.width
    let automaticLength: PackedDimension =
      !constraint.availableWidth.isDefinite
      ? .maxContentWord : constraint.autoWidth == .stretch ? .stretchWord : .fitContentWord
    if length.isAuto { length = automaticLength }
    var extent = resolveWidth(box, length, .main, constraint, bp, knownHeight: knownHeight)
    if !extent.isDefinite {
      // A percentage of an indefinite size, and stretching without a space, are automatic.
      length = automaticLength
      extent = resolveWidth(box, length, .main, constraint, bp, knownHeight: knownHeight)
    }
    let automatic = mayApplyRatio && !node.pointee.isScroll && length.isContentKeyword
    let smallest =
      automatic && node.pointee.minWidth.isAuto
      ? intrinsicWidth(box, .min, .ignoringRatio, constraint, bp, knownHeight: knownHeight) : nil
    let limits = widthLimits(box, constraint, bp, automatic: smallest, knownHeight: knownHeight)
    if let trace {
      trace.recordExtent(.horizontal, box, length, extent, limits, constraint, bp, isFromRatio: mayApplyRatio && length.isContentKeyword)
    }
    return limits.clamp(extent)
  }
}
