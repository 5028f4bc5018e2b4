internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension SVGReading {
  /// Vertex of a path, with the directions of the arriving and the leaving segment.
  private struct Vertex {
    var point: Point
    var arriving: Point?
    var leaving: Point?

    /// Bisector of both directions, radians.
    var angle: Double {
      switch (arriving, leaving) {
      case (let a?, let b?):
        let (p, q) = (atan2(a.y, a.x), atan2(b.y, b.x))
        var difference = q - p
        if difference > .pi { difference -= 2 * .pi }
        if difference < -.pi { difference += 2 * .pi }
        return p + difference / 2
      case (let a?, nil), (nil, let a?): return atan2(a.y, a.x)
      default: return 0
      }
    }
  }

  /// Adds the markers of a shape.
  func addMarkers(of node: Int, _ shape: SVGShape, _ state: State, to group: inout SVGGroup) {
    func target(_ name: String) -> Int? {
      guard let value = inherited(name, of: node), let (id, _) = svgLink(value), let target = tree.ids[id],
        tree[target].tag == "marker",
        !state.markers.contains(target)
      else { return nil }
      return target
    }
    let (start, mid, end) = (target("marker-start"), target("marker-mid"), target("marker-end"))
    guard start != nil || mid != nil || end != nil else { return }
    let vertices = Self.vertices(of: shape.path)
    let width = shape.stroke?.style.width ?? inheritedWidth(of: node, state)
    for (index, vertex) in vertices.enumerated() {
      if index == 0, let start { addMarker(start, at: vertex, isStart: true, width, shape, state, to: &group) }
      if index > 0, index < vertices.count - 1, let mid { addMarker(mid, at: vertex, isStart: false, width, shape, state, to: &group) }
      if index == vertices.count - 1, let end { addMarker(end, at: vertex, isStart: false, width, shape, state, to: &group) }
    }
  }

  private func inheritedWidth(of node: Int, _ state: State) -> Double {
    guard let text = inherited("stroke-width", of: node), let length = SVGLength(text) else { return 1 }
    return pixels(length, .diagonal, of: node, state)
  }

  private func addMarker(
    _ node: Int, at vertex: Vertex, isStart: Bool, _ strokeWidth: Double, _ shape: SVGShape, _ state: State, to group: inout SVGGroup
  ) {
    // A marker needs the memory of several shapes.
    guard count(node), spend(.visits, 12, at: node), isShown(node) else { return }
    let size = Size(length("markerWidth", .x, of: node, state) ?? 3, length("markerHeight", .y, of: node, state) ?? 3)
    guard size.width > 0, size.height > 0 else { return }
    let scale = attribute("markerUnits", of: node) == "userSpaceOnUse" ? 1 : strokeWidth
    guard scale > 0 else { return }
    var angle = 0.0
    switch attribute("orient", of: node) {
    case "auto": angle = vertex.angle
    case "auto-start-reverse": angle = vertex.angle + (isStart ? .pi : 0)
    case let text?: angle = (SVGReading.angle(text) ?? 0) * .pi / 180
    case nil: break
    }
    var fit = Transform.identity
    var box = Rect(size: size)
    if let text = attribute("viewBox", of: node) {
      guard let viewBox = Rect(viewBox: text) else { return }
      let aspect = attribute("preserveAspectRatio", of: node).flatMap(SVGAspect.init) ?? SVGAspect()
      fit = aspect.transform(from: viewBox, to: Rect(size: size))
      box = viewBox
    }
    let reference = fit.apply(Point(length("refX", .x, of: node, state) ?? 0, length("refY", .y, of: node, state) ?? 0))
    var placed = SVGGroup()
    placed.transform = Transform.translation(-reference.x, -reference.y).then(.scale(scale, scale)).then(.rotation(angle))
      .then(.translation(vertex.point.x, vertex.point.y))
    let overflow = attribute("overflow", of: node)
    if overflow != "visible", overflow != "auto" {
      let clip = attribute("viewBox", of: node) == nil ? Rect(size: size) : fit.apply(box)
      placed.clip = Self.clip(to: clip)
    }
    var content = SVGGroup()
    content.transform = fit
    var inner = State(viewBox: box)
    inner.markers = state.markers + [node]
    inner.context = Context(fill: shape.fill, stroke: shape.stroke)
    inner.contextMap = fit.then(placed.transform)
    // The marker's own opacity and similar properties apply; its transform is replaced by that of its position.
    addGroup(node, inner, to: &content) { group, state in self.addChildren(of: node, state, to: &group) }
    content.measure()
    append(content, to: &placed)
    placed.measure()
    if !placed.children.isEmpty { append(placed, to: &group) }
  }

  private static func vertices(of path: Path) -> [Vertex] {
    var result: [Vertex] = []
    var (current, start, startIndex) = (Point.zero, Point.zero, 0)
    func direction(_ points: Point...) -> Point? {
      for point in points.dropFirst() where point != points[0] { return point - points[0] }
      return nil
    }
    func add(_ p: Point, leaving: Point?, arriving: Point?) {
      if !result.isEmpty { result[result.count - 1].leaving = leaving ?? result[result.count - 1].leaving }
      result.append(Vertex(point: p, arriving: arriving))
      current = p
    }
    for element in path.elements {
      switch element {
      case .move(let p):
        startIndex = result.count
        result.append(Vertex(point: p))
        (current, start) = (p, p)
      case .line(let p): add(p, leaving: direction(current, p), arriving: direction(current, p))
      case .quad(let p, let c): add(p, leaving: direction(current, c, p), arriving: direction(p, c, current).map { Point(-$0.x, -$0.y) })
      case .cubic(let p, let a, let b):
        add(p, leaving: direction(current, a, b, p), arriving: direction(p, b, a, current).map { Point(-$0.x, -$0.y) })
      case .close:
        let way = direction(current, start)
        if way != nil {
          add(start, leaving: way, arriving: way)
        }
        guard startIndex < result.count else { continue }
        // Both ends of a closed subpath get the direction across its closing point.
        let last = result.count - 1
        if result[startIndex].arriving == nil { result[startIndex].arriving = result[last].arriving }
        result[last].leaving = result[startIndex].leaving
        current = start
      }
    }
    return result
  }
}
