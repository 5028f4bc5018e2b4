import Glibc
import Testing
import TesseraGeometry
import TesseraRender

/// Filter primitives against the formulas of Filter Effects 1, worked out in doubles and pixel by pixel.
@Suite struct FilterTests {
  /// Values 0...255 of a pixel.
  private struct Pixel {
    var r, g, b, a: Double

    init(_ r: Double, _ g: Double, _ b: Double, _ a: Double) { (self.r, self.g, self.b, self.a) = (r, g, b, a) }
    init(_ word: UInt32) {
      self.init(Double(word >> 16 & 255), Double(word >> 8 & 255), Double(word & 255), Double(word >> 24))
    }
    static let clear = Pixel(0, 0, 0, 0)

    var channels: [Double] { [r, g, b, a] }
    /// Colour without its alpha.
    var plain: Pixel { a == 0 ? .clear : Pixel(min(255, r * 255 / a), min(255, g * 255 / a), min(255, b * 255 / a), a) }
    /// Values in their range, colour times alpha.
    var premultiplied: Pixel {
      func inRange(_ v: Double) -> Double { v.isNaN ? 0 : min(255, max(0, v)) }
      let alpha = inRange(a)
      return Pixel(inRange(r) * alpha / 255, inRange(g) * alpha / 255, inRange(b) * alpha / 255, alpha)
    }
    func map(_ f: (Double) -> Double) -> Pixel { Pixel(f(r), f(g), f(b), f(a)) }
  }

  private struct Grid {
    let width, height: Int
    var pixels: [Pixel]

    init(_ buffer: PixelBuffer) { (width, height, pixels) = (buffer.width, buffer.height, buffer.words.map(Pixel.init)) }
    subscript(x: Int, y: Int) -> Pixel { (0..<width).contains(x) && (0..<height).contains(y) ? pixels[y * width + x] : .clear }
  }

