import TesseraGeometry

extension LayoutEngine {
  /// Puts the styles right, resolves directions and sides, dissolves `display: contents`, sorts by `order`.
  ///
  /// One pass, no recursion.
  mutating func prepare(direction: LayoutDirection, maximumDepth: Int) {
    let count = boxCount
    var gone: Int32 = 0  // boxes below this index have no display
    // Document order: parents come first, so direction and frame parent are known when a child is met.
    for i in 0..<count {
      let box = boxes[i]
      let style = styles + i
      let parent = Int(box.parent)
      var node = FlexNode()
      node.measure = box.measure
      let inherited = parent >= 0 ? nodes[parent].rightToLeft : direction == .rtl
      switch style.pointee.writingDirection {
      case .inherit: node.rightToLeft = inherited
      case .leftToRight: node.rightToLeft = false
      case .rightToLeft: node.rightToLeft = true
      }
      // The root always has a box, whatever its display says.
      node.frameParent = parent > 0 && styles[parent].display == .contents ? nodes[parent].frameParent : box.parent
      depths[i] = parent >= 0 ? depths[parent] + 1 : 1
      if Int32(i) < gone {
        node.isGone = true
      } else if style.pointee.display == .none || Int(depths[i]) > maximumDepth {
        node.isGone = true
        gone = box.end
      }
      if !node.isGone, style.pointee.display != .contents || parent < 0 { fill(&node, from: style) }
      (nodes + i).initialize(to: node)
    }
    collectChildren()
    // Backwards, children come before parents: what is inside is known when a box is met.
    for i in stride(from: count - 1, through: 0, by: -1) where !nodes[i].isGone {
      let node = nodes + i
      if node.pointee.hasRatio || (node.pointee.isColumn && node.pointee.isMultiLine) { node.pointee.widthDependsOnHeight = true }
      if node.pointee.measure >= 0, !node.pointee.height.isAuto { node.pointee.widthDependsOnHeight = true }
      let p = Int(node.pointee.frameParent)
      guard p >= 0, node.pointee.widthDependsOnHeight else { continue }
      // A leaf with a height in points looks nowhere else.
      if node.pointee.hasRatio || node.pointee.measure < 0 || !node.pointee.height.isPoints { nodes[p].widthDependsOnHeight = true }
    }
  }

  /// Copies the style into the node, with bad values put right.
  private func fill(_ node: inout FlexNode, from style: UnsafePointer<LayoutStyle>) {
    let rtl = node.rightToLeft
    node.isColumn = !style.pointee.direction.isRow
    node.isReverse = style.pointee.direction.isReverse
    node.wrap = style.pointee.wrap
    node.position = style.pointee.position
    node.isContentBox = style.pointee.boxSizing == .contentBox
    node.isScroll = style.pointee.overflow.isScrollContainer
    node.keepsItems = style.pointee.overflow == .extend
    let grow = style.pointee.flexGrow
    let shrink = style.pointee.flexShrink
    node.grow = grow > 0 ? min(grow, largestLength) : 0
    node.shrink = shrink > 0 ? min(shrink, largestLength) : 0
    let ratio = style.pointee.packedRatio
    node.ratio = ratio > 0 && ratio.isFinite ? ratio : 0
    node.basis = style.pointee.packedBasis.sanitizedSize
    node.width = style.pointee.packedWidth.sanitizedSize
    node.height = style.pointee.packedHeight.sanitizedSize
    node.minWidth = style.pointee.packedMinWidth.sanitizedSize
    node.minHeight = style.pointee.packedMinHeight.sanitizedSize
    node.maxWidth = Self.sanitizedMaximum(style.pointee.packedMaxWidth)
    node.maxHeight = Self.sanitizedMaximum(style.pointee.packedMaxHeight)
    node.margin = Self.sides(style.pointee.margin, rtl) { $0.sanitizedOffset }
    node.hasMargin = !(node.margin.left.isZero && node.margin.top.isZero && node.margin.right.isZero && node.margin.bottom.isZero)
    node.padding = Self.sides(style.pointee.padding, rtl) { $0.sanitizedThickness }
    let border = Self.sides(style.pointee.border, rtl) { $0.sanitizedThickness }
    node.border = Strut(
      left: border.left.resolved(0), top: border.top.resolved(0), right: border.right.resolved(0), bottom: border.bottom.resolved(0))
    let p = node.padding
    node.hasPercentPadding = p.left.isPacked || p.top.isPacked || p.right.isPacked || p.bottom.isPacked
    node.borderPadding =
      node.border + Strut(left: p.left.resolved(0), top: p.top.resolved(0), right: p.right.resolved(0), bottom: p.bottom.resolved(0))
  }

  /// A maximum: infinity means none.
  private static func sanitizedMaximum(_ d: PackedDimension) -> PackedDimension {
    if !d.isPacked, d.points > largestLength { return .auto }
    return d.sanitizedSize
  }

  /// Gives `start` and `end` their sides.
  @inline(__always)
  static func sides(_ e: LayoutEdges, _ rtl: Bool, _ clean: (PackedDimension) -> PackedDimension) -> PhysicalEdges {
    var left = e.packedLeft
    var right = e.packedRight
    if !e.packedStart.isUnset { if rtl { right = e.packedStart } else { left = e.packedStart } }
    if !e.packedEnd.isUnset { if rtl { left = e.packedEnd } else { right = e.packedEnd } }
    return PhysicalEdges(left: clean(left), top: clean(e.packedTop), right: clean(right), bottom: clean(e.packedBottom))
  }

  /// Lists for every box its items and its absolute children.
  private mutating func collectChildren() {
    let count = boxCount
    guard count > 0 else { return }
    // Count, make room, fill: counting sort by frame parent keeps document order.
    for i in 1..<max(1, count) where isBox(i) {
      let p = Int(nodes[i].frameParent)
      if nodes[i].position == .absolute { nodes[p].absoluteCount += 1 } else { nodes[p].itemCount += 1 }
    }
    var next: Int32 = 0
    for i in 0..<count {
      nodes[i].firstChild = next
      next += nodes[i].itemCount + nodes[i].absoluteCount
      cursors[i] = (nodes[i].firstChild, nodes[i].firstChild + nodes[i].itemCount)
    }
    var needsSort = false
    for i in 1..<max(1, count) where isBox(i) {
      let p = Int(nodes[i].frameParent)
      if nodes[i].position == .absolute {
        children[Int(cursors[p].absolute)] = Int32(i)
        cursors[p].absolute += 1
      } else {
        children[Int(cursors[p].item)] = Int32(i)
        cursors[p].item += 1
        if styles[i].order != 0 { needsSort = true }
      }
    }
    guard needsSort else { return }
    for i in 0..<count where nodes[i].itemCount > 1 {
      let start = Int(nodes[i].firstChild)
      var range = UnsafeMutableBufferPointer(start: children + start, count: Int(nodes[i].itemCount))
      // Index as second key keeps document order among equals; `sort` itself promises nothing.
      range.sort { styles[Int($0)].order != styles[Int($1)].order ? styles[Int($0)].order < styles[Int($1)].order : $0 < $1 }
    }
  }

  /// Whether box `i` takes part in layout with a box of its own.
  @inline(__always) private func isBox(_ i: Int) -> Bool { !nodes[i].isGone && styles[i].display != .contents }
}
