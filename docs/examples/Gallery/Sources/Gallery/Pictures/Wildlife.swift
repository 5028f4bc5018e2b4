import TesseraKit

/// Animals of a rainforest between leaves.
enum Wildlife: Int, CaseIterable {
  case toucan, frog, macaw, morpho

  var title: String {
    switch self {
    case .toucan: "Keel-billed toucan"
    case .frog: "Red-eyed tree frog"
    case .macaw: "Scarlet macaw"
    case .morpho: "Blue morpho"
    }
  }

  var text: String {
    switch self {
    case .toucan:
      "The bill looks heavy, and is not: it is a honeycomb of bone, a third of the bird's length and a twentieth of its weight. It picks fruit that "
        + "grows on twigs too thin to sit on, and sheds the heat of noon."
    case .frog:
      "By day it sleeps on the underside of a leaf, green on green. Woken, it opens its eyes: for the instant that a snake is startled by the red, the "
        + "frog is gone."
    case .macaw:
      "Pairs stay together for life and fly wing to wing. At river banks hundreds gather to eat clay, which takes the poison out of the unripe seeds "
        + "that nobody else dares to eat."
    case .morpho:
      "There is no blue in its wings. Scales as fine as the waves of light let every colour go astray but one. The underside is brown: in flight the "
        + "butterfly seems to appear and vanish."
    }
  }

  func draw(in canvas: borrowing Canvas, _ size: Size) {
    jungle(in: canvas, size)
    let unit = min(size.width, size.height * 1.35) / 200
    canvas.save()
    canvas.translate(size.width * (self == .toucan ? 0.42 : 0.5), size.height * 0.44)
    canvas.concatenate(.scale(unit * 0.86, unit * 0.86))
    switch self {
    case .toucan: toucan(in: canvas)
    case .frog: frog(in: canvas)
    case .macaw: macaw(in: canvas)
    case .morpho: morpho(in: canvas)
    }
    canvas.restore()
  }

  private func leaf(_ at: Point, _ length: Double, _ angle: Double, _ color: Color, in canvas: borrowing Canvas) {
    canvas.save()
    canvas.translate(at.x, at.y)
    canvas.concatenate(.rotation(angle))
    var path = Path()
    path.move(to: .zero)
    path.cubic(to: Point(length, 0), control1: Point(length * 0.25, -length * 0.34), control2: Point(length * 0.75, -length * 0.26))
    path.cubic(to: .zero, control1: Point(length * 0.75, length * 0.26), control2: Point(length * 0.25, length * 0.34))
    path.close()
    canvas.fill(
      path,
      .gradient(
        .linear(
          from: Point(0, -length * 0.2), to: Point(0, length * 0.2),
          stops: [GradientStop(0, Scenery.mix(color, .white, 0.12)), GradientStop(1, Scenery.mix(color, .black, 0.25))])))
    var veins = Path()
    veins.move(to: .zero)
    veins.line(to: Point(length * 0.95, 0))
    for i in 1...4 {
      let x = length * 0.18 * Double(i)
      veins.move(to: Point(x, 0))
      veins.line(to: Point(x + length * 0.13, -length * 0.14))
      veins.move(to: Point(x, 0))
      veins.line(to: Point(x + length * 0.13, length * 0.14))
    }
    canvas.stroke(veins, .color(Color(white: 1, alpha: 0.16)), StrokeStyle(width: max(0.7, length * 0.012), cap: .round))
    canvas.restore()
  }

