internal import TesseraGeometry
internal import TesseraRender

extension SVGReading {
  /// Adds the target of a `use`, which is its child in the tree.
  func addUse(_ node: Int, _ state: State, to group: inout SVGGroup) {
    guard let child = tree[node].children.first, isShown(child) else { return }
    let shift = Transform.translation(length("x", .x, of: node, state) ?? 0, length("y", .y, of: node, state) ?? 0)
    if state.isInClip {
      // A `use` in a clip path may only refer directly to a shape or text.
      guard Self.shapes.contains(tree[child].tag) || tree[child].tag == "text" else { return }
    }
    var inner = state
    inner.useSize = (length("width", .x, of: node, state), length("height", .y, of: node, state))
    inner.contextMap = shift
    inner.context = nil
    if !state.isMeasuring, mentionsContext(child) {
      // Context paints may be relative to the bounding box of the drawn content.
      var measured = SVGGroup()
      var measuring = inner
      measuring.isMeasuring = true
      addUsed(child, node, measuring, to: &measured)
      measured.measure()
      let bounds = measured.bounds.map(shift.apply)
      inner.context = Context(fill: fill(of: node, bounds: bounds, state), stroke: stroke(of: node, bounds: bounds, state))
    }
    var moved = SVGGroup()
    moved.transform = shift
    addUsed(child, node, inner, to: &moved)
    moved.measure()
    if !moved.children.isEmpty { append(moved, to: &group) }
  }

  private func addUsed(_ child: Int, _ use: Int, _ state: State, to group: inout SVGGroup) {
    var state = state
    switch tree[child].tag {
    case "symbol": addSymbol(child, state, to: &group)
    case "svg": add(child, state, to: &group)
    default:
      state.useSize = (nil, nil)
      add(child, state, to: &group)
    }
  }

  /// Whether a descendant takes its paint from the context.
  private func mentionsContext(_ node: Int) -> Bool {
    let own = ["fill", "stroke"].contains { attribute($0, of: node)?.hasPrefix("context-") == true }
    return own || tree[node].children.contains(where: mentionsContext)
  }

  private func addSymbol(_ symbol: Int, _ state: State, to group: inout SVGGroup) {
    addGroup(symbol, state, to: &group) { group, state in
      var inner = state
      inner.useSize = (nil, nil)
      self.addViewport(symbol, self.viewport(symbol, state), inner, to: &group)
    }
  }

  /// Adds a nested `svg`.
  func addNested(_ node: Int, _ state: State, to group: inout SVGGroup) {
    var inner = state
    inner.useSize = (nil, nil)
    addViewport(node, viewport(node, state), inner, to: &group)
  }

  /// Returns the viewport of a symbol or nested `svg`: its own geometry, overridden by the size of the enclosing `use`.
  private func viewport(_ node: Int, _ state: State) -> Rect {
    Rect(
      length("x", .x, of: node, state) ?? 0, length("y", .y, of: node, state) ?? 0,
      state.useSize.width ?? length("width", .x, of: node, state) ?? state.viewBox.width,
      state.useSize.height ?? length("height", .y, of: node, state) ?? state.viewBox.height)
  }

  /// Adds the children of an element with a `viewBox` into `rect`, clipped to it unless overflow is visible.
  private func addViewport(_ node: Int, _ rect: Rect, _ state: State, to group: inout SVGGroup) {
    guard rect.width > 0, rect.height > 0 else { return }
    var content = SVGGroup()
    var inner = state
    content.transform = .translation(rect.minX, rect.minY)
    inner.viewBox = Rect(size: rect.size)
    if let text = attribute("viewBox", of: node) {
      if let box = Rect(viewBox: text) {
        let aspect = attribute("preserveAspectRatio", of: node).flatMap(SVGAspect.init) ?? SVGAspect()
        content.transform = aspect.transform(from: box, to: rect)
        inner.viewBox = box
      } else if svgNumbers(text)?.count == 4 {
        // An empty box shows nothing.
        return
      }
    }
    addChildren(of: node, inner, to: &content)
    content.measure()
    guard !content.children.isEmpty else { return }
    let overflow = attribute("overflow", of: node)
    guard overflow != "visible", overflow != "auto" else { return append(content, to: &group) }
    var clipped = SVGGroup()
    clipped.clip = Self.clip(to: rect)
    append(content, to: &clipped)
    clipped.measure()
    append(clipped, to: &group)
  }

