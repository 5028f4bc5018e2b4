import Testing
import TesseraGeometry
import TesseraRender

/// Flat colors on canvases whose pixels are converted to fewer bits afterwards.
@Suite struct FlatColorTests {
  private static let depth = ColorDepth(.rgb565)

  /// The colors of an area after the conversion.
  private func colors(
    _ format: PixelFormat = .rgb565, in area: Rect = Rect(0, 0, 32, 32), of target: PixelFormat = .argb8888,
    _ draw: (borrowing Canvas) throws -> Void
  ) throws -> Set<Color> {
    let buffer = try PixelBuffer(width: 32, height: 32, format: target)
    do {
      let canvas = try Canvas(buffer, colorDepth: ColorDepth(format))
      canvas.fill(Rect(0, 0, 32, 32), .color(Color(rgb: 0xEBEEF3)), blend: .copy)
      try draw(canvas)
    }
    let shown = try buffer.converted(to: format).converted(to: .argb8888)
    var found: Set<Color> = []
    for y in Int(area.minY)..<Int(area.maxY) { for x in Int(area.minX)..<Int(area.maxX) { found.insert(shown.color(x: x, y: y)) } }
    return found
  }

  @Test(arguments: [PixelFormat.rgb565, .gray4], [PixelFormat.argb8888, .xrgb8888])
  func fillsArePlain(format: PixelFormat, target: PixelFormat) throws {
    #expect(try colors(format, of: target) { _ in }.count == 1)
    for rgb: UInt32 in [0x3366CC, 0x4B4B4B, 0xF1F5F9, 0x123457, 0xFEFEFE, 0x010203] {
      let (color, inside) = (Color(rgb: rgb), Rect(4, 4, 24, 24))
      #expect(try colors(format, in: inside, of: target) { $0.fill(inside, .color(color)) }.count == 1)
      #expect(try colors(format, in: inside, of: target) { $0.fill(RoundedRect(Rect(0, 0, 32, 32), radius: 4), .color(color)) }.count == 1)
      #expect(
        try colors(format, in: inside, of: target) { $0.drawBorder(Border(width: 30, color: color), of: RoundedRect(Rect(0, 0, 32, 32))) }
          .count == 1)
      let mask = try PixelBuffer(width: 24, height: 24, format: .coverage8)
      mask.clear(.black)
      #expect(try colors(format, in: inside, of: target) { $0.draw(mask, atPixel: 4, 4, tint: color) }.count == 1)
    }
  }

  @Test(arguments: [PixelFormat.rgb565, .gray4]) func mixturesOfFlatColorsArePlain(format: PixelFormat) throws {
    for alpha: Float in [0.1, 0.37, 0.5, 0.9] {
      let color = Color(red: 0.2, green: 0.4, blue: 0.7)
      #expect(try colors(format) { $0.fill(Rect(0, 0, 32, 32), .color(color.opacity(alpha))) }.count == 1)
      #expect(
        try colors(format) {
          try $0.beginGroup(opacity: Double(alpha))
          $0.fill(Rect(0, 0, 32, 32), .color(color))
          $0.endGroup()
        }.count == 1)
    }
    // Through coverage: rounded corners, masks, and fractional edges of a transformed box.
    let (half, inside) = (Color(red: 0.2, green: 0.4, blue: 0.7, alpha: 0.37), Rect(8, 8, 16, 16))
    let mask = try PixelBuffer(width: 30, height: 30, format: .coverage8)
    mask.clear(.black)
    #expect(try colors(format, in: inside) { $0.fill(RoundedRect(Rect(0, 0, 32, 32), radius: 9), .color(half)) }.count == 1)
    #expect(try colors(format, in: inside) { $0.fill(Path(svg: "M0 0H32L28 30H3z")!, .color(half)) }.count == 1)
    #expect(try colors(format, in: inside) { $0.draw(mask, atPixel: 1, 1, tint: half) }.count == 1)
    #expect(
      try colors(format, in: inside) {
        $0.concatenate(.scale(0.83, 0.91))
        $0.fill(Rect(2, 2, 32, 32), .color(half))
      }.count == 1)
    let wash = Color(red: 0.1, green: 0.6, blue: 0.5, alpha: 0.33)
    #expect(
      try colors(format) {
        try $0.beginGroup(opacity: 1)
        $0.fill(Rect(0, 0, 32, 32), .color(Color(rgb: 0x8A5B3D)))
        $0.fill(Rect(0, 0, 32, 32), .color(wash))
        $0.endGroup()
      }.count == 1)
    let stops = [GradientStop(0, Color(rgb: 0x7B1353)), GradientStop(1, Color(rgb: 0x7B1353))]
    for gradient: Gradient in [
      .linear(from: .zero, to: Point(32, 32), stops: stops), .radial(center: Point(16, 16), radius: 9, stops: stops),
      .conic(center: Point(16, 16), angle: 1, stops: stops),
    ] {
      #expect(try colors(format) { $0.fill(Rect(0, 0, 32, 32), .gradient(gradient)) }.count == 1)
    }
    for blend in [BlendMode.multiply, .screen, .overlay, .difference, .add] {
      #expect(try colors(format) { $0.fill(Rect(0, 0, 32, 32), .color(Color(rgb: 0x7799AA)), blend: blend) }.count == 1, "\(blend)")
    }
  }

  /// A translucent flat color in a layer of its own, shown in place, scaled and turned: plain, without dither. A gradient is not.
  @Test(arguments: [PixelFormat.rgb565, .gray4]) func translucentColorsOfLayersArePlain(format: PixelFormat) throws {
    let layer = try PixelBuffer(width: 32, height: 32)
    let washes: [UInt32] = [0x8A4B2A, 0x123457, 0x36A0CB]
    do {
      let canvas = try Canvas(layer, colorDepth: ColorDepth(format))
      for (i, rgb) in washes.enumerated() {
        canvas.fill(Rect(0, Double(i) * 10, 32, 12), .color(Color(rgb: rgb).opacity(0.5)), blend: .copy)
      }
    }
    let inside = Rect(10, 13, 12, 5)
    #expect(try colors(format, in: inside) { $0.draw(layer, atPixel: 0, 0) }.count == 1)
    for transform: Transform in [.scale(0.8, 0.8), .rotation(0.17), .scale(1.3, 1.1)] {
      #expect(
        try colors(format, in: Rect(15, 15, 3, 3)) {
          $0.concatenate(.translation(16, 16))
          $0.concatenate(transform)
          $0.concatenate(.translation(-16, -16))
          $0.draw(layer, in: Rect(0, 0, 32, 32))
        }.count == 1)
    }
    let shaded = try PixelBuffer(width: 32, height: 32)
    let stops = [GradientStop(0, Color(rgb: 0x303030).opacity(0.5)), GradientStop(1, Color(rgb: 0x505050).opacity(0.5))]
    do {
      try Canvas(shaded, colorDepth: ColorDepth(format)).fill(
        Rect(0, 0, 32, 32), .gradient(.linear(from: .zero, to: Point(32, 32), stops: stops)))
    }
    #expect(try colors(format) { $0.draw(shaded, atPixel: 0, 0) }.count > 1)
  }

  @Test func theNearestColorIsShown() throws {
    // 0x36 and 0xCB are 6.6 and 24.7 of 31, 0x64 is 24.7 of 63.
    #expect(try colors { $0.fill(Rect(0, 0, 32, 32), .color(Color(rgb: 0x3664CB))) }.map(\.hex) == [Color(rgb: 0x3965CE).hex])
    #expect(try colors(.gray4) { $0.fill(Rect(0, 0, 32, 32), .color(Color(rgb: 0x3A3A3A))) }.map(\.hex) == [Color(rgb: 0x333333).hex])
    #expect(try colors { $0.fill(Rect(0, 0, 32, 32), .color(.white)) } == [.white])
  }

  @Test func gradientsAndPicturesAreDithered() throws {
    let stops = [GradientStop(0, Color(rgb: 0x303030)), GradientStop(1, Color(rgb: 0x383838))]
    #expect(try colors { $0.fill(Rect(0, 0, 32, 32), .gradient(.linear(from: .zero, to: Point(32, 32), stops: stops))) }.count > 1)
    let picture = try PixelBuffer(width: 32, height: 32)
    picture.clear(Color(rgb: 0x343434))
    #expect(try colors { $0.draw(picture, atPixel: 0, 0) }.count > 1)
  }

  @Test func aDepthOfEightBitsChangesNothing() throws {
    let buffer = try PixelBuffer(width: 4, height: 4)
    do { try Canvas(buffer).fill(Rect(0, 0, 4, 4), .color(Color(rgb: 0x123457))) }
    #expect(buffer.color(x: 1, y: 1).hex == Color(rgb: 0x123457).hex)
    #expect(ColorDepth(red: 3, green: 9, blue: 5) == ColorDepth(red: 4, green: 8, blue: 5) && ColorDepth(.mono1) == .full)
    // A canvas over a buffer of the format needs no say.
    let small = try PixelBuffer(width: 16, height: 16, format: .rgb565)
    do { try Canvas(small).fill(Rect(0, 0, 16, 16), .color(Color(rgb: 0x3664CB))) }
    #expect((0..<256).allSatisfy { small.color(x: $0 % 16, y: $0 / 16).hex == Color(rgb: 0x3965CE).hex })
  }
}
