/// Which attributes are properties of CSS, and which of them descend to children. Source: SVG 2, section 6.6 and the properties' own sections.
enum Presentation {
  static let inherited: Set<String> = [
    "clip-rule", "color", "color-interpolation", "color-interpolation-filters", "color-rendering", "cursor", "direction", "fill",
    "fill-opacity",
    "fill-rule", "font", "font-family", "font-feature-settings", "font-kerning", "font-size", "font-size-adjust", "font-stretch",
    "font-style",
    "font-synthesis", "font-variant", "font-variation-settings", "font-weight", "glyph-orientation-horizontal",
    "glyph-orientation-vertical",
    "image-rendering", "kerning", "letter-spacing", "marker-end", "marker-mid", "marker-start", "paint-order", "pointer-events",
    "shape-rendering", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    "stroke-opacity", "stroke-width", "text-align", "text-align-last", "text-anchor", "text-rendering", "text-orientation", "visibility",
    "white-space", "word-spacing", "writing-mode", "xml:space",
  ]

  private static let own: Set<String> = [
    "alignment-baseline", "background-color", "baseline-shift", "clip", "clip-path", "display", "dominant-baseline", "enable-background",
    "filter", "flood-color", "flood-opacity", "font-optical-sizing", "isolation", "lighting-color", "mask", "mask-type", "mix-blend-mode",
    "opacity", "overflow", "stop-color", "stop-opacity", "text-decoration", "text-decoration-fill", "text-decoration-stroke", "transform",
    "transform-box", "transform-origin", "unicode-bidi", "vector-effect",
  ]

  /// Properties that no attribute sets.
  static let styleOnly: Set<String> = ["marker", "font", "isolation", "mix-blend-mode", "background-color"]

  static func isProperty(_ name: String) -> Bool { inherited.contains(name) || own.contains(name) }

  /// What an attribute that says `inherit` gets where no parent has a value.
  static func initial(_ name: String) -> String? {
    switch name {
    case "image-rendering", "shape-rendering", "text-rendering": "auto"
    case "clip-path", "filter", "mask", "marker-start", "marker-mid", "marker-end", "stroke", "stroke-dasharray": "none"
    case "font-style", "font-variant", "font-weight", "font-stretch", "letter-spacing", "word-spacing": "normal"
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
