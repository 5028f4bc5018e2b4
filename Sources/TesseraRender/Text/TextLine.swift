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

/// Room in a line for something that is no text.
///
/// Put it on a U+FFFC (`TextAttachment.character`): lines break before and after it as around an ideograph.
public struct TextAttachment: Sendable, Hashable {
  /// The character that an attachment stands on.
  public static let character = "\u{FFFC}"

  /// The room it takes, logical units.
  public var width: Double
  /// From its top to the baseline, logical units.
  public var ascent: Double
  /// From the baseline to its bottom, logical units.
  public var descent: Double
  /// Tells attachments apart for who draws them.
  public var id: String
  /// What is drawn into its room; nil: nothing, someone else does.
  public var image: PixelBuffer?

  /// Makes an attachment that stands on the baseline.
  public init(id: String = "", width: Double, height: Double, image: PixelBuffer? = nil) {
    self.id = id
    self.image = image
    self.width = width
    ascent = height
    descent = 0
  }
}

extension TextAttachment {
  /// Equal in room and id, and with the same image.
  public static func == (a: TextAttachment, b: TextAttachment) -> Bool {
    a.width == b.width && a.ascent == b.ascent && a.descent == b.descent && a.id == b.id && a.image === b.image
  }

  /// The room and the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(width)
    hasher.combine(ascent)
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
