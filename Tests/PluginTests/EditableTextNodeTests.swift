import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

extension ClipboardTests {
  /// Serialized, because the clipboard is shared by the process.
  @Suite(.serialized) struct EditableTextNodeTests {
    static let red = Color(red: 1, green: 0, blue: 0)

    /// Creates a stage filled by a field with a red caret.
    func stage(_ field: EditableTextNode, width: Double = 200, height: Double = 40, focused: Bool = true) throws -> HeadlessStage {
      field.id = "field"
      field.caretColor = Self.red
      let h = try HeadlessStage(width: width, height: height) { field }
      if focused { try h.focus(id: "field") }
      return h
    }

    /// Returns the caret's area in the picture, or nil if no caret is visible.
    func caret(_ h: HeadlessStage) -> PixelRect? {
      var area: PixelRect?
      for y in 0..<h.framebuffer.height {
        for x in 0..<h.framebuffer.width where h.framebuffer.color(x: x, y: y) == Self.red {
          let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
          area = area?.union(pixel) ?? pixel
        }
      }
      return area
    }

    @Test func typingInsertsAtTheCaretAndNotifiesTheProgramEachTime() throws {
      let field = EditableTextNode("ab")
      field.kind = .plain
      let log = SignalLog(field)
      let h = try stage(field)
      try h.key(.left)
      try h.type("xy")
      #expect(field.string == "axyb")
      #expect(log.all == ["change", "change"])
      try h.key(.enter)
      #expect(log.all.last == "submit")
      #expect(field.string == "axyb")
    }

    @Test func lettersStartAtTheSideOfTheBoxWhicheverWayTheyRead() throws {
      for (direction, isAtTheRight) in [(LayoutDirection.ltr, false), (.rtl, true)] {
        let field = EditableTextNode("Ab")
        field.kind = .plain
        field.direction = direction
        let h = try stage(field, focused: false)
        let ink = try #require(inkArea(h.framebuffer))
        #expect(isAtTheRight ? ink.x > 100 && ink.maxX > 180 : ink.maxX < 100)
      }
    }

    @Test func withoutTheFocusNothingIsTyped() throws {
      let field = EditableTextNode("ab")
      field.kind = .plain
      let h = try stage(field, focused: false)
      try h.type("x")
      #expect(field.string == "ab")
      #expect(caret(h) == nil)
    }

