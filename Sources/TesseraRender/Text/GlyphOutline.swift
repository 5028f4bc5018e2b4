internal import CRender
public import TesseraGeometry

/// Outline of a glyph of a shaped text, for programs that place letters themselves.
///
/// Logical units, the pen at the origin, y downwards.
public struct GlyphOutline: Sendable {
  /// UTF-8 bytes of its cluster; glyphs of a cluster are adjacent.
  public var cluster: Range<Int>
  /// Start of its run of one font, script and direction, in bytes.
  public var stretch: Int
  /// Embedding level of UAX #9: odd levels run from right to left.
  public var level: Int
  /// Whether the font has a colour glyph for it; the path is only its outline.
  public var isColored: Bool
  /// Pen movement after the glyph.
  public var advance: Double
  /// Offset from the pen.
  public var offset: Point
  /// Outline, nonzero fill rule; empty if the glyph has no ink.
  public var path: Path
}

extension AttributedText {
  /// Shapes the text as one line, ordered only by UAX #9, and returns its glyphs, clusters in logical order; empty without memory.
  ///
  /// - Parameters:
  ///   - isRightToLeft: The direction of the line; nil: that of its first letter.
  ///   - pointLimit: Maximum number of points in all paths together; later glyphs have empty paths.
  ///   - library: Library to find fonts in.
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

/// Line metrics of a font, in logical units at its size; y upwards from the baseline.
public struct FontMetrics: Sendable, Hashable {
  /// Extent above the baseline.
  public var ascent: Double
  /// Extent below the baseline, positive.
  public var descent: Double
  /// Height of lowercase letters without ascenders.
  public var xHeight: Double
  /// Centre and thickness of the underline.
  public var underline: (position: Double, thickness: Double) { (underlinePosition, underlineThickness) }
  /// Centre and thickness of the strikethrough line.
  public var strikethrough: (position: Double, thickness: Double) { (strikePosition, strikeThickness) }
  /// Rise of superscripts.
  public var superscript: Double
  /// Drop of subscripts, positive.
  public var subscripted: Double

  private var underlinePosition, underlineThickness, strikePosition, strikeThickness: Double

  /// Creates the metrics of the first font in `library` that matches `font`; nil without memory.
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
