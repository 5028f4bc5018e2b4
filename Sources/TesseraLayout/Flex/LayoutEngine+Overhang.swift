import TesseraGeometry

/// On which corner of a box its last absolute child sits with a zero-sized box that centres its items: the box gets a margin as wide as these stick out.
///
/// Not CSS, where no box looks at the size of another one: `Corner(wraps:)` is made of it.
enum Overhang: UInt8, Sendable { case none, topStart, topEnd, bottomStart, bottomEnd }

/// The margin that an overhang comes to.
struct OverhangMargin {
  let box: Int32
  let margin: Strut
}

// Margins that follow from the size of what sits on a corner: known before anything else is laid out, as that looks at nothing outside.
extension LayoutEngine {
  /// Works out the margins of all overhangs, and has the boxes laid out again whose margin is another than before.
  mutating func settleOverhangs() {
    guard !(tree.overhangs.isEmpty && overhangs.isEmpty) else { return }
    // A copy: what is marked goes into the queue.
    let changed = queue
    for box in changed { forgetBelowCorners(from: Int(box)) }
    // Backwards: what is inside an element on a corner comes first.
    for k in tree.overhangs.indices.reversed() {
      let box = Int(tree.overhangs[k])
      let new = overhangMargin(box)
      if let at = overhangIndex(box) {
        let old = overhangs[at].margin
        guard old.left != new.left || old.top != new.top || old.right != new.right || old.bottom != new.bottom else { continue }
        overhangs[at] = OverhangMargin(box: Int32(truncatingIfNeeded: box), margin: new)
      } else {
        let at = overhangs.firstIndex { Int($0.box) > box } ?? overhangs.count
        overhangs.insert(OverhangMargin(box: Int32(truncatingIfNeeded: box), margin: new), at: at)
      }
      guard retains else { continue }
      mark(box, .style)
      forgetBelowCorners(from: box)
    }
    if overhangs.count > tree.overhangs.count {
      let listed = Set(tree.overhangs)
      overhangs.removeAll { !listed.contains($0.box) }
    }
  }

  /// The margin that the overhang of a box comes to, as far as it is worked out.
  mutating func overhang(of node: UnsafeMutablePointer<FlexNode>) -> Strut {
    overhangIndex(node - nodes).map { overhangs[$0].margin } ?? Strut()
  }

  /// Renumbers the margins, as the boxes in `range` go and those after it move by `shift`.
  mutating func moveOverhangs(from range: Range<Int>, by shift: Int) {
    guard !overhangs.isEmpty else { return }
    overhangs = overhangs.compactMap { entry in
      if range.contains(Int(entry.box)) { return nil }
      return Int(entry.box) < range.upperBound
        ? entry : OverhangMargin(box: entry.box + Int32(truncatingIfNeeded: shift), margin: entry.margin)
    }
  }

  /// Where the margin of a box is in the list, which is sorted by box.
  private mutating func overhangIndex(_ box: Int) -> Int? {
    var low = 0
    var high = overhangs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(overhangs[middle].box) < box { low = middle + 1 } else { high = middle }
    }
    return low < overhangs.count && Int(overhangs[low].box) == box ? low : nil
  }

  /// The child of `box` that sits on its corner.
  private mutating func cornerChild(of box: Int) -> Int? {
    let node = nodes + box
    guard node.pointee.hasBox, node.pointee.absoluteCount > 0 else { return nil }
    return Int(children[Int(node.pointee.firstChild + node.pointee.itemCount + node.pointee.absoluteCount) - 1])
  }

  private mutating func overhangMargin(_ box: Int) -> Strut {
    guard let corner = cornerChild(of: box) else { return Strut() }
    // The items of a box without a size, as `flexLayout` finds them.
    let mark = itemTop
    var flex = FlexContainer(&self, corner, bp: Strut(), innerWidth: 0, innerHeight: 0)
    makeItems(&flex)
    var size = Size.zero
    for k in 0..<flex.itemCount {
      let item = items[flex.firstItem + k]
      size.width += item.hypotheticalOuter
      let measured = layout(Int(item.box), itemSpace(flex, item, line: nil), LayoutGoal())
      size.height = max(size.height, measured.height + item.margin.height)
    }
    itemTop = mark
    // The margins of the corner move it to the end of the lines and down.
    let rtl = nodes[box].rightToLeft
    let offset = margins(nodes + corner, indefinite)
    let place = styles[box].overhang
    let isStart = place == .topStart || place == .bottomStart
    let isTop = place == .topStart || place == .topEnd
    let x = rtl ? offset.right : offset.left
    let outX = (size.width / 2 + (isStart ? -x : x)).clampedAtZero
    let outY = (size.height / 2 + (isTop ? -offset.top : offset.top)).clampedAtZero
    return Strut(
      left: isStart != rtl ? outX : 0, top: isTop ? outY : 0, right: isStart != rtl ? 0 : outX, bottom: isTop ? 0 : outY)
  }

  /// Forgets what boxes from a changed one up to the outermost corner around it have answered, and marks them.
  private mutating func forgetBelowCorners(from changed: Int) {
    var path: [Int] = []
    var at = changed
    while at >= 0, nodes[at].hasBox {
      let above = Int(nodes[at].frameParent)
      if above >= 0, nodes[above].hasOverhang, cornerChild(of: above) == at {
        for box in path {
          mark(box, .style)
          forgetAnswers(of: box)
        }
        path.removeAll(keepingCapacity: true)
      }
      path.append(at)
      at = above
    }
  }
}
