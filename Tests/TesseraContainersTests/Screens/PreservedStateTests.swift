import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// What a person did to nodes that are taken apart and made again.
@Suite struct PreservedStateTests {
  /// A stack with a screen that can be made again, above it room for others.
  private func stack(_ make: @escaping @Sendable () -> AnyNode) throws -> (HeadlessStage, ScreensNode, ScreenNode) {
    let form = ScreenNode("form", makeContent: make)
    let screens = ScreensNode(root: form)
    screens.style.flexGrow = 1
    let h = try HeadlessStage(width: 120, height: 160) {
      let root = BoxNode()
      root.addSubnode(screens)
      return root
    }
    return (h, screens, form)
  }

  private func away(_ h: HeadlessStage, _ screens: ScreensNode, _ form: ScreenNode) throws {
    screens.push(ScreenNode("other", content: BoxNode()), transition: ScreenTransition.none)
    try h.advance(by: 0.1)
    #expect(form.evict() && h.root.find("field") == nil)
    screens.pop(transition: ScreenTransition.none)
    try h.advance(by: 0.5)
  }

  @Test(arguments: [false, true]) func typedTextReturnsWithCaretAndScrollOffset(isMultiline: Bool) throws {
    let (h, screens, form) = try stack {
      let field = EditableTextNode(EditableText("as given"))
      field.kind = .plain
      field.isMultiline = isMultiline
      field.id = "field"
      field.style.height = .points(isMultiline ? 40 : 20)
      return field
    }
    try h.focus(id: "field")
    try h.type(" and a good deal more than fits into the field at once, so that it scrolls")
    for _ in 0..<3 { try h.key(.left, modifiers: .shift) }
    for _ in 0..<12 { try h.key(.left) }
    let field = try #require(try h.node("field") as? EditableTextNode)
    let (string, selection, picture) = (field.string, field.selection, try h.snapshot())
    try away(h, screens, form)
    let again = try #require(try h.node("field") as? EditableTextNode)
    #expect(again !== field && again.string == string && again.selection == selection)
    // It has the focus again, so that typing goes on where it was.
    #expect(h.stage.focusedNode === again)
    try expectEqualPixels(h.framebuffer, picture)
    try h.type("!")
    #expect(again.string.count == string.count + 1 && again.string.contains("!"))
  }

  @Test func newValuesOfTheProgramApplyAndSecureTextIsNotPreserved() throws {
    let given = Locked("first")
    let (h, screens, form) = try stack {
      let box = BoxNode()
      for name in ["field", "secret", "untouched"] {
        let field = EditableTextNode(EditableText(name == "field" ? given.withLock { $0 } : ""))
        field.isSecure = name == "secret"
        field.id = name
        field.style.height = .points(20)
        box.addSubnode(field)
      }
      return box
    }
    try h.focus(id: "field")
    try h.type(" typed")
    try h.focus(id: "secret")
    try h.type("password")
    #expect(try h.node("untouched").preservedState == nil && h.node("secret").preservedState == nil)
    try away(h, screens, form)
    #expect((try h.node("field") as? EditableTextNode)?.string == "first typed")
    #expect((try h.node("secret") as? EditableTextNode)?.string == "")
    given.withLock { $0 = "second" }
    try away(h, screens, form)
    #expect((try h.node("field") as? EditableTextNode)?.string == "second")
    for wrong in [
      AttributeValue.number(1), .list([.text("a")]),
      .list([.text("second"), .text("x"), .number(9), .number(-4), .number(.nan), .number(0)]),
    ] {
      try h.node("field").restoreState(wrong)
      #expect((try h.node("field") as? EditableTextNode)?.string == "second")
    }
  }

