// Insertion and removal of boxes in a retained tree.
extension FlexTree {
  /// Replaces the boxes of `range`, whole subtrees below box `parent`, with `count` others.
  ///
  /// `styles` and `boxes` already have the new contents. Returns the ancestors whose data changed.
  ///
  /// - Complexity: linear in the new boxes, plus a move of the later ones. Their indices are renumbered; their styles are not read.
  mutating func replace(
    _ range: Range<Int>, below parent: Int, by count: Int, _ styles: UnsafePointer<LayoutStyle>,
    _ boxes: UnsafePointer<LayoutBuilder.Box>, direction: LayoutDirection, maximumDepth: Int
  ) -> [Int32] {
    let owner = Int(frameParent(below: parent, styles))
    let before = nodes[owner]
    let passed = before.passedDependence
    let oldLists =
      Int(
        range.lowerBound < self.count ? nodes[range.lowerBound].firstChild : Int32(truncatingIfNeeded: childCount))..<Int(
        range.upperBound < self.count ? nodes[range.upperBound].firstChild : Int32(truncatingIfNeeded: childCount))
    let ownList = Int(before.firstChild)..<Int(before.firstChild + before.itemCount + before.absoluteCount)
    let newRoom = room.replacing(range, of: self.count, by: count)
    nodes = BoxStorage.replace(nodes, self.count, range, by: count, from: room, to: newRoom)
    fixedSizeItems = BoxStorage.replace(fixedSizeItems, self.count, range, by: count, from: room, to: newRoom)
    room = newRoom
    let shift = count - range.count
    self.count += shift
    let new = range.lowerBound..<range.lowerBound + count
    nodes[owner].itemCount = 0
    nodes[owner].absoluteCount = 0
    if !wrappedCorners.isEmpty {
      wrappedCorners.removeAll { range.contains(Int($0)) }
      for k in wrappedCorners.indices where Int(wrappedCorners[k]) >= range.upperBound {
        wrappedCorners[k] += Int32(truncatingIfNeeded: shift)
      }
    }
    let kept = wrappedCorners.count
    fill(new, styles, boxes, direction: direction, maximumDepth: maximumDepth)
    if kept > 0, wrappedCorners.count > kept { wrappedCorners.sort() }
    let newCount = new.reduce(0) { $0 + Int(nodes[$1].itemCount + nodes[$1].absoluteCount) }
    var lists = [Int32](repeating: 0, count: newCount)
    _ = lists.withUnsafeMutableBufferPointer { buffer in
      // An empty list has no memory, and nothing is written to it.
      list(new, from: 0, into: buffer.baseAddress ?? children)
    }
    let own = ownChildren(ownList, before, range, new, owner)
    // Entries before it are uninitialized gaps.
    for k in 0..<childCount where children[k] >= Int32(truncatingIfNeeded: range.upperBound) {
      children[k] += Int32(truncatingIfNeeded: shift)
    }
    let listShift = newCount - oldLists.count
    let ownShift = own.count - ownList.count
    let firstList = oldLists.lowerBound + ownShift
    // The owner's list precedes those of its descendants. Lists that shrink are replaced first, so that nothing is moved twice.
    if ownShift <= 0 {
      replaceChildren(ownList, by: own.count)
      replaceChildren(oldLists.lowerBound + ownShift..<oldLists.upperBound + ownShift, by: newCount)
    } else {
      replaceChildren(oldLists, by: newCount)
      replaceChildren(ownList, by: own.count)
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
    fixedSizeItems[owner] = FixedSizeItem(nodes + owner)
    var changed = settleWidthDependence(of: owner, passed: passed)
    if nodes[owner].differsForParent(from: before) { changed.append(Int32(truncatingIfNeeded: owner)) }
    return changed
  }

  private mutating func replaceChildren(_ range: Range<Int>, by count: Int) {
    let newRoom = childRoom.replacing(range, of: childCount, by: count)
    children = BoxStorage.replace(children, childCount, range, by: count, from: childRoom, to: newRoom)
    childRoom = newRoom
    childCount += count - range.count
  }

  /// Returns the child list of `owner` after boxes `new` replaced those of `range`, items first; counts them.
  private func ownChildren(_ list: Range<Int>, _ before: FlexNode, _ range: Range<Int>, _ new: Range<Int>, _ owner: Int) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(list.count + new.count)
    let shift = Int32(truncatingIfNeeded: new.count - range.count)
    let end = Int32(truncatingIfNeeded: range.upperBound)
    let start = Int32(truncatingIfNeeded: range.lowerBound)
    func append(_ part: Range<Int>, absolute: Bool) {
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
          // Items moved by `order` are sorted later.
          if !hasNew { addNew() }
          result.append(box + shift)
        }
      }
      if !hasNew { addNew() }
    }
    let middle = list.lowerBound + Int(before.itemCount)
    append(list.lowerBound..<middle, absolute: false)
    nodes[owner].itemCount = Int32(truncatingIfNeeded: result.count)
    append(middle..<list.upperBound, absolute: true)
    nodes[owner].absoluteCount = Int32(truncatingIfNeeded: result.count) - nodes[owner].itemCount
    return result
  }
}
