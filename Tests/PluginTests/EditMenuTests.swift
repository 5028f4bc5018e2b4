import TesseraKit
import TesseraTestSupport
import Testing

/// Tests of copying and pasting, serialized because the clipboard is shared by the process.
@Suite(.serialized) enum ClipboardTests {}

extension ClipboardTests {
  /// Handles, magnifier and menu of both kinds of text.
  @Suite(.serialized) struct EditMenuTests {
    /// A field and a selectable text on a stage of 240 x 160.
    struct Form {
      let h: HeadlessStage
      let field: EditableTextNode
      let text: TextNode

      init(
        _ string: String = "one two three", scale: Double = 1, direction: LayoutDirection = .ltr, dark: Bool = false, lines: Bool = false
      ) throws {
        let ink = dark ? Color.white : .black
        let field = EditableTextNode(string, color: ink)
        field.isMultiline = lines
        field.style.padding = LayoutEdges(.points(8))
        field.border = Border(width: 1, color: Color(white: 0.5, alpha: 0.5))
        let text = TextNode("some words to select", color: ink)
        text.isSelectable = true
        let root = BoxNode()
        root.style.direction = .column
        root.style.alignItems = .stretch
        root.style.padding = LayoutEdges(horizontal: .points(16), vertical: .points(56))
        root.style.gap = .points(14)
        root.addSubnode(field)
        root.addSubnode(text)
        if dark { root.environment[\.colorScheme] = .dark }
        h = try HeadlessStage(width: 240, height: 160, scale: scale, background: dark ? .black : .white, direction: direction) { root }
        (self.field, self.text) = (field, text)
        Clipboard.shared.string = ""
      }

      /// Settles, including fades of overlays.
      func rest() throws {
        h.stage.finishFades()
        try h.settle()
      }

      /// Returns the middle of a letter of the field, on the stage. All lines begin at the left.
      func place(_ byte: Int) throws -> Point {
        let box = h.frame(of: field)
        let layout = TextLayout(AttributedText(field.string, attributes: TextAttributes(font: field.font, color: .black)))
        let rect = try #require(layout.selectionRects(byte..<byte + 1).first)
        return Point(box.minX + 8 + rect.midX, box.midY)
      }

      var menu: Node<EditMenu>? { h.stage.overlays.lazy.compactMap { $0.node as? Node<EditMenu> }.first }
      var handles: [StageOverlay] { h.stage.overlays.filter { $0.options.contains(.forwardsEvents) } }
      var glass: StageOverlay? { h.stage.overlays.first { $0.magnification > 0 } }

      /// Returns the middle of the knob of a handle, on the stage.
      func knob(_ number: Int) throws -> Point {
        let handle = handles[number]
        let anchor = try #require(handle.anchor)
        let presenter = try #require(handle.presenter)
        return try #require(h.stage.convert(SelectionGesture.knob(of: anchor), from: presenter))
      }

      /// Taps a command.
      func choose(_ command: EditCommand) throws {
        let node = try #require(menu)
        let elements = MenuItems.frames(of: node)
        let frame = try #require(elements[command])
        try h.tap(at: try #require(h.stage.convert(frame.center, from: node)))
      }

      func tapTwice(_ byte: Int) throws {
        try h.advance(by: 1, step: 1)
        try h.tap(at: try place(byte))
        try h.tap(at: try place(byte))
      }
    }

    /// Positions of the commands in a menu.
    enum MenuItems {
      static func frames(of node: Node<EditMenu>) -> [EditCommand: Rect] {
        let elements = EditMenu.semanticsParts(of: node)
        return Dictionary(uniqueKeysWithValues: zip(node.commands, elements.map(\.frame)))
      }
    }

    // MARK: Commands

