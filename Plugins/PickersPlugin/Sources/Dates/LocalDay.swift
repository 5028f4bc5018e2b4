#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Current day in the time zone of the machine. A value.
struct LocalDay: Sendable {
  let date: CalendarDate
  /// Seconds until the next day begins, at least 1.
  let secondsLeft: Double

  /// Reads the clock of the machine; nil if it has no valid time.
  init?() {
    var now = time(nil)
    var parts = tm()
    guard localtime_r(&now, &parts) != nil,
      let date = CalendarDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    else { return nil }
    self.date = date
    secondsLeft = Double(max(1, 86_400 - Int(parts.tm_hour) * 3600 - Int(parts.tm_min) * 60 - Int(parts.tm_sec)))
  }
}