  @Test func aRowThatWasFarAwayHasItsTypedText() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<300))) { key in
      let row = BoxNode()
      row.style.height = .points(30)
      let field = EditableTextNode(EditableText("\(key)"))
      field.id = "f\(key)"
      row.addSubnode(field)
      return row
    }
    let h = try HeadlessStage(width: 120, height: 160) { table }
    try h.focus(id: "f2")
    try h.type(" apples")
    table.contentOffset.y = 6000
    try h.settle()
    #expect(h.root.find("f2") == nil)
    // The row is another place now.
    table.apply(ListSnapshot(items: [1000] + Array(0..<300)), animated: false)
    table.contentOffset.y = 0
    try h.settle()
    #expect((try h.node("f2") as? EditableTextNode)?.string == "2 apples")
    #expect((try h.node("f3") as? EditableTextNode)?.string == "3")
  }

  private func form(_ keys: [Int]) throws -> (TableNode, HeadlessStage) {
    let table = TableNode(ListSnapshot(items: keys)) { key in
      let row = BoxNode()
      row.style.height = .points(30)
      let field = EditableTextNode(EditableText(""))
      field.id = "f\(key)"
      row.addSubnode(field)
      return row
    }
    return (table, try HeadlessStage(width: 120, height: 160) { table })
  }

  private func strings(_ h: HeadlessStage) -> [String: String] {
    var result: [String: String] = [:]
    func visit(_ node: AnyNode) {
      if let field = node as? EditableTextNode { result[field.id] = field.string }
      node.subnodes.forEach(visit)
    }
    visit(h.root)
    return result
  }

  @Test func typedTextOfADeletedRowIsNotReused() throws {
    let (table, h) = try form(Array(0..<4))
    try h.focus(id: "f2")
    try h.type("apples")
    table.apply(ListSnapshot(items: [10, 11, 12, 13]), animated: false)
    try h.settle()
    #expect(strings(h) == ["f10": "", "f11": "", "f12": "", "f13": ""])
    // It comes back with its row, also after the list was empty.
    table.apply(ListSnapshot(items: [Int]()), animated: false)
    try h.settle()
    table.apply(ListSnapshot(items: [13, 2]), animated: false)
    try h.settle()
    #expect(strings(h) == ["f13": "", "f2": "apples"])
  }

  @Test func aRecreatedRowKeepsItsTypedText() throws {
    let (table, h) = try form(Array(0..<4))
    try h.focus(id: "f2")
    try h.type("apples")
    var items = ListSnapshot(items: Array(0..<4))
    items.reconfigure([2])
    table.apply(items, animated: false)
    try h.settle()
    #expect(strings(h) == ["f0": "", "f1": "", "f2": "apples", "f3": ""])
  }

  @Test func aRowThatLeftWithTheFocusHasItOnReturn() throws {
    let (table, h) = try form(Array(0..<300))
    try h.focus(id: "f2")
    try h.type("apples")
    table.contentOffset.y = 6000
    try h.settle()
    #expect(h.root.find("f2") == nil && h.stage.focusedNode == nil)
    table.contentOffset.y = 0
    try h.settle()
    #expect(h.stage.focusedNode === (try h.node("f2")))
    try h.type("!")
    #expect(strings(h)["f2"] == "apples!")
    // Where a person went elsewhere meanwhile, it stays there.
    table.contentOffset.y = 6000
    try h.settle()
    let other = try #require(table.visibleElements.lazy.compactMap(\.index).first)
    try h.focus(id: "f\(other.item)")
    table.contentOffset.y = 0
    try h.settle()
    #expect(h.stage.focusedNode !== (try h.node("f2")))
  }

  @Test func aRecreatedRowKeepsTheFocus() throws {
    let (table, h) = try form(Array(0..<4))
    try h.focus(id: "f2")
    let before = try h.node("f2")
    var items = ListSnapshot(items: Array(0..<4))
    items.reconfigure([2])
    table.apply(items, animated: false)
    try h.settle()
    let after = try h.node("f2")
    #expect(after !== before && h.stage.focusedNode === after)
  }

  @Test func typedTextInRowsReturnsWithTheirScreen() throws {
    let (h, screens, form) = try stack {
      let table = TableNode(ListSnapshot(items: Array(0..<300))) { key in
        let row = BoxNode()
        row.style.height = .points(30)
        let field = EditableTextNode(EditableText(""))
        field.id = "f\(key)"
        row.addSubnode(field)
        return row
      }
      table.id = "field"
      table.style.flexGrow = 1
      return table
    }
    func table() throws -> TableNode { try #require(try h.node("field") as? TableNode) }
    try h.focus(id: "f2")
    try h.type("away")
    // It has no node when the screen gives its content up, the next one has.
    try table().contentOffset.y = 6000
    try h.settle()
    #expect(h.root.find("f2") == nil)
    let seen = try #require(try table().visibleElements.compactMap(\.index).dropFirst().first).item
    try h.focus(id: "f\(seen)")
    try h.type("seen")
    try away(h, screens, form)
    #expect(strings(h)["f\(seen)"] == "seen")
    try table().contentOffset.y = 0
    try h.settle()
    #expect(strings(h)["f2"] == "away")
  }

  @Test func statisticsCountRowsWithPreservedState() throws {
    let (table, h) = try form(Array(0..<300))
    try h.focus(id: "f2")
    try h.type("apples")
    #expect(table.listStatistics.kept == 0)
    table.contentOffset.y = 6000
    try h.settle()
    #expect(table.listStatistics.kept == 1 && table.listStatistics.forgotten == 0)
    table.contentOffset.y = 0
    try h.settle()
    #expect(table.listStatistics.kept == 0)
  }
}
