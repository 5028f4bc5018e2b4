/// Attributes that are CSS properties, and which of them are inherited. Source: SVG 2, section 6.6 and the properties' own sections.
enum Presentation {
  static let inherited: Set<String> = [
    "clip-rule", "color", "color-interpolation", "color-interpolation-filters", "color-rendering", "cursor", "direction", "fill",
    "fill-opacity", "fill-rule", "font", "font-family", "font-feature-settings", "font-kerning", "font-size", "font-size-adjust",
    "font-stretch", "font-style", "font-synthesis", "font-variant", "font-variation-settings", "font-weight",
    "glyph-orientation-horizontal", "glyph-orientation-vertical", "image-rendering", "kerning", "letter-spacing", "marker-end",
    "marker-mid",
    "marker-start", "paint-order", "pointer-events", "shape-rendering", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-align", "text-align-last", "text-anchor",
    "text-rendering", "text-orientation", "visibility", "white-space", "word-spacing", "writing-mode", "xml:space",
  ]

  /// Slot of each inherited property in tables of them.
  static let slots: [String: Int] = Dictionary(uniqueKeysWithValues: inherited.sorted().enumerated().map { ($1, $0) })

  private static let own: Set<String> = [
    "alignment-baseline", "background-color", "baseline-shift", "clip", "clip-path", "display", "dominant-baseline", "enable-background",
    "filter", "flood-color", "flood-opacity", "font-optical-sizing", "isolation", "lighting-color", "mask", "mask-type", "mix-blend-mode",
    "opacity", "overflow", "stop-color", "stop-opacity", "text-decoration", "text-decoration-fill", "text-decoration-stroke", "transform",
    "transform-box", "transform-origin", "unicode-bidi", "vector-effect",
  ]

  /// Properties without a presentation attribute.
  static let styleOnly: Set<String> = ["marker", "font", "isolation", "mix-blend-mode", "background-color"]

  /// Properties whose names are other attributes of some elements; the tree stores them under these names.
  static let renamed = ["translate": "css-translate", "rotate": "css-rotate", "scale": "css-scale"]

  private static let geometry: [String: Set<String>] = [
    "x": ["svg", "rect", "image", "use", "symbol"], "y": ["svg", "rect", "image", "use", "symbol"],
    "width": ["svg", "rect", "image", "use", "symbol"], "height": ["svg", "rect", "image", "use", "symbol"],
    "cx": ["circle", "ellipse"], "cy": ["circle", "ellipse"], "r": ["circle"], "rx": ["rect", "ellipse"], "ry": ["rect", "ellipse"],
    "d": ["path"],
  ]

  static func isProperty(_ name: String) -> Bool {
    inherited.contains(name) || own.contains(name) || geometry[name] != nil || renamed[name] != nil || name == "marker"
  }

  /// Whether a declaration applies to an element.
  static func applies(_ name: String, to tag: String) -> Bool { geometry[name].map { $0.contains(tag) } ?? isProperty(name) }

  /// Whether an attribute supports `inherit` and variables.
  static func isPresentationAttribute(_ name: String) -> Bool { inherited.contains(name) || own.contains(name) }

  /// Returns the name in lower case, without a former vendor prefix.
  static func propertyName(_ name: String) -> String {
    if name.hasPrefix("--") { return name }
    let name = name.lowercased()
    // Only the color of a background is drawn.
    if name == "background" { return "background-color" }
    guard name.hasPrefix("-webkit-") else { return name == "text-decoration-line" ? "text-decoration" : name }
    let plain = String(name.dropFirst(8))
    return ["clip-path", "filter", "mask", "transform", "transform-origin"].contains(plain) ? plain : name
  }

  private static let wide: Set<String> = ["inherit", "initial", "unset", "revert", "revert-layer"]

  static func isWide(_ value: String) -> Bool { wide.contains(value) }

  /// Whether a value is valid in CSS. An invalid value leaves earlier declarations in effect.
  static func accepts(_ name: String, _ value: String) -> Bool {
    if value.isEmpty { return name.hasPrefix("--") }
    if isWide(value.lowercased()) || value.mentionsVariable { return true }
    switch name {
    case "fill", "stroke": return SVGPaintValue(value) != nil
    case "background-color": return value.lowercased() == "none" || SVGColor.parse(value) != nil
    case "color", "stop-color", "flood-color", "lighting-color":
      return value.lowercased() == "currentcolor" || SVGColor.parse(value) != nil
    case "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity": return svgShare(value) != nil
    case "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height":
      if ["width", "height", "rx", "ry"].contains(name), value.lowercased() == "auto" { return true }
      guard let length = SVGLength(value), length.unit != .none || length.number == 0 else { return SVGCalculation(value) != nil }
      return length.number >= 0 || ["x", "y", "cx", "cy"].contains(name)
    case "d": return value == "none" || pathData(value) != nil
    case "transform": return TransformList(value, isCSS: true) != nil
    case "stroke-width": return SVGLength(value).map { $0.number >= 0 } ?? (SVGCalculation(value) != nil)
    default: return true
    }
  }

  /// Returns the path data in `path("…")`.
  static func pathData(_ value: String) -> String? {
    var scanner = Scanner(value)
    guard scanner.word().lowercased() == "path", scanner.consume("("), let end = scanner.closing() else { return nil }
    let inside = Scanner.text(scanner.bytes[scanner.at..<end]).trimmed
    guard let quote = inside.first, quote == "\"" || quote == "'", inside.count > 1, inside.last == quote else { return nil }
    return String(inside.dropFirst().dropLast())
  }

  /// Returns the value of `inherit` if no ancestor has one.
  static func initial(_ name: String) -> String? {
    switch name {
    case "image-rendering", "shape-rendering", "text-rendering": "auto"
    case "clip-path", "filter", "mask", "marker-start", "marker-mid", "marker-end", "stroke", "stroke-dasharray", "transform": "none"
    case "font-style", "font-variant", "font-weight", "font-stretch", "letter-spacing", "word-spacing", "paint-order": "normal"
    case "fill", "flood-color", "stop-color": "black"
    case "fill-opacity", "stroke-opacity", "flood-opacity", "stop-opacity", "opacity": "1"
    case "clip-rule", "fill-rule": "nonzero"
    case "baseline-shift": "baseline"
    case "color-interpolation-filters": "linearRGB"
    case "direction": "ltr"
    case "display": "inline"
    case "font-size": "medium"
    case "overflow", "visibility": "visible"
    case "stroke-dashoffset": "0"
    case "stroke-linecap": "butt"
    case "stroke-linejoin": "miter"
    case "stroke-miterlimit": "4"
    case "stroke-width": "1"
    case "text-anchor": "start"
    case "text-decoration": "none"
    case "writing-mode": "lr-tb"
    default: nil
    }
  }
}