    @Test func onlyApplicableCommandsAreOffered() {
      func offered(_ selection: Range<Int>, editable: Bool = true, secure: Bool = false, paste: Bool = true, count: Int = 9)
        -> [EditCommand]
      {
        EditCommand.applicable(to: selection, of: count, isEditable: editable, isSecure: secure, canPaste: paste)
      }
      #expect(offered(2..<4) == [.cut, .copy, .paste, .selectAll])
      #expect(offered(0..<9) == [.cut, .copy, .paste])
      #expect(offered(3..<3) == [.paste, .selectAll])
      #expect(offered(2..<4, editable: false) == [.copy, .selectAll])
      #expect(offered(2..<4, secure: true) == [.paste, .selectAll])
      #expect(offered(0..<0, paste: false, count: 0) == [])
    }

    // MARK: fields

    @Test func aTouchPlacesTheCaretWithAHandleAndOneOnItBringsTheMenu() throws {
      let form = try Form()
      try form.h.tap(at: try form.place(5))
      #expect(form.handles.count == 1 && form.menu == nil)
      try form.h.advance(by: 1, step: 1)
      try form.h.tap(at: try form.place(5))
      #expect(form.menu?.commands == [.selectAll])
      // A second touch on the caret closes the menu and does not reopen it.
      try form.h.advance(by: 1, step: 1)
      try form.h.tap(at: try form.place(5))
      #expect(form.menu == nil && form.handles.count == 1)
      // Typing removes menu and handles.
      try form.h.advance(by: 1, step: 1)
      try form.h.tap(at: try form.place(5))
      #expect(form.menu != nil)
      try form.h.type("x")
      #expect(form.h.stage.overlays.isEmpty)
    }

    @Test func twoTouchesTakeAWordWithHandlesAndTheMenuEdits() throws {
      let form = try Form()
      try form.tapTwice(5)
      #expect(form.field.value.editing.selectedText == "two" && form.handles.count == 2)
      #expect(form.menu?.commands == [.cut, .copy, .selectAll])
      try form.choose(.copy)
      #expect(Clipboard.shared.string == "two" && form.menu == nil && form.handles.count == 2)
      try form.tapTwice(5)
      let changes = Locked<[String]>([])
      form.field.onChange { string in changes.withLock { $0.append(string) } }
      try form.choose(.cut)
      #expect(form.field.string == "one  three" && changes.withLock { $0 } == ["one  three"])
      #expect(form.handles.count == 1, "the caret where the word was")
      try form.tapTwice(1)
      #expect(form.menu?.commands == [.cut, .copy, .paste, .selectAll])
      try form.choose(.paste)
      #expect(form.field.string == "two  three" && changes.withLock { $0.count } == 2)
      try form.tapTwice(1)
      try form.choose(.selectAll)
      #expect(form.field.selection == 0..<10 && form.menu?.commands == [.cut, .copy, .paste] && form.handles.count == 2)
      #expect(form.field.undo() && form.field.string == "one  three")
    }

    @Test func aHandleMovesAnEndUnderTheGlassFrameByFrame() throws {
      let form = try Form()
      try form.tapTwice(5)
      let (start, end) = (try form.knob(0), try form.knob(1))
      try form.h.touch(.began, at: end)
      #expect(form.menu == nil && form.glass == nil, "a touch has no glass before it moves")
      var last = form.field.selection.upperBound
      for step in 1...5 {
        try form.h.touch(.moved, at: end + Point(Double(step) * 4, 0))
        #expect(form.field.selection.lowerBound == 4 && form.field.selection.upperBound >= last)
        last = form.field.selection.upperBound
        let caret = try #require(form.handles[1].anchor)
        #expect(form.glass?.anchor?.midX == caret.midX, "the glass is over the end that moves")
      }
      #expect(last > 8)
      try form.h.touch(.ended, at: end + Point(20, 0))
      #expect(form.glass == nil && form.menu != nil && form.handles.count == 2)
      // The other end is dragged beyond the first: they exchange roles.
      try form.h.drag(from: start, to: Point(235, start.y))
      #expect(form.field.selection == last..<13)
    }

