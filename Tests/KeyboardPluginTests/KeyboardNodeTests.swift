import TesseraTestSupport
import Testing

@testable import KeyboardPlugin
@testable import TesseraKit

/// A stage with fields and the automatic keyboard, and a hand that types on its keys.
struct Typist {
  let h: HeadlessStage
  let field: EditableTextNode
  let keyboard: AutomaticKeyboard

  init(
    _ languages: [String], purpose: TextInputPurpose = .text, width: Double = 800, height: Double = 480, top: Double = 20,
    action: TextInputAction = .done
  )
    throws
  {
    let field = EditableTextNode("")
    (field.purpose, field.enterAction) = (purpose, action)
    field.id = "field"
    let root = BoxNode()
    root.style.direction = .column
    root.style.padding = LayoutEdges(top: .points(top), right: .points(10), bottom: .points(0), left: .points(10))
    root.addSubnode(field)
    let keyboard = AutomaticKeyboard(languages)
    keyboard.node.capitalizes = false
    (self.field, self.keyboard) = (field, keyboard)
    try TestFonts.add([try PackageFolder.root() + "/docs/examples/assets/fonts"])
    h = try HeadlessStage(width: width, height: height) { root }
    h.stage.inputMethod = keyboard
  }

  /// Touches the field, and waits until the keyboard has its place.
  func open() throws {
    try h.tap(id: "field")
    try h.advance(by: 0.6)
  }

  var state: KeyboardState { keyboard.node.storage.state.withLock { $0 } }

  /// Middle of a key on the stage.
  func place(of key: Int) throws -> Point { try place(state.cells[key].center) }

  func place(_ point: Point) throws -> Point {
    guard let place = h.stage.convert(point, from: keyboard.node) else { throw TestFailure("the keyboard is not laid out") }
    return place
  }

  func key(_ role: BoardKey.Role) -> Int? { state.board.keys.firstIndex { $0.role == role } }

  func tap(_ role: BoardKey.Role) throws {
    guard let key = key(role) else { throw TestFailure("no key \(role) on \(state.board.keys.map(\.label))") }
    try h.tap(at: place(of: key))
  }

  /// Types a character: a key, a capital, or a variant by a long press.
  func type(_ character: Character) throws {
    let text = String(character)
    if text == " " { return try tap(.space) }
    if key(.text(text)) != nil { return try tap(.text(text)) }
    if key(.shift) != nil, state.layout?.rows.joined().contains(where: { $0.upper == text }) ?? false {
      try tap(.shift)
      return try tap(.text(text))
    }
    guard let key = state.board.keys.firstIndex(where: { $0.variants.contains(text) }),
      let number = state.board.keys[key].variants.firstIndex(of: text)
    else { throw TestFailure("no key has `\(text)`") }
    try h.touch(.began, at: place(of: key))
    try h.advance(by: 0.6)
    let target = try place(state.variantFrames(of: key)[number].center)
    try h.touch(.moved, at: target)
    try h.touch(.ended, at: target)
  }

  func type(_ words: String) throws { for character in words { try type(character) } }
}

@Suite(.serialized) struct KeyboardNodeTests {
  @Test(arguments: [
    ("en-US", "the quick brown fox"), ("en-GB", "Jumps over"), ("de", "Straße Äpfel größer"), ("fr", "garçon où élève"),
    ("es", "mañana corazón"), ("it", "perché città"), ("pt", "coração amanhã"), ("pl", "Zażółć gęślą jaźń"), ("tr", "İstanbul ışık"),
    ("ru", "Привет подъём"), ("el", "καλημέρα ΕΛΛΑΔΑ"), ("he", "שלום עולם"), ("ar", "مرحبا بالعالم"),
  ]) func wordsOfEachLanguageAreTyped(_ language: String, _ words: String) throws {
    let typist = try Typist([language])
    try typist.open()
    try typist.type(words)
    #expect(typist.field.string == words)
  }

  @Test(arguments: [
    (TextInputPurpose.number, "1029384756"), (.decimal, "-12.5"), (.phone, "+49*30#1"), (.oneTimeCode, "123456"), (.email, "me@test.com"),
    (.url, "a.b/c.com"), (.password, "abc1"),
  ]) func padsHaveTheKeysOfTheirPurpose(_ purpose: TextInputPurpose, _ text: String) throws {
    let typist = try Typist(["en-US"], purpose: purpose)
    try typist.open()
    try typist.type(text)
    #expect(typist.field.string == text)
  }

  @Test func deadKeysShowTheirSignUntilTheLetter() throws {
    let typist = try Typist(["es"])
    try typist.open()
    try typist.tap(.dead("´"))
    #expect(typist.field.string == "´")
    try typist.tap(.text("e"))
    #expect(typist.field.string == "é")
    #expect(typist.field.undo() && typist.field.string == "")
  }

  @Test(arguments: [(800.0, 480.0), (320, 240), (480, 800)]) func theFieldStaysInViewAboveTheKeyboard(_ width: Double, _ height: Double)
    throws
  {
    let typist = try Typist(["en-US"], width: width, height: height, top: height - 60)
    try typist.open()
    let top = try typist.place(.zero).y
    let field = try #require(typist.h.stage.convert(Point(0, typist.field.frame.height), from: typist.field))
    #expect(field.y <= top && field.y > 0)
    #expect(typist.keyboard.node.frame.width == width)
    #expect(top + typist.keyboard.node.frame.height == height)
    try typist.type("ok")
    #expect(typist.field.string == "ok")
    typist.keyboard.close()
    try typist.h.advance(by: 0.6)
    let back = try #require(typist.h.stage.convert(.zero, from: typist.field))
    #expect(back.y == height - 60)
  }

