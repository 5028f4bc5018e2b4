public import Tessera
public import TesseraRender

// Members of ``HUD`` as modifiers.
extension TypedElement where ElementType == HUD {
  /// Height of the graph in milliseconds.
  public func range(_ range: Double) -> Self { with { $0.range = range } }
  /// Frame interval in milliseconds; longer frames are red.
  public func budget(_ budget: Double) -> Self { with { $0.budget = budget } }
  /// Color of the text.
  public func color(_ color: Color) -> Self { with { $0.color = color } }
}
