/// A font request; the `FontLibrary` chooses font files for each cluster.
///
/// A cluster uses the first of these fonts that has glyphs for all of it: the named families, the registered fonts, the system's fonts
/// (if allowed), the embedded font. Emoji prefer coloured fonts.
public struct Font: Sendable, Hashable {
  /// Family names in order of preference; if empty or all unknown, the embedded font (`FontLibrary.embeddedFamily`) is used.
  ///
  /// The CSS generic names ("sans-serif", "serif", "monospace") are mapped by the system.
  public var families: [String]
  /// Logical units per em; if not positive and finite, nothing is drawn and the height is 0.
  public var size: Double
  /// Weight; matched by the rules of CSS Fonts 4, section 5.2, and by the weight axis of variable fonts.
  public var weight: FontWeight
  /// Slant.
  public var slant: FontSlant
  /// Width in percent of the normal width (75: condensed); matched before slant and weight, and by the width axis of variable fonts.
  public var width: Double = 100
  /// Whether horizontal edges of letters are aligned to pixel rows when drawn; positions and advances don't change. The default is
  /// automatic: small text at scale 1 is hinted.
  public var hinting = FontHinting.automatic
  /// Variation axis tag ("wdth") to value; overrides weight and slant.
  public var variations: [String: Double]
  /// OpenType feature tag ("tnum") to value; 0 turns a feature off.
  public var features: [String: Int]

  /// Creates a font of one family; nil means the embedded font.
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
