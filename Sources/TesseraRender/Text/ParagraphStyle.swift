/// Horizontal alignment of lines.
public enum TextAlignment: String, Sendable, CaseIterable, Hashable {
  /// Left if lines start from the left, right if they start from the right (``ParagraphStyle/alignmentDirection``).
  case start
  /// The side opposite to `start`.
  case end
  /// In the middle.
  case center
  /// At the left edge, regardless of direction.
  case left
  /// At the right edge, regardless of direction.
  case right
  /// Wrapped lines fill the width, others are aligned as with `start`.
  ///
  /// Arabic words are stretched between their letters (kashidas), up to an em per word, if the font has a joining one. After that, spaces
  /// and the gaps between ideographs grow.
  case justify
}

/// Line-breaking mode.
public enum TextWrapping: String, Sendable, CaseIterable, Hashable {
  /// At UAX #14 opportunities, and within words that are wider than the line.
  case words
  /// Between any two clusters: lines are as full as possible. A soft hyphen at the break is shown.
  case clusters
  /// No breaks: each paragraph is one line, which overflows at its end. Next to exclusions it is as `words`.
  case none
}

/// Hyphenation of words at the end of a line.
public enum Hyphenation: String, Sendable, CaseIterable, Hashable {
  /// None: soft hyphens (U+00AD) are ignored.
  case none
  /// At soft hyphens.
  case manual
  /// At soft hyphens, and at the break points of the language's patterns.
  ///
  /// Needs `TextAttributes.language` and a dictionary of that language (`hyph_en_US.dic` in `/usr/share/hyphen`); without them it is as `manual`. A word with soft hyphens breaks only there. Ligatures are not split.
  case auto
}

/// Part of the last line that is omitted if text does not fit.
public enum Truncation: String, Sendable, CaseIterable, Hashable {
  /// Excess lines are cut without a mark.
  case none
  /// The end of the text: "The quick bro…".
  case end
  /// The middle of the text left for the last line: "The qu…lazy dog".
  case middle
  /// The start of the text left for the last line: "…the lazy dog".
  case start
}

/// Base direction of paragraphs; in scene files `automatic`, `ltr` and `rtl`.
public enum BaseDirection: String, Sendable, CaseIterable, Hashable {
  /// That of the paragraph's first letter (UAX #9, P2 and P3); without a letter, that of the text's surroundings.
  case automatic
  /// Left to right.
  case leftToRight = "ltr"
  /// Right to left.
  case rightToLeft = "rtl"
}

/// Settings for breaking and placing the lines of a text.
public struct ParagraphStyle: Sendable, Hashable {
  /// Horizontal alignment of lines.
  public var alignment: TextAlignment
  /// Line-breaking mode.
  public var wrapping: TextWrapping
  /// Maximum number of lines; 0 or less means no limit.
  public var lineLimit: Int
  /// Part of the last line that is omitted if text exceeds the line limit or the height.
  public var truncation: Truncation
  /// Whether truncation cuts at line break opportunities, and drops punctuation at the end of a clause before the token. If not, it keeps
  /// all clusters that fit.
  public var truncatesAtWords: Bool
  /// Text shown in place of omitted text, in the attributes of the text around it.
  public var truncationToken: String
  /// Attributed text shown in place of omitted text; nil: `truncationToken`.
  public var truncationText: AttributedText?
  /// Text after the token ("more"), which can be touched to show the rest; nil: none.
  public var truncationMessage: AttributedText?
  /// Factor of the line height; half of the difference is added above, half below.
  ///
  /// 1 keeps the fonts' own height; values that are not positive count as 1.
  public var lineHeightMultiple: Double
  /// Minimum line height, logical units; 0: no minimum.
  public var lineHeightMinimum: Double
  /// Maximum line height, logical units; 0: no maximum.
  ///
  /// Taller letters overflow the line.
  public var lineHeightMaximum: Double
  /// Font that positions the baseline if the minimum or maximum determines the line height; nil: that of the start of the text.
  ///
  /// Half of the height that such a line adds to this font's own height is added above, half below, as in CSS. So if both limits are equal,
  /// baselines are evenly spaced, regardless of the fonts and sizes in the lines.
  public var strut: Font?
  /// Distance between two lines, logical units.
  public var lineSpacing: Double
  /// Distance below each paragraph except the last, logical units.
  public var paragraphSpacing: Double
  /// Indent of a paragraph's first line from the edge where lines start, logical units.
  public var firstLineIndent: Double
  /// Indent of a paragraph's other lines from the edge where lines start, logical units.
  public var indent: Double
  /// Tab stops from the edge where lines start, ascending, logical units.
  public var tabStops: [Double]
  /// Distance of tab stops after `tabStops`, logical units; 0: eight spaces.
  public var tabInterval: Double
  /// Whether a paragraph of at most 12 lines is broken into lines of similar width, as for titles.
  public var isBalanced: Bool
  /// Hyphenation of words at the end of a line.
  public var hyphenation: Hyphenation
  /// Whether opening quotes and brackets at the start of a line, and stops, commas, hyphens and closing quotes at its end, hang outside its
  /// width.
  ///
  /// The edges of the text then look straighter. Hanging punctuation extends beyond the box.
  public var hangsPunctuation: Bool
  /// Shapes that lines flow around, relative to the layout's box.
  ///
  /// Words are placed on both sides of a shape, in each segment of a row with enough space for the next word. The height of a row is that
  /// of its tallest letters. Ignored if the width is infinite. A layout with exclusions is as wide as its wrapping width and is not
  /// balanced. `lineLimit` counts rows, although each segment is a separate line in `TextLayout.lines`.
  public var exclusions: [TextExclusion]
  /// Base direction of paragraphs.
  public var direction: BaseDirection
  /// Direction of lines for `alignment`; automatic: that of the paragraph.
  public var alignmentDirection: BaseDirection
  /// Whether paragraphs without a letter, such as `12:30`, start at the right if `direction` is automatic: the direction of the
  /// surroundings.
  ///
  /// Digits with their signs and units keep their order; text without digits reads from right to left.
  public var neutralsReadRightToLeft: Bool

  /// Creates a style with all lines at the fonts' own height, aligned at the start, and truncation with "…" if necessary.
  public init() {
    alignment = .start
    wrapping = .words
    lineLimit = 0
    truncation = .end
    truncatesAtWords = false
    truncationToken = "…"
    lineHeightMultiple = 1
    lineHeightMinimum = 0
    lineHeightMaximum = 0
    lineSpacing = 0
    paragraphSpacing = 0
    firstLineIndent = 0
    indent = 0
    tabStops = []
    tabInterval = 0
    isBalanced = false
    hyphenation = .manual
    hangsPunctuation = false
    exclusions = []
    direction = .automatic
    alignmentDirection = .automatic
    neutralsReadRightToLeft = false
  }

  /// Returns the style with all lengths multiplied by `factor`, except `lineHeightMultiple` and `exclusions`.
  public func scaled(by factor: Double) -> ParagraphStyle {
    var result = self
    result.lineHeightMinimum *= factor
    result.lineHeightMaximum *= factor
    result.strut?.size *= factor
    result.lineSpacing *= factor
    result.paragraphSpacing *= factor
    result.firstLineIndent *= factor
    result.indent *= factor
    result.tabStops = tabStops.map { $0 * factor }
    result.tabInterval *= factor
    result.truncationText = truncationText?.scaled(by: factor)
    result.truncationMessage = truncationMessage?.scaled(by: factor)
    return result
  }
}
