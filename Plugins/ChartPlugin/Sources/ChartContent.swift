internal import Tessera
internal import TesseraGeometry

/// Numbers of a chart that are shown: ranges of both axes, series, parts. A value.
struct ChartContent {
  static let seriesLimit = 32
  /// Parts of a pie; the last one holds all others.
  static let partLimit = 6

  let series: [(index: Int, series: ChartSeries)]
  /// Shown places.
  let span: ClosedRange<Double>
  /// All places of the series, or those of the window.
  let full: ClosedRange<Double>
  let scale: ChartScale
  /// Number of places of a bar chart.
  let places: Int
  let parts: [ChartPart]

  var isEmpty: Bool { series.allSatisfy { $0.series.data.count == 0 } || chartHasNoParts }
  private let chartHasNoParts: Bool

  init(_ chart: Chart, hidden: Set<Int>, height: Double) {
    let all = Array(chart.series.prefix(Self.seriesLimit).enumerated().map { (index: $0.offset, series: $0.element) })
    // The last series cannot be hidden.
    let visible = all.filter { !hidden.contains($0.index) }
    series = visible.isEmpty ? all : visible
    parts = chart.kind.hasParts ? ChartPart.parts(chart.series.first, chart.labels) : []
    chartHasNoParts = chart.kind.hasParts && parts.isEmpty
    let spans = series.compactMap(\.series.data.span)
    var (low, high) = (spans.map(\.lowerBound).min() ?? 0, spans.map(\.upperBound).max() ?? 0)
    if chart.window.isFinite, chart.window > 0 { low = high - chart.window }
    if !(high > low) { (low, high) = (low - 0.5, low + 0.5) }
    let isBar = chart.kind.hasBars
    full = isBar ? low - 0.5...high + 0.5 : low...high
    if let shown = chart.shownRange, !chart.kind.hasParts, chart.kind != .sparkline, shown.overlaps(full) {
      span = shown.clamped(to: full)
      (low, high) =
        isBar ? ((span.lowerBound + 0.5).rounded(.down), (span.upperBound - 0.5).rounded(.up)) : (span.lowerBound, span.upperBound)
    } else {
      span = full
    }
    places = isBar ? Int(min(1e7, (span.upperBound - span.lowerBound).rounded())) : 0
    var extent = ChartExtent()
    if chart.kind == .stackedBar {
      extent = Self.stacked(series.map(\.series.data), low, min(places, 2000))
    } else {
      for (_, series) in series { extent.add(series.data.extent(low...high)) }
    }
    scale = ChartScale(
      extent, lower: chart.minimum, upper: chart.maximum, includesZero: isBar || chart.kind == .area,
      lines: chart.kind == .sparkline ? 100 : Int(max(1, min(4, (height - 40) / 28))))
  }

  /// Returns the extent of the sums of positive and of negative numbers.
  private static func stacked(_ data: [ChartData], _ first: Double, _ places: Int) -> ChartExtent {
    var extent = ChartExtent()
    for place in 0..<max(0, places) {
      var (up, down) = (0.0, 0.0)
      for data in data {
        guard let number = data.nearest(first + Double(place))?.point, abs(number.x - first - Double(place)) < 0.5, number.y.isFinite else {
          continue
        }
        if number.y > 0 { up += number.y } else { down += number.y }
      }
      extent.add(up)
      extent.add(down)
    }
    return extent
  }
}

/// Part of a pie. A value.
struct ChartPart: Hashable {
  let name: String
  let number: Double
  /// Share of the whole, 0...1.
  let share: Double

  /// Returns the parts of a series; numbers that are not above 0 have none.
  static func parts(_ series: ChartSeries?, _ labels: [String]) -> [ChartPart] {
    guard let data = series?.data else { return [] }
    var numbers: [(String, Double)] = []
    for index in 0..<min(10_000, data.count) {
      guard let number = data.point(index)?.y, number.isFinite, number > 0 else { continue }
      numbers.append((labels.indices.contains(index) ? labels[index] : "\(index + 1)", min(number, 1e15)))
    }
    if numbers.count > ChartContent.partLimit {
      let rest = numbers[(ChartContent.partLimit - 1)...].reduce(0) { $0 + $1.1 }
      numbers = numbers.prefix(ChartContent.partLimit - 1) + [("…", rest)]
    }
    let sum = numbers.reduce(0) { $0 + $1.1 }
    guard sum > 0 else { return [] }
    return numbers.map { ChartPart(name: $0.0, number: $0.1, share: $0.1 / sum) }
  }
}
