internal import TesseraGeometry

/// Part of a node's content to draw.
struct ContentViewport: Sendable {
  /// Screen in device pixels relative to the top left of the node's box.
  let screen: PixelRect

  /// Maximum pixels of content that is drawn as a whole: 4 million, a 16 MB buffer.
  static let wholePixels = 4 << 20

  static func isTooLarge(_ area: PixelRect) -> Bool {
    let (pixels, overflow) = area.width.multipliedReportingOverflow(by: area.height)
    return overflow || pixels > wholePixels
  }

  /// Returns the part of `area` to draw: the visible part and half a screen around it, or the nearest part if none is visible.
  func part(of area: PixelRect) -> PixelRect {
    let (x, width) = Self.part(from: area.x, area.width, screen.x, screen.width)
    let (y, height) = Self.part(from: area.y, area.height, screen.y, screen.height)
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  private static func part(from start: Int, _ length: Int, _ screen: Int, _ size: Int) -> (Int, Int) {
    let wanted = min(length, 2 * size)
    return (min(max(start, screen - size / 2), start + length - wanted), wanted)
  }

  /// Returns whether `drawn`, a part of `area`, contains the visible part and an eighth of a screen around it.
  func isSeen(in drawn: PixelRect, of area: PixelRect) -> Bool {
    let margin = PixelRect(
      x: screen.x - screen.width / 8, y: screen.y - screen.height / 8, width: screen.width + screen.width / 4,
      height: screen.height + screen.height / 4)
    let needed = margin.intersection(area)
    return needed.isEmpty || drawn.contains(needed)
  }
}

extension PaintTree {
  func contentViewport(of i: Int, screen: PixelRect) -> ContentViewport? {
    guard ContentViewport.isTooLarge(boxes[i]), let seen = fromScreen(screen, at: i) else { return nil }
    return ContentViewport(screen: seen.moved(-boxes[i].x, -boxes[i].y))
  }

  /// Returns an area of the screen in the space of node `i`'s box; nil if a transform in between is not invertible.
  private func fromScreen(_ rect: PixelRect, at i: Int) -> PixelRect? {
    var path: [Int] = []
    var at = i
    while at >= 0 {
      path.append(at)
      at = Int(parent[at])
    }
    var result = rect
    for at in path.reversed() {
      if let shown = shown(at) { result = result.moved(-shown.x, -shown.y) }
      guard let transform = transform(at) else { continue }
      guard let inverse = transform.inverse else { return nil }
      let mapped = inverse.apply(Rect(result))
      // It is too far away or too large for integer pixel coordinates.
      guard mapped.isFinite, abs(mapped.minX) + mapped.width < 1e12, abs(mapped.minY) + mapped.height < 1e12 else { return nil }
      result = mapped.covering(scale: 1).grown(by: 1)
    }
    return result
  }
}
