/// A tree as the engine reads it: styles put right, sides resolved, `display: contents` dissolved, children listed and sorted by `order`.
///
/// Depends on nothing but the styles, the shape, and the direction that the root inherits.
///
/// Owned memory, without reference counts: whoever makes one frees it. All element types are trivial.
struct FlexTree {
  let count: Int
  let nodes: UnsafeMutablePointer<FlexNode>
  let children: UnsafeMutablePointer<Int32>
  /// Levels that have room; the root is the first.
  private(set) var depth = 0

  /// - Parameter maximumDepth: boxes below this level have no room.
  init(
    _ styles: UnsafePointer<LayoutStyle>, _ boxes: UnsafePointer<LayoutBuilder.Box>, count: Int, direction: LayoutDirection,
    maximumDepth: Int
  ) {
    self.count = count
    nodes = .allocate(capacity: max(1, count))
    children = .allocate(capacity: max(1, count))
    prepare(styles, boxes, direction: direction, maximumDepth: maximumDepth)
  }

  func free() {
    nodes.deallocate()
    children.deallocate()
  }

  /// Fills everything in; no recursion.
  private mutating func prepare(
    _ styles: UnsafePointer<LayoutStyle>, _ boxes: UnsafePointer<LayoutBuilder.Box>, direction: LayoutDirection, maximumDepth: Int
  ) {
    var gone: Int32 = 0  // boxes below this index have no display
    var needsSort = false
    let depths = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, count))
    let cursors = UnsafeMutablePointer<(item: Int32, absolute: Int32)>.allocate(capacity: max(1, count))
    defer {
      depths.deallocate()
      cursors.deallocate()
    }
    // Document order: parents come first, so direction and frame parent are known when a child is met.
    for i in 0..<count {
      let box = boxes[i]
      let style = styles + i
      let parent = Int(box.parent)
      let node = nodes + i
      node.initialize(to: FlexNode())
      node.pointee.measure = box.measure
      // The root always has a box, whatever its display says.
      node.pointee.frameParent = parent > 0 && styles[parent].display == .contents ? nodes[parent].frameParent : box.parent
      depths[i] = parent >= 0 ? depths[parent] + 1 : 1
      if Int32(truncatingIfNeeded: i) < gone {
        node.pointee.isGone = true
      } else if style.pointee.display == .none || Int(depths[i]) > maximumDepth {
        node.pointee.isGone = true
        gone = box.end
      }
      node.pointee.hasBox = !node.pointee.isGone && (style.pointee.display != .contents || parent < 0)
      let inherited = parent >= 0 ? nodes[parent].rightToLeft : direction == .rtl
      switch style.pointee.writingDirection {
      case .inherit: node.pointee.rightToLeft = inherited
      case .leftToRight: node.pointee.rightToLeft = false
      case .rightToLeft: node.pointee.rightToLeft = true
      }
      guard node.pointee.hasBox else { continue }
      depth = max(depth, Int(depths[i]))
      node.pointee.fill(from: style)
      guard parent >= 0 else { continue }
      let p = nodes + Int(node.pointee.frameParent)
      if node.pointee.position == .absolute { p.pointee.absoluteCount += 1 } else { p.pointee.itemCount += 1 }
      if style.pointee.order != 0 { needsSort = true }
    }
    // Make room and fill: counting sort by frame parent keeps document order.
    var next: Int32 = 0
    for i in 0..<count {
      nodes[i].firstChild = next
      let afterItems = next + nodes[i].itemCount
      cursors[i] = (next, afterItems)
      next = afterItems + nodes[i].absoluteCount
      guard i > 0, nodes[i].hasBox else { continue }
      let p = Int(nodes[i].frameParent)
      if nodes[i].position == .absolute {
        children[Int(cursors[p].absolute)] = Int32(truncatingIfNeeded: i)
        cursors[p].absolute += 1
      } else {
        children[Int(cursors[p].item)] = Int32(truncatingIfNeeded: i)
        cursors[p].item += 1
      }
    }
    if needsSort {
      for i in 0..<count where nodes[i].itemCount > 1 {
        let start = Int(nodes[i].firstChild)
        var range = UnsafeMutableBufferPointer(start: children + start, count: Int(nodes[i].itemCount))
        // Index as second key keeps document order among equals; `sort` itself promises nothing.
        range.sort { styles[Int($0)].order != styles[Int($1)].order ? styles[Int($0)].order < styles[Int($1)].order : $0 < $1 }
      }
    }
    // Backwards, children come before parents: what is inside is known when a box is met.
    for i in stride(from: count - 1, through: 0, by: -1) where !nodes[i].isGone {
      let node = nodes + i
      if node.pointee.ownWidthDependsOnHeight { node.pointee.widthDependsOnHeight = true }
      let p = Int(node.pointee.frameParent)
      if p >= 0, node.pointee.passesWidthDependence { nodes[p].widthDependsOnHeight = true }
    }
  }

  /// Takes a changed style over that leaves the place of the box in the tree as it is.
  ///
  /// Returns the boxes above whose `widthDependsOnHeight` changed with it, nearest first.
  func refill(_ box: Int, from style: UnsafePointer<LayoutStyle>) -> [Int32] {
    let node = nodes + box
    var new = FlexNode()
    (new.firstChild, new.itemCount, new.absoluteCount) = (node.pointee.firstChild, node.pointee.itemCount, node.pointee.absoluteCount)
    (new.frameParent, new.measure) = (node.pointee.frameParent, node.pointee.measure)
    (new.rightToLeft, new.isGone, new.hasBox) = (node.pointee.rightToLeft, node.pointee.isGone, node.pointee.hasBox)
    if new.hasBox { new.fill(from: style) }
    let passed = node.pointee.passesWidthDependence
    node.pointee = new
    return settleWidthDependence(of: box, passed: passed)
  }

  /// Works out anew whether widths depend on heights for `box`, and for those above that notice.
  func settleWidthDependence(of box: Int, passed: Bool) -> [Int32] {
    guard nodes[box].hasBox else { return [] }
    var changed: [Int32] = []
    var at = box
    var passedBefore = passed
    while true {
      let node = nodes + at
      let before = node.pointee.widthDependsOnHeight
      var depends = node.pointee.ownWidthDependsOnHeight
      if !depends {
        let first = Int(node.pointee.firstChild)
        for k in first..<first + Int(node.pointee.itemCount + node.pointee.absoluteCount)
        where nodes[Int(children[k])].passesWidthDependence {
          depends = true
          break
        }
      }
      node.pointee.widthDependsOnHeight = depends
      if at != box, depends != before { changed.append(Int32(truncatingIfNeeded: at)) }
      let p = Int(node.pointee.frameParent)
      let passes = node.pointee.passesWidthDependence
      if p < 0 || passes == passedBefore { return changed }
      passedBefore = nodes[p].passesWidthDependence
      at = p
    }
  }
}

