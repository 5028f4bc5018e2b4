/// A tree in the engine's form: styles sanitized, sides resolved, `display: contents` flattened, children listed and sorted by `order`.
///
/// Depends only on the styles, the shape, and the direction inherited by the root.
///
/// Owned memory without reference counts, except for the short list `wrappedCorners`: the creator frees it. All element types are trivial.
struct FlexTree {
  var count: Int
  var nodes: UnsafeMutablePointer<FlexNode>
  /// Items that depend only on the size of their box, by box.
  var fixedSizeItems: UnsafeMutablePointer<FixedSizeItem>
  var children: UnsafeMutablePointer<Int32>
  /// Number of levels; the root is the first. May be too large after boxes were removed.
  var depth = 0
  /// Memory arrangement of nodes and fixed-size items, and of children.
  var room: StorageRoom
  var childRoom: StorageRoom
  /// Number of entries of `children` in use.
  var childCount = 0
  /// Number of non-empty boxes with a `slot`.
  var slotCount: Int32 = 0
  /// Whether some box gets no frame: it has no display, or is inside a leaf with a measure function.
  var skipsBoxes = false
  /// Boxes whose margin includes a badge on a corner, in document order.
  var wrappedCorners: [Int32] = []
  /// Whether some box has, or had, an `order`.
  var needsSort = false

  /// - Parameters:
  ///   - capacity: number of boxes to allocate memory for.
  ///   - maximumDepth: maximum nesting depth; deeper boxes are skipped.
  init(
    _ styles: UnsafePointer<LayoutStyle>, _ boxes: UnsafePointer<LayoutBuilder.Box>, count: Int, capacity: Int = 0,
    direction: LayoutDirection, maximumDepth: Int
  ) {
    self.count = count
    room = StorageRoom(capacity: max(1, count, capacity))
    childRoom = room
    nodes = .allocate(capacity: room.capacity)
    fixedSizeItems = .allocate(capacity: room.capacity)
    children = .allocate(capacity: room.capacity)
    fill(0..<count, styles, boxes, direction: direction, maximumDepth: maximumDepth)
    childCount = list(0..<count, from: 0, into: children)
    if needsSort { for i in 0..<count where nodes[i].itemCount > 1 { sortItems(of: i, by: styles) } }
    findWidthDependence(in: 0..<count)
  }

  func free() {
    BoxStorage.free(nodes, room)
    BoxStorage.free(fixedSizeItems, room)
    BoxStorage.free(children, childRoom)
  }

