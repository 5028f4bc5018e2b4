import TesseraKit
import TesseraTestSupport
import Testing

extension ClipboardTests {
  /// Selection and copying of text, and the caret shared by both kinds of text.
  @Suite(.serialized) struct TextSelectionTests {
    static let words = "All human beings are born free and equal in dignity"

    /// A selectable text 40 units from the corner, 160 wide, with a count of its selection signals.
    func stage(_ string: String = words, _ change: (inout Text) -> Void = { _ in }) throws -> (HeadlessStage, TextNode, Locked<Int>) {
      var text = Text(string)
      text.isSelectable = true
      change(&text)
      let node = TextNode(text)
      node.id = "text"
      node.style.width = .points(160)
      let told = Locked(0)
      node.onSelectionChange { _ in told.withLock { $0 += 1 } }
      let h = try HeadlessStage(width: 300, height: 200) {
        let column = BoxNode()
        column.style.direction = .column
        column.style.padding = LayoutEdges(.points(40))
        column.style.alignItems = .flexStart
        column.addSubnode(node)
        return column
      }
      return (h, node, told)
    }

    /// Returns the middle of the character at `byte`, on the stage.
    func place(_ h: HeadlessStage, _ node: TextNode, _ byte: Int) throws -> Point {
      let frame = try h.frame(of: "text")
      return try #require(node.textLayout(width: frame.width, height: frame.height).selectionRects(byte..<byte + 1).first).center
        + frame.origin
    }

    @Test func aLongPressSelectsAWordAndItsHandlesMoveItsEnds() throws {
      let (h, node, told) = try stage()
      let before = try h.snapshot()
      try h.touch(.began, at: try place(h, node, 6))
      #expect(node.selection.isEmpty)
      try h.advance(by: 0.6)
      #expect(node.value.selectedText == "human" && told.withLock { $0 } == 1)
      // The finger moves on: whole words are added.
      try h.touch(.moved, at: try place(h, node, 12))
      #expect(node.value.selectedText == "human beings")
      try h.touch(.ended, at: try place(h, node, 12))
      #expect(try h.snapshot().words != before.words)
      // The handle below the end of the selection, and then the handle below its start.
      let layout = node.textLayout(width: 160, height: node.frame.height)
      let end = layout.splitCaret(at: 16).behind
      try h.drag(from: Point(40 + end.minX, 40 + end.maxY - 1), to: try place(h, node, 22))
      #expect(node.value.selectedText.hasPrefix("human beings are") && node.selection.lowerBound == 4)
      let start = layout.caret(at: 4)
      try h.drag(from: Point(40 + start.minX, 40 + start.maxY - 1), to: try place(h, node, 0) + Point(-2, 0))
      #expect(node.selection.lowerBound == 0 && node.selection.upperBound > 16)
      // A touch outside of the text selects nothing, and the picture is the first one.
      try h.advance(by: 1)
      try h.tap(at: try place(h, node, 50))
      #expect(node.selection.isEmpty)
      h.stage.finishFades()
      try h.settle()
      #expect(try h.snapshot().words == before.words)
    }

    @Test(arguments: [
      ("one two", 3, "one"), ("  two", 1, "two"), ("one\n two", 4, "two"), (" ", 0, " "), ("a  é", 2, "a"), ("ab ", 2, "ab"),
    ])
    func aLongPressOnASpaceSelectsAnAdjacentWord(string: String, byte: Int, word: String) throws {
      let (h, node, _) = try stage { $0.string = string }
      let frame = try h.frame(of: "text")
      let space = try #require(node.textLayout(width: frame.width, height: frame.height).selectionRects(byte..<byte + 1).first)
      try h.touch(.began, at: frame.origin + Point(space.minX + 1, space.midY))
      try h.advance(by: 0.6)
      #expect(node.value.selectedText == word)
    }

    @Test func draggingSelectsLettersAndTwoAndThreeTouchesWordsAndAll() throws {
      let (h, node, _) = try stage()
      try h.drag(from: try place(h, node, 4) + Point(-3, 0), to: try place(h, node, 7) + Point(-1, 0))
      #expect(node.selection == 4..<7)
      try h.advance(by: 1)
      try h.tap(at: try place(h, node, 12))
      #expect(node.selection.isEmpty)
      try h.tap(at: try place(h, node, 12))
      #expect(node.value.selectedText == "beings")
      try h.tap(at: try place(h, node, 12))
      #expect(node.value.selectedText == Self.words)
    }

