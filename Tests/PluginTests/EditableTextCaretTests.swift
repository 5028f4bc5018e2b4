import TesseraKit
import TesseraTestSupport
import Testing

@testable import EditableTextPlugin

extension ClipboardTests {
  /// Carets of fields at wraps and in right-to-left text.
  @Suite(.serialized) struct EditableTextCaretTests {
    private static let cjk = "日本語日本語日本語日本語"

    private func stage(_ string: String, multiline: Bool = true, rtl: Bool = false, width: Double = 110) throws -> (
      HeadlessStage, EditableTextNode
    ) {
      TestFonts.useNoSystemFonts()
      let field = EditableTextNode(string)
      field.kind = .plain
      field.id = "field"
      field.isMultiline = multiline
      field.caretColor = Color(rgb: 0xFF0000)
      field.font.size = 16
      if rtl { field.direction = .rtl }
      let h = try HeadlessStage(width: width, height: 100) { field }
      try h.focus(id: "field")
      return (h, field)
    }

    /// Returns the rows of the field's layout.
    private func rows(_ field: EditableTextNode) -> [TextLayout.Line] {
      EditingField(field).textLayout(width: field.contentRect.width).lines
    }

    /// Returns the frame of the red caret in the picture.
    private func caret(_ h: HeadlessStage) throws -> Rect {
      var area: PixelRect?
      for y in 0..<h.framebuffer.height {
        for x in 0..<h.framebuffer.width where h.framebuffer.color(x: x, y: y) == Color(rgb: 0xFF0000) {
          let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
          area = area?.union(pixel) ?? pixel
        }
      }
      return Rect(try #require(area))
    }

    @Test(arguments: [cjk, "first-second-third-fourth", "unbreakableunbreakable"]) func endStaysOnTheRow(string: String) throws {
      let (h, field) = try stage(string)
      let rows = rows(field)
      let wrap = rows[0].range.upperBound
      try h.key(.home, modifiers: .control)
      for _ in 0..<2 {
        try h.key(.end)
        #expect(field.editing.caretPosition == CaretPosition(wrap, .upstream))
        #expect(try caret(h).minY < rows[1].frame.minY && caret(h).minX > rows[0].frame.maxX - 4)
      }
      try h.key(.home)
      #expect(field.editing.caretPosition == CaretPosition(0))
      try h.key(.end)
      try h.type("X")
      #expect(
        field.string == String(decoding: string.utf8.prefix(wrap), as: UTF8.self) + "X"
          + String(decoding: string.utf8.dropFirst(wrap), as: UTF8.self))
      // The next row, and its own end.
      try h.key(.down)
      try h.key(.end)
      try h.key(.home)
      let next = self.rows(field)[1]
      #expect(field.editing.caretPosition == CaretPosition(next.range.lowerBound))
      #expect(try caret(h).minY >= next.frame.minY - 1)
    }

    @Test func upAndDownKeepTheEndOfTheRow() throws {
      let (h, field) = try stage(Self.cjk)
      let rows = rows(field)
      #expect(rows.count >= 2 && rows[0].width == rows[1].width)
      try h.key(.home, modifiers: .control)
      try h.key(.end)
      try h.key(.down)
      #expect(field.editing.caretPosition == CaretPosition(rows[1].range.upperBound, rows.count > 2 ? .upstream : .downstream))
      try h.key(.up)
      #expect(field.editing.caretPosition == CaretPosition(rows[0].range.upperBound, .upstream))
      try h.key(.down, modifiers: .shift)
      #expect(field.selection == rows[0].range.upperBound..<rows[1].range.upperBound)
    }

    @Test func aTouchBehindTheLastLetterOfARowPlacesTheCaretThere() throws {
      let (h, field) = try stage(Self.cjk)
      let rows = rows(field)
      try h.tap(at: Point(108, rows[0].frame.midY))
      #expect(field.editing.caretPosition == CaretPosition(rows[0].range.upperBound, .upstream))
      #expect(try caret(h).minY < rows[1].frame.minY)
      try h.type("Y")
      #expect(field.selection.lowerBound == rows[0].range.upperBound + 1)
      // The typed text is before the caret, on one row.
      #expect(try caret(h).midY < rows[1].frame.maxY)
      try h.tap(at: Point(0, rows[1].frame.midY))
      #expect(field.editing.affinity == .downstream)
    }

