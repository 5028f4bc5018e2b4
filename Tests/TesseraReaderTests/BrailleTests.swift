import Foundation
@testable import Tessera
import TesseraGeometry
import TesseraKit
@testable import TesseraReader
import TesseraTestSupport
import Testing

/// The braille line: cells, keys, and the conversation with brltty.
struct BrailleTests {
  // MARK: Lines

  @Test func windowsEndAfterWords() {
    let line = BrailleLine("Name edt Ann Miller of the third floor")
    #expect(line.windows(columns: 20) == [0, 20])
    #expect(line.frame(from: 0, columns: 20).text == "Name edt Ann Miller ")
    #expect(line.frame(from: 20, columns: 20).text == "of the third floor  ")
    // A word that is longer than half of the display is cut.
    #expect(BrailleLine("Donaudampfschiff").windows(columns: 6) == [0, 6, 12])
    #expect(BrailleLine("Lamp swt <x>").frame(from: 9, columns: 8).text == "<x>     ")
    #expect(BrailleLine("").windows(columns: 5) == [0])
    // One code point for each cell; marks of direction have none.
    #expect(BrailleLine("a\u{200F}\nb\u{301}").text == "a b\u{301}")
    #expect(BrailleLine(String(repeating: "x", count: 10_000)).cells.count == BrailleLine.limit)
  }