  /// Returns a clip to a rectangle.
  static func clip(to rect: Rect) -> SVGClip {
    var path = Path()
    path.add(rect)
    var content = SVGGroup()
    content.children = [.shape(SVGShape(path: path, fill: SVGFill(paint: .color(SVGColor(.black))), bounds: rect))]
    content.measure()
    return SVGClip(transform: .identity, clip: nil, content: content)
  }

  // MARK: clips and masks

  /// Returns the clip of `clipPath` for an element with these bounds; nil if the element is not drawn.
  func clip(_ node: Int, bounds: Rect?, _ state: State) -> SVGClip? {
    once(node) {
      guard var transform = transform(of: node, state) else { return nil }
      if units("clipPathUnits", of: node, default: .user) == .box {
        guard let bounds, bounds.width > 0, bounds.height > 0 else { return nil }
        transform = bounds.unitTransform.then(transform)
      }
      var outer: SVGClip?
      if let value = attribute("clip-path", of: node), value != "none", let (id, _) = svgLink(value), let target = tree.ids[id],
        tree[target].tag == "clipPath"
      {
        if !active.contains(target) {
          guard let clip = clip(target, bounds: bounds, state) else { return nil }
          outer = clip
        }
      }
      var inner = State(viewBox: state.viewBox)
      inner.isInClip = true
      var group = SVGGroup()
      for child in tree[node].children where Self.shapes.contains(tree[child].tag) || ["text", "use"].contains(tree[child].tag) {
        add(child, inner, to: &group)
      }
      group.measure()
      return SVGClip(transform: transform, clip: outer, content: group)
    }
  }

  /// Returns the mask of `mask` for an element with these bounds; nil if the element is not drawn.
  func mask(_ node: Int, bounds: Rect?, _ state: State) -> SVGMask? {
    once(node) {
      let units = units("maskUnits", of: node, default: .box)
      let contentUnits = self.units("maskContentUnits", of: node, default: .user)
      func value(_ name: String, _ axis: Axis, _ percent: Double) -> Double {
        length(name, axis, of: node, state, units) ?? pixels(SVGLength(percent, .percent), axis, of: node, state, units)
      }
      var rect = Rect(value("x", .x, -10), value("y", .y, -10), value("width", .x, 120), value("height", .y, 120))
      guard rect.width > 0, rect.height > 0 else { return nil }
      var content = SVGGroup()
      if units == .box || contentUnits == .box {
        guard let bounds, bounds.width > 0, bounds.height > 0 else { return nil }
        if units == .box { rect = bounds.unitTransform.apply(rect) }
        if contentUnits == .box { content.transform = bounds.unitTransform }
      }
      var outer: SVGMask?
      if let value = attribute("mask", of: node), value != "none", let (id, _) = svgLink(value), let target = tree.ids[id],
        tree[target].tag == "mask", !cuts.contains(node, target), !active.contains(target)
      {
        guard let mask = mask(target, bounds: bounds, state) else { return nil }
        outer = mask
      }
      let isAlpha = attribute("mask-type", of: node) == "alpha"
      let isLinear = inherited("color-interpolation", of: node) == "linearRGB"
      addChildren(of: node, State(viewBox: state.viewBox), to: &content)
      content.measure()
      return SVGMask(kind: isAlpha ? .alpha : isLinear ? .linearLuminance : .luminance, rect: rect, mask: outer, content: content)
    }
  }
}
