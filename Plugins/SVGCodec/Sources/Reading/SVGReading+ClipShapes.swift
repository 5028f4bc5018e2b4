internal import TesseraGeometry
internal import TesseraRender

extension SVGReading {
  /// Returns the clip of a basic shape or box; nil if the value is invalid, which clips nothing. Source: CSS Shapes 1, section 3; CSS
  /// Masking 1, section 7.1.
  func shapeClip(_ value: String, of node: Int, _ group: SVGGroup, _ state: State) -> SVGClip? {
    var scanner = Scanner(value)
    var kind: String?
    var function: (name: String, inside: String)?
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      let word = scanner.word().lowercased()
      guard !word.isEmpty else { return nil }
      if scanner.consume("(") {
        guard function == nil, let end = scanner.closing() else { return nil }
        function = (word, Scanner.text(scanner.bytes[scanner.at..<end]))
        scanner.at = end + 1
      } else {
        guard kind == nil, word.hasSuffix("-box") else { return nil }
        kind = word
      }
      scanner.skipSpaces()
    }
    let box = referenceBox(kind ?? "border-box", group, state) ?? Rect(size: state.viewBox.size)
    let reader = ShapeReader(reading: self, node: node, state: state, box: box)
    guard let function else { return Self.clip(to: box) }
    guard let (path, rule) = reader.path(function.name, function.inside), spend(.numbers, 2 * path.pointCount, at: node) else { return nil }
    var shape = SVGShape(path: path, fill: SVGFill(paint: .color(SVGColor(.black))), bounds: path.tightBounds ?? box)
    shape.fill?.rule = rule
    var content = SVGGroup()
    content.children = [.shape(shape)]
    content.measure()
    return SVGClip(transform: .identity, clip: nil, content: content)
  }
}

/// Parser of basic shapes.
private struct ShapeReader {
  let reading: SVGReading
  let node: Int
  let state: SVGReading.State
  let box: Rect

  private func pixels(_ length: SVGLength, _ axis: SVGReading.Axis) -> Double { reading.share(length, axis, of: node, state, box.size) }

  private func pixels(_ word: String, _ axis: SVGReading.Axis) -> Double? {
    if let length = SVGLength(word) { return length.unit != .none || length.number == 0 ? pixels(length, axis) : nil }
    return SVGCalculation(word)?.value { pixels($0, axis) }
  }

  func path(_ name: String, _ inside: String) -> (Path, FillRule)? {
    switch name {
    case "inset", "xywh", "rect": return rectangle(name, inside).map { ($0, .nonZero) }
    case "circle", "ellipse": return ellipse(inside, isCircle: name == "circle").map { ($0, .nonZero) }
    case "polygon": return polygon(inside)
    case "path":
      let (rule, rest) = rule(inside)
      guard let data = Presentation.pathData("path(\(rest))") else { return nil }
      return (Path(svgUntilError: data).transformed(.translation(box.minX, box.minY)), rule)
    default: return nil
    }
  }

  /// Splits text at spaces outside of brackets.
  private static func words(_ text: String) -> [String] {
    var (result, word, depth) = ([String](), [UInt8](), 0)
    for b in text.utf8 {
      if b == UInt8(ascii: "(") { depth += 1 }
      if b == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, Scanner.isSpace(b) {
        if !word.isEmpty { result.append(Scanner.text(word).lowercased()) }
        word = []
      } else {
        word.append(b)
      }
    }
    return word.isEmpty ? result : result + [Scanner.text(word).lowercased()]
  }

  /// Returns the fill rule before a comma, and the rest.
  private func rule(_ text: String) -> (FillRule, String) {
    guard let comma = text.firstIndex(of: ",") else { return (.nonZero, text) }
    let rest = String(text[text.index(after: comma)...])
    switch text[..<comma].trimmed.lowercased() {
    case "evenodd": return (.evenOdd, rest)
    case "nonzero": return (.nonZero, rest)
    default: return (.nonZero, text)
    }
  }

