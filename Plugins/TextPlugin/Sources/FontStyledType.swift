public import Tessera
public import TesseraRender

/// Node type whose letters have one font, such as ``Text``. Its elements have modifiers with the names of the font's attributes in scenes.
public protocol FontStyledType: NodeType {
  /// Font of the letters.
  var font: Font { get set }
}

// Parts of the font as modifiers.
extension TypedElement where ElementType: FontStyledType {
  /// Font size, logical units per em; not scaled by the environment.
  public func fontSize(_ size: Double) -> Self { with { $0.font.size = size } }
  /// Font weight.
  public func weight(_ weight: FontWeight) -> Self { with { $0.font.weight = weight } }
  /// Upright or italic.
  public func slant(_ slant: FontSlant) -> Self { with { $0.font.slant = slant } }
  /// Font width, percent of the normal width.
  public func fontWidth(_ width: Double) -> Self { with { $0.font.width = width } }
  /// Alignment of horizontal edges of letters to pixel rows.
  public func hinting(_ hinting: FontHinting) -> Self { with { $0.font.hinting = hinting } }
  /// Variation axes of the font: values by four-letter tags such as `wdth`.
  public func axes(_ variations: [String: Double]) -> Self { with { $0.font.variations = variations } }
  /// OpenType features: values by four-letter tags such as `tnum`; 0 turns a feature off.
  public func features(_ features: [String: Int]) -> Self { with { $0.font.features = features } }
}