  private func jungle(in canvas: borrowing Canvas, _ size: Size) {
    let (w, h) = (size.width, size.height)
    let lights = [0x6FA25A, 0x4F8F6B, 0x88A04D, 0x3F7F86].map { Color(rgb: $0) }
    let light = lights[rawValue]
    canvas.fill(Rect(size: size), .color(Color(rgb: 0x0E2A1E)))
    canvas.fill(
      Rect(size: size),
      .gradient(
        .radial(
          center: Point(w * 0.55, h * 0.35), radius: max(w, h) * 0.75,
          stops: [
            GradientStop(0, light), GradientStop(0.55, Scenery.mix(light, Color(rgb: 0x0E2A1E), 0.6)),
            GradientStop(1, Color(rgb: 0x0B2018)),
          ])))
    var dice = Dice(rawValue + 7)
    for ring in 0..<3 {
      let shade = Scenery.mix(Color(rgb: 0x1E5B38), Color(rgb: 0x3E9A52), Double(ring) / 3)
      for _ in 0..<10 {
        let side = dice.roll(4)
        let along = dice.roll()
        let at =
          switch side {
          case 0: Point(w * along, -h * 0.05)
          case 1: Point(w * along, h * 1.05)
          case 2: Point(-w * 0.05, h * along)
          default: Point(w * 1.05, h * along)
          }
        let length = min(w, h) * dice.roll(0.3...0.5) * (1 - 0.14 * Double(ring))
        let towards = Point(w / 2, h / 2) - at
        leaf(at, length, atan(towards.y, towards.x) + dice.roll(-0.6...0.6), Scenery.mix(shade, .black, dice.roll(0...0.3)), in: canvas)
      }
    }
  }

  /// Returns the angle of a direction in radians, exact to 0.001.
  private func atan(_ y: Double, _ x: Double) -> Double {
    guard x != 0 || y != 0 else { return 0 }
    let (a, b) = (min(abs(x), abs(y)), max(abs(x), abs(y)))
    let t = a / b
    var angle = t * (0.9998660 + t * t * (-0.3302995 + t * t * (0.1801410 + t * t * (-0.0851330 + t * t * 0.0208351))))
    if abs(y) > abs(x) { angle = .pi / 2 - angle }
    if x < 0 { angle = .pi - angle }
    return y < 0 ? -angle : angle
  }

  private func branch(_ y: Double, in canvas: borrowing Canvas) {
    var path = Path()
    path.move(to: Point(-220, y + 20))
    path.cubic(to: Point(240, y - 8), control1: Point(-70, y - 12), control2: Point(80, y + 20))
    canvas.stroke(path, .color(Color(rgb: 0x4A3323)), StrokeStyle(width: 11, cap: .round))
    canvas.stroke(path, .color(Color(rgb: 0x6B4B31)), StrokeStyle(width: 5, cap: .round))
  }

  private func toucan(in canvas: borrowing Canvas) {
    branch(58, in: canvas)
    canvas.fill(Sketch.blob([Point(-22, 40), Point(-6, 44), Point(-28, 96), Point(-44, 92)]), .color(Color(rgb: 0x15161A)))
    canvas.fill(
      Sketch.blob([Point(-8, -48), Point(28, -44), Point(30, 8), Point(14, 58), Point(-26, 60), Point(-40, 24), Point(-30, -18)]),
      .color(Color(rgb: 0x1C1D22)))
    canvas.fill(Sketch.blob([Point(6, -30), Point(32, -32), Point(34, 6), Point(12, 18), Point(2, -4)]), .color(Color(rgb: 0xFFE45E)))
    canvas.fill(Sketch.blob([Point(10, 14), Point(28, 8), Point(24, 24), Point(10, 24)]), .color(Color(rgb: 0xD7263D)))
    var bill = Path()
    bill.move(to: Point(24, -46))
    bill.cubic(to: Point(96, -14), control1: Point(58, -64), control2: Point(96, -48))
    bill.cubic(to: Point(26, -20), control1: Point(80, -26), control2: Point(50, -16))
    bill.close()
    canvas.fill(
      bill,
      .gradient(
        .linear(
          from: Point(24, -40), to: Point(98, -20),
          stops: [
            GradientStop(0, Color(rgb: 0x8BD450)), GradientStop(0.45, Color(rgb: 0xF9C80E)), GradientStop(0.8, Color(rgb: 0xF86624)),
            GradientStop(1, Color(rgb: 0xB3122A)),
          ])))
    var edge = Path()
    edge.move(to: Point(26, -31))
    edge.cubic(to: Point(92, -18), control1: Point(54, -34), control2: Point(78, -28))
    canvas.stroke(edge, .color(Color(rgb: 0x2A2A22)), StrokeStyle(width: 1.6, cap: .round))
    canvas.fill(Sketch.ellipse(14, -40, 18, 17), .color(Color(rgb: 0x7BC950)))
    canvas.fill(Sketch.ellipse(15, -40, 10, 10), .color(Color(rgb: 0x101014)))
    canvas.fill(Sketch.ellipse(17, -42, 3, 3), .color(.white))
    var wing = Path()
    wing.move(to: Point(-26, -10))
    wing.cubic(to: Point(-20, 50), control1: Point(-10, 6), control2: Point(-4, 36))
    canvas.stroke(wing, .color(Color(rgb: 0x3A3C45)), StrokeStyle(width: 2.4, cap: .round))
    for x in [-8.0, 6] {
      canvas.stroke(line(Point(x, 54), Point(x - 2, 64)), .color(Color(rgb: 0x5E7FA3)), StrokeStyle(width: 5, cap: .round))
    }
  }

