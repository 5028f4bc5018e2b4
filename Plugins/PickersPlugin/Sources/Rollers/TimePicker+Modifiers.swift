public import Tessera

// Members of ``TimePicker`` as modifiers.
extension TypedElement where ElementType == TimePicker {
  /// Chosen time.
  public func time(_ time: ClockTime) -> Self { with { $0.time = time } }
  /// Hours of a day.
  public func hours(_ hours: TimePicker.Hours) -> Self { with { $0.hours = hours } }
  /// Distance of two rows of minutes, 1...30.
  public func minuteStep(_ minuteStep: Int) -> Self { with { $0.minuteStep = minuteStep } }
  /// Whether there is a column of seconds.
  public func showsSeconds(_ showsSeconds: Bool = true) -> Self { with { $0.showsSeconds = showsSeconds } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
