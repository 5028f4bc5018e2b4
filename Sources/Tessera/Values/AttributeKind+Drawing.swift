public import TesseraGeometry
public import TesseraRender

// Paints, borders, shadows and similar values in scene files. Public, so that plugins declare theirs the same way.

extension AttributeKind {
  /// A colour, or a map that describes a gradient.
  public static let paint = AttributeKind.either([
    .color,
    .map([
      "gradient": .choice(["linear", "radial", "conic"]), "from": .list(.number(-1e6...1e6)), "to": .list(.number(-1e6...1e6)),
      "center": .list(.number(-1e6...1e6)), "radius": .number(0...1e6), "angle": .number(-3600...3600),
      "stops": .list(.map(["at": .number(0...1), "color": .color])),
    ]),
  ])
}

extension AttributeValue {
  /// The number, or nil.
  public var number: Double? { if case .number(let v) = self { v } else { nil } }
  /// The text, or nil.
  public var text: String? { if case .text(let v) = self { v } else { nil } }
  /// The truth value, or nil.
  public var boolean: Bool? { if case .boolean(let v) = self { v } else { nil } }
  /// The colour, or nil.
  public var color: Color? { if case .color(let v) = self { v } else { nil } }
  /// The outline, or the outline of SVG path data in a text; nil for other values.
  public var path: Path? {
    switch self {
    case .path(let path): path
    case .text(let data): Path(svg: data)
    default: nil
    }
  }
  /// The elements, or nil.
  public var list: [AttributeValue]? { if case .list(let v) = self { v } else { nil } }
  /// The value under `key` of a map, or nil.
  public subscript(key: String) -> AttributeValue? {
    if case .map(let pairs) = self { pairs.first { $0.key == key }?.value } else { nil }
  }
  /// Two numbers as a point, or nil.
  public var point: Point? {
    guard let list, list.count == 2, let x = list[0].number, let y = list[1].number else { return nil }
    return Point(x, y)
  }
}

extension Paint {
  /// The paint that a scene file describes.
  ///
  /// Coordinates of gradients are shares of the box (0...1) and are mapped to it when drawn.
  public init?(_ value: AttributeValue) {
    if let color = value.color {
      self = .color(color)
      return
    }
    guard let kind = value["gradient"]?.text, let list = value["stops"]?.list else { return nil }
    let stops = list.compactMap { stop in
      stop["color"]?.color.map { GradientStop(stop["at"]?.number ?? 0, $0) }
    }
    guard stops.count == list.count, !stops.isEmpty else { return nil }
    guard ["from", "to", "center"].allSatisfy({ value[$0] == nil || value[$0]?.point != nil }) else { return nil }
    let center = value["center"]?.point ?? Point(0.5, 0.5)
    switch kind {
    case "linear": self = .gradient(.linear(from: value["from"]?.point ?? .zero, to: value["to"]?.point ?? Point(0, 1), stops: stops))
    case "radial": self = .gradient(.radial(center: center, radius: value["radius"]?.number ?? 0.5, stops: stops))
    default: self = .gradient(.conic(center: center, angle: (value["angle"]?.number ?? 0) * .pi / 180, stops: stops))
    }
  }

  /// The first rule of paints that `value` breaks.
  static func expectation(_ value: AttributeValue) -> String {
    guard let kind = value["gradient"]?.text else {
      return value["stops"] == nil
        ? "must be a color, or a map with gradient (linear, radial, conic), stops and points of two numbers"
        : "needs `gradient: linear`, `radial` or `conic` beside its stops"
    }
    let stops = value["stops"]?.list ?? []
    guard !stops.isEmpty else { return "needs at least one stop: `stops: [{at: 0, color: white}, {at: 1, color: black}]`" }
    if let number = stops.firstIndex(where: { $0["color"]?.color == nil }) {
      return "needs a color in each stop; stop \(number + 1) has none"
    }
    for name in ["from", "to", "center"] where value[name] != nil && value[name]?.point == nil {
      return "must have two numbers in `\(name)`, as in `\(name): [0, 1]`"
    }
    return "must be a \(kind) gradient with stops"
  }

  /// The paint as a value of a scene file.
  public var attributeValue: AttributeValue {
    func stopList(_ stops: [GradientStop]) -> AttributeValue {
      .list(stops.map { .map([("at", .number($0.offset)), ("color", .color($0.color))]) })
    }
    func pair(_ p: Point) -> AttributeValue { .list([.number(p.x), .number(p.y)]) }
    switch self {
    case .color(let color): return .color(color)
    case .gradient(.linear(let from, let to, let stops)):
      return .map([("gradient", .text("linear")), ("from", pair(from)), ("to", pair(to)), ("stops", stopList(stops))])
    case .gradient(.radial(let center, let radius, let stops)):
      return .map([("gradient", .text("radial")), ("center", pair(center)), ("radius", .number(radius)), ("stops", stopList(stops))])
    case .gradient(.conic(let center, let angle, let stops)):
      return .map([
        ("gradient", .text("conic")), ("center", pair(center)), ("angle", .number(angle * 180 / .pi)), ("stops", stopList(stops)),
      ])
    }
  }

  /// The paint with gradient coordinates mapped from shares of a box to `rect`; a radius is a share of the shorter side.
  public func mapped(to rect: Rect) -> Paint {
    func at(_ p: Point) -> Point { Point(rect.minX + p.x * rect.width, rect.minY + p.y * rect.height) }
    switch self {
    case .color: return self
    case .gradient(.linear(let from, let to, let stops)): return .gradient(.linear(from: at(from), to: at(to), stops: stops))
    case .gradient(.radial(let center, let radius, let stops)):
      return .gradient(.radial(center: at(center), radius: radius * min(rect.width, rect.height), stops: stops))
    case .gradient(.conic(let center, let angle, let stops)): return .gradient(.conic(center: at(center), angle: angle, stops: stops))
    }
  }

  /// Whether every pixel it paints has alpha 1.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.isOpaque
    case .gradient(.linear(_, _, let stops)), .gradient(.radial(_, _, let stops)), .gradient(.conic(_, _, let stops)):
      !stops.isEmpty && stops.allSatisfy(\.color.isOpaque)
    }
  }
}
