internal import TesseraGeometry

/// Size of a document according to its root element.
struct SVGFrame {
  let viewBox: Rect?
  /// Width in logical units; nil if the content determines it.
  let width: Double?
  let height: Double?
  /// State inherited by its children.
  let state: SVGReading.State

  /// Parses the attributes.
  /// - Throws: `SVGError` if a side is not positive.
  init(_ reading: SVGReading) throws(SVGError) {
    let tree = reading.tree
    let viewBox = tree.attribute("viewBox", of: 0).flatMap(Rect.init(viewBox:))
    var state = SVGReading.State(viewBox: viewBox ?? Rect(0, 0, 100, 100))
    func side(_ name: String, _ axis: SVGReading.Axis) -> Double? {
      guard let text = tree.attribute(name, of: 0), let length = SVGLength(text) else { return nil }
      if length.unit == .percent, viewBox == nil { return nil }
      return reading.pixels(length, axis, of: 0, state)
    }
    let (width, height) = (side("width", .x), side("height", .y))
    for value in [width, height].compactMap({ $0 }) where !(value > 0 && value.isFinite) {
      throw SVGError(source: reading.source, line: tree[0].line, reason: "width and height of the picture must be positive, got \(value)")
    }
    if let viewBox {
      (self.width, self.height) = Self.sides(width, height, viewBox.size)
    } else {
      state.viewBox = Rect(0, 0, width ?? 100, height ?? 100)
      (self.width, self.height) = (width, height)
    }
    (self.viewBox, self.state) = (viewBox, state)
  }

  private static func sides(_ width: Double?, _ height: Double?, _ box: Size) -> (Double, Double) {
    switch (width, height) {
    case (let w?, let h?): (w, h)
    case (let w?, nil): (w, box.height * w / box.width)
    case (nil, let h?): (box.width * h / box.height, h)
    default: (box.width, box.height)
    }
  }
}
