public import Tessera

// Members of ``DurationPicker`` as modifiers.
extension TypedElement where ElementType == DurationPicker {
  /// Chosen duration, seconds; shown as a whole number between 0 and `maximum`.
  public func seconds(_ seconds: Double) -> Self { with { $0.seconds = seconds } }
  /// Longest duration, seconds, up to 999 hours.
  public func maximum(_ maximum: Double) -> Self { with { $0.maximum = maximum } }
  /// Whether there is a column of hours; without it minutes are counted on.
  public func showsHours(_ showsHours: Bool = true) -> Self { with { $0.showsHours = showsHours } }
  /// Whether there is a column of seconds.
  public func showsSeconds(_ showsSeconds: Bool = true) -> Self { with { $0.showsSeconds = showsSeconds } }
  /// Distance of two rows of the last column, 1...30.
  public func step(_ step: Int) -> Self { with { $0.step = step } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
