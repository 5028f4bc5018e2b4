public import Tessera

// Members of ``ListRow`` as modifiers.
extension TypedElement where ElementType == ListRow {
  /// Words of the row.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Words below the title, in at most two lines.
  public func subtitle(_ subtitle: String) -> Self { with { $0.subtitle = subtitle } }
  /// Value at the end.
  public func detail(_ detail: String) -> Self { with { $0.detail = detail } }
  /// Mark at the end.
  public func accessory(_ accessory: ListRow.Accessory) -> Self { with { $0.accessory = accessory } }
  /// Whether the row is chosen: it has a bar at the start and the ground `wash`.
  public func selected(_ isSelected: Bool = true) -> Self { with { $0.isSelected = isSelected } }
  /// Whether the first of `parts` is at the start, before the words.
  public func leads(_ leads: Bool = true) -> Self { with { $0.leads = leads } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
