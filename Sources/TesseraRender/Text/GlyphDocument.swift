internal import CRender
internal import TesseraBase

/// A glyph defined by an SVG document of its font (OpenType's table `SVG `), with its drawing parameters.
///
/// Only valid during the call that receives it.
public struct GlyphDocument {
  /// The document, possibly gzip-compressed. Valid during the call.
  public var bytes: UnsafeRawBufferPointer
  /// Identifies the document of a font: unique while the process runs.
  public var identity: UInt64
  /// Index of the glyph in the font.
  public var glyph: Int
  /// Units of the document per em; its origin is the pen on the baseline, y downwards.
  public var unitsPerEm: Double
  /// Device pixels per em.
  public var pixelsPerEm: Double
  /// Colour of the text, opaque: the value of `currentColor` and `context-fill`.
  public var color: Color
  /// First palette of the font: the values of the variables `--color0`, `--color1` and so on.
  public var palette: [Color]

  /// Creates a request.
  /// - Parameters:
  ///   - bytes: The document, valid for the call that gets the request.
  ///   - identity: Unique identity of the document.
  ///   - glyph: Index of the glyph in the font.
  ///   - unitsPerEm: Units of the document per em.
  ///   - pixelsPerEm: Device pixels per em.
  ///   - color: Colour of the text.
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
  /// Premultiplied argb8888 pixels; nil if the glyph is invisible.
  public var pixels: PixelBuffer?
  /// Offset from the pen to the left edge, device pixels.
  public var left: Int
  /// Offset from the baseline down to the top edge, device pixels.
  public var top: Int

  /// Creates a picture.
  /// - Parameters:
  ///   - pixels: argb8888, at most 2,048 pixels per side; nil if the glyph is invisible.
  ///   - left: Offset from the pen to the left edge, device pixels.
  ///   - top: Offset from the baseline down to the top edge, device pixels.
  public init(pixels: PixelBuffer?, left: Int, top: Int) { (self.pixels, self.left, self.top) = (pixels, left, top) }
}

/// Painter of glyphs defined by documents.
public protocol GlyphDocumentPainter: Sendable {
  /// Paints a glyph. Returns nil if the document is invalid or lacks the glyph; its outline is drawn then.
  ///
  /// Any thread, concurrently; no lock of the framework is held. The result is cached like other glyphs. Must not draw text.
  func picture(of glyph: GlyphDocument) -> GlyphPicture?
}

extension FontLibrary {
  private static let painter = Locked<(any GlyphDocumentPainter)?>(nil)

  /// Painter of SVG glyphs for all text of the process. Nil, the default, draws their outlines in the text's colour.
  ///
  /// The module SVGCodec sets its painter with the first text node, field, picture codec or text in an SVG picture. If a font with such
  /// glyphs was opened before, setting it clears the glyph and shaped-text caches of ``shared``. Any thread.
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

/// Calls the painter and passes its result to `receive`.
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
