import TesseraKit
import TesseraTestSupport
import Testing

/// Input method that records its calls.
final class RecordingMethod: InputMethod {
  let log = Locked<[String]>([])
  let session = Locked<TextInputSession?>(nil)
  /// Keys that the method keeps from the field.
  let taken = Locked<Set<KeyPress.Key>>([])

  func focusDidChange(to new: TextInputSession?) {
    session.withLock { $0 = new }
    log.withLock { $0.append(new == nil ? "none" : "begin \(new?.state?.purpose.rawValue ?? "")") }
  }

  func inputDidChange(in session: TextInputSession) { log.withLock { $0.append("change \(session.state?.surroundings ?? "")") } }

  func handle(_ event: Event, in session: TextInputSession) -> EventResponse {
    if case .key(let press) = event, taken.withLock({ $0.contains(press.key) }) { return .handled }
    return .ignored
  }

  func takeLog() -> [String] {
    log.withLock { log in
      defer { log = [] }
      return log
    }
  }
}

/// Third-party node that takes text: every letter is a tile.
struct Tiles: FocusableType, TextInputType {
  static let typeName = "test-tiles"
  var letters: [String] = []

  static func textInput(of node: Node<Tiles>) -> TextInputState? {
    var state = TextInputState(purpose: .oneTimeCode, action: .go)
    let text = node.letters.joined()
    state.set(text, selection: text.utf8.count..<text.utf8.count)
    return state
  }
  static func textInputRects(of range: Range<Int>, in node: Node<Tiles>) -> [Rect] { [Rect(Double(node.letters.count) * 20, 0, 2, 20)] }
  static func performTextInput(_ edit: TextInputEdit, in node: Node<Tiles>) -> Bool {
    switch edit {
    case .insert(let text): node.letters += text.map(String.init)
    case .delete: _ = node.letters.popLast()
    default: return false
    }
    return true
  }
}

@Suite struct TextInputTests {
  static func stage(_ fields: [AnyNode]) throws -> (HeadlessStage, RecordingMethod) {
    let root = BoxNode()
    root.style.direction = .column
    for field in fields {
      field.style.height = .points(40)
      root.addSubnode(field)
    }
    let h = try HeadlessStage(width: 300, height: 200) { root }
    let method = RecordingMethod()
    h.stage.inputMethod = method
    return (h, method)
  }

  @Test func aMethodFollowsTheFocusAndTheText() throws {
    let (name, box) = (EditableTextNode("ab"), BoxNode())
    name.purpose = .email
    let (h, method) = try Self.stage([name, box])
    name.becomeFocused()
    try h.settle()
    #expect(method.takeLog() == ["begin email"])
    try h.type("c")
    #expect(method.takeLog() == ["change abc"])
    name.string = "other"
    try h.settle()
    #expect(method.takeLog() == ["change other"])
    name.isEditable = false
    try h.settle()
    #expect(method.takeLog() == ["none"])
  }

  @Test func aFocusedFieldNotifiesItsInputMethodImmediately() throws {
    let name = EditableTextNode("ab")
    let (h, method) = try Self.stage([name])
    name.becomeFocused()
    try h.settle()
    _ = method.takeLog()
    let other = RecordingMethod()
    h.stage.inputMethod = other
    #expect(method.takeLog() == ["none"] && other.takeLog() == ["begin text"])
    h.stage.inputMethod = nil
    #expect(other.takeLog() == ["none"])
  }

  @Test func editsAreThoseOfTheUser() throws {
    let name = EditableTextNode("hello world")
    let (h, method) = try Self.stage([name])
    let signals = SignalCount(name)
    name.becomeFocused()
    try h.settle()
    let session = try #require(method.session.withLock { $0 })
    #expect(session.perform(.replace(0..<5, with: "Howdy")))
    #expect(name.string == "Howdy world" && signals.value == 1)
    #expect(session.perform(.select(0..<6)) && session.perform(.delete(.backward)))
    #expect(name.string == "world")
    #expect(session.perform(.select(5..<5)) && session.perform(.delete(.wordBackward)))
    #expect(name.string == "")
    #expect(name.undo() && name.string == "world")
  }

  @Test func uncommittedTextIsReplacedAndUndoneAsOneEdit() throws {
    let name = EditableTextNode("x")
    let (h, method) = try Self.stage([name])
    name.becomeFocused()
    try h.settle()
    let session = try #require(method.session.withLock { $0 })
    session.perform(.compose(TextPreedit("n")))
    session.perform(.compose(TextPreedit("ni", spans: [.init(0..<1, .entered), .init(1..<9, .target)], caret: 1)))
    #expect(name.string == "xni" && session.state?.preedit == 1..<3 && name.selection == 2..<2)
    try h.settle()
    session.perform(.insert("你"))
    #expect(name.string == "x你" && session.state?.preedit == nil)
    #expect(name.undo() && name.string == "x")
    #expect(name.redo() && name.string == "x你")
    session.perform(.compose(TextPreedit("hao")))
    session.perform(.compose(TextPreedit("")))
    #expect(name.string == "x你" && session.state?.preedit == nil)
  }

