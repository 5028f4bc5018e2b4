/// A tree as the engine reads it: styles put right, sides resolved, `display: contents` dissolved, children listed and sorted by `order`.
///
/// Depends on nothing but the styles, the shape, and the direction that the root inherits.
///
/// Owned memory, without reference counts: whoever makes one frees it. All element types are trivial.
struct FlexTree {
  private(set) var count: Int
  private(set) var nodes: UnsafeMutablePointer<FlexNode>
  private(set) var children: UnsafeMutablePointer<Int32>
  /// Levels that have room; the root is the first. Where boxes were taken out, there may be fewer.
  private(set) var depth = 0
  /// Boxes that there is memory for.
  private(set) var capacity: Int
  /// How much of `children` is in use.
  private(set) var childCount = 0
  /// Some box has, or had, an `order`.
  private var needsSort = false

  /// - Parameters:
  ///   - capacity: boxes to have memory for.
  ///   - maximumDepth: boxes below this level have no room.
  init(
    _ styles: UnsafePointer<LayoutStyle>, _ boxes: UnsafePointer<LayoutBuilder.Box>, count: Int, capacity: Int = 0,
    direction: LayoutDirection, maximumDepth: Int
  ) {
    self.count = count
    self.capacity = max(1, count, capacity)
    nodes = .allocate(capacity: self.capacity)
    children = .allocate(capacity: self.capacity)
    fill(0..<count, styles, boxes, direction: direction, maximumDepth: maximumDepth)
    childCount = list(0..<count, from: 0, into: children)
    if needsSort { for i in 0..<count where nodes[i].itemCount > 1 { sortItems(of: i, by: styles) } }
    findWidthDependence(in: 0..<count)
  }

  func free() {
    nodes.deallocate()
    children.deallocate()
  }

