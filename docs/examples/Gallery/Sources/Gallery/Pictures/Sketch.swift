import TesseraKit

/// Pictures drawn by code: the same on every machine, without a network.
enum Sketch {
  /// Creates a picture that fills its box. Any thread; here always a worker, because lists create rows on workers.
  static func image(_ width: Int, _ height: Int, _ draw: (borrowing Canvas, Size) -> Void) throws -> Image {
    Image(try pixels(width, height, draw), contentMode: .fill)
  }

  /// Draws into a new buffer.
  static func pixels(_ width: Int, _ height: Int, _ draw: (borrowing Canvas, Size) -> Void) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height)
    buffer.clear(.white)
    let canvas = try Canvas(buffer)
    draw(canvas, Size(Double(width), Double(height)))
    canvas.flush()
    return buffer
  }

  static func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
    var path = Path()
    path.addEllipse(in: Rect(x - width / 2, y - height / 2, width, height))
    return path
  }

  /// Returns a closed curve through `points`.
  static func blob(_ points: [Point]) -> Path {
    var path = Path()
    func middle(_ a: Point, _ b: Point) -> Point { (a + b) * 0.5 }
    guard points.count > 2, let last = points.last else { return path }
    path.move(to: middle(last, points[0]))
    for (i, point) in points.enumerated() { path.quad(to: middle(point, points[(i + 1) % points.count]), control: point) }
    path.close()
    return path
  }

  static func polygon(_ points: [Point]) -> Path {
    var path = Path()
    for (i, point) in points.enumerated() { if i == 0 { path.move(to: point) } else { path.line(to: point) } }
    path.close()
    return path
  }

  static func vertical(_ height: Double, _ colors: [Color]) -> Paint {
    let last = Double(max(1, colors.count - 1))
    return .gradient(
      .linear(from: .zero, to: Point(0, height), stops: colors.enumerated().map { GradientStop(Double($0.offset) / last, $0.element) }))
  }
}

/// Random numbers that depend on the seed only.
struct Dice {
  private var state: UInt64
  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

  /// Returns a number from 0 up to but not including 1.
  mutating func roll() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / Double(1 << 53)
  }

  mutating func roll(_ range: ClosedRange<Double>) -> Double { range.lowerBound + roll() * (range.upperBound - range.lowerBound) }
  mutating func roll(_ count: Int) -> Int { min(count - 1, Int(roll() * Double(count))) }
}