    @Test func theCaretIsDraggedByItsHandle() throws {
      let form = try Form()
      try form.h.tap(at: try form.place(2))
      let before = form.field.selection
      let knob = try form.knob(0)
      // Below the box of the field: the handle receives the touch.
      #expect(knob.y > form.h.frame(of: form.field).maxY - 10)
      try form.h.touch(.began, at: knob + Point(0, 10))
      try form.h.touch(.moved, at: knob + Point(30, 10))
      #expect(form.field.selection.isEmpty && form.field.selection.lowerBound > before.lowerBound && form.glass != nil)
      try form.h.touch(.ended, at: knob + Point(30, 10))
      #expect(form.glass == nil && form.menu != nil)
      // A tap on the handle closes the menu, and the next one opens it.
      for isShown in [false, true] {
        try form.h.tap(at: try form.knob(0) + Point(0, 8))
        #expect((form.menu != nil) == isShown)
      }
    }

    @Test func aRestingFingerSelectsAWordOrMovesTheCaret() throws {
      let form = try Form()
      try form.h.touch(.began, at: try form.place(1))
      try form.h.advance(by: 0.6)
      #expect(form.field.value.editing.selectedText == "one" && form.handles.count == 2 && form.glass == nil && form.menu == nil)
      try form.h.touch(.moved, at: try form.place(5))
      #expect(form.field.value.editing.selectedText == "one two")
      #expect(form.glass != nil)
      try form.h.touch(.ended, at: try form.place(6))
      #expect(form.menu != nil && form.glass == nil)
      // After the end of the text there is no word: the caret moves with the finger.
      try form.h.touch(.began, at: Point(200, try form.place(0).y))
      try form.h.advance(by: 0.6)
      #expect(form.field.selection == 13..<13 && form.glass != nil)
      try form.h.touch(.moved, at: try form.place(6))
      #expect(form.field.selection.isEmpty && (6...7).contains(form.field.selection.lowerBound))
      try form.h.touch(.cancelled, at: try form.place(6))
      #expect(form.glass == nil && form.handles.count == 1)
    }

    @Test func secureTextIsNeitherCutNorCopied() throws {
      let form = try Form("secret")
      form.field.isSecure = true
      Clipboard.shared.string = "before"
      try form.h.settle()
      let place = try #require(form.h.stage.convert(Point(20, 16), from: form.field))
      try form.h.tap(at: place)
      try form.h.tap(at: place)
      #expect(form.field.selection == 0..<6 && form.menu?.commands == [.paste])
      try form.h.key(.escape)
      try form.h.touch(.began, at: place + Point(0, -4))
      try form.h.advance(by: 0.6)
      #expect(form.field.selection.isEmpty, "where words begin is not told")
      try form.h.touch(.ended, at: place + Point(0, -4))
      try form.h.key(.character("a"), modifiers: .control)
      try form.h.key(.character("c"), modifiers: .control)
      try form.h.key(.character("x"), modifiers: .control)
      #expect(Clipboard.shared.string == "before" && form.field.string == "secret")
    }

    @Test func aMouseSelectsWithoutHandlesAndMenu() throws {
      let form = try Form()
      func send(_ phase: Touch.Phase, _ place: Point) throws {
        try form.h.send(.touch(Touch(phase: phase, location: place, time: form.h.clock.now, pointer: .mouse)))
      }
      try send(.began, try form.place(4))
      try send(.moved, try form.place(8))
      try send(.ended, try form.place(8))
      #expect(!form.field.selection.isEmpty && form.h.stage.overlays.isEmpty)
      try form.h.advance(by: 1, step: 1)
      try send(.began, try form.place(4))
      try form.h.advance(by: 0.7)
      #expect(form.field.selection.isEmpty, "a mouse that rests selects no word")
      try send(.ended, try form.place(4))
      #expect(form.h.stage.overlays.isEmpty)
    }

    @Test func theMenuOfAnotherTextIsDismissed() throws {
      let form = try Form()
      try form.tapTwice(5)
      form.field.string = "other"
      try form.h.settle()
      #expect(form.h.stage.overlays.isEmpty)
      try form.tapTwice(1)
      #expect(form.handles.count == 2)
      form.text.becomeFocused()
      form.field.resignFocus()
      try form.h.settle()
      #expect(form.h.stage.overlays.isEmpty)
      try form.tapTwice(1)
      form.field.removeFromSupernode()
      try form.h.settle()
      #expect(form.h.stage.overlays.isEmpty)
    }

