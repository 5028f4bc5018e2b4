/// A box without content whose size is in its style, as most leaves of large trees are: all that its flex item depends on.
///
/// A quarter of a `FlexNode`: a long list of such boxes is laid out without reading their nodes, which would be bound by memory.
struct FixedSizeItem {
  /// Border box, cut to the limits, which leave it as it is.
  private(set) var width = 0.0
  private(set) var height = 0.0
  private var left: Float = 0
  private var top: Float = 0
  private var right: Float = 0
  private var bottom: Float = 0
  private var growFactor: Float = 0
  private var shrinkFactor: Float = 0
  private(set) var alignSelf = ItemAlignment.auto
  /// Whether the box is one of this kind; else only the node describes it.
  private(set) var isFixedSize = false
  private(set) var hasMargin = false
  private(set) var rightToLeft = false

  var margin: ResolvedEdges { ResolvedEdges(left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom)) }
  var grow: Double { Double(growFactor) }
  var shrink: Double { Double(shrinkFactor) }

  /// Reads a box whose children are known.
  init(_ node: UnsafePointer<FlexNode>) {
    guard node.pointee.hasPlainWidth, node.pointee.hasPlainHeight, node.pointee.isEmpty, node.pointee.hasBox,
      node.pointee.basis.isAuto, !node.pointee.hasRatio, !node.pointee.hasInset, node.pointee.position != .absolute
    else { return }
    // What is inside the border is the whole box.
    let bp = node.pointee.borderPadding
    guard bp.left == 0, bp.top == 0, bp.right == 0, bp.bottom == 0 else { return }
    func fits(_ size: PackedDimension, _ low: PackedDimension, _ high: PackedDimension) -> Bool {
      let low = low.isAuto ? 0 : low.points
      return size.points >= low && (high.isAuto || size.points <= max(low, high.points))
    }
    guard fits(node.pointee.width, node.pointee.minWidth, node.pointee.maxWidth),
      fits(node.pointee.height, node.pointee.minHeight, node.pointee.maxHeight)
    else { return }
    alignSelf = node.pointee.alignSelf
    rightToLeft = node.pointee.rightToLeft
    let m = node.pointee.margin
    guard let left = Self.exact(m.left), let top = Self.exact(m.top), let right = Self.exact(m.right), let bottom = Self.exact(m.bottom)
    else { return }
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    hasMargin = node.pointee.hasMargin
    (growFactor, shrinkFactor) = (Float(node.pointee.grow), Float(node.pointee.shrink))
    (width, height) = (node.pointee.width.points, node.pointee.height.points)
    isFixedSize = grow == node.pointee.grow && shrink == node.pointee.shrink
  }

  /// A margin in points, if it is the same number in half the bytes.
  private static func exact(_ d: PackedDimension) -> Float? {
    guard d.isPoints else { return nil }
    let short = Float(d.points)
    return Double(short) == d.points ? short : nil
  }
}

extension LayoutEngine {
  /// 9.2, step 3, for a box of this kind; returns false for every other.
  ///
  /// The same numbers as those of `makeDefiniteItem`; limits, which only matter when the item grows or shrinks, follow in `loadLimits`.
  @inline(__always)
  mutating func makeFixedSizeItem(_ flex: FlexContainer, _ box: Int, at place: UnsafeMutablePointer<FlexItem>) -> Bool {
    let fixed = tree.fixedSizeItems + box
    guard fixed.pointee.isFixedSize, !flex.isMeasuringColumnWidth, trace == nil else { return false }
    let margin = fixed.pointee.hasMargin ? fixed.pointee.margin : ResolvedEdges()
    let flips = flex.isColumn && fixed.pointee.rightToLeft != nodes[flex.box].rightToLeft
    let (align, isSafe) = alignment(fixed.pointee.alignSelf, in: flex.box, flips: flips)
    var item = FlexItem(
      box: Int32(truncatingIfNeeded: box), align: align, isSafe: isSafe, stretches: false,
      isMajor: (align == .lastBaseline) == flex.isWrapReverse, margin: margin)
    item.mainMargin = flex.isColumn ? margin.height : margin.width
    item.hasPlainCross = true
    item.isEmpty = true
    item.isFixedSize = true
    item.grow = fixed.pointee.grow
    item.shrink = fixed.pointee.shrink
    item.flexBaseSize = flex.isColumn ? fixed.pointee.height : fixed.pointee.width
    item.hypotheticalCrossSize = flex.isColumn ? fixed.pointee.width : fixed.pointee.height
    item.hypotheticalMainSize = item.flexBaseSize
    item.targetMainSize = item.flexBaseSize
    place.initialize(to: item)
    return true
  }

  /// Reads the limits of an item that was made without them and is about to grow or shrink.
  mutating func loadLimits(_ flex: FlexContainer, _ item: UnsafeMutablePointer<FlexItem>) {
    guard item.pointee.isFixedSize else { return }
    let node = nodes + Int(item.pointee.box)
    let low = flex.isColumn ? node.pointee.minHeight : node.pointee.minWidth
    let high = flex.isColumn ? node.pointee.maxHeight : node.pointee.maxWidth
    item.pointee.awaitsAutomaticMinimum = low.isAuto && !node.pointee.isScroll
    item.pointee.minMainSize = low.isAuto ? 0 : low.points
    item.pointee.maxMainSize = high.isAuto ? unlimited : max(item.pointee.minMainSize, high.points)
  }
}
