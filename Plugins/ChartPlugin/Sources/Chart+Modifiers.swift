public import Tessera

// Members of ``Chart`` as modifiers.
extension TypedElement where ElementType == Chart {
  /// Form of the chart.
  public func kind(_ kind: Chart.Kind) -> Self { with { $0.kind = kind } }
  /// Series, at most 32 are shown.
  public func series(_ series: [ChartSeries]) -> Self { with { $0.series = series } }
  /// Words below the points with the indices 0, 1, 2 and so on; names of the parts of a pie.
  public func labels(_ labels: [String]) -> Self { with { $0.labels = labels } }
  /// Title above the chart; empty means none.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Unit of the numbers, above the axis.
  public func unit(_ unit: String) -> Self { with { $0.unit = unit } }
  /// Lower end of the axis; nil: a round number below all numbers.
  public func minimum(_ minimum: Double?) -> Self { with { $0.minimum = minimum } }
  /// Upper end of the axis; nil: a round number above all numbers.
  public func maximum(_ maximum: Double?) -> Self { with { $0.maximum = maximum } }
  /// Length of the shown range, which ends with the last point; 0: all points.
  public func window(_ window: Double) -> Self { with { $0.window = window } }
  /// Places of the points: numbers, or seconds since 1970 in UTC.
  public func axis(_ axis: Chart.Axis) -> Self { with { $0.axis = axis } }
  /// Minutes of the clock of a time axis east of UTC.
  public func timeOffset(_ timeOffset: Int) -> Self { with { $0.timeOffset = timeOffset } }
  /// Whether two fingers, a wheel and keys zoom.
  public func zooms(_ zooms: Bool = true) -> Self { with { $0.zooms = zooms } }
  /// Shown places; nil: all.
  public func shownRange(_ shownRange: ClosedRange<Double>?) -> Self { with { $0.shownRange = shownRange } }
  /// Whether the names of the series are shown; nil: with two or more series.
  public func showsLegend(_ showsLegend: Bool?) -> Self { with { $0.showsLegend = showsLegend } }
  /// Words without a point; nil: "No data" in the language of the locale.
  public func emptyText(_ emptyText: String?) -> Self { with { $0.emptyText = emptyText } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Chart {
  /// Numbers of a single series without a name.
  public func values(_ numbers: [Double]) -> Self { with { $0.series = [ChartSeries("", numbers)] } }
  /// Shown places; nil: all.
  public func range(_ range: ClosedRange<Double>?) -> Self { with { $0.shownRange = range } }
}
