internal import TesseraGeometry
internal import TesseraRender

extension SVGReading {
  /// Returns the filters of a `filter` property; nil if the element is not drawn. Source: Filter Effects 1, section 5.
  func filters(_ value: String, of node: Int, _ group: SVGGroup, _ state: State) -> [SVGFilter]? {
    var result: [SVGFilter] = []
    var hasMissing = false
    var scanner = Scanner(value)
    scanner.skipSpaces()
    // Ink bounds after the filters so far.
    var ink = group.inkBounds
    while !scanner.isAtEnd {
      let name = scanner.word()
      guard spend(.visits, 8, at: node), scanner.consume("("), let end = scanner.closing() else { return [] }
      let inside = Scanner.text(scanner.bytes[scanner.at..<end])
      scanner.at = end + 1
      if name == "url" {
        let target = svgLink("url(\(inside))").flatMap { tree.ids[$0.id] }
        if let target, active.contains(target) {
          // A filter that refers back to itself is ignored.
          recursive.insert(target)
          return []
        }
        if let target, tree[target].tag == "filter", let filter = once(target, { self.filter(target, group, state) }) {
          if recursive.remove(target) == nil {
            result.append(filter)
            ink = filter.region
          }
        } else {
          hasMissing = true
        }
      } else {
        guard let kind = function(name, inside, of: node, state) else { return [] }
        if let filter = Self.filter(of: kind, over: ink) {
          result.append(filter)
          ink = filter.region
        }
      }
      scanner.skipSpaces()
    }
    return result.isEmpty && hasMissing ? nil : result
  }

  // MARK: elements

  private func filter(_ node: Int, _ group: SVGGroup, _ state: State) -> SVGFilter? {
    let chain = templates(of: node).prefix { tree[$0].tag == "filter" }
    func owner(_ name: String) -> Int? { chain.first { attribute(name, of: $0) != nil } }
    let filterUnits = owner("filterUnits").map { units("filterUnits", of: $0, default: .box) } ?? .box
    let primitiveUnits = owner("primitiveUnits").map { units("primitiveUnits", of: $0, default: .user) } ?? .user
    func value(_ name: String, _ axis: Axis, _ percent: Double) -> Double {
      owner(name).flatMap { length(name, axis, of: $0, state, filterUnits) }
        ?? pixels(SVGLength(percent, .percent), axis, of: node, state, filterUnits)
    }
    var region = Rect(value("x", .x, -10), value("y", .y, -10), value("width", .x, 120), value("height", .y, 120))
    guard region.width > 0, region.height > 0 else { return nil }
    if filterUnits == .box {
      guard let bounds = group.bounds, bounds.width > 0, bounds.height > 0 else { return nil }
      region = bounds.unitTransform.apply(region)
    }
    if primitiveUnits == .box, group.bounds.map({ $0.width <= 0 || $0.height <= 0 }) ?? true { return nil }
    guard let content = chain.first(where: { !tree[$0].children.isEmpty }) else { return nil }
    var reader = PrimitiveReader(self, region: region, box: primitiveUnits == .box ? group.bounds : nil, state: state)
    for child in tree[content].children { reader.add(child) }
    guard !reader.primitives.isEmpty else { return nil }
    return SVGFilter(region: region, primitives: reader.primitives)
  }
}
