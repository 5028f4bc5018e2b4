internal import TesseraGeometry
internal import TesseraRender

extension SVGReading {
  /// Sets the fill and stroke of a shape from the element.
  func paint(_ shape: inout SVGShape, _ node: Int, _ state: State) {
    shape.fill = fill(of: node, bounds: shape.bounds, state)
    shape.stroke = stroke(of: node, bounds: shape.bounds, state)
    if let style = shape.stroke?.style, !style.dashes.isEmpty, let factor = lengthFactor(of: node, PathWalk(shape.path).length) {
      shape.stroke?.style.dashes = factor > 0 ? style.dashes.map { $0 * factor } : []
      shape.stroke?.style.dashOffset *= factor
    }
  }

  /// Length of a path divided by its `pathLength`; nil without one. Source: SVG 2, section 9.6.1.
  func lengthFactor(of node: Int, _ length: @autoclosure () -> Double) -> Double? {
    guard let text = attribute("pathLength", of: node), let claimed = svgNumber(text), claimed >= 0 else { return nil }
    let factor = claimed > 0 ? length() / claimed : 0
    return factor.isFinite ? factor : nil
  }

  func fill(of node: Int, bounds: Rect?, _ state: State) -> SVGFill? {
    if state.isInClip {
      return SVGFill(paint: .color(SVGColor(.black)), rule: inherited("clip-rule", of: node) == "evenodd" ? .evenOdd : .nonZero)
    }
    let rule: FillRule = inherited("fill-rule", of: node) == "evenodd" ? .evenOdd : .nonZero
    let value = inherited("fill", of: node).flatMap(SVGPaintValue.init) ?? .color(.black)
    guard let (paint, factor) = paint(value, of: node, attribute: "fill", bounds: bounds, state) else { return nil }
    return SVGFill(paint: paint, opacity: factor * share("fill-opacity", of: node), rule: rule)
  }

  func stroke(of node: Int, bounds: Rect?, _ state: State) -> SVGStroke? {
    guard !state.isInClip, let value = inherited("stroke", of: node).flatMap(SVGPaintValue.init) else { return nil }
    guard let (paint, factor) = paint(value, of: node, attribute: "stroke", bounds: bounds, state) else { return nil }
    var style = StrokeStyle(width: inheritedLength("stroke-width", of: node, state) ?? 1)
    guard style.width > 0 else { return nil }
    switch inherited("stroke-linecap", of: node) {
    case "round": style.cap = .round
    case "square": style.cap = .square
    default: break
    }
    switch inherited("stroke-linejoin", of: node) {
    case "round": style.join = .round
    case "bevel": style.join = .bevel
    case "miter-clip": style.join = .miterClip
    default: break
    }
    style.miterLimit = inherited("stroke-miterlimit", of: node).flatMap(svgNumber) ?? 4
    // A miter limit below 1 is an error; the stroke is then not drawn.
    guard style.miterLimit >= 1 else { return nil }
    style.dashes = dashes(of: node, state)
    style.dashOffset = inheritedLength("stroke-dashoffset", of: node, state) ?? 0
    return SVGStroke(paint: paint, opacity: factor * share("stroke-opacity", of: node), style: style)
  }

  private func inheritedLength(_ name: String, of node: Int, _ state: State) -> Double? {
    inherited(name, of: node).flatMap { pixels($0, .diagonal, of: node, state) }
  }

  private func share(_ name: String, of node: Int) -> Double {
    guard let text = inherited(name, of: node), let value = svgShare(text.trimmed) else { return 1 }
    return min(max(value, 0), 1)
  }

  private func dashes(of node: Int, _ state: State) -> [Double] {
    guard let text = inherited("stroke-dasharray", of: node), text != "none" else { return [] }
    var scanner = Scanner(text)
    var result: [Double] = []
    while let length = scanner.length() {
      result.append(pixels(length, .diagonal, of: node, state))
      scanner.skipSeparator()
    }
    scanner.skipSpaces()
    guard spend(.numbers, result.count, at: node) else { return [] }
    guard scanner.isAtEnd, result.allSatisfy({ $0 >= 0 }), result.reduce(0, +) > 0 else { return [] }
    return result
  }

