package import Tessera
package import TesseraGeometry
internal import TesseraLayout
package import TesseraRender

/// Text of a control in one of the theme's type sizes. A value.
package struct ControlText {
  package let words: String
  package let font: Font
  package let line: Double
  package let isRightToLeft: Bool

  /// - Parameters:
  ///   - words: Text to lay out.
  ///   - type: Type size of the theme.
  ///   - weight: Font weight; nil means that of the type size.
  ///   - isTabular: Whether all figures have the same width.
  package init(_ words: String, _ type: ThemeType, _ environment: EnvironmentValues, weight: Double? = nil, isTabular: Bool = false) {
    self.words = words
    var font = Font(size: type.size * environment.textScale, weight: FontWeight(Int(weight ?? type.weight)))
    if isTabular { font.features["tnum"] = 1 }
    self.font = font
    line = type.line * environment.textScale
    isRightToLeft = environment.direction == .rtl
  }

  /// Returns the words in lines of `width`, truncated after `lineLimit` lines (0 means unlimited).
  package func layout(_ color: Color = .black, width: Double = .infinity, lineLimit: Int = 1) -> TextLayout {
    var paragraph = ParagraphStyle()
    paragraph.lineLimit = lineLimit
    paragraph.lineHeightMinimum = line
    paragraph.alignment = .left
    let layout = TextLayout(
      AttributedText(words, attributes: TextAttributes(font: font, color: color)), paragraph: paragraph,
      width: width.isFinite ? max(0, width) : .infinity)
    CutWords.record(words, layout)
    guard isRightToLeft, layout.lineCount > 1 else { return layout }
    // Right-aligned lines end at the widest line's end.
    paragraph.alignment = .right
    return layout.relaid(paragraph: paragraph, width: layout.size.width.rounded(.up))
  }

  /// Returns the size of the words in lines of at most `width`, or of the widest word if that is wider.
  package func size(width: Double) -> Size {
    let least = width < line ? layout(lineLimit: 0).minimumContentWidth : 0
    let size = layout(width: max(width, least.rounded(.up)), lineLimit: 0).size
    return Size(size.width.rounded(.up), size.height)
  }
}
