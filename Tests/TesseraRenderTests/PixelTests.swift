import Glibc
import TesseraBase
import Testing
import TesseraGeometry
import TesseraRender

@Suite struct PixelTests {
  @Test func foreignMemoryIsReleasedOnceAfterItsBuffer() throws {
    let count = Locked(0)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    defer { memory.deallocate() }
    do {
      let buffer = try PixelBuffer(wrapping: memory, width: 4, height: 4, stride: 16, format: .argb8888) {
        count.withLock { $0 += 1 }
      }
      buffer.clear(.white)
      #expect(count.withLock { $0 } == 0 && buffer.color(x: 3, y: 3) == .white)
    }
    #expect(count.withLock { $0 } == 1)
    #expect(throws: RenderError.self) {
      try PixelBuffer(wrapping: memory, width: 4, height: 4, stride: 2, format: .argb8888) { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 1, "no buffer, no release")
  }

  /// A large buffer is made at once, whatever its size: its memory comes when it is written.
  // The address sanitizer wants memory of the C library.
  @Test(.enabled(if: dlsym(nil, "__asan_init") == nil)) func largeBuffersTakeNoMemoryBeforeTheyAreWritten() throws {
    let buffer = try PixelBuffer(width: 2000, height: 1500)
    #expect(residentPages(buffer) <= 1)
    buffer.clear(.white, in: PixelRect(x: 0, y: 0, width: 2000, height: 1))
    // The row, or the larger page that the kernel gives for it.
    #expect((1...512).contains(residentPages(buffer)))
    #expect(buffer.color(x: 1999, y: 0) == .white && buffer.color(x: 0, y: 1499) == .clear)
  }