  /// Creates nodes from the styles of `range`, which are whole subtrees, without recursion.
  ///
  /// Their ancestors exist already; the child counts of these grow.
  mutating func fill(
    _ range: Range<Int>, _ styles: UnsafePointer<LayoutStyle>, _ boxes: UnsafePointer<LayoutBuilder.Box>, direction: LayoutDirection,
    maximumDepth: Int
  ) {
    guard let start = range.first else { return }
    var gone: Int32 = 0  // boxes below this index have no display
    var depthAbove = 0
    var above = boxes[start].parent
    if above >= 0, nodes[Int(above)].isSkipped { gone = Int32(truncatingIfNeeded: range.upperBound) }
    while above >= 0 {
      depthAbove += 1
      above = boxes[Int(above)].parent
    }
    let depths = UnsafeMutablePointer<Int32>.allocate(capacity: range.count)
    defer { depths.deallocate() }
    // Document order: parents are first, so direction and frame parent are known for every child.
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
        node.pointee.isSkipped = true
      } else if style.pointee.display == .none || level > maximumDepth {
        node.pointee.isSkipped = true
        gone = box.end
      }
      node.pointee.hasBox = !node.pointee.isSkipped && (style.pointee.display != .contents || parent < 0)
      let inherited = parent >= 0 ? nodes[parent].rightToLeft : direction == .rtl
      switch style.pointee.writingDirection {
      case .inherit: node.pointee.rightToLeft = inherited
      case .leftToRight: node.pointee.rightToLeft = false
      case .rightToLeft: node.pointee.rightToLeft = true
      }
      guard node.pointee.hasBox else { continue }
      depth = max(depth, level)
      node.pointee.fill(from: style)
      if node.pointee.wrapsCorner { wrappedCorners.append(Int32(truncatingIfNeeded: i)) }
      guard parent >= 0 else { continue }
      let p = nodes + Int(node.pointee.frameParent)
      if node.pointee.position == .absolute { p.pointee.absoluteCount += 1 } else { p.pointee.itemCount += 1 }
      if style.pointee.order != 0 { needsSort = true }
    }
  }

  /// Returns the nearest box with a frame for descendants of `parent`. The root always has one, whatever its display.
  func frameParent(below parent: Int, _ styles: UnsafePointer<LayoutStyle>) -> Int32 {
    parent > 0 && styles[parent].display == .contents ? nodes[parent].frameParent : Int32(truncatingIfNeeded: parent)
  }

  /// Writes the child lists of the boxes in `range`, whose counts are known, from `start` on in document order. Returns the end of the
  /// lists.
  ///
  /// A box outside the range keeps its list.
  mutating func list(_ range: Range<Int>, from start: Int, into list: UnsafeMutablePointer<Int32>) -> Int {
    // Only a tree that is listed once, as a whole, uses slots; in a retained tree their number would grow without limit.
    slotCount = 0
    let cursors = UnsafeMutablePointer<(item: Int32, absolute: Int32)>.allocate(capacity: max(1, range.count))
    defer { cursors.deallocate() }
    // Reserve and fill: a counting sort by frame parent keeps document order.
    var next = Int32(truncatingIfNeeded: start)
    for i in range {
      nodes[i].firstChild = next
      let afterItems = next + nodes[i].itemCount
      cursors[i - range.lowerBound] = (next, afterItems)
      next = afterItems + nodes[i].absoluteCount
      nodes[i].slot = slotCount
      if !nodes[i].isEmpty { slotCount += 1 }
      guard nodes[i].hasBox else {
        skipsBoxes = true
        continue
      }
      guard i > 0 else { continue }
      if nodes[Int(nodes[i].frameParent)].measure >= 0 { skipsBoxes = true }
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

  func sortItems(of box: Int, by styles: UnsafePointer<LayoutStyle>) {
    let start = Int(nodes[box].firstChild)
    var range = UnsafeMutableBufferPointer(start: children + start, count: Int(nodes[box].itemCount))
    // The index as second key keeps document order among equals; `sort` is not guaranteed to be stable.
    range.sort { styles[Int($0)].order != styles[Int($1)].order ? styles[Int($0)].order < styles[Int($1)].order : $0 < $1 }
  }

  /// Sets for the boxes of `range`, whose children are known, their width dependence on heights and their fixed-size items. Ancestors are
  /// left unchanged.
  func findWidthDependence(in range: Range<Int>) {
    // In reverse, children precede parents: their results are known when a box is visited.
    for i in range.reversed() {
      let node = nodes + i
      (fixedSizeItems + i).initialize(to: FixedSizeItem(node))
      guard !node.pointee.isSkipped else { continue }
      if node.pointee.ownWidthDependsOnHeight { node.pointee.widthDependsOnHeight = true }
      let p = Int(node.pointee.frameParent)
      if p >= range.lowerBound, node.pointee.passesWidthDependence { nodes[p].widthDependsOnHeight = true }
      if node.pointee.widthDependsOnHeight { node.pointee.contentDependsOnHeight = contentDependsOnHeight(i) }
    }
  }

  /// Whether browsers compute the content width of `box` again once its height is definite, as far as its descendants determine it.
  func contentDependsOnHeight(_ box: Int) -> Bool {
    let node = nodes + box
    // A column without children has no lines to break.
    if node.pointee.isColumn, node.pointee.isMultiLine { return node.pointee.itemCount + node.pointee.absoluteCount > 0 }
    let stretches = !node.pointee.isColumn && !node.pointee.isMultiLine
    let first = Int(node.pointee.firstChild)
    return (first..<first + Int(node.pointee.itemCount)).contains {
      let passed = nodes[Int(children[$0])].passedHeightDependence
      return passed == .relative || (passed == .automatic && stretches)
    }
  }

  /// Applies a changed style that does not change the box's place in the tree.
  ///
  /// Returns the ancestors whose `widthDependsOnHeight` changed as a result, nearest first.
  mutating func refill(_ box: Int, from style: UnsafePointer<LayoutStyle>) -> [Int32] {
    let node = nodes + box
    var new = FlexNode()
    (new.firstChild, new.itemCount, new.absoluteCount) = (node.pointee.firstChild, node.pointee.itemCount, node.pointee.absoluteCount)
    (new.frameParent, new.measure) = (node.pointee.frameParent, node.pointee.measure)
    (new.rightToLeft, new.isSkipped, new.hasBox) = (node.pointee.rightToLeft, node.pointee.isSkipped, node.pointee.hasBox)
    if new.hasBox { new.fill(from: style) }
    let passed = node.pointee.passedDependence
    if new.wrapsCorner != node.pointee.wrapsCorner {
      let index = Int32(truncatingIfNeeded: box)
      if new.wrapsCorner {
        wrappedCorners.insert(index, at: wrappedCorners.firstIndex { $0 > index } ?? wrappedCorners.count)
      } else {
        wrappedCorners.removeAll { $0 == index }
      }
    }
    node.pointee = new
    fixedSizeItems[box] = FixedSizeItem(node)
    return settleWidthDependence(of: box, passed: passed)
  }

  /// Updates the width dependence on heights of `box` and of its affected ancestors; returns those that changed.
  func settleWidthDependence(of box: Int, passed: FlexNode.Dependence) -> [Int32] {
    guard nodes[box].hasBox else { return [] }
    var changed: [Int32] = []
    var at = box
    var passedBefore = passed
    while true {
      let node = nodes + at
      let before = (node.pointee.widthDependsOnHeight, node.pointee.contentDependsOnHeight)
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
      node.pointee.contentDependsOnHeight = depends && contentDependsOnHeight(at)
      if at != box, before != (depends, node.pointee.contentDependsOnHeight) { changed.append(Int32(truncatingIfNeeded: at)) }
      let p = Int(node.pointee.frameParent)
      let passes = node.pointee.passedDependence
      if p < 0 || passes == passedBefore { return changed }
      passedBefore = nodes[p].passedDependence
      at = p
    }
  }
}

/// The engine's form of an immutable tree.
///
/// `@unchecked`: nothing is written after `init`, and the memory lives as long as the object.
final class PreparedTree: @unchecked Sendable {
  let tree: FlexTree
  let parents: [Int32]
  let frameParents: [Int32]

  init(_ styles: [LayoutStyle], _ boxes: [LayoutBuilder.Box], direction: LayoutDirection, maximumDepth: Int) {
    let tree = styles.withUnsafeBufferPointer { styles in
      boxes.withUnsafeBufferPointer { boxes in
        // Not read if the tree is empty.
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
