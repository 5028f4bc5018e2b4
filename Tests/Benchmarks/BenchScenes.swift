internal import TesseraGeometry
internal import TesseraKit

/// Cases `scene`, `scroll` and `startup`.
extension BenchHarness {
  func scene() throws {
    let photos = try BenchData.pictures("\(data)/gen/photos.bgra", count: 10, width: 600, height: 400)
    let cards = try BenchData.lines("\(data)/cards.txt").prefix(50).map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return (title: parts[0], text: parts.count > 1 ? parts[1] : "")
    }
    let surface = try PixelBuffer(width: 400, height: 640, format: .argb8888)
    let canvas = try Canvas(surface)
    let title = TextAttributes(font: Font("Noto Sans", size: 28, weight: .bold), color: .white)
    let text = TextAttributes(font: Font("Noto Sans", size: 14), color: .white)
    let fade = Paint.gradient(
      .linear(from: Point(0, 0), to: Point(0, 266), stops: [GradientStop(0, .black), GradientStop(1, Color(white: 0, alpha: 0))]))
    func card(_ k: Int) throws {
      let photo = photos[k % 10]
      canvas.draw(photo, in: Rect(0, 0, 400, 640), source: Rect(175, 0, 250, 400), quality: .bilinear, blend: .copy)
      try surface.blur(sigma: 30)
      canvas.draw(photo, in: Rect(0, 0, 400, 266), quality: .bilinear, blend: .copy)
      canvas.fill(Rect(0, 0, 400, 266), fade)
      canvas.draw(TextLayout(AttributedText(cards[k % cards.count].title, attributes: title)), at: Point(16, 14))
      canvas.draw(TextLayout(AttributedText(cards[k % cards.count].text, attributes: text), width: 368), at: Point(16, 282))
    }
    let total = try measure("total50", "50 cards", warm: 1, least: 5, most: 40) { _ in for k in 0..<50 { try card(k) } }
    value("per_card", total / 50, "ms", "total50 / 50")
    try card(0)
    try picture("card", surface)
  }

  /// Row that can be drawn.
  private struct Row {
    let title: TextLayout
    let body: TextLayout
  }

  func scroll() throws {
    let thumbs = try BenchData.pictures("\(data)/gen/thumbs.bgra", count: 40, width: 64, height: 64)
    let lines = try BenchData.lines("\(data)/rows.txt").map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
    let titleStyle = TextAttributes(font: Font("Noto Sans", size: 18, weight: .bold), color: Color(rgb: 0x1A1A1A))
    let bodyStyle = TextAttributes(font: Font("Noto Sans", size: 14), color: Color(rgb: 0x595959))
    var one = ParagraphStyle()
    one.lineLimit = 1
    one.truncation = .end
    var two = one
    two.lineLimit = 2
    func make(_ r: Int) -> Row {
      let line = lines[r % 499]
      let digits = String(r)
      let number = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
      return Row(
        title: TextLayout(AttributedText("\(number) \(line[0])", attributes: titleStyle), paragraph: one, width: 706),
        body: TextLayout(AttributedText(line.count > 1 ? line[1] : "", attributes: bodyStyle), paragraph: two, width: 706))
    }
    let surface = try PixelBuffer(width: 800, height: 1280, format: .argb8888)
    let canvas = try Canvas(surface)
    var rows: [Int: Row] = [:]
    func paint(offset: Int) {
      let first = offset / 84
      let last = min(9999, (offset + 1279) / 84)
      rows = rows.filter { $0.key >= first && $0.key <= last }
      canvas.fill(Rect(0, 0, 800, 1280), .color(.white), blend: .copy)
      for r in first...last {
        let row = rows[r] ?? make(r)
        rows[r] = row
        let y = r * 84 - offset
        canvas.draw(thumbs[r % 40], atPixel: 10, y + 10, opaque: true)
        canvas.draw(row.title, at: Point(84, Double(y + 8)))
        canvas.draw(row.body, at: Point(84, Double(y + 34)))
        canvas.fill(Rect(0, Double(y + 83), 800, 1), .color(Color(rgb: 0xE0E0E0)))
      }
    }
    // The peers also paint a frame before the clock starts: in it, fontconfig reads the list of fonts.
    value("first", time { paint(offset: 0) }.cpu, "ms", "the first frame, which has fontconfig read the fonts of the system")
    for (prefix, step) in [("", 12), ("fast_", 120)] {
      rows = [:]
      let times = (0..<600).map { frame in time { paint(offset: frame * step) } }
      frames(prefix, times, "every frame painted whole; layouts of visible rows kept")
      try picture("\(prefix)last", surface)
    }
    value("rss", Self.status("VmRSS"), "MB", "at the end")
  }

  func startup() throws {
    FontLibrary.shared.usesSystemFonts = false
    try FontLibrary.shared.add(file: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    let surface = try PixelBuffer(width: 800, height: 480, format: .argb8888)
    let canvas = try Canvas(surface)
    canvas.fill(Rect(0, 0, 800, 480), .color(.white), blend: .copy)
    canvas.draw(
      TextLayout(AttributedText("Hello, world", attributes: TextAttributes(font: Font("DejaVu Sans", size: 32), color: .black))),
      at: Point(40, 40))
    canvas.draw(try ImageDecoder.decode(file: "\(data)/gen/tile0.png"), atPixel: 40, 120)
    Self.done()
    value("rss", Self.status("VmHWM"), "MB", "font file opened by its path, no fontconfig")
    try picture("startup", surface)
  }
}