  /// Pages come at once and pixels stay, where the kernel can do that (Linux 5.14).
  @Test(
    .enabled(if: dlsym(nil, "__asan_init") == nil),
    .enabled(if: kernelPopulates, "not run: the kernel has no MADV_POPULATE_WRITE; Linux 5.14 has it"))
  func aPopulatedBufferHasItsMemoryAndKeepsItsPixels() throws {
    let buffer = try PixelBuffer(width: 600, height: 500)
    buffer.clear(.white, in: PixelRect(x: 3, y: 490, width: 1, height: 1))
    let before = buffer.rows
    buffer.populate()
    #expect(residentPages(buffer) == (600 * 500 * 4 + 4095) / 4096)
    #expect(buffer.rows == before)
    // Too small to lie in pages of its own, and memory of somebody else: nothing happens.
    try PixelBuffer(width: 5, height: 5).populate()
    var bytes = [UInt32](repeating: 7, count: 100)
    try bytes.withUnsafeMutableBytes {
      try PixelBuffer(wrapping: #require($0.baseAddress), width: 10, height: 10, stride: 40, format: .argb8888).populate()
    }
    #expect(bytes.allSatisfy { $0 == 7 })
  }

  @Test(arguments: PixelFormat.allCases)
  func aFormatConvertsToItselfThroughArgbWithoutLoss(format: PixelFormat) throws {
    let original = try PixelBuffer.random(37, 19, format: format)
    for dither in [false, true] {
      let there = try original.converted(to: .argb8888)
      #expect(try there.converted(to: format, dither: dither).rows == original.rows)
    }
  }

  @Test(arguments: PixelFormat.allCases, Rotation.allCases)
  func rotationMovesEachPixelWhereANaiveOneDoes(format: PixelFormat, rotation: Rotation) throws {
    let source = try PixelBuffer.random(29, 18, format: format, seed: 3)
    let turned = try source.converted(to: format, rotation: rotation, dither: false)
    for y in 0..<source.height {
      for x in 0..<source.width {
        let (tx, ty) =
          switch rotation {
          case .none: (x, y)
          case .quarter: (source.height - 1 - y, x)
          case .half: (source.width - 1 - x, source.height - 1 - y)
          case .threeQuarters: (y, source.width - 1 - x)
          }
        #expect(turned.color(x: tx, y: ty) == source.color(x: x, y: y))
      }
    }
  }

  @Test(arguments: PixelFormat.allCases, Rotation.allCases)
  func convertingByPartsEqualsConvertingTheWhole(format: PixelFormat, rotation: Rotation) throws {
    let source = try PixelBuffer.random(41, 33, seed: 9)
    let whole = try source.converted(to: format, rotation: rotation)
    let parts = try PixelBuffer(width: whole.width, height: whole.height, format: format)
    for y in stride(from: 0, to: 33, by: 7) {
      for x in stride(from: 0, to: 41, by: 11) {
        try source.convert(into: parts, area: PixelRect(x: x, y: y, width: 11, height: 7), rotation: rotation)
      }
    }
    #expect(parts.rows == whole.rows)
  }

  @Test(arguments: [(PixelFormat.rgb565, 1.6), (.gray4, 1.0), (.mono1, 3.0)])
  func ditherKeepsTheAverage(format: PixelFormat, tolerance: Double) throws {
    for level in stride(from: 0, through: 255, by: 15) {
      let source = try PixelBuffer(width: 64, height: 64)
      source.clear(Color(white: Float(level) / 255))
      let back = try source.converted(to: format).converted(to: .gray8)
      let sum = back.rows.joined().reduce(0) { $0 + Int($1) }
      #expect(abs(Double(sum) / 4096 - Double(level)) <= tolerance, "level \(level)")
    }
  }

  @Test func knownPixelsHaveKnownBytes() throws {
    let buffer = try PixelBuffer(width: 9, height: 1, format: .argb8888)
    buffer.clear(Color(red: 1, green: 0.5, blue: 0, alpha: 1))
    #expect(buffer.rows[0][0..<4] == [0, 128, 255, 255])
    #expect(try buffer.converted(to: .rgb888).rows[0][0..<3] == [255, 128, 0])
    #expect(try buffer.converted(to: .rgb565, dither: false).rows[0][0..<2] == [0x00, 0xfc])
    #expect(try buffer.converted(to: .gray8).rows[0][0] == 152)  // (255 * 77 + 128 * 150 + 128) >> 8
    #expect(try buffer.converted(to: .coverage8).rows[0][0] == 255)
    buffer.clear(.white)
    #expect(try buffer.converted(to: .mono1).rows[0] == [0xff, 0x80])
    #expect(try buffer.converted(to: .gray4).rows[0] == [255, 255, 255, 255, 0xf0])
    buffer.clear(Color(white: 1, alpha: 0.5), in: PixelRect(x: 1, y: 0, width: 1, height: 1))
    #expect(buffer.words[1] == 0x8080_8080)
    #expect(buffer.color(x: 1, y: 0).alpha == Float(128) / 255)
    #expect(buffer.color(x: 99, y: 0) == .clear)
    #expect(!buffer.isOpaque())
  }

  @Test func wrappedMemoryIsDrawnInPlaceAndItsPaddingLeftAlone() throws {
    var bytes = [UInt8](repeating: 7, count: 20 * 5)
    try bytes.withUnsafeMutableBytes { memory in
      let buffer = try PixelBuffer(wrapping: memory.baseAddress!, width: 3, height: 5, stride: 20, format: .xrgb8888)
      buffer.clear(.white)
      let canvas = try Canvas(buffer)
      canvas.fill(Rect(1, 1, 1, 1), .color(.black))
    }
    for y in 0..<5 {
      #expect(bytes[y * 20 + 12..<y * 20 + 20].allSatisfy { $0 == 7 })
      #expect(bytes[y * 20..<y * 20 + 4] == [255, 255, 255, 255])
    }
    #expect(bytes[24..<28] == [0, 0, 0, 255])
  }

  @Test(arguments: PixelFormat.allCases)
  func buffersWithoutPixelsWork(format: PixelFormat) throws {
    for (w, h) in [(0, 0), (0, 5), (5, 0), (1, 1)] {
      let buffer = try PixelBuffer(width: w, height: h, format: format)
      buffer.clear(.white)
      buffer.move(PixelRect(x: 0, y: 0, width: 5, height: 5), dx: 1, dy: 1)
      let canvas = try Canvas(buffer)
      canvas.fill(Rect(0, 0, 9, 9), .color(.black))
      _ = try buffer.converted(to: .rgb565, rotation: .quarter)
      _ = try buffer.copy()
      _ = try buffer.tinted(.white)
    }
  }

  @Test func impossibleSizesAndStridesAreErrorsWithTheRule() throws {
    for (w, h) in [(-1, 1), (1, -1), (1 << 20 + 1, 1), (Int.max, Int.max), (1 << 20, 1 << 20)] {
      #expect(throws: RenderError.self) { try PixelBuffer(width: w, height: h) }
    }
    var memory = [UInt32](repeating: 0, count: 16)
    memory.withUnsafeMutableBytes { bytes in
      let base = bytes.baseAddress!
      #expect(throws: RenderError.badStride(stride: 15, minimum: 16)) {
        try PixelBuffer(wrapping: base, width: 4, height: 2, stride: 15, format: .argb8888)
      }
      #expect(throws: RenderError.self) { try PixelBuffer(wrapping: base, width: 4, height: 2, stride: -16, format: .argb8888) }
      #expect(throws: RenderError.self) { try PixelBuffer(wrapping: base + 1, width: 1, height: 1, stride: 4, format: .argb8888) }
      #expect(throws: RenderError.self) {
        try PixelBuffer(wrapping: base, width: 1 << 20, height: 1 << 20, stride: Int.max & ~3, format: .argb8888)
      }
    }
    #expect(PixelFormat.argb8888.minimumStride(width: Int.max) == nil)
    #expect(PixelFormat.mono1.minimumStride(width: 9) == 2)
    let a = try PixelBuffer(width: 2, height: 3)
    #expect(throws: RenderError.self) { try a.convert(into: PixelBuffer(width: 2, height: 3), rotation: .quarter) }
  }

  /// Rows of more than a block of what is copied at once, in links of several rows and of one, whole and in part.
  @Test(arguments: [PixelFormat.argb8888, .rgb888, .rgb565, .gray8], [130, 2100])
  func movingWideRowsEqualsACopyMovedNaively(format: PixelFormat, width: Int) throws {
    let height = 29
    for left in [0, 7] {
      for dy in [-28, -13, -4, -1, 1, 3, 11, 28] {
        let buffer = try PixelBuffer.random(width, height, format: format, seed: UInt64(dy + 50))
        let before = buffer.rows
        buffer.move(PixelRect(x: left, y: 0, width: width, height: height), dx: 0, dy: dy)
        let after = buffer.rows
        let begin = left * before[0].count / width
        for y in 0..<height {
          let from = (0..<height).contains(y - dy) ? y - dy : y
          #expect(after[y][begin...] == before[from][begin...] && after[y][..<begin] == before[y][..<begin], "row \(y), dy \(dy)")
        }
      }
    }
  }

  @Test(arguments: [PixelFormat.argb8888, .rgb888, .rgb565, .gray8, .gray4, .mono1])
  func movingPixelsEqualsACopyMovedNaively(format: PixelFormat) throws {
    var random = Random(5)
    for _ in 0..<40 {
      let buffer = try PixelBuffer.random(23, 17, format: format, seed: random.next())
      let before = try buffer.copy()
      let area = PixelRect(
        x: Int.random(in: -5..<20, using: &random), y: Int.random(in: -5..<15, using: &random),
        width: Int.random(in: 0..<30, using: &random), height: Int.random(in: 0..<20, using: &random))
      let (dx, dy) = (Int.random(in: -25...25, using: &random), Int.random(in: -19...19, using: &random))
      buffer.move(area, dx: dx, dy: dy)
      for y in 0..<17 {
        for x in 0..<23 {
          let from = PixelRect(x: x - dx, y: y - dy, width: 1, height: 1)
          let moved = area.contains(from) && before.bounds.contains(from)
          #expect(buffer.color(x: x, y: y) == before.color(x: moved ? x - dx : x, y: moved ? y - dy : y))
        }
      }
    }
    let buffer = try PixelBuffer.random(4, 4, format: format)
    let before = buffer.rows
    buffer.move(buffer.bounds, dx: Int.max, dy: Int.min)
    buffer.move(PixelRect(x: Int.min, y: Int.max, width: Int.max, height: Int.max), dx: 1, dy: 1)
    #expect(buffer.rows == before)
  }

  /// Whole rows without anything between them are moved at once; what lies between the rows of others is nobody's to touch.
  @Test(arguments: [PixelFormat.argb8888, .rgb565, .coverage8, .gray8, .mono1], [0, 64])
  func wholeRowsMoveUpAndDown(format: PixelFormat, padding: Int) throws {
    let stride = try #require(format.minimumStride(width: 64)) + padding
    var random = Random(7)
    for dy in [-19, -18, -7, -1, 0, 1, 6, 18, 19] {
      for area in [
        PixelRect(x: 0, y: 0, width: 64, height: 19), PixelRect(x: 0, y: 3, width: 64, height: 9),
        PixelRect(x: 0, y: 3, width: 63, height: 9),
      ] {
        var bytes = (0..<stride * 19).map { _ in UInt8.random(in: 0...255, using: &random) }
        let before = bytes
        try bytes.withUnsafeMutableBytes { memory in
          try PixelBuffer(wrapping: #require(memory.baseAddress), width: 64, height: 19, stride: stride, format: format).move(
            area, dx: 0, dy: dy)
        }
        let row = stride - padding
        for y in 0..<19 {
          let isMoved = (area.y..<area.y + area.height).contains(y - dy) && (0..<19).contains(y - dy)
          let from = isMoved ? y - dy : y
          // Of the last column only the format knows which bits are whose.
          let count = area.width == 64 ? row : row * 7 / 8
          #expect(bytes[y * stride..<y * stride + count] == before[from * stride..<from * stride + count], "row \(y) by \(dy)")
          #expect(bytes[y * stride + row..<(y + 1) * stride] == before[y * stride + row..<(y + 1) * stride])
        }
      }
    }
  }

  /// Rows are moved in chains of blocks that fit a processor's cache: blocks of several rows, of one, and of one that is larger than it.
  @Test(arguments: [(300, 211), (900, 97), (3000, 23)], [0, 5])
  func largeSurfacesMoveAsOneCopyWould(size: (width: Int, height: Int), inset: Int) throws {
    var random = Random(11)
    for dy in [-96, -31, -13, -8, -7, -2, -1, 1, 2, 3, 7, 13, 22, 50, 96] where abs(dy) < size.height {
      let dx = inset == 0 ? 0 : Int.random(in: -9...9, using: &random)
      let buffer = try PixelBuffer.random(size.width, size.height, format: .argb8888, seed: random.next())
      let area = PixelRect(x: inset, y: inset, width: size.width - 2 * inset, height: size.height - 2 * inset)
      var expected = buffer.rows
      let before = expected
      for y in area.y..<area.y + area.height where (0..<size.height).contains(y + dy) {
        for x in area.x..<area.x + area.width where (0..<size.width).contains(x + dx) {
          for k in 0..<4 { expected[y + dy][(x + dx) * 4 + k] = before[y][x * 4 + k] }
        }
      }
      buffer.move(area, dx: dx, dy: dy)
      #expect(buffer.rows == expected, "by \(dx), \(dy)")
    }
  }

  @Test(arguments: PixelFormat.allCases) func anAreaIsClearedAndNothingElse(format: PixelFormat) throws {
    for (color, area) in [
      (Color.black, PixelRect(x: 5, y: 2, width: 70, height: 6)), (.white, PixelRect(x: 0, y: 0, width: 150, height: 3)),
      (.clear, PixelRect(x: 149, y: 8, width: 9, height: 9)),
    ] {
      let buffer = try PixelBuffer.random(150, 9, format: format)
      let before = try buffer.copy()
      let plain = try PixelBuffer(width: 1, height: 1, format: format)
      plain.clear(color)
      buffer.clear(color, in: area)
      for y in 0..<9 {
        for x in 0..<150 {
          let isInside = area.contains(PixelRect(x: x, y: y, width: 1, height: 1))
          #expect(buffer.color(x: x, y: y) == (isInside ? plain.color(x: 0, y: 0) : before.color(x: x, y: y)))
        }
      }
    }
  }

  @Test(arguments: [0.5, 1.3, 3, 8, 30, 60, 200])
  func blurEqualsThreeNaiveBoxes(sigma: Double) throws {
    let buffer = try PixelBuffer.random(70, 53, seed: 4)
    var expected = buffer.words.map { p in [24, 16, 8, 0].map { Double(p >> UInt32($0) & 255) } }
    let d = max(2, Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down)))
    let even = d % 2 == 0
    for (left, right) in [(d / 2, even ? d / 2 - 1 : d / 2), (even ? d / 2 - 1 : d / 2, d / 2), (d / 2, d / 2)] {
      for horizontal in [false, true] {
        var next = expected
        for y in 0..<53 {
          for x in 0..<70 {
            for c in 0..<4 {
              var sum = 0.0
              for k in -left...right {
                let (sx, sy) = horizontal ? (min(max(x + k, 0), 69), y) : (x, min(max(y + k, 0), 52))
                sum += expected[sy * 70 + sx][c]
              }
              next[y * 70 + x][c] = sum / Double(left + right + 1)
            }
          }
        }
        expected = next
      }
    }
    try buffer.blur(sigma: sigma)
    var worst = 0.0
    var total = 0.0
    for (p, e) in zip(buffer.words, expected) {
      for (c, shift) in [24, 16, 8, 0].enumerated() {
        let difference = abs(Double(p >> UInt32(shift) & 255) - e[c])
        worst = max(worst, difference)
        total += difference
      }
    }
    #expect(worst <= 3)
    #expect(total / Double(70 * 53 * 4) < 1)
  }

  @Test func blurKeepsAFlatColorAndWorksOnCoverage() throws {
    for sigma in [0.3, 2, 30, 54, 55, 136, 137, 900] {
      for format in [PixelFormat.argb8888, .xrgb8888, .coverage8] {
        let flat = try PixelBuffer(width: 65, height: 9, format: format)
        flat.clear(Color(red: 0.9, green: 0.3, blue: 0.7, alpha: 0.8))
        let before = flat.rows
        try flat.blur(sigma: sigma)
        #expect(flat.rows == before, "\(format) \(sigma)")
      }
    }
    #expect(throws: RenderError.self) { try PixelBuffer(width: 4, height: 4, format: .rgb565).blur(sigma: 2) }
    for sigma in [Double.nan, .infinity, -1] {
      #expect(throws: RenderError.self) { try PixelBuffer(width: 4, height: 4).blur(sigma: sigma) }
    }
  }

  @Test(arguments: ImageQuality.allCases)
  func resizingKeepsAFlatColorAndTheCorners(quality: ImageQuality) throws {
    let flat = try PixelBuffer(width: 50, height: 40)
    flat.clear(Color(red: 0.9, green: 0.3, blue: 0.7, alpha: 0.8))
    for (w, h) in [(1, 1), (7, 90), (123, 3), (50, 40), (25, 20), (200, 160)] {
      #expect(Set(try flat.resized(width: w, height: h, quality: quality).words) == Set(flat.words), "\(w) x \(h)")
    }
    #expect(throws: RenderError.self) { try PixelBuffer(width: 0, height: 4).resized(width: 3, height: 3) }
  }

  @Test func areaScalingWeighsEveryPixel() throws {
    // One white pixel column in ten: nothing of it may be lost, however the target's pixels fall.
    let source = try PixelBuffer(width: 400, height: 30, format: .gray8)
    for x in stride(from: 3, to: 400, by: 10) { source.clear(.white, in: PixelRect(x: x, y: 0, width: 1, height: 30)) }
    let small = try source.resized(width: 37, height: 3, quality: .good)
    let sum = small.rows.joined().reduce(0) { $0 + Int($1) }
    #expect(abs(Double(sum) / Double(37 * 3) - 25.5) < 1.5)
    let values = small.rows[1]
    #expect(values.allSatisfy { abs(Int($0) - 26) <= 12 })
  }

  @Test func tintKeepsCoverageAndReplacesColor() throws {
    let mask = try PixelBuffer(width: 2, height: 1, format: .coverage8)
    mask.clear(Color(white: 1, alpha: 1), in: PixelRect(x: 1, y: 0, width: 1, height: 1))
    #expect(try mask.tinted(Color(red: 1, green: 0, blue: 0, alpha: 0.5)).words == [0, 0x8080_0000])
  }
}

/// Pages of a buffer's bytes that are in memory.
private func residentPages(_ buffer: PixelBuffer) -> Int {
  buffer.withUnsafeBytes { bytes in
    var pages = [UInt8](repeating: 0, count: (bytes.count + 4095) / 4096)
    #expect(mincore(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count, &pages) == 0)
    return pages.count { $0 & 1 != 0 }
  }
}

/// Whether the kernel knows MADV_POPULATE_WRITE.
private let kernelPopulates: Bool = {
  guard let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), page != MAP_FAILED else { return false }
  defer { munmap(page, 4096) }
  return madvise(page, 4096, 23) == 0
}()
