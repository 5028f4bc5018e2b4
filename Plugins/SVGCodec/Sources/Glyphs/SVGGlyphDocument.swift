internal import TesseraGeometry
internal import TesseraRender

/// SVG document with glyphs of a font: elements with ids of the form `glyph` and a number.
struct SVGGlyphDocument: Sendable {
  private let tree: SVGTree
  /// Size of the document in bytes.
  private let length: Int

  /// Parses a document. Its variables `--color0`, `--color1` and so on are set to the colours of `palette`.
  /// - Throws: `SVGError` if it is malformed or exceeds the limits.
  init(parsing bytes: [UInt8], palette: [Color]) throws(SVGError) {
    let variables = Dictionary(uniqueKeysWithValues: palette.enumerated().map { ("--color\($0)", $1.hex) })
    tree = try TreeBuilder.build(MarkupReader.read(bytes, source: "glyph"), source: "glyph", variables: variables)
    length = bytes.count
  }

  /// Returns the content of a glyph, in units of the font, y downwards from the baseline. Returns nil if the document lacks it or it
  /// exceeds the limits.
  func group(of glyph: Int, unitsPerEm em: Double) -> SVGGroup? {
    guard let node = tree.ids["glyph\(glyph)"] else { return nil }
    var options = SVGOptions()
    options.readsText = false
    let reading = SVGReading(tree: tree, options: options, source: "glyph", nesting: 0, budget: ReadingBudget(bytes: length))
    let viewBox = tree.attribute("viewBox", of: 0).flatMap(Rect.init(viewBox:))
    var state = SVGReading.State(viewBox: viewBox ?? Rect(0, 0, em, em))
    state.context = SVGReading.Context(fill: SVGFill(paint: .color(SVGColor(.black, isCurrent: true))), stroke: nil)
    var group = SVGGroup()
    if node == 0 { reading.addRoot(state, to: &group) } else { reading.add(node, state, to: &group) }
    guard reading.failure == nil else { return nil }
    if let viewBox {
      func side(_ name: String, _ axis: SVGReading.Axis) -> Double {
        guard let text = tree.attribute(name, of: 0), let length = SVGLength(text), length.unit != .percent else { return em }
        let side = reading.pixels(length, axis, of: 0, state)
        return side > 0 && side.isFinite ? side : em
      }
      let aspect = tree.attribute("preserveAspectRatio", of: 0).flatMap(SVGAspect.init) ?? SVGAspect()
      group.transform = aspect.transform(from: viewBox, to: Rect(0, 0, side("width", .x), side("height", .y)))
    }
    group.measure()
    var outer = SVGGroup()
    outer.children = group.children.isEmpty ? [] : [.group(group)]
    outer.measure()
    return outer
  }
}