    @Test func scrollingMovesTheMenuAndHidesHandles() throws {
      let field = EditableTextNode("one two three")
      let scroll = ScrollNode()
      scroll.style.width = .points(200)
      scroll.style.height = .points(100)
      let column = BoxNode()
      column.style.direction = .column
      column.style.height = .points(600)
      column.style.padding = LayoutEdges(.points(40))
      column.addSubnode(field)
      scroll.addSubnode(column)
      let h = try HeadlessStage(width: 200, height: 100) { scroll }
      for _ in 0..<2 { try h.tap(at: Point(50, 48)) }
      #expect(h.stage.overlays.count == 3)
      scroll.scroll(to: Point(0, 20), animated: false)
      try h.settle()
      #expect(h.stage.overlays.count == 2)
      scroll.scroll(to: Point(0, 300), animated: false)
      try h.settle()
      #expect(h.stage.overlays.count == 2 && h.stage.hitTest(Point(50, 5)) === column, "out of sight they take no touch")
    }

    @Test func theWordsAreTheProgramsAndTheScenes() throws {
      let form = try Form()
      try form.field.setAttribute("cutTitle", to: .text("Ausschneiden"))
      form.field.menuTitles.selectAll = "Alles"
      try form.tapTwice(5)
      let node = try #require(form.menu)
      #expect(EditMenu.semanticsParts(of: node).map(\.semantics.label) == ["Ausschneiden", "Copy", "Alles"])
      #expect(form.field.attribute("selectAllTitle") == .text("Alles") && form.field.attribute("pasteTitle") == nil)
      #expect(EditMenu.perform(.activate, onPart: 1, of: node) && Clipboard.shared.string == "two")
      #expect(!EditMenu.perform(.activate, onPart: 7, of: node))
      try form.text.setAttribute("copyTitle", to: .text("Kopieren"))
      #expect(form.text.menuTitles.copy == "Kopieren" && form.text.attribute("copyTitle") == .text("Kopieren"))
    }

    @Test func aNarrowMenuHasSeveralRows() throws {
      var menu = EditMenu()
      menu.commands = EditCommand.allCases
      let wide = menu.cells(in: 1000)
      let narrow = menu.cells(in: 130)
      #expect(Set(wide.map(\.minY)).count == 1 && Set(narrow.map(\.minY)).count > 1)
      #expect(narrow.allSatisfy { $0.maxX <= 130 } && narrow.count == 4)
    }

    @Test func onALowScreenTheRowsMoveTogether() throws {
      let field = EditableTextNode("one two", font: Font(size: 12))
      let h = try HeadlessStage(width: 128, height: 64) { field }
      for _ in 0..<2 { try h.tap(at: Point(8, 32)) }
      let menu = try #require(h.stage.overlays.lazy.compactMap { $0.node as? Node<EditMenu> }.first)
      let frames = EditMenu.semanticsParts(of: menu).map(\.frame)
      #expect(Set(frames.map(\.minY)).count == 2 && frames.allSatisfy { $0.maxY <= menu.frame.height && $0.maxX <= menu.frame.width })
      let corner = try #require(h.stage.convert(.zero, from: menu))
      #expect(corner.y >= 0 && corner.y + menu.frame.height <= 64)
    }

    // MARK: selectable text

    @Test func selectableTextHasTheMenuAndTheGlassToo() throws {
      let form = try Form()
      let place = try #require(form.h.stage.convert(Point(60, 8), from: form.text))
      try form.h.touch(.began, at: place)
      try form.h.advance(by: 0.6)
      #expect(form.text.value.selectedText == "words" && form.handles.count == 2 && form.menu == nil)
      try form.h.touch(.moved, at: place + Point(40, 0))
      #expect(form.glass != nil)
      try form.h.touch(.ended, at: place)
      #expect(form.glass == nil && form.menu?.commands == [.copy, .selectAll])
      try form.choose(.copy)
      #expect(Clipboard.shared.string == form.text.value.selectedText)
      // A touch on the selection opens the menu again, and another one closes it.
      for isShown in [true, false] {
        try form.h.advance(by: 1, step: 1)
        try form.h.tap(at: place)
        #expect((form.menu != nil) == isShown && !form.text.selection.isEmpty)
      }
      try form.h.advance(by: 1, step: 1)
      try form.h.tap(at: place)
      try form.choose(.selectAll)
      #expect(form.text.value.selectedText == "some words to select" && form.menu?.commands == [.copy])
      try form.h.tap(at: try form.place(3))
      #expect(form.text.selection.isEmpty && form.menu == nil && form.handles.count == 1)
    }

