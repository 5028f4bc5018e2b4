public import Tessera
public import TesseraRender

// Members of ``Text`` as modifiers.
extension TypedElement where ElementType == Text {
  /// Font of the text.
  public func font(_ font: Font) -> Self { with { $0.font = font } }
  /// Font size in logical units, and weight.
  public func font(_ size: Double, _ weight: FontWeight = .regular) -> Self { font(Font(size: size, weight: weight)) }
  /// Color of the text.
  public func color(_ color: Color) -> Self { with { $0.color = color } }
  /// Whether the text has the environment's tint, if there is one.
  public func followsTint(_ followsTint: Bool = true) -> Self { with { $0.followsTint = followsTint } }
  /// Maximum number of lines; 0 means unlimited.
  public func lineLimit(_ count: Int) -> Self { with { $0.lineLimit = count } }
  /// Horizontal alignment.
  public func alignment(_ alignment: TextAlignment) -> Self { with { $0.alignment = alignment } }
  /// Additional space between lines, logical units.
  public func lineSpacing(_ spacing: Double) -> Self { with { $0.lineSpacing = spacing } }
  /// Space added after each cluster, logical units; for text without its own.
  public func letterSpacing(_ letterSpacing: Double) -> Self { with { $0.letterSpacing = letterSpacing } }
  /// Whether text is underlined; for text without its own setting.
  public func underline(_ underline: Bool = true) -> Self { with { $0.underline = underline } }
  /// Style of the underline; setting a style shows it. nil means a single line if `underline` is set.
  public func underlineStyle(_ underlineStyle: TextLineStyle?) -> Self { with { $0.underlineStyle = underlineStyle } }
  /// Colour of the underline; nil means that of the letters.
  public func underlineColor(_ underlineColor: Color?) -> Self { with { $0.underlineColor = underlineColor } }
  /// Whether text is struck through; for text without its own setting.
  public func strikethrough(_ strikethrough: Bool = true) -> Self { with { $0.strikethrough = strikethrough } }
  /// Style of the strikethrough; setting a style shows it. nil means a single line if `strikethrough` is set.
  public func strikethroughStyle(_ strikethroughStyle: TextLineStyle?) -> Self { with { $0.strikethroughStyle = strikethroughStyle } }
  /// Colour of the strikethrough; nil means that of the letters.
  public func strikethroughColor(_ strikethroughColor: Color?) -> Self { with { $0.strikethroughColor = strikethroughColor } }
  /// Colour of an outline around the letters, for text without its own; nil means no outline.
  public func outlineColor(_ outlineColor: Color?) -> Self { with { $0.outlineColor = outlineColor } }
  /// Width of the outline, logical units.
  public func outlineWidth(_ outlineWidth: Double) -> Self { with { $0.outlineWidth = outlineWidth } }
  /// Line-breaking mode.
  public func wrapping(_ wrapping: TextWrapping) -> Self { with { $0.wrapping = wrapping } }
  /// Vertical alignment of the lines in a taller box.
  public func verticalAlignment(_ verticalAlignment: VerticalTextAlignment) -> Self { with { $0.verticalAlignment = verticalAlignment } }
  /// Minimum factor by which text is scaled down to fit its box and line limit without truncation; 1 keeps its size.
  public func minimumScale(_ minimumScale: Double) -> Self { with { $0.minimumScale = minimumScale } }
  /// Position of the truncation in text that does not fit.
  ///
  /// `none` lets it overflow the box.
  public func truncation(_ truncation: Truncation) -> Self { with { $0.truncation = truncation } }
  /// Whether text is truncated between words if possible, without punctuation at the end of the clause.
  public func truncatesAtWords(_ truncatesAtWords: Bool = true) -> Self { with { $0.truncatesAtWords = truncatesAtWords } }
  /// Whether a touch on the truncation token sends `truncationTap` if the text has no truncation message.
  public func truncationTappable(_ isTruncationTappable: Bool = true) -> Self { with { $0.isTruncationTappable = isTruncationTappable } }
  /// Whether the user can select and copy the text.
  ///
  /// A long press selects a word and shows handles at its ends, which can be dragged. Dragging selects; a double tap selects the word, a
  /// triple tap everything. The text then has the focus: Shift with arrows, Home and End moves the end, Control with A and C selects all
  /// and copies to `Clipboard.shared`, Escape clears the selection. Each change sends `selectionChange`; losing the focus clears the
  /// selection.
  public func selectable(_ isSelectable: Bool = true) -> Self { with { $0.isSelectable = isSelectable } }
  /// Colour behind selected letters.
  public func selectionColor(_ selectionColor: Color) -> Self { with { $0.selectionColor = selectionColor } }
  /// UTF-8 bytes highlighted with `highlightColor`, like a touched link; nil means none.
  public func highlightedRange(_ highlightedRange: Range<Int>?) -> Self { with { $0.highlightedRange = highlightedRange } }
  /// Colour of the truncation message and of links without their own; the environment's tint overrides the default colour.
  public func linkColor(_ linkColor: Color) -> Self { with { $0.linkColor = linkColor } }
  /// Highlight colour of a touched link.
  public func highlightColor(_ highlightColor: Color) -> Self { with { $0.highlightColor = highlightColor } }
  /// Whether the highlight of a touched link fades in within 0.10 s and out within 0.15 s; if false, it changes immediately. Disable it on
  /// slow screens.
  public func fadesHighlight(_ fadesHighlight: Bool = true) -> Self { with { $0.fadesHighlight = fadesHighlight } }
  /// Line height as a multiple of the fonts' own.
  public func lineHeight(_ lineHeight: Double) -> Self { with { $0.lineHeight = lineHeight } }
  /// Minimum height of a line, logical units; 0 means none.
  public func lineHeightMinimum(_ lineHeightMinimum: Double) -> Self { with { $0.lineHeightMinimum = lineHeightMinimum } }
  /// Maximum height of a line, logical units; 0 means none.
  public func lineHeightMaximum(_ lineHeightMaximum: Double) -> Self { with { $0.lineHeightMaximum = lineHeightMaximum } }
  /// Space added below each paragraph except the last, logical units.
  public func paragraphSpacing(_ paragraphSpacing: Double) -> Self { with { $0.paragraphSpacing = paragraphSpacing } }
  /// Indent of a paragraph's first line from the start edge, logical units.
  public func firstLineIndent(_ firstLineIndent: Double) -> Self { with { $0.firstLineIndent = firstLineIndent } }
  /// Indent of a paragraph's other lines from the start edge, logical units.
  public func indent(_ indent: Double) -> Self { with { $0.indent = indent } }
  /// Whether a paragraph of at most 12 lines is broken into lines of similar width.
  public func balanced(_ isBalanced: Bool = true) -> Self { with { $0.isBalanced = isBalanced } }
  /// Space added after each space, logical units; for text without its own.
  public func wordSpacing(_ wordSpacing: Double) -> Self { with { $0.wordSpacing = wordSpacing } }
  /// Hyphenation of words at the end of a line; `auto` follows `language`.
  public func hyphenation(_ hyphenation: Hyphenation) -> Self { with { $0.hyphenation = hyphenation } }
  /// Whether quotes at the start of lines, and stops, hyphens and quotes at their end hang outside of the line width.
  public func hangsPunctuation(_ hangsPunctuation: Bool = true) -> Self { with { $0.hangsPunctuation = hangsPunctuation } }
  /// Direction of lines; automatic means by the first letter of each paragraph, or by the surroundings if the paragraph has no letter.
  public func baseDirection(_ baseDirection: BaseDirection) -> Self { with { $0.baseDirection = baseDirection } }
  /// Shadow of the letters (the node's own `shadow` is that of its box).
  ///
  /// Its `spread` does not apply.
  public func textShadow(_ textShadow: Shadow?) -> Self { with { $0.textShadow = textShadow } }
  /// Parts of a text with several fonts and colours, each with its changes; empty for a text of one style.
  ///
  /// Setting replaces the string.
  public func spans(_ spans: [TextSpan]) -> Self { with { $0.spans = spans } }
  /// Text with all its attributes.
  ///
  /// Setting replaces the string; `font`, `color` and similar properties then do not apply.
  public func attributedText(_ attributedText: AttributedText) -> Self { with { $0.attributedText = attributedText } }
  /// Number that the text shows in `numberFormat`, in one line; nil if it shows something else.
  ///
  /// An animated change counts through the intermediate numbers, in the box of the final one. Setting replaces the string; nil and
  /// non-finite values are ignored.
  public func number(_ number: Double?) -> Self { with { $0.number = number } }
  /// Factors tried from the largest on until the text fits, instead of steps of 0.05 down to `minimumScale`; empty means those steps.
  ///
  /// If none fits, the smallest is used. Factors outside of 0.05...1 are ignored.
  public func scaleFactors(_ scaleFactors: [Double]) -> Self { with { $0.scaleFactors = scaleFactors } }
  /// Token shown at the place of truncation.
  public func truncationToken(_ truncationToken: String) -> Self { with { $0.truncationToken = truncationToken } }
  /// Truncation token with its own attributes; nil means `truncationToken` with the attributes of the text there.
  public func attributedTruncationToken(_ attributedTruncationToken: AttributedText?) -> Self {
    with { $0.attributedTruncationToken = attributedTruncationToken }
  }
  /// Message after the truncation token ("more"); empty means none.
  ///
  /// A touch on it, or on the token, sends `truncationTap`.
  public func truncationMessage(_ truncationMessage: String) -> Self { with { $0.truncationMessage = truncationMessage } }
  /// Truncation message with its own attributes; nil means `truncationMessage` in the link colour.
  public func attributedTruncationMessage(_ attributedTruncationMessage: AttributedText?) -> Self {
    with { $0.attributedTruncationMessage = attributedTruncationMessage }
  }
  /// Tab stops from the start edge of the lines, ascending, logical units; after the last one, every eighth space.
  public func tabStops(_ tabStops: [Double]) -> Self { with { $0.tabStops = tabStops } }
  /// Paint of letters, underlines and similar marks instead of their colours; coordinates are fractions of the content box.
  ///
  /// Coloured glyphs are painted with it too.
  public func fill(_ fill: Paint?) -> Self { with { $0.fill = fill } }
  /// BCP 47 tag ("de", "ja") that selects regional forms, fonts and hyphenation patterns, for text without its own; empty means detected
  /// from the text.
  public func language(_ language: String) -> Self { with { $0.language = language } }
  /// Format of `number`; nil means an integer.
  public func numberFormat(_ numberFormat: NumberFormat?) -> Self { with { $0.numberFormat = numberFormat } }
  /// Titles of the commands in the menu of a selection.
  public func menuTitles(_ menuTitles: EditMenuTitles) -> Self { with { $0.menuTitles = menuTitles } }
  /// Shapes that lines avoid, relative to the top left of the content box. Lines are then aligned to its top, regardless of
  /// `verticalAlignment`.
  public func exclusions(_ exclusions: [TextExclusion]) -> Self { with { $0.exclusions = exclusions } }
}
