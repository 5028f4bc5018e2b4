import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraScene
@testable import TesseraReader
import TesseraTestSupport
import Testing

/// The bridge to screen readers of a desktop: messages of D-Bus, and the protocol AT-SPI.
struct DesktopTests {
  // MARK: Messages

  @Test func messagesAreReadAsTheyAreWritten() throws {
    var message = BusMessage.call(":1.7", "/a/b", "org.x.Y", "Do")
    (message.serial, message.needsNoReply) = (9, true)
    message.body = [
      .byte(7), .bool(true), .int16(-2), .uint16(3), .double(0.5), .string("é"), .path("/p"), .signature("a{sv}"), .int64(-4), .uint64(5),
      .array(of: "(so)", [.structure([.string("a"), .path("/x")]), .structure([.string(""), .path("/")])]), .array(of: "t", []),
      .array(of: "{sv}", [.entry(.string("k"), .variant(.array(of: "u", [.uint32(1), .uint32(2)])))]), .variant(.variant(.int32(-1))),
    ]
    let bytes = message.bytes
    #expect(try BusMessage.size(bytes[...]) == bytes.count)
    #expect(try BusMessage(bytes[...]) == message)
    // Numbers in the other order of bytes.
    var reader = BusReader([0, 0, 0, 1, 0, 0, 0, 2, 0x68, 0x69, 0][...], isBigEndian: true)
    #expect(try reader.values("us") == [.uint32(1), .string("hi")])
  }