  @Test func everyWindowCoversTheLineOnce() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let text = String((0..<Int.random(in: 0...90, using: &random)).map { _ in Bool.random(using: &random) ? "a" : Character(" ") })
      let (line, columns) = (BrailleLine(text), Int.random(in: 1...25, using: &random))
      let starts = line.windows(columns: columns)
      let joined = starts.map { line.frame(from: $0, columns: columns).text }.joined()
      #expect(joined.filter { $0 != " " } == line.text.filter { $0 != " " })
      #expect(starts.allSatisfy { line.frame(from: $0, columns: columns).text.unicodeScalars.count == columns })
    }
  }

  private func line(_ text: String, _ selection: Range<Int>) -> BrailleLine {
    var (element, state) = (NodeSemantics(.textField, label: "City"), TextInputState())
    state.set(text, selection: selection)
    element.isRequired = true
    return BrailleText(language: "en").line(for: SemanticsElement(element), text: state)
  }

  @Test func aFieldHasItsCaretSelectionAndRoutingKeys() {
    let field = line("Köln\nBonn", 3..<3)
    #expect(field.text == "City edt req Köln ")
    #expect(field.caret == 15)
    #expect(field.target(at: 3) == .element)
    #expect(field.target(at: 15) == .caret(3))
    #expect(field.target(at: 99) == .caret(5))
    // The second row begins after the line break.
    #expect(line("Köln\nBonn", 8..<8).text == "City edt req Bonn ")
    #expect(line("Köln\nBonn", 8..<8).target(at: 13) == .caret(6))
    let selected = line("Bonn", 1..<3)
    #expect(selected.caret == nil && selected.selection == 14..<16)
    #expect(selected.frame(from: 9, columns: 10).selection == 5..<7)
  }

  @Test func rolesAndStatesAreShort() {
    func text(_ language: String, _ role: SemanticsRole, _ change: (inout NodeSemantics) -> Void = { _ in }) -> String {
      var semantics = NodeSemantics(role, label: "A")
      change(&semantics)
      return BrailleText(language: language).line(for: SemanticsElement(semantics)).text
    }
    #expect(text("en", .heading) { $0.level = 2 } == "A h2")
    #expect(text("en", .checkbox) { $0.checked = .mixed } == "A chk <->")
    #expect(text("de-AT", .button) { $0.isDisabled = true } == "A schl inakt")
    #expect(text("fr", .comboBox) { ($0.isExpanded, $0.value) = (false, "B") } == "A ldr + B")
    // Languages without short words have those of speech.
    #expect(text("sv", .button) == "A knapp")
    #expect(text("en", .radio) { ($0.checked, $0.position) = (.on, SemanticsPosition(1, of: 3)) } == "A rbtn <x> 1/3")
    #expect(text("en", .textField) { ($0.isPassword, $0.value) = (true, "secret") } == "A pwd")
  }

  // MARK: Keys

  @Test func panningContinuesAtTheNextElement() {
    var reader = BrailleReader(columns: 20)
    let (one, two) = (SemanticsID(node: 1), SemanticsID(node: 2))
    reader.show(BrailleLine("Ann Miller of the third floor"), of: one)
    #expect(reader.press(.panRight) == [] && reader.start == 18)
    #expect(reader.press(.panRight) == [.perform(.next(.element))])
    reader.show(BrailleLine("Off btn"), of: two)
    #expect(reader.start == 0)
    #expect(reader.press(.panLeft) == [.perform(.previous(.element))])
    reader.show(BrailleLine("Ann Miller of the third floor"), of: one)
    #expect(reader.start == 18)
    #expect(reader.press(.lineStart) == [] && reader.start == 0)
    #expect(reader.press(.route(3)) == [.perform(.activate)])
  }

  @Test func announcementsEndByTimeOrKey() {
    var reader = BrailleReader(columns: 10)
    reader.show(BrailleLine("Lamp swt"), of: SemanticsID(node: 1))
    reader.announce("Saved as draft", at: 1)
    #expect(reader.frame.text == "Saved as  ")
    #expect(reader.press(.panRight) == [] && reader.frame.text == "draft     ")
    #expect(!reader.pass(at: 3.8) && reader.deadline == 1 + 2 + 14 * 0.06)
    #expect(reader.pass(at: 3.9) && reader.frame.text == "Lamp swt  ")
    reader.announce("Gone", at: 5)
    #expect(reader.press(.route(0)) == [] && reader.frame.text == "Lamp swt  ")
    reader.announce("Gone", at: 6)
    #expect(reader.press(.command(.dismiss)) == [.perform(.dismiss)])
  }

  // MARK: A stage

  @Test func theLineFollowsTheReaderAndItsKeysOperateTheScreen() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        root:
          type: box
          style: {flexDirection: column}
          children:
            - {type: editable-text, id: name, string: Ann, label: Name, style: {height: 30, width: 200}}
            - {type: switch, title: Lamp}
            - {type: text, string: Quiet, id: note, semantics: {live: polite}}
        """, width: 200, height: 200)
    let display = TranscriptBraille(columns: 20)
    let reader = ReaderAssistant(output: SpokenStage.Output(), braille: display)
    var shown: [String] = []
    reader.onEvent = { event, _ in
      if case .shows(let frame) = event {
        shown.append(frame.text.trimmingCharacters(in: .whitespaces) + (frame.caret.map { " @\($0)" } ?? ""))
      }
    }
    h.stage.assistant = reader
    func press(_ key: BrailleKey) throws -> [String] {
      display.press(key)
      try h.settle()
      defer { shown = [] }
      return shown
    }
    try h.settle()
    #expect(try press(.route(0)).last == "Name edt Ann @12")
    #expect(try press(.route(10)) == ["Name edt Ann @10"])
    #expect(try press(.type(KeyPress(.character("x")))) == ["Name edt Axnn @11"])
    #expect(try press(.command(.next(.element))) == ["Lamp swt < >"])
    #expect(try press(.route(2)) == ["Lamp swt <x>"])
    let note = try h.node("note")
    note.semantics.label = "Door open"
    try h.settle()
    #expect(shown == ["Door open"])
    h.clock.advance(by: 5)
    try h.settle()
    #expect(shown == ["Door open", "Lamp swt <x>"])
    h.stage.assistant = nil
  }

  // MARK: brltty

  /// Packets as brltty 6.5 exchanged them with this program.
  @Test func theProtocolIsThatOfBrltty() throws {
    var session = BrlAPISession()
    func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    func bytes(_ hex: String) -> [UInt8] {
      stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }
    session.show(BrailleFrame(text: "héllo", caret: 2, selection: 2..<3))
    // In pieces, as a socket may deliver them.
    #expect(session.receive(bytes("000000040000")) == [])
    #expect(session.receive(bytes("007600000008")) == [])
    #expect(hex(session.dequeueOutput()) == "000000040000007600000008")
    #expect(session.receive(bytes("00000004000000610000004e")) == [])
    #expect(hex(session.dequeueOutput()) == "00000005000000740000000000")
    #expect(session.receive(bytes("0000000000000041")) == [])
    #expect(session.isReady)
    let requests = hex(session.dequeueOutput())
    #expect(requests.hasPrefix("000000100000006d0000000000000000ffffffffffffffff"))
    #expect(requests.hasSuffix("0000000000000073000000100000505200000201000000060000000000000000"))
    #expect(session.receive(bytes("0000001800005055000000010000000600000000000000000000000500000001")) == [])
    #expect(hex(session.dequeueOutput()) == "0000000000000073")
    #expect(session.receive(bytes("00000008000000730000000500000001")) == [.resized(5)])
    #expect(
      hex(session.dequeueOutput())
        == "00000025000000770000007600000001000000050000000668c3a96c6c6f0000c0000000000003055554462d38")
    #expect(session.receive(bytes("000000080000006b0000000020000018")) == [.key(.panRight)])
    #expect(session.receive(bytes("000000080000006b0000000020010002")) == [.key(.route(2))])
    #expect(session.receive(bytes("000000080000006b000000000000ff0d")) == [.key(.type(KeyPress(.enter)))])
    #expect(session.receive(bytes("000000080000006b000000040000ff0d")) == [.key(.type(KeyPress(.enter, modifiers: .control)))])
    #expect(session.receive(bytes("000000080000006b0000000020ffffff")) == [])
    session.leave()
    #expect(hex(session.dequeueOutput()) == "000000000000004c")
  }

  @Test func wrongServersAreRefused() {
    func refused(_ bytes: [UInt8]) -> Bool {
      var session = BrlAPISession()
      return session.receive(bytes).contains { if case .refused = $0 { true } else { false } }
    }
    #expect(refused([0, 0, 0, 4, 0, 0, 0, 0x76, 0, 0, 0, 9]))
    #expect(refused([0xFF, 0, 0, 4, 0, 0, 0, 0x76]))
    #expect(refused([0, 0, 0, 4, 0, 0, 0, 0x61, 0, 0, 0, 0x4B]))
    #expect(refused([0, 0, 0, 8, 0, 0, 0, 0x65, 0, 0, 0, 2, 0, 0, 0, 0x74]))
    // A server that wants a key gets the whole file, and then the request for the display.
    var keyed = BrlAPISession(key: Array("k\n".utf8), terminals: [2])
    #expect(keyed.receive([0, 0, 0, 8, 0, 0, 0, 0x61, 0, 0, 0, 0x4B, 0, 0, 0, 0x43]) == [])
    #expect(keyed.dequeueOutput() == [0, 0, 0, 6, 0, 0, 0, 0x61, 0, 0, 0, 0x4B, 0x6B, 0x0A])
    #expect(keyed.receive([0, 0, 0, 0, 0, 0, 0, 0x41]) == [])
    #expect(keyed.dequeueOutput() == [0, 0, 0, 9, 0, 0, 0, 0x74, 0, 0, 0, 1, 0, 0, 0, 2, 0])
    // Any bytes: no crash, and no growth without a limit.
    var session = BrlAPISession()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 { _ = session.receive((0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }) }
  }

  @Test func aServerIsFoundAgainAfterItHasEnded() throws {
    let h = try HeadlessStage(scene: "tessera: 1\nroot: {type: button, title: Off}\n", width: 100, height: 40)
    let server = try LocalServer()
    let display = BrlAPIDisplay(path: server.path, keyPath: "/nonexistent/key")
    let reader = ReaderAssistant(output: SpokenStage.Output(), braille: display)
    var problems: [String] = []
    reader.onEvent = { event, _ in
      if case .problem(let reason) = event { problems.append(reason) }
    }
    h.stage.assistant = reader
    func connect() throws -> Bool {
      try h.settle()
      guard display.descriptor >= 0 else { return false }
      server.accept()
      // Version, authorization by nothing, and the answer to the request for the display.
      for packet in [[0, 0, 0, 4, 0, 0, 0, 0x76, 0, 0, 0, 8], [0, 0, 0, 4, 0, 0, 0, 0x61, 0, 0, 0, 0x4E], [0, 0, 0, 0, 0, 0, 0, 0x41]]
        as [[UInt8]]
      {
        server.send(packet)
        display.serve(h.stage)
      }
      _ = server.receive()
      server.send([0, 0, 0, 8, 0, 0, 0, 0x73, 0, 0, 0, 12, 0, 0, 0, 1])
      display.serve(h.stage)
      return String(decoding: server.receive(), as: UTF8.self).contains("Off btn     ")
    }
    #expect(try connect())
    #expect(display.columns == 12)
    server.hangUp()
    display.serve(h.stage)
    #expect(problems == ["braille: brltty closed the connection"] && display.columns == 0)
    // The next content tries again, 5 s later at the earliest.
    h.clock.advance(by: 1)
    reader.say("Soon", in: h.stage)
    #expect(try !connect())
    h.clock.advance(by: 10)
    #expect(try connect())
    h.stage.assistant = nil
    reader.close(in: h.stage)
    #expect(server.receive().suffix(8) == [0, 0, 0, 0, 0, 0, 0, 0x4C])
  }

  @Test func aMissingServerIsOneProblem() throws {
    let h = try HeadlessStage(scene: "tessera: 1\nroot: {type: button, title: Off}\n", width: 100, height: 40)
    let display = BrlAPIDisplay(path: "/nonexistent/BrlAPI")
    let reader = ReaderAssistant(output: SpokenStage.Output(), braille: display)
    var problems: [String] = []
    reader.onEvent = { event, _ in
      if case .problem(let reason) = event { problems.append(reason) }
    }
    h.stage.assistant = reader
    try h.settle()
    h.clock.advance(by: 60)
    reader.say("Later", in: h.stage)
    try h.settle()
    #expect(problems == ["braille: brltty is not running (no server at /nonexistent/BrlAPI)"])
    h.stage.assistant = nil
  }
}

extension SemanticsElement {
  /// An element without a tree.
  init(_ semantics: NodeSemantics) {
    self.init(id: SemanticsID(node: 1), type: "box", name: "", semantics: semantics, isFocusable: true, children: [])
  }
}
