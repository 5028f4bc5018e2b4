/// What is asked for; which font files serve it is decided cluster by cluster by the `FontLibrary`.
///
/// A cluster is shown in the first of these that has glyphs for all of it: the named families, the registered fonts, the system's fonts
/// (if allowed), the embedded font. Emoji go to coloured fonts first.
public struct Font: Sendable, Hashable {
  /// Family names in order of preference; empty or all unknown: the embedded font (`FontLibrary.embeddedFamily`).
  ///
  /// The CSS generic names ("sans-serif", "serif", "monospace") mean what the system means by them.
  public var families: [String]
  /// Logical units per em; anything but a positive finite number shows nothing and has no height.
  public var size: Double
  /// How heavy strokes are; matched by the rules of CSS Fonts 4, section 5.2, and by the weight axis of variable fonts.
  public var weight: FontWeight
  /// Whether letters lean.
  public var slant: FontSlant
  /// How wide letters are, percent of the normal (75: condensed); matched before slant and weight, and by the width axis of variable fonts.
  public var width: Double = 100
  /// Whether horizontal edges of letters are moved to whole rows of pixels where they are drawn; their places and widths stay. At first automatic:
  /// small text on screens of scale 1 is.
  public var hinting = FontHinting.automatic
  /// Variation axis tag ("wdth") to value; goes before what weight and slant set.
  public var variations: [String: Double]
  /// OpenType feature tag ("tnum") to value; 0 turns a feature off.
  public var features: [String: Int]

  /// Makes a font of one family; nil: the embedded font.
  public init(_ family: String? = nil, size: Double = 16, weight: FontWeight = .regular, slant: FontSlant = .upright) {
    self.families = family.map { [$0] } ?? []
    self.size = size
    self.weight = weight
    self.slant = slant
    self.variations = [:]
    self.features = [:]
  }

  /// Embedded font, 16.
  public static let body = Font(size: 16)
  /// Embedded font, bold, 28.
  public static let title = Font(size: 28, weight: .bold)
  /// Embedded font, 12.
  public static let caption = Font(size: 12)
}
