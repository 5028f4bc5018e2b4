/// Style of an underline or strikethrough line.
///
/// Position and thickness are the font's own.
public enum TextLineStyle: String, Sendable, CaseIterable, Hashable {
  /// One line.
  case single
  /// One line of twice the thickness.
  case thick
  /// Two lines.
  case double
  /// Squares with gaps of their width.
  case dotted
  /// Dashes three times as long as high, with gaps of twice their height.
  case dashed
  /// A wave, as for spelling errors in editors.
  case wavy
}

/// Coloured outline around letters, drawn below them, so that their weight does not change.
public struct TextOutline: Sendable, Hashable {
  /// Distance beyond the letters' edges, logical units; up to 1,000.
  public var width: Double
  /// Colour of the outline.
  public var color: Color

  /// Creates an outline.
  public init(width: Double, color: Color) {
    self.width = width
    self.color = color
  }
}

/// Superscript or subscript position.
public enum TextPosition: String, Sendable, CaseIterable, Hashable {
  /// On the baseline, at full size.
  case normal
  /// 0.65 of the size, raised by 0.35 of it.
  case superscript
  /// 0.65 of the size, lowered by 0.15 of it.
  case `subscript`

  var scale: Double { self == .normal ? 1 : 0.65 }
  var rise: Double {
    switch self {
    case .normal: 0
    case .superscript: 0.35
    case .subscript: -0.15
    }
  }
}
