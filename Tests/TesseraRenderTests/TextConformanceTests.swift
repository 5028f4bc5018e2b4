import CRender
import Foundation
import Testing

@testable import TesseraRender

/// Against what others say: the files of Unicode, `hb-shape`, and lines that Pango made.
@Suite struct TextConformanceTests {
  // MARK: words and directions

  @Test(.needs("\(Files.unicode)/auxiliary/WordBreakTest.txt"))
  func everyUnicodeCaseHasTheStandardWordBoundaries() throws {
    let cases = try TextSegmentationTests().cases("WordBreakTest.txt")
    #expect(cases.count >= 1800)
    for (points, breaks) in cases {
      var flags = [UInt8](repeating: 0, count: points.count)
      cr_unicode_word_boundaries(points, points.count, &flags)
      #expect(flags.map { $0 != 0 } == breaks, "\(points.map { String($0, radix: 16) })")
    }
  }

  /// One line of BidiCharacterTest: code points; direction; level of the paragraph; levels, nil where X9 removes; visual order.
  private struct BidiCase {
    var points: [UInt32] = []
    var direction = CR_DIRECTION_AUTO
    var base: UInt8 = 0
    var levels: [UInt8?] = []
    var order: [UInt32] = []

    init?(_ line: Substring.UTF8View.SubSequence) {
      let fields = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      guard fields.count == 5 else { return nil }
      func numbers(_ field: Substring.UTF8View.SubSequence, _ radix: UInt32) -> [UInt32?] {
        field.split(separator: UInt8(ascii: " ")).map { word in
          word.first == UInt8(ascii: "x") ? nil : word.reduce(0) { $0 * radix + UInt32($1 < 0x3A ? $1 - 0x30 : ($1 | 0x20) - 0x57) }
        }
      }
      points = numbers(fields[0], 16).compactMap(\.self)
      direction = [CR_DIRECTION_LTR, CR_DIRECTION_RTL, CR_DIRECTION_AUTO][Int((numbers(fields[1], 10).first ?? 2) ?? 2)]
      base = UInt8((numbers(fields[2], 10).first ?? 0) ?? 0)
      levels = numbers(fields[3], 10).map { $0.map(UInt8.init) }
      order = numbers(fields[4], 10).compactMap(\.self)
    }
  }