    @Test func upAndDownSelectAcrossTheSpaceBetweenParagraphs() throws {
      let node = TextNode("first\nsecond\nthird")
      node.isSelectable = true
      node.paragraphSpacing = 60
      let h = try HeadlessStage(width: 200, height: 300) { node }
      try h.settle()
      node.becomeFocused()
      try h.settle()
      node.selection = 0..<1
      var ends: [Int] = []
      for key in [KeyPress.Key.down, .down, .down, .up, .up] {
        try h.key(key, modifiers: .shift)
        #expect(node.selection.lowerBound == 0)
        ends.append(node.selection.upperBound)
      }
      // About the first letter of the second line, of the third, the end; then back.
      #expect((7...8).contains(ends[0]) && (14...15).contains(ends[1]) && ends[2] == 18)
      #expect((7...8).contains(ends[3]) && (0...2).contains(ends[4]))
    }

    @Test func keysMoveTheEndOfTheSelectionAndCopy() throws {
      let (h, node, _) = try stage()
      Clipboard.shared.string = "before"
      try h.drag(from: try place(h, node, 4) + Point(-3, 0), to: try place(h, node, 6) + Point(-1, 0))
      try h.key(.right, modifiers: .shift)
      #expect(node.value.selectedText == "hum")
      try h.key(.right, modifiers: [.shift, .control])
      #expect(node.value.selectedText == "human")
      try h.key(.left, modifiers: .shift)
      try h.key(.character("c"), modifiers: .control)
      #expect(Clipboard.shared.string == "huma")
      let firstLine = node.selection.upperBound
      try h.key(.down, modifiers: .shift)
      #expect(node.selection.lowerBound == 4 && node.selection.upperBound > firstLine + 5)
      try h.key(.up, modifiers: .shift)
      #expect(node.selection == 4..<firstLine)
      try h.key(.end, modifiers: [.shift, .control])
      #expect(node.selection == 4..<Self.words.utf8.count)
      try h.key(.home, modifiers: [.shift, .control])
      #expect(node.selection == 0..<4)
      try h.key(.character("a"), modifiers: .control)
      try h.key(.character("c"), modifiers: .control)
      #expect(Clipboard.shared.string == Self.words)
      try h.key(.escape)
      #expect(node.selection.isEmpty)
      // Without a selection, the copied text is kept.
      try h.key(.character("c"), modifiers: .control)
      #expect(Clipboard.shared.string == Self.words)
    }

    @Test func losingFocusOrChangingTheStringClearsTheSelection() throws {
      let (h, node, _) = try stage()
      try h.tap(at: try place(h, node, 12))
      try h.tap(at: try place(h, node, 12))
      #expect(!node.selection.isEmpty)
      node.resignFocus()
      try h.settle()
      #expect(node.selection.isEmpty)
      node.selection = 1..<6
      #expect(node.value.selectedText == "ll hu")
      node.string = Self.words
      #expect(node.selection == 1..<6)
      node.string = "other"
      #expect(node.selection.isEmpty)
      node.selection = -4..<99
      #expect(node.selection == 0..<5)
      node.string = "👨‍👩‍👧e\u{301}"
      node.selection = 3..<19
      #expect(node.selection == 0..<node.string.utf8.count)
    }

    @Test func aGestureThatBeganWithAnotherStringIsOver() throws {
      let (h, node, _) = try stage()
      // A long press.
      try h.touch(.began, at: try place(h, node, 6))
      try h.advance(by: 0.6)
      #expect(node.value.selectedText == "human")
      let far = try place(h, node, 12)
      node.string = "Everyone has the right to life and liberty"
      try h.settle()
      try h.touch(.moved, at: far)
      try h.touch(.ended, at: far)
      #expect(node.selection.isEmpty)
      // A drag after a second touch.
      try h.advance(by: 1)
      try h.tap(at: try place(h, node, 2))
      try h.touch(.began, at: try place(h, node, 2))
      #expect(node.value.selectedText == "Everyone")
      node.string = Self.words
      try h.settle()
      try h.touch(.moved, at: far)
      try h.touch(.cancelled, at: far)
      #expect(node.selection.isEmpty)
      // The next touch selects as usual.
      try h.advance(by: 1)
      try h.drag(from: try place(h, node, 4) + Point(-3, 0), to: try place(h, node, 7) + Point(-1, 0))
      #expect(node.selection == 4..<7)
    }

    @Test func handlesGoWithASelectionThatAProgramSets() throws {
      let (h, node, _) = try stage()
      try h.touch(.began, at: try place(h, node, 6))
      try h.advance(by: 0.6)
      try h.touch(.ended, at: try place(h, node, 6))
      #expect(node.selection == 4..<9)
      // Without the menu, which a different selection closes.
      try h.key(.escape)
      h.stage.finishFades()
      try h.settle()
      let held = try h.snapshot().words
      node.selection = 0..<3
      try h.settle()
      node.selection = 4..<9
      node.string = "ALL HUMAN BEINGS"
      node.string = Self.words
      node.selection = 4..<9
      try h.settle()
      h.stage.finishFades()
      try h.settle()
      // The handles belong to the selection by touch and disappear with it.
      #expect(try h.snapshot().words == held)
      node.selection = 4..<8
      try h.settle()
      let ends = node.textLayout(width: 160, height: node.frame.height).splitCaret(at: 8).behind
      try h.drag(from: Point(40 + ends.minX, 40 + ends.maxY + 4), to: try place(h, node, 20))
      #expect(node.selection.lowerBound != 4, "a finger there begins to select anew")
    }

