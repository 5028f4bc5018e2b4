import Testing
import TesseraGeometry
import TesseraRender

/// Both compositors draw the same, within one level a channel.
@Suite struct CompositorTests {
  /// A place of sources and masks: inside of the target, across its edges, beside it.
  static let places = [(3, 2), (-7, -5), (29, 17), (0, 0), (61, 4), (-90, 3)]

  enum Source: CaseIterable {
    case color, opaqueColor, image, xrgbImage, packedImage, opaqueImage, mask, tintedImage, gradient, rowGradient
  }
  enum Coverage: CaseIterable { case none, rounded, fractional, path }

  /// A buffer over memory of its own with `padding` bytes after each row, and that memory.
  struct Padded {
    let buffer: PixelBuffer
    let memory: UnsafeMutableRawBufferPointer
    let padding: Int

    init(_ picture: PixelBuffer, padding: Int) throws {
      let row = try #require(picture.format.minimumStride(width: picture.width))
      memory = .allocate(byteCount: (row + padding) * picture.height, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
      self.padding = padding
      for (y, bytes) in picture.rows.enumerated() {
        memory[y * (row + padding)..<y * (row + padding) + row].copyBytes(from: bytes)
      }
      buffer = try PixelBuffer(
        wrapping: try #require(memory.baseAddress), width: picture.width, height: picture.height, stride: row + padding,
        format: picture.format)
    }

    /// Whether the bytes between the rows are as they were.
    var isKept: Bool {
      (0..<buffer.height).allSatisfy { y in memory[(y + 1) * buffer.stride - padding..<(y + 1) * buffer.stride].allSatisfy { $0 == 0xA5 } }
    }
  }

