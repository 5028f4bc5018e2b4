public import Tessera
public import TesseraGeometry
internal import TesseraRender

/// Chart of one or more series of numbers.
///
/// ```swift
/// Chart(.line, [ChartSeries("Power", [0.4, 0.6, 2.1])], unit: "kW")
/// Chart(.bar, [ChartSeries("Solar", week)], labels: ["Mo", "Tu", "We"])
/// ```
///
/// A finger, a pointer and the arrow keys read single points. Series may grow while they are shown (``ChartData``).
public struct Chart: FocusableType, HoverableType, AccessibleType, ValueObservingType, ValueCheckingType {
  /// Form of a chart. The raw value is its name in scenes.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    case line, area, bar
    /// Bars on top of each other.
    case stackedBar = "stacked-bar"
    /// Parts of a whole: the numbers of the first series.
    case pie
    /// Parts of a whole with a hole in the middle.
    case ring
    /// Points without lines.
    case scatter
    /// Line without axes, for a row of a list.
    case sparkline

    var hasParts: Bool { self == .pie || self == .ring }
    var hasBars: Bool { self == .bar || self == .stackedBar }
  }

  /// Meaning of the places of points.
  public enum Axis: String, Sendable, CaseIterable, Hashable {
    case number
    /// Seconds since 1970 in UTC, shown as times and dates in the locale's words.
    case time
  }

  public typealias Storage = ChartStorage

  public static let typeName = "chart"
  public static let summary = "Chart of series of numbers: lines, areas, bars, pies or points."
  /// The user reads the point with this index, or -1: none.
  public static let read = Signal<Double>("read")

  /// The user shows another part of the places; the payload is the range.
  public static let zoom = Signal<ClosedRange<Double>>("zoom")

  /// Form of the chart.
  public var kind = Kind.line
  /// Series, at most 32 are shown.
  public var series: [ChartSeries] = []
  /// Words below the points with the indices 0, 1, 2 and so on; names of the parts of a pie.
  public var labels: [String] = []
  /// Title above the chart; empty means none.
  public var title = ""
  /// Unit of the numbers, above the axis.
  public var unit = ""
  /// Lower end of the axis; nil: a round number below all numbers.
  public var minimum: Double?
  /// Upper end of the axis; nil: a round number above all numbers.
  public var maximum: Double?
  /// Length of the shown range, which ends with the last point; 0: all points.
  public var window = 0.0
  /// Places of the points: numbers, or seconds since 1970 in UTC.
  public var axis = Axis.number
  /// Minutes of the clock of a time axis east of UTC.
  public var timeOffset = 0
  /// Whether two fingers, a wheel and keys zoom.
  public var zooms = false
  /// Shown places; nil: all. The user changes it if the chart zooms.
  public var shownRange: ClosedRange<Double>?
  /// Whether the names of the series are shown; nil: with two or more series.
  public var showsLegend: Bool?
  /// Words without a point; nil: "No data" in the language of the locale.
  public var emptyText: String?

  /// Creates a chart without data.
  public init() {}

  /// Creates a chart.
  public init(_ kind: Kind, _ series: [ChartSeries], labels: [String] = [], title: String = "", unit: String = "") {
    (self.kind, self.series, self.labels, self.title, self.unit) = (kind, series, labels, title, unit)
  }

  /// Creates a chart of one series.
  public init(_ kind: Kind, _ numbers: [Double], labels: [String] = [], title: String = "", unit: String = "") {
    self.init(kind, [ChartSeries("", numbers)], labels: labels, title: title, unit: unit)
  }

  /// Points of a chart of one series without a name, which `values` sets.
  private var pointsOfOnlySeries: ChartData? { series.count == 1 && series[0].name.isEmpty ? series[0].data : nil }

  public static var attributes: [NodeAttribute<Chart>] {
    [
      .choice("kind", \.kind, help: "Form of the chart."),
      NodeAttribute(
        "series", \.series, kind: ChartSeries.kind, affects: .display,
        help: "Series: maps of name and values; values are numbers, `gap`, or maps of x and y.",
        get: { $0.pointsOfOnlySeries == nil ? .list($0.series.map(\.attributeValue)) : nil },
        set: { $0.series = try ($1.list ?? []).map(ChartSeries.init) }
      ).instead(of: "values"),
      NodeAttribute(
        "values", \.series, kind: ChartSeries.pointsKind, affects: .display, help: "Points of a single series.",
        get: { $0.pointsOfOnlySeries.map(ChartSeries.value) },
        set: { $0.series = [ChartSeries("", try ChartSeries.data($1))] }
      ).instead(of: "series"),
      NodeAttribute(
        "labels", \.labels, kind: .list(.text), affects: .display, help: "Words below the points; names of the parts of a pie.",
        get: { .list($0.labels.map(AttributeValue.text)) }, set: { $0.labels = ($1.list ?? []).compactMap(\.text) }),
      .text("title", \.title, affects: .display, help: "Title above the chart."),
      .text("unit", \.unit, affects: .display, help: "Unit of the numbers."),
      NodeAttribute(
        "minimum", \.minimum, kind: .number(-1e15...1e15), affects: .display, help: "Lower end of the axis; default: below all numbers.",
        get: { $0.minimum.map(AttributeValue.number) }, set: { $0.minimum = $1.number }),
      NodeAttribute(
        "maximum", \.maximum, kind: .number(-1e15...1e15), affects: .display, help: "Upper end of the axis; default: above all numbers.",
        get: { $0.maximum.map(AttributeValue.number) }, set: { $0.maximum = $1.number }),
      .number("window", \.window, in: 0...1e15, affects: .display, help: "Length of the shown range up to the last point; 0: all."),
      .choice("axis", \.axis, affects: .display, help: "Places of the points: number, or time for seconds since 1970 in UTC."),
      .integer("timeOffset", \.timeOffset, in: -1440...1440, affects: .display, help: "Minutes of a time axis east of UTC."),
      .boolean("zooms", \.zooms, affects: [], help: "Whether two fingers, a wheel and keys zoom."),
      NodeAttribute(
        "range", \.shownRange, kind: .list(.number(-1e15...1e15)), affects: .display, help: "Shown places: from and to; unset: all.",
        get: { $0.shownRange.map { .list([.number($0.lowerBound), .number($0.upperBound)]) } },
        set: { chart, new in
          let ends = (new.list ?? []).compactMap(\.number)
          guard ends.isEmpty || ends.count == 2 && ends[0] < ends[1] else {
            throw AttributeError(attribute: "range", reason: "must be two numbers, the smaller one first")
          }
          chart.shownRange = ends.isEmpty ? nil : ends[0]...ends[1]
        }),
      NodeAttribute(
        "showsLegend", \.showsLegend, kind: .boolean, affects: .display,
        help: "Whether names of series are shown; default: from two series on.",
        get: { $0.showsLegend.map(AttributeValue.boolean) }, set: { $0.showsLegend = $1.boolean }),
      .text("emptyText", \.emptyText, affects: .display, help: "Words without a point; unset: No data in the locale's language."),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(read, payload: .number(-1...1e9), help: "The user reads the point with this index; -1: none.") { .number($0) },
      NodeSignal(
        zoom, payload: .list(.number(-1e15...1e15)), sets: "range", help: "The user shows another part of the places; from and to."
      ) { .list([.number($0.lowerBound), .number($0.upperBound)]) },
    ]
  }

  public func valueProblems() -> [ValueProblem] {
    guard let minimum, let maximum, minimum >= maximum else { return [] }
    let ends = (ChartScale.words(minimum, atMost: 3), ChartScale.words(maximum, atMost: 3))
    return [
      ValueProblem("maximum", "minimum", reason: "`minimum` \(ends.0) is not below `maximum` \(ends.1); the axis ends above all numbers")
    ]
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let natural =
      switch kind {
      case .sparkline: Size(64, 24)
      case .pie, .ring: Size(280, 200)
      default: Size(320, 200)
      }
    return range.clamp(natural)
  }

  public static func valueDidChange(_ node: Node<Chart>) {
    for series in node.value.series.prefix(ChartContent.seriesLimit) {
      let data = series.data
      data.listen(ObjectIdentifier(node)) { [weak node, weak data] in
        // A series that the chart no longer shows.
        guard let node, let data, node.value.series.contains(where: { $0.data === data }) else { return false }
        node.setNeedsDisplay()
        return true
      }
    }
  }
}

/// Node of a chart.
public typealias ChartNode = Node<Chart>
