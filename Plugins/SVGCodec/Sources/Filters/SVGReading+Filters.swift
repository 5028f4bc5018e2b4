internal import TesseraGeometry
internal import TesseraRender

extension SVGReading {
  /// The filters of a `filter` property; nil: the element is not drawn. Source: Filter Effects 1, section 5.
  func filters(_ value: String, of node: Int, _ group: SVGGroup, _ state: State) -> [SVGFilter]? {
    var result: [SVGFilter] = []
    var hasMissing = false
    var scanner = Scanner(value)
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      let name = scanner.word()
      guard scanner.take("("), let inside = scanner.text(until: ")") else { return [] }
      if name == "url" {
        let target = svgLink("url(\(inside))").flatMap { tree.ids[$0.id] }
        if let target, active.contains(target) {
          // A filter that leads back to itself counts as none.
          recursive.insert(target)
          return []
        }
        if let target, tree[target].tag == "filter", let filter = once(target, { self.filter(target, group, state) }) {
          if recursive.remove(target) == nil { result.append(filter) }
        } else {
          hasMissing = true
        }
      } else {
        guard let kind = function(name, inside, of: node, state) else { return [] }
        if let filter = filter(of: kind, group) { result.append(filter) }
      }
      scanner.skipSpaces()
    }
    return result.isEmpty && hasMissing ? nil : result
  }

  // MARK: elements

  private func filter(_ node: Int, _ group: SVGGroup, _ state: State) -> SVGFilter? {
    let chain = templates(of: node).prefix { tree[$0].tag == "filter" }
    func owner(_ name: String) -> Int? { chain.first { tree.attribute(name, of: $0) != nil } }
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

  // MARK: functions

  private func filter(of kind: SVGPrimitive.Kind, _ group: SVGGroup) -> SVGFilter? {
    guard let bounds = group.bounds, bounds.width > 0, bounds.height > 0 else { return nil }
    var margin = 0.1
    switch kind {
    case .blur, .dropShadow: margin = 0.5
    default: break
    }
    let region = bounds.unitTransform.apply(Rect(-margin, -margin, 1 + 2 * margin, 1 + 2 * margin))
    return SVGFilter(region: region, primitives: [SVGPrimitive(kind: kind, region: region, isLinear: false)])
  }

  private func function(_ name: String, _ text: String, of node: Int, _ state: State) -> SVGPrimitive.Kind? {
    let inside = text.trimmed
    func amount(_ most: Double?) -> Double? {
      guard !inside.isEmpty else { return 1 }
      guard let v = svgShare(inside), v >= 0 else { return nil }
      return most.map { min(v, $0) } ?? v
    }
    func matrix(_ m: [Double]) -> SVGPrimitive.Kind { .colorMatrix(.source, m.map { Float($0) }) }
    switch name {
    case "blur":
      guard !inside.isEmpty else { return .blur(.source, deviation: Size(0, 0)) }
      guard let length = SVGLength(inside), length.unit != .percent, length.number >= 0 else { return nil }
      let v = pixels(length, .diagonal, of: node, state)
      return .blur(.source, deviation: Size(v, v))
    case "drop-shadow": return dropShadow(inside, of: node, state)
    case "brightness":
      return amount(nil).map { matrix([$0, 0, 0, 0, 0, 0, $0, 0, 0, 0, 0, 0, $0, 0, 0, 0, 0, 0, 1, 0]) }
    case "contrast":
      return amount(nil).map { v in
        let b = (1 - v) / 2
        return matrix([v, 0, 0, 0, b, 0, v, 0, 0, b, 0, 0, v, 0, b, 0, 0, 0, 1, 0])
      }
    case "grayscale": return amount(1).map { matrix(Self.grayscale(1 - $0)) }
    case "hue-rotate":
      // Only 0 may go without a unit.
      guard !inside.isEmpty, svgNumber(inside) != 0 else { return matrix(PrimitiveReader.hueRotation(0)) }
      guard svgNumber(inside) == nil else { return nil }
      return SVGReading.angle(inside).map { matrix(PrimitiveReader.hueRotation($0)) }
    case "invert":
      return amount(1).map { v in
        let k = 1 - 2 * v
        return matrix([k, 0, 0, 0, v, 0, k, 0, 0, v, 0, 0, k, 0, v, 0, 0, 0, 1, 0])
      }
    case "opacity": return amount(1).map { matrix([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, $0, 0]) }
    case "saturate": return amount(nil).map { matrix(PrimitiveReader.saturation($0)) }
    case "sepia": return amount(1).map { matrix(Self.sepia(1 - $0)) }
    default: return nil
    }
  }

  private static func grayscale(_ v: Double) -> [Double] {
    let (r, g, b) = (0.2126, 0.7152, 0.0722)
    return [
      r + (1 - r) * v, g - g * v, b - b * v, 0, 0, r - r * v, g + (1 - g) * v, b - b * v, 0, 0, r - r * v, g - g * v, b + (1 - b) * v, 0, 0,
      0, 0, 0, 1, 0,
    ]
  }

  private static func sepia(_ v: Double) -> [Double] {
    [
      0.393 + 0.607 * v, 0.769 - 0.769 * v, 0.189 - 0.189 * v, 0, 0, 0.349 - 0.349 * v, 0.686 + 0.314 * v, 0.168 - 0.168 * v, 0, 0,
      0.272 - 0.272 * v, 0.534 - 0.534 * v, 0.131 + 0.869 * v, 0, 0, 0, 0, 0, 1, 0,
    ]
  }

  /// Degrees of an angle with a unit; nil where it is none.
  static func angle(_ text: String) -> Double? {
    var scanner = Scanner(text)
    guard let n = scanner.number() else { return nil }
    let unit = scanner.word()
    scanner.skipSpaces()
    guard scanner.isAtEnd else { return nil }
    switch unit {
    case "", "deg": return n
    case "rad": return n * 180 / .pi
    case "grad": return n * 0.9
    case "turn": return n * 360
    default: return nil
    }
  }

  private func dropShadow(_ text: String, of node: Int, _ state: State) -> SVGPrimitive.Kind? {
    // A colour before or behind two or three lengths.
    var lengths: [Double] = []
    var color: SVGColor?
    var scanner = Scanner(text)
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      if let length = scanner.length() {
        guard length.unit != .percent, lengths.count < 3 else { return nil }
        lengths.append(pixels(length, .diagonal, of: node, state))
      } else {
        guard color == nil, lengths.isEmpty || lengths.count >= 2 else { return nil }
        let rest = String(decoding: scanner.bytes[scanner.at...], as: UTF8.self)
        var word = String(rest.prefix { !$0.isWhitespace })
        if word.contains("("), let close = rest.firstIndex(of: ")") { word = String(rest[...close]) }
        guard let parsed = word.lowercased() == "currentcolor" ? currentColor(of: node) : SVGColor.parse(word).map({ SVGColor($0) }) else {
          return nil
        }
        color = parsed
        scanner.at += word.utf8.count
      }
      scanner.skipSpaces()
    }
    guard lengths.count >= 2, lengths.count < 3 || lengths[2] >= 0 else { return nil }
    let deviation = lengths.count > 2 ? lengths[2] : 0
    return .dropShadow(
      .source, deviation: Size(deviation, deviation), offset: Point(lengths[0], lengths[1]), color ?? currentColor(of: node), opacity: 1)
  }
}