extension FlexNode {
  var ownWidthDependsOnHeight: Bool { hasRatio || (isColumn && isMultiLine) || (measure >= 0 && !height.isAuto) }

  /// Whether the box makes the width of its parent depend on heights: a leaf with a height in points looks nowhere else.
  var passesWidthDependence: Bool { widthDependsOnHeight && (hasRatio || measure < 0 || !height.isPoints) }

  /// Whether a parent may see the box differently although its style is the same: answers that need no items are not remembered, for one.
  func looksDifferent(from old: FlexNode) -> Bool {
    rightToLeft != old.rightToLeft || widthDependsOnHeight != old.widthDependsOnHeight || position != old.position
      || itemCount != old.itemCount || absoluteCount != old.absoluteCount
  }

  /// Copies the style, with bad values put right; `rightToLeft` is set before.
  mutating func fill(from style: UnsafePointer<LayoutStyle>) {
    let rtl = rightToLeft
    isColumn = !style.pointee.direction.isRow
    isReverse = style.pointee.direction.isReverse
    wrap = style.pointee.wrap
    position = style.pointee.position
    isContentBox = style.pointee.boxSizing == .contentBox
    isScroll = style.pointee.overflow.isScrollContainer
    keepsItems = style.pointee.overflow == .extend
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
    hasMargin = !(margin.left.isZero && margin.top.isZero && margin.right.isZero && margin.bottom.isZero)
    let p = PhysicalEdges(style.pointee.padding, rtl) { $0.sanitizedThickness }
    hasPercentPadding = p.left.isPacked || p.top.isPacked || p.right.isPacked || p.bottom.isPacked
    borderPadding =
      Self.border(style, rtl)
      + Strut(left: p.left.resolved(0), top: p.top.resolved(0), right: p.right.resolved(0), bottom: p.bottom.resolved(0))
    hasPlainWidth =
      !hasPercentPadding && width.isPoints && (minWidth.isPoints || minWidth.isAuto) && (maxWidth.isPoints || maxWidth.isAuto)
    hasPlainHeight =
      !hasPercentPadding && height.isPoints && (minHeight.isPoints || minHeight.isAuto) && (maxHeight.isPoints || maxHeight.isAuto)
  }

  /// Widths of the borders.
  static func border(_ style: UnsafePointer<LayoutStyle>, _ rtl: Bool) -> Strut {
    let b = PhysicalEdges(style.pointee.border, rtl) { $0.sanitizedThickness }
    return Strut(left: b.left.resolved(0), top: b.top.resolved(0), right: b.right.resolved(0), bottom: b.bottom.resolved(0))
  }

  /// A maximum: infinity means none.
  private static func sanitizedMaximum(_ d: PackedDimension) -> PackedDimension {
    if !d.isPacked, d.points > largestLength { return .auto }
    return d.sanitizedSize
  }
}

extension PhysicalEdges {
  /// Gives `start` and `end` their sides.
  @inline(__always)
  init(_ e: LayoutEdges, _ rtl: Bool, _ clean: (PackedDimension) -> PackedDimension) {
    var left = e.packedLeft
    var right = e.packedRight
    if !e.packedStart.isUnset { if rtl { right = e.packedStart } else { left = e.packedStart } }
    if !e.packedEnd.isUnset { if rtl { left = e.packedEnd } else { right = e.packedEnd } }
    self.init(left: clean(left), top: clean(e.packedTop), right: clean(right), bottom: clean(e.packedBottom))
  }
}

/// The prepared form of an immutable tree.
///
/// `@unchecked`: nothing is written after `init`, and the memory lives as long as the object.
final class PreparedTree: @unchecked Sendable {
  let tree: FlexTree
  let parents: [Int32]
  let frameParents: [Int32]

  init(_ styles: [LayoutStyle], _ boxes: [LayoutBuilder.Box], direction: LayoutDirection, maximumDepth: Int) {
    let tree = styles.withUnsafeBufferPointer { styles in
      boxes.withUnsafeBufferPointer { boxes in
        // Not read where the tree is empty.
        let nothing = UnsafeRawPointer(bitPattern: 16)!
        return FlexTree(
          styles.baseAddress ?? nothing.assumingMemoryBound(to: LayoutStyle.self),
          boxes.baseAddress ?? nothing.assumingMemoryBound(to: LayoutBuilder.Box.self), count: boxes.count, direction: direction,
          maximumDepth: maximumDepth)
      }
    }
    self.tree = tree
    parents = boxes.map(\.parent)
    frameParents = boxes.indices.map { tree.nodes[$0].frameParent }
  }

  deinit { tree.free() }
}
