import TesseraBase
import TesseraGeometry
import TesseraRender
import Testing
import TesseraTestSupport

@Suite struct PlanarPixelsTests {
  /// Random planes, with bytes between their rows.
  private struct Planes {
    let bytes: [[UInt8]]
    let strides: [Int]

    init(_ layout: PlanarPixels.Layout, _ width: Int, _ height: Int, gap: Int, _ random: inout SeededGenerator) {
      let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
      let shapes = [(width, height)] + (layout == .nv12 ? [(columns * 2, rows)] : [(columns, rows), (columns, rows)])
      strides = shapes.map { $0.0 + gap }
      bytes = shapes.map { shape in (0..<(shape.0 + gap) * (shape.1 - 1) + shape.0).map { _ in UInt8.random(in: 0...255, using: &random) } }
    }

    /// Returns the picture over a copy of the bytes, which it frees.
    func pixels(
      _ layout: PlanarPixels.Layout, _ width: Int, _ height: Int, _ matrix: PlanarPixels.Matrix = .bt709,
      _ range: PlanarPixels.Range = .limited,
      _ siting: PlanarPixels.ChromaSiting = .left
    ) throws -> PlanarPixels {
      // unsafe: only the release closure writes to the memory, when nothing reads it any more.
      nonisolated(unsafe) let memory = bytes.map { plane in
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: plane.count, alignment: 1)
        copy.copyBytes(from: plane)
        return copy
      }
      return try PlanarPixels(
        layout, width: width, height: height, wrapping: memory.map { UnsafeRawBufferPointer($0) }, strides: strides, matrix: matrix,
        range: range, siting: siting
      ) { for plane in memory { plane.deallocate() } }
    }
  }

  /// Levels of blue, green and red by the definitions of BT.601, BT.709 and BT.2020 in floating point, chroma linear between its places.
  private func expected(_ planes: Planes, _ pixels: PlanarPixels, _ x: Int, _ y: Int) -> [Double] {
    func chroma(_ channel: Int) -> Double {
      let across = pixels.siting == .left ? Double(x) / 2 : (Double(x) - 0.5) / 2
      let down = (Double(y) - 0.5) / 2
      var sum = 0.0
      for (row, column) in [(0.0, 0.0), (0, 1), (1, 0), (1, 1)] {
        let (left, top) = (across.rounded(.down), down.rounded(.down))
        let weight = (column == 0 ? 1 - (across - left) : across - left) * (row == 0 ? 1 - (down - top) : down - top)
        let i = min(max(Int(left + column), 0), (pixels.width + 1) / 2 - 1)
        let j = min(max(Int(top + row), 0), (pixels.height + 1) / 2 - 1)
        let isPair = pixels.layout == .nv12
        let plane = isPair ? 1 : 1 + channel
        sum += weight * Double(planes.bytes[plane][j * planes.strides[plane] + (isPair ? i * 2 + channel : i)])
      }
      return sum - 128
    }
    let isFull = pixels.range == .full
    var luma = Double(planes.bytes[0][y * planes.strides[0] + x])
    if !isFull { luma = (luma - 16) * 255 / 219 }
    let (cb, cr) = (chroma(0) * (isFull ? 1 : 255.0 / 224), chroma(1) * (isFull ? 1 : 255.0 / 224))
    let (kr, kb) =
      switch pixels.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let (red, blue) = (luma + 2 * (1 - kr) * cr, luma + 2 * (1 - kb) * cb)
    return [blue, (luma - kr * red - kb * blue) / (1 - kr - kb), red].map { min(255, max(0, $0)) }
  }

  @Test(arguments: PlanarPixels.Layout.allCases, PlanarPixels.Matrix.allCases)
  func colorsAreWithinOneLevelOfTheDefinition(layout: PlanarPixels.Layout, matrix: PlanarPixels.Matrix) throws {
    var random = SeededGenerator(seed: 11)
    for range in PlanarPixels.Range.allCases {
      for siting in PlanarPixels.ChromaSiting.allCases {
        for (width, height) in [(1, 1), (2, 2), (7, 5), (16, 9), (33, 18), (517, 3), (1031, 2)] {
          let planes = Planes(layout, width, height, gap: width % 5, &random)
          let pixels = try planes.pixels(layout, width, height, matrix, range, siting)
          let got = try pixels.converted()
          var worst = 0.0
          got.withUnsafeBytes { bytes in
            for y in 0..<height {
              for x in 0..<width {
                let levels = expected(planes, pixels, x, y)
                for k in 0..<3 { worst = max(worst, abs(Double(bytes[y * got.stride + x * 4 + k]) - levels[k])) }
              }
            }
          }
          #expect(worst <= 1, "\(layout) \(matrix) \(range) \(siting) \(width) x \(height)")
        }
      }
    }
  }

  /// Places, qualities and transforms give the same pixels as for a converted copy.
  @Test(arguments: PlanarPixels.Layout.allCases) func drawingEqualsThatOfAConvertedCopy(layout: PlanarPixels.Layout) throws {
    var random = SeededGenerator(seed: 12)
    for round in 0..<200 {
      let (width, height) = (Int.random(in: 1...70, using: &random), Int.random(in: 1...50, using: &random))
      let pixels = try Planes(layout, width, height, gap: 3, &random).pixels(layout, width, height)
      let copy = try pixels.converted()
      let isPlain = round % 3 == 0
      let rect = Rect(
        Double.random(in: -20...20, using: &random).rounded(), Double.random(in: -20...20, using: &random).rounded(),
        isPlain ? Double(width) : Double.random(in: 1...90, using: &random),
        isPlain ? Double(height) : Double.random(in: 1...90, using: &random))
      let quality = [ImageQuality.nearest, .bilinear, .good][round % 3]
      let opacity = round % 4 == 0 ? 0.4 : 1
      func drawn(_ draw: (borrowing Canvas) -> Void) throws -> [UInt8] {
        let target = try PixelBuffer(width: 64, height: 48)
        target.clear(Color(rgb: 0x336699))
        let canvas = try Canvas(target)
        if round % 5 == 1 { canvas.concatenate(Transform(a: 0.9, b: 0.2, c: -0.3, d: 1.1, tx: 4, ty: 2)) }
        if round % 5 == 2 { canvas.concatenate(Transform(a: -1, b: 0, c: 0, d: 1, tx: 60, ty: 0)) }
        if round % 2 == 1 { canvas.clip(RoundedRect(Rect(5, 3, 50, 40), radius: 12)) }
        draw(canvas)
        #expect(canvas.failure == nil)
        return target.withUnsafeBytes { Array($0) }
      }
      let isSame =
        try drawn { $0.draw(pixels, in: rect, quality: quality, opacity: opacity) }
        == drawn { $0.draw(copy, in: rect, quality: quality, opacity: opacity) }
      #expect(isSame, "round \(round): \(width) x \(height) in \(rect), \(quality), \(opacity)")
    }
  }

  /// The part that is painted has no influence on its pixels.
  @Test func partsEqualTheWhole() throws {
    var random = SeededGenerator(seed: 13)
    let pixels = try Planes(.nv12, 61, 47, gap: 0, &random).pixels(.nv12, 61, 47)
    for rect in [Rect(1, 2, 61, 47), Rect(-3, -5, 83.5, 61.25), Rect(4, 4, 40, 30)] {
      let (whole, parts) = (try PixelBuffer(width: 70, height: 56), try PixelBuffer(width: 70, height: 56))
      try Canvas(whole).draw(pixels, in: rect)
      for (x, y) in [(0, 0), (23, 0), (46, 0), (0, 28), (23, 28), (46, 28)] {
        let canvas = try Canvas(parts)
        canvas.clip(pixels: PixelRect(x: x, y: y, width: 23 + x / 46, height: 28))
        canvas.draw(pixels, in: rect)
      }
      let isSame = whole.withUnsafeBytes { Array($0) } == parts.withUnsafeBytes { Array($0) }
      #expect(isSame, "\(rect)")
    }
  }

  @Test func memoryIsReleasedOnceAfterTheLastCopy() throws {
    let count = Locked(0)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 24, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 128)
    let planes = [UnsafeRawBufferPointer(rebasing: memory[..<16]), UnsafeRawBufferPointer(rebasing: memory[16...])]
    do {
      let pixels = try PlanarPixels(.nv12, width: 4, height: 4, wrapping: planes) { count.withLock { $0 += 1 } }
      var other = pixels
      other.matrix = .bt2020
      #expect(!other.isSame(as: pixels) && pixels.isSame(as: pixels) && pixels.byteCount == 24)
      #expect(try other.converted().color(x: 3, y: 3).red > 0.5 && count.withLock { $0 } == 0)
    }
    #expect(count.withLock { $0 } == 1)
    #expect(throws: RenderError.self) { try PlanarPixels(.nv12, width: 4, height: 6, wrapping: planes) { count.withLock { $0 += 1 } } }
    #expect(count.withLock { $0 } == 1, "no pixels, no release")
  }

  @Test func invalidPlanesAreRefused() throws {
    let bytes = [UInt8](repeating: 0, count: 24)
    for (width, height) in [(0, 4), (4, 0), (-1, 4), (PlanarPixels.maximumSide + 1, 1), (1, Int.max), (4, 5), (3, 3)] {
      #expect(throws: RenderError.self) { try PlanarPixels(.i420, width: width, height: height, bytes: bytes) }
    }
    #expect(throws: Never.self) { try PlanarPixels(.i420, width: 4, height: 4, bytes: bytes) }
    bytes.withUnsafeBytes { memory in
      let (luma, chroma) = (UnsafeRawBufferPointer(rebasing: memory[..<16]), UnsafeRawBufferPointer(rebasing: memory[16...]))
      for strides in [[3, 4], [4, 3], [5, 4], [4, Int.max], [Int.min, 4], [4], [4, 4, 4]] {
        #expect(throws: RenderError.self, "\(strides)") {
          try PlanarPixels(.nv12, width: 4, height: 4, wrapping: [luma, chroma], strides: strides) {}
        }
      }
      #expect(throws: RenderError.self) { try PlanarPixels(.i420, width: 4, height: 4, wrapping: [luma, chroma]) {} }
      #expect(throws: RenderError.self) {
        try PlanarPixels(.nv12, width: 4, height: 4, wrapping: [luma, UnsafeRawBufferPointer(start: nil, count: 0)]) {}
      }
    }
    #expect(throws: RenderError.badArgument("planes of 4 x 4 pixels in nv12 must have 24 bytes, got 3")) {
      try PlanarPixels(.nv12, width: 4, height: 4, bytes: [1, 2, 3])
    }
  }
}
