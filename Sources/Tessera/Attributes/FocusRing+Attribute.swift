internal import TesseraRender

extension NodeAttribute {
  /// Declares a focus ring that may be absent: a map with `color`, `contrast`, `width` and `offset`.
  static func focusRing(_ name: String, _ path: @autoclosure @escaping Path<FocusRing?>, help: String) -> Self {
    Self(
      name, kind: .map(["color": .color, "contrast": .color, "width": .number(0...100), "offset": .number(-100...100)]), help: help,
      get: {
        $0[keyPath: path()].map { ring in
          let contrast = ring.contrast.map { [("contrast", AttributeValue.color($0))] } ?? []
          return .map([("color", .color(ring.color))] + contrast + [("width", .number(ring.width)), ("offset", .number(ring.offset))])
        }
      },
      set: { target, new in
        var ring = FocusRing(color: new["color"]?.color ?? FocusRing.defaultColor, contrast: new["contrast"]?.color)
        if let width = new["width"]?.number { ring.width = width }
        if let offset = new["offset"]?.number { ring.offset = offset }
        target[keyPath: path()] = ring
      })
  }
}
