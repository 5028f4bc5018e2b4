internal import TesseraKit

/// Flat colors that a panel of 16 bits (RGB565) shows with dither, or as another color.
enum ColorDepthCheck {
  /// Share of the screen from which on a color counts.
  private static let leastShare = 0.01

  static func findings(_ screen: CheckedScreen) -> [CheckFinding] {
    let colors = screen.colors(in: Rect(size: screen.stage.size))
    let root = CheckedElement(screen.stage.root, words: "")
    let flat = colors.counts.filter { Double($0.value) >= leastShare * Double(colors.total) }.sorted { $0.value > $1.value }
    return flat.compactMap { color, count in
      let near = nearest(to: color)
      guard near != color else { return nil }
      let share = (100 * Double(count) / Double(colors.total)).rounded()
      return CheckFinding(
        kind: .depth, element: root,
        message: "\(hexText(color)) on \(shown(share)) % of the screen is not a color of RGB565; the nearest is \(hexText(near))")
    }
  }

  /// Returns the nearest color with 5, 6 and 5 bits.
  private static func nearest(to color: UInt32) -> UInt32 {
    func snapped(_ shift: UInt32, _ bits: UInt32) -> UInt32 {
      let value = color >> shift & 255
      let most = UInt32(1) << bits - 1
      let level = (value * most + 127) / 255
      return (level << (8 - bits) | level >> (2 * bits - 8)) << shift
    }
    return snapped(16, 5) | snapped(8, 6) | snapped(0, 5)
  }
}
