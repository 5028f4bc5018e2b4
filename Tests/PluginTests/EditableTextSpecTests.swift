import TesseraKit
import TesseraTestSupport
import Testing

@testable import EditableTextPlugin

/// Fields that a spec names: what the user types stays when the spec runs again.
@Suite struct EditableTextSpecTests {
  private struct Form: NodeType {
    static let typeName = "form"
    @NodeState var name = "Ada"
    @NodeState var count = 0

    func layout(in context: LayoutContext) -> some LayoutElement {
      Column {
        Text("\(name) \(count)").key("label")
        EditableText($name, placeholderText: "Name").key("bound")
        EditableText("", placeholderText: "Note").key("free")
      }
    }
  }

  private func start() throws -> (HeadlessStage, Node<Form>, label: TextNode, bound: EditableTextNode, free: EditableTextNode) {
    let form = Node(Form())
    let h = try HeadlessStage(width: 200, height: 160) { form }
    let nodes = form.subnodes
    return (
      h, form, try #require(nodes[0] as? TextNode), try #require(nodes[1] as? EditableTextNode), try #require(nodes[2] as? EditableTextNode)
    )
  }

  @Test func aBoundFieldChangesTheStateAndKeepsTheCaret() throws {
    let (h, form, label, bound, _) = try start()
    bound.becomeFocused()
    try h.settle()
    bound.selection = 1..<1
    for letter in ["x", "y"] { try h.type(letter) }
    #expect((form.name, bound.string, bound.selection) == ("Axyda", "Axyda", 3..<3))
    #expect(label.string == "Axyda 0")
    form.name = "Bo"
    try h.settle()
    #expect((bound.string, label.string) == ("Bo", "Bo 0"))
  }

  @Test func aFieldWithoutABindingKeepsTypedText() throws {
    let (h, form, label, _, free) = try start()
    free.becomeFocused()
    try h.settle()
    for letter in ["x", "y"] { try h.type(letter) }
    free.selection = 1..<1
    form.count = 1
    try h.settle()
    #expect((label.string, free.string, free.selection) == ("Ada 1", "xy", 1..<1))
  }

  @Test func aNodeFollowsItsBinding() throws {
    let words = Model("one")
    let field = EditableTextNode(Binding(words, \.value))
    let h = try HeadlessStage(width: 200, height: 60) { field }
    field.becomeFocused()
    try h.settle()
    field.selection = 0..<0
    try h.type("t")
    #expect((words.value, field.selection) == ("tone", 1..<1))
    words.value = "two"
    try h.settle()
    #expect(field.string == "two")
  }

  @Test func aStaleSpecDoesNotUndoALetter() {
    let words = Locked("a")
    let binding = Binding(get: { words.withLock { $0 } }, set: { new in words.withLock { $0 = new } })
    var current = EditableText(binding)
    let stale = EditableText(binding)
    // The user has typed a letter that the program does not have yet.
    current.editing.insert("b")
    current.isAhead = true
    #expect(EditableText.reconciled(stale, with: current).string == "ab")
    // It has it now, and the spec is older.
    words.withLock { $0 = "ab" }
    current.isAhead = false
    #expect(EditableText.reconciled(stale, with: current).string == "ab")
    // The program refuses the letter.
    words.withLock { $0 = "a" }
    #expect(EditableText.reconciled(stale, with: current).string == "a")
    words.withLock { $0 = "AB" }
    #expect(EditableText.reconciled(stale, with: current).string == "AB")
  }
}
