/// How a line beneath or through text is drawn.
///
/// Position and thickness are the font's own.
public enum TextLineStyle: String, Sendable, CaseIterable, Hashable {
  /// One line.
  case single
  /// One line of twice the thickness.
  case thick
  /// Two lines.
  case double
  /// Squares as wide as they are apart.
  case dotted
  /// Dashes three times as long as high, two heights apart.
  case dashed
  /// A wave, as editors mark spelling.
  case wavy
}

/// A rim of a colour around letters, beneath them, so that they stay as heavy as they are.
public struct TextOutline: Sendable, Hashable {
  /// How far it reaches beyond the letters' edges, logical units; up to 1,000.
  public var width: Double
  /// Its colour.
  public var color: Color

  /// Makes an outline.
  public init(width: Double, color: Color) {
    self.width = width
    self.color = color
  }
}

/// Whether a part is small and raised or lowered.
public enum TextPosition: String, Sendable, CaseIterable, Hashable {
  /// On the baseline.
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
