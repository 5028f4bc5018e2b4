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
  /// Shown in place of what is left out.
  public var truncationToken: String
  /// Factor on the height of each line; half of the difference goes above, half below.
  ///
  /// 1: the fonts' own; not positive: 1.
  public var lineHeightMultiple: Double
  /// Logical units between two lines.
  public var lineSpacing: Double
  /// The direction that paragraphs read in.
  public var direction: BaseDirection

  /// Makes a style that starts lines at the edge, shows all of them at the fonts' own height and truncates with "…" where it must.
  public init() {
    alignment = .start
    lineLimit = 0
    truncation = .end
    truncationToken = "…"
    lineHeightMultiple = 1
    lineSpacing = 0
    direction = .automatic
  }
}
