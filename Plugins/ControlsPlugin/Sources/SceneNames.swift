public import Tessera

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.

extension TypedElement where ElementType == Badge {
  /// Number; nil: a dot.
  public func value(_ count: Int?) -> Self { with { $0.count = count } }
}

extension TypedElement where ElementType == Checkbox {
  /// Whether the box is checked, unchecked or mixed.
  public func value(_ state: CheckedState) -> Self { with { $0.state = state } }
  /// Whether the box is checked.
  public func value(_ isChecked: Bool) -> Self { with { $0.state = isChecked ? .on : .off } }
}

extension TypedElement where ElementType == Chip {
  /// Whether the chip is chosen.
  public func value(_ isSelected: Bool) -> Self { with { $0.isSelected = isSelected } }
}

extension TypedElement where ElementType == Dial {
  /// Number on the arc.
  public func value(_ amount: Double) -> Self { with { $0.amount = amount } }
}

extension TypedElement where ElementType: OptionControl {
  /// Value of the chosen option; nil: none is chosen.
  public func value(_ selection: String?) -> Self { with { $0.selection = selection } }
}

extension TypedElement where ElementType == Expander {
  /// Whether the contents are shown.
  public func value(_ isExpanded: Bool) -> Self { with { $0.isExpanded = isExpanded } }
}

extension TypedElement where ElementType == NavigationBar {
  /// Whether the bar has a button that leads back.
  public func back(_ leadsBack: Bool = true) -> Self { with { $0.leadsBack = leadsBack } }
  /// Whether a line separates the bar from content that is scrolled below it.
  public func line(_ isLined: Bool = true) -> Self { with { $0.isLined = isLined } }
}

extension TypedElement where ElementType == PageDots {
  /// Index of the page, from 0.
  public func value(_ page: Int) -> Self { with { $0.page = page } }
}

extension TypedElement where ElementType == Progress {
  /// Done share, 0...1; nil: unknown.
  public func value(_ share: Double?) -> Self { with { $0.share = share } }
  /// Whether the work has failed.
  public func failed(_ hasFailed: Bool = true) -> Self { with { $0.hasFailed = hasFailed } }
}

extension TypedElement where ElementType == ProgressRing {
  /// Done share, 0...1.
  public func value(_ share: Double) -> Self { with { $0.share = share } }
  /// Whether the work has failed.
  public func failed(_ hasFailed: Bool = true) -> Self { with { $0.hasFailed = hasFailed } }
}

extension TypedElement where ElementType == Rail {
  /// Number of options at the lower end.
  public func foot(_ count: Int) -> Self { with { $0.footCount = count } }
}

extension TypedElement where ElementType == Rating {
  /// Number of filled stars.
  public func value(_ amount: Double) -> Self { with { $0.amount = amount } }
}

extension TypedElement where ElementType == Slider {
  /// Number at which the tile is.
  public func value(_ amount: Double) -> Self { with { $0.amount = amount } }
}

extension TypedElement where ElementType == Split {
  /// Share of the first pane, 0...1.
  public func value(_ share: Double) -> Self { with { $0.share = share } }
  /// Share after a double tap on the divider.
  public func initial(_ share: Double) -> Self { with { $0.initialShare = share } }
}

extension TypedElement where ElementType == Stepper {
  /// Number between the keys.
  public func value(_ amount: Double) -> Self { with { $0.amount = amount } }
}

extension TypedElement where ElementType == Switch {
  /// Whether the switch is on.
  public func value(_ isOn: Bool) -> Self { with { $0.isOn = isOn } }
}