  @Test func aProgramThatSetsTheTextEndsTheComposition() throws {
    let name = EditableTextNode("")
    let (h, method) = try Self.stage([name])
    name.becomeFocused()
    try h.settle()
    let session = try #require(method.session.withLock { $0 })
    session.perform(.compose(TextPreedit("abc")))
    name.string = "z"
    #expect(session.state?.preedit == nil)
    session.perform(.insert("y"))
    #expect(name.string.contains("z") && name.string.contains("y"))
  }

  @Test func secretsAreNotDisclosed() throws {
    let name = EditableTextNode("secret")
    name.isSecure = true
    let (h, method) = try Self.stage([name])
    name.becomeFocused()
    try h.settle()
    let state = try #require(method.session.withLock { $0 }?.state)
    #expect(state.isSecret && state.surroundings.isEmpty && state.length == 6 && state.purpose == .password)
    #expect(state.textBefore.isEmpty && state.textAfter.isEmpty)
  }

  @Test func surroundingsOfALongTextArePartsOnGraphemes() throws {
    let name = EditableTextNode(String(repeating: "👨‍👩‍👧é", count: 4000))
    let (h, method) = try Self.stage([name])
    name.becomeFocused()
    try h.settle()
    let session = try #require(method.session.withLock { $0 })
    session.perform(.select(30_000..<30_000))
    let state = try #require(session.state)
    #expect(state.surroundings.utf8.count <= 2 * TextInputState.reach + 64 && state.start > 0)
    #expect(state.surroundings.allSatisfy { $0 == "é" || $0 == "👨‍👩‍👧" })
    #expect(state.textBefore.utf8.count + state.start == state.selection.lowerBound)
  }

  @Test func enterMovesToTheNextFieldWithoutARing() throws {
    let (one, two) = (EditableTextNode("1"), EditableTextNode("2"))
    one.enterAction = .next
    let (h, method) = try Self.stage([one, two])
    one.becomeFocused()
    try h.settle()
    #expect(try #require(method.session.withLock { $0 }).perform(.enter))
    try h.settle()
    #expect(h.stage.focusedNode === two)
    #expect(method.session.withLock { $0?.isByKeys } == false)
  }

  @Test func keysReachTheMethodBeforeTheField() throws {
    let name = EditableTextNode("ab")
    let (h, method) = try Self.stage([name])
    name.becomeFocused()
    try h.settle()
    method.taken.withLock { $0 = [.backspace] }
    try h.key(.backspace)
    #expect(name.string == "ab")
    method.taken.withLock { $0 = [] }
    try h.key(.backspace)
    #expect(name.string == "a")
  }

  @Test func aNodeTypeOfAProgramTakesText() throws {
    let tiles = Node(Tiles())
    let (h, method) = try Self.stage([tiles])
    tiles.becomeFocused()
    try h.settle()
    #expect(method.takeLog() == ["begin one-time-code"])
    let session = try #require(method.session.withLock { $0 })
    session.perform(.insert("12"))
    try h.settle()
    #expect(tiles.letters == ["1", "2"] && method.takeLog() == ["change 12"])
    #expect(!session.perform(.commit))
    tiles.resignFocus()
    try h.settle()
    #expect(!session.perform(.insert("3")) && tiles.letters == ["1", "2"])
  }

  @Test(arguments: [-5..<2, 0..<0, 0..<99, 50..<60, Int.min..<Int.max]) func anyRangeIsClipped(_ range: Range<Int>) throws {
    let name = EditableTextNode("añb")
    let (h, method) = try Self.stage([name])
    name.becomeFocused()
    try h.settle()
    let session = try #require(method.session.withLock { $0 })
    _ = session.rects(of: range)
    session.perform(.select(range))
    session.perform(.replace(range, with: "é"))
    session.perform(.compose(TextPreedit("x", spans: [.init(range, .target)], caret: range.upperBound)))
    try h.settle()
    #expect(name.string.contains("x"))
  }
}

/// Number of `change` signals of a field.
final class SignalCount: Sendable {
  private let count = Locked(0)
  var value: Int { count.withLock { $0 } }
  init(_ field: EditableTextNode) { field.onChange { [count] _ in count.withLock { $0 += 1 } } }
}
