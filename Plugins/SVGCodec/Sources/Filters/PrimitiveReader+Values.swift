internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension PrimitiveReader {
  func colorMatrix(_ node: Int) -> [Float] {
    let values = reading.attribute("values", of: node).flatMap(svgNumbers)
    let identity: [Float] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    switch reading.attribute("type", of: node) {
    case "saturate":
      guard let v = values?.first ?? (values == nil ? 1 : nil) else { return identity }
      // Clamped to 0...1; only CSS's function `saturate()` may exceed it. Source: SVG 1.1, section 15.10.
      return Self.saturation(min(max(0, v), 1)).map { Float($0) }
    case "hueRotate": return Self.hueRotation(values?.first ?? 0).map { Float($0) }
    case "luminanceToAlpha":
      return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2125, 0.7154, 0.0721, 0, 0]
    default:
      guard let values, values.count == 20 else { return identity }
      return values.map { Float($0) }
    }
  }

  static func saturation(_ s: Double) -> [Double] {
    [
      0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s, 0, 0, 0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s, 0, 0,
      0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s, 0, 0, 0, 0, 0, 1, 0,
    ]
  }

  static func hueRotation(_ degrees: Double) -> [Double] {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return [
      0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0, 0,
      0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0, 0,
      0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0, 0, 0, 0, 0, 1, 0,
    ]
  }

  // MARK: component transfer

  func tables(_ node: Int) -> [[UInt8]] {
    ["feFuncR", "feFuncG", "feFuncB", "feFuncA"].map { tag in
      // The last child element applies.
      let function = tree[node].children.last { tree[$0].tag == tag }
      let curve = function.flatMap(curve) ?? { $0 }
      return (0..<256).map { UInt8(Int(saturating: (curve(Double($0) / 255) * 255).rounded(), in: 0...255)) }
    }
  }

  private func curve(_ node: Int) -> ((Double) -> Double)? {
    let values = reading.attribute("tableValues", of: node).flatMap(svgNumbers) ?? []
    switch reading.attribute("type", of: node) {
    case "table":
      guard !values.isEmpty else { return nil }
      return { c in
        let n = values.count - 1
        guard n > 0 else { return values[0] }
        let k = min(Int(c * Double(n)), n - 1)
        return values[k] + (c * Double(n) - Double(k)) * (values[k + 1] - values[k])
      }
    case "discrete":
      guard !values.isEmpty else { return nil }
      return { c in values[min(Int(c * Double(values.count)), values.count - 1)] }
    case "linear":
      let (slope, intercept) = (number("slope", of: node) ?? 1, number("intercept", of: node) ?? 0)
      return { slope * $0 + intercept }
    case "gamma":
      let (amplitude, exponent, offset) = (
        number("amplitude", of: node) ?? 1, number("exponent", of: node) ?? 1, number("offset", of: node) ?? 0
      )
      return { amplitude * pow($0, exponent) + offset }
    default: return nil
    }
  }

  // MARK: convolution

  func convolution(_ node: Int) -> SVGPrimitive.Kind {
    var (columns, rows) = (3, 3)
    if let text = reading.attribute("order", of: node) {
      guard let v = svgNumbers(text), v.count == 1 || v.count == 2, v.allSatisfy({ $0 >= 1 && $0 <= 32 && $0 == $0.rounded() }) else {
        return .nothing
      }
      (columns, rows) = (Int(v[0]), Int(v[v.count - 1]))
    }
    guard let kernel = reading.attribute("kernelMatrix", of: node).flatMap(svgNumbers), kernel.count == columns * rows else {
      return .nothing
    }
    func target(_ name: String, _ count: Int) -> Int? {
      guard reading.attribute(name, of: node) != nil else { return count / 2 }
      guard let v = number(name, of: node), v >= 0, v < Double(count), v == v.rounded() else { return nil }
      return Int(v)
    }
    guard let x = target("targetX", columns), let y = target("targetY", rows) else { return .nothing }
    let sum = kernel.reduce(0, +)
    let divisor = number("divisor", of: node) ?? (sum == 0 ? 1 : sum)
    guard divisor != 0, divisor.isFinite else { return .nothing }
    return .convolve(
      input("in", of: node),
      Convolution(
        kernel: kernel.map { Float($0) }, columns: columns, targetX: x, targetY: y, divisor: Float(divisor),
        bias: Float(number("bias", of: node) ?? 0),
        edges: reading.attribute("edgeMode", of: node).flatMap(FilterEdgeMode.init) ?? .duplicate,
        keepsAlpha: reading.attribute("preserveAlpha", of: node) == "true"))
  }

  // MARK: light

  func light(_ node: Int) -> SVGPrimitive.Kind {
    let isSpecular = tree[node].tag == "feSpecularLighting"
    let lights = ["feDistantLight", "fePointLight", "feSpotLight"]
    guard let source = tree[node].children.first(where: { lights.contains(tree[$0].tag) }) else { return .nothing }
    func value(_ name: String) -> Double { number(name, of: source) ?? 0 }
    let kind: FilterLight.Source
    switch tree[source].tag {
    case "feDistantLight": kind = .distant(azimuth: value("azimuth") * .pi / 180, elevation: value("elevation") * .pi / 180)
    case "fePointLight": kind = .point(x: value("x"), y: value("y"), z: value("z"))
    default:
      let focus = number("specularExponent", of: source) ?? 1
      kind = .spot(
        x: value("x"), y: value("y"), z: value("z"), atX: value("pointsAtX"), atY: value("pointsAtY"), atZ: value("pointsAtZ"),
        focus: focus > 0 ? focus : 1, cone: number("limitingConeAngle", of: source).map { abs($0) * .pi / 180 })
    }
    let color = color("lighting-color", of: node, default: .white)
    var exponent: Double?
    if isSpecular {
      let e = number("specularExponent", of: node) ?? 1
      guard e >= 1, e <= 128 else { return .nothing }
      exponent = e
    }
    let constant = number(isSpecular ? "specularConstant" : "diffuseConstant", of: node) ?? 1
    return .light(
      input("in", of: node),
      FilterLight(
        source: kind, color: color.color, surfaceScale: number("surfaceScale", of: node) ?? 1, constant: max(0, constant),
        exponent: exponent),
      color: color)
  }
}
