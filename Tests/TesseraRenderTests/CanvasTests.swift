import Testing
import TesseraGeometry
import TesseraRender

@Suite struct CanvasTests {
  private let half = Color(red: 0.2, green: 0.6, blue: 1, alpha: 0.5)

  @Test(arguments: 1..<70)
  func overEqualsItsDefinitionAtEveryWidth(width: Int) throws {
    var random = Random(UInt64(width))
    let below = try PixelBuffer.random(width, 3, seed: random.next())
    let above = try PixelBuffer.random(width, 3, seed: random.next())
    let before = below.words
    let canvas = try Canvas(below)
    canvas.draw(above, atPixel: 0, 0)
    #expect(below.words == zip(above.words, before).map(over))

    let mask = try PixelBuffer.random(width, 3, format: .coverage8, seed: random.next())
    let second = below.words
    canvas.draw(mask, atPixel: 0, 0, tint: half)
    let solid: UInt32 = 0x8000_0000 | mul255(51, 128) << 16 | mul255(153, 128) << 8 | 128
    let coverage = mask.rows.flatMap { $0 }
    #expect(below.words == zip(second, coverage).map { d, m in over(eachChannel(solid) { mul255($0, UInt32(m)) }, d) })

    let third = below.words
    canvas.draw(above, atPixel: 0, 0, opacity: 100.0 / 255)
    #expect(below.words == zip(above.words, third).map { s, d in over(eachChannel(s) { mul255($0, 100) }, d) })

    let fourth = below.words
    canvas.fill(Rect(0, 0, Double(width), 3), .color(half))
    #expect(below.words == fourth.map { over(solid, $0) })
  }

  @Test func overIsExactOnAQuarterOfAMillionPixels() throws {
    let below = try PixelBuffer.random(1024, 256, seed: 11)
    let above = try PixelBuffer.random(1024, 256, seed: 12)
    let before = below.words
    let canvas = try Canvas(below)
    canvas.draw(above, atPixel: 0, 0)
    let (a, b) = (above.words, below.words)
    #expect(!(0..<a.count).contains { over(a[$0], before[$0]) != b[$0] })
  }

  @Test func edgesBetweenPixelsAreAsDarkAsTheirShare() throws {
    let buffer = try PixelBuffer(width: 4, height: 4, format: .coverage8)
    let canvas = try Canvas(buffer)
    canvas.fill(Rect(0.5, 0.25, 2, 2), .color(.white))
    #expect(buffer.rows == [[96, 192, 96, 0], [128, 255, 128, 0], [32, 64, 32, 0], [0, 0, 0, 0]])
  }

  @Test func scaleOriginAndTransformsMapLogicalUnits() throws {
    let buffer = try PixelBuffer(width: 40, height: 40)
    let canvas = try Canvas(buffer, scale: 2, origin: Point(10, 5))
    #expect(canvas.transform.apply(Point(10, 5)) == .zero)
    canvas.save()
    canvas.translate(1, 2)
    canvas.fill(Rect(10, 5, 3, 1), .color(.black))
    canvas.concatenate(.scale(2, 3))
    #expect(canvas.transform.apply(Point(1, 1)) == Point((1 * 2 + 1 - 10) * 2, (1 * 3 + 2 - 5) * 2))
    canvas.restore()
    #expect(canvas.transform.apply(Point(11, 6)) == Point(2, 2))
    let black = (0..<40 * 40).filter { buffer.words[$0] != 0 }
    #expect(black.count == 12 && black.first == 4 * 40 + 2)
  }

  @Test func aRoundedRectangleEqualsItsPathAndItsClip() throws {
    var random = Random(2)
    for _ in 0..<30 {
      let shape = RoundedRect(
        Rect(random.double(-5...40), random.double(-5...30), random.double(1...60), random.double(1...60)),
        radii: CornerRadii(
          topLeft: random.double(0...40), topRight: random.double(0...20), bottomRight: random.double(0...5),
          bottomLeft: random.double(0...40)))
      let (a, b, c) = (
        try PixelBuffer(width: 90, height: 80), try PixelBuffer(width: 90, height: 80), try PixelBuffer(width: 90, height: 80)
      )
      try Canvas(a).fill(shape, .color(half))
      try Canvas(b).fill(Path(shape), .color(half))
      let clipped = try Canvas(c)
      clipped.clip(shape)
      clipped.fill(Rect(-10, -10, 200, 200), .color(half))
      #expect(a.words == b.words)
      #expect(a.words == c.words)
    }
  }

