public import Tessera
public import TesseraGeometry

// Members of ``Divider`` as modifiers.
extension TypedElement where ElementType == Divider {
  /// Title in the line; empty means none.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Distance of the line from the start edge, logical units.
  public func indent(_ indent: Double) -> Self { with { $0.indent = indent } }
  /// Direction of the line.
  public func axis(_ axis: Axis) -> Self { with { $0.axis = axis } }
}