    @Test func textThatIsNotSelectableLeavesTouchesAndKeysToOthers() throws {
      let (h, node, told) = try stage { $0.isSelectable = false }
      try h.drag(from: try place(h, node, 2), to: try place(h, node, 9))
      try h.touch(.began, at: try place(h, node, 6))
      try h.advance(by: 0.7)
      try h.touch(.ended, at: try place(h, node, 6))
      #expect(node.selection.isEmpty && told.withLock { $0 } == 0)
      // A selection by a program is displayed nevertheless.
      let before = try h.snapshot()
      node.selection = 0..<3
      try h.settle()
      #expect(try h.snapshot().words != before.words)
    }

    @Test func linksInSelectableTextStayLinks() throws {
      let (h, node, _) = try stage()
      var link = TextSpan("beings")
      link.link = "b"
      node.spans = [TextSpan("All human "), link, TextSpan(" are born")]
      try h.settle()
      let taps = Locked(0)
      let holds = Locked(0)
      node.onLinkTap { _ in taps.withLock { $0 += 1 } }
      node.onLinkLongPress { _ in holds.withLock { $0 += 1 } }
      try h.tap(at: try place(h, node, 12))
      #expect(taps.withLock { $0 } == 1)
      try h.touch(.began, at: try place(h, node, 12))
      try h.advance(by: 0.7)
      try h.touch(.ended, at: try place(h, node, 12))
      #expect(holds.withLock { $0 } == 1 && node.selection.isEmpty)
    }

    @Test func aScrollingListTakesTheFingerAndKeepsTheSelection() throws {
      var text = Text(Self.words)
      text.isSelectable = true
      text.selection = 0..<3
      let node = TextNode(text)
      let h = try HeadlessStage(width: 200, height: 100) {
        let scroll = ScrollNode()
        scroll.style.width = .points(200)
        scroll.style.height = .points(100)
        let column = BoxNode()
        column.style.direction = .column
        column.style.height = .points(600)
        column.addSubnode(node)
        scroll.addSubnode(column)
        return scroll
      }
      try h.drag(from: Point(60, 40), to: Point(60, 5))
      #expect(node.selection == 0..<3)
    }

    @Test func aHighlightIsLaidOverARange() throws {
      let (h, node, _) = try stage()
      let before = try h.snapshot()
      node.highlightedRange = 4..<9
      try h.settle()
      let after = try h.snapshot()
      #expect(after.words != before.words)
      let layouts = h.stage.statistics.layouts
      node.highlightedRange = nil
      try h.settle()
      #expect(try h.snapshot().words == before.words && h.stage.statistics.layouts == layouts)
    }

    // MARK: the caret

    static let samples = [
      "plain words, two", "fi ffl office", "e\u{301}a\u{308}\u{304}x", "שלום abc עולם 12", "السلام عليكم لا إله", "क्षत्रिय विद्या", "👨‍👩‍👧‍👦🇮🇳👩🏾‍🚀1️⃣🏳️‍🌈!", "น้ำใจ",
      "a\r\nb\n\nc", "한국어 각각", "\u{202E}abc\u{202C} d", "",
    ]

    @Test(arguments: samples) func theCaretVisitsEachGraphemeOnceInEachDirection(string: String) {
      let expected = string.indices.map { string.utf8.distance(from: string.startIndex, to: $0) } + [string.utf8.count]
      var state = EditingState(string)
      state.moveCaret(to: 0)
      var forward = [state.caret]
      while state.caret < state.end {
        state.move(.forward)
        forward.append(state.caret)
      }
      state.move(.forward)
      #expect(forward == expected && state.caret == state.end)
      var backward = [state.caret]
      while state.caret > 0 {
        state.move(.backward)
        backward.append(state.caret)
      }
      #expect(backward == expected.reversed())
      // The layout has a separate caret at each of them, if the letters there have a width.
      TestFonts.useNoSystemFonts()
      let layout = TextLayout(AttributedText(string), width: 90)
      for (offset, next) in zip(expected, expected.dropFirst()) {
        let caret = layout.caret(at: offset)
        #expect(caret.isFinite && caret.height > 0)
        guard let rect = layout.selectionRects(offset..<next).first, rect.width > 0.5 else { continue }
        #expect(caret != layout.caret(at: next) || layout.splitCaret(at: next).behind != caret)
        let isForward = abs(caret.minX - rect.minX) < 0.01
        let at = Point(isForward ? rect.minX + rect.width * 0.2 : rect.maxX - rect.width * 0.2, rect.midY)
        #expect(layout.offset(at: at) == offset)
      }
    }
  }
}