  @Test func aCircleCoversItsArea() throws {
    let buffer = try PixelBuffer(width: 100, height: 100, format: .coverage8)
    var path = Path()
    path.addEllipse(in: Rect(10.3, 12.7, 70, 70))
    try Canvas(buffer).fill(path, .color(.white))
    let area = Double(buffer.rows.joined().reduce(0) { $0 + Int($1) }) / 255
    #expect(abs(area - Double.pi * 35 * 35) < 6)
  }

  @Test func windingRulesDifferWhereAPathOverlapsItself() throws {
    var path = Path()
    path.add(Rect(0, 0, 10, 10))
    path.add(Rect(3, 3, 4, 4))
    for (rule, inside) in [(FillRule.nonZero, UInt32(0xff00_0000)), (.evenOdd, 0)] {
      let buffer = try PixelBuffer(width: 10, height: 10)
      try Canvas(buffer).fill(path, .color(.black), rule: rule)
      #expect(buffer.words[5 * 10 + 5] == inside)
      #expect(buffer.words[1 * 10 + 1] == 0xff00_0000)
    }
  }

  @Test func strokesHaveTheirWidthTheirCapsAndTheirJoins() throws {
    func area(_ style: StrokeStyle, _ path: Path) throws -> Double {
      let buffer = try PixelBuffer(width: 100, height: 100, format: .coverage8)
      try Canvas(buffer).stroke(path, .color(.white), style)
      return Double(buffer.rows.joined().reduce(0) { $0 + Int($1) }) / 255
    }
    var line = Path()
    line.move(to: Point(20, 50))
    line.line(to: Point(80, 50))
    #expect(abs(try area(StrokeStyle(width: 10), line) - 600) < 1)
    #expect(abs(try area(StrokeStyle(width: 10, cap: .square), line) - 700) < 1)
    #expect(abs(try area(StrokeStyle(width: 10, cap: .round), line) - (600 + 25 * Double.pi)) < 2)
    var corner = Path()
    corner.move(to: Point(20, 80))
    corner.line(to: Point(20, 20))
    corner.line(to: Point(80, 20))
    #expect(abs(try area(StrokeStyle(width: 10), corner) - 1200) < 1)
    #expect(abs(try area(StrokeStyle(width: 10, join: .bevel), corner) - 1187.5) < 1)
    #expect(abs(try area(StrokeStyle(width: 10, join: .round), corner) - (1175 + 25 * Double.pi / 4)) < 2)
    #expect(abs(try area(StrokeStyle(width: 10, miterLimit: 1.2), corner) - 1187.5) < 1)
    var box = Path()
    box.add(Rect(20, 20, 60, 60))
    #expect(abs(try area(StrokeStyle(width: 10), box) - 2400) < 1)
    var dot = Path()
    dot.move(to: Point(50, 50))
    dot.line(to: Point(50, 50))
    #expect(try area(StrokeStyle(width: 10), dot) == 0)
    #expect(abs(try area(StrokeStyle(width: 10, cap: .square), dot) - 100) < 1)
    for width in [0, -1, Double.nan, .infinity] { #expect(try area(StrokeStyle(width: width), line) == 0) }
  }

  @Test func gradientsBeginAndEndWithTheirStops() throws {
    let stops = [GradientStop(0, Color(rgb: 0xff0000)), GradientStop(1, Color(rgb: 0x0000ff))]
    let buffer = try PixelBuffer(width: 100, height: 100)
    let canvas = try Canvas(buffer)
    canvas.fill(Rect(0, 0, 100, 100), .gradient(.linear(from: Point(20, 0), to: Point(80, 0), stops: stops)))
    var words = buffer.words
    #expect(words[0..<20].allSatisfy { $0 == 0xffff_0000 })
    #expect(words[80..<100].allSatisfy { $0 == 0xff00_00ff })
    #expect(zip(words[20..<79], words[21..<80]).allSatisfy { $0 >> 16 & 255 > $1 >> 16 & 255 })
    canvas.fill(Rect(0, 0, 100, 100), .gradient(.linear(from: Point(0, 80), to: Point(0, 20), stops: stops)))
    words = buffer.words
    #expect(words[5] == 0xff00_00ff && words[99 * 100] == 0xffff_0000)
    canvas.fill(Rect(0, 0, 100, 100), .gradient(.radial(center: Point(50, 50), radius: 30, stops: stops)))
    words = buffer.words
    #expect(words[0] == 0xff00_00ff && words[50 * 100 + 50] >> 16 & 255 > 245)
    canvas.fill(Rect(0, 0, 100, 100), .gradient(.conic(center: Point(50, 50), angle: 0, stops: stops)))
    words = buffer.words
    #expect(words[10 * 100 + 51] >> 16 & 255 > 250 && words[10 * 100 + 48] & 255 > 250)
    let six = words[90 * 100 + 50] & 255
    #expect((120...136).contains(six))
    // No extent: the last colour; one stop: that colour; no stop: nothing.
    canvas.fill(Rect(0, 0, 100, 100), .gradient(.linear(from: Point(5, 5), to: Point(5, 5), stops: stops)))
    #expect(Set(buffer.words) == [0xff00_00ff])
    canvas.fill(Rect(0, 0, 100, 100), .gradient(.radial(center: .zero, radius: 5, stops: [stops[0]])))
    #expect(Set(buffer.words) == [0xffff_0000])
    canvas.fill(Rect(0, 0, 100, 100), .gradient(.conic(center: .zero, angle: 5, stops: [])))
    #expect(Set(buffer.words) == [0xffff_0000])
  }

  @Test func aShadowStaysOutsideOfItsShapeAndFadesAway() throws {
    for radius in [0.0, 4, 20] {
      let buffer = try PixelBuffer(width: 200, height: 160)
      let shadow = Shadow(color: .black, offset: Point(3, 5), radius: radius, spread: 2)
      try Canvas(buffer).drawShadow(shadow, of: RoundedRect(Rect(50, 40, 100, 80), radius: 12))
      let words = buffer.words
      #expect(words[80 * 200 + 100] == 0)
      #expect(words[80 * 200 + 51] == 0)
      #expect(words[123 * 200 + 100] >> 24 > 100)
      let reach = Int(shadow.outset) + 1
      for (x, y) in [(50 - reach, 80), (150 + reach, 80), (100, 40 - reach), (100, 120 + reach)] {
        #expect(x < 0 || y < 0 || x >= 200 || y >= 160 || words[y * 200 + x] == 0)
      }
    }
  }

  @Test func aLargeShadowEqualsOneWithAnIdentityTransform() throws {
    // The upright road keeps a small tile and repeats its middle; a whole turn leads through the road for any transform.
    for (width, height) in [(300.0, 200.0), (60, 200), (300, 50)] {
      let (a, b) = (try PixelBuffer(width: 400, height: 300), try PixelBuffer(width: 400, height: 300))
      let shape = RoundedRect(
        Rect(40.25, 40.5, width, height), radii: CornerRadii(topLeft: 30, topRight: 4, bottomRight: 0, bottomLeft: 12))
      let shadow = Shadow(color: Color(white: 0, alpha: 0.7), offset: Point(4, 6), radius: 16, spread: 3)
      try Canvas(a).drawShadow(shadow, of: shape)
      let turned = try Canvas(b)
      turned.concatenate(Transform(a: 1, b: 1e-13, c: -1e-13, d: 1, tx: 0, ty: 0))
      turned.drawShadow(shadow, of: shape)
      #expect(a.words == b.words)
    }
  }

  @Test func aShapeTooThinForAnEdgeCastsNoShadow() throws {
    // Long enough for the tile to be cut, without an edge to move: reading bounds of nothing overflowed (seen under the sanitizer).
    for (width, height) in [(300.0, 0.001), (0.001, 200)] {
      let buffer = try PixelBuffer(width: 400, height: 300)
      try Canvas(buffer).drawShadow(Shadow(color: .black, radius: 8), of: RoundedRect(Rect(40, 40, width, height)))
      #expect(Set(buffer.words) == [0])
    }
  }

  @Test func aBorderLeavesTheInsideAlone() throws {
    let buffer = try PixelBuffer(width: 60, height: 50)
    let border = Border(width: Insets(top: 2, right: 3, bottom: 4, left: 5), color: .black)
    try Canvas(buffer).drawBorder(border, of: RoundedRect(Rect(10, 10, 40, 30)))
    for y in 0..<50 {
      for x in 0..<60 {
        let outer = x >= 10 && x < 50 && y >= 10 && y < 40
        let inner = x >= 15 && x < 47 && y >= 12 && y < 36
        #expect(buffer.words[y * 60 + x] == (outer && !inner ? 0xff00_0000 : 0))
      }
    }
  }

  @Test func aGroupIsCompositedAsAWhole() throws {
    let buffer = try PixelBuffer(width: 30, height: 10)
    buffer.clear(.white)
    let canvas = try Canvas(buffer)
    try canvas.beginGroup(opacity: 0.5)
    canvas.fill(Rect(0, 0, 20, 10), .color(.black))
    canvas.fill(Rect(10, 0, 20, 10), .color(.black))
    canvas.endGroup()
    #expect(Set(buffer.words) == [0xff7f_7f7f])
    canvas.endGroup()
    canvas.restore()
    #expect(throws: RenderError.self) { try canvas.beginGroup(opacity: .nan) }
  }

  @Test(arguments: BlendMode.allCases)
  func everyBlendModeKeepsToItsShapeAndWorksOnEveryTarget(mode: BlendMode) throws {
    for format in [PixelFormat.argb8888, .xrgb8888, .coverage8] {
      let buffer = try PixelBuffer.random(40, 12, format: format, seed: 8)
      let before = buffer.rows
      let image = try PixelBuffer.random(20, 6, seed: 6)
      let canvas = try Canvas(buffer)
      canvas.draw(image, in: Rect(10, 3, 20, 6), blend: mode)
      for (y, row) in buffer.rows.enumerated() {
        let pixel = format.bitsPerPixel / 8
        #expect(row[..<(10 * pixel)] == before[y][..<(10 * pixel)])
        #expect(row[(30 * pixel)...] == before[y][(30 * pixel)...])
        if y < 3 || y >= 9 { #expect(row == before[y]) }
        if format == .xrgb8888 { #expect(stride(from: 3, to: row.count, by: 4).allSatisfy { row[$0] == 255 }) }
      }
      if mode == .copy, format == .argb8888 {
        #expect(try buffer.copy(of: PixelRect(x: 10, y: 3, width: 20, height: 6)).words == image.words)
      }
    }
  }

  @Test func blendModesGiveTheirKnownResults() throws {
    let below = Color(red: 0.8, green: 0.4, blue: 0.2)
    let above = Color(red: 0.5, green: 0.5, blue: 0.5)
    func result(_ mode: BlendMode) throws -> [Int] {
      let buffer = try PixelBuffer(width: 1, height: 1)
      buffer.clear(below)
      try Canvas(buffer).fill(Rect(0, 0, 1, 1), .color(above), blend: mode)
      let w = buffer.words[0]
      return [24, 16, 8, 0].map { Int(w >> UInt32($0) & 255) }
    }
    #expect(try result(.normal) == [255, 128, 128, 128])
    #expect(try result(.clear) == [0, 0, 0, 0])
    #expect(try result(.add) == [255, 255, 230, 179])
    #expect(try result(.multiply) == [255, 102, 51, 26])
    #expect(try result(.darken) == [255, 128, 102, 51])
    #expect(try result(.lighten) == [255, 204, 128, 128])
    #expect(try result(.difference) == [255, 76, 26, 77])
    #expect(try result(.sourceOut) == [0, 0, 0, 0])
    #expect(try result(.destinationOver) == [255, 204, 102, 51])
    #expect(try result(.xor) == [0, 0, 0, 0])
  }

  @Test func imagesAreDrawnPixelForPixelWhereTheyFit() throws {
    let image = try PixelBuffer.random(20, 15, seed: 21)
    for quality in ImageQuality.allCases {
      let (a, b) = (try PixelBuffer(width: 40, height: 30), try PixelBuffer(width: 40, height: 30))
      try Canvas(a).draw(image, in: Rect(7, 4, 20, 15), quality: quality)
      try Canvas(b).draw(image, atPixel: 7, 4)
      #expect(a.words == b.words)
    }
    // Nearest at twice the size repeats each pixel; flipped, it is mirrored.
    let twice = try PixelBuffer(width: 40, height: 30)
    try Canvas(twice).draw(image, in: Rect(0, 0, 40, 30), quality: .nearest)
    for i in 0..<40 * 30 { #expect(twice.words[i] == image.words[i / 40 / 2 * 20 + i % 40 / 2]) }
    let mirrored = try PixelBuffer(width: 20, height: 15)
    let canvas = try Canvas(mirrored)
    canvas.concatenate(Transform(a: -1, b: 0, c: 0, d: 1, tx: 20, ty: 0))
    canvas.draw(image, in: Rect(0, 0, 20, 15))
    for i in 0..<300 { #expect(mirrored.words[i] == image.words[i / 20 * 20 + 19 - i % 20]) }
  }

  @Test(arguments: PixelFormat.allCases)
  func imagesOfEveryFormatAreDrawn(format: PixelFormat) throws {
    let image = try PixelBuffer.random(16, 16, format: format, seed: 2)
    let words = try image.converted(to: .argb8888)
    for transform in [Transform.identity, .scale(1.7, 0.6), .rotation(0.4)] {
      let (a, b) = (try PixelBuffer(width: 50, height: 40), try PixelBuffer(width: 50, height: 40))
      for (target, source) in [(a, image), (b, words)] {
        let canvas = try Canvas(target)
        canvas.translate(15, 5)
        canvas.concatenate(transform)
        canvas.draw(source, in: Rect(0, 0, 16, 16), quality: .bilinear)
      }
      #expect(a.words == b.words)
    }
  }

  @Test func aNinePatchKeepsItsCorners() throws {
    let image = try PixelBuffer(width: 9, height: 9)
    image.clear(Color(rgb: 0x00ff00))
    for (x, y) in [(0, 0), (6, 0), (0, 6), (6, 6)] { image.clear(.black, in: PixelRect(x: x, y: y, width: 3, height: 3)) }
    let buffer = try PixelBuffer(width: 40, height: 30)
    try Canvas(buffer).drawNinePatch(image, center: Insets(3), in: Rect(0, 0, 40, 30))
    for y in 0..<30 {
      for x in 0..<40 {
        let corner = (x < 3 || x >= 37) && (y < 3 || y >= 27)
        #expect(buffer.words[y * 40 + x] == (corner ? 0xff00_0000 : 0xff00_ff00))
      }
    }
  }

  @Test func otherFormatsAreDrawnThroughACopy() throws {
    for format in [PixelFormat.rgb888, .rgb565, .gray8, .gray4, .mono1] {
      let buffer = try PixelBuffer(width: 20, height: 10, format: format)
      do {
        let canvas = try Canvas(buffer)
        canvas.fill(Rect(5, 2, 10, 5), .color(.white))
      }
      for y in 0..<10 {
        for x in 0..<20 { #expect(buffer.color(x: x, y: y) == (x >= 5 && x < 15 && y >= 2 && y < 7 ? .white : .black)) }
      }
    }
  }
}
