internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Reads the primitives of one filter.
struct PrimitiveReader {
  let reading: SVGReading
  let region: Rect
  /// Box that lengths are fractions of; nil if they are absolute.
  let box: Rect?
  let state: SVGReading.State
  private(set) var primitives: [SVGPrimitive] = []
  private var names: [String: Int] = [:]

  init(_ reading: SVGReading, region: Rect, box: Rect?, state: SVGReading.State) {
    (self.reading, self.region, self.box, self.state) = (reading, region, box, state)
  }

  var tree: SVGTree { reading.tree }

  mutating func add(_ node: Int) {
    guard reading.count(node), primitives.count < 256, var kind = kind(of: node) else { return }
    // An empty subregion makes the result empty.
    for name in ["width", "height"] {
      if let text = reading.attribute(name, of: node), let length = SVGLength(text), length.number <= 0 { kind = .nothing }
    }
    let isLinear = reading.inherited("color-interpolation-filters", of: node) != "sRGB"
    primitives.append(SVGPrimitive(kind: kind, region: subregion(of: node, kind), isLinear: isLinear))
    // A repeated name refers to the last primitive with it.
    if let name = reading.attribute("result", of: node) { names[name] = primitives.count - 1 }
  }

  private func subregion(of node: Int, _ kind: SVGPrimitive.Kind) -> Rect {
    let units: SVGReading.Units = box == nil ? .user : .box
    func value(_ name: String, _ axis: SVGReading.Axis) -> Double? { reading.length(name, axis, of: node, state, units) }
    let (x, y, w, h) = (
      value("x", .x), value("y", .y), value("width", .x).flatMap { $0 > 0 ? $0 : nil }, value("height", .y).flatMap { $0 > 0 ? $0 : nil }
    )
    guard let box else {
      return Rect(x ?? region.minX, y ?? region.minY, w ?? region.width, h ?? region.height)
    }
    switch kind {
    case .offset, .flood: return box.unitTransform.apply(Rect(x ?? 0, y ?? 0, w ?? 1, h ?? 1))
    default:
      return Rect(
        x.map { box.minX + $0 * box.width } ?? region.minX, y.map { box.minY + $0 * box.height } ?? region.minY,
        w.map { $0 * box.width } ?? region.width,
        h.map { $0 * box.height } ?? region.height)
    }
  }

  // MARK: attributes

  func input(_ name: String, of node: Int) -> SVGPrimitive.Input {
    let last: SVGPrimitive.Input = primitives.isEmpty ? .source : .result(primitives.count - 1)
    switch reading.attribute(name, of: node)?.trimmed {
    case nil, "": return last
    case "SourceGraphic", "BackgroundImage", "FillPaint", "StrokePaint": return .source
    case "SourceAlpha", "BackgroundAlpha": return .sourceAlpha
    case let text?: return names[text].map { .result($0) } ?? last
    }
  }

  func number(_ name: String, of node: Int) -> Double? { reading.attribute(name, of: node).flatMap { svgNumber($0.trimmed) } }

  /// Returns a pair of numbers, or one number used for both.
  private func pair(_ name: String, of node: Int) -> (Double, Double)? {
    guard let v = reading.attribute(name, of: node).flatMap(svgNumbers), v.count == 1 || v.count == 2 else { return nil }
    return (v[0], v[v.count - 1])
  }

  /// Scales lengths that may be fractions of the box.
  private func scaled(_ x: Double, _ y: Double) -> (Double, Double) { box.map { (x * $0.width, y * $0.height) } ?? (x, y) }

  func color(_ name: String, of node: Int, default fallback: Color) -> SVGColor {
    switch reading.attribute(name, of: node)?.trimmed {
    case "currentColor", "currentcolor": reading.currentColor(of: node)
    case let text?: SVGColor(SVGColor.parse(text) ?? fallback)
    case nil: SVGColor(fallback)
    }
  }

  private func share(_ name: String, of node: Int) -> Double {
    min(max(reading.attribute(name, of: node).flatMap { svgShare($0.trimmed) } ?? 1, 0), 1)
  }

  // MARK: kinds

  private func kind(of node: Int) -> SVGPrimitive.Kind? {
    switch tree[node].tag {
    case "feBlend": .blend(input("in", of: node), input("in2", of: node), reading.blend(reading.attribute("mode", of: node)))
    case "feColorMatrix": .colorMatrix(input("in", of: node), colorMatrix(node))
    case "feComponentTransfer": .transfer(input("in", of: node), tables(node))
    case "feComposite": composite(node)
    case "feConvolveMatrix": convolution(node)
    case "feDiffuseLighting", "feSpecularLighting": light(node)
    case "feDisplacementMap": displacement(node)
    case "feDropShadow": dropShadow(node)
    case "feFlood": .flood(color("flood-color", of: node, default: .black), opacity: share("flood-opacity", of: node))
    case "feGaussianBlur": .blur(input("in", of: node), deviation: deviation(node))
    case "feImage": image(node)
    case "feMerge": .merge(tree[node].children.filter { tree[$0].tag == "feMergeNode" }.map { input("in", of: $0) })
    case "feMorphology": morphology(node)
    case "feOffset": offset(node)
    case "feTile": .tile(input("in", of: node))
    case "feTurbulence": turbulence(node)
    default: nil
    }
  }

