internal import Glibc
internal import TesseraGeometry
internal import TesseraRender

/// Icon repeated to a larger picture, so that an area needs few draws.
struct PatternBlock {
  /// Picture of several icons next to each other.
  var picture: PixelBuffer
  /// Size of the picture, points.
  var size: Size
}

/// Pictures of patterns of a draw, each made once.
final class PatternBlocks {
  private let sprite: MapSprite?
  private let scale: Double
  private var blocks: [String: PatternBlock] = [:]

  init(_ sprite: MapSprite?, scale: Double) { (self.sprite, self.scale) = (sprite, scale) }

  /// Returns the block of an icon; nil if the sprite lacks it.
  func block(_ name: String) -> PatternBlock? {
    if let known = blocks[name] { return known }
    guard let icon = sprite?.icons[name], icon.distances == nil else { return nil }
    let side = 128.0
    let (columns, rows) = (max(1, (side / icon.size.width).rounded(.up)), max(1, (side / icon.size.height).rounded(.up)))
    let size = Size(icon.size.width * columns, icon.size.height * rows)
    let (width, height) = (max(1, Int((size.width * scale).rounded())), max(1, Int((size.height * scale).rounded())))
    guard width <= 8192, height <= 8192, let picture = try? PixelBuffer(width: width, height: height) else { return nil }
    picture.clear()
    do {
      guard let canvas = try? Canvas(picture, scale: scale) else { return nil }
      // Whole pixels, so that neighboring icons have no seam.
      canvas.concatenate(.scale(Double(width) / size.width / scale, Double(height) / size.height / scale))
      for row in 0..<Int(rows) {
        for column in 0..<Int(columns) {
          let origin = Point(Double(column) * icon.size.width, Double(row) * icon.size.height)
          canvas.draw(icon.picture, in: Rect(origin: origin, size: icon.size))
        }
      }
      canvas.flush()
    }
    let block = PatternBlock(picture: picture, size: size)
    blocks[name] = block
    return block
  }
}

extension MapRenderer {
  /// Fills a part of the screen with a pattern that moves with the map. The clip limits it.
  func fill(_ bounds: Rect, with block: PatternBlock, opacity: Double, _ canvas: borrowing Canvas) {
    let screen = Rect(origin: .zero, size: view.size)
    let area = bounds.intersection(screen)
    guard !area.isEmpty, area.isFinite else { return }
    // The grid begins at the corner of the world, so that it has no border between tiles.
    let angle = -view.bearing * .pi / 180
    let middle = Point(view.size.width / 2, view.size.height / 2)
    let turn = Transform.rotation(angle).then(.translation(middle.x, middle.y))
    guard let inverse = turn.inverse else { return }
    let local = view.bearing == 0 ? area.offset(by: Point(-middle.x, -middle.y)) : inverse.apply(area)
    let shift = Point(
      -(view.center.x * view.worldWidth).truncatingRemainder(dividingBy: block.size.width),
      -(view.center.y * view.worldWidth).truncatingRemainder(dividingBy: block.size.height))
    let start = Point(
      ((local.minX - shift.x) / block.size.width).rounded(.down) * block.size.width + shift.x,
      ((local.minY - shift.y) / block.size.height).rounded(.down) * block.size.height + shift.y)
    canvas.save()
    if view.bearing == 0 { canvas.translate(middle.x, middle.y) } else { canvas.concatenate(turn) }
    var y = start.y
    while y < local.maxY {
      var x = start.x
      while x < local.maxX {
        var target = Rect(x, y, block.size.width, block.size.height)
        if view.bearing == 0 {
          func snapped(_ value: Double, _ offset: Double) -> Double { ((value + offset) * scale).rounded() / scale - offset }
          target.origin = Point(snapped(x, middle.x), snapped(y, middle.y))
        }
        canvas.draw(block.picture, in: target, opacity: opacity)
        x += block.size.width
      }
      y += block.size.height
    }
    canvas.restore()
  }

  /// Maximum number of icons along the lines of a layer in one tile.
  static let maximumIconsOnLines = 4000

  /// Repeats an icon along lines; its height becomes the width of the line. Returns the number of icons drawn.
  func drawPattern(
    _ icon: MapSprite.Icon, along parts: [[Point]], width: Double, opacity: Double, limit: Int, _ canvas: borrowing Canvas
  ) -> Int {
    let length = icon.size.width * width / icon.size.height
    let screen = Rect(origin: .zero, size: view.size).inset(by: -width)
    guard length >= 0.5 else { return 0 }
    var count = 0
    for part in parts {
      var before = 0.0
      for i in part.indices.dropFirst() {
        let (a, b) = (part[i - 1], part[i])
        let size = LineAnchors.distance(a, b)
        defer { before += size }
        guard size > 0, size.isFinite, let visible = LineAnchors.clipped(a, b, to: screen) else { continue }
        canvas.save()
        canvas.concatenate(Transform.rotation(atan2(b.y - a.y, b.x - a.x)).then(.translation(a.x, a.y)))
        var at = visible.lowerBound * size
        while at < visible.upperBound * size, count < limit {
          // From the phase of the pattern to its end, or to the end of the segment.
          let phase = (before + at).truncatingRemainder(dividingBy: length)
          let step = max(min(length - phase, size - at), 0.01)
          let (columns, rows) = (Double(icon.picture.width), Double(icon.picture.height))
          canvas.draw(
            icon.picture, in: Rect(at, -width / 2, step, width), source: Rect(phase / length * columns, 0, step / length * columns, rows),
            opacity: opacity)
          at += step
          count += 1
        }
        canvas.restore()
      }
    }
    return count
  }
}