  /// Returns the value of `currentColor` at an element.
  func currentColor(of node: Int) -> SVGColor {
    if let text = inherited("color", of: node), let color = SVGColor.parse(text.trimmed) { return SVGColor(color) }
    return SVGColor(.black, isCurrent: true)
  }

  /// Returns the paint and its additional opacity; nil if nothing is painted.
  private func paint(_ value: SVGPaintValue, of node: Int, attribute: String, bounds: Rect?, _ state: State) -> (SVGPaint, Double)? {
    switch value {
    case .none: return nil
    case .color(let color): return (.color(SVGColor(color.opacity(1))), 1)
    case .current:
      return (.color(currentColor(of: node)), 1)
    case .contextFill: return state.context?.fill.map { ($0.paint.moved(by: state.contextMap), $0.opacity) }
    case .contextStroke: return state.context?.stroke.map { ($0.paint.moved(by: state.contextMap), $0.opacity) }
    case .link(let id, let fallback):
      if let target = tree.ids[id] {
        if tree[target].tag == "pattern", let owner = tree.owner(of: attribute, around: node), cuts.contains(owner, target) { return nil }
        switch server(target, bounds: bounds, state) {
        case .paint(let paint): return (paint, 1)
        case .nothing: return nil
        case .unusable: break
        }
      }
      return fallback.flatMap { self.paint($0, of: node, attribute: attribute, bounds: bounds, state) }
    }
  }

  /// Result of a paint server.
  enum Served {
    case paint(SVGPaint)
    case nothing
    /// The server is missing or unusable; the fallback applies.
    case unusable
  }

  private func server(_ node: Int, bounds: Rect?, _ state: State) -> Served {
    switch tree[node].tag {
    case "linearGradient": gradient(node, isRadial: false, bounds: bounds, state)
    case "radialGradient": gradient(node, isRadial: true, bounds: bounds, state)
    case "pattern": pattern(node, bounds: bounds, state)
    default: .unusable
    }
  }

  // MARK: attributes of servers

  /// Returns the element and those that it inherits attributes from by reference.
  func templates(of node: Int) -> [Int] {
    var result = [node]
    while let next = tree.link(result[result.count - 1]), !result.contains(next), result.count < SVGLimits.references {
      result.append(next)
    }
    return result
  }

  private func gradient(_ node: Int, isRadial: Bool, bounds: Rect?, _ state: State) -> Served {
    let chain = templates(of: node).prefix { ["linearGradient", "radialGradient"].contains(tree[$0].tag) }
    func owner(_ name: String, sameKind: Bool = false) -> Int? {
      chain.first { attribute(name, of: $0) != nil && (!sameKind || tree[$0].tag == tree[node].tag) }
    }
    guard let stopOwner = chain.first(where: { tree[$0].children.contains { tree[$0].tag == "stop" } }) else { return .unusable }
    let stops = stops(of: stopOwner)
    guard let last = stops.last else {
      return .unusable
    }
    let units = owner("gradientUnits").map { self.units("gradientUnits", of: $0, default: .box) } ?? .box
    var transform = Transform.identity
    if let owner = owner("gradientTransform") {
      // Transforms that are not invertible are ignored.
      transform = self.transform(of: owner, state, "gradientTransform") ?? .identity
    }
    if units == .box {
      guard let bounds, bounds.width > 0, bounds.height > 0 else { return .unusable }
      transform = transform.then(bounds.unitTransform)
    }
    if stops.count == 1 { return .paint(.color(last.color)) }
    func value(_ name: String, _ axis: Axis, _ fallback: Double) -> Double {
      owner(name, sameKind: true).flatMap { length(name, axis, of: $0, state, units) } ?? fallback
    }
    func percent(_ n: Double, _ axis: Axis) -> Double { pixels(SVGLength(n, .percent), axis, of: node, state, units) }
    let kind: Shader.Kind
    if isRadial {
      let center = Point(value("cx", .x, percent(50, .x)), value("cy", .y, percent(50, .y)))
      let r = value("r", .diagonal, percent(50, .diagonal))
      guard r > 0 else { return .paint(.color(last.color)) }
      let focus = Point(value("fx", .x, center.x), value("fy", .y, center.y))
      kind = .radial(center: center, radius: r, focus: focus, focalRadius: max(0, value("fr", .diagonal, 0)))
    } else {
      let from = Point(value("x1", .x, 0), value("y1", .y, 0))
      kind = .linear(from: from, to: Point(value("x2", .x, percent(100, .x)), value("y2", .y, 0)))
    }
    let spread = owner("spreadMethod").flatMap { attribute("spreadMethod", of: $0) }.flatMap(GradientSpread.init) ?? .pad
    return .paint(.gradient(SVGGradient(kind: kind, stops: stops, spread: spread, transform: transform)))
  }

