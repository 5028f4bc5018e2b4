internal import TesseraBase
internal import TesseraGeometry
public import TesseraRender

/// Paints glyphs of fonts that are SVG documents. Source: OpenType 1.9, the table `SVG `.
///
/// Text in a document, and files that it refers to, are ignored. Any thread.
public struct SVGGlyphPainter: GlyphDocumentPainter {
  /// Cached documents, newest last; nil for invalid ones.
  private struct Kept {
    var identity: UInt64
    var bytes: Int
    var document: SVGGlyphDocument?
  }

  /// Fonts have one document for each glyph, or one for many glyphs.
  private static let mostKept = 16
  /// Maximum size in bytes of a cached document, as stored in the font; a larger one is parsed for each glyph.
  private static let mostBytes = 1 << 20

  private let kept = Locked<[Kept]>([])

  /// Creates a painter that caches recently parsed documents.
  public init() {}

  private static let registered: Void = { FontLibrary.glyphDocumentPainter = SVGGlyphPainter() }()

  /// Enables painting of SVG glyphs in all text of the process. Only the first call has an effect.
  ///
  /// Text nodes, fields, ``SVGCodec`` and texts in documents call it. A program that draws text without any of these calls it before its
  /// first text. Any thread.
  public static func register() { _ = registered }

  public func picture(of glyph: GlyphDocument) -> GlyphPicture? {
    guard glyph.unitsPerEm > 0, glyph.pixelsPerEm > 0, glyph.pixelsPerEm <= 2048, let document = document(of: glyph) else { return nil }
    guard let group = document.group(of: glyph.glyph, unitsPerEm: glyph.unitsPerEm) else { return nil }
    let map = Transform.scale(glyph.pixelsPerEm / glyph.unitsPerEm, glyph.pixelsPerEm / glyph.unitsPerEm)
    // Bounds of the glyph's cell and its surroundings: at most three ems.
    let em = Int(glyph.pixelsPerEm.rounded(.up))
    let most = PixelRect(x: -em, y: -2 * em, width: 3 * em, height: 3 * em)
    guard let ink = group.inkBounds else { return GlyphPicture(pixels: nil, left: 0, top: 0) }
    var area = SVGDrawing.pixels(map.apply(ink)).intersection(most)
    (area.width, area.height) = (min(area.width, 2048), min(area.height, 2048))
    guard area.width > 0, area.height > 0 else { return GlyphPicture(pixels: nil, left: 0, top: 0) }
    guard let pixels = try? PixelBuffer(width: area.width, height: area.height) else { return nil }
    let drawing = SVGDrawing(
      tint: glyph.color, bounds: pixels.bounds, byteLimit: DecodingBudget.shared.byteLimit, isCancelled: { false })
    var root = SVGGroup()
    root.children = [.group(group)]
    drawing.draw(root, map, onto: pixels, at: area)
    return drawing.isOver ? nil : GlyphPicture(pixels: pixels, left: area.x, top: area.y)
  }

  /// Returns the cached or newly parsed document; nil if it is invalid.
  private func document(of glyph: GlyphDocument) -> SVGGlyphDocument? {
    let found: Kept? = kept.withLock { kept in
      guard let at = kept.firstIndex(where: { $0.identity == glyph.identity }) else { return nil }
      let one = kept.remove(at: at)
      kept.append(one)
      return one
    }
    if let found { return found.document }
    let document = try? SVGGlyphDocument(parsing: Array(glyph.bytes), palette: glyph.palette)
    let made = Kept(identity: glyph.identity, bytes: glyph.bytes.count, document: document)
    guard made.bytes <= Self.mostBytes else { return document }
    kept.withLock { kept in
      kept.removeAll { $0.identity == made.identity }
      kept.append(made)
      var bytes = kept.reduce(0) { $0 + $1.bytes }
      while kept.count > Self.mostKept || bytes > Self.mostBytes { bytes -= kept.removeFirst().bytes }
    }
    return document
  }
}