  private func rectangle(_ name: String, _ inside: String) -> Path? {
    let parts = Self.words(inside).split(separator: "round", maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    guard let first = parts.first, let rect = edges(name, first) else { return nil }
    var radii: [(x: Double, y: Double)] = Array(repeating: (0, 0), count: 4)
    if parts.count > 1 {
      let sides = parts[1].joined(separator: " ").split(separator: "/").map { Self.words(String($0)) }
      guard let x = sides.first.flatMap({ four($0, [.x, .x, .x, .x]) }), sides.count <= 2,
        let y = four(sides[sides.count - 1], [.y, .y, .y, .y]), (x + y).allSatisfy({ $0 >= 0 })
      else { return nil }
      radii = zip(x, y).map { ($0, $1) }
    }
    return Self.rounded(rect, radii)
  }

  /// Expands one to four values to all sides. Source: CSS 2, section 8.3.
  private func four(_ words: [String], _ axes: [SVGReading.Axis]) -> [Double]? {
    guard (1...4).contains(words.count) else { return nil }
    let all = [
      words[0], words[words.count > 1 ? 1 : 0], words[words.count > 2 ? 2 : 0], words[words.count > 3 ? 3 : words.count > 1 ? 1 : 0],
    ]
    let values = zip(all, axes).compactMap { pixels($0, $1) }
    return values.count == 4 ? values : nil
  }

  private func edges(_ name: String, _ words: [String]) -> Rect? {
    let size = box.size
    switch name {
    case "inset":
      guard var v = four(words, [.y, .x, .y, .x]) else { return nil }
      // Insets whose sum exceeds the box make it empty.
      for (a, b, length) in [(0, 2, size.height), (1, 3, size.width)] where v[a] + v[b] > length && v[a] + v[b] > 0 {
        (v[a], v[b]) = (v[a] * length / (v[a] + v[b]), v[b] * length / (v[a] + v[b]))
      }
      return Rect(left: box.minX + v[3], top: box.minY + v[0], right: box.maxX - v[1], bottom: box.maxY - v[2])
    case "xywh":
      guard words.count == 4, let v = four(words, [.x, .y, .x, .y]), v[2] >= 0, v[3] >= 0 else { return nil }
      return Rect(box.minX + v[0], box.minY + v[1], v[2], v[3])
    default:
      guard words.count == 4 else { return nil }
      let ends = ["0", "100%", "100%", "0"]
      guard let v = four(zip(words, ends).map { $0 == "auto" ? $1 : $0 }, [.y, .x, .y, .x]) else { return nil }
      return Rect(left: box.minX + v[3], top: box.minY + v[0], right: box.minX + max(v[1], v[3]), bottom: box.minY + max(v[2], v[0]))
    }
  }

  private static func rounded(_ rect: Rect, _ radii: [(x: Double, y: Double)]) -> Path {
    var path = Path()
    let r = radii
    let fits = [
      (r[0].x + r[1].x, rect.width), (r[2].x + r[3].x, rect.width), (r[0].y + r[3].y, rect.height), (r[1].y + r[2].y, rect.height),
    ]
    let factor = fits.reduce(1.0) { $1.0 > $1.1 && $1.0 > 0 ? min($0, $1.1 / $1.0) : $0 }
    guard r.contains(where: { $0.x > 0 && $0.y > 0 }), factor > 0 else {
      path.add(rect)
      return path
    }
    let k = 0.5522847498307936
    func corner(_ index: Int, _ x: Double, _ y: Double, _ dx: Double, _ dy: Double, isFirst: Bool = false) {
      let (rx, ry) = (r[index].x * factor, r[index].y * factor)
      // Arc from the end of the side before the corner to the start of the side after it.
      let comesVertically = index % 2 == 0
      let a = comesVertically ? Point(x, y + dy * ry) : Point(x + dx * rx, y)
      let b = comesVertically ? Point(x + dx * rx, y) : Point(x, y + dy * ry)
      if isFirst { path.move(to: a) } else { path.line(to: a) }
      let corner = Point(x, y)
      path.cubic(to: b, control1: a + (corner - a) * k, control2: b + (corner - b) * k)
    }
    corner(0, rect.minX, rect.minY, 1, 1, isFirst: true)
    corner(1, rect.maxX, rect.minY, -1, 1)
    corner(2, rect.maxX, rect.maxY, -1, -1)
    corner(3, rect.minX, rect.maxY, 1, -1)
    path.close()
    return path
  }

  private func ellipse(_ inside: String, isCircle: Bool) -> Path? {
    let parts = Self.words(inside).split(separator: "at", maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    let radii = parts.first ?? []
    var center = Point(box.minX + box.width / 2, box.minY + box.height / 2)
    if parts.count > 1 {
      guard let place = position(parts[1]) else { return nil }
      center = place
    }
    guard radii.isEmpty || radii.count == (isCircle ? 1 : 2) else { return nil }
    let near = (x: min(abs(center.x - box.minX), abs(box.maxX - center.x)), y: min(abs(center.y - box.minY), abs(box.maxY - center.y)))
    let far = (x: max(abs(center.x - box.minX), abs(box.maxX - center.x)), y: max(abs(center.y - box.minY), abs(box.maxY - center.y)))
    func radius(_ index: Int, _ axis: SVGReading.Axis) -> Double? {
      switch index < radii.count ? radii[index] : "closest-side" {
      case "closest-side": return isCircle ? min(near.x, near.y) : axis == .x ? near.x : near.y
      case "farthest-side": return isCircle ? max(far.x, far.y) : axis == .x ? far.x : far.y
      case let word: return pixels(word, axis).flatMap { $0 >= 0 ? $0 : nil }
      }
    }
    guard let rx = radius(0, isCircle ? .diagonal : .x), let ry = isCircle ? rx : radius(1, .y) else { return nil }
    var path = Path()
    path.addEllipse(in: Rect(center.x - rx, center.y - ry, 2 * rx, 2 * ry))
    return path
  }

  /// Parses `x y`, keywords, and keywords with an offset each. Source: CSS Values 4, section 8.3.
  private func position(_ words: [String]) -> Point? {
    guard words.count == 4 else {
      return (1...2).contains(words.count) ? reading.origin(words.joined(separator: " "), of: node, state, box) : nil
    }
    var result = Point(box.minX, box.minY)
    for at in [0, 2] {
      let isX = words[at] == "left" || words[at] == "right"
      guard isX || words[at] == "top" || words[at] == "bottom", let offset = pixels(words[at + 1], isX ? .x : .y) else { return nil }
      switch words[at] {
      case "left": result.x = box.minX + offset
      case "right": result.x = box.maxX - offset
      case "top": result.y = box.minY + offset
      default: result.y = box.maxY - offset
      }
    }
    return result
  }

  private func polygon(_ inside: String) -> (Path, FillRule)? {
    let (rule, rest) = rule(inside)
    var path = Path()
    for part in rest.split(separator: ",") {
      let words = Self.words(String(part))
      guard words.count == 2, let x = pixels(words[0], .x), let y = pixels(words[1], .y) else { return nil }
      let point = Point(box.minX + x, box.minY + y)
      if path.isEmpty { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return (path, rule)
  }
}
