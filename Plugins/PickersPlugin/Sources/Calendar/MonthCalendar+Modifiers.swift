public import Tessera

// Members of ``MonthCalendar`` as modifiers.
extension TypedElement where ElementType == MonthCalendar {
  /// Whether one day or a range is selected.
  public func kind(_ kind: MonthCalendar.Kind) -> Self { with { $0.kind = kind } }
  /// Chosen day, or first day of the range; nil means none.
  public func date(_ date: CalendarDate?) -> Self { with { $0.date = date } }
  /// Last day of the range; nil means that it is not chosen yet.
  public func end(_ end: CalendarDate?) -> Self { with { $0.end = end } }
  /// First and last day that can be chosen; nil means no limit.
  public func minimum(_ minimum: CalendarDate?) -> Self { with { $0.minimum = minimum } }
  /// Last day that can be selected.
  public func maximum(_ maximum: CalendarDate?) -> Self { with { $0.maximum = maximum } }
  /// Days that cannot be chosen.
  public func disabled(_ disabled: [CalendarDate]) -> Self { with { $0.disabled = disabled } }
  /// Days with a mark; a day that is named up to three times has as many.
  public func marks(_ marks: [CalendarDate]) -> Self { with { $0.marks = marks } }
  /// First day of the week; auto means by the locale.
  public func firstWeekday(_ firstWeekday: MonthCalendar.FirstWeekday) -> Self { with { $0.firstWeekday = firstWeekday } }
  /// Whether each week has its number by ISO 8601.
  public func showsWeekNumbers(_ showsWeekNumbers: Bool = true) -> Self { with { $0.showsWeekNumbers = showsWeekNumbers } }
  /// Day that is marked as today; nil means that of the machine's clock.
  public func today(_ today: CalendarDate?) -> Self { with { $0.today = today } }
  /// Whether the control can be used.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
}
