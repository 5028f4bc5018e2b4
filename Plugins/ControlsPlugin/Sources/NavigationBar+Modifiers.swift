public import Tessera

// Members of ``NavigationBar`` as modifiers.
extension TypedElement where ElementType == NavigationBar {
  /// Title, cut at its end if it is too long.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Whether the bar has a button that leads back.
  public func leadsBack(_ leadsBack: Bool = true) -> Self { with { $0.leadsBack = leadsBack } }
  /// Name of that button for screen readers; nil: "Back" in the language of the locale.
  public func backLabel(_ backLabel: String?) -> Self { with { $0.backLabel = backLabel } }
  /// Whether a line separates the bar from content that is scrolled below it.
  public func lined(_ isLined: Bool = true) -> Self { with { $0.isLined = isLined } }
  /// Whether the title is large, in a second line, while the content is at its start.
  public func large(_ isLarge: Bool = true) -> Self { with { $0.isLarge = isLarge } }
  /// Distance by which the content below is scrolled, logical units. It shrinks the line of a large title, whose words fade into the bar.
  public func scrolled(_ scrolled: Double) -> Self { with { $0.scrolled = scrolled } }
}