  private func deviation(_ node: Int, default fallback: (Double, Double) = (0, 0)) -> Size {
    guard reading.attribute("stdDeviation", of: node) != nil else { return deviation(of: fallback) }
    guard let v = pair("stdDeviation", of: node), v.0 >= 0, v.1 >= 0 else { return Size(0, 0) }
    return deviation(of: v)
  }
  private func deviation(of v: (Double, Double)) -> Size {
    let s = scaled(v.0, v.1)
    return Size(s.0, s.1)
  }

  private func dropShadow(_ node: Int) -> SVGPrimitive.Kind {
    let move = scaled(number("dx", of: node) ?? 2, number("dy", of: node) ?? 2)
    return .dropShadow(
      input("in", of: node), deviation: deviation(node, default: (2, 2)), offset: Point(move.0, move.1),
      color("flood-color", of: node, default: .black), opacity: share("flood-opacity", of: node))
  }

  private func offset(_ node: Int) -> SVGPrimitive.Kind {
    let move = scaled(number("dx", of: node) ?? 0, number("dy", of: node) ?? 0)
    return .offset(input("in", of: node), Point(move.0, move.1))
  }

  private func composite(_ node: Int) -> SVGPrimitive.Kind {
    let (a, b) = (input("in", of: node), input("in2", of: node))
    switch reading.attribute("operator", of: node) {
    case "in": return .composite(a, b, .sourceIn)
    case "out": return .composite(a, b, .sourceOut)
    case "atop": return .composite(a, b, .sourceAtop)
    case "xor": return .composite(a, b, .xor)
    case "arithmetic": return .arithmetic(a, b, ["k1", "k2", "k3", "k4"].map { Float(number($0, of: node) ?? 0) })
    default: return .composite(a, b, .normal)
    }
  }

  private func displacement(_ node: Int) -> SVGPrimitive.Kind {
    func channel(_ name: String) -> Int { ["R": 0, "G": 1, "B": 2][reading.attribute(name, of: node) ?? ""] ?? 3 }
    let scale = scaled(number("scale", of: node) ?? 0, 0).0
    return .displace(
      input("in", of: node), input("in2", of: node), scale: scale, channels: (channel("xChannelSelector"), channel("yChannelSelector")))
  }

  private func morphology(_ node: Int) -> SVGPrimitive.Kind {
    let dilates = reading.attribute("operator", of: node) == "dilate"
    let v: (Double, Double)? = reading.attribute("radius", of: node) == nil ? (0, 0) : pair("radius", of: node)
    guard var (x, y) = v, x >= 0, y >= 0 else { return .pass(input("in", of: node)) }
    // If one radius is 0, that axis is unchanged; if both are 0, the primitive has no effect.
    guard x > 0 || y > 0 else { return .pass(input("in", of: node)) }
    (x, y) = scaled(x, y)
    return .morphology(input("in", of: node), radius: Size(x, y), dilates: dilates)
  }

  private func turbulence(_ node: Int) -> SVGPrimitive.Kind {
    let frequency = reading.attribute("baseFrequency", of: node) == nil ? (0, 0) : pair("baseFrequency", of: node) ?? (0, 0)
    guard frequency.0 >= 0, frequency.1 >= 0 else { return .nothing }
    let octaves = number("numOctaves", of: node) ?? 1
    let seed = (number("seed", of: node) ?? 0).rounded(.towardZero)
    return .turbulence(
      Turbulence(
        frequencyX: frequency.0, frequencyY: frequency.1, octaves: Int(saturating: octaves, in: 0...1000),
        seed: Int(saturating: seed, in: -2_000_000_000...2_000_000_000),
        isFractal: reading.attribute("type", of: node) == "fractalNoise",
        tile: reading.attribute("stitchTiles", of: node) == "stitch" ? region : nil))
  }

  private func image(_ node: Int) -> SVGPrimitive.Kind {
    let place = subregion(of: node, .nothing)
    guard let target = tree.link(node) else {
      guard let item = reading.picture(of: node, in: place) else { return .nothing }
      return .image(item)
    }
    var group = SVGGroup()
    group.transform = .translation(place.minX, place.minY)
    let made: Bool? = reading.once(target) {
      reading.add(target, state, to: &group)
      return true
    }
    guard made == true else { return .nothing }
    group.measure()
    return .image(group)
  }
}
