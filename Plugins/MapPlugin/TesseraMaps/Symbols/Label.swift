internal import Glibc
internal import TesseraBase
internal import TesseraGeometry
internal import TesseraRender

/// Text of a symbol without its colors.
struct Label: Sendable, Hashable {
  var text: String
  /// Size of the font, points.
  var size: Double
  var isBold = false
  var isItalic = false
  /// Space after each letter, points.
  var spacing = 0.0
  /// Width at which lines are broken, points.
  var width = 0.0
  var alignment = TextAlignment.center

  func font() -> Font { Font(size: size, weight: isBold ? .bold : .regular, slant: isItalic ? .italic : .upright) }

  func attributed(_ color: Color) -> AttributedText {
    var attributes = TextAttributes(font: font(), color: color)
    attributes.letterSpacing = spacing
    return AttributedText(text, attributes: attributes)
  }
}

/// Outlines of a text in one line, for placement along a line.
struct LabelLetters: Sendable {
  struct Letter: Sendable {
    var path: Path
    /// Center of the letter from the middle of the text, points.
    var center: Double
    var advance: Double
  }

  var letters: [Letter] = []
  var width = 0.0
  var ascent = 0.0
  var descent = 0.0

  init(_ label: Label) {
    let glyphs = label.attributed(.black).outlines(pointLimit: 20_000)
    width = glyphs.reduce(0) { $0 + $1.advance }
    var pen = -width / 2
    for glyph in Self.visualOrder(glyphs) {
      letters.append(
        Letter(
          path: glyph.path.transformed(.translation(glyph.offset.x - glyph.advance / 2, glyph.offset.y)), center: pen + glyph.advance / 2,
          advance: glyph.advance))
      pen += glyph.advance
    }
    if let metrics = FontMetrics(label.font()) { (ascent, descent) = (metrics.ascent, metrics.descent) }
  }

  /// Glyphs from left to right. Source: UAX #9, rule L2, for clusters.
  private static func visualOrder(_ glyphs: [GlyphOutline]) -> [GlyphOutline] {
    guard let highest = glyphs.map(\.level).max(), highest > 0 else { return glyphs }
    var clusters: [[GlyphOutline]] = []
    for glyph in glyphs {
      if let last = clusters.last?.last, last.cluster == glyph.cluster {
        clusters[clusters.count - 1].append(glyph)
      } else {
        clusters.append([glyph])
      }
    }
    let lowest = max(1, glyphs.map(\.level).min() ?? 1)
    for level in (lowest...max(highest, lowest)).reversed() {
      var start = 0
      while start < clusters.count {
        guard clusters[start][0].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < clusters.count, clusters[end][0].level >= level { end += 1 }
        clusters[start..<end].reverse()
        start = end
      }
    }
    return clusters.flatMap(\.self)
  }
}

/// Laid out texts of a map, so that a moved map shapes only new ones. Any thread.
final class LabelCache: Sendable {
  /// Maximum number of texts of each kind.
  static let limit = 600

  private struct Key: Hashable {
    var label: Label
    var color: Color
  }

  private struct State {
    var layouts: [Key: TextLayout] = [:]
    var letters: [Label: LabelLetters] = [:]
  }

  private let state = Locked(State())

  /// Returns the layout of a text.
  func layout(_ label: Label, _ color: Color) -> TextLayout {
    let key = Key(label: label, color: color)
    if let known = state.withLock({ $0.layouts[key] }) { return known }
    var paragraph = ParagraphStyle()
    paragraph.alignment = .left
    let broken = TextLayout(label.attributed(color), paragraph: paragraph, width: label.width)
    paragraph.alignment = label.alignment
    // Lines are aligned within the widest one, not within the width at which they were broken.
    let layout = label.alignment == .left ? broken : broken.relaid(paragraph: paragraph, width: broken.size.width + 0.01)
    state.withLock { state in
      if state.layouts.count >= Self.limit { state.layouts = [:] }
      state.layouts[key] = layout
    }
    return layout
  }

  /// Returns the letters of a text.
  func letters(_ label: Label) -> LabelLetters {
    if let known = state.withLock({ $0.letters[label] }) { return known }
    let letters = LabelLetters(label)
    state.withLock { state in
      if state.letters.count >= Self.limit { state.letters = [:] }
      state.letters[label] = letters
    }
    return letters
  }
}
