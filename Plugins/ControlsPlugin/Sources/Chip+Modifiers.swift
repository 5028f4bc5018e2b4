public import Tessera

// Members of ``Chip`` as modifiers.
extension TypedElement where ElementType == Chip {
  /// Word in the chip.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Name of an icon before the word; empty means none.
  public func icon(_ icon: String) -> Self { with { $0.icon = icon } }
  /// Whether the chip is chosen.
  public func selected(_ isSelected: Bool = true) -> Self { with { $0.isSelected = isSelected } }
  /// Whether a press chooses the chip; otherwise it only sends `tap`.
  public func selectable(_ isSelectable: Bool = true) -> Self { with { $0.isSelectable = isSelectable } }
  /// Whether the chip has a cross that removes it.
  public func removable(_ isRemovable: Bool = true) -> Self { with { $0.isRemovable = isRemovable } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
