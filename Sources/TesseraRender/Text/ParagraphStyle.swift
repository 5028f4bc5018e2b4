/// Where lines stand between the edges.
public enum TextAlignment: String, Sendable, CaseIterable, Hashable {
  /// Left where lines start from the left, right where they start from the right (``ParagraphStyle/alignmentDirection``).
  case start
  /// The other side than `start`.
  case end
  /// In the middle.
  case center
  /// At the left edge whatever the direction.
  case left
  /// At the right edge whatever the direction.
  case right
  /// Wrapped lines reach both edges, others stand as with `start`.
  ///
  /// Arabic words grow by strokes between their letters (kashidas), up to an em in each word, where the font has one that joins; then spaces
  /// and the room between ideographs grow.
  case justify
}

/// Where lines may break for want of room.
public enum TextWrapping: String, Sendable, CaseIterable, Hashable {
  /// Where UAX #14 allows it, and within words that are wider than the line.
  case words
  /// Between any two clusters: lines are as full as can be. Where a word has a soft hyphen there, it shows.
  case clusters
  /// Nowhere: each paragraph is one line, which runs out at the side where lines end. Beside exclusions it is as `words`.
  case none
}

/// Where words may be parted at the end of a line, with a hyphen.
public enum Hyphenation: String, Sendable, CaseIterable, Hashable {
  /// Nowhere: soft hyphens (U+00AD) do not count.
  case none
  /// At soft hyphens.
  case manual
  /// At soft hyphens, and where the patterns of the text's language allow it.
  ///
  /// Needs `TextAttributes.language`, libhyphen on the machine and a dictionary of that language (`hyph_en_US.dic` in `/usr/share/hyphen`);
  /// without them it is as `manual`. A word with soft hyphens is parted only there. Letters that the font joins to one glyph stay together.
  case auto
}

/// Which part of the last line gives way where text does not fit.
public enum Truncation: String, Sendable, CaseIterable, Hashable {
  /// Lines that do not fit are cut; nothing marks it.
  case none
  /// The end of the text: "The quick bro…".
  case end
  /// The middle of what is left for the last line: "The qu…lazy dog".
  case middle
  /// The start of what is left for the last line: "…the lazy dog".
  case start
}

/// The direction that a paragraph reads in; in scene files `automatic`, `ltr` and `rtl`.
public enum BaseDirection: String, Sendable, CaseIterable, Hashable {
  /// That of the paragraph's first letter (UAX #9, P2 and P3); where it has none, that of what is around the text.
  case automatic
  /// Left to right.
  case leftToRight = "ltr"
  /// Right to left.
  case rightToLeft = "rtl"
}

/// How the lines of a text are made and placed.
public struct ParagraphStyle: Sendable, Hashable {
  /// Where lines stand between the edges.
  public var alignment: TextAlignment
  /// Where lines may break for want of room.
  public var wrapping: TextWrapping
  /// Most lines that are shown; 0 or less: no limit.
  public var lineLimit: Int
  /// Which part of the last line gives way where text does not fit the limit or the height.
  public var truncation: Truncation
  /// Whether truncation goes back to where a line might break, and leaves out the signs that end a clause before the token; else it keeps
  /// all clusters that fit.
  public var truncatesAtWords: Bool
  /// Shown in place of what is left out, in the attributes of what is there.
  public var truncationToken: String
  /// Shown in place of what is left out, with attributes of its own; nil: `truncationToken`.
  public var truncationText: AttributedText?
  /// Shown after the token where text is left out ("more"), for a touch to show the rest; nil: nothing.
  public var truncationMessage: AttributedText?
  /// Factor on the height of each line; half of the difference goes above, half below.
  ///
  /// 1: the fonts' own; not positive: 1.
  public var lineHeightMultiple: Double
  /// The least height of a line, logical units; 0: none.
  public var lineHeightMinimum: Double
  /// The greatest height of a line, logical units; 0: none.
  ///
  /// Letters that are higher reach beyond.
  public var lineHeightMaximum: Double
  /// The font that the baseline is placed by where the least or the greatest height decides how high a line is; nil: that of the text's start.
  ///
  /// Half of what such a line adds to this font's own height goes above, half below, as in CSS. So baselines are evenly spaced where both
  /// limits are the same, whatever fonts and sizes stand on the lines.
  public var strut: Font?
  /// Logical units between two lines.
  public var lineSpacing: Double
  /// Logical units below each paragraph but the last.
  public var paragraphSpacing: Double
  /// How far a paragraph's first line stands from the edge where lines start, logical units.
  public var firstLineIndent: Double
  /// How far a paragraph's other lines stand from the edge where lines start, logical units.
  public var indent: Double
  /// Where tabs lead, from the edge where lines start, ascending, logical units.
  public var tabStops: [Double]
  /// Between the tab stops behind `tabStops`, logical units; 0: eight spaces.
  public var tabInterval: Double
  /// Whether a paragraph of at most 12 lines is broken into lines of about the same width, as titles are.
  public var isBalanced: Bool
  /// Where words may be parted at the end of a line.
  public var hyphenation: Hyphenation
  /// Whether quotes and brackets that open a line, and stops, commas, hyphens and closing quotes at its end stand outside of its width.
  ///
  /// The lines' edges then look straighter. What hangs reaches beyond the box.
  public var hangsPunctuation: Bool
  /// Shapes that lines stay clear of, relative to the layout's box.
  ///
  /// Words stand on both sides of a shape, in each stretch of a row that has room for the next one; a row is as high as its highest
  /// letters. Without effect where the width is infinite. A layout with exclusions is as wide as its wrapping width, is not balanced, and
  /// counts a row as one line of `lineLimit`, although each stretch is a line of its own in `TextLayout.lines`.
  public var exclusions: [TextExclusion]
  /// The direction that paragraphs read in.
  public var direction: BaseDirection
  /// From where lines start for `alignment`; automatic: where the paragraph reads from.
  public var alignmentDirection: BaseDirection
  /// Whether paragraphs without a letter, such as `12:30`, start at the right if `direction` is automatic: that of what is around the text.
  ///
  /// Digits with their signs and units keep their order; what has no digit reads from right to left.
  public var neutralsReadRightToLeft: Bool

  /// Makes a style that starts lines at the edge, shows all of them at the fonts' own height and truncates with "…" where it must.
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

  /// The same with every length `factor` times as long; `lineHeightMultiple` and `exclusions` stay.
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
