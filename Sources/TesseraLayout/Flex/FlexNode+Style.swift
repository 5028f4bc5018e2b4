import TesseraGeometry

// Conversion of a style to the engine's form.
extension FlexNode {
  var ownWidthDependsOnHeight: Bool { hasRatio || (isColumn && isMultiLine) || (measure >= 0 && !height.isAuto) }

  /// Whether the width of the parent depends on heights because of this box. A leaf with a height in points depends on no other height.
  var passesWidthDependence: Bool { widthDependsOnHeight && (hasRatio || measure < 0 || !height.isPoints) }

  /// Kind of height through which browsers make the parent's width depend on the height of the box.
  enum HeightDependence: UInt8 { case none, automatic, relative }
  var passedHeightDependence: HeightDependence {
    let needsContent = !width.isPoints || minWidth.isContentKeyword || maxWidth.isContentKeyword
    guard widthDependsOnHeight, needsContent, hasRatio || contentDependsOnHeight else { return .none }
    func isRelative(_ d: PackedDimension) -> Bool { d.isPercent || d.isStretch }
    if isRelative(height) || isRelative(minHeight) || isRelative(maxHeight) { return .relative }
    return height.isAuto ? .automatic : .none
  }

  /// Width dependence that a parent inherits from the box.
  struct Dependence: Equatable {
    var width: Bool
    var look: HeightDependence
  }
  var passedDependence: Dependence { Dependence(width: passesWidthDependence, look: passedHeightDependence) }

  /// Whether the dependence of the parent on the box may differ from `old`, although the style is the same.
  func differsForParent(from old: FlexNode) -> Bool {
    rightToLeft != old.rightToLeft || widthDependsOnHeight != old.widthDependsOnHeight
      || contentDependsOnHeight != old.contentDependsOnHeight || position != old.position
      || itemCount != old.itemCount || absoluteCount != old.absoluteCount
  }

  /// Copies the style with invalid values sanitized; `rightToLeft` must be set before.
  mutating func fill(from style: UnsafePointer<LayoutStyle>) {
    let rtl = rightToLeft
    isColumn = !style.pointee.direction.isRow
    isReverse = style.pointee.direction.isReverse
    wrap = style.pointee.wrap
    position = style.pointee.position
    isContentBox = style.pointee.boxSizing == .contentBox
    isScroll = style.pointee.overflow.isScrollContainer
    itemsDoNotShrink = style.pointee.overflow == .extend
    justifyContent = style.pointee.justifyContent
    alignContent = style.pointee.alignContent
    alignItems = style.pointee.alignItems
    alignSelf = style.pointee.alignSelf
    let inset = style.pointee.inset
    hasInset =
      !(inset.packedLeft.isAuto && inset.packedTop.isAuto && inset.packedRight.isAuto && inset.packedBottom.isAuto
      && inset.packedStart.isUnset && inset.packedEnd.isUnset)
    let grow = style.pointee.flexGrow
    let shrink = style.pointee.flexShrink
    self.grow = grow > 0 ? min(grow, largestLength) : 0
    self.shrink = shrink > 0 ? min(shrink, largestLength) : 0
    let ratio = style.pointee.packedRatio
    self.ratio = ratio > 0 && ratio.isFinite ? ratio : 0
    basis = style.pointee.packedBasis.sanitizedSize
    width = style.pointee.packedWidth.sanitizedSize
    height = style.pointee.packedHeight.sanitizedSize
    minWidth = style.pointee.packedMinWidth.sanitizedSize
    minHeight = style.pointee.packedMinHeight.sanitizedSize
    maxWidth = Self.sanitizedMaximum(style.pointee.packedMaxWidth)
    maxHeight = Self.sanitizedMaximum(style.pointee.packedMaxHeight)
    margin = PhysicalEdges(style.pointee.margin, rtl) { $0.sanitizedOffset }
    wrapsCorner = style.pointee.wrappedCorner != .none
    hasMargin = wrapsCorner || !(margin.left.isZero && margin.top.isZero && margin.right.isZero && margin.bottom.isZero)
    let p = PhysicalEdges(style.pointee.padding, rtl) { $0.sanitizedThickness }
    hasPercentPadding = p.left.isPacked || p.top.isPacked || p.right.isPacked || p.bottom.isPacked
    borderPadding =
      Self.border(style, rtl)
      + ResolvedEdges(left: p.left.resolved(0), top: p.top.resolved(0), right: p.right.resolved(0), bottom: p.bottom.resolved(0))
    hasPlainWidth =
      !hasPercentPadding && width.isPoints && (minWidth.isPoints || minWidth.isAuto) && (maxWidth.isPoints || maxWidth.isAuto)
    hasPlainHeight =
      !hasPercentPadding && height.isPoints && (minHeight.isPoints || minHeight.isAuto) && (maxHeight.isPoints || maxHeight.isAuto)
    hasPercentHeight = height.isPercent || minHeight.isPercent || maxHeight.isPercent
    hasStretchHeight = height.isStretch || minHeight.isStretch || maxHeight.isStretch
  }

  /// Returns the widths of the borders.
  static func border(_ style: UnsafePointer<LayoutStyle>, _ rtl: Bool) -> ResolvedEdges {
    let b = PhysicalEdges(style.pointee.border, rtl) { $0.sanitizedThickness }
    return ResolvedEdges(left: b.left.resolved(0), top: b.top.resolved(0), right: b.right.resolved(0), bottom: b.bottom.resolved(0))
  }

  /// Returns a sanitized maximum; infinity means no maximum.
  private static func sanitizedMaximum(_ d: PackedDimension) -> PackedDimension {
    if !d.isPacked, d.points > largestLength { return .auto }
    return d.sanitizedSize
  }
}

extension PhysicalEdges {
  /// Resolves `start` and `end` to sides.
  @inline(__always)
  init(_ e: LayoutEdges, _ rtl: Bool, _ clean: (PackedDimension) -> PackedDimension) {
    var left = e.packedLeft
    var right = e.packedRight
    if !e.packedStart.isUnset { if rtl { right = e.packedStart } else { left = e.packedStart } }
    if !e.packedEnd.isUnset { if rtl { left = e.packedEnd } else { right = e.packedEnd } }
    self.init(left: clean(left), top: clean(e.packedTop), right: clean(right), bottom: clean(e.packedBottom))
  }
}
