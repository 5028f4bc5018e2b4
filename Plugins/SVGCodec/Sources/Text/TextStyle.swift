internal import TesseraGeometry
internal import TesseraRender

/// Text style of one element, without paints.
struct TextStyle {
  var font: Font
  var metrics: FontMetrics
  var letterSpacing: Double
  var wordSpacing: Double
  /// Downward offset.
  var baselineShift: Double
  var length: Double?
  var stretchesGlyphs: Bool
  /// Elements of `unicode-bidi` that apply, outermost first.
  var directions: [Direction] = []

  /// Element with the characters that start and end its direction. Source: UAX #9, section 2; CSS Writing Modes 4, section 2.4.
  struct Direction {
    var node: Int
    var opening: String
    var closing: String
  }

  var attributes: TextAttributes { TextAttributes(font: font, color: .black) }
}

extension SVGReading {
  func textStyle(of node: Int, root: Int, _ state: State) -> TextStyle? {
    let font = font(of: node, state)
    guard font.size > 0, font.size.isFinite, let metrics = FontMetrics(font, library: options.fonts) else { return nil }
    func spacing(_ name: String) -> Double {
      guard let text = inherited(name, of: node), let length = SVGLength(text) else { return 0 }
      return pixels(length, .x, of: node, state)
    }
    var style = TextStyle(
      font: font, metrics: metrics, letterSpacing: spacing("letter-spacing"), wordSpacing: spacing("word-spacing"), baselineShift: 0,
      length: nil,
      stretchesGlyphs: false)
    // Ligatures would ignore the spacing.
    if style.letterSpacing != 0 { (style.font.features["liga"], style.font.features["clig"]) = (0, 0) }
    style.baselineShift = alignmentShift(of: node, root, metrics) - baselineShift(of: node, root, state)
    style.directions = directions(of: node, root: root)
    var at = node
    while at >= 0, style.length == nil {
      if let length = length("textLength", .x, of: at, state), length > 0 {
        style.length = length
        style.stretchesGlyphs = attribute("lengthAdjust", of: at) == "spacingAndGlyphs"
      }
      if at == root { break }
      at = tree[at].parent
    }
    return style
  }

  // MARK: directions

  /// Returns the direction of the lines of a `text` element; nil means that of their first letter.
  func isRightToLeft(_ root: Int) -> Bool? {
    attribute("unicode-bidi", of: root) == "plaintext" ? nil : inherited("direction", of: root) == "rtl"
  }

  private func directions(of node: Int, root: Int) -> [TextStyle.Direction] {
    var result: [TextStyle.Direction] = []
    var at = node
    while at >= 0 {
      if let kind = attribute("unicode-bidi", of: at), let pair = Self.controls(kind, inherited("direction", of: at) == "rtl", at == root) {
        result.append(TextStyle.Direction(node: at, opening: pair.0, closing: pair.1))
      }
      if at == root { break }
      at = tree[at].parent
    }
    return result.reversed()
  }

  /// Returns the control characters around an element; nil if none are needed, as for a `text` element whose lines already have the
  /// direction.
  private static func controls(_ kind: String, _ isRightToLeft: Bool, _ isRoot: Bool) -> (String, String)? {
    switch kind {
    case "embed" where !isRoot: (isRightToLeft ? "\u{202B}" : "\u{202A}", "\u{202C}")
    case "isolate" where !isRoot: (isRightToLeft ? "\u{2067}" : "\u{2066}", "\u{2069}")
    case "plaintext" where !isRoot: ("\u{2068}", "\u{2069}")
    case "bidi-override": (isRightToLeft ? "\u{202E}" : "\u{202D}", "\u{202C}")
    case "isolate-override": (isRightToLeft ? "\u{2068}\u{202E}" : "\u{2068}\u{202D}", "\u{202C}\u{2069}")
    default: nil
    }
  }

  // MARK: fonts

  private func font(of node: Int, _ state: State) -> Font {
    var font = Font(size: fontSize(of: node, state))
    font.families = families(of: node)
    font.weight = FontWeight(weight(of: node))
    if ["italic", "oblique"].contains(where: { (inherited("font-style", of: node) ?? "").hasPrefix($0) }) { font.slant = .italic }
    font.width = Self.widths[inherited("font-stretch", of: node) ?? ""] ?? 100
    if inherited("font-variant", of: node) == "small-caps" { font.features["smcp"] = 1 }
    if inherited("font-kerning", of: node) == "none" || inherited("kerning", of: node).flatMap(SVGLength.init)?.number == 0 {
      font.features["kern"] = 0
    }
    if let text = inherited("font-variation-settings", of: node) {
      for part in text.split(separator: ",") {
        let words = part.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let value = svgNumber(String(words[1])) else { continue }
        font.variations[words[0].filter { $0 != "\"" && $0 != "'" }] = value
      }
    }
    // Set the optical size of fonts that support it.
    if font.variations["opsz"] == nil, inherited("font-optical-sizing", of: node) != "none" { font.variations["opsz"] = font.size }
    return font
  }

  private static let widths: [String: Double] = [
    "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "narrower": 75, "semi-condensed": 87.5, "semi-expanded": 112.5,
    "expanded": 125, "wider": 125, "extra-expanded": 150, "ultra-expanded": 200,
  ]

  /// Maximum number of families of a list that are tried.
  private static let mostFamilies = 64

  private func families(of node: Int) -> [String] {
    let text = inherited("font-family", of: node) ?? ""
    var result: [String] = text.split(separator: ",", maxSplits: Self.mostFamilies).prefix(Self.mostFamilies).map { part in
      let name = part.trimmed.filter { $0 != "\"" && $0 != "'" }
      return options.genericFamilies[name] ?? name
    }
    if let family = options.defaultFamily { result.append(family) }
    return result.filter { !$0.isEmpty }
  }

  private func weight(of node: Int) -> Int {
    var path: [Int] = []
    var weight = 400
    var at = tree.owner(of: "font-weight", around: node)
    while let owner = at {
      if let known = weights[owner] {
        weight = known
        break
      }
      path.append(owner)
      at = tree.owner(of: "font-weight", around: tree[owner].parent)
    }
    for owner in path.reversed() {
      weight = Self.weight(attribute("font-weight", of: owner) ?? "", in: weight)
      weights[owner] = weight
    }
    return weight
  }

  private static func weight(_ text: String, in weight: Int) -> Int {
    switch text {
    case "normal": 400
    case "bold": 700
    // As in browsers; CSS Fonts 4 differs for 400.
    case "bolder": min(900, weight + (weight == 400 ? 300 : 100))
    case "lighter": max(100, weight - (weight == 400 ? 200 : 100))
    default: Int(text).flatMap { (1...1000).contains($0) ? $0 : nil } ?? weight
    }
  }

  // MARK: baselines

  /// Returns the upward shift of the element and its ancestors within the text.
  private func baselineShift(of node: Int, _ root: Int, _ state: State) -> Double {
    var (shift, at) = (0.0, node)
    while at >= 0, at != root {
      if let text = attribute("baseline-shift", of: at) {
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

  /// Returns the downward shift of the baseline alignment.
  private func alignmentShift(of node: Int, _ root: Int, _ m: FontMetrics) -> Double {
    var value = attribute("alignment-baseline", of: node)
    if value == nil || value == "auto" || value == "baseline" {
      // The default is that of the nearest ancestor that sets it.
      var at = node
      while at >= 0, at != tree[root].parent {
        if let text = attribute("dominant-baseline", of: at) {
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
