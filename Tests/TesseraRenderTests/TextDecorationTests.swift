import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// What attributes add to letters: lines, outlines, backgrounds, room.
@Suite struct TextDecorationTests {
  let library: FontLibrary
  init() throws { library = try isolated() }

  /// Pixels that are not white.
  func ink(_ layout: TextLayout, rotated: Double = 0) throws -> Int {
    let pixels = try picture(layout, width: 300, height: 80, at: (20, 20), rotated: rotated)
    return stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] != 255 || pixels[$0 + 1] != 255 || pixels[$0 + 2] != 255 }
  }

  func line(_ style: TextLineStyle, _ string: String = "xxxxxx", skips: Bool = true) -> TextLayout {
    TextLayout(
      attributed(string, Font(size: 24)) {
        $0.underline = true
        $0.underlineStyle = style
        $0.underlineSkipsInk = skips
      }, library)
  }

  @Test func eachStyleOfLineHasADistinctPictureWithinTheInkBounds() throws {
    var pictures: Set<[UInt8]> = []
    for style in TextLineStyle.allCases {
      let layout = line(style)
      pictures.insert(try picture(layout, width: 300, height: 80, at: (20, 20)))
      for angle in [0, 0.1] {
        #expect(try ink(layout, rotated: angle) > ink(TextLayout(attributed("xxxxxx", Font(size: 24)), library), rotated: angle))
      }
      let pixels = try picture(layout, width: 300, height: 80, at: (20, 20))
      let bounds = layout.inkBounds.offset(by: Point(20, 20))
      for y in 0..<80 {
        for x in 0..<300 where pixels[(y * 300 + x) * 4] != 255 {
          #expect(bounds.contains(Point(Double(x) + 0.5, Double(y) + 0.5)), "\(style) at \(x), \(y)")
        }
      }
    }
    #expect(pictures.count == TextLineStyle.allCases.count)
  }

  /// The rows of a picture that are black from `x` 20 for `width` pixels.
  private func blackRows(_ layout: TextLayout, width: Int) throws -> [Int] {
    let pixels = try picture(layout, width: 300, height: 80, at: (20, 20))
    return (0..<80).filter { y in (20..<20 + width).allSatisfy { pixels[(y * 300 + $0) * 4] < 10 } }
  }

  @Test func oneUnderlineContinuesBelowPartsOfSeveralFonts() throws {
    try Files.require(Files.dejaVu)
    try library.add(file: Files.dejaVu)
    func text(_ change: (inout TextAttributes) -> Void = { _ in }) -> AttributedText {
      var text = attributed("xx ", Font(size: 16)) { $0.underline = true }
      text.append(attributed("noon ", Font("DejaVu Sans", size: 16)) { $0.underline = true })
      text.append(
        attributed("xx ", Font(size: 26)) {
          $0.underline = true
          change(&$0)
        })
      text.append(attributed("x", Font(size: 16)) { ($0.underline, $0.position) = (true, .superscript) })
      return text
    }
    let layout = TextLayout(text(), library)
    let width = Int(layout.size.width) - 1
    // As thick as the largest letters ask for, once.
    let large = TextLayout(attributed("xx", Font(size: 26)) { $0.underline = true }, library)
    let rows = try blackRows(layout, width: width)
    #expect(try rows.count == blackRows(large, width: 10).count && !rows.isEmpty)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $1 == $0 + 1 })
    // Lines of other colours and styles are lines of their own.
    #expect(try blackRows(TextLayout(text { $0.underlineColor = Color(rgb: 0xFF0000) }, library), width: width).isEmpty)
    #expect(try blackRows(TextLayout(text { $0.underlineStyle = .dotted }, library), width: width).isEmpty)
  }

  @Test(arguments: [11.0, 12, 13, 14, 15, 16, 18, 22.5, 30, 45]) func linesKeepClearOfRoundLetters(size: Double) throws {
    try Files.require(Files.dejaVu)
    try library.add(file: Files.dejaVu)
    for family in [nil, "DejaVu Sans"] {
      func line(_ skips: Bool) -> TextLayout {
        TextLayout(attributed("codes", Font(family, size: size)) { ($0.underline, $0.underlineSkipsInk) = (true, skips) }, library)
      }
      #expect(try picture(line(true), width: 300, height: 80, at: (20, 10)) == picture(line(false), width: 300, height: 80, at: (20, 10)))
    }
  }

  @Test func underlinesSkipInk() throws {
    #expect(try ink(line(.single, "gypsy")) < ink(line(.single, "gypsy", skips: false)))
    #expect(try picture(line(.single, "xxxx")) == picture(line(.single, "xxxx", skips: false)))
  }

  @Test func linesTakeTheirOwnColors() throws {
    let text = attributed("xxxx", Font(size: 24)) {
      $0.underline = true
      $0.underlineColor = Color(rgb: 0xFF0000)
      $0.strikethrough = true
      $0.strikethroughColor = Color(rgb: 0x0000FF)
    }
    let layout = TextLayout(text, library)
    #expect(layout.singleColor == nil)
    let pixels = try picture(layout)
    func has(_ bgr: [UInt8]) -> Bool { stride(from: 0, to: pixels.count, by: 4).contains { Array(pixels[$0..<$0 + 3]) == bgr } }
    #expect(has([0, 0, 255]) && has([255, 0, 0]))
  }

  @Test func decoratedTextDrawnByPartsIsTheSamePicture() throws {
    var text = attributed("gypsy ", Font(size: 20)) {
      $0.underline = true
      $0.underlineStyle = .wavy
    }
    text.append(
      "jog ", attributes: TextLineStyle.allCases.reduce(into: TextAttributes(font: Font(size: 20))) { a, _ in a.underline = true })
    text.append(
      "chip привет",
      attributes: {
        var a = TextAttributes(font: Font(size: 18))
        a.background = Color(rgb: 0xFFEE88)
        a.backgroundRadius = 5
        a.outline = TextOutline(width: 1.5, color: Color(rgb: 0x224488))
        return a
      }())
    let layout = TextLayout(text, library, width: 150)
    let whole = try picture(layout)
    for (x, y) in [(40, 13), (77, 31), (111, 20)] {
      let parts = [(0, 0, x, y), (x, 0, 240 - x, y), (0, y, x, 120 - y), (x, y, 240 - x, 120 - y)]
      #expect(try picture(layout, clips: parts) == whole)
    }
  }

  @Test func anOutlineSurroundsLettersAndLeavesThemAsTheyAre() throws {
    let plain = TextLayout(attributed("OUT", Font(size: 40)), library)
    let outlined = TextLayout(
      attributed("OUT", Font(size: 40)) { $0.outline = TextOutline(width: 2, color: Color(rgb: 0xFF0000)) }, library)
    #expect(try ink(outlined) > ink(plain))
    #expect(outlined.size == plain.size)
    #expect(outlined.inkBounds.minX < plain.inkBounds.minX - 1.9)
    #expect(outlined.singleColor == nil)
  }

  @Test func cornersBehindTextAreRounded() throws {
    func corner(_ radius: Double) throws -> Int {
      try ink(
        TextLayout(
          attributed(" wide ", Font(size: 30)) {
            $0.background = Color(rgb: 0x88CCFF)
            $0.backgroundRadius = radius
          }, library))
    }
    #expect(try corner(8) < corner(0))
    #expect(try corner(1e9) > 100)
  }

  @Test func wordSpacingWidensSpacesOnly() {
    let plain = TextLayout(attributed("a b c"), library)
    let wide = TextLayout(attributed("a b\u{A0}c") { $0.wordSpacing = 5 }, library)
    #expect(abs(wide.size.width - plain.size.width - 10) < 0.001)
    #expect(wide.caret(at: 1).minX == plain.caret(at: 1).minX)
  }

  @Test func superscriptIsSmallAndHighAndSubscriptLow() throws {
    func layout(_ position: TextPosition) -> TextLayout { TextLayout(attributed("2", Font(size: 40)) { $0.position = position }, library) }
    let normal = layout(.normal)
    for position in [TextPosition.superscript, .subscript] { #expect(abs(layout(position).size.width / normal.size.width - 0.65) < 0.001) }
    func top(_ layout: TextLayout) -> Double { layout.inkBounds.minY - layout.firstBaseline }
    #expect(abs(top(layout(.superscript)) - top(normal)) < 5)
    #expect(top(layout(.subscript)) > top(normal) + 10)
  }

  @Test func attachmentsTakeTheirRoomAndBreakLinesAroundThem() throws {
    var text = attributed("before")
    var attributes = TextAttributes()
    attributes.attachment = TextAttachment(id: "star", width: 30, height: 50)
    text.append(TextAttachment.character, attributes: attributes)
    text.append(attributed("after"))
    let plain = TextLayout(attributed("beforeafter"), library)
    let layout = TextLayout(text, library)
    #expect(abs(layout.size.width - plain.size.width - 30) < 0.5)
    #expect(layout.size.height > 50)
    let place = layout.selectionRects(6..<9)
    #expect(place.count == 1 && abs(place[0].width - 30) < 0.001)
    #expect(layout.singleColor == nil)
    let narrow = TextLayout(text, library, width: 60)
    #expect(narrow.lines.map(\.range) == [0..<6, 6..<9, 9..<14] || narrow.lines.map(\.range) == [0..<6, 6..<14])
    for bad in [Double.nan, -4, .infinity, 1e300] {
      attributes.attachment?.width = bad
      attributes.attachment?.ascent = bad
      #expect(TextLayout(AttributedText(TextAttachment.character, attributes: attributes), library, width: 50).size.isFinite)
    }
  }
}
