public import Tessera

// Members of ``Popover`` as modifiers.
extension TypedElement where ElementType == Popover {
  /// Whether the popover is shown.
  public func open(_ isOpen: Bool = true) -> Self { with { $0.isOpen = isOpen } }
  /// Preferred side.
  public func side(_ side: Popover.Side) -> Self { with { $0.side = side } }
}
