import TesseraKit
import TesseraTestSupport
import Testing

@testable import EditableTextPlugin

/// Revealed passwords, heights in lines, searched words, completions, and the undo history of programs.
extension ClipboardTests {
  @Suite struct EditableTextExtrasTests {
    func stage(_ field: EditableTextNode, height: Double = 60) throws -> HeadlessStage {
      field.id = "field"
      return try HeadlessStage(width: 300, height: height) { field }
    }

    @Test(arguments: [LayoutDirection.ltr, .rtl]) func aTouchOfTheEyeMakesAPasswordReadable(direction: LayoutDirection) throws {
      let field = EditableTextNode(EditableText("secret"))
      (field.isSecure, field.isRevealable, field.direction) = (true, true, direction)
      let h = try stage(field)
      let eye = Point(direction == .rtl ? 16 : 284, 30)
      func shown() -> String { EditingField(field).shownString }
      let hidden = try h.snapshot()
      #expect(shown() == "••••••")
      try h.tap(at: eye)
      #expect(shown() == "secret" && field.isRevealed && !field.isFocused, "the eye does not take the focus")
      #expect(field.labelsOfParts == ["Hide password"])
      try h.tap(at: eye)
      #expect(shown() == "••••••" && field.labelsOfParts == ["Show password"])
      #expect(try pixelDifference(hidden, h.snapshot()).count == 0)
      // A touch that leaves the eye does nothing, and the text is not under it.
      try h.touch(.began, at: eye)
      try h.touch(.ended, at: Point(150, 30))
      #expect(!field.isRevealed && !field.isFocused)
      _ = EditableText.perform(.activate, onPart: 0, of: field)
      #expect(field.isRevealed)
      // Readable text is not copied either.
      try h.focus(id: "field")
      Clipboard.shared.string = "old"
      try h.key(.character("a"), modifiers: .control)
      try h.key(.character("c"), modifiers: .control)
      #expect(Clipboard.shared.string == "old")
    }

    @Test func heightsAreLimitedInLines() throws {
      func height(_ text: String, _ least: Int, _ most: Int) throws -> Double {
        var value = EditableText(text)
        (value.isMultiline, value.kind, value.minimumLines, value.maximumLines) = (true, .plain, least, most)
        let field = EditableTextNode(value)
        field.id = "field"
        field.style.alignSelf = .start
        let h = try HeadlessStage(width: 300, height: 600) {
          let root = BoxNode()
          root.addSubnode(field)
          return root
        }
        return try h.frame(of: "field").height
      }
      let line = try height("a", 1, 0)
      let five = Array(repeating: "a", count: 5).joined(separator: "\n")
      #expect(try height("a", 3, 0) == line * 3 || abs(height("a", 3, 0) - line * 3) <= 2)
      #expect(try abs(height(five, 1, 0) - line * 5) <= 4)
      #expect(try abs(height(five, 1, 2) - line * 2) <= 2)
      #expect(try abs(height(five, 4, 2) - line * 4) <= 3, "the minimum is stronger")
    }

    @Test func wordsAreFoundAsANaiveSearchFindsThem() {
      var random = SeededGenerator(seed: 7)
      for _ in 0..<300 {
        let text = String((0..<Int.random(in: 0...40, using: &random)).map { _ in "aAbé👍🏽".randomElement(using: &random)! })
        let words = String((0..<Int.random(in: 0...4, using: &random)).map { _ in "aBé👍🏽".randomElement(using: &random)! })
        var (naive, at) = ([Range<Int>](), text.startIndex)
        while !words.isEmpty, at < text.endIndex {
          if text[at...].lowercased().hasPrefix(words.lowercased()) {
            let end = text.index(at, offsetBy: words.count)
            naive.append(text.utf8.distance(from: text.startIndex, to: at)..<text.utf8.distance(from: text.startIndex, to: end))
            at = end
          } else {
            at = text.index(after: at)
          }
        }
        #expect(TextMatches.find(words, in: text) == naive, "\(words) in \(text)")
      }
      #expect(TextMatches.find("a", in: String(repeating: "a", count: 20_000)).count == TextMatches.limit)
    }

    @Test func matchesAreSelectedInTurnAndMarked() throws {
      let field = EditableTextNode(EditableText("one two One"))
      field.kind = .plain
      let h = try stage(field)
      let plain = try h.snapshot()
      field.searchText = "one"
      try h.settle()
      #expect(field.matches == [0..<3, 8..<11])
      #expect(try pixelDifference(plain, h.snapshot()).count > 0)
      for (number, selection) in [(1, 0..<3), (2, 8..<11), (3, 0..<3), (-1, 0..<3), (5, 0..<3)] {
        field.match = number
        #expect(field.selection == selection, "\(number)")
      }
      #expect(field.selectNextMatch() && field.selection == 8..<11)
      #expect(field.selectNextMatch() && field.selection == 0..<3)
      try h.focus(id: "field")
      try h.key(.function(3), modifiers: .shift)
      #expect(field.selection == 8..<11)
      field.isSecure = true
      #expect(field.matches.isEmpty && !field.selectNextMatch())
    }

    @Test func completionsOfTheTypedWordAreOffered() throws {
      let field = EditableTextNode(EditableText())
      field.completions = ["Anna", "annex", "Berta"]
      let log = Locked<[String]>([])
      field.onChange { text in log.withLock { $0.append(text) } }
      let h = try stage(field, height: 300)
      try h.focus(id: "field")
      func offered() -> [String] { field.storage.suggestions.withLock { $0.node?.texts ?? [] } }
      try h.type("to an")
      #expect(offered() == ["Anna", "annex"])
      try h.key(.down)
      try h.key(.down)
      try h.key(.enter)
      #expect(field.string == "to annex" && offered().isEmpty && log.withLock { $0.last } == "to annex")
      field.undo()
      #expect(field.string == "to an")
      try h.type("n")
      #expect(offered() == ["Anna", "annex"])
      try h.key(.escape)
      #expect(offered().isEmpty && field.isFocused)
      try h.key(.backspace)
      try h.key(.tab)
      #expect(field.string == "to Anna" && field.isFocused, "Tab takes the first one")
      try h.type(" q")
      #expect(offered().isEmpty)
      try h.key(.backspace)
      try h.type("ber")
      field.resignFocus()
      try h.settle()
      #expect(offered().isEmpty)
    }

    @Test func programsMakeEditsThatAreUndone() throws {
      let name = Model("ab")
      let field = EditableTextNode(EditableText(Binding(name, \.self)))
      let h = try stage(field)
      try h.focus(id: "field")
      field.performEdit { text in
        text.selectAll()
        text.insert("xy")
        text.insert("z")
      }
      #expect(field.string == "xyz" && name.value == "xyz" && field.canUndo && !field.canRedo)
      #expect(field.undo() && field.string == "ab" && name.value == "ab" && field.canRedo)
      field.beginUndoGroup()
      try h.type("c")
      try h.key(.backspace)
      try h.key(.backspace)
      try h.type("d")
      field.endUndoGroup()
      try h.type("e")
      #expect(field.string == "ade")
      field.undo()
      #expect(field.string == "ad")
      field.undo()
      #expect(field.string == "ab" && !field.canUndo)
    }
  }
}

extension AnyNode {
  /// Labels of the node's parts for screen readers.
  fileprivate var labelsOfParts: [String] {
    (self as? EditableTextNode).map { EditableText.semanticsParts(of: $0).map { $0.semantics.label ?? "" } } ?? []
  }
}