  /// Colours of little alpha say little: what is compared is premultiplied. `most`: values of 255.
  private func expect(
    _ buffer: PixelBuffer, within most: Double, sourceLocation: SourceLocation = #_sourceLocation, _ wanted: (Int, Int) -> Pixel
  ) {
    let got = Grid(buffer)
    var worst = (difference: 0.0, x: 0, y: 0)
    for y in 0..<got.height {
      for x in 0..<got.width {
        let difference = zip(got[x, y].channels, wanted(x, y).channels).map { abs($0 - $1) }.max() ?? 0
        if difference > worst.difference { worst = (difference, x, y) }
        #expect(got[x, y].channels.dropLast().allSatisfy { $0 <= got[x, y].a }, "at \(x), \(y)", sourceLocation: sourceLocation)
      }
    }
    #expect(
      worst.difference <= most, "\(got[worst.x, worst.y]) at \(worst.x), \(worst.y), wanted \(wanted(worst.x, worst.y))",
      sourceLocation: sourceLocation)
  }

  private func toLinear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
  private func toSRGB(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }

  @Test func colorsBecomeLinearAndSRGBAgain() throws {
    for (convert, curve) in [(PixelBuffer.convertToLinear, toLinear), (PixelBuffer.convertToSRGB, toSRGB)] {
      let buffer = try PixelBuffer.random(40, 20, seed: 1)
      let before = Grid(buffer)
      try convert(buffer)()
      // Plain colours are rounded before and after, and the curve of dark ones is steep.
      expect(buffer, within: 8) { x, y in
        let p = before[x, y].plain
        return Pixel(curve(p.r / 255) * 255, curve(p.g / 255) * 255, curve(p.b / 255) * 255, p.a).premultiplied
      }
    }
    // Every opaque gray, exactly rounded.
    let grays = try PixelBuffer(width: 256, height: 1)
    for i in 0..<256 { grays.set(i, 0, 0xFF00_0000 | UInt32(i) * 0x010101) }
    try grays.convertToLinear()
    for i in 0..<256 { #expect(grays.words[i] & 255 == UInt32((toLinear(Double(i) / 255) * 255).rounded())) }
  }

  @Test(arguments: 1...8) func aColorMatrixMultipliesPlainColors(seed: UInt64) throws {
    var random = Random(seed)
    let buffer = try PixelBuffer.random(23, 17, seed: seed)
    let before = Grid(buffer)
    let matrix = (0..<20).map { _ in Float(random.double(-1...1.5)) }
    try buffer.applyColorMatrix(matrix)
    expect(buffer, within: 4) { x, y in
      let p = before[x, y].plain
      let v = (0..<4).map { row in
        (0..<5).reduce(0) { $0 + Double(matrix[row * 5 + $1]) * ($1 == 4 ? 255 : p.channels[$1].rounded()) }
      }
      return Pixel(v[0], v[1], v[2], v[3]).premultiplied
    }
  }

  @Test func transferTablesAreLookedUpByPlainColors() throws {
    let buffer = try PixelBuffer.random(23, 17, seed: 5)
    let before = Grid(buffer)
    let inverse = (0..<256).map { UInt8(255 - $0) }
    let half = (0..<256).map { UInt8($0 / 2) }
    let steps = (0..<256).map { UInt8($0 / 64 * 85) }
    let opaque = (0..<256).map { _ in UInt8(200) }
    try buffer.applyTransfer(red: inverse, green: half, blue: steps, alpha: opaque)
    expect(buffer, within: 1) { x, y in
      let p = before[x, y].plain.map { $0.rounded() }
      return Pixel(Double(inverse[Int(p.r)]), Double(half[Int(p.g)]), Double(steps[Int(p.b)]), 200).premultiplied
    }
  }

  @Test(arguments: 1...8) func arithmeticIsOfPremultipliedValues(seed: UInt64) throws {
    var random = Random(seed)
    let (a, b) = (try PixelBuffer.random(19, 13, seed: seed), try PixelBuffer.random(19, 13, seed: seed + 100))
    let (p, q) = (Grid(a), Grid(b))
    let k = (0..<4).map { _ in Float(random.double(-1...1)) }
    try b.combine(with: a, k1: k[0], k2: k[1], k3: k[2], k4: k[3])
    expect(b, within: 1) { x, y in
      let v = zip(p[x, y].channels, q[x, y].channels).map { i, j in
        min(255, max(0, (Double(k[0]) * i * j / 255 + Double(k[1]) * i + Double(k[2]) * j + Double(k[3]) * 255)))
      }
      return Pixel(min(v[0], v[3]), min(v[1], v[3]), min(v[2], v[3]), v[3])
    }
  }

  @Test(arguments: [(1, 1), (3, 3), (2, 5), (4, 1), (1, 6), (100, 100)], [true, false])
  func morphologyTakesTheExtremeOfItsWindow(window: (columns: Int, rows: Int), dilates: Bool) throws {
    let buffer = try PixelBuffer.random(21, 14, seed: 9)
    let before = Grid(buffer)
    try buffer.applyMorphology(columns: window.columns, rows: window.rows, dilates: dilates)
    // A window beyond twice the size sees nothing more.
    let (columns, rows) = (min(window.columns, 42), min(window.rows, 28))
    expect(buffer, within: 0) { x, y in
      var result = before[x, y].channels
      for j in 0..<rows {
        for i in 0..<columns {
          let other = before[x - columns / 2 + i, y - rows / 2 + j].channels
          result = zip(result, other).map { dilates ? max($0, $1) : min($0, $1) }
        }
      }
      return Pixel(result[0], result[1], result[2], result[3])
    }
  }

  @Test(arguments: FilterEdgeMode.allCases, [true, false])
  func aConvolutionIsTurnedByHalfATurn(edges: FilterEdgeMode, keepsAlpha: Bool) throws {
    let buffer = try PixelBuffer.random(11, 9, seed: 4)
    let source = Grid(buffer)
    let target = try PixelBuffer(width: 11, height: 9)
    let convolution = Convolution(
      kernel: [1, 2, 0, -1, 3, 1], columns: 3, targetX: 2, targetY: 0, divisor: 4, bias: 0.1, edges: edges, keepsAlpha: keepsAlpha)
    try buffer.convolve(convolution, into: target)
    func at(_ i: Int, _ count: Int) -> Int? {
      switch edges {
      case .none: (0..<count).contains(i) ? i : nil
      case .duplicate: min(count - 1, max(0, i))
      case .wrap: (i % count + count) % count
      }
    }
    expect(target, within: keepsAlpha ? 2 : 1) { x, y in
      var sum = [0.0, 0, 0, 0]
      for j in 0..<2 {
        for i in 0..<3 {
          guard let px = at(x - 2 + i, 11), let py = at(y + j, 9) else { continue }
          let p = keepsAlpha ? source[px, py].plain.map { $0.rounded() } : source[px, py]
          sum = zip(sum, p.channels).map { $0 + $1 * Double(convolution.kernel[(1 - j) * 3 + 2 - i]) }
        }
      }
      if keepsAlpha { return Pixel(sum[0] / 4 + 25.5, sum[1] / 4 + 25.5, sum[2] / 4 + 25.5, source[x, y].a).premultiplied }
      let alpha = min(255, max(0, sum[3] / 4 + 25.5))
      let c = sum.map { min(alpha, max(0, $0 / 4 + 0.1 * alpha)) }
      return Pixel(c[0], c[1], c[2], alpha)
    }
  }

  @Test func aDisplacementMovesPixelsByTheMap() throws {
    let (buffer, map) = (try PixelBuffer.random(15, 12, seed: 6), try PixelBuffer.random(15, 12, seed: 7))
    let (source, by) = (Grid(buffer), Grid(map))
    let target = try PixelBuffer(width: 15, height: 12)
    try buffer.displace(by: map, channels: (x: 3, y: 1), scaleX: 9, scaleY: -6.5, into: target)
    expect(target, within: 0) { x, y in
      let p = by[x, y].plain.map { $0.rounded() }
      let from = (Double(x) + 9 * (p.a / 255 - 0.5) + 0.5, Double(y) - 6.5 * (p.g / 255 - 0.5) + 0.5)
      return source[Int(floor(from.0)), Int(floor(from.1))]
    }
  }

  /// Below two pixels the bell itself, above three boxes, which keep the sum and spread it as far.
  @Test(arguments: [0.5, 1.3, 1.9, 2, 3.7, 6]) func aBlurSpreadsADotByItsDeviation(sigma: Double) throws {
    let buffer = try PixelBuffer(width: 81, height: 5)
    buffer.set(40, 2, 0xFFFF_8000)
    // A wide row, so that eight bits are enough: the dot is a line.
    for y in 0..<5 { for x in 30...50 { buffer.set(x, y, 0xFFFF_8000) } }
    try buffer.blur(sigmaX: sigma, sigmaY: 0)
    let row = Grid(buffer)
    let alpha = (0..<81).map { row[$0, 2].a }
    #expect(abs(alpha.reduce(0, +) - 21 * 255) < 40)
    let middle = alpha.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } / alpha.reduce(0, +)
    #expect(abs(middle - 40) < 0.6)
    let spread = alpha.enumerated().reduce(0) { $0 + pow(Double($1.offset) - middle, 2) * $1.element } / alpha.reduce(0, +)
    // That of the line itself, and that of the blur.
    #expect(abs(sqrt(max(0, spread - (441 - 1) / 12)) - sigma) < 0.25 + sigma * 0.05)
    for y in [0, 1, 3, 4] { #expect((0..<81).allSatisfy { row[$0, y].a == alpha[$0] }) }
    // Outside of the buffer there is nothing.
    let edge = try PixelBuffer(width: 9, height: 9)
    edge.clear(.white)
    try edge.blur(sigmaX: sigma, sigmaY: sigma)
    #expect(edge.words[0] >> 24 < edge.words[40] >> 24)
  }

  /// What a box spreads beyond the buffer is nothing for the next one.
  @Test(arguments: [2, 3.7, 4, 6, 30, 400]) func boxesAreClippedToTheBuffer(sigma: Double) throws {
    let buffer = try PixelBuffer(width: 23, height: 3)
    var row = (0..<23).map { $0 < 9 || $0 > 13 ? 255.0 : 0 }
    for y in 0..<3 { for x in 0..<23 { buffer.set(x, y, row[x] > 0 ? 0xFFFF_FFFF : 0) } }
    try buffer.blur(sigmaX: sigma, sigmaY: 0)
    let side = Int(floor(sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5))
    let half = side / 2
    let windows = side.isMultiple(of: 2) ? [(half, half - 1), (half - 1, half), (half, half)] : [(half, half), (half, half), (half, half)]
    for (left, right) in windows {
      row = row.indices.map { i in
        row[max(0, i - left)...min(22, i + right)].reduce(0, +) / Double(left + right + 1)
      }
    }
    for y in 0..<3 { for x in 0..<23 { #expect(abs(Double(buffer.words[y * 23 + x] >> 24) - row[x]) <= 0.51) } }
  }

  @Test func aDistantLightFollowsLambert() throws {
    let flat = try PixelBuffer(width: 7, height: 7)
    flat.clear(.black)
    let target = try PixelBuffer(width: 7, height: 7)
    let light = FilterLight(source: .distant(azimuth: 0.7, elevation: .pi / 6), color: Color(red: 1, green: 0.5, blue: 0), constant: 0.8)
    try flat.light(light, into: target)
    // A flat surface looks up: the share is the sine of the elevation.
    expect(target, within: 1) { _, _ in Pixel(255 * 0.8 * 0.5, 255 * 0.8 * 0.25, 0, 255) }
    // A ramp that rises to the right, lit from the right and from the left.
    for x in 0..<7 { for y in 0..<7 { flat.set(x, y, UInt32(x * 40) << 24) } }
    for (azimuth, side) in [(0.0, -1.0), (.pi, 1)] {
      try flat.light(FilterLight(source: .distant(azimuth: azimuth, elevation: 0.5), color: .white, surfaceScale: 3), into: target)
      // The kernel of SVG's table weighs the difference of the neighbours on both sides, which is that of two pixels.
      let slope = 3 * 2 * 40 / 255.0
      let share = max(0, (side * slope * cos(0.5) + sin(0.5)) / sqrt(1 + slope * slope))
      let got = Grid(target)
      for x in 1..<6 { #expect(abs(got[x, 3].r - min(255, share * 255)) <= 1) }
    }
  }

  @Test func specularAlphaFollowsBrightnessAndASpotEndsAtItsCone() throws {
    let flat = try PixelBuffer(width: 21, height: 21)
    let target = try PixelBuffer(width: 21, height: 21)
    let source = FilterLight.Source.spot(x: 10, y: 10, z: 10, atX: 10, atY: 10, atZ: 0, focus: 1, cone: .pi / 6)
    try flat.light(FilterLight(source: source, color: Color(red: 0.5, green: 1, blue: 0), exponent: 4), into: target)
    let got = Grid(target)
    #expect(got[10, 10].a == 255 && got[10, 10].g == 255 && abs(got[10, 10].r - 128) <= 1)
    for y in 0..<21 {
      for x in 0..<21 {
        let away = hypot(Double(x - 10), Double(y - 10))
        #expect(got[x, y].a == max(got[x, y].r, got[x, y].g, got[x, y].b))
        if away > 10 * tan(.pi / 6) + 1e-6 { #expect(got[x, y].a == 0) }
        if away < 10 * tan(.pi / 6) - 1e-6 { #expect(got[x, y].a > 0) }
      }
    }
    // A point shines to all sides.
    try flat.light(FilterLight(source: .point(x: 10, y: 10, z: 5), color: .white), into: target)
    expect(target, within: 1) { x, y in
      let share = 5 / sqrt(pow(Double(x - 10), 2) + pow(Double(y - 10), 2) + 25)
      return Pixel(share * 255, share * 255, share * 255, 255)
    }
  }

  @Test func noiseFollowsItsSeedFitsItsTileAndIsUnbounded() throws {
    func noise(_ turbulence: Turbulence) throws -> [UInt32] {
      let buffer = try PixelBuffer(width: 32, height: 32)
      try buffer.fill(with: turbulence)
      expect(buffer, within: 255) { _, _ in .clear }
      return buffer.words
    }
    let plain = Turbulence(frequencyX: 0.13, frequencyY: 0.07, octaves: 3, seed: 5, isFractal: true)
    #expect(try noise(plain) == noise(plain))
    var other = plain
    other.seed = 6
    #expect(try noise(plain) != noise(other))
    // On the lattice the sum of noises is 0: the middle of each channel.
    let lattice = try noise(Turbulence(frequencyX: 1, frequencyY: 1, octaves: 4, isFractal: true))
    #expect(Set(lattice) == [0x8040_4040])
    #expect(try Set(noise(Turbulence(frequencyX: 1, frequencyY: 1, octaves: 4))) == [0])
    // Stitched, its right edge goes on at its left.
    var stitched = plain
    stitched.tile = Rect(0, 0, 32, 32)
    let once = try noise(stitched)
    stitched.transform = .translation(16, 16)
    var moved = stitched
    moved.tile = Rect(0, 0, 32, 32)
    let shifted = try noise(moved)
    for y in 0..<16 { for x in 0..<16 { #expect(shifted[y * 32 + x] == once[(y + 16) * 32 + x + 16]) } }
    // Where numbers have no fraction any more there is no noise, and nothing overflows.
    let far = Turbulence(frequencyX: 1e6, frequencyY: 1e6, octaves: 16, transform: Transform(a: 1e6, b: 0, c: 0, d: 1e6, tx: 0.5, ty: 0))
    #expect(try noise(far).count == 1024)
  }

  @Test func impossibleFiltersAreErrorsAndChangeNothing() throws {
    let buffer = try PixelBuffer.random(5, 4, seed: 2)
    let (before, target, small) = (buffer.words, try PixelBuffer(width: 5, height: 4), try PixelBuffer(width: 4, height: 4))
    let gray = try PixelBuffer(width: 5, height: 4, format: .gray8)
    let wrong: [() throws -> Void] = [
      { try buffer.applyColorMatrix([1]) }, { try buffer.applyColorMatrix(Array(repeating: .nan, count: 20)) },
      { try buffer.applyTransfer(red: [1], green: [], blue: [], alpha: []) },
      { try buffer.combine(with: small, k1: 1, k2: 0, k3: 0, k4: 0) },
      { try buffer.combine(with: target, k1: .infinity, k2: 0, k3: 0, k4: 0) }, { try buffer.blur(sigmaX: -1, sigmaY: 0) },
      { try buffer.blur(sigmaX: .nan, sigmaY: 0) }, { try buffer.applyMorphology(columns: 0, rows: 1, dilates: true) },
      { try buffer.convolve(Convolution(kernel: [1], columns: 1, targetX: 0, targetY: 0, divisor: 0), into: target) },
      { try buffer.convolve(Convolution(kernel: [1], columns: 1, targetX: 1, targetY: 0, divisor: 1), into: target) },
      { try buffer.convolve(Convolution(kernel: [1, 2, 3], columns: 2, targetX: 0, targetY: 0, divisor: 1), into: target) },
      { try buffer.displace(by: target, channels: (x: 4, y: 0), scaleX: 1, scaleY: 1, into: target) },
      { try buffer.displace(by: small, channels: (x: 0, y: 0), scaleX: 1, scaleY: 1, into: target) },
      { try buffer.light(FilterLight(source: .distant(azimuth: .nan, elevation: 0), color: .white), into: target) },
      { try buffer.light(FilterLight(source: .distant(azimuth: 0, elevation: 0), color: .white), into: small) },
      { try buffer.fill(with: Turbulence(frequencyX: -1, frequencyY: 0)) },
      { try buffer.fill(with: Turbulence(frequencyX: 2e6, frequencyY: 0)) },
      { try buffer.fill(with: Turbulence(frequencyX: 1, frequencyY: 1, tile: Rect(0, 5, 10, 1e-190))) },
      { try buffer.fill(with: Turbulence(frequencyX: 1e6, frequencyY: 1, tile: Rect(0, 0, -1e6, 10))) },
      { try gray.convertToLinear() }, { try gray.blur(sigmaX: 1, sigmaY: 1) },
      { try gray.fill(with: Turbulence(frequencyX: 1, frequencyY: 1)) },
    ]
    for (number, body) in wrong.enumerated() { #expect(throws: RenderError.self, "number \(number)") { try body() } }
    #expect(buffer.words == before && target.words.allSatisfy { $0 == 0 })
  }
}
