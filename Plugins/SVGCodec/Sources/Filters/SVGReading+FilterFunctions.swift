internal import TesseraGeometry
internal import TesseraRender

extension SVGReading {
  /// Returns the filter of a CSS function. Its region is the preceding ink, moved and blurred. Source: Filter Effects 1, section 6.
  static func filter(of kind: SVGPrimitive.Kind, over ink: Rect?) -> SVGFilter? {
    guard let ink else { return nil }
    var region = ink
    switch kind {
    case .blur(_, let deviation): region = ink.grown(by: 3 * deviation.width, 3 * deviation.height)
    case .dropShadow(_, let deviation, let offset, _, _):
      let shadow = ink.offset(by: offset).grown(by: 3 * deviation.width, 3 * deviation.height)
      region = Rect(
        left: min(ink.minX, shadow.minX), top: min(ink.minY, shadow.minY), right: max(ink.maxX, shadow.maxX),
        bottom: max(ink.maxY, shadow.maxY))
    default: break
    }
    guard region.isFinite else { return nil }
    var filter = SVGFilter(region: region, primitives: [SVGPrimitive(kind: kind, region: region, isLinear: false)])
    filter.isFunction = true
    return filter
  }

  func function(_ name: String, _ text: String, of node: Int, _ state: State) -> SVGPrimitive.Kind? {
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
      guard SVGLength(inside)?.unit != .percent, let v = pixels(inside, .diagonal, of: node, state), v >= 0 else { return nil }
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
      // Only 0 is valid without a unit.
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

  /// Returns an angle with a unit in degrees; nil for other text.
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
    // A colour before or after two or three lengths.
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
        // Colour function including nested ones.
        if let open = Array(word.utf8).firstIndex(of: UInt8(ascii: "(")), let end = Scanner.closing(Array(rest.utf8)[...], from: open + 1) {
          word = Scanner.text(Array(rest.utf8)[...end])
        }
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

extension Rect {
  /// Returns the rectangle enlarged by these amounts on each side.
  func grown(by x: Double, _ y: Double) -> Rect { Rect(left: minX - x, top: minY - y, right: maxX + x, bottom: maxY + y) }

  fileprivate func offset(by p: Point) -> Rect { Rect(minX + p.x, minY + p.y, width, height) }
}