  /// Draws with both compositors over `background` and returns the largest difference of a byte.
  static func difference(over background: PixelBuffer, padding: Int = 4, _ draw: (borrowing Canvas) throws -> Void) throws -> Int {
    var drawn: [[[UInt8]]] = []
    for compositor in Compositor.allCases {
      let target = try Padded(background, padding: padding)
      defer { target.memory.deallocate() }
      let canvas = try Canvas(target.buffer)
      canvas.compositor = compositor
      try draw(canvas)
      #expect(canvas.failure == nil)
      #expect(target.isKept, "bytes between the rows")
      drawn.append(target.buffer.rows)
    }
    return zip(drawn[0], drawn[1]).reduce(0) { most, rows in
      zip(rows.0, rows.1).reduce(most) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
  }

  private struct Pictures {
    let image, xrgb, packed, opaque, mask: PixelBuffer
    init() throws {
      image = try .random(33, 21, seed: 41)
      xrgb = try .random(31, 20, format: .xrgb8888, seed: 42)
      packed = try .random(29, 23, format: .rgb565, seed: 43)
      opaque = try .random(35, 19, format: .xrgb8888, seed: 44).converted(to: .argb8888)
      mask = try .random(27, 25, format: .coverage8, seed: 45)
    }
  }

  private static func draw(
    _ source: Source, _ blend: BlendMode, opacity: Double, at place: (Int, Int), pictures: Pictures, on canvas: borrowing Canvas
  ) {
    let (x, y) = place
    let rect = Rect(Double(x), Double(y), 30.5, 20.25)
    let stops = [GradientStop(0, Color(red: 1, green: 0.3, blue: 0, alpha: 0.7)), GradientStop(1, Color(red: 0, green: 0.5, blue: 1))]
    let tint = Color(red: 0.2, green: 0.8, blue: 0.4, alpha: 0.6)
    switch source {
    case .color: canvas.fill(rect, .color(Color(red: 0.9, green: 0.2, blue: 0.5, alpha: Float(opacity) * 0.7)), blend: blend)
    case .opaqueColor: canvas.fill(rect, .color(Color(red: 0.1, green: 0.6, blue: 0.3)), blend: blend)
    case .image: canvas.draw(pictures.image, atPixel: x, y, opacity: opacity, blend: blend)
    case .xrgbImage: canvas.draw(pictures.xrgb, atPixel: x, y, opacity: opacity, blend: blend)
    case .packedImage: canvas.draw(pictures.packed, atPixel: x, y, opacity: opacity, blend: blend)
    case .opaqueImage: canvas.draw(pictures.opaque, atPixel: x, y, opacity: opacity, opaque: true, blend: blend)
    case .mask: canvas.draw(pictures.mask, atPixel: x, y, opacity: opacity, tint: tint, blend: blend)
    case .tintedImage: canvas.draw(pictures.image, atPixel: x, y, opacity: opacity, tint: tint, blend: blend)
    case .gradient: canvas.fill(rect, .gradient(.linear(from: rect.origin, to: rect.center, stops: stops)), blend: blend)
    case .rowGradient:
      canvas.fill(rect, .gradient(.linear(from: rect.origin, to: Point(rect.minX, rect.maxY), stops: stops)), blend: blend)
    }
  }

  private static func clip(_ coverage: Coverage, _ canvas: borrowing Canvas) {
    switch coverage {
    case .none: break
    case .rounded: canvas.clip(RoundedRect(Rect(2, 1, 50, 33), radius: 11))
    case .fractional: canvas.clip(Rect(4.3, 2.6, 45.5, 30.1))
    case .path:
      var path = Path()
      path.move(to: Point(-4, 9))
      path.quad(to: Point(60, 20), control: Point(20, -30))
      path.line(to: Point(11, 40))
      path.close()
      canvas.clip(path)
    }
  }

  @Test(arguments: [PixelFormat.argb8888, .xrgb8888, .coverage8], BlendMode.allCases)
  func everySourceThroughEveryMaskIsTheSame(format: PixelFormat, blend: BlendMode) throws {
    let pictures = try Pictures()
    let background = try PixelBuffer.random(57, 37, format: format, seed: 7)
    let opacities = [1, 0.37]
    for source in Source.allCases {
      for coverage in Coverage.allCases {
        for (index, place) in Self.places.enumerated() {
          let found = try Self.difference(over: background, padding: format == .coverage8 ? 3 : 4) { canvas in
            Self.clip(coverage, canvas)
            Self.draw(source, blend, opacity: opacities[index % 2], at: place, pictures: pictures, on: canvas)
          }
          #expect(found <= 1, "\(source) through \(coverage) at \(place)")
        }
      }
    }
  }

  @Test(arguments: 0..<8) func groupsLettersAndShadowsAreTheSame(seed: Int) throws {
    let (image, mask) = try CanvasRouteTests.images()
    let background = try PixelBuffer.random(151, 117, seed: 9)
    // Each layer of many may add a level; a mode that divides makes more of it.
    let found = try Self.difference(over: background) {
      CanvasRouteTests.draw($0, seed: UInt64(seed) + 300, image: image, mask: mask, steps: 6)
    }
    #expect(found <= 1)
  }

  /// Wider than the 16 bits of pixman's coordinates.
  @Test func aWideSurfaceIsCompositedWhole() throws {
    let background = try PixelBuffer.random(70_001, 3, seed: 3)
    let image = try PixelBuffer.random(70_011, 2, seed: 4)
    for blend in [BlendMode.normal, .copy, .multiply, .sourceIn] {
      for opacity in [1, 0.5] {
        let found = try Self.difference(over: background) { $0.draw(image, atPixel: -5, 1, opacity: opacity, blend: blend) }
        #expect(found <= 1, "\(blend)")
      }
    }
    let target = try background.copy()
    let canvas = try Canvas(target)
    canvas.compositor = .pixman
    canvas.draw(image, atPixel: -5, 1, blend: .copy)
    #expect(target.rows[2] == Array(image.rows[1][20..<20 + 70_001 * 4]))
  }

  @Test(arguments: Compositor.allCases) func placesOutOfRangeChangeNothing(compositor: Compositor) throws {
    let image = try PixelBuffer.random(9, 7, seed: 1)
    let mask = try PixelBuffer.random(9, 7, format: .coverage8, seed: 2)
    let buffer = try PixelBuffer.random(20, 20, seed: 3)
    let before = buffer.words
    let canvas = try Canvas(buffer)
    canvas.compositor = compositor
    let far = [Int.min, Int(Int32.min) - 1, Int(Int32.min), -(1 << 30), -9, 20, 1 << 30, Int(Int32.max), Int.max]
    for x in far {
      for y in far + [3] {
        canvas.draw(image, atPixel: x, y)
        canvas.draw(mask, atPixel: x, y, tint: .white, blend: .multiply)
        canvas.draw(image, atPixel: y, x, opacity: 0.5, blend: .sourceIn)
      }
    }
    #expect(buffer.words == before)
    #expect(canvas.failure == nil)
  }
}
