internal import TesseraBase
internal import TesseraGeometry
internal import TesseraRender

extension MapRenderer {
  /// Maximum number of labels on a map.
  static let maximumLabels = 400

  /// Draws the texts of point features; a text that would cover an earlier one is left out unless the style allows overlaps.
  func drawLabels(_ layer: MapStyleLayer, _ context: EvaluationContext, taken: inout [Rect], _ canvas: borrowing Canvas) {
    for batch in batches(layer, context) {
      for item in batch.items where item.kind == .point {
        context.feature = item.feature
        let text = layer.string("text-field", context)
        guard !text.isEmpty, taken.count < Self.maximumLabels else { continue }
        let label = label(String(text.prefix(200)), layer, context)
        for point in item.parts.joined() where point.isFinite && isOwn(point, batch) {
          let origin = Self.origin(label.layout.size, at: point, layer.string("text-anchor", context))
          let offset = layer.numbers("text-offset", context)
          let em = label.size
          let place = offset.count == 2 ? Point(origin.x + offset[0] * em, origin.y + offset[1] * em) : origin
          let padding = max(0, layer.number("text-padding", context))
          let box = Rect(origin: place, size: label.layout.size).inset(by: -padding)
          guard box.maxX > 0, box.maxY > 0, box.minX < view.size.width, box.minY < view.size.height else { continue }
          guard layer.flag("text-allow-overlap", context) || !taken.contains(where: { $0.intersects(box) }) else { continue }
          taken.append(box)
          draw(label, at: place, canvas)
        }
      }
    }
  }

  private struct Label {
    var layout: TextLayout
    var halo: TextLayout?
    var haloWidth: Double
    var size: Double
  }

  private func label(_ text: String, _ layer: MapStyleLayer, _ context: EvaluationContext) -> Label {
    let size = min(max(layer.number("text-size", context), 1), 200)
    let opacity = layer.number("text-opacity", context)
    let color = layer.color("text-color", context).map { Self.color($0, opacity) } ?? .black
    var shown = text
    switch layer.string("text-transform", context) {
    case "uppercase": shown = text.uppercased()
    case "lowercase": shown = text.lowercased()
    default: break
    }
    let isBold: Bool
    if case .list(let fonts)? = layer.value("text-font", context) {
      isBold = fonts.contains { $0.text.byteRange(of: "Bold") != nil }
    } else {
      isBold = false
    }
    let font = Font(size: size, weight: isBold ? .bold : .regular)
    let width = max(1, layer.number("text-max-width", context)) * size
    var paragraph = ParagraphStyle()
    paragraph.alignment = .center
    let style = paragraph
    func layout(_ color: Color) -> TextLayout {
      TextLayout(AttributedText(shown, attributes: TextAttributes(font: font, color: color)), paragraph: style, width: width)
    }
    let haloWidth = min(max(layer.number("text-halo-width", context), 0), size / 4)
    let halo = haloWidth > 0 ? layer.color("text-halo-color", context).map { Self.color($0, opacity) } : nil
    return Label(layout: layout(color), halo: halo.map(layout), haloWidth: haloWidth, size: size)
  }

  private static func origin(_ size: Size, at point: Point, _ anchor: String) -> Point {
    func holds(_ side: String) -> Bool { anchor.byteRange(of: side) != nil }
    let x = holds("left") ? 0 : holds("right") ? 1 : 0.5
    let y = holds("top") ? 0 : holds("bottom") ? 1 : 0.5
    return Point(point.x - size.width * x, point.y - size.height * y)
  }

  private func draw(_ label: Label, at place: Point, _ canvas: borrowing Canvas) {
    if let halo = label.halo {
      let d = label.haloWidth
      for (x, y) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)] {
        canvas.draw(halo, at: Point(place.x + x * d, place.y + y * d))
      }
    }
    canvas.draw(label.layout, at: place)
  }
}