    // MARK: the clipboard

    @Test func aClipboardOfTheProgramReplacesTheDefault() {
      final class Store: ClipboardStore {
        let held = Locked("theirs")
        func read() -> String { held.withLock { $0 } }
        func write(_ string: String) { held.withLock { $0 = string } }
      }
      let (clipboard, store) = (Clipboard(), Store())
      clipboard.string = "ours"
      clipboard.store = store
      #expect(clipboard.string == "theirs")
      clipboard.string = "new"
      #expect(store.read() == "new")
      clipboard.store = nil
      #expect(clipboard.string == "ours")
    }

    // MARK: the example

    @Test func theExampleHasCustomWords() throws {
      let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/fields.yaml")
      Clipboard.shared.string = ""
      let note = h.frame(of: try h.node("note"))
      let place = Point(note.minX + 60, note.minY + 20)
      try h.tap(at: place)
      try h.tap(at: place)
      let menu = try #require(h.stage.overlays.lazy.compactMap { $0.node as? Node<EditMenu> }.first)
      #expect(menu.titles.cut == "Ausschneiden" && menu.commands == [.cut, .copy, .selectAll])
      try h.key(.escape)
      #expect(h.stage.overlays.count == 2, "the handles stay")
    }

    // MARK: pictures

    @Test(arguments: [("edit_menu_light", false, false), ("edit_menu_dark", true, false), ("edit_menu_bilevel", false, true)])
    func aWordWithHandlesAndMenu(name: String, dark: Bool, bilevel: Bool) throws {
      let form = try Form(scale: bilevel ? 1 : 2, dark: dark)
      if bilevel { form.h.stage.textAntialiasing = .bilevel }
      try form.tapTwice(5)
      try form.rest()
      try expectGolden(form.h.framebuffer, name)
    }

    @Test(arguments: [("edit_loupe_light", false, false), ("edit_loupe_dark", true, false), ("edit_loupe_bilevel", false, true)])
    func theCaretUnderTheGlass(name: String, dark: Bool, bilevel: Bool) throws {
      let form = try Form(scale: bilevel ? 1 : 2, dark: dark)
      if bilevel { form.h.stage.textAntialiasing = .bilevel }
      try form.h.tap(at: try form.place(5))
      let knob = try form.knob(0)
      try form.h.touch(.began, at: knob)
      try form.h.touch(.moved, at: knob + Point(16, 0))
      try form.rest()
      try expectGolden(form.h.framebuffer, name)
    }

    @Test func fromRightToLeft() throws {
      let form = try Form("שלום עולם", direction: .rtl)
      let box = form.h.frame(of: form.field)
      try form.h.tap(at: Point(box.maxX - 20, box.midY))
      try form.h.tap(at: Point(box.maxX - 20, box.midY))
      #expect(form.field.value.editing.selectedText == "שלום" && form.handles.count == 2)
      // The handle of the start is on the right.
      #expect(try form.knob(0).x > form.knob(1).x)
      try form.rest()
      try expectGolden(form.h.framebuffer, "edit_menu_rtl")
    }
  }
}

extension EditMenu {
  /// Returns the frames of the commands in a box of `width`.
  fileprivate func cells(in width: Double) -> [Rect] {
    let node = Node(self)
    node.style.width = .points(width)
    guard let h = try? HeadlessStage(width: width, height: 400, { node }) else { return [] }
    return withExtendedLifetime(h) { EditMenu.semanticsParts(of: node).map(\.frame) }
  }
}
