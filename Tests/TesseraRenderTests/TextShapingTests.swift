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

  /// Glyph ids and the sum of the advances, in font units, that HarfBuzz's own tool gives.
  func hbShape(_ string: String, file: String) throws -> (ids: [UInt32], advance: Int) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Files.hbShape)
    process.arguments = ["--font-file=\(file)", "--no-glyph-names", "--no-clusters", "--text=\(string)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // 12@3,-4+567: glyph, offset, advance.
    let parts = output.trimmingCharacters(in: CharacterSet(charactersIn: "[]\n")).split(separator: "|")
    let ids = parts.compactMap { UInt32($0.prefix { $0.isNumber }) }
    let advances = parts.compactMap { part in part.split(separator: "+").last.flatMap { Int($0) } }
    return (ids, advances.reduce(0, +))
  }

  @Test(.needs(Files.hbShape), arguments: scripts)
  func glyphsMatchHbShape(file: String, family: String, string: String) throws {
    try Files.require(file)
    let expected = try hbShape(string, file: file)
    #expect(try glyphs(attributed(string, Font(family)), isolated(file)).map(\.id) == expected.ids)
    #expect(!expected.ids.isEmpty)
  }

  /// Words are shaped on their own and kept where the font lets them; that must not show.
  @Test(
    .needs(Files.hbShape),
    arguments: [(Files.notoSans, "Noto Sans", 1000.0), (Files.dejaVu, "DejaVu Sans", 2048), (Files.embedded, "Tessera Sans", 2816)])
  func wordsInALineMatchTheWholeLine(file: String, family: String, unitsPerEm: Double) throws {
    try Files.require(file)
    let library = try isolated(file)
    let line = "To AVOID a waffle, Ty. Wey  (1 x 2) -> 3 & 'Te' office T. V. y, L' AT W. e\u{301} after- all: 10:30 ffi"
    for string in [line, line + " ", " " + line, line.split(separator: " ").reversed().joined(separator: " "), line] {
      let expected = try hbShape(string, file: file)
      let found = try glyphs(attributed(string, Font(family, size: unitsPerEm)), library)
      #expect(found.map(\.id) == expected.ids)
      #expect(found.map(\.advance).reduce(0, +) == Float(expected.advance))
    }
  }

  /// Words that nobody has shaped before are shaped together, as many as there are, known ones and long ones between them.
  @Test(
    .needs(Files.hbShape),
    arguments: [
      (Files.notoSans, "Noto Sans", Array("abcdefghijklmnopqrstuvwxyzAVTWy.")),
      (Files.notoHebrew, "Noto Sans Hebrew", Array("אבגדהוזחטיכלמנ")),
      (Files.notoArabic, "Noto Sans Arabic", Array("ابتثجحخدذرسشصعغفقكلمنهوي")),
    ])
  func wordsThatAreShapedTogetherMatchTheWholeLine(file: String, family: String, letters: [Character]) throws {
    try Files.require(file)
    let (library, other) = (try isolated(file), try isolated(file))
    var random = Seeded(5)
    var words: [String] = []
    for _ in 0..<12 {
      for _ in 0..<Int.random(in: 0...25, using: &random) {
        let length = Bool.random(using: &random) ? Int.random(in: 1...6, using: &random) : Int.random(in: 12...20, using: &random)
        words.append(String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" }))
      }
      words.shuffle(using: &random)
      let line = words.map { $0 + String(repeating: " ", count: Int.random(in: 1...2, using: &random)) }.joined()
      let expected = try hbShape(line, file: file)
      let found = try glyphs(attributed(line, Font(family, size: 1000)), library)
      // Words follow one another as they are read, whatever the direction of their letters.
      #expect(found.map(\.id).sorted() == expected.ids.sorted())
      #expect(found.map(\.advance).reduce(0, +) == Float(expected.advance))
      for word in words { _ = try glyphs(attributed("x \(word)", Font(family, size: 1000)), other) }
      let known = try glyphs(attributed(line, Font(family, size: 1000)), other)
      #expect(found.map(\.id) == known.map(\.id) && found.map(\.advance) == known.map(\.advance))
    }
  }

  @Test(.needs(Files.notoArabic))
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

  @Test(.needs(Files.notoDevanagari))
  func hindiConsonantsMakeOneConjunct() throws {
    let library = try isolated(Files.notoDevanagari)
    #expect(try glyphs(attributed("क्ष", Font("Noto Sans Devanagari")), library).count == 1)
  }

  @Test(.needs(Files.emoji), arguments: ["👨‍👩‍👧‍👦", "🇩🇪", "👋🏽", "❤️", "1️⃣", "🏳️‍🌈"])
  func emojiSequencesAreOnePicture(sequence: String) throws {
    let library = try isolated(Files.emoji)
    let found = try glyphs(attributed(sequence), library).filter { $0.advance > 0 }
    #expect(found.count == 1)
    #expect(found[0].font == Files.emoji)
    let layout = TextLayout(attributed(sequence, Font(size: 40)), library)
    #expect(layout.singleColor == nil)
    let pixels = try picture(layout)
    var colored = false
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let isGrey = pixels[at] == pixels[at + 1] && pixels[at + 1] == pixels[at + 2]
      if !isGrey { colored = true }
    }
    #expect(colored || sequence == "👨‍👩‍👧‍👦")  // families are grey in this font
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
    let controls = TextLayout(attributed("a\u{0}\u{1}\u{1B}\u{7F}\u{9F}b"), library)
    #expect(plain.size == controls.size)
    #expect(try picture(plain) == picture(controls))
  }

  @Test func shapingHappensOncePerTextAtAnyWidth() throws {
    let library = try isolated()
    let text = attributed("The quick brown fox jumps over the lazy dog")
    for width in [300.0, 120, .infinity, 80] { _ = TextLayout(text, library, width: width) }
    #expect(library.shapeCacheStatistics.misses == 1)
    #expect(library.shapeCacheStatistics.hits == 3)
    try library.add(file: Files.embedded)  // the same text may get another font now
    _ = TextLayout(text, library)
    #expect(library.shapeCacheStatistics.misses == 2)
  }

  /// A counter must not push out what a screen shows again and again; what comes again finds room nevertheless.
  @Test func textsUsedOnceEvictNothing() throws {
    let library = try isolated()
    library.shapeCacheLimit = 50_000
    let kept = (0..<5).map { attributed("a label that stays \($0)") }
    for text in kept { _ = TextLayout(text, library) }
    for i in 0..<500 { _ = TextLayout(attributed("seen once: \(i)"), library) }
    let before = library.shapeCacheStatistics
    for text in kept { _ = TextLayout(text, library) }
    #expect(library.shapeCacheStatistics.hits == before.hits + kept.count)
    let late = attributed("a label that came late")
    for _ in 0..<3 { _ = TextLayout(late, library) }
    let after = library.shapeCacheStatistics
    #expect(after.misses == before.misses + 2 && after.hits == before.hits + kept.count + 1)
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
