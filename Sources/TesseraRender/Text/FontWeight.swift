internal import CRender

/// How heavy strokes are, on the CSS scale of 1...1000.
public struct FontWeight: Sendable, Hashable, Comparable {
  /// The number on the CSS scale; values outside of 1...1000 are clamped where fonts are matched.
  public var value: Int

  /// Makes a weight from its number.
  public init(_ value: Int) { self.value = value }

  /// 400, what body text is set in.
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

/// What is done to letters so that they are sharper on few pixels.
public enum FontHinting: String, Sendable, CaseIterable, Hashable {
  /// Nothing: they look as they were designed, at any size. For text whose size is animated, which grows in steps of a pixel where it is hinted.
  case none
  /// Horizontal edges go to whole rows of pixels; nothing moves sideways. For text of up to 128 pixels an em that is not turned.
  case slight
  /// The default: as slight for text of up to 24 pixels an em that is drawn at scale 1, else none. Where pixels are few, sharp edges are worth more
  /// than true shapes.
  case automatic

  var code: cr_hinting {
    switch self {
    case .none: CR_HINTING_NONE
    case .slight: CR_HINTING_SLIGHT
    case .automatic: CR_HINTING_AUTOMATIC
    }
  }
}

/// Whether letters stand or lean.
public enum FontSlant: String, Sendable, CaseIterable, Hashable {
  /// Upright.
  case upright
  /// Italic where the family has it, else its slant axis, else a sheared upright.
  case italic
}