  @Test func brokenMessagesAreErrors() throws {
    let whole = BusMessage.signal("/a", "b.c", "D", [.array(of: "v", [.variant(.string("abc"))]), .structure([.int32(1), .string("x")])])
      .bytes
    for count in 0..<whole.count {
      let part = whole[..<count]
      #expect(try BusMessage.size(part) == (count < 16 ? nil : whole.count))
      if count >= 16 { #expect(throws: BusReader.Malformed.self) { try BusMessage(part) } }
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      _ = try? BusMessage(bytes[...])
    }
    // Containers in containers, and arrays of nothing.
    for signature in [String(repeating: "a", count: 40) + "y", String(repeating: "(", count: 60), "a()", "{", "(s", "a{s", "z"] {
      var reader = BusReader([UInt8](repeating: 0, count: 64)[...])
      #expect(throws: BusReader.Malformed.self) { try reader.values(signature) }
    }
    var connection = BusConnection(user: 0)
    #expect(connection.receive(Array("REJECTED EXTERNAL\r\n".utf8)) == [.failed("the bus refused this user")])
    connection = BusConnection(user: 0)
    #expect(connection.receive([UInt8](repeating: 0x41, count: 600)) == [.failed("the bus sent no line of its authorization")])
    connection = BusConnection(user: 0)
    _ = connection.receive(Array("OK 1\r\n".utf8))
    #expect(connection.receive([0x6C, 1, 0, 1, 0xFF, 0xFF, 0xFF, 0x7F] + [UInt8](repeating: 1, count: 8)).count == 1)
  }

  @Test func addressesAreUnixSockets() {
    #expect(BusAddress("tcp:host=x;unix:path=/run/a%20b,guid=1").map { [$0.name, "\($0.isAbstract)"] } == ["/run/a b", "false"])
    #expect(BusAddress("unix:abstract=/tmp/dbus-1,guid=1").map { [$0.name, "\($0.isAbstract)"] } == ["/tmp/dbus-1", "true"])
    #expect(BusAddress("tcp:host=x") == nil)
    for id in [SemanticsID.stage, SemanticsID(node: 5, part: 3), SemanticsID(node: 5, part: -3)] {
      #expect(DesktopObject(path: DesktopObject.element(id).path) == .element(id))
      #expect(DesktopObject(path: DesktopObject.cell(id, 7).path) == .cell(id, 7))
    }
    for name in ["x", "5_c", "5_cx", "5_c-1", "5_1_2", "5_1_2_c3", "_c1", ""] {
      #expect(DesktopObject(path: DesktopObject.prefix + name) == nil, "\(name)")
    }
    #expect(DesktopObject(path: "/") == nil)
  }

  // MARK: A recorded conversation

  private static let scene = """
    tessera: 1
    root:
      type: box
      style: {flexDirection: column}
      children:
        - {type: text, string: Rooms, semantics: {role: heading, level: 1}}
        - {type: editable-text, id: name, string: Ann, label: Name, style: {height: 30, width: 200}}
        - {type: switch, id: lamp, title: Lamp, value: true}
        - {type: slider, label: Volume, value: 40}
    """

  private static let links = """
    tessera: 1
    root:
      type: box
      style: {flexDirection: column}
      children:
        - {type: text, string: Plain}
        - {type: text, markup: 'Ä [the manual](manual) or [ask us](mail)'}
    """

  private static let tables = """
    tessera: 1
    data:
      room: hall
      guests: [Ada, Grace, Mae]
      files: [{id: a, name: Photo, size: 4}, {id: b, name: Note, size: 2}]
    root:
      type: box
      style: {flexDirection: column}
      children:
        - {type: segmented, label: Room, options: [{value: hall, title: Hall}, {value: attic, title: Attic}], value: {bind: room}}
        - type: table
          label: Guests
          selection: multiple
          items: guests
          key: guest
          as: guest
          style: {height: 150, flexShrink: 0}
          item: {type: text, string: {bind: guest}}
        - type: grid
          label: Files
          rows: {bind: files}
          columns: [{id: name, title: Name, width: 120}, {id: size, title: Size, width: 80, numeric: true}]
          style: {height: 150, flexShrink: 0}
    """

  /// Replaces the paths of elements in a message.
  private func mapped(_ message: BusMessage, _ ids: [UInt64: UInt64]) -> BusMessage {
    func path(_ text: String) -> String {
      guard let object = DesktopObject(path: text), let id = object.row, let other = ids[id.node] else { return text }
      let moved = SemanticsID(node: other, part: id.part)
      if case .cell(_, let column) = object { return DesktopObject.cell(moved, column).path }
      return DesktopObject.element(moved).path
    }
    func value(_ v: BusValue) -> BusValue {
      switch v {
      case .path(let text): .path(path(text))
      case .array(let element, let values): .array(of: element, values.map(value))
      case .structure(let members): .structure(members.map(value))
      case .variant(let inner): .variant(value(inner))
      default: v
      }
    }
    var message = message
    message.path = path(message.path)
    message.body = message.body.map(value)
    return message
  }

  /// Messages of one direction, and the bytes in front of them.
  private func messages(_ bytes: [UInt8], after end: String) throws -> [BusMessage] {
    let mark = Array(end.utf8)
    var at = try #require((0..<bytes.count).first { bytes[$0...].starts(with: mark) }) + mark.count
    var messages: [BusMessage] = []
    while let size = try BusMessage.size(bytes[at...]), bytes.count - at >= size {
      messages.append(try BusMessage(bytes[at..<at + size]))
      at += size
    }
    return messages
  }

  /// Orca's library (libatspi 2.46 with Python) walked the tree, pressed the switch, set the slider, focused the field, moved its caret, and typed.
  @Test func aRecordedConversationHasTheSameAnswers() throws {
    let h = try HeadlessStage(scene: Self.scene, width: 200, height: 120)
    try expectRecordedAnswers("atspi-conversation", h, least: 40)
  }

  /// The library read the cache, chose options of a segmented control and rows of a list, and read a grid: cells, headers, selected rows.
  @Test func listsAndTablesHaveTheRecordedAnswers() throws {
    let h = try HeadlessStage(scene: Self.tables, width: 240, height: 400)
    try expectRecordedAnswers("atspi-tables", h, least: 100)
  }

  /// The library read the links of a text, their places and targets, and pressed one.
  @Test func linksHaveTheRecordedAnswers() throws {
    let h = try HeadlessStage(scene: Self.links, width: 300, height: 120)
    try expectRecordedAnswers("atspi-links", h, least: 40)
  }

  /// Replays a conversation: the calls of the record must get its replies and signals.
  private func expectRecordedAnswers(_ name: String, _ h: HeadlessStage, least: Int) throws {
    let record = try String(
      contentsOfFile: try PackageFolder.root() + "/Tests/TesseraReaderTests/Fixtures/\(name).txt", encoding: .utf8)
    var (received, sent): ([UInt8], [UInt8]) = ([], [])
    for line in record.split(separator: "\n") {
      let hex = Array(line.dropFirst(2).utf8)
      let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(String(decoding: hex[$0...$0 + 1], as: UTF8.self), radix: 16) }
      if line.first == ">" { received += bytes } else { sent += bytes }
    }
    let calls = try messages(received, after: "\r\n")
    let recorded = try messages(sent, after: "BEGIN\r\n")

    // The cache has the application, then all elements in order.
    let cache = try #require(recorded.lazy.compactMap { $0.body.first }.first { $0.signature == "a((so)(so)(so)iiassusau)" })
    guard case .array(_, let items) = cache else { throw TestFailure("no cache") }
    let elements = h.stage.semanticsTree.all()
    #expect(items.count == elements.count + 1)
    var ids: [UInt64: UInt64] = [:]
    for case (.structure(let item), let element) in zip(items.dropFirst(), elements) {
      guard case .structure(let reference) = item[0], let id = reference[1].text.flatMap(DesktopObject.init(path:))?.row else { continue }
      ids[id.node] = element.id.node
    }

    var session = DesktopSession(title: "s", asksForBus: false)
    session.connect(user: 0)
    #expect(session.receive(Array("OK 1\r\n".utf8), h.stage) == .none)
    var (output, heard): ([BusMessage], Bool) = ([], false)
    func collect() throws {
      var bytes = session.dequeueOutput()
      if bytes.starts(with: [0]) { bytes = Array(bytes.drop { $0 != 0x42 }) }
      output += try messages(
        Array("|".utf8) + (bytes.starts(with: Array("BEGIN\r\n".utf8)) ? Array(bytes.dropFirst(7)) : bytes), after: "|")
    }
    try collect()
    func isCall(_ message: BusMessage) -> Bool { message.kind == .call }
    for call in calls {
      var call = mapped(call, ids)
      if call.replySerial != 0 {
        // The numbers of the program's calls may differ.
        guard let n = recorded.filter(isCall).firstIndex(where: { $0.serial == call.replySerial }) else { continue }
        let own = output.filter(isCall)
        guard own.indices.contains(n) else { continue }
        call.replySerial = own[n].serial
      }
      #expect(session.receive(call.bytes, h.stage) == .none)
      try h.settle()
      session.update(h.stage)
      heard = heard || session.hasListeners
      try h.settle()
      try collect()
    }
    // The program deregistered its listeners at the end.
    #expect(heard && !session.hasListeners)
    let replies = output.filter { $0.kind == .reply || $0.kind == .error }
    let expected = recorded.filter { $0.kind == .reply || $0.kind == .error }.map { mapped($0, ids) }
    #expect(replies.count == expected.count && expected.count > least)
    for (reply, wanted) in zip(replies, expected) {
      #expect(
        reply.body == wanted.body, "call \(calls.first { $0.serial == wanted.replySerial && $0.kind == .call }.map { "\($0)" } ?? "")")
    }
    func signals(_ messages: [BusMessage]) -> [[String]] {
      messages.filter { $0.kind == .signal }.map { [$0.path, $0.member, "\($0.body)"] }
    }
    #expect(signals(output) == signals(recorded.map { mapped($0, ids) }))
  }

  // MARK: Limits

  @Test func programsCannotStopTheLoop() throws {
    let h = try HeadlessStage(scene: Self.scene, width: 200, height: 120)
    var session = DesktopSession(title: "s", asksForBus: false)
    session.connect(user: 0)
    _ = session.receive(Array("OK 1\r\n".utf8), h.stage)
    let field = try #require(h.stage.semanticsTree.all().first { $0.role == .textField }).id
    var call = BusMessage.call(":1.0", DesktopObject.element(field).path, "org.a11y.atspi.Text", "GetText", [.int32(0), .int32(-1)])
    (call.serial, call.sender) = (3, ":1.9")
    _ = session.receive(Array((0..<500).map { _ in call.bytes }.joined()), h.stage)
    #expect(session.isBehind)
    _ = session.receive([], h.stage)
    _ = session.receive([], h.stage)
    #expect(!session.isBehind)

    func answer(_ interface: String, _ member: String, _ body: [BusValue], path: String? = nil) -> BusMessage? {
      var call = BusMessage.call(":1.0", path ?? DesktopObject.element(field).path, interface, member, body)
      call.serial = 4
      let tree = h.stage.semanticsTree
      var answers = DesktopAnswers(
        stage: h.stage, tree: tree, index: DesktopIndex(tree), bus: ":1.0", desktop: .string(""), title: "s")
      return answers.answer(to: call)
    }
    let text = "org.a11y.atspi.Text"
    for (member, body) in [
      ("GetText", [.int32(5), .int32(1)]), ("GetText", [.int32(-9), .int32(.max)]), ("SetCaretOffset", [.int32(.max)]),
    ]
      as [(String, [BusValue])]
    {
      #expect(answer(text, member, body)?.kind == .reply)
    }
    #expect(answer(text, "GetText", [])?.errorName == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(answer(text, "Fly", [])?.errorName == "org.freedesktop.DBus.Error.UnknownMethod")
    #expect(answer("org.a11y.atspi.Action", "DoAction", [.int32(77)])?.kind == .error)
    #expect(answer(text, "GetText", [], path: "/org/a11y/atspi/accessible/999999")?.errorName == "org.freedesktop.DBus.Error.UnknownObject")
    #expect(answer("org.x", "Y", [])?.kind == .error)
  }

  /// A link has its place in the text around it, counted in code points.
  @Test func linksAreInTheirText() throws {
    let h = try HeadlessStage(scene: Self.links, width: 300, height: 120)
    let tree = h.stage.semanticsTree
    func answer(_ interface: String, _ member: String, _ body: [BusValue], of id: SemanticsID) -> BusMessage? {
      var call = BusMessage.call(":1.0", DesktopObject.element(id).path, "org." + interface, member, body)
      call.serial = 4
      var answers = DesktopAnswers(stage: h.stage, tree: tree, index: DesktopIndex(tree), bus: ":1.0", desktop: .string(""), title: "s")
      return answers.answer(to: call)
    }
    func reference(_ id: SemanticsID) -> BusValue { .structure([.string(":1.0"), .path(DesktopObject.element(id).path)]) }
    let text = try #require(tree.all().first { $0.role == .text && $0.children.count == 2 })
    let (hypertext, hyperlink) = ("a11y.atspi.Hypertext", "a11y.atspi.Hyperlink")
    #expect(answer(hypertext, "GetNLinks", [], of: text.id)?.body == [.int32(2)])
    #expect(answer(hypertext, "GetLink", [.int32(1)], of: text.id)?.body == [reference(text.children[1])])
    for (place, index) in [(0, -1), (2, 0), (11, 0), (12, -1), (16, 1), (99, -1), (-1, -1)] {
      #expect(answer(hypertext, "GetLinkIndex", [.int(place)], of: text.id)?.body == [.int(index)], "\(place)")
    }
    func property(_ name: String, of id: SemanticsID) -> BusValue? {
      answer("freedesktop.DBus.Properties", "Get", [.string("org." + hyperlink), .string(name)], of: id)?.body.first
    }
    let link = text.children[0]
    #expect(property("NAnchors", of: link) == .variant(.int32(1)))
    #expect(property("StartIndex", of: link) == .variant(.int32(2)) && property("EndIndex", of: link) == .variant(.int32(12)))
    #expect(answer(hyperlink, "GetIndexRange", [], of: link)?.body == [.int32(2), .int32(12)])
    #expect(answer(hyperlink, "GetURI", [.int32(0)], of: link)?.body == [.string("manual")])
    #expect(answer(hyperlink, "GetObject", [.int32(0)], of: link)?.body == [reference(link)])
    #expect(answer(hyperlink, "IsValid", [], of: link)?.body == [.bool(true)])
    // Other texts have no links, and no link is at places outside of them.
    let other = try #require(tree.all().first { $0.semantics.label == "Plain" })
    #expect(answer(hypertext, "GetNLinks", [], of: other.id)?.kind == .error)
    #expect(answer(hyperlink, "GetURI", [.int32(0)], of: other.id)?.kind == .error)
    #expect(answer(hypertext, "GetLink", [.int32(.min)], of: text.id)?.body.first != nil)
  }

  /// All rows of a list are selected and deselected, each by its place; a single choice stays.
  @Test func selectionsAreChanged() throws {
    let h = try HeadlessStage(scene: Self.tables, width: 240, height: 400)
    func answer(_ member: String, _ body: [BusValue], of id: SemanticsID) throws -> BusValue? {
      let tree = h.stage.semanticsTree
      var call = BusMessage.call(":1.0", DesktopObject.element(id).path, "org.a11y.atspi.Selection", member, body)
      call.serial = 4
      var answers = DesktopAnswers(stage: h.stage, tree: tree, index: DesktopIndex(tree), bus: ":1.0", desktop: .string(""), title: "s")
      let reply = answers.answer(to: call)
      try h.settle()
      return reply?.body.first
    }
    func chosen(_ id: SemanticsID) -> [String] {
      let tree = h.stage.semanticsTree
      return (tree[id]?.children ?? []).compactMap { tree[$0] }.filter(\.isChosen).map { $0.semantics.label ?? "" }
    }
    let list = try #require(h.stage.semanticsTree.all().first { $0.semantics.label == "Guests" }).id
    #expect(try answer("SelectAll", [], of: list) == .bool(true))
    #expect(chosen(list) == ["Ada", "Grace", "Mae"])
    #expect(try answer("DeselectSelectedChild", [.int32(1)], of: list) == .bool(true))
    #expect(chosen(list) == ["Ada", "Mae"])
    #expect(try answer("DeselectChild", [.int32(0)], of: list) == .bool(true))
    #expect(chosen(list) == ["Mae"])
    #expect(try answer("DeselectSelectedChild", [.int32(5)], of: list) == .bool(false))
    #expect(try answer("ClearSelection", [], of: list) == .bool(true))
    #expect(chosen(list) == [])
    let room = try #require(h.stage.semanticsTree.all().first { $0.semantics.label == "Room" }).id
    for member in ["SelectAll", "ClearSelection"] { #expect(try answer(member, [], of: room) == .bool(false)) }
    #expect(try answer("DeselectChild", [.int32(0)], of: room) == .bool(false))
    #expect(chosen(room) == ["Hall"])
  }

  /// A calendar has its rows and columns from the places of its days.
  @Test func looseCellsHavePlaces() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        root: {type: calendar, label: Day, value: '2026-02-10', style: {width: 320, height: 320}}
        """, width: 320, height: 320)
    let tree = h.stage.semanticsTree
    let grid = try #require(tree.all().first { $0.role == .grid })
    func value(_ interface: String, _ member: String, _ body: [BusValue], of object: DesktopObject) -> BusValue? {
      var call = BusMessage.call(":1.0", object.path, "org." + interface, member, body)
      call.serial = 4
      var answers = DesktopAnswers(stage: h.stage, tree: tree, index: DesktopIndex(tree), bus: ":1.0", desktop: .string(""), title: "s")
      return answers.answer(to: call)?.body.first
    }
    let table = "a11y.atspi.Table"
    func property(_ name: String) -> BusValue? {
      value("freedesktop.DBus.Properties", "Get", [.string("org.\(table)"), .string(name)], of: .element(grid.id))
    }
    #expect(property("NColumns") == .variant(.int32(7)) && [4, 5, 6].contains { property("NRows") == .variant(.int32($0)) })
    let day = try #require(tree.all().first { $0.semantics.isSelected == true })
    let place = value(
      "freedesktop.DBus.Properties", "Get", [.string("org.\(table)Cell"), .string("Position")], of: .element(day.id))
    guard case .variant(.structure(let numbers))? = place else { throw TestFailure("no position") }
    let cell = value(table, "GetAccessibleAt", numbers, of: .element(grid.id))
    #expect(cell == .structure([.string(":1.0"), .path(DesktopObject.element(day.id).path)]))
    for (member, body) in [
      ("GetAccessibleAt", [.int32(.min), .int32(.max)]), ("GetIndexAt", [.int32(.max), .int32(.max)]), ("GetRowAtIndex", [.int32(.min)]),
      ("GetRowColumnExtentsAtIndex", [.int32(.min)]), ("AddRowSelection", [.int32(-1)]), ("GetColumnHeader", [.int32(.max)]),
    ] as [(String, [BusValue])] {
      #expect(value(table, member, body, of: .element(grid.id)) != nil)
    }
  }

  @Test func changesAreSignals() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        data: {text: Closed, more: false, lives: 'off'}
        root:
          type: box
          style: {flexDirection: column}
          children:
            - {type: text, string: {bind: text}, semantics: {live: {bind: lives}}}
            - {type: button, title: More, when: more}
            - {type: text, string: Alarm, when: more, semantics: {live: assertive}}
        """, width: 200, height: 120)
    func signals(_ name: String, _ value: DataValue) throws -> [String] {
      let old = h.stage.semanticsTree
      try h.root.sceneData?.set(value, at: DataPath([name]))
      try h.settle()
      var events = DesktopEvents(bus: ":1.0")
      events.add(from: old, to: h.stage.semanticsTree)
      return events.signals.map { signal in
        let words = if case .variant(let value)? = signal.body.dropFirst(3).first { value.text ?? "" } else { "" }
        return "\(signal.member) \(signal.body[0].text ?? "") \(signal.body[1].integer ?? -1) \(words)"
      }
    }
    #expect(
      try signals("text", .text("Opened")) == [
        "PropertyChange accessible-name 0 Opened", "TextChanged delete 0 Clos", "TextChanged insert 0 Open",
      ])
    #expect(try signals("lives", .text("polite")) == ["Announcement  1 Opened"])
    #expect(try signals("text", .text("Shut")).first == "Announcement  1 Shut")
    #expect(try signals("more", .boolean(true)) == ["ChildrenChanged add 1 ", "ChildrenChanged add 2 ", "Announcement  2 Alarm"])
    #expect(try signals("more", .boolean(false)) == ["ChildrenChanged remove 1 ", "ChildrenChanged remove 2 "])
  }

  /// The session bus gives the address of the accessibility bus, which then ends.
  @Test func theBridgeFindsItsBus() throws {
    let h = try HeadlessStage(scene: Self.scene, width: 200, height: 120)
    let (session, bus) = (try LocalServer(), try LocalServer())
    let bridge = DesktopBridge(DesktopBridge.Addresses(session: "unix:path=\(session.path)"), title: "s")
    var problems: [String] = []
    bridge.onProblem = { problems.append($0) }
    h.stage.assistant = bridge
    try h.settle()
    func reply(_ server: LocalServer, _ serial: UInt32, _ body: [BusValue]) {
      var call = BusMessage(.call)
      (call.serial, call.sender) = (serial, ":1.0")
      server.send(call.reply(body).bytes)
      bridge.serve(h.stage)
    }
    func greet(_ server: LocalServer) {
      server.accept()
      server.send(Array("OK 1\r\n".utf8))
      bridge.serve(h.stage)
      _ = server.receive()
      reply(server, 1, [.string(":1.0")])
    }
    greet(session)
    #expect(try messages(Array("|".utf8) + session.receive(), after: "|").map(\.member) == ["GetAddress"])
    reply(session, 2, [.string("unix:path=\(bus.path),guid=1")])
    greet(bus)
    let calls = try messages(Array("|".utf8) + bus.receive(), after: "|").map(\.member)
    #expect(calls == ["Embed", "AddMatch", "AddMatch", "GetRegisteredEvents"])
    bus.hangUp()
    bridge.serve(h.stage)
    #expect(problems == ["accessibility bus: the connection ended"] && bridge.descriptor == -1)
    h.stage.assistant = nil
  }

  @Test func aMissingBusIsReportedOnce() throws {
    let h = try HeadlessStage(scene: Self.scene, width: 200, height: 120)
    let bridge = DesktopBridge(DesktopBridge.Addresses(accessibility: "unix:path=/nonexistent/bus"), title: "s")
    var problems: [String] = []
    bridge.onProblem = { problems.append($0) }
    h.stage.assistant = bridge
    try h.settle()
    h.clock.advance(by: 10)
    try h.settle()
    #expect(problems == ["accessibility bus: /nonexistent/bus: No such file or directory"])
    #expect(bridge.deadline == nil && bridge.descriptor == -1)
    h.stage.assistant = nil
  }
}