    @Test func arrowsGoOverAWrapLetterByLetter() throws {
      let (h, field) = try stage(Self.cjk)
      try h.key(.home, modifiers: .control)
      var offsets = [field.editing.caret]
      for _ in 0..<12 {
        try h.key(.right)
        offsets.append(field.editing.caret)
      }
      #expect(offsets == (0...12).map { $0 * 3 })
      try h.key(.home, modifiers: .control)
      try h.key(.end)
      let wrap = field.editing.caret
      try h.key(.right)
      #expect(field.editing.caret == wrap + 3)
      try h.key(.left)
      try h.key(.left)
      #expect(field.editing.caret == wrap - 3)
    }

    @Test(arguments: [true, false]) func arrowsMoveVisuallyInHebrew(multiline: Bool) throws {
      let (h, field) = try stage("אבגד", multiline: multiline, rtl: true)
      try h.key(.home, modifiers: .control)
      var x = try caret(h).minX
      for count in 1...4 {
        try h.key(.left)
        #expect(field.editing.caret == count * 2)
        #expect(try caret(h).minX < x)
        x = try caret(h).minX
      }
      try h.key(.right)
      #expect(field.editing.caret == 6)
      #expect(try caret(h).minX > x)
      // Deleting keeps the caret at the text.
      try h.key(.backspace)
      #expect(field.string == "אבד")
      try h.key(.delete)
      #expect(field.string == "אב")
      try h.key(.right, modifiers: .shift)
      #expect(field.selection == 2..<4)
      // A selection collapses to its end on that side.
      try h.key(.left)
      #expect(field.editing.caret == 4 && field.editing.isCaretOnly)
    }

    @Test func wordMovementFollowsTheKeysInVisualOrder() throws {
      let (h, field) = try stage("אב גד הו", multiline: false, rtl: true, width: 200)
      try h.key(.home)
      try h.key(.left, modifiers: .control)
      #expect(field.editing.caret == 4)
      try h.key(.left, modifiers: [.control, .shift])
      #expect(field.selection == 4..<9)
      try h.key(.right, modifiers: .control)
      #expect(field.editing.caret == 5)
      let (latin, plain) = try stage("one two three", multiline: false, width: 200)
      try latin.key(.left, modifiers: .control)
      #expect(plain.editing.caret == 8)
      try latin.key(.home)
      try latin.key(.right, modifiers: .control)
      #expect(plain.editing.caret == 3)
    }

    @Test func typedTextIsInsertedBeforeTheCaret() throws {
      let (h, field) = try stage("abc ", multiline: false, width: 200)
      let before = try caret(h).minX
      try h.type("א")
      // At the left of the Hebrew letter, where the next one will be inserted.
      #expect(try caret(h).minX <= before + 1)
      try h.type("ב")
      #expect(field.string == "abc אב")
      #expect(try caret(h).minX <= before + 1)
    }

    @Test func theKeyLeavesAFieldAtItsEdge() throws {
      let (h, field) = try stage("אב", multiline: false, rtl: true)
      try h.key(.home)
      // At the right edge, the right key moves nothing.
      try h.key(.right)
      #expect(field.editing.caret == 0)
      try h.key(.left)
      #expect(field.editing.caret == 2)
    }

    @Test func secureTextsGoToTheirEdgeByWords() throws {
      let (h, field) = try stage("one two", multiline: false)
      field.isSecure = true
      try h.settle()
      try h.key(.left, modifiers: .control)
      #expect(field.editing.caret == 0)
      try h.key(.right)
      #expect(field.editing.caret == 1)
      try h.key(.right, modifiers: .control)
      #expect(field.editing.caret == 7)
    }

    @Test func selectionsOfTextsFollowTheScreen() throws {
      TestFonts.useNoSystemFonts()
      let text = TextNode("אבגד הוזח")
      text.isSelectable = true
      text.id = "text"
      text.direction = .rtl
      let h = try HeadlessStage(width: 200, height: 40) { text }
      try h.focus(id: "text")
      text.selection = 0..<2
      try h.settle()
      try h.key(.left, modifiers: .shift)
      #expect(text.selection == 0..<4)
      try h.key(.left, modifiers: [.shift, .control])
      #expect(text.selection == 0..<8)
      try h.key(.right, modifiers: .shift)
      #expect(text.selection == 0..<6)
    }

    @Test func selectionsOfTextsStayOnTheirRow() throws {
      TestFonts.useNoSystemFonts()
      let text = TextNode(Self.cjk)
      text.isSelectable = true
      text.font.size = 16
      text.id = "text"
      let h = try HeadlessStage(width: 110, height: 100) { text }
      try h.focus(id: "text")
      let rows = text.textLayout(width: text.contentRect.width).lines
      text.selection = 0..<3
      try h.settle()
      for _ in 0..<2 {
        try h.key(.end, modifiers: .shift)
        #expect(text.selection == 0..<rows[0].range.upperBound)
      }
    }
  }
}