  /// Makes nodes of the styles of `range`, which are whole subtrees; no recursion.
  ///
  /// What is above them is there already, and its counts grow.
  private mutating func fill(
    _ range: Range<Int>, _ styles: UnsafePointer<LayoutStyle>, _ boxes: UnsafePointer<LayoutBuilder.Box>, direction: LayoutDirection,
    maximumDepth: Int
  ) {
    guard let start = range.first else { return }
    var gone: Int32 = 0  // boxes below this index have no display
    var depthAbove = 0
    var above = boxes[start].parent
    if above >= 0, nodes[Int(above)].isGone { gone = Int32(truncatingIfNeeded: range.upperBound) }
    while above >= 0 {
      depthAbove += 1
      above = boxes[Int(above)].parent
    }
    let depths = UnsafeMutablePointer<Int32>.allocate(capacity: range.count)
    defer { depths.deallocate() }
    // Document order: parents come first, so direction and frame parent are known when a child is met.
    for i in range {
      let box = boxes[i]
      let style = styles + i
      let parent = Int(box.parent)
      let node = nodes + i
      node.initialize(to: FlexNode())
      node.pointee.measure = box.measure
      node.pointee.frameParent = frameParent(below: parent, styles)
      let level = parent >= start ? Int(depths[parent - start]) + 1 : depthAbove + 1
      depths[i - start] = Int32(truncatingIfNeeded: level)
      if Int32(truncatingIfNeeded: i) < gone {
        node.pointee.isGone = true
      } else if style.pointee.display == .none || level > maximumDepth {
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
      depth = max(depth, level)
      node.pointee.fill(from: style)
      guard parent >= 0 else { continue }
      let p = nodes + Int(node.pointee.frameParent)
      if node.pointee.position == .absolute { p.pointee.absoluteCount += 1 } else { p.pointee.itemCount += 1 }
      if style.pointee.order != 0 { needsSort = true }
    }
  }

  /// The nearest box that has a frame for what is below `parent`: the root always has one, whatever its display says.
  private func frameParent(below parent: Int, _ styles: UnsafePointer<LayoutStyle>) -> Int32 {
    parent > 0 && styles[parent].display == .contents ? nodes[parent].frameParent : Int32(truncatingIfNeeded: parent)
  }

  /// Lists the children of the boxes in `range`, whose counts are known, from `start` on in document order; returns where the lists end.
  ///
  /// A box outside of the range keeps its list.
  private func list(_ range: Range<Int>, from start: Int, into list: UnsafeMutablePointer<Int32>) -> Int {
    let cursors = UnsafeMutablePointer<(item: Int32, absolute: Int32)>.allocate(capacity: max(1, range.count))
    defer { cursors.deallocate() }
    // Make room and fill: counting sort by frame parent keeps document order.
    var next = Int32(truncatingIfNeeded: start)
    for i in range {
      nodes[i].firstChild = next
      let afterItems = next + nodes[i].itemCount
      cursors[i - range.lowerBound] = (next, afterItems)
      next = afterItems + nodes[i].absoluteCount
      guard i > 0, nodes[i].hasBox else { continue }
      let p = Int(nodes[i].frameParent) - range.lowerBound
      guard p >= 0 else { continue }
      if nodes[i].position == .absolute {
        list[Int(cursors[p].absolute)] = Int32(truncatingIfNeeded: i)
        cursors[p].absolute += 1
      } else {
        list[Int(cursors[p].item)] = Int32(truncatingIfNeeded: i)
        cursors[p].item += 1
      }
    }
    return Int(next)
  }

  private func sortItems(of box: Int, by styles: UnsafePointer<LayoutStyle>) {
    let start = Int(nodes[box].firstChild)
    var range = UnsafeMutableBufferPointer(start: children + start, count: Int(nodes[box].itemCount))
    // Index as second key keeps document order among equals; `sort` itself promises nothing.
    range.sort { styles[Int($0)].order != styles[Int($1)].order ? styles[Int($0)].order < styles[Int($1)].order : $0 < $1 }
  }

  /// Finds for the boxes of `range` whether widths depend on heights; what is above them is left as it is.
  private func findWidthDependence(in range: Range<Int>) {
    // Backwards, children come before parents: what is inside is known when a box is met.
    for i in range.reversed() where !nodes[i].isGone {
      let node = nodes + i
      if node.pointee.ownWidthDependsOnHeight { node.pointee.widthDependsOnHeight = true }
      let p = Int(node.pointee.frameParent)
      if p >= range.lowerBound, node.pointee.passesWidthDependence { nodes[p].widthDependsOnHeight = true }
      if node.pointee.widthDependsOnHeight { node.pointee.contentLooksAtHeight = looksAtHeight(i) }
    }
  }

  // MARK: Boxes that come and go

  /// Takes over that the boxes of `range`, whole subtrees below box `parent`, are no more, and that there are `count` others in their place.
  ///
  /// `styles` and `boxes` are as they are afterwards. Returns the boxes above that look different now.
  ///
  /// - Complexity: the new boxes, and a move of what comes after them; numbers of boxes are counted on, styles not looked at.
  mutating func replace(
    _ range: Range<Int>, below parent: Int, by count: Int, _ styles: UnsafePointer<LayoutStyle>,
    _ boxes: UnsafePointer<LayoutBuilder.Box>, capacity: Int, direction: LayoutDirection, maximumDepth: Int
  ) -> [Int32] {
    let owner = Int(frameParent(below: parent, styles))
    let before = nodes[owner]
    let passed = before.passedDependence
    let oldLists =
      Int(
        range.lowerBound < self.count ? nodes[range.lowerBound].firstChild : Int32(truncatingIfNeeded: childCount))..<Int(
        range.upperBound < self.count ? nodes[range.upperBound].firstChild : Int32(truncatingIfNeeded: childCount))
    let ownList = Int(before.firstChild)..<Int(before.firstChild + before.itemCount + before.absoluteCount)
    nodes = BoxMemory.replace(nodes, self.count, range, by: count, from: self.capacity, to: capacity)
    let shift = count - range.count
    self.count += shift
    let new = range.lowerBound..<range.lowerBound + count
    nodes[owner].itemCount = 0
    nodes[owner].absoluteCount = 0
    fill(new, styles, boxes, direction: direction, maximumDepth: maximumDepth)
    let newCount = new.reduce(0) { $0 + Int(nodes[$1].itemCount + nodes[$1].absoluteCount) }
    var lists = [Int32](repeating: 0, count: newCount)
    _ = lists.withUnsafeMutableBufferPointer { buffer in
      // An empty list has no memory, and nothing is written to it.
      list(new, from: 0, into: buffer.baseAddress ?? children)
    }
    let own = ownChildren(ownList, before, range, new, owner)
    let listShift = newCount - oldLists.count
    let ownShift = own.count - ownList.count
    let firstList = oldLists.lowerBound + ownShift
    // The list of the owner stands before those of what is below it. What becomes shorter goes first: there is room for the outcome only.
    if ownShift <= 0 {
      replaceChildren(ownList, by: own.count, capacity)
      replaceChildren(oldLists.lowerBound + ownShift..<oldLists.upperBound + ownShift, by: newCount, capacity)
    } else {
      replaceChildren(oldLists, by: newCount, capacity)
      replaceChildren(ownList, by: own.count, capacity)
    }
    for k in 0..<childCount where children[k] >= Int32(truncatingIfNeeded: range.upperBound) {
      children[k] += Int32(truncatingIfNeeded: shift)
    }
    for (k, box) in own.enumerated() { children[ownList.lowerBound + k] = box }
    for (k, box) in lists.enumerated() { children[firstList + k] = box }
    for i in owner + 1..<new.lowerBound { nodes[i].firstChild += Int32(truncatingIfNeeded: ownShift) }
    for i in new { nodes[i].firstChild += Int32(truncatingIfNeeded: firstList) }
    for i in new.upperBound..<self.count {
      nodes[i].firstChild += Int32(truncatingIfNeeded: ownShift + listShift)
      if Int(nodes[i].frameParent) >= range.upperBound { nodes[i].frameParent += Int32(truncatingIfNeeded: shift) }
    }
    if needsSort {
      sortItems(of: owner, by: styles)
      for i in new where nodes[i].itemCount > 1 { sortItems(of: i, by: styles) }
    }
    findWidthDependence(in: new)
    var changed = settleWidthDependence(of: owner, passed: passed)
    if nodes[owner].looksDifferent(from: before) { changed.append(Int32(truncatingIfNeeded: owner)) }
    return changed
  }

  private mutating func replaceChildren(_ range: Range<Int>, by count: Int, _ capacity: Int) {
    children = BoxMemory.replace(children, childCount, range, by: count, from: self.capacity, to: capacity)
    self.capacity = capacity
    childCount += count - range.count
  }

  /// The list of the children of `owner` after boxes `new` came in place of `range`, items first; counts them.
  private func ownChildren(_ list: Range<Int>, _ before: FlexNode, _ range: Range<Int>, _ new: Range<Int>, _ owner: Int) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(list.count + new.count)
    let shift = Int32(truncatingIfNeeded: new.count - range.count)
    let end = Int32(truncatingIfNeeded: range.upperBound)
    let start = Int32(truncatingIfNeeded: range.lowerBound)
    func take(_ part: Range<Int>, absolute: Bool) {
      var hasNew = false
      func addNew() {
        hasNew = true
        for i in new where nodes[i].hasBox && Int(nodes[i].frameParent) == owner && (nodes[i].position == .absolute) == absolute {
          result.append(Int32(truncatingIfNeeded: i))
        }
      }
      for k in part {
        let box = children[k]
        if box < start {
          result.append(box)
        } else if box >= end {
          // Items that `order` has moved are sorted afterwards.
          if !hasNew { addNew() }
          result.append(box + shift)
        }
      }
      if !hasNew { addNew() }
    }
    let middle = list.lowerBound + Int(before.itemCount)
    take(list.lowerBound..<middle, absolute: false)
    nodes[owner].itemCount = Int32(truncatingIfNeeded: result.count)
    take(middle..<list.upperBound, absolute: true)
    nodes[owner].absoluteCount = Int32(truncatingIfNeeded: result.count) - nodes[owner].itemCount
    return result
  }

