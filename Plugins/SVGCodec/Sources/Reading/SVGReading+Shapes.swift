internal import TesseraGeometry
internal import TesseraRender

/// Path of a shape with its bounds.
struct SVGOutline: Sendable {
  var path: Path
  var bounds: Rect
}

extension SVGReading {
  /// Adds a shape with its paints and markers.
  func addShape(_ node: Int, _ state: State, to group: inout SVGGroup) {
    guard count(node), let outline = outline(of: node, state) else { return }
    var shape = SVGShape(path: outline.path, bounds: outline.bounds)
    shape.isAliased = ["optimizeSpeed", "crispEdges"].contains(inherited("shape-rendering", of: node) ?? "")
    paint(&shape, node, state)
    let hasMarkers = !state.isInClip && ["path", "line", "polyline", "polygon"].contains(tree[node].tag)
    var markers = SVGGroup()
    if hasMarkers { addMarkers(of: node, shape, state, to: &markers) }
    if !isVisible(node) { (shape.fill, shape.stroke) = (nil, nil) }
    let order = paintOrder(of: node)
    shape.strokesFirst = (order.firstIndex(of: "stroke") ?? 0) < (order.firstIndex(of: "fill") ?? 0)
    switch order.firstIndex(of: "markers") {
    case 0:
      group.children += markers.children
      group.children.append(.shape(shape))
    case 1 where !markers.children.isEmpty:
      var (first, second) = (shape, shape)
      if shape.strokesFirst { (first.fill, second.stroke) = (nil, nil) } else { (first.stroke, second.fill) = (nil, nil) }
      group.children.append(.shape(first))
      group.children += markers.children
      group.children.append(.shape(second))
    default:
      group.children.append(.shape(shape))
      group.children += markers.children
    }
  }

  func isVisible(_ node: Int) -> Bool { !["hidden", "collapse"].contains(inherited("visibility", of: node) ?? "") }

  /// Returns `fill`, `stroke` and `markers` in painting order.
  func paintOrder(of node: Int) -> [String] {
    let all = ["fill", "stroke", "markers"]
    guard let text = inherited("paint-order", of: node), text.utf8.count <= 64 else { return all }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    // An unknown or repeated word invalidates the whole value.
    guard words.allSatisfy(all.contains), Set(words).count == words.count else { return all }
    return words + all.filter { !words.contains($0) }
  }

  /// Returns the outline of a shape with its bounds; nil if it is empty. Copies of one element share it.
  private func outline(of node: Int, _ state: State) -> SVGOutline? {
    let origin = Self.ownPaths.contains(tree[node].tag) ? tree[node].origin : -1
    if origin >= 0, let known = outlines[origin] { return known }
    guard let path = path(of: node, state), spend(.numbers, 2 * path.pointCount, at: node), let bounds = path.tightBounds else {
      return nil
    }
    let outline = SVGOutline(path: path, bounds: bounds)
    if origin >= 0 { outlines[origin] = outline }
    return outline
  }

  /// Shapes whose outlines do not depend on lengths with units.
  static let ownPaths: Set<String> = ["path", "polyline", "polygon"]

  /// Returns the outline of a shape; nil if it is empty.
  func path(of node: Int, _ state: State) -> Path? {
    switch tree[node].tag {
    case "rect": rectangle(node, state)
    case "circle": circle(node, state)
    case "ellipse": ellipse(node, state)
    case "line": line(node, state)
    case "polyline": polyline(node, closes: false)
    case "polygon": polyline(node, closes: true)
    case "path": numbers("d", of: node).map { Path(svgUntilError: $0) }
    default: nil
    }
  }

  /// Returns an attribute with numbers. If it is too long, returns nil and reading fails.
  private func numbers(_ name: String, of node: Int) -> String? {
    guard let text = attribute(name, of: node) else { return nil }
    // Estimate: most text has fewer numbers than bytes. The rest is counted after parsing.
    let least = text.utf8.count / 2
    return least <= budget.left(.numbers) || spend(.numbers, least, at: node) ? text : nil
  }

  private func rectangle(_ node: Int, _ state: State) -> Path? {
    guard let w = length("width", .x, of: node, state), let h = length("height", .y, of: node, state), w > 0, h > 0 else { return nil }
    let rect = Rect(length("x", .x, of: node, state) ?? 0, length("y", .y, of: node, state) ?? 0, w, h)
    func radius(_ name: String, _ axis: Axis) -> Double? { length(name, axis, of: node, state).flatMap { $0 < 0 ? nil : $0 } }
    let (x, y) = (radius("rx", .x), radius("ry", .y))
    let rx = min(x ?? y ?? 0, w / 2)
    let ry = min(y ?? x ?? 0, h / 2)
    var path = Path()
    guard rx > 0, ry > 0 else {
      path.add(rect)
      return path
    }
    let k = 0.5522847498307936
    let (l, t, r, b) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    let (ox, oy) = (rx - rx * k, ry - ry * k)
    path.move(to: Point(l + rx, t))
    path.line(to: Point(r - rx, t))
    path.cubic(to: Point(r, t + ry), control1: Point(r - ox, t), control2: Point(r, t + oy))
    path.line(to: Point(r, b - ry))
    path.cubic(to: Point(r - rx, b), control1: Point(r, b - oy), control2: Point(r - ox, b))
    path.line(to: Point(l + rx, b))
    path.cubic(to: Point(l, b - ry), control1: Point(l + ox, b), control2: Point(l, b - oy))
    path.line(to: Point(l, t + ry))
    path.cubic(to: Point(l + rx, t), control1: Point(l, t + oy), control2: Point(l + ox, t))
    path.close()
    return path
  }

  private func circle(_ node: Int, _ state: State) -> Path? {
    guard let r = length("r", .diagonal, of: node, state), r > 0 else { return nil }
    return ellipse(length("cx", .x, of: node, state) ?? 0, length("cy", .y, of: node, state) ?? 0, r, r)
  }

  private func ellipse(_ node: Int, _ state: State) -> Path? {
    let (x, y) = (length("rx", .x, of: node, state), length("ry", .y, of: node, state))
    guard let rx = x ?? y, let ry = y ?? x, rx > 0, ry > 0 else { return nil }
    return ellipse(length("cx", .x, of: node, state) ?? 0, length("cy", .y, of: node, state) ?? 0, rx, ry)
  }

  private func ellipse(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double) -> Path {
    var path = Path()
    path.addEllipse(in: Rect(x - rx, y - ry, rx * 2, ry * 2))
    return path
  }

  private func line(_ node: Int, _ state: State) -> Path? {
    var path = Path()
    path.move(to: Point(length("x1", .x, of: node, state) ?? 0, length("y1", .y, of: node, state) ?? 0))
    path.line(to: Point(length("x2", .x, of: node, state) ?? 0, length("y2", .y, of: node, state) ?? 0))
    return path
  }

  private func polyline(_ node: Int, closes: Bool) -> Path? {
    guard let text = numbers("points", of: node) else { return nil }
    var scanner = Scanner(text)
    let numbers = scanner.numbers()
    // A polygon of one point is a dot with caps.
    guard numbers.count >= (closes ? 2 : 4) else { return nil }
    var path = Path()
    for i in 0..<numbers.count / 2 {
      let p = Point(numbers[2 * i], numbers[2 * i + 1])
      if i == 0 { path.move(to: p) } else { path.line(to: p) }
    }
    if closes { path.close() }
    return path
  }
}
