internal import TesseraRender

extension NodeAttribute {
  /// Declares a focus ring that may be absent: a map with `color`, `width` and `offset`.
  static func focusRing(_ name: String, _ path: @autoclosure @escaping Path<FocusRing?>, help: String) -> Self {
    Self(
      name, kind: .map(["color": .color, "width": .number(0...100), "offset": .number(-100...100)]), help: help,
      get: {
        $0[keyPath: path()].map {
          .map([("color", .color($0.color)), ("width", .number($0.width)), ("offset", .number($0.offset))])
        }
      },
      set: { target, new in
        var ring = FocusRing()
        if let color = new["color"]?.color { ring.color = color }
        if let width = new["width"]?.number { ring.width = width }
        if let offset = new["offset"]?.number { ring.offset = offset }
        target[keyPath: path()] = ring
      })
  }
}
