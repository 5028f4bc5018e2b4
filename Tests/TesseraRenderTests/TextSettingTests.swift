import CRender
import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// How lines are set beside the plain way: hyphenation, hanging punctuation, shapes, strokes between Arabic letters.
@Suite struct TextSettingTests {
  let library: FontLibrary
  init() throws { library = try isolated() }

  static let long = TextParagraphTests.long
  static let patterns = ["en_US", "de_DE"].map { "/usr/share/hyphen/hyph_\($0).dic" }
  static func requirePatterns() throws { for file in patterns { try Files.require(file) } }

  // MARK: hyphenation

  static func words(_ lines: [String]) -> [String] { lines.map { $0.trimmingCharacters(in: .whitespaces) } }

  @Test(arguments: [
    ("en-us", "hyphenation", ["hy", "phen", "ation"]), ("en", "hyphenation", ["hy", "phen", "ation"]),
    ("de", "Silbentrennung", ["Sil", "ben", "tren", "nung"]), ("de-AT", "Übermäßigkeit", ["Über", "mä", "ßig", "keit"]),
    // Parts of compounds, and least letters beside them; the points are those of libhyphen.
    ("de", "Donaudampfschifffahrt", ["Do", "nau", "dampf", "schiff", "fahrt"]), ("de", "Wachstube", ["Wach", "stu", "be"]),
    ("de", "Asbestzementdach", ["As", "best", "ze", "ment", "dach"]), ("de", "Blumentopferde", ["Blu", "men", "top", "fer", "de"]),
    ("de", "Mathematikunterricht", ["Ma", "the", "ma", "tik", "un", "ter", "richt"]), ("de", "Nachtisch", ["Nach", "tisch"]),
    ("de", "Februarabend", ["Fe", "bru", "ar", "abend"]), ("en-us", "uncopyrightable", ["un", "copy", "rightable"]),
    ("en-us", "interchangeability", ["in", "ter", "change", "abil", "ity"]), ("en-us", "rhythms", ["rhythms"]),
    ("xx", "hyphenation", ["hyphenation"]), ("", "hyphenation", ["hyphenation"]), ("en-us", "hy\u{AD}phenation", ["hy", "phenation"]),
  ]) func wordsAreHyphenatedByThePatternsOfTheirLanguage(language: String, word: String, parts: [String]) throws {
    try Self.requirePatterns()
    let text = attributed(word) { $0.language = language.isEmpty ? nil : language }
    let style = paragraph { $0.hyphenation = .auto }
    // Narrower and narrower: every point at which the word is parted is seen, but for parts that never end a line with their hyphen.
    var found = Set<Int>()
    let whole = TextLayout(text, library).size.width
    for width in stride(from: whole, to: 20, by: -1) {
      let layout = TextLayout(text, library, width: width, style: style)
      // Where no point fits, the word is cut anywhere: only the first line's width tells a hyphen.
      let line = layout.lines[0]
      guard layout.lineCount > 1 else { continue }
      let plain = layout.selectionRects(line.range).map(\.width).reduce(0, +)
      if line.width > plain + 1 { found.insert(line.range.upperBound) }
    }
    var expected = Set<Int>()
    for count in 1..<max(2, parts.count) where parts.count > 1 {
      let soft = word.contains("\u{AD}") ? 2 : 0
      expected.insert(parts.prefix(count).joined().utf8.count + soft)
    }
    #expect(found == expected)
  }

