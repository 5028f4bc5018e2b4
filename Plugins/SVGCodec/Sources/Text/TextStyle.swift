internal import TesseraGeometry
internal import TesseraRender

/// How the letters of one element look, paints left out.
struct TextStyle {
  var font: Font
  var metrics: FontMetrics
  var letterSpacing: Double
  var wordSpacing: Double
  /// Downwards.
  var baselineShift: Double
  var length: Double?
  var stretchesGlyphs: Bool

  var attributes: TextAttributes { TextAttributes(font: font, color: .black) }
}

extension SVGReading {
  func textStyle(of node: Int, root: Int, _ state: State) -> TextStyle? {
    let font = font(of: node, state)
    guard font.size > 0, font.size.isFinite, let metrics = FontMetrics(font, library: options.fonts) else { return nil }
    func spacing(_ name: String) -> Double {
      guard let text = tree.inherited(name, of: node), let length = SVGLength(text) else { return 0 }
      return pixels(length, .x, of: node, state)
    }
    var style = TextStyle(
      font: font, metrics: metrics, letterSpacing: spacing("letter-spacing"), wordSpacing: spacing("word-spacing"), baselineShift: 0,
      length: nil,
      stretchesGlyphs: false)
    // Ligatures would join what is to stand apart.
    if style.letterSpacing != 0 { (style.font.features["liga"], style.font.features["clig"]) = (0, 0) }
    style.baselineShift = alignmentShift(of: node, root, metrics) - baselineShift(of: node, root, state)
    var at = node
    while at >= 0, style.length == nil {
      if let length = length("textLength", .x, of: at, state), length > 0 {
        style.length = length
        style.stretchesGlyphs = tree.attribute("lengthAdjust", of: at) == "spacingAndGlyphs"
      }
      if at == root { break }
      at = tree[at].parent
    }
    return style
  }

  // MARK: fonts

  private func font(of node: Int, _ state: State) -> Font {
    var font = Font(size: fontSize(of: node, state))
    font.families = families(of: node)
    font.weight = FontWeight(weight(of: node))
    if ["italic", "oblique"].contains(where: { (tree.inherited("font-style", of: node) ?? "").hasPrefix($0) }) { font.slant = .italic }
    font.width = Self.widths[tree.inherited("font-stretch", of: node) ?? ""] ?? 100
    if tree.inherited("font-variant", of: node) == "small-caps" { font.features["smcp"] = 1 }
    if tree.inherited("font-kerning", of: node) == "none" || tree.inherited("kerning", of: node).flatMap(SVGLength.init)?.number == 0 {
      font.features["kern"] = 0
    }
    if let text = tree.inherited("font-variation-settings", of: node) {
      for part in text.split(separator: ",") {
        let words = part.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let value = svgNumber(String(words[1])) else { continue }
        font.variations[words[0].filter { $0 != "\"" && $0 != "'" }] = value
      }
    }
    // Fonts that are drawn for sizes get theirs.
    if font.variations["opsz"] == nil, tree.inherited("font-optical-sizing", of: node) != "none" { font.variations["opsz"] = font.size }
    return font
  }

  private static let widths: [String: Double] = [
    "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "narrower": 75, "semi-condensed": 87.5, "semi-expanded": 112.5,
    "expanded": 125, "wider": 125, "extra-expanded": 150, "ultra-expanded": 200,
  ]

  private func families(of node: Int) -> [String] {
    let text = tree.inherited("font-family", of: node) ?? ""
    var result: [String] = text.split(separator: ",").map { part in
      let name = part.trimmed.filter { $0 != "\"" && $0 != "'" }
      return options.genericFamilies[name] ?? name
    }
    if let family = options.defaultFamily { result.append(family) }
    return result.filter { !$0.isEmpty }
  }

  private func weight(of node: Int) -> Int {
    var path: [String] = []
    var at = node
    while at >= 0 {
      if let text = tree.attribute("font-weight", of: at) { path.append(text) }
      at = tree[at].parent
    }
    return path.reversed().reduce(400) { weight, text in
      switch text {
      case "normal": 400
      case "bold": 700
      // What browsers do, rather than what the specification says of 400.
      case "bolder": min(900, weight + (weight == 400 ? 300 : 100))
      case "lighter": max(100, weight - (weight == 400 ? 200 : 100))
      default: Int(text).flatMap { (1...1000).contains($0) ? $0 : nil } ?? weight
      }
    }
  }

  // MARK: baselines

  /// Upwards: of the element and those around it within the text.
  private func baselineShift(of node: Int, _ root: Int, _ state: State) -> Double {
    var (shift, at) = (0.0, node)
    while at >= 0, at != root {
      if let text = tree.attribute("baseline-shift", of: at) {
        switch text {
        case "sub", "super":
          if let metrics = FontMetrics(font(of: at, state), library: options.fonts) {
            shift += text == "sub" ? -metrics.subscripted : metrics.superscript
          }
        default:
          if let length = SVGLength(text) {
            shift += length.unit == .percent ? length.number / 100 * fontSize(of: at, state) : pixels(length, .y, of: at, state)
          }
        }
      }
      at = tree[at].parent
    }
    return shift
  }

  /// Downwards.
  private func alignmentShift(of node: Int, _ root: Int, _ m: FontMetrics) -> Double {
    var value = tree.attribute("alignment-baseline", of: node)
    if value == nil || value == "auto" || value == "baseline" {
      // Where nothing is said it is that of the nearest element which says it.
      var at = node
      while at >= 0, at != tree[root].parent {
        if let text = tree.attribute("dominant-baseline", of: at) {
          value = text
          break
        }
        at = tree[at].parent
      }
    }
    switch value {
    case "before-edge", "text-before-edge": return m.ascent
    case "after-edge", "text-after-edge", "ideographic": return -m.descent
    case "middle": return m.xHeight / 2
    case "central": return (m.ascent - m.descent) / 2
    case "hanging": return m.ascent * 0.8
    case "mathematical": return m.ascent * 0.5
    default: return 0
    }
  }
}
