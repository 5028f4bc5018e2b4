public import Tessera
public import TesseraRender

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.

extension TypedElement where ElementType == MonthCalendar {
  /// Selected day, or first day of the selected range; nil: none.
  public func value(_ date: CalendarDate?) -> Self { with { $0.date = date } }
}

extension TypedElement where ElementType == ColorPicker {
  /// Selected color.
  public func value(_ color: Color) -> Self { with { $0.color = color } }
}

extension TypedElement where ElementType == DatePicker {
  /// Selected date.
  public func value(_ date: CalendarDate) -> Self { with { $0.date = date } }
}

extension TypedElement where ElementType == DurationPicker {
  /// Selected duration, seconds.
  public func value(_ seconds: Double) -> Self { with { $0.seconds = seconds } }
}

extension TypedElement where ElementType == Roller {
  /// Value of the option in the middle; nil: the first one.
  public func value(_ selection: String?) -> Self { with { $0.selection = selection } }
}

extension TypedElement where ElementType == SearchField {
  /// Words of the search.
  public func value(_ text: String) -> Self { with { $0.text = text } }
}

extension TypedElement where ElementType == TimePicker {
  /// Selected time of the day.
  public func value(_ time: ClockTime) -> Self { with { $0.time = time } }
}
