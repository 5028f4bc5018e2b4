public import Tessera

// Members of ``Screens`` as modifiers.
extension TypedElement where ElementType == Screens {
  /// Default transition.
  public func transition(_ transition: ScreenTransition) -> Self { with { $0.transition = transition } }
  /// Whether a swipe from the edge dismisses the topmost page.
  public func allowsBackSwipe(_ allowsBackSwipe: Bool = true) -> Self { with { $0.allowsBackSwipe = allowsBackSwipe } }
  /// Maximum distance from the edge at which such a swipe begins, logical units.
  public func edgeWidth(_ edgeWidth: Double) -> Self { with { $0.edgeWidth = edgeWidth } }
  /// Visibility depth from which a screen unloads content that it can create again: 2 or more; nil means only under memory pressure.
  public func evictsFrom(_ evictsFrom: Int?) -> Self { with { $0.evictsFrom = evictsFrom } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Screens {
  /// Visual effect of transitions between screens; `transition(_:)` also sets the duration.
  public func screenTransition(_ kind: ScreenTransition.Kind) -> Self { with { $0.transition.kind = kind } }
  /// Duration of transitions between screens, in seconds, 0...60.
  public func duration(_ seconds: Double) -> Self { with { $0.transition.duration = seconds } }
  /// Whether a swipe from the edge dismisses the topmost screen.
  public func backSwipe(_ isAllowed: Bool = true) -> Self { with { $0.allowsBackSwipe = isAllowed } }
}
