/// Where lines stand between the edges.
public enum TextAlignment: String, Sendable, CaseIterable, Hashable {
  /// Left in left-to-right paragraphs, right in right-to-left ones.
  case start
  /// The other side than `start`.
  case end
  /// In the middle.
  case center
  /// At the left edge whatever the direction.
  case left
  /// At the right edge whatever the direction.
  case right
  /// Wrapped lines reach both edges: spaces grow, or the room between ideographs; others as `start`.
  case justify
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

/// The direction that a paragraph reads in.
public enum BaseDirection: String, Sendable, CaseIterable, Hashable {
  /// That of the paragraph's first letter (UAX #9, P2 and P3); left to right where it has none.
  case automatic
  /// Left to right.
  case leftToRight
  /// Right to left.
  case rightToLeft
}

/// How the lines of a text are made and placed.
public struct ParagraphStyle: Sendable, Hashable {
  /// Where lines stand between the edges.
  public var alignment: TextAlignment
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
  /// The direction that paragraphs read in.
  public var direction: BaseDirection

  /// Makes a style that starts lines at the edge, shows all of them at the fonts' own height and truncates with "…" where it must.
  public init() {
    alignment = .start
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
    direction = .automatic
  }

  /// The same with every length `factor` times as long; `lineHeightMultiple` stays.
  public func scaled(by factor: Double) -> ParagraphStyle {
    var result = self
    result.lineHeightMinimum *= factor
    result.lineHeightMaximum *= factor
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
