package import TesseraGeometry
package import TesseraLayout

// Nodes of size 0 that contain nodes which fill the available space. Usually a size is missing.

extension Stage {
  /// Reports nodes of size 0 with content that would be visible, the outermost of each branch, once for each node.
  /// - Complexity: linear in the nodes that the layout changed.
  func reportEmptyNodes(_ tree: PaintTree) {
    for (new, _) in tree.changes.touched {
      let i = Int(new)
      guard Int(tree.end[i]) > i + 1, tree.frames[i].size.hasNoRoom, !tree.states[i].isEmptinessReported else { continue }
      if let axis = tree.emptyContentAxis(i) { reportEmptyContent(tree, of: Int(tree.parent[i]), along: axis) }
      guard let axis = tree.emptyAxis(i), let waiting = tree.waitingForRoom(below: i, along: axis) else { continue }
      tree.states[i].isEmptinessReported = true
      let length = axis == .vertical ? "height" : "width"
      let need =
        waiting.style.hasShare(of: axis)
        ? "has a share of its \(length), which follows from the content" : "fills the free space, and there is none"
      report(
        StageError(
          activity: .layout, node: tree.nodes[i].path,
          reason:
            "has \(length) 0, so that its content is invisible: \(waiting.description) in it \(need); `expand()` (flexGrow: 1) gives the node the free space, \(length) a fixed size"
        ))
    }
  }

  /// Reports a node, once, in which only its border and padding have space.
  private func reportEmptyContent(_ tree: PaintTree, of i: Int, along axis: Axis) {
    guard !tree.states[i].isEmptinessReported else { return }
    tree.states[i].isEmptinessReported = true
    let length = axis == .vertical ? "height" : "width"
    report(
      StageError(
        activity: .layout, node: tree.nodes[i].path,
        reason:
          "has \(length) 0 within its bar, border and padding, so that its content is invisible; `expand()` (flexGrow: 1) gives the node the free space, \(length) a fixed size"
      ))
  }
}

extension Size {
  fileprivate var hasNoRoom: Bool { width == 0 || height == 0 }
}

extension PaintTree {
  /// Returns the axis along which node `i` has size 0, if it is invisible, its parent has space, and its style does not request the size;
  /// else nil.
  fileprivate func emptyAxis(_ i: Int) -> Axis? {
    let above = Int(parent[i])
    guard above >= 0, !frames[above].size.hasNoRoom, subtreeBounds[i].isEmpty, properties[i].value.opacity > 0 else { return nil }
    guard let axis = Axis.allCases.first(where: { frames[i].size[$0] == 0 }), !nodes[i].style.asksForNoRoom(along: axis) else { return nil }
    var at = i
    while at >= 0 {
      if properties[at].value.isHidden { return nil }
      at = Int(parent[at])
    }
    return axis
  }

  /// Returns the axis along which node `i` has size 0 although its type stretches it over the content area of its supernode, as that of a screen
  /// does; else nil.
  fileprivate func emptyContentAxis(_ i: Int) -> Axis? {
    let above = Int(parent[i])
    guard above >= 0, !frames[above].size.hasNoRoom, properties[above].value.clipsToBounds, nodes[i].hooks.styleAdjusting != nil else {
      return nil
    }
    let style = nodes[i].layoutSnapshot().style
    return Axis.allCases.first { frames[i].size[$0] == 0 && style.isStretched(along: $0) && !nodes[above].style.asksForNoRoom(along: $0) }
  }

  /// Returns the first node below `i` that fills the available space and has no size; nil if there is none.
  fileprivate func waitingForRoom(below i: Int, along axis: Axis) -> AnyNode? {
    // Lists report rows whose minimum is a share.
    let countsMinimum = parent[i] < 0 || !nodes[Int(parent[i])].scrollsSubnodes
    // Maximum number of visited nodes.
    for below in i + 1..<min(Int(end[i]), i + 65) {
      let node = nodes[below]
      // Types stretch screens, which have content, and bars and shades, which have none.
      let isAdjusted = end[below] > Int32(below) + 1 && node.hooks.styleAdjusting != nil
      let style = isAdjusted ? node.layoutSnapshot().style : node.style
      guard !style.asksForNoRoom(along: axis) else { continue }
      if node.scrollsSubnodes || style.takesRoom(along: axis, countsMinimum) || isAdjusted && style.isStretched(along: axis) { return node }
    }
    return nil
  }
}

extension LayoutStyle {
  /// Returns whether the style sets a length of 0 along the axis.
  package func asksForNoRoom(along axis: Axis) -> Bool {
    func isZero(_ length: Dimension) -> Bool {
      switch length {
      case .points(let length), .percent(let length): length == 0
      default: false
      }
    }
    return axis == .vertical ? isZero(height) || isZero(maxHeight) : isZero(width) || isZero(maxWidth)
  }

  /// Returns whether a node uses a share of the available space.
  fileprivate func takesRoom(along axis: Axis, _ countsMinimum: Bool) -> Bool {
    flexGrow > 0 || hasShare(of: axis, countsMinimum)
  }

  /// Returns whether an absolute position ties both edges to the node's above, as a screen does.
  fileprivate func isStretched(along axis: Axis) -> Bool {
    position == .absolute && (axis == .vertical ? inset.top != .auto && inset.bottom != .auto : inset.left != .auto && inset.right != .auto)
  }

  /// Returns whether the length, or its minimum if that counts, is a percentage.
  fileprivate func hasShare(of axis: Axis, _ countsMinimum: Bool = true) -> Bool {
    let lengths = (axis == .vertical ? [height, minHeight] : [width, minWidth]).prefix(countsMinimum ? 2 : 1)
    return lengths.contains { if case .percent(let share) = $0 { share > 0 } else { false } }
  }
}

extension AnyNode {
  /// Types and ids of the node and its ancestors, outermost first: `screens > screen > table rooms`. Any thread.
  package final var path: String {
    // Maximum number of names.
    let chain = Array(([self] + supernodes).prefix(9))
    let names = chain.prefix(8).reversed().map(\.description)
    return (chain.count > 8 ? "… > " : "") + names.joined(separator: " > ")
  }
}
