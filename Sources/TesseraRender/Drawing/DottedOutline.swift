internal import Glibc
internal import TesseraGeometry

/// Every second device pixel along the inner edge of a rounded rectangle: a border of the style ``Border/Style/dotted``. A dashed stroke would be
/// solid if its dashes were between pixels.
struct DottedOutline {
  /// Pixels of the whole outline in order, from the start of the upper edge.
  private var pixels: [(x: Int, y: Int)] = []
  private let scale: Double

  /// Longest side that is drawn, device pixels.
  private static let longest = 16_384.0

  /// - Parameter scale: device pixels in a logical unit.
  init(_ shape: RoundedRect, scale: Double) {
    self.scale = scale
    let (left, top) = ((shape.rect.minX * scale).rounded(), (shape.rect.minY * scale).rounded())
    let (width, height) = ((shape.rect.width * scale).rounded(), (shape.rect.height * scale).rounded())
    guard width >= 1, height >= 1, width <= Self.longest, height <= Self.longest, abs(left) < 1e6, abs(top) < 1e6 else { return }
    let (right, bottom) = (left + width, top + height)
    let most = min(width, height) / 2
    func radius(_ value: Double) -> Double { max(0.5, min(most, (value * scale).rounded())) }
    let radii = shape.radii
    let (tl, tr, br, bl) = (radius(radii.topLeft), radius(radii.topRight), radius(radii.bottomRight), radius(radii.bottomLeft))
    line(from: (left + tl, top), to: (right - tr - 1, top))
    arc((right - tr, top + tr), tr, from: -.pi / 2)
    line(from: (right - 1, top + tr), to: (right - 1, bottom - br - 1))
    arc((right - br, bottom - br), br, from: 0)
    line(from: (right - br - 1, bottom - 1), to: (left + bl, bottom - 1))
    arc((left + bl, bottom - bl), bl, from: .pi / 2)
    line(from: (left, bottom - bl - 1), to: (left, top + tl))
    arc((left + tl, top + tl), tl, from: .pi)
  }

  private mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    let steps = Int(max(abs(end.x - start.x), abs(end.y - start.y)))
    // In an edge shorter than its corners, the end is before the start.
    for step in 0...steps {
      let share = steps == 0 ? 0 : Double(step) / Double(steps)
      add(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
    }
  }

  private mutating func arc(_ center: (x: Double, y: Double), _ radius: Double, from start: Double) {
    let steps = Int((radius * 4).rounded(.up))
    for step in 0...steps {
      let angle = start + .pi / 2 * Double(step) / Double(steps)
      add((center.x + (radius - 0.5) * cos(angle)).rounded(.down), (center.y + (radius - 0.5) * sin(angle)).rounded(.down))
    }
  }

  private mutating func add(_ x: Double, _ y: Double) {
    let pixel = (x: Int(x), y: Int(y))
    if let last = pixels.last, last == pixel { return }
    // Steps of a staircase count once.
    if let before = pixels.dropLast().last, abs(before.x - pixel.x) <= 1, abs(before.y - pixel.y) <= 1 { pixels.removeLast() }
    pixels.append(pixel)
  }

  /// Every second pixel, as squares in logical units.
  var path: Path {
    var path = Path()
    for pixel in stride(from: 0, to: pixels.count, by: 2).map({ pixels[$0] }) {
      path.add(Rect(Double(pixel.x) / scale, Double(pixel.y) / scale, 1 / scale, 1 / scale))
    }
    return path
  }
}
