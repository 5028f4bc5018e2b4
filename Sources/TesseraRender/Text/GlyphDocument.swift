internal import CRender
internal import TesseraBase

/// A glyph that its font describes by an SVG document (OpenType's table `SVG `), and what it is to be painted with.
///
/// For the call that it is handed to.
public struct GlyphDocument {
  /// The document, in gzip or not. Valid for the call.
  public var bytes: UnsafeRawBufferPointer
  /// The same for the same document of the same font, another for any other, while the process runs.
  public var identity: UInt64
  /// Number of the glyph in the font.
  public var glyph: Int
  /// Units of the document in an em; its origin is the pen on the baseline, y downwards.
  public var unitsPerEm: Double
  /// Device pixels in an em.
  public var pixelsPerEm: Double
  /// The text's colour, opaque: what `currentColor` and `context-fill` stand for.
  public var color: Color
  /// The font's first palette: what the variables `--color0`, `--color1` and so on stand for.
  public var palette: [Color]

  /// Makes a request.
  /// - Parameters:
  ///   - bytes: The document, valid for the call that gets the request.
  ///   - identity: The same for the same document only.
  ///   - glyph: Number of the glyph in the font.
  ///   - unitsPerEm: Units of the document in an em.
  ///   - pixelsPerEm: Device pixels in an em.
  ///   - color: The text's colour.
  ///   - palette: Colours of the font.
  public init(
    bytes: UnsafeRawBufferPointer, identity: UInt64, glyph: Int, unitsPerEm: Double, pixelsPerEm: Double, color: Color = .black,
    palette: [Color] = []
  ) {
    (self.bytes, self.identity, self.glyph) = (bytes, identity, glyph)
    (self.unitsPerEm, self.pixelsPerEm, self.color, self.palette) = (unitsPerEm, pixelsPerEm, color, palette)
  }
}

/// A painted glyph.
public struct GlyphPicture: Sendable {
  /// Premultiplied, in the format argb8888; nil: nothing is seen of the glyph.
  public var pixels: PixelBuffer?
  /// From the pen to the left edge, device pixels.
  public var left: Int
  /// From the baseline down to the top edge, device pixels.
  public var top: Int

  /// Makes a picture.
  /// - Parameters:
  ///   - pixels: At most 2,048 on a side, argb8888; nil: nothing is seen.
  ///   - left: From the pen to the left edge, device pixels.
  ///   - top: From the baseline down to the top edge, device pixels.
  public init(pixels: PixelBuffer?, left: Int, top: Int) { (self.pixels, self.left, self.top) = (pixels, left, top) }
}

/// Paints glyphs that are documents.
public protocol GlyphDocumentPainter: Sendable {
  /// Paints a glyph; nil: the document cannot be read or lacks the glyph, and its outline is drawn.
  ///
  /// Any thread, several at once; no lock of the framework is held. The result is kept as other glyphs are. Must not draw text.
  func picture(of glyph: GlyphDocument) -> GlyphPicture?
}

extension FontLibrary {
  private static let painter = Locked<(any GlyphDocumentPainter)?>(nil)

  /// What paints glyphs that are SVG documents, in all text of the process; nil, as from the start: their outlines are drawn in the text's colour.
  ///
  /// The module SVGCodec has one and sets it: with the first text node, field, picture codec or text in an SVG picture. Where a font with such
  /// glyphs was opened before, setting it forgets the glyphs and the shaped texts that ``shared`` keeps. Any thread.
  public static var glyphDocumentPainter: (any GlyphDocumentPainter)? {
    get { painter.withLock { $0 } }
    set {
      painter.withLock { $0 = newValue }
      guard cr_text_set_glyph_document_painter(newValue == nil ? nil : paintGlyphDocument) else { return }
      shared.trimGlyphs(to: 0)
      shared.trimShapedTexts(to: 0)
      shared.trimShapedWords(to: 0)
    }
  }
}

/// Asks the painter, and hands on what it made.
private func paintGlyphDocument(
  _ document: UnsafePointer<cr_glyph_document>?, _ receive: cr_glyph_picture_receiver?, _ context: UnsafeMutableRawPointer?
) -> Bool {
  guard let painter = FontLibrary.glyphDocumentPainter, let receive, let c = document?.pointee else { return false }
  let palette = UnsafeBufferPointer(start: c.palette, count: c.palette_count).map { Color($0) }
  let request = GlyphDocument(
    bytes: UnsafeRawBufferPointer(start: c.bytes, count: c.length), identity: c.identity, glyph: Int(c.glyph), unitsPerEm: c.units_per_em,
    pixelsPerEm: c.pixels_per_em, color: Color(c.ink), palette: palette)
  guard let picture = painter.picture(of: request) else { return false }
  guard let pixels = picture.pixels, pixels.format == .argb8888 else { return picture.pixels == nil }
  pixels.withUnsafeBytes { bytes in
    var handed = cr_glyph_picture(
      pixels: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: pixels.stride, left: Int32(clamping: picture.left),
      top: Int32(clamping: picture.top), width: Int32(clamping: pixels.width), height: Int32(clamping: pixels.height))
    receive(context, &handed)
  }
  return true
}
