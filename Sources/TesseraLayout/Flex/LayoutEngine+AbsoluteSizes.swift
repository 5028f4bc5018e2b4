import TesseraGeometry

// Sizes of absolute boxes. Source: CSS Positioned Layout 3, section 4.3; CSS Sizing 4, section 5 for aspect ratios.
extension LayoutEngine {
  /// Returns the width of the border box, possibly derived from the height.
  mutating func absoluteWidth(_ absolute: AbsoluteBox) -> Double {
    let (box, node, constraint, bp) = (absolute.box, nodes + absolute.box, absolute.constraint, absolute.borderPadding)
    let isHeightEarly = heightNeedsNoContent(absolute, hasWidth: false)
    let knownHeight: Double
    if isHeightEarly {
      knownHeight = heightFromInsets(absolute)
    } else {
      knownHeight = node.pointee.widthDependsOnHeight ? initialHeight(box, constraint, bp, width: indefinite) : indefinite
    }
    if let range = absolute.block.range, range.min.width == range.max.width { return range.min.width }
    let isStretch = !absolute.x.hasAutoInset
    let isHeightExplicit = !node.pointee.height.isAuto || (!absolute.y.hasAutoInset && absolute.isStretchedByWord)
    var autoLength = isStretch ? PackedDimension.stretchWord : .fitContentWord
    var appliesAutomatic = false
    if node.pointee.hasRatio, isHeightEarly, !isStretch || isHeightExplicit {
      appliesAutomatic = styles[box].overflow == .visible
      autoLength = .fitContentWord
    }
    let length = node.pointee.width.isAuto ? autoLength : node.pointee.width
    var extent = resolveWidth(box, length, .main, constraint, bp, knownHeight: knownHeight, available: absolute.availableWidth)
    if !extent.isDefinite { extent = resolveWidth(box, .maxContentWord, .main, constraint, bp, knownHeight: knownHeight) }
    let automatic =
      appliesAutomatic && node.pointee.minWidth.isAuto
      ? intrinsicWidth(box, .min, .ignoringRatio, constraint, bp, knownHeight: knownHeight) : nil
    let limits = widthLimits(
      box, constraint, bp, automatic: automatic, knownHeight: knownHeight, available: absolute.availableWidth,
      containingHeight: absolute.block.isHeightKnown ? absolute.block.size.height : indefinite)
    if let trace {
      let fromRatio = length.isContentKeyword && node.pointee.hasRatio && knownHeight.isDefinite
      trace.recordExtent(
        .horizontal, box, length, extent, limits, constraint, bp, isFromRatio: fromRatio, available: absolute.availableWidth)
    }
    let width = limits.clamp(extent)
    return absolute.block.range.map { MinMax(min: $0.min.width, max: $0.max.width).clamp(width) } ?? width
  }

  /// Lays out the content of an absolute box of known width; returns its height, and its size with baselines.
  mutating func layoutAbsolute(_ absolute: AbsoluteBox, width: Double, baselines: Bool) -> (height: Double, inside: Measured) {
    let (box, block, node) = (absolute.box, absolute.block, nodes + absolute.box)
    let mode = LayoutMode(places: true, baselines: baselines)
    var final = absolute.constraint
    final.availableWidth = width
    final.fixedWidth = true
    func fix(_ height: Double) {
      final.availableHeight = height
      final.fixedHeight = true
    }
    var inside: Measured?
    if let range = block.range, range.min.height == range.max.height {
      fix(range.min.height)
    } else if heightNeedsNoContent(absolute, hasWidth: true) {
      fix(heightFromInsets(absolute))
    } else {
      let isStretch = !absolute.y.hasAutoInset
      if isStretch, absolute.isStretchedByWord || (absolute.isAlignNormal && !node.pointee.hasRatio) { final.autoHeight = .stretch }
      if block.firstPassHeight.isDefinite, block.isHeightKnown {
        let lost = block.size.height - block.firstPassHeight
        final = firstPassConstraintOfAbsolute(box, final, absolute.borderPadding, width: width, lostHeight: lost) ?? final
      }
      // Content height; if no limit changes it, this was the final layout.
      inside = layout(box, final, mode)
    }
    let height = inside?.height ?? final.availableHeight
    if let range = block.range {
      let cut = MinMax(min: range.min.height, max: range.max.height).clamp(height)
      if cut != height {
        fix(cut)
        inside = nil
      }
    }
    if let inside { return (height, inside) }
    return (final.availableHeight, layout(box, final, mode))
  }

  /// Whether the height follows from the style and the insets.
  private mutating func heightNeedsNoContent(_ absolute: AbsoluteBox, hasWidth: Bool) -> Bool {
    let node = nodes + absolute.box
    let height = node.pointee.height
    if height.isContentKeyword { return false }
    // Content-based limits don't prevent a ratio from applying to the width.
    if hasWidth, node.pointee.minHeight.isContentKeyword || node.pointee.maxHeight.isContentKeyword { return false }
    if !absolute.block.isHeightKnown, height.isStretch || height.isPercent { return false }
    guard height.isAuto else { return true }
    if absolute.y.hasAutoInset { return false }
    if absolute.isStretchedByWord { return true }
    return absolute.isAlignNormal && !(node.pointee.hasRatio && hasWidth)
  }

  /// Returns the height of the border box if it does not depend on the content.
  private mutating func heightFromInsets(_ absolute: AbsoluteBox) -> Double {
    let (box, constraint, bp) = (absolute.box, absolute.constraint, absolute.borderPadding)
    let room = absolute.availableHeight
    let length = nodes[box].height.isAuto ? PackedDimension.stretchWord : nodes[box].height
    let extent = resolveHeight(box, length, .main, constraint, bp, available: room) { _ in indefinite }
    let limits = knownHeightLimits(box, constraint, bp, available: room)
    if let trace { trace.recordExtent(.vertical, box, length, extent, limits, constraint, bp, isFromRatio: false, available: room) }
    return limits.clamp(extent)
  }
}