    @Test(arguments: ["👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "\u{1112}\u{1161}\u{11AB}", "क्षि"]) func backspaceRemovesAWholeGrapheme(grapheme: String) throws {
      let field = EditableTextNode("a" + grapheme)
      field.kind = .plain
      let h = try stage(field)
      try h.key(.backspace)
      #expect(field.string == "a")
      try h.key(.backspace)
      try h.key(.backspace)
      #expect(field.string == "")
    }

    @Test func aTouchPlacesTheCaretNearestToTheFinger() throws {
      let field = EditableTextNode("wwwwwwww")
      field.kind = .plain
      let h = try stage(field, focused: false)
      var last = -1
      for x in stride(from: 1.0, to: 200, by: 7) {
        h.clock.advance(by: 1)
        try h.tap(at: Point(x, 20))
        // A tap on the caret opens the menu, which covers the caret here.
        try h.key(.escape)
        h.stage.finishFades()
        try h.settle()
        #expect(field.selection.isEmpty)
        #expect(field.selection.lowerBound >= last, "further right is further on")
        last = field.selection.lowerBound
        if last > 0, last < 8 {
          let place = try #require(caret(h))
          #expect(abs(Double(place.x) - x) <= 9, "the caret stands where the finger is: \(place.x) for \(x)")
        }
      }
      #expect(last == 8)
      #expect(field.isFocused)
    }

    @Test func twoTouchesTakeAWordAndThreeEverything() throws {
      let field = EditableTextNode("one two")
      field.kind = .plain
      let h = try stage(field)
      try h.tap(at: Point(5, 20))
      h.clock.advance(by: 0.1)
      try h.tap(at: Point(6, 21))
      #expect(field.editing.selectedText == "one")
      h.clock.advance(by: 0.1)
      try h.tap(at: Point(5, 20))
      #expect(field.editing.selectedText == "one two")
      h.clock.advance(by: 1)
      try h.tap(at: Point(5, 20))
      #expect(field.selection.isEmpty)
    }

    @Test func draggingSelectsAndAJitterDoesNot() throws {
      let field = EditableTextNode("wwwwwwww")
      field.kind = .plain
      let h = try stage(field)
      try h.drag(from: Point(2, 20), to: Point(60, 20))
      #expect(field.selection.lowerBound == 0 && field.selection.upperBound >= 3)
      #expect(caret(h) == nil, "a selection has no caret")
      h.clock.advance(by: 1)
      try h.drag(from: Point(30, 20), to: Point(34, 22))
      #expect(field.selection.isEmpty)
    }

    @Test func aLongLineScrollsToKeepTheCaretInSight() throws {
      let field = EditableTextNode()
      field.kind = .plain
      let h = try stage(field, width: 80)
      for letter in "a long line of text that cannot fit" {
        try h.type(String(letter))
        let place = try #require(caret(h))
        #expect(place.x >= 0 && place.maxX <= 80)
      }
      try h.key(.home)
      #expect(try #require(caret(h)).x == 0)
      for _ in field.string {
        try h.key(.right)
        #expect(caret(h)?.width == 2)
      }
      #expect(try #require(caret(h)).maxX == 80)
    }

    @Test func theCaretBlinksOnlyWhileFocused() throws {
      let field = EditableTextNode("ab")
      field.kind = .plain
      let h = try stage(field, focused: false)
      var draws = h.stage.statistics.draws
      try h.advance(by: 3)
      #expect(h.stage.statistics.draws == draws, "nothing is drawn while idle")
      try h.focus(id: "field")
      #expect(caret(h) != nil)
      var phases: [Bool] = []
      for _ in 0..<6 {
        h.clock.advance(by: 0.53)
        try h.settle()
        phases.append(caret(h) != nil)
      }
      #expect(phases == [false, true, false, true, false, true])
      field.resignFocus()
      try h.settle()
      #expect(caret(h) == nil)
      draws = h.stage.statistics.draws
      try h.advance(by: 3)
      #expect(h.stage.statistics.draws == draws, "no timer is left")
    }

    @Test func losingAndTakingTheFocusDoesNotMakeItBlinkTwiceAsFast() throws {
      let field = EditableTextNode("ab")
      field.kind = .plain
      let h = try stage(field)
      for _ in 0..<4 {
        field.resignFocus()
        try h.settle()
        try h.focus(id: "field")
      }
      let draws = h.stage.statistics.draws
      try h.advance(by: 0.53 * 4 + 0.01)
      #expect(h.stage.statistics.draws - draws <= 4)
    }

    @Test func typingKeepsTheCaretLit() throws {
      let field = EditableTextNode()
      field.kind = .plain
      let h = try stage(field)
      h.clock.advance(by: 0.5)
      try h.type("a")
      h.clock.advance(by: 0.04)
      try h.settle()
      #expect(caret(h) != nil)
    }

    @Test func aRemovedFieldHasNoTimerAndBlinksAgainWhenAdded() throws {
      let field = EditableTextNode("ab")
      field.kind = .plain
      field.caretColor = Self.red
      let root = BoxNode()
      let h = try HeadlessStage(width: 100, height: 40) { root }
      root.addSubnode(field)
      try h.settle()
      field.becomeFocused()
      try h.settle()
      #expect(caret(h) != nil)
      field.removeFromSupernode()
      try h.settle()
      #expect(!field.isFocused)
      root.addSubnode(field)
      try h.settle()
      field.becomeFocused()
      try h.settle()
      h.clock.advance(by: 0.54)
      try h.settle()
      #expect(caret(h) == nil)
      h.clock.advance(by: 0.54)
      try h.settle()
      #expect(caret(h) != nil)
    }

    @Test func thePlaceholderIsSeenOnlyWhileThereIsNoText() throws {
      let field = EditableTextNode("", placeholderText: "Search")
      field.kind = .plain
      let h = try stage(field, focused: false)
      let hint = try h.snapshot()
      #expect(inkArea(hint) != nil)
      field.string = "x"
      try h.settle()
      #expect(try pixelDifference(hint, h.snapshot()).count > 0)
      field.string = ""
      try h.settle()
      try expectEqualPixels(hint, h.framebuffer)
      field.placeholderText = ""
      try h.settle()
      #expect(inkArea(h.framebuffer) == nil)
    }

    @Test func secureTextShowsOnlyItsLengthAndIsNotCopied() throws {
      Clipboard.shared.string = "before"
      func picture(_ string: String) throws -> PixelBuffer {
        let field = EditableTextNode(string)
        field.kind = .plain
        field.isSecure = true
        let h = try stage(field)
        try h.key(.character("a"), modifiers: .control)
        try h.key(.character("c"), modifiers: .control)
        try h.key(.character("x"), modifiers: .control)
        #expect(field.string == string)
        #expect(field.resolvedSemantics.value == nil && field.resolvedSemantics.isPassword == true)
        return try h.snapshot()
      }
      try expectEqualPixels(picture("wWw👨‍👩‍👧‍👦"), picture("i.il"))
      #expect(Clipboard.shared.string == "before")
    }

    @Test func aTouchInSecureTextFindsTheCharacter() throws {
      let field = EditableTextNode("👨‍👩‍👧‍👦👨‍👩‍👧‍👦")
      field.kind = .plain
      field.isSecure = true
      let h = try stage(field)
      try h.tap(at: Point(190, 20))
      #expect(field.selection.lowerBound == field.editing.end)
      try h.key(.left)
      try h.type("x")
      #expect(field.string == "👨‍👩‍👧‍👦x👨‍👩‍👧‍👦")
    }

    @Test func copyingCuttingAndPasting() throws {
      let field = EditableTextNode("one two")
      field.kind = .plain
      let h = try stage(field)
      try h.key(.left, modifiers: [.control, .shift])
      try h.key(.character("x"), modifiers: .control)
      #expect(field.string == "one " && Clipboard.shared.string == "two")
      try h.key(.home)
      try h.key(.character("v"), modifiers: .control)
      #expect(field.string == "twoone ")
      try h.key(.character("a"), modifiers: .control)
      try h.key(.character("c"), modifiers: .control)
      #expect(Clipboard.shared.string == "twoone ")
      try h.key(.character("z"), modifiers: .control)
      #expect(field.string == "one ")
      try h.key(.character("z"), modifiers: [.control, .shift])
      #expect(field.string == "twoone ")
    }

    @Test func readOnlyTextCanBeCopiedButNotChanged() throws {
      let field = EditableTextNode("fixed")
      field.kind = .plain
      field.isEditable = false
      let log = SignalLog(field)
      let h = try stage(field)
      #expect(caret(h) == nil)
      try h.type("x")
      try h.key(.backspace)
      try h.key(.character("a"), modifiers: .control)
      try h.key(.character("c"), modifiers: .control)
      try h.key(.character("v"), modifiers: .control)
      #expect(field.string == "fixed" && Clipboard.shared.string == "fixed")
      #expect(log.all.isEmpty)
    }

    @Test func upAndDownKeepTheirColumnAndStopAtTheEnds() throws {
      let field = EditableTextNode("wwwwww\nww\nwwwwww")
      field.kind = .plain
      field.isMultiline = true
      let h = try stage(field, height: 100)
      field.selection = 5..<5
      try h.key(.down)
      #expect(field.selection == 9..<9, "the line is shorter")
      try h.key(.down)
      #expect(field.selection == 15..<15, "the column comes back")
      try h.key(.down)
      #expect(field.selection == 16..<16)
      try h.key(.up)
      try h.key(.up)
      try h.key(.up)
      #expect(field.selection == 0..<0)
      try h.key(.down, modifiers: .shift)
      #expect(field.selection == 0..<7)
    }

    @Test func homeAndEndGoToTheEdgesOfAWrappedLine() throws {
      let field = EditableTextNode("wwww wwww wwww")
      field.kind = .plain
      field.isMultiline = true
      let h = try stage(field, width: 70, height: 100)
      field.selection = 7..<7
      try h.key(.home)
      #expect(field.selection == 5..<5)
      try h.key(.end)
      #expect(field.selection == 9..<9)
      try h.key(.end, modifiers: .control)
      #expect(field.selection == 14..<14)
      try h.key(.home, modifiers: [.control, .shift])
      #expect(field.selection == 0..<14)
    }

    @Test func enterBreaksTheLineInMultilineFields() throws {
      let field = EditableTextNode("ab")
      field.kind = .plain
      field.isMultiline = true
      field.style.alignSelf = .flexStart
      field.id = "field"
      let h = try HeadlessStage(width: 100, height: 100) {
        let root = BoxNode()
        root.addSubnode(field)
        return root
      }
      let one = h.frame(of: field).height
      try h.focus(id: "field")
      try h.key(.left)
      try h.key(.enter)
      #expect(field.string == "a\nb")
      #expect(h.frame(of: field).height > 1.8 * one)
    }

    @Test func aLowFieldOfSeveralLinesScrollsDown() throws {
      let field = EditableTextNode("1\n2\n3\n4\n5\n6\n7\n8")
      field.kind = .plain
      field.isMultiline = true
      let h = try stage(field, height: 50)
      #expect(try #require(caret(h)).maxY <= 50)
      try h.key(.home, modifiers: .control)
      #expect(try #require(caret(h)).y == 0)
    }

    @Test func leftMovesTheCaretLeftInMixedDirections() throws {
      let field = EditableTextNode("ab \u{5E9}\u{5DC}\u{5D5}\u{5DD} cd")
      field.kind = .plain
      let h = try stage(field)
      var (places, offsets) = ([try #require(caret(h)).x], Set([field.selection.lowerBound]))
      for _ in field.string {
        try h.key(.left)
        places.append(try #require(caret(h)).x)
        offsets.insert(field.selection.lowerBound)
      }
      #expect(places == places.sorted(by: >) && Set(places).count == places.count)
      #expect(field.selection.lowerBound == 0 && offsets.count >= field.string.count - 1)
    }

    @Test func anEmptyFieldIsAsHighAsALine() throws {
      let context = MeasureContext()
      let empty = EditableText("").size(thatFits: .unlimited, in: context)
      let full = EditableText("Toucan").size(thatFits: .unlimited, in: context)
      #expect(empty.height == full.height && empty.height > 10)
      #expect(EditableText("").size(thatFits: SizeRange(max: Size(0, .infinity)), in: context).width > 0)
    }

    @Test(arguments: TextAlignment.allCases) func theCaretOfAnEmptyFieldIsWhereTextWillBegin(alignment: TextAlignment) throws {
      let field = EditableTextNode()
      field.kind = .plain
      field.alignment = alignment
      let h = try stage(field)
      let before = try #require(caret(h))
      try h.type(".")
      let after = try #require(caret(h))
      #expect(abs(before.x - after.x) <= 6, "\(alignment)")
      #expect(abs(before.midRow - after.midRow) <= 1)
    }

    @Test func sceneFilesSetIt() throws {
      let h = try HeadlessStage(
        scene: """
          tessera: 1
          size: [200, 60]
          root:
            type: editable-text
            id: f
            string: "no\\nyes"
            placeholderText: Search
            fontSize: 20
            color: blue
            multiline: true
            maximumLength: 7
            secure: false
          """)
      let field = try #require(try h.node("f") as? EditableTextNode)
      #expect(field.string == "no\nyes" && field.placeholderText == "Search" && field.isMultiline && field.maximumLength == 7)
      try h.focus(id: "f")
      try h.type("!?")
      #expect(field.string == "no\nyes!")
    }

    @Test func paddingIsRoomAroundTheText() throws {
      let field = EditableTextNode("wwww")
      field.kind = .plain
      field.style.padding = LayoutEdges(.points(20))
      field.style.boxSizing = .borderBox
      let h = try stage(field, height: 80)
      #expect(try #require(inkArea(h.framebuffer)).x >= 19)
      try h.tap(at: Point(21, 40))
      #expect(field.selection == 0..<0)
      #expect(try #require(caret(h)).x == 20)
    }

    @Test(arguments: [0.0, 1, 3]) func aFieldWithoutRoomIsHarmless(size: Double) throws {
      let field = EditableTextNode("text", placeholderText: "hint")
      field.kind = .plain
      let h = try stage(field, width: max(1, size), height: max(1, size))
      field.style.width = .points(size)
      try h.type("abc")
      try h.key(.home)
      #expect(field.string == "textabc")
      #expect(h.errors.isEmpty)
    }

    @Test func manyThreadsMayEditWhileItIsDrawn() async throws {
      let field = EditableTextNode("start")
      field.kind = .plain
      let h = try stage(field)
      await withTaskGroup(of: Void.self) { group in
        for i in 0..<4 {
          group.addTask {
            for step in 0..<100 {
              field.update { $0.editing.insert("\(i)") }
              if step % 10 == 0 { field.string = "s" }
            }
          }
        }
      }
      try h.settle()
      #expect(field.selection.upperBound <= field.string.utf8.count)
    }
  }
}

extension PixelRect {
  fileprivate var midRow: Int { y + height / 2 }
}