  private func stops(of node: Int) -> [(offset: Double, color: SVGColor)] {
    if let known = stops[node] { return known }
    var result: [(offset: Double, color: SVGColor)] = []
    for stop in tree[node].children where tree[stop].tag == "stop" {
      let offset = attribute("offset", of: stop).flatMap { svgShare($0.trimmed) } ?? 0
      var color = SVGColor(.black)
      switch attribute("stop-color", of: stop)?.trimmed {
      case "currentColor", "currentcolor": color = currentColor(of: stop)
      case let text?: color = SVGColor.parse(text).map { SVGColor($0) } ?? SVGColor(.black)
      case nil: break
      }
      let opacity = attribute("stop-opacity", of: stop).flatMap { svgShare($0.trimmed) } ?? 1
      result.append((max(min(max(offset, 0), 1), result.last?.offset ?? 0), color.opacity(min(max(opacity, 0), 1))))
    }
    guard spend(.numbers, 4 * result.count, at: node) else { return [] }
    stops[node] = result
    return result
  }

  private func pattern(_ node: Int, bounds: Rect?, _ state: State) -> Served {
    let chain = templates(of: node).prefix { tree[$0].tag == "pattern" }
    func owner(_ name: String) -> Int? { chain.first { attribute(name, of: $0) != nil } }
    guard let content = chain.first(where: { !tree[$0].children.isEmpty }) else { return .nothing }
    let units = owner("patternUnits").map { self.units("patternUnits", of: $0, default: .box) } ?? .box
    let contentUnits = owner("patternContentUnits").map { self.units("patternContentUnits", of: $0, default: .user) } ?? .user
    func value(_ name: String, _ axis: Axis) -> Double { owner(name).flatMap { length(name, axis, of: $0, state, units) } ?? 0 }
    var rect = Rect(value("x", .x), value("y", .y), value("width", .x), value("height", .y))
    guard rect.width > 0, rect.height > 0 else { return .nothing }
    let viewBox = owner("viewBox").flatMap { attribute("viewBox", of: $0) }.flatMap(Rect.init(viewBox:))
    if units == .box || (contentUnits == .box && viewBox == nil) {
      guard let bounds, bounds.width > 0, bounds.height > 0 else { return .unusable }
      if units == .box { rect = bounds.unitTransform.apply(rect) }
    }
    var transform = Transform.identity
    if let owner = owner("patternTransform") {
      guard let own = self.transform(of: owner, state, "patternTransform") else { return .nothing }
      transform = own
    }
    var group = SVGGroup()
    if let viewBox {
      let aspect =
        owner("preserveAspectRatio").flatMap { attribute("preserveAspectRatio", of: $0) }.flatMap(SVGAspect.init) ?? SVGAspect()
      group.transform = aspect.transform(from: viewBox, to: Rect(size: rect.size))
    } else if contentUnits == .box, let bounds {
      group.transform = .scale(bounds.width, bounds.height)
    }
    var inner = State(viewBox: state.viewBox)
    inner.markers = state.markers
    let done: Bool? = once(content) {
      addChildren(of: content, inner, to: &group)
      return true
    }
    guard done == true, !group.children.isEmpty else { return .nothing }
    group.measure()
    return .paint(.pattern(SVGPattern(rect: rect, transform: transform, content: group)))
  }
}

extension SVGPaint {
  /// Returns the paint for a position from which `map` leads to the paint's own.
  func moved(by map: Transform) -> SVGPaint {
    guard !map.isIdentity, let inverse = map.inverse else { return self }
    switch self {
    case .color: return self
    case .gradient(var gradient):
      gradient.transform = gradient.transform.then(inverse)
      return .gradient(gradient)
    case .pattern(let pattern):
      return .pattern(SVGPattern(rect: pattern.rect, transform: pattern.transform.then(inverse), content: pattern.content))
    }
  }
}
