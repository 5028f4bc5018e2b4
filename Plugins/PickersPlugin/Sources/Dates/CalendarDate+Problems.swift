internal import Tessera

extension CalendarDate {
  /// Returns the problems of a range of days and the days in it.
  static func problems(_ minimum: CalendarDate, _ maximum: CalendarDate, _ dates: [(name: String, date: CalendarDate)]) -> [ValueProblem] {
    guard minimum <= maximum else {
      return [ValueProblem("maximum", "minimum", reason: "`minimum` \(minimum) is after `maximum` \(maximum)")]
    }
    return dates.compactMap { name, date in
      date < minimum || date > maximum
        ? ValueProblem(name, related: ["minimum", "maximum"], reason: "\(date) is outside of the days from \(minimum) to \(maximum)") : nil
    }
  }
}
