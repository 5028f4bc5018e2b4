public import Tessera

// Members of ``Avatar`` as modifiers.
extension TypedElement where ElementType == Avatar {
  /// Name of the person: the source of the initials, and the label.
  public func name(_ name: String) -> Self { with { $0.name = name } }
  /// Width and height, logical units.
  public func diameter(_ diameter: Double) -> Self { with { $0.diameter = diameter } }
  /// Dot at the lower end.
  public func status(_ status: Avatar.Status) -> Self { with { $0.status = status } }
}
