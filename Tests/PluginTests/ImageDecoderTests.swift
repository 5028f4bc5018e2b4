import Foundation
import ImagePlugin
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct ImageDecoderTests {
  // MARK: PNG

  struct Kind: CustomTestStringConvertible {
    var colorType: Int, bitDepth: Int, interlaced: Bool, hasTransparency: Bool
    var testDescription: String {
      "type \(colorType), \(bitDepth) bits\(interlaced ? ", interlaced" : "")\(hasTransparency ? ", tRNS" : "")"
    }

    static let all: [Kind] = [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])].flatMap { type, depths in
      depths.flatMap { depth in
        [false, true].flatMap { interlaced in
          (type < 4 ? [false, true] : [false]).map {
            Kind(colorType: type, bitDepth: depth, interlaced: interlaced, hasTransparency: $0)
          }
        }
      }
    }
  }

  /// A channel in 8 bits, before it is reduced to the depth.
  static func channel(_ x: Int, _ y: Int, _ c: Int) -> Int { (x * 19 + y * 41 + c * 83 + x * y) & 255 }

  @Test(arguments: Kind.all) func everyKindOfPNGGivesItsPixels(_ kind: Kind) throws {
    let top = (1 << min(kind.bitDepth, 8)) - 1
    let entries = kind.colorType == 3 ? (0...top).map { i in (0..<3).map { UInt8(Self.channel(i, 7, $0)) } } : []
    func small(_ x: Int, _ y: Int, _ c: Int) -> Int { Self.channel(x, y, c) >> max(0, 8 - kind.bitDepth) }
    func wide(_ v: Int) -> Int { kind.bitDepth == 16 ? v * 257 : v }
    var png = TestPNG(width: 13, height: 11, colorType: kind.colorType, bitDepth: kind.bitDepth, interlaced: kind.interlaced) {
      wide(small($0, $1, $2))
    }
    png.palette = entries.flatMap { $0 }
    if kind.hasTransparency {
      // The colour of the pixel at (3, 2), or alphas for the first entries.
      png.transparency =
        kind.colorType == 3
        ? [0, 128] : (0..<png.channels).flatMap { c in [UInt8(wide(small(3, 2, c)) >> 8), UInt8(wide(small(3, 2, c)) & 255)] }
    }
    let buffer = try ImageDecoder.decode(bytes: png.bytes())
    #expect(buffer.width == 13 && buffer.height == 11 && buffer.format == .argb8888)
    for y in 0..<11 {
      for x in 0..<13 {
        let v = (0..<png.channels).map { small(x, y, $0) }
        let isKey = kind.hasTransparency && (0..<png.channels).allSatisfy { v[$0] == small(3, 2, $0) }
        let expected: TestPixel
        switch kind.colorType {
        case 0: expected = TestPixel(v[0] * 255 / top, v[0] * 255 / top, v[0] * 255 / top, isKey ? 0 : 255)
        case 2: expected = TestPixel(v[0], v[1], v[2], isKey ? 0 : 255)
        case 3:
          let e = entries[v[0]].map(Int.init)
          expected = TestPixel(e[0], e[1], e[2], kind.hasTransparency && v[0] < 2 ? v[0] * 128 : 255)
        case 4: expected = TestPixel(v[0], v[0], v[0], v[1])
        default: expected = TestPixel(v[0], v[1], v[2], v[3])
        }
        #expect(TestPixel(buffer, x, y) == expected, "at \(x), \(y)")
      }
    }
    let info = try ImageDecoder.probe(bytes: png.bytes())
    #expect(info.isOpaque == (kind.colorType < 4 && !kind.hasTransparency))
    #expect(info.width == 13 && info.height == 11 && info.format == .png && info.orientation == 1)
  }

  @Test(arguments: [false, true]) func shrinkingAveragesTheCoveredPixels(interlaced: Bool) throws {
    let png = TestPNG(width: 23, height: 17, colorType: 6, interlaced: interlaced, sample: Self.channel)
    let whole = try ImageDecoder.decode(bytes: png.bytes())
    for (width, height) in [(22, 16), (11, 17), (7, 5), (23, 3), (2, 2), (1, 1)] {
      let small = try ImageDecoder.decode(bytes: png.bytes(), width: width, height: height)
      #expect(small.width == width && small.height == height)
      for y in 0..<height {
        for x in 0..<width {
          let mean = Self.average(whole, x, y, width, height)
          let got = TestPixel(small, x, y)
          for (a, b) in zip(mean, [got.blue, got.green, got.red, got.alpha]) { #expect(abs(a - Double(b)) <= 0.75, "\(width)x\(height)") }
        }
      }
    }
  }

  /// Returns the average of the area that the pixel covers in the whole picture, by definition.
  static func average(_ whole: PixelBuffer, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [Double] {
    let (sx, sy) = (Double(whole.width) / Double(width), Double(whole.height) / Double(height))
    var sums = [0.0, 0, 0, 0]
    for v in 0..<whole.height {
      for u in 0..<whole.width {
        let w = max(0, min(Double(u + 1), Double(x + 1) * sx) - max(Double(u), Double(x) * sx))
        let h = max(0, min(Double(v + 1), Double(y + 1) * sy) - max(Double(v), Double(y) * sy))
        if w * h <= 0 { continue }
        let p = TestPixel(whole, u, v)
        for (i, c) in [p.blue, p.green, p.red, p.alpha].enumerated() { sums[i] += Double(c) * w * h }
      }
    }
    return sums.map { $0 / (sx * sy) }
  }

  @Test func aPlainColorIsUnchangedAtEverySize() throws {
    let png = TestPNG(width: 61, height: 3, colorType: 2) { _, _, c in [255, 1, 77][c] }.bytes()
    for width in 1...61 {
      let buffer = try ImageDecoder.decode(bytes: png, width: width, height: 1 + width % 3)
      for x in 0..<width { #expect(TestPixel(buffer, x, 0) == TestPixel(255, 1, 77)) }
    }
  }

  @Test func compressedTextAndProfilesAreSkippedUnread() throws {
    // A profile with a zlib header but invalid data. Inflating it would give a warning or an error.
    let png = TestPNG(
      width: 2, height: 2, colorType: 0, extra: [("iCCP", Array("x\0\0bomb".utf8)), ("zTXt", Array("a\0\0bomb".utf8))]
    ) { _, _, _ in 9 }
    #expect(TestPixel(try ImageDecoder.decode(bytes: png.bytes()), 1, 1) == TestPixel(9, 9, 9))
  }

  // MARK: JPEG

  static let coloured = [
    "gradient_420", "gradient_422", "gradient_444", "gradient_progressive", "gradient_cmyk_adobe", "gradient_ycck",
  ]

  @Test(arguments: coloured) func everyKindOfJPEGGivesItsColors(_ name: String) throws {
    try expectGradient(in: fixture("\(name).jpg"))
  }

  private func expectGradient(in bytes: [UInt8]) throws {
    let info = try ImageDecoder.probe(bytes: bytes)
    #expect(info.format == .jpeg && info.width == 40 && info.height == 24 && info.orientation == 1 && info.isOpaque)
    let buffer = try ImageDecoder.decode(bytes: bytes)
    for y in 0..<24 {
      for x in 0..<40 {
        let difference = TestPixel(buffer, x, y).difference(TestPixel(255 * x / 39, 255 * y / 23, 128))
        #expect(difference <= 16, "at \(x), \(y)")
      }
    }
  }

  /// Returns a JPEG without the segments of a marker.
  private static func without(_ marker: UInt8, _ jpeg: [UInt8]) -> [UInt8] {
    var (result, at) = (Array(jpeg[..<2]), 2)
    while at + 4 <= jpeg.count, jpeg[at] == 0xFF, jpeg[at + 1] != 0xDA {
      let end = at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
      if jpeg[at + 1] != marker { result += jpeg[at..<end] }
      at = end
    }
    return result + jpeg[at...]
  }

  @Test func cmykIsReadTheSameWithoutAdobesMarker() throws {
    let bytes = try fixture("gradient_cmyk_adobe.jpg")
    let plain = Self.without(0xEE, bytes)
    #expect(plain.count < bytes.count)
    try expectGradient(in: plain)
    for width in [40, 13, 5] {
      let (a, b) = (
        try ImageDecoder.decode(bytes: bytes, width: width, height: 3), try ImageDecoder.decode(bytes: plain, width: width, height: 3)
      )
      for x in 0..<width { #expect(TestPixel(a, x, 1) == TestPixel(b, x, 1)) }
    }
    // Without the marker, YCCK cannot be distinguished from CMYK: four channels are CMYK, as in browsers.
    let unmarked = try ImageDecoder.decode(bytes: Self.without(0xEE, fixture("gradient_ycck.jpg")))
    #expect(TestPixel(unmarked, 20, 12).alpha == 255)
  }

  @Test func twoComponentsAreAnErrorThatNamesThem() throws {
    var bytes = try fixture("gradient_gray.jpg")
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 3] += 3
    bytes[frame + 9] = 2
    bytes.insert(contentsOf: [2, 0x11, 0], at: frame + 13)
    do {
      _ = try ImageDecoder.decode(bytes: bytes)
      Issue.record("it was decoded")
    } catch { #expect("\(error)".contains("it has 2 components; pictures have 1 (gray), 3 (YCbCr or RGB) or 4 (CMYK)")) }
  }

  @Test func aGrayJPEGGivesGray() throws {
    let buffer = try ImageDecoder.decode(bytes: fixture("gradient_gray.jpg"))
    for y in 0..<24 {
      for x in 0..<40 {
        let p = TestPixel(buffer, x, y)
        let luma = 0.299 * Double(255 * x / 39) + 0.587 * Double(255 * y / 23) + 0.114 * 128
        #expect(p.red == p.green && p.green == p.blue && p.alpha == 255 && abs(Double(p.red) - luma) < 6)
      }
    }
  }

  @Test(arguments: [(5, 3), (10, 6), (13, 24), (20, 12), (39, 23), (40, 1)]) func aShrunkJPEGKeepsItsGradient(width: Int, height: Int)
    throws
  {
    for name in ["gradient_444", "gradient_progressive", "gradient_cmyk_adobe"] {
      let buffer = try ImageDecoder.decode(bytes: fixture("\(name).jpg"), width: width, height: height)
      #expect(buffer.width == width && buffer.height == height)
      for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width / 2, height / 2)] {
        let (u, v) = ((Double(x) + 0.5) / Double(width) * 40 - 0.5, (Double(y) + 0.5) / Double(height) * 24 - 0.5)
        #expect(TestPixel(buffer, x, y).difference(TestPixel(Int(255 * u / 39), Int(255 * v / 23), 128)) <= 16, "\(name) at \(x), \(y)")
      }
    }
  }

  /// Returns a JPEG with an EXIF segment that contains an orientation.
  static func oriented(_ jpeg: [UInt8], _ orientation: UInt8, littleEndian: Bool) -> [UInt8] {
    let tiff: [UInt8] =
      littleEndian
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    let body = Array("Exif\0\0".utf8) + tiff
    return Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + Array(jpeg[2...])
  }

  @Test(arguments: 1...8, [false, true]) func theOrientationOfTheCameraIsApplied(orientation: Int, littleEndian: Bool) throws {
    let plain = try fixture("gradient_444.jpg")
    let stored = try ImageDecoder.decode(bytes: plain)
    let bytes = Self.oriented(plain, UInt8(orientation), littleEndian: littleEndian)
    let shown = try ImageDecoder.decode(bytes: bytes)
    let info = try ImageDecoder.probe(bytes: bytes)
    let (w, h) = orientation >= 5 ? (24, 40) : (40, 24)
    #expect(info.width == w && info.height == h && shown.width == w && shown.height == h && info.orientation == orientation)
    // Displayed position of row 0 and column 0 of the stored pixels: EXIF 2.3, tag 0x0112.
    func place(_ u: Int, _ v: Int) -> (Int, Int) {
      switch orientation {
      case 2: (39 - u, v)
      case 3: (39 - u, 23 - v)
      case 4: (u, 23 - v)
      case 5: (v, u)
      case 6: (23 - v, u)
      case 7: (23 - v, 39 - u)
      case 8: (v, 39 - u)
      default: (u, v)
      }
    }
    for v in 0..<24 {
      for u in 0..<40 {
        let (x, y) = place(u, v)
        #expect(TestPixel(shown, x, y) == TestPixel(stored, u, v))
      }
    }
    let small = try ImageDecoder.decode(bytes: bytes, width: w / 4, height: h / 4)
    #expect(small.width == w / 4 && small.height == h / 4)
  }

  // MARK: invalid input

  static func samples() throws -> [(name: String, bytes: [UInt8])] {
    var all = try (coloured + ["gradient_gray"]).map { ($0, try fixture("\($0).jpg")) }
    for (type, interlaced) in [(0, false), (6, false), (6, true), (3, false)] {
      var png = TestPNG(width: 9, height: 7, colorType: type, interlaced: interlaced, sample: { x, y, c in channel(x, y, c) })
      if type == 3 { png.palette = (0..<768).map { UInt8($0 & 255) } }
      all.append(("png \(type) \(interlaced)", png.bytes()))
    }
    return all
  }

  @Test func aFileCutAnywhereIsAnErrorOrWhole() throws {
    for (name, bytes) in try Self.samples() {
      let whole = try ImageDecoder.decode(bytes: bytes).packedBytes
      for count in 0..<bytes.count {
        do {
          let buffer = try ImageDecoder.decode(bytes: Array(bytes[..<count]), name: name)
          // Only the end marker of a JPEG may be missing.
          #expect(buffer.packedBytes == whole && count >= bytes.count - 2, "\(name) cut to \(count) of \(bytes.count)")
        } catch .truncated(let source, _) {
          #expect(source == name)
        } catch {
          #expect(count == 0, "\(name) cut to \(count): \(error)")
        }
      }
    }
  }

  @Test func damagedFilesGiveAnErrorOrAPictureOfTheirSize() throws {
    var random = SeededGenerator(seed: 20240)
    var (errors, pictures) = (0, 0)
    for (name, bytes) in try Self.samples() {
      for _ in 0..<400 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let wanted = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
        do {
          let info = try ImageDecoder.probe(bytes: damaged, name: name)
          let buffer = try ImageDecoder.decode(bytes: damaged, name: name, width: wanted.0, height: wanted.1, byteLimit: 8 << 20)
          #expect(buffer.width == min(wanted.0, info.width) && buffer.height == min(wanted.1, info.height))
          pictures += 1
        } catch {
          #expect(!error.description.isEmpty)
          errors += 1
        }
      }
    }
    #expect(errors > 100 && pictures > 100)
  }

  @Test func bytesOfAFileCountInTheBudgetOfItsPicture() throws {
    let directory = try TestDirectory()
    let path = directory.file("long.jpg")
    try Data(fixture("gradient_420.jpg")).write(to: URL(fileURLWithPath: path))
    let plain = try ImageDecoder.decode(file: path)
    // The last pixel is followed by a hole of 400 MB, which must not be read.
    #expect(truncate(path, 400 << 20) == 0)
    let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(file: path) }
    guard case .tooLarge(let source, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(source == path && reason.contains("\(400 << 20)") && reason.contains("\(DecodingBudget.shared.byteLimit)"))
    #expect(truncate(path, 1 << 20) == 0)
    #expect(try ImageDecoder.decode(file: path).width == plain.width)
    #expect(throws: ImageError.self) { try ImageDecoder.decode(file: path, byteLimit: 1 << 20) }
  }

  @Test func aHeaderWithFalseSizesIsRejectedBeforeAllocation() throws {
    let huge = TestPNG(width: 1, height: 1, colorType: 2, claimed: (30000, 30000)) { _, _, _ in 0 }.bytes()
    #expect(throws: ImageError.tooLarge(source: "lie.png", reason: "its header gives 30000 x 30000 pixels; the maximum is 16384 per side"))
    {
      try ImageDecoder.decode(bytes: huge, name: "lie.png", width: 10, height: 10)
    }
    #expect(try ImageDecoder.probe(bytes: huge).width == 30000)
    var jpeg = try fixture("gradient_420.jpg")
    let frame = try #require(jpeg.indices.dropLast(8).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0x75, 0x30])
    #expect(throws: ImageError.tooLarge(source: "lie.jpg", reason: "its header gives 30000 x 30000 pixels; the maximum is 16384 per side"))
    {
      try ImageDecoder.decode(bytes: jpeg, name: "lie.jpg")
    }
    // Within the limit of the sides, but above the limit of memory: at full size, and interlaced or progressive even for a small result.
    let large = TestPNG(width: 1, height: 1, colorType: 2, claimed: (16000, 16000)) { _, _, _ in 0 }.bytes()
    #expect(throws: ImageError.self) { try ImageDecoder.decode(bytes: large) }
    let interlaced = TestPNG(width: 1, height: 1, colorType: 2, interlaced: true, claimed: (16000, 16000)) { _, _, _ in 0 }.bytes()
    do {
      _ = try ImageDecoder.decode(bytes: interlaced, width: 4, height: 4)
      Issue.record("decoded")
    } catch {
      guard case .tooLarge = error else { throw error }
    }
    do {
      _ = try ImageDecoder.decode(bytes: large, width: 4, height: 4)
      Issue.record("decoded")
    } catch {
      if case .tooLarge = error { throw error }  // read by rows it needs little memory, so the data must be the problem
    }
  }

  @Test(
    arguments: [
      ("empty", []), ("text", Array("hello, this is no image".utf8)), ("tiff", Array("II*\0 and more".utf8)),
      ("pdf", Array("%PDF-1.7".utf8)),
    ] as [(String, [UInt8])]) func aFileThatIsNotAnImageIsNamed(name: String, bytes: [UInt8])
  {
    do {
      _ = try ImageDecoder.decode(bytes: bytes, name: name)
      Issue.record("decoded")
    } catch {
      guard case .notAnImage(let source, let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(source == name && reason.contains("PNG"))
    }
  }

  @Test func missingFilesDirectoriesAndPipesAreErrors() throws {
    let directory = try TestDirectory()
    for path in [directory.file("none.png"), directory.path, "/dev/null"] {
      do {
        _ = try ImageDecoder.decode(file: path)
        Issue.record("decoded \(path)")
      } catch {
        guard case .unreadable(path, _) = error else { throw error }
      }
    }
  }

  @Test func theFormatIsDetectedByContentAndLongHeadersAreRead() throws {
    let directory = try TestDirectory()
    let plain = try fixture("gradient_444.jpg")
    // Three segments of 60,000 bytes before the frame header, as thumbnails and profiles are.
    let segment: [UInt8] = [0xFF, 0xE5, 0xEA, 0x62] + [UInt8](repeating: 7, count: 60000)
    let path = try directory.write(Array(plain[..<2]) + segment + segment + segment + Array(plain[2...]), to: "photo.png")
    #expect(try ImageDecoder.probe(file: path).format == .jpeg)
    #expect(try ImageDecoder.decode(file: path).packedBytes == ImageDecoder.decode(bytes: plain).packedBytes)
  }

  @Test(arguments: ["gradient_444.jpg", "gradient_progressive.jpg"]) func cancelledDecodingStops(name: String) throws {
    let bytes = try fixture(name)
    let polls = Counter()
    #expect(throws: ImageError.cancelled(source: "in memory")) {
      try ImageDecoder.decode(bytes: bytes, isCancelled: { polls.increment() == 2 })
    }
    #expect(polls.value == 2)
  }

  @Test func cancelledRotationOfAPhotographStops() throws {
    let plain = try fixture("gradient_444.jpg")
    let all = Counter()
    _ = try ImageDecoder.decode(
      bytes: plain,
      isCancelled: {
        all.increment()
        return false
      })
    let turned = Self.oriented(plain, 6, littleEndian: true)
    // The first check after those of decoding is made during the rotation, every 8 of the 40 rows.
    let polls = Counter()
    #expect(throws: ImageError.cancelled(source: "in memory")) {
      try ImageDecoder.decode(bytes: turned, isCancelled: { polls.increment() == all.value + 3 })
    }
    #expect(polls.value == all.value + 3)
  }

  @Test func cancelledDecodingOfAPNGStops() throws {
    let png = TestPNG(width: 1, height: 1000, colorType: 0) { _, y, _ in y & 255 }.bytes()
    let polls = Counter()
    #expect(throws: ImageError.cancelled(source: "in memory")) {
      try ImageDecoder.decode(bytes: png, isCancelled: { polls.increment() == 3 })
    }
    #expect(polls.value == 3)
  }
}
