internal import CRender
public import TesseraGeometry

/// A glyph of a shaped text as a path, for programs that place letters themselves.
///
/// Logical units, the pen at the origin, y downwards.
public struct GlyphOutline: Sendable {
  /// UTF-8 bytes of its cluster: the glyphs of one follow each other.
  public var cluster: Range<Int>
  /// Where the stretch of one font, script and direction begins that it belongs to, bytes.
  public var stretch: Int
  /// Embedding level of UAX #9: odd runs from right to left.
  public var level: Int
  /// Whether the font has a coloured picture of it, which the path is not.
  public var isColored: Bool
  /// How far the pen moves.
  public var advance: Double
  /// Where it is drawn from the pen.
  public var offset: Point
  /// Its outline, non-zero; empty where it draws nothing.
  public var path: Path
}

extension AttributedText {
  /// Shapes the text as one line, in the order of UAX #9 alone, and returns its glyphs, clusters in logical order; empty where memory is short.
  ///
  /// - Parameters:
  ///   - isRightToLeft: The direction of the line; nil: that of its first letter.
  ///   - pointLimit: Most points that all paths together may hold; the glyphs behind have empty ones.
  ///   - library: Where fonts are looked for.
  /// - Complexity: O(n) in glyphs.
  public func outlines(isRightToLeft: Bool? = nil, pointLimit: Int = .max, library: FontLibrary = .shared) -> [GlyphOutline] {
    let line = isRightToLeft.map { $0 ? CR_DIRECTION_RTL : CR_DIRECTION_LTR } ?? CR_DIRECTION_AUTO
    let direction = cr_direction(line.rawValue | CR_DIRECTION_EXACT.rawValue)
    guard let shaped = ShapedText.make(self, direction: direction, library: library) else { return [] }
    var result = (glyphs: [GlyphOutline](), room: pointLimit)
    _ = withUnsafeMutablePointer(to: &result) { result in
      cr_shaped_outlines(
        library.handle, shaped.handle,
        { context, glyph in
          guard let context, var glyph = glyph?.pointee else { return }
          let result = context.assumingMemoryBound(to: (glyphs: [GlyphOutline], room: Int).self)
          result.pointee.room -= min(glyph.path.point_count, result.pointee.room)
          if result.pointee.room == 0 { glyph.path = cr_path() }
          result.pointee.glyphs.append(GlyphOutline(glyph))
        }, result)
    }
    return result.glyphs
  }
}

extension GlyphOutline {
  init(_ c: cr_glyph_outline) {
    self.init(
      cluster: Int(c.cluster)..<max(Int(c.cluster), Int(c.cluster_end)), stretch: Int(c.run_start), level: Int(c.level),
      isColored: c.is_color,
      advance: c.advance, offset: Point(c.x, c.y), path: Path(c.path))
  }
}

/// What a font says of its lines, in logical units at its size; y upwards from the baseline.
public struct FontMetrics: Sendable, Hashable {
  /// Above the baseline.
  public var ascent: Double
  /// Below the baseline, positive.
  public var descent: Double
  /// Height of small letters.
  public var xHeight: Double
  /// Middle and thickness of a line below.
  public var underline: (position: Double, thickness: Double) { (underlinePosition, underlineThickness) }
  /// Middle and thickness of a line through the middle.
  public var strikethrough: (position: Double, thickness: Double) { (strikePosition, strikeThickness) }
  /// How far up superscripts stand.
  public var superscript: Double
  /// How far down subscripts stand, positive.
  public var subscripted: Double

  private var underlinePosition, underlineThickness, strikePosition, strikeThickness: Double

  /// Returns what the first font says that `font` finds in `library`; nil where memory is short.
  public init?(_ font: Font, library: FontLibrary = .shared) {
    var c = cr_font_metrics()
    guard let style = library.style(for: font), cr_font_style_metrics(library.handle, style, &c) == CR_OK else { return nil }
    let size = font.size
    (ascent, descent, xHeight) = (c.ascent * size, c.descent * size, c.x_height * size)
    (underlinePosition, underlineThickness) = (c.underline * size, c.underline_thickness * size)
    (strikePosition, strikeThickness) = (c.strike * size, c.strike_thickness * size)
    (superscript, subscripted) = (c.superscript * size, c.subscript * size)
  }
}
