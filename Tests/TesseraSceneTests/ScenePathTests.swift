import TesseraKit
import Testing

@testable import TesseraScene

/// Paths of the data that a scene reads, and paths without a reader.
@Suite struct ScenePathTests {
  private static let text = """
    tessera: 1
    data: {room: {temperature: 20}, readings: {}, names: [{first: A}]}
    screens:
      detail: {type: screen, children: [{type: text, string: {bind: value.floor}}]}
    root:
      type: box
      children:
        - {type: text, string: {bind: room.humidity ?? '-'}}
        - {type: text, each: {bind: rooms, key: id, as: place}, string: {bind: place.name}, on: {tap: [{push: {screen: detail, value: place}}, {set: {mode: "'eco'"}}]}}
        - {type: text, string: {bind: "matrix[selected].title"}}
        - {type: text, string: {bind: "text(count(log))"}}
        - {type: table, items: rows, key: id, section: floor, item: {type: text, string: {bind: item.label}, style: {opacity: 1}}}
    """.replacing(", style: {opacity: 1}", with: "")

  private func data() throws -> SceneData {
    let (scene, data) = (try Scene.parse(text: Self.text, registry: .standard), SceneData())
    data.begin(in: SceneEnvironment())
    _ = try scene.makeRoot(data: data)
    return data
  }

  @Test(arguments: [
    "room", "room.temperature", "room.humidity", "readings.kitchen.deep", "names[0].first", "names[7].first", "rooms", "rooms[3]",
    "rooms[3].name", "rooms[0].id", "rooms[0].floor", "mode", "matrix[1].title", "matrix.first.title", "selected", "log", "log[4]",
    "rows[1].label", "rows[1].floor", "env.scheme", "env", "",
  ])
  func readSetAndDeclaredPathsGiveNoWarning(path: String) throws {
    #expect(try data().unreadWarning(for: try #require(DataPath(path))) == nil)
  }

  @Test(arguments: [
    ("room.temprature", "room.temperature"), ("rooom", "room"), ("rooms[0].nmae", "rooms[0].name"), ("rows[2].lable", "rows[2].label"),
    ("names[0].frist", "names[0].first"), ("env.schem", "env.scheme"), ("env.colorScheme", "env.scheme"),
    ("env.reducesMotion", "env.reducedMotion"), ("matrix[1].titel", "matrix[1].title"), ("mod", "mode"),
  ])
  func anUnreadPathIsReportedWithTheNearestName(path: String, near: String) throws {
    let warning = try data().unreadWarning(for: try #require(DataPath(path)))
    #expect(warning == "nothing in the scene reads `\(path)`; did you mean `\(near)`?")
  }

  @Test func misspelledNamesOfADataFileAreReported() throws {
    let text = """
      {"rom": 1, "voltage": 2, "room": {"temprature": 4, "humidity": 1, "window": {"x": 1}}, "readings": {"kitchn": 1},
       "rooms": [{"id": 1, "nmae": "a"}, {"nmae": "b"}], "env": {"schem": "dark"}, "mod": 1, "mode": 2}
      """
    let given = try DataValue.parse(text)
    #expect(
      try data().misspellingWarnings(in: given) == [
        // `room` and `mode` are in the file: other names are other data.
        "nothing in the scene reads `room.temprature`; did you mean `room.temperature`?",
        "nothing in the scene reads `rooms[0].nmae`; did you mean `rooms[0].name`?",
      ])
    #expect(SceneData().misspellingWarnings(in: given) == [])
    // Many wrong names give few warnings.
    let many = DataValue.map(["rooms": .list([.map(Dictionary(uniqueKeysWithValues: (0..<50).map { ("nam\($0)", .number(1)) }))])])
    #expect(try data().misspellingWarnings(in: many).count == 8)
  }

  @Test func aNameFarFromAllOthersHasNoHint() throws {
    let data = try data()
    #expect(data.unreadWarning(for: DataPath(["voltage"])) == "nothing in the scene reads `voltage`")
    let token = data.watch(DataPath(["voltage"])) { _ in }
    #expect(data.unreadWarning(for: DataPath(["voltage", "now"])) == nil)
    data.endWatch(token)
    #expect(data.unreadWarning(for: DataPath(["voltage", "now"])) != nil)
    // Without a scene no path is known.
    #expect(SceneData().unreadWarning(for: DataPath(["voltage"])) == nil)
  }

  @Test func aReloadedSceneIsCounted() throws {
    let first = try Scene.parse(text: "{tessera: 1, root: {type: text, id: t, string: {bind: a}}}", registry: .standard)
    let second = try Scene.parse(text: "{tessera: 1, root: {type: text, id: t, string: {bind: b}}}", registry: .standard)
    let data = SceneData()
    let root = try first.makeRoot(data: data)
    _ = try second.update(root, from: first, data: data)
    #expect(data.unreadWarning(for: DataPath(["b"])) == nil && data.unreadWarning(for: DataPath(["a"])) != nil)
  }

  @Test func missingValuesAreReportedWithTheNearestName() throws {
    let data = try data()
    #expect(data.absence(of: DataPath(["room", "temprature"])) == "unknown path `room.temprature`; did you mean `room.temperature`?")
    #expect(data.absence(of: DataPath(["voltage"])) == "unknown path `voltage`")
    #expect(data.absence(of: DataPath([])) == nil && data.absence(of: DataPath(["room", "temperature"])) == nil)
  }

  @Test func theEnvironmentStaysAMap() throws {
    let data = try data()
    for value in [DataValue.number(5), .null, .text("dark"), .list([])] {
      let error = #expect(throws: DataError.self) { try data.set(value, at: DataPath(["env"])) }
      #expect(error?.description.hasPrefix("`env` must be a map with direction, height") == true)
      #expect(throws: DataError.self) { try data.set(.map(["env": value]), at: DataPath([])) }
    }
    try data.set(.map(["a": .number(1)]), at: DataPath([]))
    #expect(data.value(at: DataPath(["env", "width"])) == .number(800))
    let other = SceneData(.map(["env": .number(5)]))
    let problems = Locked<[String]>([])
    other.onProblem = { problem in problems.withLock { $0.append(problem.description) } }
    other.begin(in: SceneEnvironment())
    #expect(other.value(at: DataPath(["env", "width"])) == .number(800) && problems.withLock { $0.count } == 1)
    let errors = #expect(throws: SceneErrors.self) {
      try Scene.parse(text: "{tessera: 1, data: {env: 5}, root: {type: box}}", registry: .standard)
    }
    #expect(errors?.errors.first?.message.hasPrefix("`env` in `data` of the scene must be a map") == true)
    let scene = try Scene.parse(text: "{tessera: 1, data: {env: {schem: dark}}, root: {type: box}}", registry: .standard)
    #expect(scene.warnings.first?.suggestion == "scheme")
  }
}
