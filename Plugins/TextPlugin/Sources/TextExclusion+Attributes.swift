internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension TextExclusion {
  static let kind: AttributeKind = {
    let numbers = AttributeKind.list(.number(-100_000...100_000))
    return .list(.map(["rect": numbers, "radius": .number(0...100_000), "ellipse": numbers, "polygon": .list(numbers), "path": .path]))
  }()

  /// Creates the shape of a scene file's value.
  init(_ value: AttributeValue) throws {
    func box(_ key: String) throws -> Rect? {
      guard let given = value[key] else { return nil }
      guard let n = given.list?.compactMap(\.number), n.count == 4, n[2] >= 0, n[3] >= 0 else {
        throw AttributeError(attribute: "exclusions", reason: "`\(key)` must be four numbers: x, y, width, height")
      }
      return Rect(n[0], n[1], n[2], n[3])
    }
    let (rect, ellipse, polygon, path) = (try box("rect"), try box("ellipse"), value["polygon"]?.list, value["path"])
    if value["radius"] != nil, rect == nil { throw AttributeError(attribute: "exclusions", reason: "`radius` requires `rect`") }
    switch (rect, ellipse, polygon, path) {
    case (let rect?, nil, nil, nil): self = value["radius"]?.number.map { .roundedRect(rect, radius: $0) } ?? .rect(rect)
    case (nil, let ellipse?, nil, nil): self = .ellipse(ellipse)
    case (nil, nil, let list?, nil):
      let points = list.compactMap(\.point)
      guard points.count == list.count, points.count >= 3 else {
        throw AttributeError(attribute: "exclusions", reason: "`polygon` needs at least three points, each of two numbers")
      }
      self = .polygon(points)
    case (nil, nil, nil, let data?):
      guard let path = data.path, !path.isEmpty else {
        throw AttributeError(attribute: "exclusions", reason: "`path` must be SVG path data such as M0 0 L24 0 L12 20 Z")
      }
      self = .path(path)
    default: throw AttributeError(attribute: "exclusions", reason: "each shape needs one of `rect`, `ellipse`, `polygon`, `path`")
    }
  }

  /// Value of the shape in scene files.
  var attributeValue: AttributeValue {
    func list(_ r: Rect) -> AttributeValue { .list([.number(r.minX), .number(r.minY), .number(r.width), .number(r.height)]) }
    switch self {
    case .rect(let rect): return .map([("rect", list(rect))])
    case .roundedRect(let rect, let radius): return .map([("rect", list(rect)), ("radius", .number(radius))])
    case .ellipse(let rect): return .map([("ellipse", list(rect))])
    case .path(let path): return .map([("path", .text(path.svg))])
    case .polygon(let points): return .map([("polygon", .list(points.map { .list([.number($0.x), .number($0.y)]) }))])
    }
  }
}
