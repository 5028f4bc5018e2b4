internal import TesseraGeometry
internal import TesseraRender

extension MapRenderer {
  /// Draws the icons of a layer, then its texts.
  func draw(_ symbols: [PlacedSymbol], _ canvas: borrowing Canvas) {
    var masks = IconMasks()
    for symbol in symbols {
      if let icon = symbol.content.icon, let (place, angle) = symbol.icon { draw(icon, at: place, angle, &masks, canvas) }
    }
    for symbol in symbols {
      guard let text = symbol.content.text else { continue }
      switch symbol.text {
      case .straight(let rect, let place, let angle)?: draw(text, rect, at: place, angle, canvas)
      case .letters(let placed)?:
        if let halo = text.halo, canvas.textAntialiasing != .bilevel { drawHalo(of: placed.path, halo, text.haloWidth, canvas) }
        canvas.fill(placed.path, .color(text.color))
      case nil: break
      }
    }
  }

  /// Directions in which a text is repeated for its halo.
  private static let haloSteps = [(-1.0, 0.0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)]

  /// Draws the halo of letters on a line from one mask, which is much faster than a stroke of their outlines.
  private func drawHalo(of path: Path, _ color: Color, _ width: Double, _ canvas: borrowing Canvas) {
    let bounds = path.bounds.inset(by: -1)
    guard bounds.isFinite, bounds.width < 4096, bounds.height < 4096 else { return }
    let origin = Point((bounds.minX * scale).rounded(.down) / scale, (bounds.minY * scale).rounded(.down) / scale)
    let (columns, rows) = (Int((bounds.width * scale).rounded(.up)) + 1, Int((bounds.height * scale).rounded(.up)) + 1)
    guard columns > 0, rows > 0, let mask = try? PixelBuffer(width: columns, height: rows, format: .coverage8) else { return }
    do {
      guard let inner = try? Canvas(mask, scale: scale, origin: origin) else { return }
      inner.fill(path, .color(.white))
      inner.flush()
    }
    let size = Size(Double(columns) / scale, Double(rows) / scale)
    for (x, y) in Self.haloSteps {
      canvas.draw(mask, in: Rect(origin: Point(origin.x + x * width, origin.y + y * width), size: size), tint: color)
    }
  }

  private func draw(_ text: SymbolContent.Text, _ rect: Rect, at place: Point, _ angle: Double, _ canvas: borrowing Canvas) {
    canvas.save()
    defer { canvas.restore() }
    let origin = angle == 0 ? place + rect.origin : rect.origin
    if angle != 0 { canvas.concatenate(Transform.rotation(angle).then(.translation(place.x, place.y))) }
    // Black and white letters contrast with their ground; a halo would be drawn in the color of the letters.
    if let halo = text.halo, canvas.textAntialiasing != .bilevel {
      let layout = tiles.labels.layout(text.label, halo)
      let d = text.haloWidth
      for (x, y) in Self.haloSteps {
        canvas.draw(layout, at: Point(origin.x + x * d, origin.y + y * d))
      }
    }
    canvas.draw(tiles.labels.layout(text.label, text.color), at: origin)
  }

  private func draw(
    _ icon: SymbolContent.Icon, at place: Point, _ angle: Double, _ masks: inout IconMasks, _ canvas: borrowing Canvas
  ) {
    canvas.save()
    defer { canvas.restore() }
    var box = icon.box
    if angle == 0 {
      // Icons that are not rotated begin on whole pixels, so that their edges are sharp.
      func snapped(_ value: Double) -> Double { (value * scale).rounded() / scale }
      box.origin = Point(snapped(place.x + box.minX), snapped(place.y + box.minY))
    } else {
      canvas.concatenate(Transform.rotation(angle).then(.translation(place.x, place.y)))
    }
    guard icon.image.distances != nil else {
      if let borders = icon.image.borders, box.size != icon.box.size || box.width > icon.image.size.width * icon.scale {
        canvas.drawNinePatch(icon.image.picture, center: borders, in: box, imageScale: icon.image.ratio / icon.scale)
      } else {
        canvas.draw(icon.image.picture, in: box, opacity: icon.opacity)
      }
      return
    }
    let (width, height) = (Int((box.width * scale).rounded(.up)), Int((box.height * scale).rounded(.up)))
    if let halo = icon.halo {
      let growth = icon.haloWidth * icon.image.ratio / icon.scale
      if let mask = masks.mask(icon, width, height, growth: growth) { canvas.draw(mask, in: box, opacity: icon.opacity, tint: halo) }
    }
    if let mask = masks.mask(icon, width, height, growth: 0) { canvas.draw(mask, in: box, opacity: icon.opacity, tint: icon.color) }
  }
}

/// Coverage of the distance fields of a draw, each computed once.
struct IconMasks {
  private struct Key: Hashable {
    var name: String
    var width: Int
    var height: Int
    var growth: Double
  }

  private var masks: [Key: PixelBuffer] = [:]

  mutating func mask(_ icon: SymbolContent.Icon, _ width: Int, _ height: Int, growth: Double) -> PixelBuffer? {
    let key = Key(name: icon.name, width: width, height: height, growth: growth)
    if let known = masks[key] { return known }
    let mask = icon.image.coverage(width: width, height: height, growth: growth)
    masks[key] = mask
    return mask
  }
}
