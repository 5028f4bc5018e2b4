import Testing
import TesseraGeometry
import TesseraRender

/// The same picture by another road: in parts, with memory refused, with nonsense in between.
@Suite struct CanvasRouteTests {
  /// Everything that a canvas can do, in places and with numbers from a seed.
  static func draw(_ canvas: borrowing Canvas, seed: UInt64, image: PixelBuffer, mask: PixelBuffer, steps: Int = 60, backdrop: Bool = false)
  {
    var random = Random(seed)
    var depth = 0
    var groups = 0
    for _ in 0..<steps {
      let rect = Rect(random.double(-40...160), random.double(-40...120), random.double(1...120), random.double(1...100))
      let whole = Rect(rect.minX.rounded(), rect.minY.rounded(), rect.width.rounded(), rect.height.rounded())
      let shape = RoundedRect(
        Bool.random(using: &random) ? rect : whole,
        radii: CornerRadii(topLeft: random.double(0...30), topRight: 8, bottomRight: random.double(0...60)))
      let stops = [GradientStop(0.1, random.color()), GradientStop(0.5, random.color()), GradientStop(0.9, random.color())]
      let paint: Paint =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .gradient(.linear(from: rect.origin, to: rect.center, stops: stops))
        case 1: .gradient(.linear(from: rect.origin, to: Point(rect.minX, rect.maxY), stops: stops))
        case 2: .gradient(.radial(center: rect.center, radius: rect.width, stops: stops))
        case 3: .gradient(.conic(center: rect.center, angle: rect.width, stops: stops))
        default: .color(random.color())
        }
      var path = Path()
      path.move(to: rect.origin)
      path.cubic(to: rect.center, control1: Point(rect.maxX, rect.minY - 30), control2: Point(rect.minX - 50, rect.maxY))
      path.quad(to: Point(rect.maxX, rect.maxY), control: Point(rect.minX, rect.maxY + 40))
      path.line(to: Point(rect.maxX + 20, rect.minY))
      path.close()
      path.arc(center: rect.center, radius: rect.width / 3, from: 0.3, to: 5)
      let blend = BlendMode.allCases.randomElement(using: &random)!
      let quality = ImageQuality.allCases.randomElement(using: &random)!
      let opacity = random.double(0.1...1)
      let turn = Transform.rotation(random.double(-1...1)).then(.translation(random.double(-10...10), 0))
      let style = StrokeStyle(
        width: random.double(0.3...12), cap: LineCap.allCases.randomElement(using: &random)!,
        join: LineJoin.allCases.randomElement(using: &random)!)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: canvas.fill(rect, paint, blend: blend)
      case 1: canvas.fill(shape, paint)
      case 2: canvas.fill(path, paint, rule: Bool.random(using: &random) ? .evenOdd : .nonZero)
      case 3: canvas.stroke(path, paint, style)
      case 4: canvas.drawBorder(Border(width: Insets(top: 1, right: opacity * 9, bottom: 3.5, left: 6), color: .black), of: shape)
      case 5: canvas.drawShadow(Shadow(color: random.color(), offset: Point(3, 4.5), radius: opacity * 20, spread: 1), of: shape)
      case 6: canvas.draw(image, in: rect, quality: quality, opacity: opacity, blend: .normal)
      case 7: canvas.draw(image, in: whole, source: Rect(3.5, 2, 20, 17.25), quality: quality, blend: blend)
      case 8: canvas.draw(mask, in: rect, quality: quality, tint: random.color())
      case 9: canvas.draw(image, atPixel: Int(whole.minX), Int(whole.minY), opacity: opacity)
      case 10: canvas.draw(mask, atPixel: Int(whole.minX), Int(whole.minY), tint: random.color())
      case 11: canvas.drawNinePatch(image, center: Insets(9), in: rect)
      case 12, 13:
        canvas.save()
        depth += 1
        canvas.concatenate(turn)
      case 14:
        canvas.save()
        depth += 1
        canvas.clip(shape)
      case 15:
        canvas.save()
        depth += 1
        canvas.clip(rect.inset(by: -40))
      case 16:
        canvas.save()
        depth += 1
        canvas.clip(path)
      case 17:
        if (try? canvas.beginGroup(opacity: opacity, blend: blend)) != nil {
          groups += 1
          canvas.fill(shape, paint)
          canvas.draw(image, in: rect, quality: quality)
          canvas.endGroup()
        }
      case 18: if backdrop { canvas.blurBackdrop(in: shape, sigma: opacity * 8) }
      default:
        if depth > 0 {
          canvas.restore()
          depth -= 1
        }
      }
      if depth > 3 {
        for _ in 0..<depth { canvas.restore() }
        depth = 0
      }
    }
    for _ in 0..<depth { canvas.restore() }
  }

  static func images() throws -> (PixelBuffer, PixelBuffer) {
    (try .random(40, 31, seed: 77), try .random(25, 40, format: .coverage8, seed: 78))
  }

  @Test(arguments: [PixelFormat.argb8888, .xrgb8888, .coverage8], 0..<12)
  func drawingByPartsGivesTheSameBytes(format: PixelFormat, seed: Int) throws {
    let (image, mask) = try Self.images()
    let seed = UInt64(seed) + 100
    let whole = try PixelBuffer(width: 151, height: 117, format: format)
    Self.draw(try Canvas(whole, scale: 1.25), seed: seed, image: image, mask: mask)

    var random = Random(seed)
    let parts = try PixelBuffer(width: 151, height: 117, format: format)
    var y = 0
    while y < 117 {
      let height = Int.random(in: 1...40, using: &random)
      var x = 0
      while x < 151 {
        let width = Int.random(in: 1...90, using: &random)
        let canvas = try Canvas(parts, scale: 1.25)
        canvas.clip(pixels: PixelRect(x: x, y: y, width: width, height: height))
        Self.draw(canvas, seed: seed, image: image, mask: mask)
        x += width
      }
      y += height
    }
    let (a, b) = (whole.rows, parts.rows)
    let differing = (0..<117).filter { a[$0] != b[$0] }
    #expect(differing.isEmpty, "rows \(differing.prefix(5))")
  }

  @Test func aBackdropBlurredByPartsGivesTheSameBytes() throws {
    let background = try PixelBuffer.random(120, 90, seed: 5)
    background.clear(.white, in: PixelRect(x: 20, y: 10, width: 60, height: 30))
    let shape = RoundedRect(Rect(15.5, 12, 80, 60), radius: 20)
    let whole = try background.copy()
    try Canvas(whole).blurBackdrop(in: shape, sigma: 4)
    #expect(whole.words != background.words)
    // Each part starts from the same backdrop, as a damage repaint does that paints what lies below again.
    for part in [PixelRect(x: 0, y: 0, width: 50, height: 40), PixelRect(x: 33, y: 21, width: 30, height: 50)] {
      let buffer = try background.copy()
      let canvas = try Canvas(buffer)
      canvas.clip(pixels: part)
      canvas.blurBackdrop(in: shape, sigma: 4)
      #expect(try buffer.copy(of: part).words == whole.copy(of: part).words)
    }
  }

  @Test func refusedMemoryIsReportedAndLeaksNothing() throws {
    let (image, mask) = try Self.images()
    let complete = try PixelBuffer(width: 100, height: 80)
    Self.draw(try Canvas(complete), seed: 4, image: image, mask: mask, backdrop: true)
    let buffer = try PixelBuffer(width: 100, height: 80)
    var failures = 0
    // Every n-th allocation fails, and all after it, until none does.
    for n in 0... {
      buffer.clear()
      let failed = RenderMemory.refusingAllocations(after: n) { () -> Bool in
        guard let canvas = try? Canvas(buffer) else { return true }
        Self.draw(canvas, seed: 4, image: image, mask: mask, backdrop: true)
        return canvas.failure != nil
      }
      guard failed else { break }
      failures += 1
      try #require(n < 5000)
    }
    #expect(failures > 20)
    #expect(buffer.words == complete.words)
  }

  @Test func refusedMemoryIsAnErrorOfEveryPixelOperation() throws {
    let source = try PixelBuffer.random(40, 30)
    let operations: [() throws -> Void] = [
      { _ = try PixelBuffer(width: 4, height: 4) },
      { _ = try source.converted(to: .rgb565, rotation: .quarter) },
      { _ = try source.copy() },
      { _ = try source.resized(width: 7, height: 9) },
      { _ = try source.tinted(.white) },
      { try source.copy().blur(sigma: 3) },
    ]
    for operation in operations {
      var n = 0
      while true {
        do {
          try RenderMemory.refusingAllocations(after: n) { try operation() }
          break
        } catch let error as RenderError {
          guard case .outOfMemory = error else {
            Issue.record("\(error)")
            return
          }
        }
        n += 1
        try #require(n < 100)
      }
      #expect(n > 0)
    }
  }

  @Test func invalidArgumentsChangeNothing() throws {
    let strange = [Double.nan, .infinity, -.infinity]
    let image = try PixelBuffer.random(8, 8)
    let buffer = try PixelBuffer.random(30, 30)
    let before = buffer.words
    for v in strange {
      #expect(throws: RenderError.self) { _ = try Canvas(buffer, scale: v) }
      #expect(throws: RenderError.self) { _ = try Canvas(buffer, origin: Point(v, 0)) }
      for k in 0..<4 {
        var n = [1.0, 1, 20, 20]
        n[k] = v
        let rect = Rect(n[0], n[1], n[2], n[3])
        let shape = RoundedRect(rect, radius: 3)
        let fine = RoundedRect(Rect(1, 1, 20, 20), radius: 3)
        var path = Path()
        path.move(to: Point(1, 1))
        path.cubic(to: Point(20, 20), control1: Point(n[0], n[1]), control2: Point(n[2], n[3]))
        path.arc(center: Point(n[0], 3), radius: n[1], from: n[2], to: n[3])
        let canvas = try Canvas(buffer)
        canvas.fill(rect, .color(.black))
        canvas.fill(shape, .color(.black))
        canvas.fill(path, .color(.black))
        canvas.stroke(path, .color(.black))
        canvas.drawBorder(Border(width: 2, color: .black), of: shape)
        canvas.drawBorder(Border(width: Insets(v), color: .black), of: fine.rect.isFinite && v.isNaN ? fine : shape)
        canvas.drawShadow(Shadow(color: .black, radius: 4), of: shape)
        canvas.drawShadow(Shadow(color: .black, offset: Point(v, 0), radius: 4), of: fine)
        canvas.drawShadow(Shadow(color: .black, radius: v), of: fine)
        canvas.drawShadow(Shadow(color: .black, radius: 4, spread: v), of: fine)
        canvas.draw(image, in: rect)
        canvas.draw(image, in: Rect(1, 1, 9, 9), source: rect)
        canvas.draw(image, in: Rect(1, 1, 9, 9), opacity: .nan)
        canvas.draw(image, atPixel: 1, 1, opacity: .nan)
        canvas.draw(image, atPixel: Int.max, Int.min)
        canvas.drawNinePatch(image, center: Insets(2), in: rect)
        canvas.drawNinePatch(image, center: Insets(v), in: Rect(1, 1, 20, 20))
        canvas.drawNinePatch(image, center: Insets(2), in: Rect(1, 1, 20, 20), imageScale: v)
        canvas.blurBackdrop(in: shape, sigma: 3)
        canvas.blurBackdrop(in: fine, sigma: v)
        canvas.fill(
          Rect(1, 1, 9, 9),
          .gradient(.linear(from: Point(v, 0), to: Point(1, 1), stops: [GradientStop(0, .black), GradientStop(1, .white)])))
        canvas.fill(
          Rect(1, 1, 9, 9), .gradient(.radial(center: .zero, radius: v, stops: [GradientStop(0, .black), GradientStop(1, .white)])))
        canvas.save()
        canvas.clip(shape)
        canvas.fill(Rect(0, 0, 30, 30), .color(.black))
        canvas.restore()
        canvas.save()
        canvas.clip(path)
        canvas.fill(Rect(0, 0, 30, 30), .color(.black))
        canvas.restore()
        canvas.translate(v, 0)
        canvas.fill(Rect(0, 0, 30, 30), .color(.black))
        canvas.draw(image, in: Rect(0, 0, 9, 9))
        canvas.stroke(Path(RoundedRect(Rect(0, 0, 9, 9))), .color(.black))
      }
    }
    #expect(buffer.words == before)
  }

  @Test func hugeShapesAreDrawnWhereTheyAreVisible() throws {
    for size in [1e7, 1e12, 1e300] {
      let buffer = try PixelBuffer(width: 20, height: 20)
      let canvas = try Canvas(buffer)
      canvas.fill(Rect(-size, -size, 2 * size, 2 * size), .color(.black))
      #expect(Set(buffer.words) == [0xff00_0000])
      canvas.fill(RoundedRect(Rect(-size, -size, 2 * size, 2 * size), radius: 10), .color(.white))
      #expect(Set(buffer.words) == [0xffff_ffff])
      canvas.drawShadow(Shadow(color: .black, radius: size, spread: size / 2), of: RoundedRect(Rect(2, 2, 3, 3)))
      canvas.drawBorder(Border(width: size, color: .black), of: RoundedRect(Rect(0, 0, 20, 20), radius: 5))
      canvas.stroke(Path(RoundedRect(Rect(0, 0, 10, 10))), .color(.black), StrokeStyle(width: size))
      canvas.blurBackdrop(in: RoundedRect(Rect(-size, -size, 2 * size, 2 * size)), sigma: size)
    }
  }
}
