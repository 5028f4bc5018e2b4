import TesseraKit

/// The portrait of a pet: a cat, a dog, a rabbit or an owl.
enum Pet {
  static let names = ["Biscuit", "Mochi", "Pepper", "Clover", "Ziggy", "Hazel", "Otis", "Luna", "Waffles", "Juniper", "Pixel", "Nori"]
  static let kinds = ["cat", "dog", "rabbit", "owl"]

  private static let walls = [0xFFD6A5, 0xCAFFBF, 0x9BF6FF, 0xBDB2FF, 0xFFC6FF, 0xFDFFB6, 0xA0C4FF, 0xFFADAD].map { Color(rgb: $0) }
  private static let furs = [0x6B4F3A, 0xD98E4A, 0x4A4A55, 0xE8D5B7, 0x9A8C98, 0xB5651D, 0xF2F0EB, 0x7D5A50].map { Color(rgb: $0) }

  static func draw(_ seed: Int, in canvas: borrowing Canvas, _ size: Size) {
    var dice = Dice(seed + 40)
    let wall = walls[dice.roll(walls.count)]
    let fur = furs[dice.roll(furs.count)]
    let (w, h) = (size.width, size.height)
    canvas.fill(Rect(size: size), Sketch.vertical(h, [Scenery.mix(wall, .white, 0.35), wall]))
    for _ in 0..<5 {
      let r = min(w, h) * dice.roll(0.1...0.32)
      canvas.fill(Sketch.ellipse(w * dice.roll(), h * dice.roll(), r * 2, r * 2), .color(Color(white: 1, alpha: 0.22)))
    }
    let unit = min(w, h * 0.85) / 100
    canvas.save()
    // Leave space for the ears.
    let isRabbit = seed % 4 == 2
    canvas.translate(w / 2, h * (isRabbit ? 0.66 : 0.56))
    canvas.concatenate(.scale(isRabbit ? unit * 0.88 : unit, isRabbit ? unit * 0.88 : unit))
    let dark = Scenery.mix(fur, .black, 0.35)
    let light = Scenery.mix(fur, .white, 0.55)
    // Shoulders, then the head.
    canvas.fill(Sketch.ellipse(0, 62, 78, 76), .color(fur))
    canvas.fill(Sketch.ellipse(0, 66, 40, 60), .color(light))
    switch seed % 4 {
    case 0: cat(fur, dark, light, in: canvas)
    case 1: dog(fur, dark, light, in: canvas)
    case 2: rabbit(fur, dark, light, in: canvas)
    default: owl(fur, dark, light, in: canvas)
    }
    canvas.restore()
  }

  private static func eyes(_ color: Color, apart: Double, y: Double, size: Double, in canvas: borrowing Canvas) {
    for x in [-apart, apart] {
      canvas.fill(Sketch.ellipse(x, y, size, size * 1.1), .color(color))
      canvas.fill(Sketch.ellipse(x, y, size * 0.55, size * 0.85), .color(Color(rgb: 0x1B1B1F)))
      canvas.fill(Sketch.ellipse(x + size * 0.16, y - size * 0.22, size * 0.26, size * 0.26), .color(.white))
    }
  }

  private static func muzzle(_ light: Color, nose: Color, y: Double, in canvas: borrowing Canvas) {
    canvas.fill(Sketch.ellipse(-7, y + 6, 20, 16), .color(light))
    canvas.fill(Sketch.ellipse(7, y + 6, 20, 16), .color(light))
    canvas.fill(Sketch.blob([Point(-7, y - 2), Point(7, y - 2), Point(0, y + 7)]), .color(nose))
    var mouth = Path()
    mouth.move(to: Point(-8, y + 9))
    mouth.quad(to: Point(0, y + 9), control: Point(-4, y + 14))
    mouth.quad(to: Point(8, y + 9), control: Point(4, y + 14))
    canvas.stroke(mouth, .color(Color(rgb: 0x3A2A2A)), StrokeStyle(width: 1.4, cap: .round))
  }

