import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import EditableTextPlugin

/// Size of letters, and masks.
extension ClipboardTests {
  @Suite struct EditableTextMaskTests {
    @Test func lettersFollowTheBodySizeOfTheDensity() throws {
      let field = EditableTextNode(EditableText("Text"))
      let h = try HeadlessStage(width: 300, height: 100) { field }
      func size() -> Double? { EditingField(field).font.size }
      for (density, wanted) in [(ThemeDensity.compact, 14.0), (.regular, 16), (.roomy, 20)] {
        field.environment[\.density] = density
        try h.settle()
        #expect(size() == wanted)
      }
      field.environment[\.textScale] = 2
      #expect(size() == 40)
      field.kind = .plain
      #expect(size() == 32, "letters alone have their font")
      field.kind = .framed
      field.font.size = 17
      #expect(size() == 34)
      #expect(EditingField(EditableTextNode(EditableText("a", font: Font(size: 9)))).font.size == 9)
    }

    @Test func aMaskShowsSignsBetweenTheTypedLetters() throws {
      let field = EditableTextNode(EditableText())
      try field.setAttribute("mask", to: .text("(###) A-*\\\\#"))
      let h = try HeadlessStage(width: 300, height: 60) { field }
      field.becomeFocused()
      try h.settle()
      func shown() -> String { EditingField(field).shownString }
      try h.type("1x2")
      #expect(field.string == "12" && shown() == "(12")
      try h.type("3é")
      try h.key(.left)
      try h.key(.left)
      #expect(field.string == "123é" && shown() == "(123) é" && field.selection == 2..<2)
      try h.type("9")
      #expect(field.string == "123é", "all places but one are taken, and that is for any sign")
      let positions = (0...5).map { EditingField(field).shownOffset($0) }
      #expect(positions == [0, 2, 3, 4, 4, 8])
      #expect((0...8).map { EditingField(field).offset(shown: $0) } == [0, 0, 1, 2, 3, 3, 3, 3, 5])
      try h.key(.end)
      try h.type("??")
      #expect(field.string == "123é?" && shown() == "(123) é-?")
      for _ in 0..<9 { try h.key(.backspace) }
      Clipboard.shared.string = "44-4 b"
      try h.key(.character("v"), modifiers: .control)
      #expect(field.string == "444b")
      for bad in ["-", String(repeating: "#", count: 300)] {
        #expect(throws: AttributeError.self) { try field.setAttribute("mask", to: .text(bad)) }
      }
    }
  }
}