  @Test func scrolledContentGivesWayBeforeTheScreenMoves() throws {
    let typist = try Typist(["en-US"])
    try typist.open()
    #expect(typist.h.stage.root.safeAreaInsets.bottom == typist.keyboard.node.frame.height)
  }

  @Test func enterHidesTheKeyboardAndATouchOpensItAgain() throws {
    let typist = try Typist(["en-US"])
    try typist.open()
    #expect(typist.keyboard.isOpen)
    try typist.tap(.enter)
    try typist.h.advance(by: 0.5)
    #expect(!typist.keyboard.isOpen && typist.h.stage.overlays.isEmpty)
    #expect(typist.h.stage.focusedNode === typist.field)
    try typist.open()
    #expect(typist.keyboard.isOpen)
    try typist.tap(.hide)
    #expect(!typist.keyboard.isOpen)
  }

  @Test func anEncoderOpensTheKeyboardAndTypes() throws {
    let typist = try Typist(["en-US"])
    try typist.h.key(.next)
    #expect(typist.h.stage.focusedNode === typist.field && !typist.keyboard.isOpen)
    try typist.h.key(.enter)
    try typist.h.advance(by: 0.5)
    #expect(typist.keyboard.isOpen && typist.state.ring != nil)
    let first = try #require(typist.state.ring)
    try typist.h.key(.next)
    try typist.h.key(.enter)
    #expect(typist.field.string == typist.state.board.keys[first + 1].label)
    try typist.h.key(.escape)
    #expect(!typist.keyboard.isOpen)
  }

  @Test func keysOfADeviceNeedNoKeyboard() throws {
    let typist = try Typist(["en-US"])
    try typist.h.key(.next)
    try typist.h.type("abc")
    let submitted = Locked(0)
    typist.field.onSubmit { _ in submitted.withLock { $0 += 1 } }
    try typist.h.key(.enter)
    #expect(!typist.keyboard.isOpen && typist.field.string == "abc" && submitted.withLock { $0 } == 1)
  }

  @Test func aSlideOnSpaceMovesTheCaret() throws {
    let typist = try Typist(["en-US"])
    try typist.open()
    try typist.type("abc")
    let space = try typist.place(of: #require(typist.key(.space)))
    try typist.h.drag(from: space, to: space - Point(40, 0))
    try typist.type("x")
    #expect(typist.field.string == "axbc" || typist.field.string == "abxc")
  }

  @Test func sentencesBeginWithACapital() throws {
    let typist = try Typist(["en-US"])
    typist.keyboard.node.capitalizes = true
    try typist.open()
    #expect(typist.state.shift == .once)
    for role in [BoardKey.Role.text("H"), .text("i"), .text("."), .space] { try typist.tap(role) }
    #expect(typist.state.shift == .once)
    try typist.tap(.text("Y"))
    #expect(typist.field.string == "Hi. Y" && typist.state.shift == .off)
  }

  @Test func suggestionsReplaceTheWord() throws {
    let typist = try Typist(["en-US"])
    typist.keyboard.node.words = ["kitchen", "kiosk", "garden"]
    try typist.open()
    try typist.type("a ki")
    #expect(typist.state.suggestions == ["kitchen", "kiosk"])
    try typist.tap(.suggestion(1))
    #expect(typist.field.string == "a kiosk ")
  }

  @Test func eachKeySendsASignalForSound() throws {
    let typist = try Typist(["de", "en-US"])
    let keys = Locked<[String]>([])
    typist.keyboard.node.onKeyPress { key in keys.withLock { $0.append(key) } }
    try typist.open()
    for role in [BoardKey.Role.text("a"), .shift, .delete, .language, .space, .page(.symbols)] { try typist.tap(role) }
    #expect(keys.withLock { $0 } == ["a", "shift", "delete", "language", "space", "page"])
    #expect(typist.state.layout?.name == "en-US")
  }

  @Test func screenReadersPressKeys() throws {
    let typist = try Typist(["en-US"])
    try typist.open()
    let key = try #require(typist.key(.text("k")))
    #expect(Keyboard.perform(.activate, onSubnode: typist.keyboard.node.subnodes[key], of: typist.keyboard.node))
    #expect(typist.field.string == "k")
  }

  @Test func aKeyboardOfAScreenTypesIntoTheFocusedField() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [800, 480]
        fonts: [docs/examples/assets/fonts]
        root:
          type: box
          style: {flexDirection: column}
          children:
            - {type: editable-text, id: field, autofocus: true}
            - {type: keyboard, id: keys, languages: [en-US], capitalizes: false, style: {height: 240}}
        """, directory: PackageFolder.root())
    try h.advance(by: 0.3)
    let node = try #require(h.node("keys") as? KeyboardNode)
    let key = try #require(node.storage.state.withLock { $0.board.keys.firstIndex { $0.role == .text("j") } })
    try h.tap(at: h.frame(of: node.subnodes[key]).center)
    #expect(try (h.node("field") as? EditableTextNode)?.string == "j")
    node.removeFromSupernode()
    try h.settle()
    #expect(h.stage.inputMethod == nil || h.stage.inputMethod is EmbeddedKeyboard)
  }

  @Test func aLayoutThatDoesNotExistIsAnErrorOfTheScene() throws {
    #expect {
      try HeadlessStage(scene: "tessera: 1\nkeyboard: [xx.keys]\nsize: [10, 10]\nroot: {type: box}\n", directory: "")
    } throws: {
      "\($0)".contains("xx.keys")
    }
  }
}
