public import Tessera
public import TesseraRender

// Members of ``Icon`` as modifiers.
extension TypedElement where ElementType == Icon {
  /// Color; nil means the color of the surroundings.
  public func tint(_ color: Color?) -> Self { with { $0.tint = color } }
  /// Side of the square, logical units; nil means the theme's `icon`.
  public func side(_ side: Double?) -> Self { with { $0.side = side } }
  /// Side of the square, logical units; nil means the theme's `icon`. The size of an icon is that of its square.
  public func size(_ side: Double?) -> Self { with { $0.side = side } }
  /// Whether the outline is filled, if the icon has a solid variant.
  public func solid(_ isSolid: Bool = true) -> Self { with { $0.isSolid = isSolid } }
  /// Whether screen readers skip the icon.
  public func decorative(_ isDecorative: Bool = true) -> Self { with { $0.isDecorative = isDecorative } }
  /// Name of the icon; empty means that `path` is drawn. An unknown name is an error of the draw, and of the attribute in scenes.
  public func name(_ name: String) -> Self { with { $0.name = name } }
  /// Custom drawing, used if `name` is empty: SVG path data in a square of 24 units, stroked, or parts as in `docs/icons.md`.
  public func path(_ path: String) -> Self { with { $0.path = path } }
}