  private static func cat(_ fur: Color, _ dark: Color, _ light: Color, in canvas: borrowing Canvas) {
    for side in [-1.0, 1] {
      canvas.fill(Sketch.polygon([Point(side * 33, -8), Point(side * 30, -46), Point(side * 6, -28)]), .color(fur))
      canvas.fill(Sketch.polygon([Point(side * 29, -16), Point(side * 28, -38), Point(side * 13, -27)]), .color(Color(rgb: 0xF2A6A6)))
    }
    canvas.fill(Sketch.ellipse(0, 2, 72, 60), .color(fur))
    for x in [-8.0, 0, 8] { canvas.fill(Sketch.ellipse(x, -22, 3.4, 14), .color(dark)) }
    eyes(Color(rgb: 0xA7D948), apart: 16, y: 0, size: 15, in: canvas)
    muzzle(light, nose: Color(rgb: 0xE5738A), y: 11, in: canvas)
    var whiskers = Path()
    for side in [-1.0, 1] {
      for (i, y) in [13.0, 17, 21].enumerated() {
        whiskers.move(to: Point(side * 14, y))
        whiskers.line(to: Point(side * 44, y - 5 + Double(i) * 5))
      }
    }
    canvas.stroke(whiskers, .color(Color(white: 1, alpha: 0.8)), StrokeStyle(width: 1, cap: .round))
  }

  private static func dog(_ fur: Color, _ dark: Color, _ light: Color, in canvas: borrowing Canvas) {
    canvas.fill(Sketch.ellipse(0, 0, 66, 66), .color(fur))
    for side in [-1.0, 1] {
      canvas.fill(
        Sketch.blob([Point(side * 26, -28), Point(side * 46, -14), Point(side * 42, 26), Point(side * 28, 20), Point(side * 24, -10)]),
        .color(dark))
    }
    canvas.fill(Sketch.ellipse(0, -10, 16, 44), .color(light))
    eyes(Color(rgb: 0x8A5A2B), apart: 15, y: -5, size: 13, in: canvas)
    canvas.fill(Sketch.ellipse(0, 26, 12, 16), .color(Color(rgb: 0xEF7C8E)))
    muzzle(light, nose: Color(rgb: 0x2B2326), y: 10, in: canvas)
  }

  private static func rabbit(_ fur: Color, _ dark: Color, _ light: Color, in canvas: borrowing Canvas) {
    for side in [-1.0, 1] {
      canvas.save()
      canvas.concatenate(.rotation(side * 0.16))
      canvas.fill(Sketch.ellipse(side * 13, -46, 19, 56), .color(fur))
      canvas.fill(Sketch.ellipse(side * 13, -44, 9, 42), .color(Color(rgb: 0xF6B8C1)))
      canvas.restore()
    }
    canvas.fill(Sketch.ellipse(0, 3, 62, 58), .color(fur))
    canvas.fill(Sketch.ellipse(-19, 13, 20, 14), .color(Scenery.mix(fur, Color(rgb: 0xF6B8C1), 0.6)))
    canvas.fill(Sketch.ellipse(19, 13, 20, 14), .color(Scenery.mix(fur, Color(rgb: 0xF6B8C1), 0.6)))
    eyes(Color(rgb: 0x5B3A29), apart: 15, y: -2, size: 12, in: canvas)
    muzzle(light, nose: Color(rgb: 0xE98A9B), y: 9, in: canvas)
    canvas.fill(RoundedRect(Rect(-4, 20, 8, 8), radii: CornerRadii(2)), .color(.white))
  }

  private static func owl(_ fur: Color, _ dark: Color, _ light: Color, in canvas: borrowing Canvas) {
    for side in [-1.0, 1] {
      canvas.fill(Sketch.polygon([Point(side * 34, -12), Point(side * 34, -42), Point(side * 10, -26)]), .color(dark))
    }
    canvas.fill(Sketch.ellipse(0, 2, 72, 64), .color(fur))
    for side in [-1.0, 1] {
      canvas.fill(Sketch.ellipse(side * 15, -2, 34, 36), .color(light))
      canvas.fill(Sketch.ellipse(side * 15, -2, 23, 24), .color(Color(rgb: 0xFFC53D)))
      canvas.fill(Sketch.ellipse(side * 15, -2, 13, 14), .color(Color(rgb: 0x1B1B1F)))
      canvas.fill(Sketch.ellipse(side * 15 + 3, -6, 4.5, 4.5), .color(.white))
    }
    canvas.fill(Sketch.polygon([Point(-6, 8), Point(6, 8), Point(0, 22)]), .color(Color(rgb: 0xF28F3B)))
    for row in 0..<3 {
      for i in 0..<(3 - row % 2) {
        let x = (Double(i) - Double(2 - row % 2) / 2) * 13
        var feather = Path()
        feather.move(to: Point(x - 5, 46 + Double(row) * 9))
        feather.quad(to: Point(x + 5, 46 + Double(row) * 9), control: Point(x, 54 + Double(row) * 9))
        canvas.stroke(feather, .color(dark), StrokeStyle(width: 1.8, cap: .round))
      }
    }
  }
}
