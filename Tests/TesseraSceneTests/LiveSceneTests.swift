import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Tree of a scene with data, and the reported problems.
struct LiveTree {
  let scene: Scene
  let data: SceneData
  let root: AnyNode
  let problems = Locked<[String]>([])
  let events = Locked<[SceneEvent]>([])

  init(_ text: String, data values: DataValue = .map([:]), in environment: SceneEnvironment = SceneEnvironment()) throws {
    scene = try Scene.parse(text: text, registry: .standard)
    data = SceneData(values)
    data.onProblem = { [problems] problem in problems.withLock { $0.append("\(problem.line):\(problem.column): \(problem.message)") } }
    data.onEvent = { [events] event in events.withLock { $0.append(event) } }
    data.begin(in: environment)
    root = try scene.makeRoot(data: data)
  }

  func set(_ path: String, _ value: DataValue) throws { try data.set(value, at: try #require(DataPath(path))) }
  func attribute(_ id: String, _ name: String) -> AttributeValue? { root.find(id)?.attribute(name) }
  func strings(below id: String) -> [String] { root.find(id)?.subnodes.compactMap { $0.attribute("string")?.text } ?? [] }
  /// Returns the number of updates of dependents during `body`.
  func updates(_ body: () throws -> Void) rethrows -> Int {
    let before = data.statistics.updates
    try body()
    return data.statistics.updates - before
  }
}

@Suite struct LiveSceneTests {
  @Test func attributesStylesAndMembersFollowData() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {room: {temperature: 21.46, name: Kitchen, level: 40}, warm: gold}
      styles: {bar: {style: {width: {bind: room.level, format: "%d%%"}}, opacity: {bind: room.level / 100}}}
      root:
        type: box
        children:
          - {type: text, id: t, string: {bind: room.temperature, format: "%.1f°"}, color: {bind: "room.temperature > 30 ? 'red' : 'blue'"}}
          - {type: box, id: bar, styles: bar, background: {gradient: linear, stops: [{at: 0, color: {bind: warm}}, {at: 1, color: white}]}}
          - {type: text, id: spans, spans: [{text: {bind: room.name}}, {text: "!"}]}
      """)
    #expect(tree.attribute("t", "string") == .text("21.5°") && tree.attribute("t", "color") == .color(Color("blue")!))
    #expect(tree.root.find("bar")?.style.width == .percent(40) && tree.root.find("bar")?.opacity == 0.4)
    try tree.set("room.temperature", .number(31))
    try tree.set("room.level", .number(75))
    try tree.set("room.name", .text("Hall"))
    #expect(tree.attribute("t", "string") == .text("31.0°") && tree.attribute("t", "color") == .color(Color("red")!))
    #expect(tree.root.find("bar")?.style.width == .percent(75) && tree.root.find("bar")?.opacity == 0.75)
    #expect("\(tree.attribute("spans", "spans")!)".contains("Hall") && "\(tree.attribute("bar", "background")!)".contains("stops"))
    #expect(tree.problems.withLock { $0 } == [])
  }

  @Test func aChangeUpdatesOnlyItsReaders() throws {
    let children = (0..<1000).map { "{type: text, id: n\($0), string: {bind: 'values[\($0)].name'}}" }.joined(separator: ", ")
    let values = (0..<1000).map { _ in DataValue.map(["name": .text("a"), "other": .number(0)]) }
    let tree = try LiveTree(
      "{tessera: 1, root: {type: box, children: [\(children), {type: text, id: sum, string: {bind: 'count(values)'}}]}}",
      data: .map(["values": .list(values), "unread": .number(0)]))
    #expect(tree.data.statistics.dependents == 1002)
    // One reader of the value, and the count, which reads the whole list.
    #expect(try tree.updates { try tree.set("values[7].name", .text("b")) } == 2)
    #expect(tree.attribute("n7", "string") == .text("b") && tree.attribute("n8", "string") == .text("a"))
    #expect(try tree.updates { try tree.set("values[7].name", .text("b")) } == 0)
    #expect(try tree.updates { try tree.set("values[7].other", .number(1)) } == 1)
    #expect(try tree.updates { try tree.set("unread", .number(1)) } == 0)
    let all = values.map { _ in DataValue.map(["name": .text("c")]) }
    #expect(try tree.updates { try tree.set("values", .list(all)) } == 1001)
    #expect(tree.attribute("n999", "string") == .text("c"))
  }

  @Test func missingAndMistypedValuesAreReportedAndGetDefaults() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {name: Kitchen}
      root:
        type: box
        children:
          - {type: text, id: t, string: {bind: nmae}, fontSize: {bind: name}}
          - {type: box, id: b, opacity: {bind: over}, style: {width: {bind: name}}}
      """, data: .map(["over": .number(7)]))
    #expect(tree.attribute("t", "string") == .text("") && tree.root.find("b")?.opacity == 1)
    #expect(
      tree.problems.withLock { $0.sorted() } == [
        "6:42: unknown name `nmae`; did you mean `name`?",
        "6:66: attribute `fontSize` of `text` must be a number from 0 to 10000, got the text 'Kitchen'; using the default",
        "7:42: attribute `opacity` of `box` must be a number from 0 to 1, got 7; using the nearest",
        "7:64: style `width` must be a number of at least 0, a percentage such as `50%`, `auto`, `min-content`, `max-content`, `fit-content` or `stretch`, got `Kitchen`; it is ignored",
      ])
    try tree.set("nmae", .text("x"))
    #expect(tree.attribute("t", "string") == .text("x"))
  }

  @Test func variantsAndWhenFollowTheEnvironment() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      styles: {big: {fontSize: 30, variants: [{when: {width: "< 480"}, fontSize: 20}, {when: {width: "< 240"}, fontSize: 10}]}}
      root:
        type: box
        id: root
        variants: [{when: {orientation: portrait}, flexDirection: column, background: red}]
        children:
          - {type: text, id: t, styles: big, string: a}
          - {type: box, id: wide, when: {width: [">= 480", "< 1000"]}}
          - {type: box, id: dark, when: {scheme: dark, data: "on"}}
          - {type: box, id: last}
      """, data: .map(["on": .boolean(true)]))
    func ids() -> [String] { tree.root.subnodes.map(\.id) }
    #expect(ids() == ["t", "wide", "last"] && tree.attribute("t", "fontSize") == .number(30))
    let last = tree.root.find("last")
    tree.data.resize(to: Size(320, 400), scale: 1)
    #expect(ids() == ["t", "last"] && tree.attribute("t", "fontSize") == .number(20) && tree.root.style.direction == .column)
    try tree.set("env.scheme", .text("dark"))
    #expect(ids() == ["t", "dark", "last"] && tree.root.find("last") === last)
    tree.data.resize(to: Size(200, 100), scale: 1)
    #expect(tree.attribute("t", "fontSize") == .number(10) && tree.root.style.direction == .row)
    tree.data.resize(to: Size(800, 480), scale: 1)
    #expect(ids() == ["t", "wide", "dark", "last"] && tree.attribute("t", "fontSize") == .number(30))
    #expect(tree.problems.withLock { $0 } == [])
  }

  @Test func childrenForEachElementKeepTheirNodesByKey() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {rooms: [{id: a, name: Hall, on: true}, {id: b, name: Attic, on: true}, {id: c, name: Bath, on: false}]}
      root:
        type: box
        id: root
        children:
          - {type: text, string: first}
          - {type: text, each: {bind: rooms, key: id, as: room}, when: room.on, string: {bind: "index + ' ' + room.name"}}
          - {type: text, string: last}
      """)
    #expect(tree.strings(below: "root") == ["first", "0 Hall", "1 Attic", "last"])
    let attic = tree.root.subnodes[2]
    func room(_ id: String, _ name: String) -> DataValue { .map(["id": .text(id), "name": .text(name), "on": .boolean(true)]) }
    try tree.set("rooms", .list([room("b", "Loft"), room("x", "New"), room("a", "Hall")]))
    #expect(tree.strings(below: "root") == ["first", "0 Loft", "1 New", "2 Hall", "last"] && tree.root.subnodes[1] === attic)
    // The list and the element with the changed name, and no other element.
    #expect(try tree.updates { try tree.set("rooms[1].name", .text("Newer")) } == 2)
    try tree.set("rooms", .list([]))
    #expect(tree.strings(below: "root") == ["first", "last"])
    #expect(tree.data.statistics.dependents == 2 && tree.problems.withLock { $0 } == [])
  }

  @Test func movingOneOfManyIsOneMove() {
    let nodes = (0..<100).map { _ in ObjectIdentifier(BoxNode()) }
    let objects = (0..<100).map { _ in BoxNode() }
    _ = nodes
    let old = objects.map(ObjectIdentifier.init)
    var new = old
    new.append(new.removeFirst())
    #expect(ChildMoves(from: old, to: new).insertions == [99] && ChildMoves(from: old, to: new).removals == [0])
    #expect(ChildMoves(from: old, to: old).insertions == [])
    new = old
    new.remove(at: 5)
    #expect(ChildMoves(from: old, to: new).removals == [5] && ChildMoves(from: old, to: new).insertions == [])
  }

  @Test(arguments: 1...30) func movesLeadFromAnyOrderToAnyOther(seed: Int) {
    var numbers = SceneFuzzTests.Numbers(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    let objects = (0..<20).map { _ in BoxNode() }
    func some() -> [ObjectIdentifier] {
      var rest = objects
      return (0..<numbers.next(20)).map { _ in ObjectIdentifier(rest.remove(at: numbers.next(rest.count))) }
    }
    for _ in 0..<20 {
      let (old, new) = (some(), some())
      let moves = ChildMoves(from: old, to: new)
      var now = old
      for place in moves.removals { now.remove(at: place) }
      for place in moves.insertions { now.insert(new[place], at: place) }
      #expect(now == new)
    }
  }

  @Test func signalsSetToggleAndSend() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {count: 1, on: false, rooms: [{name: Hall, on: false}, {name: Bath, on: false}], typed: ""}
      root:
        type: box
        children:
          - type: button
            id: b
            title: Tap
            on:
              tap:
                - {set: {count: count + 1, "made.here": "'x'"}, when: "count < 3"}
                - {toggle: on}
                - {send: {name: pressed, payload: {count: count, on: on}}}
          - {type: button, each: rooms, title: {bind: item.name}, on: {tap: {toggle: item.on}}}
          - {type: editable-text, id: field, string: {bind: typed}, on: {submit: [{set: {done: value}}, {send: done}]}}
      """)
    let button = try #require(tree.root.find("b"))
    button.send(AnyNode.tap)
    #expect(tree.data.values["count"] == .number(2) && tree.data.values["on"] == .boolean(true))
    #expect(tree.data.value(at: DataPath(["made", "here"])) == .text("x"))
    #expect(tree.events.withLock { $0 } == [SceneEvent(name: "pressed", payload: .map(["count": .number(2), "on": .boolean(true)]))])
    button.send(AnyNode.tap)
    button.send(AnyNode.tap)
    #expect(tree.data.values["count"] == .number(3))
    tree.root.subnodes[2].send(AnyNode.tap)
    #expect(tree.data.value(at: try #require(DataPath("rooms[1].on"))) == .boolean(true))
    #expect(tree.data.value(at: try #require(DataPath("rooms[0].on"))) == .boolean(false))
    let field = try #require(tree.root.find("field") as? EditableTextNode)
    // Typed text is stored in the data, and data are shown in the field.
    field.string = "typed"
    field.send(EditableText.change, "typed")
    #expect(tree.data.values["typed"] == .text("typed") && field.string == "typed")
    try tree.set("typed", .text("told"))
    #expect(field.string == "told")
    field.send(EditableText.submit, "told")
    #expect(tree.data.values["done"] == .text("told") && tree.events.withLock { $0.last } == SceneEvent(name: "done"))
    #expect(tree.problems.withLock { $0 } == [])
  }

  @Test func rowsOfATableFollowDataAndKeepTheirNodes() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {unit: "°", chosen: none, rooms: [{id: a, floor: Up, t: 20}, {id: b, floor: Up, t: 21}, {id: c, floor: Down, t: 18}]}
      root:
        type: table
        id: list
        style: {flexGrow: 1}
        items: {bind: rooms}
        key: id
        section: floor
        selection: single
        header: {type: text, string: {bind: "section + ' (' + count + ')'"}}
        item: {type: text, style: {height: 20}, string: {bind: item.t + unit}}
        on: {select: {set: {chosen: item.id}}}
      """)
    let table = try #require(tree.root as? TableNode)
    let stage = try Stage(size: Size(200, 300), root: tree.root, clock: ManualClock(), workers: WorkerPool(threads: 0))
    try stage.settle()
    func string(_ element: ListElement) -> String? { table.node(for: element)?.attribute("string")?.text }
    #expect(table.source.itemCounts == [2, 1] && string(.header(0)) == "Up (2)" && string(.item(ListIndex(0, 1))) == "21°")
    let row = try #require(table.node(for: .item(ListIndex(0, 1))))
    try tree.set("rooms[1].t", .number(22))
    try tree.set("unit", .text(" C"))
    #expect(row.attribute("string") == .text("22 C"))
    func room(_ id: String, _ floor: String, _ t: Double) -> DataValue { .map(["id": .text(id), "floor": .text(floor), "t": .number(t)]) }
    try tree.set("rooms", .list([room("z", "Up", 1), room("b", "Up", 23), room("c", "Down", 18)]))
    try stage.settle()
    #expect(table.node(for: .item(ListIndex(0, 1))) === row && row.attribute("string") == .text("23 C"))
    #expect(string(.item(ListIndex(0, 0))) == "1 C")
    table.send(Table.select, ListIndex(1, 0))
    #expect(tree.data.values["chosen"] == .text("c") && tree.problems.withLock { $0 } == [])
  }

  @Test func screensArePushedWithAValueAndPopped() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {rooms: [{name: Hall}, {name: Bath}]}
      screens:
        detail: {type: screen, children: [{type: text, id: title, string: {bind: value.name}}, {type: button, id: back, title: Back, on: {tap: pop}},
          {type: button, id: rename, title: Rename, on: {tap: {set: {value.name: "'Foyer'"}}}}]}
      root:
        type: screens
        id: stack
        children:
          - type: screen
            children: [{type: button, each: rooms, title: {bind: item.name}, on: {tap: {push: {screen: detail, value: item}}}}]
      """)
    let stack = try #require(tree.root as? ScreensNode)
    try #require(stack.screens[0].subnodes.first { $0.attribute("title") == .text("Bath") }).send(AnyNode.tap)
    #expect(stack.screens.count == 2 && tree.attribute("title", "string") == .text("Bath"))
    tree.root.find("rename")?.send(AnyNode.tap)
    #expect(tree.data.value(at: try #require(DataPath("rooms[1].name"))) == .text("Foyer"))
    #expect(tree.attribute("title", "string") == .text("Foyer"))
    tree.root.find("back")?.send(AnyNode.tap)
    #expect(stack.screens.count == 1 && tree.problems.withLock { $0 } == [])
  }

  @Test func readingTheFileAgainKeepsDataAndNodes() throws {
    func text(_ format: String, _ extra: String) -> String {
      "{tessera: 1, data: {t: 20\(extra)}, root: {type: box, id: root, children: [{type: editable-text, id: f, string: ''}, "
        + "{type: text, id: t, string: {bind: t, format: '\(format)'}}, {type: text, each: [{bind: list}][0], string: {bind: item}}]}}"
        .replacing("[{bind: list}][0]", with: "list")
    }
    let tree = try LiveTree(text("%.1f", ", list: [a]"))
    try tree.set("t", .number(25))
    let field = try #require(tree.root.find("f"))
    try field.setAttribute("string", to: .text("typed"))
    let new = try Scene.parse(text: text("%.0f C", ", list: [b], more: 1"), registry: .standard)
    let root = try new.update(tree.root, from: tree.scene)
    #expect(root === tree.root && root.find("f") === field && field.attribute("string") == .text("typed"))
    #expect(root.sceneData === tree.data && tree.data.values["more"] == .number(1))
    #expect(tree.attribute("t", "string") == .text("25 C") && tree.strings(below: "root").last == "a")
    try tree.set("t", .number(26))
    #expect(tree.attribute("t", "string") == .text("26 C"))
    #expect(tree.data.statistics.dependents == 3)
    let plain = try Scene.parse(text: "{tessera: 1, root: {type: box}}", registry: .standard)
    _ = try plain.update(root, from: new)
    #expect(tree.data.statistics.dependents == 0)
  }

  @Test func removedNodesDoNotFollowData() throws {
    let data = SceneData()
    let scene = try Scene.parse(text: "{tessera: 1, data: {a: x}, root: {type: text, string: {bind: a}}}", registry: .standard)
    weak var node: AnyNode?
    do {
      let root = try scene.makeRoot(data: data)
      node = root
      #expect(data.statistics.dependents == 2)
    }
    #expect(node == nil && data.statistics.dependents == 0)
  }

  @Test func eightThreadsChangeDataAndTheNodesShowTheLastOfThem() async throws {
    let tree = try LiveTree(
      "{tessera: 1, data: {a: 0, list: []}, root: {type: box, id: root, children: [{type: text, id: t, string: {bind: a}}, {type: text, each: list, string: {bind: item + a}}]}}"
    )
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for step in 0..<100 {
            try? tree.data.set(.number(Double(thread * 1000 + step)), at: DataPath(["a"]))
            try? tree.data.set(.list((0..<(step % 7)).map { .text("\($0)") }), at: DataPath(["list"]))
          }
        }
      }
    }
    let values = tree.data.values
    #expect(tree.attribute("t", "string")?.text == values["a"]?.shown)
    guard case .list(let items)? = values["list"] else { return #expect(Bool(false)) }
    #expect(tree.strings(below: "root").dropFirst().elementsEqual(items.map { $0.shown + (values["a"]?.shown ?? "") }))
  }
}
