import Foundation
import TesseraDevices
import TesseraKit
import TesseraScene
import Testing

@testable import TesseraPlayer

/// The protocol of the data socket, without a socket.
@Suite struct DataClientsTests {
  private final class Transport: Sendable {
    let data = SceneData(.map(["room": .map(["target": .number(21), "name": .text("Hall")])]))
    let sent = Locked<[(Int, String)]>([])
    let clients: DataClients<Int>
    init() {
      clients = DataClients(data) { [sent] reply, client in sent.withLock { $0.append((client, reply.line)) } }
    }
    func take(_ line: String, from client: Int = 1) -> [String] {
      sent.withLock { $0 = [] }
      clients.execute(.text(line), from: client)
      return sent.withLock { $0.map { "\($0): \($1)" } }
    }
  }

  @Test func valuesAreReadSetAndWatched() {
    let transport = Transport()
    #expect(transport.take(#"{"get": "room.target"}"#) == [#"1: {"path":"room.target","value":21}"#])
    #expect(transport.take(#"{"watch": "room"}"#) == [#"1: {"path":"room","value":{"name":"Hall","target":21}}"#])
    #expect(
      transport.take(#"{"set": {"room.target": 22, "other": [1]}}"#, from: 2) == [
        #"1: {"path":"room","value":{"name":"Hall","target":22}}"#
      ])
    #expect(transport.take(#"{"set": {"room.target": 22}}"#, from: 2) == [])
    #expect(transport.take(#"{"unwatch": "room"}"#) == [] && transport.take(#"{"set": {"room.target": 23}}"#) == [])
    #expect(transport.take(#"{"get": ""}"#) == [#"1: {"path":"","value":{"other":[1],"room":{"name":"Hall","target":23}}}"#])
    #expect(transport.take(#"{"get": "none"}"#) == [#"1: {"error":"unknown path `none`"}"#])
    #expect(transport.take(#"{"get": "room.traget"}"#) == [#"1: {"error":"unknown path `room.traget`; did you mean `room.target`?"}"#])
    #expect(transport.take(#"{"watch": "none"}"#) == [#"1: {"path":"none","value":null}"#])
  }

  @Test func anUnreadPathIsReportedOnce() throws {
    let transport = Transport()
    let scene = try Scene.parse(text: "{tessera: 1, root: {type: text, string: {bind: room.target}}}", registry: .standard)
    let root = try scene.makeRoot(data: transport.data)
    let warning = #"1: {"warning":"nothing in the scene reads `room.tagret`; did you mean `room.target`?"}"#
    #expect(transport.take(#"{"set": {"room.tagret": 22}}"#) == [warning])
    #expect(transport.take(#"{"set": {"room.tagret": 23}}"#) == [] && transport.take(#"{"set": {"room.target": 22}}"#) == [])
    #expect(transport.data.value(at: DataPath(["room", "tagret"])) == .number(23))
    let wrong = transport.take(#"{"set": {"env": 5}}"#)
    #expect(wrong.count == 1 && wrong[0].contains("`env` must be a map with direction"))
    withExtendedLifetime(root) {}
  }

  @Test func eventsAreSentToTheirSubscribers() {
    let transport = Transport()
    _ = transport.take(#"{"events": true}"#, from: 1)
    transport.clients.send(SceneEvent(name: "save", payload: .number(1)))
    #expect(transport.sent.withLock { $0.map(\.1) } == [#"{"event":"save","payload":1}"#])
    _ = transport.take(#"{"watch": "room.target"}"#, from: 1)
    transport.clients.remove(1)
    #expect(transport.take(#"{"set": {"room.target": 1}}"#, from: 2) == [])
    transport.clients.send(SceneEvent(name: "save"))
    #expect(transport.sent.withLock { $0.isEmpty })
  }

  @Test(arguments: [
    ("{", "column"), ("[]", "a line is one of"), (#"{"get": 1}"#, "`get` must be the path of a value, got a number"),
    (#"{"sett": {}}"#, "unknown request `sett`"),
    (#"{"get": "a..b"}"#, "`a..b` is not a path"), (#"{"set": {"room.name.x": 1}}"#, "`room.name` is a text, which has no `x`"),
    (#"{"set": {"room.target": 5, "room.name.x": 1}}"#, "`room.name` is a text"), (#"{"get": "a", "set": {}}"#, "a line is one of"),
    ("\u{0}", "column"),
  ])
  func aBadLineGetsAnErrorAndChangesNothing(line: String, message: String) {
    let transport = Transport()
    let replies = transport.take(line)
    #expect(replies.count == 1 && replies[0].hasPrefix("1: {\"error\":\"") && replies[0].contains(message), "\(replies)")
    #expect(transport.data.value(at: DataPath(["room", "target"])) == .number(21))
  }

  @Test func watchesOfAClientAreBounded() {
    let transport = Transport()
    for i in 0..<256 { #expect(transport.take("{\"watch\": \"v\(i)\"}").count == 1) }
    #expect(transport.take(#"{"watch": "more"}"#) == [#"1: {"error":"the client already watches 256 paths, the maximum"}"#])
    #expect(transport.take(#"{"watch": "v3"}"#) == [#"1: {"path":"v3","value":null}"#])
    #expect(transport.data.statistics.dependents == 256)
    transport.clients.remove(1)
    #expect(transport.data.statistics.dependents == 0)
  }

  @Test func argumentsNameDataAndTheSocket() throws {
    let options = try PlayerArguments.parse([
      "a.yaml", "--data", "d.json", "--set", "room.target=21", "--set=name=Hall 2", "--data-socket", "/tmp/s",
    ])
    #expect(options.dataFile == "d.json" && options.dataSocket == "/tmp/s")
    #expect(options.dataSettings.map(\.value) == [.number(21), .text("Hall 2")])
    for wrong in [["a.yaml", "--set", "x"], ["a.yaml", "--set", "=1"], ["a.yaml", "--data-socket", ""]] {
      #expect(throws: PlayerArguments.Wrong.self) { try PlayerArguments.parse(wrong) }
    }
  }
}

/// The thermostat as its users have it: the scene, the tool, the shell script.
@Suite struct ThermostatTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/examples")
    .standardizedFileURL
  private static let scene = examples.appending(path: "thermostat.yaml").path

  @Test func aRecordedScriptNamesTappedNodes() throws {
    let outcome = try Tool.run(["run", Self.scene, "--script", Self.examples.appending(path: "thermostat.events").path])
    #expect(outcome.status == 0 && outcome.errors == "")
    let events = outcome.text.split(separator: "\n").map(String.init)
    #expect(
      events == [
        #"{"event":"target","payload":22}"#, #"{"event":"target","payload":22.5}"#, #"{"event":"target","payload":22}"#,
        #"{"event":"mode","payload":"eco"}"#,
      ])
  }

  @Test(arguments: ["320x240", "480x320", "800x480", "480x800", "1080x1920", "1920x1080"]) func allNodesAreInsideTheScreen(size: String)
    throws
  {
    let outcome = try Tool.run(["layout", Self.scene, "--size", size, "--json"])
    #expect(outcome.status == 0)
    let sides = size.split(separator: "x").compactMap { Double($0) }
    func walk(_ node: [String: Any], _ x: Double, _ y: Double) throws {
      let frame = try #require(node["frame"] as? [String: Any], "\(node)")
      let sides4 = try ["x", "y", "width", "height"].map { try #require(frame[$0] as? Double, "\(node)") }
      let (left, top, width, height) = (sides4[0], sides4[1], sides4[2], sides4[3])
      #expect(
        x + left >= -1 && y + top >= -1 && x + left + width <= sides[0] + 1 && y + top + height <= sides[1] + 1,
        "\(node["type"] ?? "") \(frame)")
      #expect(node["truncated"] as? Bool != true, "\(node)")
      for child in node["children"] as? [[String: Any]] ?? [] { try walk(child, x + left, y + top) }
    }
    try walk(#require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]), 0, 0)
  }

  @Test func unreadSettingsAreReportedWithTheNearestName() throws {
    let folder = try Folder()
    let picture = folder.path("a.png")
    let near = try Tool.run(["render", Self.scene, "--set", "traget=23", "-o", picture])
    #expect(near.status == 0 && near.errors.contains("warning: --set traget: nothing in the scene reads `traget`; did you mean `target`?"))
    let sized = try Tool.run(["render", Self.scene, "--set", "env.width=5", "-o", picture])
    #expect(sized.status == 0 && sized.errors.contains("warning: --set env.width: the size of the stage replaces it; use --size"))
    #expect(try Tool.run(["render", Self.scene, "--set", "traget=23", "--strict", "-o", folder.path("b.png")]).status == 65)
    let environment = try Tool.run(["render", Self.scene, "--set", "env=5", "-o", picture])
    #expect(environment.status == 64 && environment.errors.contains("`env` must be a map with direction"), "\(environment.errors)")
    let script = try folder.write("data rooms[0].temprature 3\nwait 100ms\n", "e.events")
    let played = try Tool.run(["run", Self.scene, "--script", script])
    #expect(
      played.status == 0 && played.errors.contains("e.events:1: warning: nothing in the scene reads `rooms[0].temprature`; did you mean"))
  }

  @Test func settingsChangePartsOfListsAndMapsOfTheScene() throws {
    let folder = try Folder()
    let scene = try folder.write(
      "{tessera: 1, data: {l: [1, 2], m: {a: 3}, t: x}, root: {type: text, string: {bind: 'text(l) + text(m) + t'}}}", "s.yaml")
    let tree = try Tool.run(["tree", scene, "--set", "l[0]=9", "--set", "l[2]=7", "--set", "m.b=4"])
    #expect(tree.status == 0 && tree.text.contains(#"[9,2,7]{\"a\":3,\"b\":4}x"#), "\(tree.text)")
    for (setting, message) in [
      ("t.x=3", "--set t.x: `t` is a text, which has no `x`"), ("l[9]=3", "--set l[9]: `9` is not an index of `l`, a list of 2"),
    ] {
      let refused = try Tool.run(["tree", scene, "--set", setting])
      #expect(refused.status == 64 && refused.errors.contains(message), "\(refused.errors)")
    }
    let script = try folder.write("await l.x 5\n", "e.events")
    #expect(try Tool.run(["run", scene, "--script", script]).errors.contains("e.events:1:1: error: unknown path `l.x`"))
  }

  @Test func dataFilesAndSettingsAreShownAndErrorsHaveTheirPlace() throws {
    let folder = try Folder()
    let (good, bad, picture) = (folder.path("good.json"), folder.path("bad.json"), folder.path("a.png"))
    try #"{"target": 25, "mode": "heat"}"#.write(toFile: good, atomically: true, encoding: .utf8)
    try "{\"target\": 25,\n \"target\": 3}".write(toFile: bad, atomically: true, encoding: .utf8)
    #expect(try Tool.run(["render", Self.scene, "--data", good, "--set", "room=Cellar", "-o", picture]).status == 0)
    let wrong = try Tool.run(["render", Self.scene, "--data", bad, "-o", picture])
    #expect(wrong.status == 65 && wrong.errors.contains("bad.json:2:2: error: `target` is given twice"))
    #expect(try Tool.run(["render", Self.scene, "--data", folder.path("none"), "-o", picture]).status == 66)
    let kind = try Tool.run(["render", Self.scene, "--set", "rooms=3", "--strict", "--size", "800x480", "-o", folder.path("b.png")])
    #expect(kind.status == 65 && kind.errors.contains("`each` must be a list, got a number"))
  }
}