  @Test func hyphenationIsOptInAndCanBeDisabledGlobally() throws {
    let text = attributed("incomprehensibility co\u{AD}operation") { $0.language = "en-us" }
    let manual = TextLayout(text, library, width: 100)
    let none = TextLayout(text, library, width: 100, style: paragraph { $0.hyphenation = .none })
    #expect(Hyphenation.allCases.map(\.rawValue) == ["none", "manual", "auto"])
    #expect(ParagraphStyle().hyphenation == .manual)
    let narrow = attributed("co\u{AD}operation") { $0.language = "en-us" }
    let part = TextLayout(attributed("co‐"), library).size.width + 0.1
    let whole = TextLayout(attributed("operation"), library).size.width + 0.1
    #expect(TextLayout(narrow, library, width: max(part, whole)).lines[0].range.upperBound == 4)
    #expect(
      TextLayout(narrow, library, width: max(part, whole), style: paragraph { $0.hyphenation = .none }).lines[0].range.upperBound != 4)
    #expect(manual.lines.last?.range.upperBound == none.lines.last?.range.upperBound)
  }

  @Test(.needs(Files.dejaVu), arguments: ["of\u{AD}fice", "office"])
  func aLigatureIsSplitIfALineBreaksWithinIt(word: String) throws {
    try Self.requirePatterns()
    let library = try isolated(Files.dejaVu)
    func text(_ string: String) -> AttributedText { attributed(string, Font("DejaVu Sans")) { $0.language = "en-us" } }
    func width(_ string: String) -> Double { TextLayout(text(string), library).size.width }
    let style = paragraph { $0.hyphenation = .auto }
    let whole = TextLayout(text(word), library, style: style)
    // One glyph stands for three letters, and the carets share it out as they did.
    #expect(abs(whole.size.width - width("office")) < 0.001)
    #expect(whole.caret(at: 1).minX < whole.caret(at: 2).minX)
    let (start, end) = (width("of‐"), width("fice"))
    let head = word.utf8.count - "fice".utf8.count
    for room in [max(start, end), (max(start, end) + whole.size.width) / 2] {
      let layout = TextLayout(text(word), library, width: room + 0.01, style: style)
      #expect(layout.lines.map(\.range) == [0..<head, head..<word.utf8.count])
      #expect(abs(layout.lines[0].width - start) < 0.01 && abs(layout.lines[1].width - end) < 0.01)
    }
    // The hyphen does not fit: the line is not made longer for it.
    for line in TextLayout(text(word), library, width: start - 0.5, style: style).lines { #expect(line.width < start - 0.49) }
  }

  @Test func aHyphenatedWordIsOneWordForTruncation() throws {
    try Self.requirePatterns()
    let string = "all communication"
    let text = attributed(string) { $0.language = "en-us" }
    let style = paragraph {
      $0.hyphenation = .auto
      $0.lineLimit = 1
      $0.truncatesAtWords = true
    }
    let width = TextLayout(attributed("all communi…"), library).size.width
    #expect(TextLayout(text, library, width: width, style: style).visibleRange == 0..<3)
    #expect(TextLayout(text, library, style: style).minimumContentWidth == TextLayout(attributed("communication"), library).size.width)
  }

  // MARK: hanging punctuation

  @Test(arguments: [TextAlignment.start, .end, .center, .justify]) func punctuationHangsAtTheEndsOfLines(alignment: TextAlignment) {
    let string = "“All human beings, they said, are born free; and equal, in dignity. And rights.”"
    let style = paragraph {
      $0.hangsPunctuation = true
      $0.alignment = alignment
    }
    for width in stride(from: 90.0, through: 260, by: 7) {
      let layout = TextLayout(attributed(string), library, width: width, style: style)
      let bytes = Array(string.utf8)
      for (index, line) in layout.lines.enumerated() {
        let shown = String(decoding: bytes[line.range], as: UTF8.self).trimmingCharacters(in: .whitespaces)
        let from = line.range.lowerBound
        let rects = layout.selectionRects(from..<from + shown.utf8.count)
        let (left, right) = (rects.map(\.minX).min() ?? 0, rects.map(\.maxX).max() ?? 0)
        let opens = shown.hasPrefix("“")
        let closes = shown.last.map { ".,;”".contains($0) } ?? false
        #expect((left < line.frame.minX - 1) == opens, "line \(index) at \(width)")
        #expect((right > line.frame.maxX + 1) == closes, "line \(index) at \(width)")
        #expect(line.frame.minX >= -0.001 && line.frame.maxX <= width + 0.002)
        if alignment == .justify, index + 1 < layout.lineCount, shown.contains(" ") { #expect(abs(line.width - width) < 0.01) }
      }
      #expect(layout.lines.last?.range.upperBound == string.utf8.count)
      // What was measured fits again.
      let again = TextLayout(attributed(string), library, width: layout.size.width, style: style)
      if alignment != .justify { #expect(again.lines.map(\.range) == layout.lines.map(\.range)) }
    }
  }

  @Test(arguments: ["“", "”", "(", ".", "“.", "...", "\u{2019}"]) func aLineOfSignsAloneKeepsThem(string: String) {
    let plain = TextLayout(attributed(string), library)
    let layout = TextLayout(attributed(string), library, style: paragraph { $0.hangsPunctuation = true })
    #expect(layout.size.width > 0 || plain.size.width == 0)
    #expect(layout.lineCount == 1 && layout.size.isFinite)
  }

  // MARK: shapes

  static func contains(_ points: [Point], _ p: Point) -> Bool {
    var inside = false
    for i in points.indices {
      let (a, b) = (points[i], points[i + 1 < points.count ? i + 1 : 0])
      guard (a.y > p.y) != (b.y > p.y) else { continue }
      if p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) { inside.toggle() }
    }
    return inside
  }

  @Test(arguments: 0..<40) func noLetterTouchesAShapeAndNoWordIsLost(seed: Int) {
    var random = Seeded(UInt64(seed))
    func rect() -> Rect {
      Rect(
        .random(in: -40...200, using: &random), .random(in: -20...160, using: &random), .random(in: 0...120, using: &random),
        .random(in: 0...80, using: &random))
    }
    let shapes = (0..<Int.random(in: 1...4, using: &random)).map { _ -> TextExclusion in
      switch Int.random(in: 0...3, using: &random) {
      case 0: .rect(rect())
      case 1: .ellipse(rect())
      case 2: .roundedRect(rect(), radius: .random(in: 0...50, using: &random))
      default:
        .polygon(
          (0..<Int.random(in: 3...7, using: &random)).map { _ in
            Point(.random(in: 0...240, using: &random), .random(in: 0...160, using: &random))
          })
      }
    }
    let style = paragraph {
      $0.exclusions = shapes
      $0.alignment = TextAlignment.allCases.randomElement(using: &random)!
      $0.direction = .random(using: &random) ? .leftToRight : .rightToLeft
    }
    var text = attributed(Self.long + "\n\n" + Self.long)
    text.update(10..<24) { $0.font.size = 26 }
    let layout = TextLayout(text, library, width: 240, style: style)
    #expect(layout.size.width == 240)
    // Every byte is on one line, in order.
    #expect(layout.lines.first?.range.lowerBound == 0 && layout.lines.last?.range.upperBound == text.string.utf8.count)
    for (a, b) in zip(layout.lines, layout.lines.dropFirst()) {
      #expect(a.range.upperBound == b.range.lowerBound)
      #expect(
        b.frame.minY == a.frame.minY ? b.frame.height == a.frame.height && b.baseline == a.baseline : b.frame.minY >= a.frame.maxY - 0.001)
    }
    let outlines = shapes.map(\.outline)
    for line in layout.lines where line.width > 0 {
      #expect(line.frame.minX >= -0.001 && line.frame.maxX <= 240.002)
      for outline in outlines {
        for x in stride(from: line.frame.minX + 0.01, through: line.frame.maxX - 0.01, by: 5) {
          for y in stride(from: line.frame.minY + 0.01, through: line.frame.maxY - 0.01, by: 3) where Self.contains(outline, Point(x, y)) {
            Issue.record("a shape is touched at \(x), \(y)")
            return
          }
        }
      }
    }
    // Hits beside shapes find what stands there.
    for line in layout.lines where line.width > 4 {
      let hit = layout.offset(at: line.frame.center)
      #expect(line.range.contains(hit) || line.range.upperBound == hit)
    }
  }

  @Test func textFlowsOnBothSidesOfAShape() {
    for direction in [BaseDirection.leftToRight, .rightToLeft] {
      let style = paragraph {
        $0.exclusions = [.rect(Rect(100, 0, 40, 30))]
        $0.direction = direction
      }
      let layout = TextLayout(attributed(Self.long), library, width: 240, style: style)
      let row = layout.lines.filter { $0.frame.minY == 0 }
      #expect(row.count == 2)
      let (first, second) = (row[0].frame, row[1].frame)
      #expect(direction == .leftToRight ? first.maxX <= 100 && second.minX == 140 : first.maxX == 240 && second.maxX <= 100.001)
    }
  }

  @Test func aShapeMakesTextHigherAndOneThatFillsTheWidthPushesItDown() {
    let plain = TextLayout(attributed(Self.long), library, width: 100)
    let beside = TextLayout(attributed(Self.long), library, width: 100, style: paragraph { $0.exclusions = [.rect(Rect(50, 20, 30, 40))] })
    #expect(beside.size.height > plain.size.height)
    let below = TextLayout(attributed(Self.long), library, width: 100, style: paragraph { $0.exclusions = [.rect(Rect(-5, -5, 200, 55))] })
    #expect(below.lines[0].frame.minY == 50 && below.lineCount == plain.lineCount)
    let word = TextLayout(
      attributed("incomprehensible"), library, width: 150, style: paragraph { $0.exclusions = [.rect(Rect(60, 0, 30, 40))] })
    #expect(word.lines[0].frame.minY == 40 && word.lineCount == 1)
    // Without a limit of the width there are no sides.
    let free = TextLayout(attributed("a b"), library, style: paragraph { $0.exclusions = [.rect(Rect(0, 0, 30, 40))] })
    #expect(free.lines[0].frame.minX == 0)
  }

  @Test func nextToASlopeTextBeginsWhereItsFirstWordFits() throws {
    // The right half of the box is free from y = 200 on, and a bit more of it the further down.
    let slope = TextExclusion.polygon([Point(0, 0), Point(100, 0), Point(0, 200)])
    let word = attributed("incomprehensible", Font(size: 12))
    let plain = TextLayout(word, library, width: 300)
    let layout = TextLayout(word, library, width: 105, style: paragraph { $0.exclusions = [slope] })
    try #require(plain.size.width < 104)
    let line = layout.lines[0]
    // At the line's top the shape is widest: it must leave room there, and not much more than that.
    let room = 105 - plain.size.width
    let ideal = 200 * (1 - room / 100)
    #expect(layout.lineCount == 1 && line.frame.minY >= ideal - 0.01 && line.frame.minY <= ideal + line.frame.height / 4)
    #expect(line.frame.minX >= 100 * (1 - line.frame.minY / 200) - 0.01)
  }

  @Test func slopesAsHighAsTheyMayBeAreSteppedAlongInBoundedTime() {
    let high = TextExclusion.polygon([Point(0, -1e7), Point(99, -1e7), Point(98, 1e7), Point(0, 1e7)])
    let layout = TextLayout(attributed(Self.long), library, width: 100, style: paragraph { $0.exclusions = [high] })
    #expect(layout.lines.last?.range.upperBound == Self.long.utf8.count && layout.size.height.isFinite)
    // Beside shapes that cover one another as well.
    let many = (0..<200).map { TextExclusion.polygon([Point(0, -1e6), Point(Double($0 % 100), -1e6), Point(0, 1e6)]) }
    let covered = TextLayout(attributed(Self.long), library, width: 100, style: paragraph { $0.exclusions = many })
    #expect(covered.lines.last?.range.upperBound == Self.long.utf8.count && covered.size.height.isFinite)
  }

  @Test func limitsCountRowsAndTruncationFitsNextToAShape() {
    let shape = TextExclusion.rect(Rect(100, 0, 40, 100))
    let all = TextLayout(attributed(Self.long), library, width: 240, style: paragraph { $0.exclusions = [shape] })
    for limit in 1...3 {
      let style = paragraph {
        $0.exclusions = [shape]
        $0.lineLimit = limit
      }
      let layout = TextLayout(attributed(Self.long), library, width: 240, style: style)
      #expect(Set(layout.lines.map(\.frame.minY)).count == limit && layout.isTruncated)
      #expect(layout.lines.allSatisfy { $0.frame.maxX <= 100.001 || $0.frame.minX >= 140 && $0.frame.maxX <= 240.001 })
      #expect(layout.lines.dropLast().map(\.range) == all.lines.prefix(layout.lineCount - 1).map(\.range))
      #expect(layout.visibleRange.upperBound < Self.long.utf8.count)
      #expect(layout.truncationPart(at: Point(layout.lines.last!.frame.maxX - 1, layout.lines.last!.frame.midY)) == .token)
    }
  }

  @Test(arguments: [
    [Point(.nan, 0), Point(1, 1), Point(2, 0)], [], [Point(0, 0), Point(10, 10)], [Point(.infinity, 0), Point(0, 0), Point(0, 9)],
    [Point(1e300, 0), Point(0, 0), Point(0, 9)], [Point(5, 5), Point(5, 5), Point(5, 5)],
  ]) func invalidShapesChangeNothing(points: [Point]) {
    let plain = TextLayout(attributed(Self.long), library, width: 100)
    let layout = TextLayout(attributed(Self.long), library, width: 100, style: paragraph { $0.exclusions = [.polygon(points)] })
    #expect(layout.lines == plain.lines)
  }

  @Test func aThousandCornersAndHugeShapesEndSoon() {
    let comb = (0..<20_000).map { Point(Double($0 % 2) * 90, Double($0) * 0.01) }
    let star = (0..<1000).map { Point(50 + 50 * cos(Double($0) * 2.9), 50 + 50 * sin(Double($0) * 2.9)) }
    for shapes in [
      [TextExclusion.polygon(comb)], [.polygon(star)], Array(repeating: .ellipse(Rect(0, 0, 90, 200)), count: 500),
      [.rect(Rect(-1e8, -1e8, 2e8, 2e8))],
    ] {
      let layout = TextLayout(attributed(Self.long), library, width: 100, style: paragraph { $0.exclusions = shapes })
      #expect(layout.lines.last?.range.upperBound == Self.long.utf8.count && layout.size.isFinite)
    }
  }

  // MARK: justification

  @Test(arguments: [90.0, 133, 210]) func arabicWordsGrowByStrokesThatJoin(width: Double) throws {
    try Files.require(Files.notoArabic)
    let library = try isolated(Files.notoArabic)
    let string = "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا"
    let text = attributed(string, Font("Noto Sans Arabic"))
    let layout = TextLayout(text, library, width: width, style: paragraph { $0.alignment = .justify })
    let plain = TextLayout(text, library, width: width)
    #expect(layout.lines.map(\.range) == plain.lines.map(\.range))
    let bytes = Array(string.utf8)
    for line in layout.lines.dropLast() {
      let offsets = TextGeometryTests.boundaries(string).filter { line.range.contains($0) || $0 == line.range.upperBound }
      #expect(abs(line.width - width) < 0.01 || line.range.count < 20)  // a word alone has no more than a stroke
      // What words gained: only where a letter joins the next one of its word.
      for (start, end) in zip(offsets, offsets.dropFirst()) where bytes[start] != 0x20 {
        let (now, before) = (layout.selectionRects(start..<end).first?.width ?? 0, plain.selectionRects(start..<end).first?.width ?? 0)
        #expect(now >= before - 0.01)
        let letter = string[string.utf8.index(string.startIndex, offsetBy: start)]
        if "اأإآدذرزوؤءة".contains(letter) { #expect(abs(now - before) < 0.01, "\(letter) joins nothing behind it") }
        #expect(now - before <= 16.01)
      }
    }
    let gained = zip(layout.lines, plain.lines).dropLast().contains { a, b in
      let offsets = TextGeometryTests.boundaries(string).filter { a.range.contains($0) }
      return offsets.contains {
        bytes[$0] != 0x20
          && (layout.selectionRects($0..<$0 + 2).first?.width ?? 0) > (plain.selectionRects($0..<$0 + 2).first?.width ?? 0) + 1
      }
    }
    #expect(gained || plain.lines.dropLast().allSatisfy { width - $0.width < 6 })
  }

  @Test func ideographsOfSeveralFontsAndSpacesShareTheRoom() throws {
    try Files.require(Files.notoCJK)
    let library = try isolated(Files.notoCJK)
    var text = attributed("人人生而自由在尊严和 OK 权利上一律平等", Font("Noto Sans CJK SC"))
    text.update(6..<12) { $0.color = .white }
    let layout = TextLayout(text, library, width: 170, style: paragraph { $0.alignment = .justify })
    let plain = TextLayout(text, library, width: 170)
    #expect(abs(layout.lines[0].width - 170) < 0.01)
    // Each ideograph but the line's last, and each space, has got the same.
    let string = text.string
    let offsets = TextGeometryTests.boundaries(string).filter { $0 < layout.lines[0].range.upperBound }
    let gains = offsets.dropLast().compactMap { start -> Double? in
      let c = string[string.utf8.index(string.startIndex, offsetBy: start)]
      guard !c.isASCII || c == " " else { return nil }
      let range = start..<start + String(c).utf8.count
      return (layout.selectionRects(range).first?.width ?? 0) - (plain.selectionRects(range).first?.width ?? 0)
    }
    let most = gains.max() ?? 0
    #expect(most > 0.01)
    #expect(gains.filter { abs($0 - most) < 0.01 }.count >= gains.count - 1)  // but for the one before the space
  }

  // MARK: properties

  @Test(arguments: 0..<80) func theDrawnTextIsTheReportedVisibleRange(seed: Int) throws {
    var random = Seeded(UInt64(seed) + 77)
    let string = TextGeometryTests.random(&random) + TextGeometryTests.random(&random)
    let style = paragraph {
      $0.lineLimit = Int.random(in: 1...3, using: &random)
      $0.truncation = [Truncation.end, .middle, .start].randomElement(using: &random)!
      $0.truncatesAtWords = .random(using: &random)
      $0.direction = BaseDirection.allCases.randomElement(using: &random)!
      $0.truncationToken = ["…", "[more]", ""].randomElement(using: &random)!
      $0.truncationMessage = [nil, " more", " עוד"].randomElement(using: &random)!.map { attributed($0) }
    }
    let library = try Self.worldly()
    let width = Double.random(in: 20...160, using: &random)
    let layout = TextLayout(attributed(string), library, width: width, style: style)
    let offsets = TextGeometryTests.boundaries(string)
    let visible = layout.visibleRange
    let shown = zip(offsets, offsets.dropFirst()).filter { range in layout.selectionRects(range.0..<range.1).contains { $0.width > 0.01 } }
    for (start, end) in shown {
      #expect(visible.contains(start) && end <= visible.upperBound, "\(start)..<\(end) is drawn, \(visible) is said")
    }
    // What has ink and is not drawn is not in it, but for the middle that was left out.
    let free = TextLayout(attributed(string), library, width: width, style: paragraph { $0.direction = style.direction })
    let inked = zip(offsets, offsets.dropFirst()).filter { range in
      free.selectionRects(range.0..<range.1).contains { $0.width > 0.01 }
        && !string.utf8.prefix(range.1).dropFirst(range.0).allSatisfy { $0 == 0x20 || $0 == 9 }
    }
    let drawn = Set(shown.map(\.0))
    let missing = inked.filter { !drawn.contains($0.0) }
    #expect(layout.isTruncated == !missing.isEmpty)
    if style.truncation == .end { #expect(missing.allSatisfy { $0.0 >= visible.upperBound }) }
    if style.truncation == .start, style.lineLimit == 1 { #expect(missing.allSatisfy { $0.1 <= visible.lowerBound }) }
    // Where text is left out, what stands for it is found, and nowhere else.
    if layout.isTruncated, !style.truncationToken.isEmpty, let last = layout.lines.last {
      let hits = stride(from: last.frame.minX, to: last.frame.maxX, by: 0.5).filter {
        layout.truncationPart(at: Point($0, last.frame.midY)) == .token
      }
      #expect(!hits.isEmpty)
      if style.truncationMessage != nil {
        let message = stride(from: last.frame.minX, to: last.frame.maxX, by: 0.5).filter {
          layout.truncationPart(at: Point($0, last.frame.midY)) == .message
        }
        #expect(!message.isEmpty)
      }
      let above = layout.lines.dropLast().allSatisfy { line in
        stride(from: line.frame.minX, to: line.frame.maxX, by: 3).allSatisfy {
          layout.truncationPart(at: Point($0, line.frame.midY)) == nil
        }
      }
      #expect(above)
    } else if !layout.isTruncated {
      #expect(layout.lines.allSatisfy { layout.truncationPart(at: $0.frame.center) == nil })
    }
  }

  static func worldly() throws -> FontLibrary {
    let library = try isolated()
    for file in [Files.notoHebrew, Files.notoArabic, Files.notoDevanagari, Files.notoThai] {
      try Files.require(file)
      try library.add(file: file)
    }
    return library
  }

  @Test(arguments: 0..<60) func measuringAgainGivesTheSameToTheBit(seed: Int) throws {
    var random = Seeded(UInt64(seed) + 4000)
    let string = TextGeometryTests.random(&random) + TextGeometryTests.random(&random)
    let style = paragraph {
      $0.hangsPunctuation = .random(using: &random)
      $0.lineHeightMultiple = [1, 1.3].randomElement(using: &random)!
      $0.firstLineIndent = [0, 9].randomElement(using: &random)!
      $0.direction = BaseDirection.allCases.randomElement(using: &random)!
    }
    let library = try Self.worldly()
    var width = Double.random(in: 10...200, using: &random)
    var first = TextLayout(attributed(string), library, width: width, style: style)
    // Until no letter is wider than the box.
    while first.size.width > width {
      width *= 2
      first = TextLayout(attributed(string), library, width: width, style: style)
    }
    // In the room that it asked for it stands as before, and asks for the same; made anew, with nothing remembered, it is the same.
    let second = TextLayout(attributed(string), library, width: first.size.width, style: style)
    #expect(
      second.size == first.size && second.lines.map(\.range) == first.lines.map(\.range),
      "\(first.size) \(second.size) \(string.debugDescription) \(style)")
    let third = TextLayout(attributed(string), try Self.worldly(), width: first.size.width, style: style)
    #expect(third.lines == second.lines && third.size == second.size && third.inkBounds == second.inkBounds)
  }

  @Test func aTextKeepsItsLibraryAlive() throws {
    var layout: TextLayout?
    do {
      let library = try Self.worldly()
      layout = TextLayout(attributed("outlives \u{5D0} \u{915}"), library, width: 90)
    }
    #expect(layout?.lines.isEmpty == false)
    layout = nil
  }

  @Test func rangesHaveFramesHighlightsAndATrailingRect() throws {
    let style = paragraph { $0.lineSpacing = 8 }
    let layout = TextLayout(attributed(Self.long), library, width: 200, style: style)
    let rects = layout.selectionRects(10..<60)
    let frame = try #require(layout.frame(of: 10..<60))
    #expect(rects.allSatisfy { frame.contains($0.center) } && frame.maxY == rects.last?.maxY && frame.minY == rects[0].minY)
    #expect(layout.frame(of: 5..<5) == nil)
    let closed = layout.highlightRects(10..<60)
    #expect(closed.count == rects.count && closed.map(\.minX) == rects.map(\.minX))
    for (a, b) in zip(closed, closed.dropFirst()) { #expect(abs(a.maxY - b.minY) < 1e-9) }
    #expect(closed.last == rects.last)
    let last = try #require(layout.lines.last)
    #expect(layout.trailingRect(width: 200) == Rect(left: last.frame.maxX, top: last.frame.minY, right: 200, bottom: last.frame.maxY))
    let hebrew = TextLayout(attributed("abc", .body), library, width: 200, style: paragraph { $0.direction = .rightToLeft })
    #expect(hebrew.trailingRect(width: 200).maxX == 200 || hebrew.trailingRect(width: 200).minX == 0)
  }

  // MARK: bad input

  /// Bytes that are no UTF-8, as the C side may get them.
  @Test(
    arguments: [
      ([0xED, 0xA0, 0x80], 3), ([0xED, 0xBF, 0xBF, 0x41], 4), ([0xFF, 0xFE], 2), ([0xC0, 0xAF], 2), ([0xF4, 0x90, 0x80, 0x80], 4),
      ([0xE2, 0x82], 2), ([0xF0, 0x9F, 0x98], 3), ([0x80, 0x80, 0x80], 3), ([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], 6),
    ] as [([UInt8], Int)]) func invalidTextBytesBecomeReplacementCharacters(bytes: [UInt8], count: Int) throws
  {
    let style = try #require(library.style(for: .body))
    func shape(_ bytes: [UInt8]) throws -> [cr_shaped_glyph] {
      var run = cr_text_run()
      (run.end, run.style, run.size) = (UInt32(bytes.count), style, 16)
      var made: OpaquePointer?
      let status = bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
        cr_shaped_create(library.handle, $0.baseAddress, $0.count, &run, 1, CR_DIRECTION_AUTO, &made)
      }
      let shaped = try #require(status == CR_OK ? made : nil)
      defer { cr_shaped_release(shaped) }
      var glyphs = [cr_shaped_glyph](repeating: cr_shaped_glyph(), count: cr_shaped_glyphs(shaped, nil, 0))
      _ = cr_shaped_glyphs(shaped, &glyphs, glyphs.count)
      return glyphs
    }
    let wrong = try #require(try shape(Array("\u{FFFD}".utf8)).first)
    let glyphs = try shape(bytes)
    #expect(glyphs.count == count && glyphs.map(\.cluster) == (0..<UInt32(count)).map { $0 })
    for (glyph, byte) in zip(glyphs, bytes) where byte >= 0x80 { #expect(glyph.glyph == wrong.glyph) }
  }

  @Test func aMegabyteOfMarksControlsAndOneLineOfAMillionLettersAreShown() throws {
    let bytes = 1 << 20
    let marks = "a" + String(repeating: "\u{301}\u{323}", count: bytes / 4)  // a mebibyte of bytes
    let controls = String(repeating: "\u{1}\u{7F}\u{9F}\u{200B}", count: bytes / 8)
    let letters = String(repeating: "x", count: 1_000_000)
    for (string, style) in [
      (marks, ParagraphStyle()), (controls, ParagraphStyle()), (letters, paragraph { $0.hangsPunctuation = true }),
      (letters, paragraph { $0.exclusions = [.rect(Rect(20, 10, 30, 60))] }),
      (letters, paragraph { $0.alignment = .justify }),
      (String(repeating: "\u{640}", count: 100_000), paragraph { $0.alignment = .justify }),
    ] {
      let layout = TextLayout(attributed(string) { $0.language = "en" }, library, width: 100, style: style)
      #expect(layout.lines.last?.range.upperBound == string.utf8.count && layout.size.isFinite)
      #expect((0...string.utf8.count).contains(layout.offset(at: Point(0, 0))) && layout.caret(at: string.utf8.count).isFinite)
    }
    // A font that places marks upon marks.
    try Files.require(Files.notoSans)
    do {
      let library = try isolated(Files.notoSans)
      let string = "abc" + String(repeating: "\u{301}", count: bytes / 8) + " xyz"
      let layout = TextLayout(attributed(string, Font("Noto Sans")), library, width: 100)
      #expect(layout.lines.last?.range.upperBound == string.utf8.count && layout.size.isFinite)
    }
    let parted = TextLayout(attributed(letters) { $0.language = "en-us" }, library, width: 100, style: paragraph { $0.hyphenation = .auto })
    #expect(parted.lines.last?.range.upperBound == 1_000_000)
  }
}
