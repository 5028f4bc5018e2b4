/// What an item needs to know of a box that is nothing but a size with margins: most leaves of large trees.
///
/// A quarter of a `FlexNode`: a long list of such boxes is laid out without a look at their nodes, so that memory does not set the pace.
struct ItemBrief {
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
  /// Whether the brief says all; else only the node does.
  private(set) var isComplete = false
  private(set) var hasMargin = false
  private(set) var rightToLeft = false

  var margin: Strut { Strut(left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom)) }
  var grow: Double { Double(growFactor) }
  var shrink: Double { Double(shrinkFactor) }

  /// The brief of a box whose children are known.
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
    isComplete = grow == node.pointee.grow && shrink == node.pointee.shrink
  }

  /// A margin in points, if it is the same number in half the bytes.
  private static func exact(_ d: PackedDimension) -> Float? {
    guard d.isPoints else { return nil }
    let short = Float(d.points)
    return Double(short) == d.points ? short : nil
  }
}

extension LayoutEngine {
  /// Step 3 of section 9.2 for an item whose brief says all; returns false where it does not.
  ///
  /// The same numbers as those of `makePlainItem`; limits, which only matter when the item grows or shrinks, follow in `settleLimits`.
  @inline(__always)
  mutating func makeBriefItem(_ flex: FlexContainer, _ box: Int, at place: UnsafeMutablePointer<FlexItem>) -> Bool {
    let brief = tree.briefs + box
    guard brief.pointee.isComplete, !flex.isMeasuringColumnWidth, trace == nil else { return false }
    let margin = brief.pointee.hasMargin ? brief.pointee.margin : Strut()
    let flips = flex.isColumn && brief.pointee.rightToLeft != nodes[flex.box].rightToLeft
    let (align, isSafe) = alignment(brief.pointee.alignSelf, in: flex.box, flips: flips)
    var item = FlexItem(
      box: Int32(truncatingIfNeeded: box), align: align, isSafe: isSafe, stretches: false,
      isMajor: (align == .lastBaseline) == flex.isWrapReverse, margin: margin)
    item.mainMargin = flex.isColumn ? margin.height : margin.width
    item.hasPlainCross = true
    item.isEmpty = true
    item.isBrief = true
    item.grow = brief.pointee.grow
    item.shrink = brief.pointee.shrink
    item.base = flex.isColumn ? brief.pointee.height : brief.pointee.width
    item.cross = flex.isColumn ? brief.pointee.width : brief.pointee.height
    item.hypothetical = item.base
    item.flexed = item.base
    place.initialize(to: item)
    return true
  }

  /// Puts the limits of its node into an item that was made of a brief and is about to grow or shrink.
  mutating func settleLimits(_ flex: FlexContainer, _ item: UnsafeMutablePointer<FlexItem>) {
    guard item.pointee.isBrief else { return }
    let node = nodes + Int(item.pointee.box)
    let low = flex.isColumn ? node.pointee.minHeight : node.pointee.minWidth
    let high = flex.isColumn ? node.pointee.maxHeight : node.pointee.maxWidth
    item.pointee.hasLazyMinimum = low.isAuto && !node.pointee.isScroll
    item.pointee.minimum = low.isAuto ? 0 : low.points
    item.pointee.maximum = high.isAuto ? unlimited : max(item.pointee.minimum, high.points)
  }
}
