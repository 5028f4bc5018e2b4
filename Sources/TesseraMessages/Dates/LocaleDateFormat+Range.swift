/// Ranges of dates and times: Jan 3 – 5, 2026.
extension LocaleDateFormat {
  /// Text of the range from one date to another, as `formatRange` of ECMA-402: fields that both dates have are written once, where the language does so.
  ///
  /// If the fields of this format are the same in both dates, the text is that of the first one. Both dates are shown in their own time zones.
  public func formatRange(_ start: CivilDate, _ end: CivilDate) -> String {
    rangeParts(start, end).reduce(into: "") { $0 += $1.value }
  }

  /// Text of the range from one date to another, in parts.
  public func rangeParts(_ start: CivilDate, _ end: CivilDate) -> [LocaleNumberFormat.Part] {
    guard let difference = difference(start, end) else { return parts(start) }
    switch DateIntervals(data, options).pattern(difference) {
    case .single: return parts(start)
    case .whole(let pattern): return joined(parts(start, pattern), parts(end, pattern))
    case .time(let date, let time):
      let times = joined(parts(start, time), parts(end, time))
      return glued(parts(start, date), times)
    case .divided(let first, let second): return parts(start, first) + parts(end, second)
    case .dividedTime(let date, let first, let second): return glued(parts(start, date), parts(start, first) + parts(end, second))
    }
  }

  /// Largest field that differs, by its letter; nil if no field does.
  private func difference(_ start: CivilDate, _ end: CivilDate) -> Character? {
    let (a, b) = (calendarDate(start), calendarDate(end))
    if (a.year > 0) != (b.year > 0) { return "G" }
    if a.year != b.year { return "y" }
    if a.month != b.month { return "M" }
    if a.day != b.day { return "d" }
    if (start.hour < 12) != (end.hour < 12) { return "a" }
    if start.hour != end.hour { return "h" }
    if start.minute != end.minute { return "m" }
    if start.second != end.second { return "s" }
    return start.millisecond != end.millisecond ? "S" : nil
  }

  private func joined(_ first: [LocaleNumberFormat.Part], _ last: [LocaleNumberFormat.Part]) -> [LocaleNumberFormat.Part] {
    filled(data["ivf"] ?? "{0} – {1}", first, last)
  }

  /// A date, and times of this day.
  private func glued(_ date: [LocaleNumberFormat.Part], _ times: [LocaleNumberFormat.Part]) -> [LocaleNumberFormat.Part] {
    let glues = data.fields("dtf") ?? []
    let text = glues.count > 2 ? String(glues[2]) : "{1}, {0}"
    return filled(DatePattern.unquoted(text), times, date)
  }

  private func filled(
    _ pattern: String, _ first: [LocaleNumberFormat.Part], _ second: [LocaleNumberFormat.Part]
  ) -> [LocaleNumberFormat.Part] {
    var parts: [LocaleNumberFormat.Part] = []
    var rest = pattern[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      if start > rest.startIndex { parts.append(.init("literal", String(rest[..<start]))) }
      parts += rest[start...end] == "{0}" ? first : second
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.init("literal", String(rest))) }
    return parts
  }
}
