public import Tessera
public import TesseraRender

// Members of ``Tabs`` as modifiers.
extension TypedElement where ElementType == Tabs {
  /// Index of the selected screen, from 0. Larger indices select the last screen.
  public func selected(_ selected: Int) -> Self { with { $0.selected = selected } }
  /// Transition between screens: none, a cross-fade, or a slide.
  public func transition(_ transition: ScreenTransition) -> Self { with { $0.transition = transition } }
  /// Position of the bar.
  public func bar(_ bar: Tabs.Bar) -> Self { with { $0.bar = bar } }
  /// Height of the bar, logical units.
  public func barHeight(_ barHeight: Double) -> Self { with { $0.barHeight = barHeight } }
  /// Colour of the selected title and icon; the environment's tint replaces the default.
  public func tint(_ tint: Color) -> Self { with { $0.tint = tint } }
  /// Colour of the bar.
  public func barColor(_ barColor: Color) -> Self { with { $0.barColor = barColor } }
  /// Colour of the titles and icons of the other screens.
  public func titleColor(_ titleColor: Color) -> Self { with { $0.titleColor = titleColor } }
  /// Colour of the line between the bar and the screens.
  public func separatorColor(_ separatorColor: Color) -> Self { with { $0.separatorColor = separatorColor } }
  /// Colour of badges.
  public func badgeColor(_ badgeColor: Color) -> Self { with { $0.badgeColor = badgeColor } }
  /// Whether screens that are not selected keep their content.
  public func keepsScreens(_ keepsScreens: Bool = true) -> Self { with { $0.keepsScreens = keepsScreens } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Tabs {
  /// Visual effect of transitions between screens; `transition(_:)` also sets the duration.
  public func screenTransition(_ kind: ScreenTransition.Kind) -> Self { with { $0.transition.kind = kind } }
  /// Duration of transitions between screens, in seconds, 0...60.
  public func duration(_ seconds: Double) -> Self { with { $0.transition.duration = seconds } }
}
