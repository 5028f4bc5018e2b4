import TesseraKit
import TesseraTestSupport
import Testing

@testable import EditableTextPlugin

/// Characters that a field accepts, and decisions of the program.
extension ClipboardTests {
  @Suite struct EditableTextFilterTests {
    /// Creates a stage with a focused field.
    func stage(_ field: EditableTextNode, height: Double = 60) throws -> HeadlessStage {
      field.id = "field"
      let h = try HeadlessStage(width: 300, height: height) { field }
      try h.focus(id: "field")
      return h
    }

    @Test(arguments: [
      ("0-9A-F", "1gF-a 9", "1F9"), ("^ ", "a b\u{A0}c", "ab\u{A0}c"), ("a\\-z", "a-mz", "a-z"), ("+-", "1+2-3", "+-"),
      ("é", "e\u{301}é", "é"),
      ("a-zA-Z", "Ångström", "ngstrm"), ("\\^x", "^xy", "^x"),
    ]) func charactersOutsideThePatternAreLeftOut(pattern: String, typed: String, wanted: String) throws {
      let field = EditableTextNode(EditableText())
      try field.setAttribute("characters", to: .text(pattern))
      let h = try stage(field)
      try h.type(typed)
      #expect(field.string == wanted)
    }

    @Test func patternsWithoutCharactersAreRefused() throws {
      let field = EditableTextNode(EditableText())
      for bad in ["^", "z-a", String(repeating: "a", count: 300)] {
        #expect(throws: AttributeError.self) { try field.setAttribute("characters", to: .text(bad)) }
      }
      try field.setAttribute("characters", to: .text(""))
      #expect(field.characters.isEmpty)
    }

    @Test func refusedTextDoesNotDeleteTheSelection() throws {
      let field = EditableTextNode(EditableText("12"))
      field.characters = "0-9"
      let h = try stage(field)
      try h.key(.character("a"), modifiers: .control)
      try h.type("x")
      #expect(field.string == "12")
      Clipboard.shared.string = "a7b"
      try h.key(.character("v"), modifiers: .control)
      #expect(field.string == "7")
      try h.key(.character("a"), modifiers: .control)
      try h.key(.backspace)
      #expect(field.string.isEmpty)
    }

    @Test func lettersAreConvertedBeforeThePatternAndTheMask() throws {
      let field = EditableTextNode(EditableText())
      (field.letterCase, field.characters, field.mask) = (.upper, "A-Z0-9", "AA## ####")
      let h = try stage(field)
      try h.type("de89-3704")
      #expect(field.string == "DE893704" && EditingField(field).shownString == "DE89 3704")
      let lower = EditableTextNode(EditableText())
      (lower.letterCase, lower.isMultiline, lower.characters) = (.lower, true, "a-z")
      let other = try stage(lower)
      try other.type("AB")
      try other.key(.enter)
      try other.type("C")
      #expect(lower.string == "ab\nc", "several lines accept line breaks")
    }

    @Test func theProgramDecidesAboutChanges() throws {
      let field = EditableTextNode(EditableText("ab"))
      let asked = Locked<[EditableTextChange]>([])
      let log = Locked<[String]>([])
      field.onChange { text in log.withLock { $0.append(text) } }
      field.shouldChange = { change in
        asked.withLock { $0.append(change) }
        if change.replacement == "!" { return .replace("?!") }
        return change.result.contains("x") ? .reject : .accept
      }
      let h = try stage(field)
      try h.type("c")
      try h.type("x")
      try h.type("!")
      #expect(field.string == "abc?!" && log.withLock { $0 } == ["abc", "abc?!"])
      let seen = asked.withLock { $0 }
      #expect(seen.map(\.range) == [2..<2, 3..<3, 3..<3] && seen.map(\.result) == ["abc", "abcx", "abc!"])
      // Moves of the caret are no changes.
      try h.key(.home)
      #expect(asked.withLock { $0.count } == 3)
      try h.key(.delete)
      #expect(asked.withLock { $0.last?.range == 0..<1 && $0.last?.replacement == "" } && field.string == "bc?!")
      field.shouldChange = nil
      try h.type("x")
      #expect(field.string == "xbc?!")
    }

    @Test func aDecisionMayReadAndChangeItsField() throws {
      let field = EditableTextNode(EditableText("a"))
      field.shouldChange = { [weak field] _ in
        field?.isInvalid = field?.string == "a"
        return .accept
      }
      let h = try stage(field)
      try h.type("b")
      #expect(field.string == "ab" && field.isInvalid)
    }

    @Test func differencesAreTheShortestOnBoundariesOfCharacters() {
      for (old, new, range, text) in [
        ("aXb", "aYb", 1..<2, "Y"), ("", "é", 0..<0, "é"), ("e", "e\u{301}", 0..<1, "e\u{301}"), ("aa", "aaa", 2..<2, "a"),
      ] {
        let change = EditableTextChange(from: old, to: new)
        #expect(change?.range == range && change?.replacement == text && change?.result == new)
      }
      #expect(EditableTextChange(from: "a", to: "a") == nil)
    }

    @Test func theProgramDecidesWhetherEditingBegins() throws {
      let (field, mayBegin) = (EditableTextNode(EditableText("ab")), Locked(false))
      field.id = "field"
      field.shouldBegin = { mayBegin.withLock { $0 } }
      let events = Locked<[String]>([])
      field.onBegin { text in events.withLock { $0.append("begin " + text) } }
      field.onEnd { text in events.withLock { $0.append("end " + text) } }
      field.onSelectionChange { range in events.withLock { $0.append("\(range)") } }
      let h = try HeadlessStage(width: 300, height: 60) { field }
      try h.tap(at: Point(20, 30))
      try h.key(.tab)
      #expect(!field.isFocused && events.withLock { $0.isEmpty })
      mayBegin.withLock { $0 = true }
      try h.tap(at: Point(290, 30))
      #expect(field.isFocused && events.withLock { $0 } == ["begin ab"])
      try h.key(.left)
      try h.type("c")
      field.resignFocus()
      try h.settle()
      #expect(events.withLock { $0 } == ["begin ab", "1..<1", "2..<2", "end acb"])
    }
  }
}
