import Foundation
import Testing

@testable import TesseraRender

@Suite struct TextShapingTests {
  static let scripts: [(String, String, String)] = [
    (Files.notoSans, "Noto Sans", "Affine office, AVAToWa fi ffl Ünïcödé e\u{301}"),
    (Files.notoArabic, "Noto Sans Arabic", "السلام"),
    (Files.notoHebrew, "Noto Sans Hebrew", "שָׁלוֹם"),
    (Files.notoDevanagari, "Noto Sans Devanagari", "क्षत्रियविद्यार्थी"),
    (Files.notoThai, "Noto Sans Thai", "น้ำใจดีที่สุด"),
    (Files.notoCJK, "Noto Sans CJK JP", "日本語の文章"),
    (Files.dejaVu, "DejaVu Sans", "Hello, office Ελληνικά"),
  ]

  @Test(.enabled(if: Files.has(Files.hbShape), "needs libharfbuzz-bin"), arguments: scripts)
  func glyphsAreThoseOfHbShape(file: String, family: String, string: String) throws {
    guard Files.has(file) else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Files.hbShape)
    process.arguments = ["--font-file=\(file)", "--no-glyph-names", "--no-clusters", "--no-positions", "--text=\(string)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let expected = output.trimmingCharacters(in: CharacterSet(charactersIn: "[]\n")).split(separator: "|").compactMap { UInt32($0) }
    let library = try isolated(file)
    // A run a script: in visual order within each; texts here are of one script each, but for Latin with Greek.
    #expect(try glyphs(attributed(string, Font(family)), library).map(\.id) == expected)
    #expect(!expected.isEmpty)
  }

  @Test(.enabled(if: Files.has(Files.notoArabic), "needs fonts-noto-core"))
  func arabicLettersJoin() throws {
    let library = try isolated(Files.notoArabic)
    let font = Font("Noto Sans Arabic")
    let alone = try glyphs(attributed("ب", font), library).map(\.id)
    let three = try glyphs(attributed("ببب", font), library).map(\.id)
    #expect(three.count >= 3)
    #expect(!three.contains(alone[0]))
    // Letter spacing would tear the word apart.
    let spaced = try glyphs(attributed("ببب", font) { $0.letterSpacing = 10 }, library)
    #expect(try spaced == glyphs(attributed("ببب", font), library))
  }

  @Test(.enabled(if: Files.has(Files.notoDevanagari), "needs fonts-noto-core"))
  func hindiConsonantsMakeOneConjunct() throws {
    let library = try isolated(Files.notoDevanagari)
    #expect(try glyphs(attributed("क्ष", Font("Noto Sans Devanagari")), library).count == 1)
  }

  @Test(.enabled(if: Files.has(Files.emoji), "needs fonts-noto-color-emoji"), arguments: ["👨‍👩‍👧‍👦", "🇩🇪", "👋🏽", "❤️", "1️⃣", "🏳️‍🌈"])
  func emojiSequencesAreOnePicture(sequence: String) throws {
    let library = try isolated(Files.emoji)
    let found = try glyphs(attributed(sequence), library).filter { $0.advance > 0 }
    #expect(found.count == 1)
    #expect(found[0].font == Files.emoji)
    let layout = TextLayout(attributed(sequence, Font(size: 40)), library)
    #expect(layout.singleColor == nil)
    let pixels = try picture(layout)
    #expect(
      stride(from: 0, to: pixels.count, by: 4).contains { pixels[$0] != pixels[$0 + 1] || pixels[$0 + 1] != pixels[$0 + 2] }
        || sequence == "👨‍👩‍👧‍👦")
  }

  @Test func letterSpacingWidensEachClusterAndTurnsLigaturesOff() throws {
    let library = try isolated()
    let plain = TextLayout(attributed("abcdef"), library).size.width
    let spaced = TextLayout(attributed("abcdef") { $0.letterSpacing = 3 }, library).size.width
    #expect(abs(spaced - plain - 18) < 0.001)
  }

  @Test func sizesScaleAdvancesExactly() throws {
    let library = try isolated()
    let small = try glyphs(attributed("Scale me", Font(size: 10)), library)
    let large = try glyphs(attributed("Scale me", Font(size: 40)), library)
    for (s, l) in zip(small, large) { #expect(abs(s.advance * 4 - l.advance) < 0.001) }
  }

  @Test func controlsAreInvisibleAndTakeNoRoom() throws {
    let library = try isolated()
    let plain = TextLayout(attributed("ab"), library)
    let controls = TextLayout(attributed("a\u{0}\u{1}\u{1B}\u{7F}\u{85}".replacingOccurrences(of: "\u{85}", with: "") + "b"), library)
    #expect(plain.size == controls.size)
    #expect(try picture(plain) == picture(controls))
  }

  @Test func shapingHappensOncePerTextWhateverTheWidths() throws {
    let library = try isolated()
    let text = attributed("The quick brown fox jumps over the lazy dog")
    for width in [300.0, 120, .infinity, 80] { _ = TextLayout(text, library, width: width) }
    #expect(library.shapeCacheStatistics.misses == 1)
    #expect(library.shapeCacheStatistics.hits == 3)
    try library.add(file: Files.embedded)  // the same text may get another font now
    _ = TextLayout(text, library)
    #expect(library.shapeCacheStatistics.misses == 2)
  }

  @Test func theShapeCacheStaysWithinItsLimit() throws {
    let library = try isolated()
    library.shapeCacheLimit = 50_000
    for i in 0..<500 {
      _ = TextLayout(attributed("label \(i)"), library)
      #expect(library.shapeCacheStatistics.bytes <= 50_000)
    }
    #expect(library.shapeCacheStatistics.texts > 5)
    library.shapeCacheLimit = 0
    #expect(library.shapeCacheStatistics.bytes == 0)
  }
}
