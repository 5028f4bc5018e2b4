import BitmapCodecs
import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct BitmapCodecTests {
  static let codecs = PictureCodecs(BitmapCodec.all)

  static func decode(_ bytes: [UInt8], width: Int = .max, height: Int = .max, name: String = "in memory") throws -> PixelBuffer {
    try codecs.decode(PictureData(bytes, name: name), PictureRequest(width: width, height: height))
  }

  // MARK: BMP

  struct Kind: CustomTestStringConvertible {
    var bits: Int, headerSize: Int, isTopDown: Bool
    var testDescription: String { "\(bits) bits, header of \(headerSize)\(isTopDown ? ", from the top" : "")" }
    static let all: [Kind] = [1, 2, 4, 8, 16, 24, 32].flatMap { bits in
      [12, 16, 40, 52, 56, 64, 108, 124].flatMap { size in
        [false, true].compactMap { isTopDown in
          size == 12 && isTopDown || size == 16 && bits <= 8 ? nil : Kind(bits: bits, headerSize: size, isTopDown: isTopDown)
        }
      }
    }
  }

  @Test(arguments: Kind.all) func everyKindOfBMPGivesItsPixels(_ kind: Kind) throws {
    var bmp = TestBMP(width: 13, height: 7, bits: kind.bits, headerSize: kind.headerSize, isTopDown: kind.isTopDown)
    if kind.bits <= 8 {
      bmp.palette = (0..<1 << kind.bits).map { (i: Int) in
        (red: UInt8(truncatingIfNeeded: i * 7), green: UInt8(truncatingIfNeeded: i * 31), blue: UInt8(truncatingIfNeeded: 255 - i * 3))
      }
    }
    func stored(_ x: Int, _ y: Int) -> UInt32 {
      let mixed: Int = x * 7919 + y * 104_729 + x * y * 31
      return UInt32(truncatingIfNeeded: mixed * 2_654_435)
    }
    let top = kind.bits == 32 ? UInt32.max : (1 << UInt32(kind.bits)) - 1
    bmp.store { stored($0, $1) & top }
    let pixels = try Self.decode(bmp.bytes())
    #expect(pixels.width == 13 && pixels.height == 7)
    for y in 0..<7 {
      for x in 0..<13 {
        let v = Int(stored(x, y) & top)
        let expected: TestPixel
        switch kind.bits {
        case 16:
          func five(_ v: Int) -> Int { Int((Double(v & 31) * 255 / 31).rounded()) }
          expected = TestPixel(five(v >> 10), five(v >> 5), five(v))
        case 24, 32: expected = TestPixel(v >> 16 & 255, v >> 8 & 255, v & 255)
        default: expected = TestPixel(Int(bmp.palette[v].red), Int(bmp.palette[v].green), Int(bmp.palette[v].blue))
        }
        #expect(TestPixel(pixels, x, y) == expected, "at \(x), \(y)")
      }
    }
    let header = try Self.codecs.header(of: PictureData(bmp.bytes()))
    #expect(header.format == .bmp && header.width == 13 && header.height == 7 && header.isOpaque)
  }

  @Test(arguments: [40, 56, 108, 124]) func bitFieldsGiveChannelsOfAnyWidth(headerSize: Int) throws {
    var narrow = TestBMP(width: 3, height: 2, bits: 16, headerSize: headerSize, compression: 3, masks: [0xF800, 0x07E0, 0x001F])
    narrow.store { x, _ in [0xF800, 0x07E0, 0x7BEF][x] }
    let pixels = try Self.decode(narrow.bytes())
    #expect((0..<3).map { TestPixel(pixels, $0, 1) } == [TestPixel(255, 0, 0), TestPixel(0, 255, 0), TestPixel(123, 125, 123)])
    // 10 bits of red, green and blue.
    var wide = TestBMP(width: 2, height: 1, bits: 32, headerSize: headerSize, compression: 3, masks: [0x3FF0_0000, 0xFFC00, 0x3FF])
    wide.store { x, _ in [0x3FF0_0000 | 512 << 10 | 1, 0][x] }
    #expect(TestPixel(try Self.decode(wide.bytes()), 0, 0) == TestPixel(255, 128, 0))
  }

  @Test func aMaskOfAlphaMakesPixelsTransparent() throws {
    var bmp = TestBMP(
      width: 2, height: 1, bits: 32, headerSize: 124, compression: 3, masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000])
    bmp.store { x, _ in [0x80FF_0040, 0x0012_3456][x] }
    let pixels = try Self.decode(bmp.bytes())
    #expect(TestPixel(pixels, 0, 0) == TestPixel(255, 0, 64, 128) && TestPixel(pixels, 1, 0) == TestPixel(0, 0, 0, 0))
    #expect(try !Self.codecs.header(of: PictureData(bmp.bytes())).isOpaque)
  }

  /// Rows of palette indices, from the top; the palette's entry `i` is gray `i * 16`.
  static func indices(_ pixels: PixelBuffer) -> [[Int]] {
    (0..<pixels.height).map { y in (0..<pixels.width).map { Int(TestPixel(pixels, $0, y).red) / 16 } }
  }

  @Test func runLengthsGiveRunsLiteralsAndJumps() throws {
    let palette = (UInt8(0)..<16).map { (red: $0 * 16, green: $0 * 16, blue: $0 * 16) }
    var bmp = TestBMP(width: 6, height: 4, bits: 8, compression: 1, palette: palette)
    // Lowest row: 3 x 1, then 4 5 6; a row left out by a jump of 2 to the right and 2 up; 2 x 7; the end.
    bmp.data = [3, 1, 0, 3, 4, 5, 6, 0, 0, 0, 0, 2, 2, 1, 2, 7, 0, 1]
    #expect(
      try Self.indices(Self.decode(bmp.bytes())) == [[0, 0, 0, 0, 0, 0], [0, 0, 7, 7, 0, 0], [0, 0, 0, 0, 0, 0], [1, 1, 1, 4, 5, 6]])
    bmp = TestBMP(width: 6, height: 2, bits: 4, compression: 2, palette: palette)
    bmp.data = [5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0, 0, 1]
    #expect(try Self.indices(Self.decode(bmp.bytes())) == [[3, 4, 5, 6, 7, 0], [1, 2, 1, 2, 1, 0]])
    bmp = TestBMP(width: 3, height: 1, bits: 24, headerSize: 64, compression: 4)
    bmp.data = [2, 10, 20, 30, 1, 40, 50, 60, 0, 1]
    let pixels = try Self.decode(bmp.bytes())
    #expect(TestPixel(pixels, 1, 0) == TestPixel(30, 20, 10) && TestPixel(pixels, 2, 0) == TestPixel(60, 50, 40))
    // A run beyond the right edge is cut off.
    bmp = TestBMP(width: 2, height: 2, bits: 8, compression: 1, palette: palette, data: [200, 5, 0, 0, 2, 6, 0, 1])
    #expect(try Self.indices(Self.decode(bmp.bytes())) == [[6, 6], [5, 5]])
  }

  // MARK: QOI and PNM

  @Test func everyChunkOfQOIGivesItsPixel() throws {
    let head = Array("qoif".utf8) + [0, 0, 0, 4, 0, 0, 0, 2, 4, 0]
    // RGB, a small difference, a larger one, a run of 2; RGBA, the second pixel again by its index, twice RGB.
    let second = TestPixel(11, 19, 30)  // 10 20 30 with +1 -1 +0
    let index: UInt8 = 7  // (11 * 3 + 19 * 5 + 30 * 7 + 255 * 11) % 64
    let body: [UInt8] = [
      0xFE, 10, 20, 30, 0x40 | 3 << 4 | 1 << 2 | 2, 0x80 | 42, 0x9 << 4 | 0x6, 0xC0, 0xFF, 1, 2, 3, 128, index, 0xFE, 7, 8, 9, 0xC0,
    ]
    let pixels = try Self.decode(head + body + [0, 0, 0, 0, 0, 0, 0, 1])
    // Green +10, red +10 +1, blue +10 -2.
    let third = TestPixel(22, 29, 38)
    let rows = (0..<2).map { y in (0..<4).map { TestPixel(pixels, $0, y) } }
    #expect(rows[0] == [TestPixel(10, 20, 30), second, third, third])
    #expect(rows[1] == [TestPixel(1, 2, 3, 128), second, TestPixel(7, 8, 9), TestPixel(7, 8, 9)])
  }

  @Test(arguments: [
    ("P1\n# dots\n3 2\n1 0 1\n010", [0, 255, 0, 255, 0, 255]), ("P2 3 2 # full\n100\n0 50 100 25 75 10", [0, 128, 255, 64, 191, 26]),
    ("P2\n3 2\n65535\n0 65535 32768 257 514 771", [0, 255, 128, 1, 2, 3]),
  ]) func plainPNMGivesItsGrays(text: String, grays: [Int]) throws {
    let pixels = try Self.decode(Array(text.utf8))
    for (i, gray) in grays.enumerated() { #expect(TestPixel(pixels, i % 3, i / 3) == TestPixel(gray, gray, gray), "\(i)") }
  }

  @Test func binaryPNMGivesItsPixels() throws {
    #expect(TestPixel(try Self.decode(Array("P4\n9 1\n".utf8) + [0x7F, 0x80]), 0, 0) == TestPixel(255, 255, 255))
    #expect(TestPixel(try Self.decode(Array("P4\n9 1\n".utf8) + [0x7F, 0x80]), 8, 0) == TestPixel(0, 0, 0))
    #expect(TestPixel(try Self.decode(Array("P5 2 1 255\n".utf8) + [7, 9]), 1, 0) == TestPixel(9, 9, 9))
    #expect(TestPixel(try Self.decode(Array("P6\n1 1\n255\n".utf8) + [1, 2, 3]), 0, 0) == TestPixel(1, 2, 3))
    #expect(TestPixel(try Self.decode(Array("P6\n1 1\n65535\n".utf8) + [255, 255, 128, 0, 0, 0]), 0, 0) == TestPixel(255, 128, 0))
    let pam = Array("P7\n# with alpha\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8)
    #expect(TestPixel(try Self.decode(pam + [200, 100, 50, 128]), 0, 0) == TestPixel(200, 100, 50, 128))
    let header = try Self.codecs.header(of: PictureData(pam + [0, 0, 0, 0]))
    #expect(header.format == .pnm && !header.isOpaque)
  }

  // MARK: ICO

  /// A square of one colour with a mask that hides its upper left pixel.
  static func icon(_ side: Int, _ gray: UInt8) -> [UInt8] {
    var bmp = TestBMP(width: side, height: side, bits: 24)
    bmp.store { _, _ in UInt32(gray) * 0x10101 }
    var mask = [UInt8](repeating: 0, count: (side + 31) / 32 * 4 * side)
    mask[(side + 31) / 32 * 4 * (side - 1)] = 0x80
    return bmp.bytes(isEntry: true, mask: mask)
  }

  @Test func theEntryThatSuitsTheSizeIsShown() throws {
    let png = try Fixtures.bytes("bitmaps/square64.png")
    let ico = TestBMP.directory([(16, Self.icon(16, 1)), (64, png), (32, Self.icon(32, 3))])
    let header = try Self.codecs.header(of: PictureData(ico))
    #expect(header.format == .ico && header.width == 64 && header.height == 64 && !header.isOpaque)
    for (side, gray) in [(8, 1), (16, 1), (17, 3), (32, 3), (33, 9), (64, 9)] {
      let pixels = try Self.decode(ico, width: side, height: side)
      #expect(pixels.width == side && TestPixel(pixels, side - 1, side - 1) == TestPixel(gray, gray, gray), "\(side)")
    }
    #expect(TestPixel(try Self.decode(ico, width: 16, height: 16), 0, 0) == TestPixel(0, 0, 0, 0))
    #expect(try Self.codecs.header(of: PictureData(TestBMP.directory(kind: 2, [(16, Self.icon(16, 1))]))).format == .cur)
  }

  @Test func anIconOf32BitsHasAlphaUnlessAllOfItIsZero() throws {
    var bmp = TestBMP(width: 2, height: 1, bits: 32)
    bmp.store { x, _ in [0x80FF_0000, 0xFF00_FF00][x] }
    let pixels = try Self.decode(TestBMP.directory([(2, bmp.bytes(isEntry: true, mask: [0, 0, 0, 0]))]))
    #expect(TestPixel(pixels, 0, 0) == TestPixel(255, 0, 0, 128) && TestPixel(pixels, 1, 0) == TestPixel(0, 255, 0))
    bmp.store { _, _ in 0x0000_00FF }
    let old = try Self.decode(TestBMP.directory([(2, bmp.bytes(isEntry: true, mask: [0x40, 0, 0, 0]))]))
    #expect(TestPixel(old, 0, 0) == TestPixel(0, 0, 255) && TestPixel(old, 1, 0) == TestPixel(0, 0, 0, 0))
  }

  // MARK: sizes and bad input

  static var samples: [(name: String, bytes: [UInt8])] {
    var bmp = TestBMP(width: 11, height: 9, bits: 24)
    bmp.store { UInt32($0 * 23) << 16 | UInt32($1 * 28) << 8 | UInt32($0 * $1) }
    var alpha = TestBMP(
      width: 11, height: 9, bits: 32, headerSize: 108, compression: 3, isTopDown: true, masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000])
    alpha.store { UInt32($0 * 25) << 24 | UInt32($1 * 28) << 16 | 0x4080 }
    let gray = Array("P5 11 9 255\n".utf8) + (0..<99).map { UInt8($0 * 2) }
    let runs = TestBMP(width: 4, height: 2, bits: 8, compression: 1, palette: [(0, 0, 0), (9, 9, 9)], data: [4, 1, 0, 0, 4, 1, 0, 1])
    return [
      ("a.bmp", bmp.bytes()), ("alpha.bmp", alpha.bytes()), ("gray.pgm", gray), ("runs.bmp", runs.bytes()),
      ("icon.ico", TestBMP.directory([(16, icon(16, 8))])),
      ("a.qoi", Array("qoif".utf8) + [0, 0, 0, 2, 0, 0, 0, 2, 3, 0, 0xFE, 1, 2, 3, 0xC2, 0, 0, 0, 0, 0, 0, 0, 1]),
    ]
  }

  @Test(arguments: samples) func shrinkingAveragesAndCroppingCuts(_ sample: (name: String, bytes: [UInt8])) throws {
    let whole = try Self.decode(sample.bytes)
    let small = try Self.decode(sample.bytes, width: max(1, whole.width / 3), height: max(1, whole.height / 2))
    #expect(whole.difference(fromAverageIn: small) <= 0.75)
    let crop = PixelRect(x: 1, y: 1, width: whole.width - 1, height: whole.height - 1)
    let codec = try Self.codecs.codec(for: PictureData(sample.bytes))
    let data = PictureData(sample.bytes)
    let cut = try codec.decode(data, codec.header(of: data), PictureRequest(width: crop.width, height: crop.height, crop: crop))
    for y in 0..<crop.height {
      for x in 0..<crop.width { #expect(TestPixel(cut, x, y) == TestPixel(whole, x + 1, y + 1), "\(sample.name) at \(x), \(y)") }
    }
  }

  @Test(arguments: samples) func aFileThatEndsEarlyIsAnErrorThatNamesIt(_ sample: (name: String, bytes: [UInt8])) throws {
    // What follows the last pixel may be missing.
    let needed =
      sample.name == "a.bmp"
      ? sample.bytes.count - 3
      : sample.name == "a.qoi" ? sample.bytes.count - 8 : sample.name == "runs.bmp" ? sample.bytes.count - 2 : sample.bytes.count
    let isIcon = sample.name == "icon.ico"
    for count in 0..<needed where !isIcon || count < sample.bytes.count - 64 {
      do {
        _ = try Self.decode(Array(sample.bytes.prefix(count)), name: sample.name)
        Issue.record("\(sample.name) of \(count) bytes was decoded")
      } catch let error as PictureError {
        #expect(error.description.contains(sample.name))
        if count > 60 { if case .truncated = error {} else { Issue.record("\(count): \(error)") } }
      }
    }
  }

  @Test func falseHeadersCostNothing() throws {
    let huge = TestBMP(width: 100_000, height: 100_000, bits: 24).bytes()
    #expect(throws: PictureError.self) { try Self.decode(huge) }
    let large = TestBMP(width: 16000, height: 16000, bits: 24).bytes()
    #expect { try Self.decode(large, width: 4, height: 4) } throws: { if case .truncated? = $0 as? PictureError { true } else { false } }
    #expect {
      try Self.codecs.decode(PictureData(large, name: "large.bmp"), PictureRequest(width: .max, height: .max, byteLimit: 1 << 20))
    } throws: {
      if case .tooLarge(source: "large.bmp", _)? = $0 as? PictureError { true } else { false }
    }
    for text in ["P5 0 1 255\n", "P5 99999999999 1 255\n", "P3 1 1 70000\n1 2 3", "P2 1 1 10\n11", "P7\nDEPTH 9\nENDHDR\n"] {
      #expect(throws: PictureError.self) { try Self.decode(Array(text.utf8)) }
    }
    for compression in [4, 5, 7] {
      #expect(throws: PictureError.self) { try Self.decode(TestBMP(width: 1, height: 1, bits: 24, compression: compression).bytes()) }
    }
  }

  @Test func brokenBytesNeverTrap() throws {
    var random = SeededGenerator(seed: 4)
    for sample in Self.samples {
      for _ in 0..<300 {
        var bytes = sample.bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = try? Self.decode(bytes)
      }
    }
  }
}
