internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Tokens and patterns for drawing a chart. A value of one draw.
struct ChartLook {
  let environment: EnvironmentValues
  let theme: Theme
  let scale: Double
  /// Whether pixels are black or white: areas have patterns in place of colors.
  let isBilevel: Bool

  init(_ environment: EnvironmentValues, scale: Double) {
    (self.environment, theme) = (environment, environment.theme)
    self.scale = scale > 0 ? scale : 1
    isBilevel = environment.textAntialiasing == .bilevel
  }

  var pixel: Double { 1 / scale }
  var isRightToLeft: Bool { environment.direction == .rtl }

  /// Returns a length in whole device pixels.
  func aligned(_ length: Double) -> Double { (length * scale).rounded() / scale }

  /// Returns a rectangle whose sides are on device pixels.
  func aligned(_ rect: Rect) -> Rect {
    Rect(left: aligned(rect.minX), top: aligned(rect.minY), right: aligned(rect.maxX), bottom: aligned(rect.maxY))
  }

  func color(_ index: Int) -> Color { theme[ThemeToken<Color>.series[index % 6]] }

  /// Dashes of a line: series are told apart without colors.
  func dashes(_ index: Int) -> [Double] { [[], [6, 3], [2, 3], [8, 3, 2, 3], [4, 2], [1, 2]][index % 6] }

  /// Returns words in one of the type sizes of the theme.
  func words(_ string: String, _ type: ThemeType, _ color: Color, weight: Double? = nil, width: Double = .infinity) -> TextLayout {
    var font = Font(size: type.size * environment.textScale, weight: FontWeight(Int(weight ?? type.weight)))
    font.features["tnum"] = 1
    var paragraph = ParagraphStyle()
    (paragraph.lineLimit, paragraph.alignment) = (1, .left)
    return TextLayout(
      AttributedText(String(string.prefix(200)), attributes: TextAttributes(font: font, color: color)), paragraph: paragraph,
      width: width.isFinite ? max(0, width) : .infinity)
  }

  /// Height of a line in a type size.
  func line(_ type: ThemeType) -> Double { (type.line * environment.textScale).rounded(.up) }

  // MARK: areas

  /// Fills an area of a series: with its color, or with a pattern on 1-bit displays.
  func fill(_ path: Path, _ index: Int, in canvas: borrowing Canvas) {
    guard isBilevel else { return canvas.fill(path, .color(color(index))) }
    guard index % 4 != 0 else { return canvas.fill(path, .color(theme.ink)) }
    canvas.fill(path, .color(theme.ground))
    pattern(index, path, in: canvas)
    canvas.stroke(path, .color(theme.ink), StrokeStyle(width: pixel))
  }

  /// Fills a rectangle of a series, with rounded corners at one end.
  func fill(_ rect: Rect, radii: CornerRadii, _ index: Int, in canvas: borrowing Canvas) {
    fill(Path(RoundedRect(rect, radii: radii)), index, in: canvas)
  }

  /// Draws the pattern of a series into an area: diagonal lines, dots, or horizontal lines.
  private func pattern(_ index: Int, _ path: Path, in canvas: borrowing Canvas) {
    let box = path.bounds
    guard box.width.isFinite, box.height.isFinite, box.width * scale < 10_000, box.height * scale < 10_000 else { return }
    canvas.save()
    canvas.clip(path)
    let (left, top) = (Int((box.minX * scale).rounded(.down)), Int((box.minY * scale).rounded(.down)))
    let (right, bottom) = (Int((box.maxX * scale).rounded(.up)), Int((box.maxY * scale).rounded(.up)))
    func dot(_ x: Int, _ y: Int, _ width: Int = 1) {
      canvas.fill(Rect(Double(x) / scale, Double(y) / scale, Double(width) / scale, pixel), .color(theme.ink))
    }
    for y in top..<max(top, bottom) {
      switch index % 4 {
      case 1: for x in stride(from: left + (4 - (left + y) % 4 + 4) % 4, to: right, by: 4) { dot(x, y) }
      case 2: if y % 3 == 0 { for x in stride(from: left, to: right, by: 3) { dot(x, y) } }
      default: if y % 3 == 0 { dot(left, y, right - left) }
      }
    }
    canvas.restore()
  }
}