  /// Whether a browser takes the width of the content of `box` for one that depends on its height, as far as boxes below say so.
  private func looksAtHeight(_ box: Int) -> Bool {
    let node = nodes + box
    if node.pointee.isColumn, node.pointee.isMultiLine { return true }
    let stretches = !node.pointee.isColumn && !node.pointee.isMultiLine
    let first = Int(node.pointee.firstChild)
    return (first..<first + Int(node.pointee.itemCount)).contains {
      let passed = nodes[Int(children[$0])].passedHeightLook
      return passed == .relative || (passed == .automatic && stretches)
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
    let passed = node.pointee.passedDependence
    node.pointee = new
    return settleWidthDependence(of: box, passed: passed)
  }

  /// Works out anew whether widths depend on heights for `box`, and for those above that notice.
  func settleWidthDependence(of box: Int, passed: FlexNode.Dependence) -> [Int32] {
    guard nodes[box].hasBox else { return [] }
    var changed: [Int32] = []
    var at = box
    var passedBefore = passed
    while true {
      let node = nodes + at
      let before = (node.pointee.widthDependsOnHeight, node.pointee.contentLooksAtHeight)
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
      node.pointee.contentLooksAtHeight = depends && looksAtHeight(at)
      if at != box, before != (depends, node.pointee.contentLooksAtHeight) { changed.append(Int32(truncatingIfNeeded: at)) }
      let p = Int(node.pointee.frameParent)
      let passes = node.pointee.passedDependence
      if p < 0 || passes == passedBefore { return changed }
      passedBefore = nodes[p].passedDependence
      at = p
    }
  }
}

extension FlexNode {
  var ownWidthDependsOnHeight: Bool { hasRatio || (isColumn && isMultiLine) || (measure >= 0 && !height.isAuto) }

  /// Whether the box makes the width of its parent depend on heights: a leaf with a height in points looks nowhere else.
  var passesWidthDependence: Bool { widthDependsOnHeight && (hasRatio || measure < 0 || !height.isPoints) }

  /// Whether, and by which kind of height, the box makes a browser take the width of its parent for one that depends on the height.
  enum HeightLook: UInt8 { case none, automatic, relative }
  var passedHeightLook: HeightLook {
    let needsContent = !width.isPoints || minWidth.isContentKeyword || maxWidth.isContentKeyword
    guard widthDependsOnHeight, needsContent, hasRatio || contentLooksAtHeight else { return .none }
    func isRelative(_ d: PackedDimension) -> Bool { d.isPercent || d.isStretch }
    if isRelative(height) || isRelative(minHeight) || isRelative(maxHeight) { return .relative }
    return height.isAuto ? .automatic : .none
  }

  /// What a parent takes over of how widths depend on heights.
  struct Dependence: Equatable {
    var width: Bool
    var look: HeightLook
  }
  var passedDependence: Dependence { Dependence(width: passesWidthDependence, look: passedHeightLook) }

  /// Whether a parent may see the box differently although its style is the same: answers that need no items are not remembered, for one.
  func looksDifferent(from old: FlexNode) -> Bool {
    rightToLeft != old.rightToLeft || widthDependsOnHeight != old.widthDependsOnHeight
      || contentLooksAtHeight != old.contentLooksAtHeight || position != old.position
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
