internal import CRender

/// Font weight on the CSS scale of 1...1000.
public struct FontWeight: Sendable, Hashable, Comparable {
  /// Number on the CSS scale; values outside 1...1000 are clamped when fonts are matched.
  public var value: Int

  /// Creates a weight from its number.
  public init(_ value: Int) { self.value = value }

  /// 400, the weight of body text.
  public static let regular = FontWeight(400)
  /// 500.
  public static let medium = FontWeight(500)
  /// 600.
  public static let semibold = FontWeight(600)
  /// 700.
  public static let bold = FontWeight(700)

  /// Returns whether `a` is lighter than `b`.
  public static func < (a: FontWeight, b: FontWeight) -> Bool { a.value < b.value }
}

/// Adjustment of letters to the pixel grid, for sharpness at small sizes.
public enum FontHinting: String, Sendable, CaseIterable, Hashable {
  /// None: letters look as designed at any size. Use it for text with an animated size; hinted text would grow in pixel steps.
  case none
  /// Horizontal edges are aligned to pixel rows; nothing moves sideways. For unrotated text of up to 128 pixels per em.
  case slight
  /// The default: slight for text of up to 24 pixels per em at scale 1, else none. At low resolution, sharp edges matter more than exact
  /// shapes.
  case automatic

  var code: cr_hinting {
    switch self {
    case .none: CR_HINTING_NONE
    case .slight: CR_HINTING_SLIGHT
    case .automatic: CR_HINTING_AUTOMATIC
    }
  }
}

/// Slant of letters.
public enum FontSlant: String, Sendable, CaseIterable, Hashable {
  /// Upright.
  case upright
  /// Italic if the family has it, else its slant axis, else sheared upright letters.
  case italic
}
