import Glibc
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
      guard let start = memory.baseAddress else { return false }
      let kept = [UInt8](repeating: 0xA5, count: padding)
      return (1...buffer.height).allSatisfy { memcmp(start + $0 * buffer.stride - padding, kept, padding) == 0 }
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
    var most = 0
    // Most rows are equal, and a debug build compares bytes one by one slowly.
    for (a, b) in zip(drawn[0], drawn[1]) where memcmp(a, b, min(a.count, b.count)) != 0 {
      for (a, b) in zip(a, b) { most = max(most, abs(Int(a) - Int(b))) }
    }
    return most
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
    var turn = BlendMode.allCases.firstIndex(of: blend) ?? 0
    for source in Source.allCases {
      for coverage in Coverage.allCases {
        for (index, place) in Self.places.enumerated() {
          turn += 1
          // The other modes take turns at the places: each has two of the six.
          if blend != .normal, turn % 3 != 0 { continue }
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
    let (_, mask) = try CanvasRouteTests.images()
    // Of one color, which both sample exactly: a mode that divides would make more of one level.
    let image = try PixelBuffer(width: 40, height: 31)
    image.clear(Color(red: 0.8, green: 0.4, blue: 0.1, alpha: 0.7))
    let background = try PixelBuffer.random(151, 117, seed: 9)
    let found = try Self.difference(over: background) {
      CanvasRouteTests.draw($0, seed: UInt64(seed) + 300, image: image, mask: mask, steps: 6)
    }
    #expect(found <= 1)
  }

  /// Scaled, mirrored and turned, in parts and beyond the picture's edges; pixman's positions have 16 fractional bits, and the kernels' more.
  @Test(arguments: [PixelFormat.argb8888, .xrgb8888, .coverage8], 0..<40)
  func bilinearPicturesAreTheSame(format: PixelFormat, seed: Int) throws {
    var random = Random(UInt64(seed) + 700)
    let width = seed % 20 == 0 ? 40_000 : Int.random(in: 1...90, using: &random)
    let image = try PixelBuffer.random(
      width, Int.random(in: 1...50, using: &random), format: Bool.random(using: &random) ? .argb8888 : .xrgb8888, seed: UInt64(seed))
    let background = try PixelBuffer.random(121, 47, format: format, seed: 8)
    let angle = random.double(-3...3)
    let map: Transform =
      switch seed % 4 {
      case 0: .identity
      case 1: .rotation(angle).then(.translation(random.double(-20...60), 20))
      case 2: Transform(a: -1.3, b: 0, c: 0, d: random.double(0.3...2), tx: 90, ty: -3)
      default: Transform(a: 0, b: 1.2, c: -0.9, d: 0, tx: 100, ty: random.double(-9...9))
      }
    let rect = Rect(random.double(-30...80), random.double(-20...30), random.double(1...240), random.double(1...90))
    let part = Rect(
      random.double(-5...Double(width) / 2), random.double(-5...20), random.double(1...Double(width)), random.double(1...40))
    let blend = BlendMode.allCases.randomElement(using: &random)!
    for (blend, opacity) in [(BlendMode.normal, 1), (.normal, 0.6), (.copy, 1), (blend, 0.8)] {
      let found = try Self.difference(over: background) { canvas in
        canvas.clip(RoundedRect(Rect(-4, 1, 110, 44), radius: 14))
        canvas.concatenate(map)
        canvas.draw(image, in: rect, source: part, quality: .bilinear, opacity: opacity, blend: blend)
      }
      // A mode beyond these may make more of one level of the source.
      #expect(found <= 1 || ![.normal, .copy].contains(blend), "\(blend) \(opacity)")
    }
  }

  @Test(arguments: 0..<60) func malformedMapsDrawTheSame(seed: Int) throws {
    var random = Random(UInt64(seed) + 900)
    let strange = [Double.nan, .infinity, -1e300, 4e9, 1e-300, 2_147_483_648, -2_147_483_649, 32_767.5, -65_536]
    func number() -> Double {
      Int.random(in: 0..<9, using: &random) == 0 ? strange.randomElement(using: &random)! : random.double(-40...40)
    }
    func rect() -> Rect { Rect(number(), number(), number(), number()) }
    let image = try PixelBuffer.random(31, 17, seed: 5)
    let background = try PixelBuffer.random(60, 40, seed: 6)
    let map = Transform(a: number() / 10, b: number() / 40, c: number() / 40, d: number() / 10, tx: number(), ty: number())
    let (part, to) = (rect(), rect())
    let found = try Self.difference(over: background) { canvas in
      canvas.concatenate(map)
      canvas.draw(image, in: to, source: part, quality: .bilinear)
      canvas.draw(image, in: to, quality: .good, opacity: 0.5)
    }
    #expect(found <= 2, "two layers")
  }

  /// Fading is handed to pixman as a mask, which its modes of hue and saturation misread.
  @Test(arguments: BlendMode.allCases, Compositor.allCases)
  func aFadedPictureIsThePictureOfFadedPixels(blend: BlendMode, compositor: Compositor) throws {
    let image = try PixelBuffer(width: 9, height: 7, format: .argb8888)
    try Canvas(image).fill(Rect(0, 0, 9, 7), .color(Color(red: 0.9, green: 0.8, blue: 0.1)))
    let faded = try PixelBuffer(width: 9, height: 7, format: .argb8888)
    try Canvas(faded).draw(image, atPixel: 0, 0, opacity: 0.6, blend: .copy)
    for ground in [Color(red: 0.2, green: 0.5, blue: 0.9), Color(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.4), .clear] {
      let drawn = try [(image, 0.6), (faded, 1)].map { source, opacity in
        let target = try PixelBuffer(width: 12, height: 10, format: .argb8888)
        let canvas = try Canvas(target)
        canvas.compositor = compositor
        canvas.fill(Rect(0, 0, 12, 10), .color(ground), blend: .copy)
        canvas.draw(source, atPixel: 1, 2, opacity: opacity, blend: blend)
        return target.rows
      }
      let difference = zip(drawn[0], drawn[1]).map { rows in zip(rows.0, rows.1).map { abs(Int($0) - Int($1)) }.max() ?? 0 }.max() ?? 0
      // Color burn makes a level of rounding three.
      #expect(difference <= 4, "over \(ground)")
    }
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
