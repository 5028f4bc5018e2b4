internal import TesseraGeometry
public import TesseraLayout

extension SafeArea {
  /// Appends the box and its children.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle {
      $0.boxSizing = .borderBox
      $0.direction = .column
    }
    adjust(&style)
    builder.name("SafeArea", isSpec: true)
    func fill(_ style: inout LayoutStyle) {
      if style.height.isAuto, style.aspectRatio == nil, style.position != .absolute { style.flexGrow = max(style.flexGrow, 1) }
    }
    guard let pass = builder.userInfo as? LayoutCollector else {
      return builder.container(style: style) { inner in for child in children { child.append(to: &inner, adjust: fill) } }
    }
    let style0 = pass.recordSafeArea(edges, style: style, in: builder)
    builder.container(style: style0) { inner in
      pass.inSafeArea(edges) { for child in children { child.append(to: &inner, adjust: fill) } }
    }
  }
}

extension RetainedNodes {
  /// Returns the limits of the safe area around box `box`: those of the stage, moved by the nodes above it, and its own, with additional insets.
  /// O(depth).
  func safeAreaLimits(around box: Int, _ space: SafeAreaSpace) -> SafeAreaLimits {
    guard let layout else { return SafeAreaLimits(space) }
    var box = box
    while box >= 0, nodeOfBox[box] < 0 { box = layout.frameParent(at: box) }
    var (node, scopes) = (box < 0 ? -1 : Int(nodeOfBox[box]), [Int]())
    while node >= 0 {
      if entries[node].properties.value.additionalSafeAreaInsets != .zero { scopes.append(node) }
      node = Int(entries[node].parent)
    }
    return scopes.reversed().reduce(SafeAreaLimits(space)) { limits, node in
      limits.adding(entries[node].properties.value.additionalSafeAreaInsets, to: boxFrames[Int(entries[node].box)])
    }
  }
}
