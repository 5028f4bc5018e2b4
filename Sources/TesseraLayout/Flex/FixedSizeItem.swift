/// A box without content and with its size in its style, like most leaves of large trees: all inputs of its flex item.
///
/// A quarter of the size of a `FlexNode`. Long lists of such boxes are laid out without reading their nodes, which would be memory-bound.
struct FixedSizeItem {
  /// Border box; the limits don't change it.
  private(set) var width = 0.0
  private(set) var height = 0.0
  private var left: Float = 0
  private var top: Float = 0
  private var right: Float = 0
  private var bottom: Float = 0
  private var growFactor: Float = 0
  private var shrinkFactor: Float = 0
  private(set) var alignSelf = ItemAlignment.auto
  /// Whether the box is of this kind; if not, only its node is valid.
  private(set) var isFixedSize = false
  private(set) var hasMargin = false
  private(set) var rightToLeft = false

  var margin: ResolvedEdges { ResolvedEdges(left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom)) }
  var grow: Double { Double(growFactor) }
  var shrink: Double { Double(shrinkFactor) }

  /// Reads a box whose children are already counted.
  init(_ node: UnsafePointer<FlexNode>) {
    guard node.pointee.hasPlainWidth, node.pointee.hasPlainHeight, node.pointee.isEmpty, node.pointee.hasBox,
      node.pointee.basis.isAuto, !node.pointee.hasRatio, !node.pointee.hasInset, node.pointee.position != .absolute
    else { return }
    // Without border and padding, the content box is the border box.
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

  /// Returns a margin in points if a Float holds it exactly.
  private static func exact(_ d: PackedDimension) -> Float? {
    guard d.isPoints else { return nil }
    let short = Float(d.points)
    return Double(short) == d.points ? short : nil
  }
}

extension LayoutEngine {
  /// 9.2, step 3, for a fixed-size box; returns false for all other boxes.
  ///
  /// Gives the same numbers as `makeDefiniteItem`. Limits only matter if the item grows or shrinks; `loadLimits` adds them.
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

  /// Loads the limits of a fixed-size item that is about to grow or shrink.
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