  @Test(.needs("\(Files.unicode)/BidiCharacterTest.txt"))
  func everyUnicodeCaseHasTheStandardBidiLevelsAndOrder() throws {
    let text = try Files.text("\(Files.unicode)/BidiCharacterTest.txt")
    var count = 0
    var wrong: [String] = []
    for line in text[...].utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      guard let expected = BidiCase(line) else { continue }
      count += 1
      let n = expected.points.count
      var levels = [UInt8](repeating: 0, count: n)
      var order = [UInt32](repeating: 0, count: n)
      var base: UInt8 = 9
      #expect(cr_unicode_bidi(expected.points, n, expected.direction, &levels, &order, &base) == CR_OK)
      let kept = expected.levels.indices.filter { expected.levels[$0] != nil }
      let shown = order.filter { expected.levels[Int($0)] != nil }
      if base != expected.base || kept.contains(where: { levels[$0] != expected.levels[$0] }) || shown != expected.order {
        wrong.append(String(Substring(line)))
      }
    }
    #expect(count > 91_000)
    #expect(wrong.isEmpty, "\(wrong.count) of \(count), as \(wrong.prefix(3))")
  }

  // MARK: shaping

  /// A glyph with where its cluster begins, font units.
  private struct Placed: Equatable, CustomStringConvertible {
    var id: UInt32
    var advance, x, y: Int
    var description: String { "\(id)@\(x),\(y)+\(advance)" }
  }

  /// The glyphs that HarfBuzz's own tool makes of the text as one run, with the byte that each one's cluster begins at, left to right.
  private func hbShape(_ string: String, file: String, index: Int, language: String) throws -> [(cluster: Int, glyph: Placed)] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Files.hbShape)
    process.environment = ["LC_ALL": "C.UTF-8"]
    process.arguments =
      ["--font-file=\(file)", "--face-index=\(index)", "--no-glyph-names", "--utf8-clusters", "--text=\(string)"]
      + (language.isEmpty ? [] : ["--language=\(language)"])
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // 12=34@3,-4+567: glyph, cluster, offset where there is one, advance.
    return output.trimmingCharacters(in: CharacterSet(charactersIn: "[]\n")).split(separator: "|").compactMap { part in
      guard let match = part.wholeMatch(of: #/(\d+)=(\d+)(?:@(-?\d+),(-?\d+))?\+(-?\d+)/#), let id = UInt32(match.1) else { return nil }
      func number(_ s: Substring?) -> Int { s.flatMap { Int($0) } ?? 0 }
      return (number(match.2), Placed(id: id, advance: number(match.5), x: number(match.3), y: number(match.4)))
    }
  }

  @Test(.needs(Files.hbShape, Files.notoSans), arguments: ScriptSample.all)
  private func glyphsArePlacedAsHbShapePlacesThem(sample: ScriptSample) throws {
    try Files.require(sample.file)
    let library = try isolated(sample.file)
    let expected = try hbShape(sample.text, file: sample.file, index: sample.index, language: sample.language)
    // Twice: from the caches of words too.
    for _ in 0..<2 {
      let text = attributed(sample.text, Font(sample.family, size: sample.units)) { $0.language = sample.language }
      let shaped = try #require(ShapedText.make(text, direction: CR_DIRECTION_AUTO, library: library))
      var found = [cr_shaped_glyph](repeating: cr_shaped_glyph(), count: cr_shaped_glyphs(shaped.handle, nil, 0))
      _ = cr_shaped_glyphs(shaped.handle, &found, found.count)
      // Ours are in the order of the text, cluster by cluster, theirs from left to right: theirs are sorted into our clusters.
      let starts = Set(found.map(\.cluster)).sorted().map(Int.init)
      for (at, start) in starts.enumerated() {
        let end = at + 1 < starts.count ? starts[at + 1] : sample.text.utf8.count
        let ours = found.filter { Int($0.cluster) == start }.map {
          Placed(id: $0.glyph, advance: Int($0.advance), x: Int($0.x_offset), y: Int(-$0.y_offset))
        }
        let theirs = expected.filter { (start..<end).contains($0.cluster) }.map(\.glyph)
        #expect(ours == theirs, "\(sample.script) at byte \(start)")
      }
      #expect(found.count == expected.count)
      #expect(!found.contains { $0.glyph == 0 })
    }
  }

  // MARK: lines

  /// What the two do otherwise, by paragraph and width; and why. Pango was told not to add hyphens where it breaks within a word.
  private static let explained = [
    "31 110": whole, "62 110": whole,
    "77 180": "The line is as wide as the column: Pango's sum of widths, each rounded, is a little more.",
  ]
  private static let whole =
    "Where a word is wider than the line, Pango parts a conjunct at a virama; here what the font joins into one cluster stays whole."

  private func lines(_ name: String) throws -> [Substring] {
    try Files.text(Files.package.appending(path: "Tests/TesseraRenderTests/Fixtures/\(name)").path).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
  }

  /// Compares with a line of a record: paragraph, width, then start and width of each line.
  private func expectLines(_ layout: TextLayout, _ record: [Substring], _ text: String) throws {
    let theirs = record.dropFirst(2).map { $0.split(separator: ":") }
    #expect(layout.lines.map(\.range.lowerBound) == theirs.compactMap { Int($0[0]) }, "\(text) at \(record[1])")
    for (line, their) in zip(layout.lines, theirs) {
      let expected = try #require(Double(their[1]))
      // Pango counts in 1/1024 of a pixel, rounded for each glyph.
      #expect(abs(line.width - expected) < 0.1, "\(text) at \(record[1])")
    }
  }

  @Test(arguments: 0..<82) func linesBreakWherePangoBreaksThemAndAreAsWide(number: Int) throws {
    let paragraph = try lines("paragraphs.tsv")[number].split(separator: "\t")
    let file = "/usr/share/fonts/\(paragraph[1])"
    try Files.require(file)
    if paragraph[0] == "th" { try Files.require("/usr/share/libthai/thbrk.tri") }
    let library = try isolated(file)
    let text = attributed(String(paragraph[3]), Font(String(paragraph[2]))) { $0.language = String(paragraph[0]) }
    for record in try lines("pango-lines.tsv").map({ $0.split(separator: "\t") }) where Int(record[0]) == number {
      guard Self.explained["\(number) \(record[1])"] == nil else { continue }
      try expectLines(TextLayout(text, library, width: #require(Double(record[1]))), record, "\(paragraph[0])")
    }
  }

  /// 313 poems of the Tang dynasty, each with a number, in 888 lines.
  @Test(.needs(Files.notoCJK)) func chinesePoemsBreakWherePangoBreaksThem() throws {
    let library = try isolated(Files.notoCJK)
    let (poems, records) = (try lines("tang.txt"), try lines("tang-lines.tsv"))
    #expect(poems.count == 313 && records.count == 313)
    var count = 0
    for (poem, record) in zip(poems, records.map { $0.split(separator: "\t") }) {
      let text = attributed(String(poem), Font("Noto Sans CJK SC")) { $0.language = "zh-cn" }
      let layout = TextLayout(text, library, width: try #require(Double(record[1])))
      try expectLines(layout, record, "\(poem.prefix(4))")
      count += layout.lineCount
    }
    #expect(count == 888)
  }
}
