import TesseraGeometry

/// Corner of a box with a badge that the box makes space for. The badge is the content of the box's last absolute child, an empty box that
/// centres its items. The margin of the box grows by the part of the badge that extends beyond the corner.
///
/// Not CSS, where no box depends on the size of another box. Implements `Corner(wraps:)`.
enum WrappedCorner: UInt8, Sendable { case none, topStart, topEnd, bottomStart, bottomEnd }

/// Margin of a box with a badge on its corner.
struct CornerMargin {
  let box: Int32
  let margin: ResolvedEdges
}

// Margins that depend on the size of a badge. They are computed first, since that size depends on nothing outside.
extension LayoutEngine {
  /// Computes all corner margins, and invalidates the boxes with a changed one.
  mutating func resolveCornerMargins() {
    guard !(tree.wrappedCorners.isEmpty && cornerMargins.isEmpty) else { return }
    // A copy, since marked boxes are added to the queue.
    let changed = queue
    for box in changed { invalidateBelowCorners(from: Int(box)) }
    // In reverse: badges inside a badge are first.
    for k in tree.wrappedCorners.indices.reversed() {
      let box = Int(tree.wrappedCorners[k])
      let new = measureCornerMargin(box)
      if let at = cornerMarginIndex(box) {
        let old = cornerMargins[at].margin
        guard old.left != new.left || old.top != new.top || old.right != new.right || old.bottom != new.bottom else { continue }
        cornerMargins[at] = CornerMargin(box: Int32(truncatingIfNeeded: box), margin: new)
      } else {
        let at = cornerMargins.firstIndex { Int($0.box) > box } ?? cornerMargins.count
        cornerMargins.insert(CornerMargin(box: Int32(truncatingIfNeeded: box), margin: new), at: at)
      }
      guard retains else { continue }
      markDirty(box, .style)
      invalidateBelowCorners(from: box)
    }
    if cornerMargins.count > tree.wrappedCorners.count {
      let listed = Set(tree.wrappedCorners)
      cornerMargins.removeAll { !listed.contains($0.box) }
    }
  }

  /// Returns the corner margin of a box, or zero if it is not computed.
  mutating func cornerMargin(of node: UnsafeMutablePointer<FlexNode>) -> ResolvedEdges {
    cornerMarginIndex(node - nodes).map { cornerMargins[$0].margin } ?? ResolvedEdges()
  }

  /// Renumbers the margins after the boxes in `range` were removed; later ones move by `shift`.
  mutating func renumberCornerMargins(from range: Range<Int>, by shift: Int) {
    guard !cornerMargins.isEmpty else { return }
    cornerMargins = cornerMargins.compactMap { entry in
      if range.contains(Int(entry.box)) { return nil }
      return Int(entry.box) < range.upperBound
        ? entry : CornerMargin(box: entry.box + Int32(truncatingIfNeeded: shift), margin: entry.margin)
    }
  }

  /// Returns the index of the margin of a box in the list, which is sorted by box.
  private mutating func cornerMarginIndex(_ box: Int) -> Int? {
    var low = 0
    var high = cornerMargins.count
    while low < high {
      let middle = (low + high) / 2
      if Int(cornerMargins[middle].box) < box { low = middle + 1 } else { high = middle }
    }
    return low < cornerMargins.count && Int(cornerMargins[low].box) == box ? low : nil
  }

  /// Returns the child of `box` at its corner.
  private mutating func cornerChild(of box: Int) -> Int? {
    let node = nodes + box
    guard node.pointee.hasBox, node.pointee.absoluteCount > 0 else { return nil }
    return Int(children[Int(node.pointee.firstChild + node.pointee.itemCount + node.pointee.absoluteCount) - 1])
  }

  private mutating func measureCornerMargin(_ box: Int) -> ResolvedEdges {
    guard let corner = cornerChild(of: box) else { return ResolvedEdges() }
    // Items of a box without a size, as `flexLayout` makes them.
    let mark = itemTop
    var flex = FlexContainer(&self, corner, bp: ResolvedEdges(), innerWidth: 0, innerHeight: 0)
    makeItems(&flex)
    var size = Size.zero
    for k in 0..<flex.itemCount {
      let item = items[flex.firstItem + k]
      size.width += item.outerHypotheticalMainSize
      let measured = layout(Int(item.box), itemConstraint(flex, item, line: nil), LayoutMode())
      size.height = max(size.height, measured.height + item.margin.height)
    }
    itemTop = mark
    // The margins of the corner box are the offset: towards the end of the line, and down.
    let rtl = nodes[box].rightToLeft
    let offset = margins(nodes + corner, indefinite)
    let place = styles[box].wrappedCorner
    let isStart = place == .topStart || place == .bottomStart
    let isTop = place == .topStart || place == .topEnd
    let x = rtl ? offset.right : offset.left
    let outX = (size.width / 2 + (isStart ? -x : x)).clampedAtZero
    let outY = (size.height / 2 + (isTop ? -offset.top : offset.top)).clampedAtZero
    return ResolvedEdges(
      left: isStart != rtl ? outX : 0, top: isTop ? outY : 0, right: isStart != rtl ? 0 : outX, bottom: isTop ? 0 : outY)
  }

  /// Drops the cached sizes of boxes from a dirty one up to the outermost corner around it, and marks them.
  private mutating func invalidateBelowCorners(from changed: Int) {
    var path: [Int] = []
    var at = changed
    while at >= 0, nodes[at].hasBox {
      let above = Int(nodes[at].frameParent)
      if above >= 0, nodes[above].wrapsCorner, cornerChild(of: above) == at {
        for box in path {
          markDirty(box, .style)
          invalidateSizes(of: box)
        }
        path.removeAll(keepingCapacity: true)
      }
      path.append(at)
      at = above
    }
  }
}
