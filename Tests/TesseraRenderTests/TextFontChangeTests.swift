import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// Fonts that come and go, widths, hinting, and files that are broken.
@Suite struct TextFontChangeTests {
  @Test func aRemovedFontIsUsedOnlyByExistingLayouts() throws {
    let library = try isolated(TextColorGlyphTests.file)
    let text = attributed("AB", Font("Colors", size: 40))
    let before = TextLayout(text, library)
    let shown = try picture(before)
    #expect(library.families.contains("Colors"))
    #expect(library.remove(TextColorGlyphTests.file) && !library.remove(TextColorGlyphTests.file))
    #expect(!library.families.contains("Colors"))
    let after = TextLayout(text, library)
    #expect(try picture(after) != shown)
    #expect(try picture(before) == shown)
    try library.add(file: TextColorGlyphTests.file)
    #expect(try picture(TextLayout(text, library)) == shown)
  }

  @Test(.needs("/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf", Files.dejaVu))
  func narrowFacesAreChosenForANarrowWidth() throws {
    let library = try isolated("/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf", Files.dejaVu)
    var font = Font("DejaVu Sans")
    let normal = TextLayout(attributed("How wide is it", font), library).size.width
    font.width = 90
    let narrow = TextLayout(attributed("How wide is it", font), library).size.width
    font.width = 60
    #expect(narrow < normal * 0.95 && TextLayout(attributed("How wide is it", font), library).size.width == narrow)
    font.width = 130
    #expect(TextLayout(attributed("How wide is it", font), library).size.width == normal)
  }

  @Test func hintingChangesPixelsAndNoMeasure() throws {
    let library = try isolated()
    var font = Font(size: 13)
    font.hinting = .none
    let plain = TextLayout(attributed("Hinting: xzeEHT 0123", font), library)
    font.hinting = .slight
    let hinted = TextLayout(attributed("Hinting: xzeEHT 0123", font), library)
    #expect(plain.size == hinted.size && plain.lines == hinted.lines)
    let (a, b) = (try picture(plain), try picture(hinted))
    #expect(a != b)
    // Edges are on whole rows: fewer pixels that are neither ink nor paper.
    func grey(_ pixels: [UInt8]) -> Int { stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] > 40 && pixels[$0] < 215 } }
    #expect(grey(b) < grey(a))
    // Turned and large text is not hinted.
    #expect(try picture(plain, rotated: 0.3) == picture(hinted, rotated: 0.3))
  }

  @Test func automaticHintingIsForSmallTextAtScaleOne() throws {
    #expect(Font.body.hinting == .automatic)
    let library = try isolated()
    func pixels(_ hinting: FontHinting, _ size: Double, _ scale: Double) throws -> [UInt8] {
      var font = Font(size: size)
      font.hinting = hinting
      return try picture(TextLayout(attributed("xzeEHT 0123", font), library), scale: scale)
    }
    for (size, scale, isHinted) in [
      (13.0, 1.0, true), (24, 1, true), (25, 1, false), (13, 2, false), (13, 1.5, false), (10, 0.5, false), (13, 1 + 1e-10, true),
    ] {
      let (none, slight) = (try pixels(.none, size, scale), try pixels(.slight, size, scale))
      #expect(none != slight, "the two can be told apart at \(size) and \(scale)")
      #expect(try pixels(.automatic, size, scale) == (isHinted ? slight : none), "\(size) at \(scale)")
    }
  }

  /// Ways in which a font file may be broken.
  enum Damage: CaseIterable { case flips, cut, offset, length, checksum, table, zeroes, ones }

  private static func damaged(_ good: [UInt8], _ damage: Damage, _ random: inout Seeded) -> [UInt8] {
    var bytes = good
    let count = Int(bytes[4]) << 8 | Int(bytes[5])
    let entry = 12 + 16 * Int.random(in: 0..<count, using: &random)
    func number(_ at: Int) -> Int { good[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (start, length) = (number(entry + 8), number(entry + 12))
    func byte() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
    switch damage {
    case .flips: for _ in 0..<32 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = byte() }
    case .cut: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    case .offset: for i in 8..<12 { bytes[entry + i] = byte() }
    case .length: for i in 12..<16 { bytes[entry + i] = byte() }
    case .checksum: bytes[entry + 4] ^= 0xFF
    case .table: for _ in 0..<40 where length > 0 { bytes[start + Int.random(in: 0..<length, using: &random)] = byte() }
    case .zeroes: for i in 0..<length { bytes[start + i] = 0 }
    case .ones: for i in 0..<min(length, 200) { bytes[start + i] = 0xFF }
    }
    return bytes
  }

  @Test(arguments: Damage.allCases) func aBrokenFontIsRefusedWithAReasonOrDrawnAndTextStillShows(damage: Damage) throws {
    var random = Seeded(77)
    for file in [Files.embedded, TextColorGlyphTests.file] {
      let good = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      for _ in 0..<12 {
        let bytes = Self.damaged(good, damage, &random)
        let library = try isolated()
        do {
          let names = try library.add(bytes: bytes, name: "broken")
          for size in [14.0, 150] {
            var font = Font(names.first, size: size, weight: .bold, slant: .italic)
            font.hinting = .slight
            let layout = TextLayout(attributed("Broken AV é 123", font), library, width: 200)
            _ = try picture(layout)
            #expect(layout.inkBounds.isFinite && layout.size.height >= 0)
          }
          if damage == .checksum { #expect(!names.isEmpty) }
        } catch let error as RenderError {
          #expect("\(error)".contains("broken"))
        }
        // What the broken font has no glyphs for, and all where it was refused, comes from the embedded one.
        let ink = try picture(TextLayout(attributed("Text", Font(size: 30)), library))
        #expect(ink.contains { $0 < 128 })
      }
    }
  }

  @Test(.needs(Files.notoSans)) func theWordCacheStaysWithinItsLimitAndCounts() throws {
    let library = try isolated(Files.notoSans)
    let font = Font("Noto Sans")
    let text = attributed((0..<5000).map { "word\($0)" }.joined(separator: " "), font)
    _ = TextLayout(text, library, width: 500)
    let first = library.statistics
    #expect(first.words.entries > 1000 && first.words.bytes <= first.words.limit && first.words.misses >= 5000)
    #expect(first.layouts == 1 && first.laidOutGlyphs > 20_000)
    _ = TextLayout(attributed("word4999 word4998 and again word4999 ", font), library, width: 500)
    #expect(library.statistics.words.hits > first.words.hits)
    library.wordCacheLimit = 100_000
    #expect(library.statistics.words.bytes <= 100_000 && library.statistics.words.entries > 10)
    _ = TextLayout(attributed((0..<5000).map { "other\($0)" }.joined(separator: " "), font), library, width: 500)
    #expect(library.statistics.words.bytes <= 100_000)
    library.wordCacheLimit = 0
    #expect(library.statistics.words.entries == 0)
    #expect(TextLayout(attributed("still shown here", font), library).lineCount == 1)
  }
}
