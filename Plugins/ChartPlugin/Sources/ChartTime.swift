internal import Tessera
internal import TesseraMessages

/// Ticks of an axis of times: whole seconds, minutes, hours, days, months and years of the chart's clock, in words of the locale. A value.
struct ChartTime {
  /// Distance of ticks.
  private enum Step {
    case seconds(Double)
    case months(Int)
  }

  private static let day = 86_400.0
  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
  ]
  private static let months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000]

  private let step: Step
  private let span: ClosedRange<Double>
  /// Seconds from UTC to the clock of the chart.
  private let offset: Double
  private let locale: String

  /// - Parameters:
  ///   - span: Shown seconds since 1970 in UTC.
  ///   - count: Largest number of ticks.
  ///   - offset: Minutes of the chart's clock east of UTC.
  ///   - locale: Language tag; empty means English.
  /// - Returns: Nil if the times are not between the years -9999 and 9999.
  init?(_ span: ClosedRange<Double>, count: Int, offset: Int, locale: String) {
    guard abs(span.lowerBound) < 2.5e11, abs(span.upperBound) < 2.5e11 else { return nil }
    self.span = span
    self.offset = Double(min(1440, max(-1440, offset))) * 60
    self.locale = locale.isEmpty ? "en" : locale
    let rough = (span.upperBound - span.lowerBound) / Double(max(1, count))
    if let seconds = Self.steps.first(where: { $0 >= rough }) {
      step = .seconds(seconds)
    } else {
      step = .months(Self.months.first { Double($0) * 30.4 * Self.day >= rough } ?? 24_000)
    }
  }

  /// Returns a date on the clock of the chart.
  private func date(_ place: Double) -> CivilDate { CivilDate(milliseconds: ((place + offset) * 1000).rounded()) }

  /// Places of the ticks with their words, in order; at most 200.
  var ticks: [(Double, String)] {
    let places: [Double]
    switch step {
    case .seconds(let step):
      // Weeks begin on Monday: 1970 began on a Thursday.
      let origin = step == 604_800 ? 4 * Self.day : 0
      let first = ((span.lowerBound + offset - origin) / step - 1e-9).rounded(.up)
      let last = ((span.upperBound + offset - origin) / step + 1e-9).rounded(.down)
      places = last < first ? [] : (0...Int(min(199, last - first))).map { (first + Double($0)) * step + origin - offset }
    case .months(let step): places = monthPlaces(step)
    }
    return words(places)
  }

  private func monthPlaces(_ step: Int) -> [Double] {
    let start = date(span.lowerBound)
    var month = (start.year * 12 + start.month - 1) / step * step
    var places: [Double] = []
    while places.count < 200 {
      let place = Self.days(beforeMonth: month) * Self.day - offset
      month += step
      if place > span.upperBound { break }
      if place >= span.lowerBound { places.append(place) }
    }
    return places
  }

  /// Returns the number of days from 1970 to a month, counted from year 0. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(beforeMonth month: Int) -> Double {
    let (year, index) = (month >= 0 ? month / 12 : (month - 11) / 12, ((month % 12) + 12) % 12)
    // Years begin in March.
    let shifted = index < 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * ((index + 10) % 12) + 2) / 5
    return Double(era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468)
  }

  private func format(_ set: (inout DateOptions) -> Void) -> LocaleDateFormat {
    var options = DateOptions()
    set(&options)
    return LocaleDateFormat(locale: locale, options: options)
  }

  private func words(_ places: [Double]) -> [(Double, String)] {
    let dayFormat = format { ($0.day, $0.month) = (.numeric, .short) }
    switch step {
    case .months(let step):
      let year = format { $0.year = .numeric }
      let month = format { $0.month = .short }
      return places.map { place in (place, step % 12 == 0 || date(place).month == 1 ? year.format(date(place)) : month.format(date(place)))
      }
    case .seconds(let step) where step >= Self.day: return places.map { ($0, dayFormat.format(date($0))) }
    case .seconds(let step):
      let time = clock(hasSeconds: step < 60)
      // Midnight has the date.
      return places.map { place in
        let seconds = (place + offset) / Self.day
        return (place, seconds == seconds.rounded() ? dayFormat.format(date(place)) : time.format(date(place)))
      }
    }
  }

  private func clock(hasSeconds: Bool) -> LocaleDateFormat {
    format {
      ($0.hour, $0.minute) = (.numeric, .twoDigit)
      if hasSeconds { $0.second = .twoDigit }
    }
  }

  /// Returns the words of a place that is read: the time, with its date if the axis has several days.
  func words(at place: Double) -> String {
    let isLong = span.upperBound - span.lowerBound > 2 * Self.day
    let date = date(place)
    if isLong { return format { ($0.year, $0.month, $0.day) = (.numeric, .short, .numeric) }.format(date) }
    return clock(hasSeconds: span.upperBound - span.lowerBound < 3600).format(date)
  }
}