  private func line(_ a: Point, _ b: Point) -> Path {
    var path = Path()
    path.move(to: a)
    path.line(to: b)
    return path
  }

  private func frog(in canvas: borrowing Canvas) {
    leaf(Point(-120, 62), 250, -0.12, Color(rgb: 0x4CAF50), in: canvas)
    let green = Color(rgb: 0x7BD63B)
    for side in [-1.0, 1] {
      canvas.fill(
        Sketch.blob([Point(side * 30, 10), Point(side * 64, -4), Point(side * 70, 34), Point(side * 40, 44)]), .color(Color(rgb: 0x5DB82E)))
      var leg = Path()
      leg.move(to: Point(side * 62, 26))
      leg.quad(to: Point(side * 56, 50), control: Point(side * 84, 46))
      canvas.stroke(leg, .color(Color(rgb: 0x1F7FBF)), StrokeStyle(width: 9, cap: .round))
      for toe in [-9.0, 0, 9] {
        canvas.stroke(
          line(Point(side * 56, 50), Point(side * (50 + toe), 62)), .color(Color(rgb: 0xFF7A1A)), StrokeStyle(width: 5, cap: .round))
        canvas.fill(Sketch.ellipse(side * (50 + toe), 63, 8, 7), .color(Color(rgb: 0xFF7A1A)))
      }
    }
    canvas.fill(Sketch.blob([Point(-44, -12), Point(0, -34), Point(44, -12), Point(46, 38), Point(0, 58), Point(-46, 38)]), .color(green))
    canvas.fill(Sketch.ellipse(0, 38, 62, 34), .color(Color(rgb: 0xF1FAD2)))
    var mouth = Path()
    mouth.move(to: Point(-34, 10))
    mouth.quad(to: Point(34, 10), control: Point(0, 28))
    canvas.stroke(mouth, .color(Color(rgb: 0x2F6B1B)), StrokeStyle(width: 2.6, cap: .round))
    for side in [-1.0, 1] {
      canvas.fill(Sketch.ellipse(side * 28, -24, 36, 36), .color(green))
      canvas.fill(Sketch.ellipse(side * 29, -25, 28, 28), .color(Color(rgb: 0xE21B1B)))
      canvas.fill(Sketch.ellipse(side * 29, -25, 7, 22), .color(Color(rgb: 0x140404)))
      canvas.fill(Sketch.ellipse(side * 29 + 5, -31, 6, 6), .color(.white))
      canvas.fill(Sketch.ellipse(side * 5, 0, 3, 3), .color(Color(rgb: 0x2F6B1B)))
    }
  }

