import TesseraKit

/// A landscape: sky, sun, ranges of hills that fade into the distance, and water or woods in front.
enum Scenery {
  private struct Palette {
    let sky: [Color]
    let sun: Color
    let far: Color
    let near: Color
  }

  private static let palettes = [
    Palette(
      sky: [0x2B3A67, 0xE76F51, 0xF4D58D].map { Color(rgb: $0) }, sun: Color(rgb: 0xFFE8A3), far: Color(rgb: 0xB56576),
      near: Color(rgb: 0x2A1E35)),
    Palette(
      sky: [0x4EA8DE, 0xBDE0FE, 0xF8F9FA].map { Color(rgb: $0) }, sun: Color(rgb: 0xFFFDF0), far: Color(rgb: 0x90B8C8),
      near: Color(rgb: 0x1D4E3A)),
    Palette(
      sky: [0x10002B, 0x3C096C, 0x9D4EDD].map { Color(rgb: $0) }, sun: Color(rgb: 0xF5EBFF), far: Color(rgb: 0x5A189A),
      near: Color(rgb: 0x0B0420)),
    Palette(
      sky: [0x86BBD8, 0xF6AE2D, 0xF26419].map { Color(rgb: $0) }, sun: Color(rgb: 0xFFF3C4), far: Color(rgb: 0xC9745A),
      near: Color(rgb: 0x33261D)),
    Palette(
      sky: [0xA8DADC, 0xE9F5DB, 0xFEFAE0].map { Color(rgb: $0) }, sun: Color(rgb: 0xFFFFFF), far: Color(rgb: 0xA3B18A),
      near: Color(rgb: 0x344E41)),
    Palette(
      sky: [0x003049, 0x4A7C9B, 0xFCBF49].map { Color(rgb: $0) }, sun: Color(rgb: 0xFFF1D0), far: Color(rgb: 0x577590),
      near: Color(rgb: 0x0B2231)),
  ]

  static func draw(_ seed: Int, in canvas: borrowing Canvas, _ size: Size) {
    var dice = Dice(seed)
    let palette = palettes[seed % palettes.count]
    let (w, h) = (size.width, size.height)
    canvas.fill(Rect(size: size), Sketch.vertical(h * 0.75, palette.sky))
    let sun = Point(w * dice.roll(0.2...0.8), h * dice.roll(0.22...0.45))
    let radius = min(w, h) * dice.roll(0.07...0.13)
    var halo = palette.sun
    halo.alpha = 0.5
    var none = palette.sun
    none.alpha = 0
    canvas.fill(
      Sketch.ellipse(sun.x, sun.y, radius * 8, radius * 8),
      .gradient(.radial(center: sun, radius: radius * 4, stops: [GradientStop(0, halo), GradientStop(1, none)])))
    canvas.fill(Sketch.ellipse(sun.x, sun.y, radius * 2, radius * 2), .color(palette.sun))
    let layers = 4
    for layer in 0..<layers {
      let depth = Double(layer) / Double(layers - 1)
      let base = h * (0.5 + 0.14 * Double(layer))
      let height = h * (0.2 - 0.03 * Double(layer))
      let steps = 6 + layer * 2
      let crest = (0...steps).map { step in Point(w * Double(step) / Double(steps), base - height * dice.roll(0...1)) }
      var path = Path()
      path.move(to: Point(0, h))
      path.line(to: crest[0])
      if layer < 2 {
        for point in crest.dropFirst() { path.line(to: point) }
      } else {
        // Round hills: curves through the midpoints.
        for (point, next) in zip(crest.dropFirst(), crest.dropFirst(2)) { path.quad(to: (point + next) * 0.5, control: point) }
        path.line(to: crest[steps])
      }
      path.line(to: Point(w, h))
      path.close()
      canvas.fill(path, .color(mix(palette.far, palette.near, depth)))
    }
    if seed % 2 == 0 {
      woods(&dice, palette.near, in: canvas, size)
    } else {
      water(&dice, palette.sky[1], palette.near, sun, in: canvas, size)
    }
  }

  private static func woods(_ dice: inout Dice, _ color: Color, in canvas: borrowing Canvas, _ size: Size) {
    var x = -10.0
    while x < size.width + 10 {
      let height = size.height * dice.roll(0.08...0.2)
      let width = height * 0.42
      let foot = size.height * dice.roll(0.97...1.03)
      var tree = Path()
      for tier in 0..<3 {
        let top = foot - height + height * 0.22 * Double(tier)
        let half = width * (0.25 + 0.12 * Double(tier))
        tree.add(Sketch.polygon([Point(x, top), Point(x + half, top + height * 0.42), Point(x - half, top + height * 0.42)]))
      }
      tree.add(Rect(x - width * 0.04, foot - height * 0.2, width * 0.08, height * 0.2))
      canvas.fill(tree, .color(mix(color, .black, 0.25)))
      x += width * dice.roll(0.3...0.8)
    }
  }

  private static func water(
    _ dice: inout Dice, _ sky: Color, _ near: Color, _ sun: Point, in canvas: borrowing Canvas, _ size: Size
  ) {
    let shore = size.height * 0.84
    canvas.fill(
      Rect(0, shore, size.width, size.height - shore),
      .gradient(
        .linear(
          from: Point(0, shore), to: Point(0, size.height),
          stops: [GradientStop(0, mix(sky, near, 0.25)), GradientStop(1, mix(sky, near, 0.7))])))
    for _ in 0..<26 {
      let y = dice.roll(shore + 2...size.height)
      let spread = (y - shore) / (size.height - shore)
      let length = size.width * dice.roll(0.03...0.14) * (0.5 + spread)
      let x = sun.x + (dice.roll() - 0.5) * size.width * 0.5 * (0.3 + spread)
      canvas.fill(
        RoundedRect(Rect(x - length / 2, y, length, max(1, size.height * 0.006)), radii: CornerRadii(1)),
        .color(Color(white: 1, alpha: 0.35)))
    }
  }

  static func mix(_ a: Color, _ b: Color, _ share: Double) -> Color {
    let t = Float(share)
    return Color(
      red: a.red + (b.red - a.red) * t, green: a.green + (b.green - a.green) * t, blue: a.blue + (b.blue - a.blue) * t,
      alpha: a.alpha + (b.alpha - a.alpha) * t)
  }
}
