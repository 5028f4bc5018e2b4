internal import Tessera

/// Points of a chart with a name. A value; the data are shared by its copies.
public struct ChartSeries: Sendable, Equatable {
  /// Name in the legend.
  public var name: String
  /// Points.
  public var data: ChartData

  /// Creates a series of data that may grow.
  public init(_ name: String = "", _ data: ChartData) { (self.name, self.data) = (name, data) }

  /// Creates a series of numbers at the places 0, 1, 2 and so on. Numbers that are not finite are gaps.
  public init(_ name: String = "", _ numbers: [Double]) { self.init(name, ChartData(numbers)) }

  /// Creates a series of points.
  public init(_ name: String = "", points: [ChartPoint]) { self.init(name, ChartData(points: points)) }

  // MARK: attributes

  private static let number = AttributeKind.number(-1e15...1e15)
  /// Numbers, maps of `x` and `y`, or `gap`.
  static let pointsKind = AttributeKind.list(
    .either([number, .choice(["gap"]), .map(["x": number, "y": .either([number, .choice(["gap"])])])]))
  /// Series of a chart.
  static let kind = AttributeKind.list(.map(["name": .text, "values": pointsKind]))

  init(_ value: AttributeValue) throws { self.init(value["name"]?.text ?? "", try Self.data(value["values"] ?? .list([]))) }

  /// Returns the data of an attribute value.
  static func data(_ value: AttributeValue) throws -> ChartData {
    let items = value.list ?? []
    guard items.contains(where: { $0["x"] != nil || $0["y"] != nil }) else { return ChartData(items.map { $0.number ?? .nan }) }
    return ChartData(
      points: try items.enumerated().map { index, item in
        guard let x = item["x"]?.number else {
          throw AttributeError(attribute: "values", reason: "point \(index + 1) has no x; points are all numbers, or all maps with x and y")
        }
        return ChartPoint(x, item["y"]?.number ?? .nan)
      })
  }

  var attributeValue: AttributeValue { .map([("name", .text(name)), ("values", Self.value(data))]) }

  /// Returns the points as an attribute value. Long data are cut after 10,000 points.
  static func value(_ data: ChartData) -> AttributeValue {
    let isIndexed = data.span.map { $0.lowerBound == 0 && $0.upperBound == Double(data.count - 1) } ?? true
    func number(_ number: Double) -> AttributeValue { number.isFinite ? .number(number) : .text("gap") }
    return .list(
      (0..<min(10_000, data.count)).compactMap { data.point($0) }.map { point in
        isIndexed ? number(point.y) : .map([("x", .number(point.x)), ("y", number(point.y))])
      })
  }
}