  private func macaw(in canvas: borrowing Canvas) {
    branch(66, in: canvas)
    for (i, color) in [0x1B4FA8, 0x2E7BD6, 0xC81D25].enumerated() {
      let x = -22 + Double(i) * 8
      canvas.fill(Sketch.blob([Point(x, 40), Point(x + 12, 44), Point(x - 8, 112), Point(x - 16, 108)]), .color(Color(rgb: UInt32(color))))
    }
    canvas.fill(
      Sketch.blob([Point(-12, -60), Point(28, -54), Point(30, -6), Point(18, 54), Point(-24, 62), Point(-34, 14), Point(-30, -34)]),
      .color(Color(rgb: 0xD7263D)))
    canvas.fill(Sketch.blob([Point(-30, -14), Point(-2, -8), Point(2, 30), Point(-20, 70), Point(-38, 40)]), .color(Color(rgb: 0xF6C90E)))
    canvas.fill(Sketch.blob([Point(-33, 12), Point(-3, 18), Point(-2, 42), Point(-26, 84), Point(-40, 54)]), .color(Color(rgb: 0x2E7BD6)))
    canvas.fill(Sketch.blob([Point(-32, 40), Point(-10, 42), Point(-26, 96), Point(-40, 70)]), .color(Color(rgb: 0x1B4FA8)))
    canvas.fill(Sketch.ellipse(18, -40, 32, 28), .color(Color(rgb: 0xFBF3EC)))
    var bill = Path()
    bill.move(to: Point(26, -58))
    bill.cubic(to: Point(40, -16), control1: Point(56, -58), control2: Point(56, -30))
    bill.cubic(to: Point(28, -34), control1: Point(40, -28), control2: Point(34, -34))
    bill.close()
    canvas.fill(bill, .color(Color(rgb: 0xF4E3C1)))
    canvas.fill(Sketch.blob([Point(26, -33), Point(38, -28), Point(36, -16), Point(26, -20)]), .color(Color(rgb: 0x26262B)))
    canvas.fill(Sketch.ellipse(16, -44, 10, 10), .color(Color(rgb: 0xFFE066)))
    canvas.fill(Sketch.ellipse(16, -44, 5, 5), .color(Color(rgb: 0x15151A)))
    for y in [-38.0, -34] {
      var stripe = Path()
      stripe.move(to: Point(8, y))
      stripe.quad(to: Point(24, y + 2), control: Point(16, y + 4))
      canvas.stroke(stripe, .color(Color(rgb: 0xD7263D)), StrokeStyle(width: 1, cap: .round))
    }
    for x in [-6.0, 8] {
      canvas.stroke(line(Point(x, 58), Point(x - 2, 70)), .color(Color(rgb: 0x3A3A40)), StrokeStyle(width: 5, cap: .round))
    }
  }

  private func morpho(in canvas: borrowing Canvas) {
    for side in [-1.0, 1] {
      let upper = Sketch.blob([
        Point(side * 2, -16), Point(side * 40, -64), Point(side * 92, -62), Point(side * 88, -14), Point(side * 40, 8), Point(side * 4, 4),
      ])
      let lower = Sketch.blob([
        Point(side * 3, 0), Point(side * 44, 2), Point(side * 72, 30), Point(side * 52, 66), Point(side * 24, 56), Point(side * 4, 22),
      ])
      let blue = Paint.gradient(
        .radial(
          center: Point(side * 14, -8), radius: 92,
          stops: [
            GradientStop(0, Color(rgb: 0x9BE8FF)), GradientStop(0.35, Color(rgb: 0x28A4F4)), GradientStop(0.72, Color(rgb: 0x0B55C4)),
            GradientStop(0.86, Color(rgb: 0x0A1C4A)), GradientStop(1, Color(rgb: 0x0A0F22)),
          ]))
      canvas.fill(lower, blue)
      canvas.fill(upper, blue)
      canvas.stroke(upper, .color(Color(rgb: 0x0A0F22)), StrokeStyle(width: 3.4, join: .round))
      canvas.stroke(lower, .color(Color(rgb: 0x0A0F22)), StrokeStyle(width: 3, join: .round))
      for (x, y) in [(78.0, -44.0), (80, -32), (76, -22), (60, 44), (50, 54)] {
        canvas.fill(Sketch.ellipse(side * x, y, 5, 4), .color(Color(white: 1, alpha: 0.85)))
      }
      for (x, y) in [(60.0, -44.0), (66, -24), (44, 30), (34, 44)] {
        canvas.stroke(line(Point(side * 6, -4), Point(side * x, y)), .color(Color(rgb: 0x06307A, alpha: 0.5)), StrokeStyle(width: 1.2))
      }
      var feeler = Path()
      feeler.move(to: Point(side * 1.5, -24))
      feeler.quad(to: Point(side * 16, -50), control: Point(side * 4, -42))
      canvas.stroke(feeler, .color(Color(rgb: 0x14141A)), StrokeStyle(width: 1.6, cap: .round))
      canvas.fill(Sketch.ellipse(side * 16, -50, 4, 4), .color(Color(rgb: 0x14141A)))
    }
    canvas.fill(Sketch.ellipse(0, 2, 8, 54), .color(Color(rgb: 0x1A1A22)))
    canvas.fill(Sketch.ellipse(0, -24, 9, 10), .color(Color(rgb: 0x24242E)))
  }
}
