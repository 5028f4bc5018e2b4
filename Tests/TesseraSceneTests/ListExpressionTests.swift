import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraContainers
@testable import TesseraScene

/// Lists that expressions filter, sort and map, and literals of maps.
@Suite struct ListExpressionTests {
  private static let data = DataValue.map([
    "rooms": .list([
      .map(["name": .text("Hall"), "floor": .number(0), "on": .boolean(true)]),
      .map(["name": .text("Attic"), "floor": .number(2), "on": .boolean(false)]),
      .map(["name": .text("Bath"), "floor": .number(0), "on": .boolean(false), "tags": .list([.text("wet")])]),
    ]),
    "numbers": .list([.number(3), .number(1), .number(2), .null]), "limit": .number(1), "order": .text("descending"),
  ])

  private func value(_ text: String, in data: DataValue = data) throws -> (json: String, problem: String?, isOverLimit: Bool) {
    var evaluation = ExpressionEvaluation(MapNames(values: data))
    let value = evaluation.value(try Expression(text))
    return (value.json, evaluation.problem?.message, evaluation.isOverLimit)
  }

  @Test(arguments: [
    ("map(filter(rooms, it.on), it.name)", #"["Hall"]"#), ("map(filter(rooms, room => not room.on), r => r.name)", #"["Attic","Bath"]"#),
    ("filter(numbers, (it ?? 0) > limit)", "[3,2]"), ("filter([], it.x)", "[]"), ("count(filter(rooms, it.floor == 0))", "2"),
    ("sort(numbers)", "[1,2,3,null]"), ("sort(numbers, it, 'descending')", "[3,2,1,null]"), ("sort(numbers, -(it ?? 0))", "[3,2,1,null]"),
    ("sort([3, 'b', true, 'a', [1], {x: 1}, null, 1])", #"[1,3,"a","b",true,[1],{"x":1},null]"#),
    ("map(sort(rooms, it.name), it.name)", #"["Attic","Bath","Hall"]"#),
    ("map(sort(rooms, it.floor, order), it.name)", #"["Attic","Hall","Bath"]"#),
    ("map(sort(rooms, [it.floor, it.name]), it.name)", #"["Bath","Hall","Attic"]"#),
    ("map(filter(rooms, room => any(room.tags ?? [], tag => tag == 'wet' and room.floor == 0)), it.name)", #"["Bath"]"#),
    ("any(rooms, it.on)", "true"), ("all(rooms, it.on)", "false"), ("any([], it)", "false"), ("all([], it)", "true"),
    ("first(numbers)", "3"), ("last(filter(numbers, it != null))", "2"), ("first([])", "null"), ("reverse([1, 2])", "[2,1]"),
    ("first(filter(rooms, it.name == 'Bath')).floor", "0"), ("{}", "{}"), ("{a: 1, 'b c': [2], d: {e: true ? 1 : 2}}.d.e", "1"),
    ("map([1, 2], {n: it, square: it * it})", #"[{"n":1,"square":1},{"n":2,"square":4}]"#), ("{a: 1}['a']", "1"),
    ("sum(map(rooms, it.floor))", "2"), ("contains('aabaabaaab', 'aabaaab')", "true"), ("contains('aabaab', 'aabb')", "false"),
    ("contains('übung', 'bun')", "true"), ("contains('', '')", "true"), ("contains('a', 'ab')", "false"),
  ])
  func hasTheValue(text: String, expected: String) throws {
    let (json, problem, _) = try value(text)
    #expect(json == expected && problem == nil, "\(text) is \(json), \(problem ?? "")")
  }

  @Test(arguments: [
    ("filter(rooms, it.flor == 0)", "[]", "unknown name `it.flor`; did you mean `floor`?"),
    ("filter(romos, it.on)", "null", "unknown name `romos`"), ("sort(limit)", "null", "`sort` takes a list, got a number"),
    ("map('abc', it)", "null", "`map` takes a list, got a text"),
    ("filter(rooms, roon => rooms.on)", "[]", "unknown name `rooms.on`"),
    ("map([1], room => rom)", "[null]", "unknown name `rom`; did you mean `room`?"),
    ("sort(numbers, it, limit)", "[1,2,3,null]", "the order of `sort` is 'ascending' or 'descending', got 1"),
    ("it", "null", "unknown name `it`"),
  ])
  func hasADefinedResultForBadData(text: String, expected: String, problem: String) throws {
    let (json, found, _) = try value(text)
    #expect(json == expected && found == problem, "\(text) is \(json), \(found ?? "")")
  }

  @Test(arguments: [
    ("filter(rooms)", 0, "`filter` takes 2 arguments, got 1"), ("fliter(rooms, it.on)", 0, "unknown function `fliter`"),
    ("rooms.filter(it.on)", 6, "`filter` is a function before its list: `filter(list)`, not `list.filter()`"),
    ("1 => 2", 2, "`=>` names the element in `filter(rooms, room => room.on)`; a comparison is `>=`"),
    ("map(a, true => 1)", 7, "`true` cannot name an element"), ("map(a, $ink => 1)", 7, "`$ink` cannot name an element"),
    ("filter(a, it, 1)", 12, "`)` is missing after the arguments of `filter`, got `,`"),
    ("sort(a, it, 'descendig')", 12, "the order of `sort` is 'ascending' or 'descending', got \"descendig\""),
    ("{a: 1, a: 2}", 7, "the map has two members `a`"), ("{1: 2}", 1, "a member of a map has a name, as in `{name: 'Hall'}`, got `1`"),
    ("{a 1}", 3, "`:` is missing between the name of a member and its value, got `1`"),
    ("{a: 1", 5, "`,` is missing between members of a map, or `}` after them, got the end"),
  ])
  func reportsProblemAndPlace(text: String, offset: Int, message: String) throws {
    let error = #expect(throws: ExpressionError.self) { try Expression(text) }
    #expect(error?.message == message && error?.offset == offset, "\(error?.description ?? "")")
  }

  @Test func listsTheReadPaths() throws {
    let expression = try Expression("sort(filter(rooms, it.on and limit > it.floor), r => it.x + r.y, order)")
    #expect(
      expression.reads == [
        .init(root: "rooms", keys: []), .init(root: "limit", keys: []), .init(root: "it", keys: ["x"]), .init(root: "order", keys: []),
      ])
    #expect(expression.path == nil && expression.sourcePath?.root == "rooms")
    for text in ["map(rooms, it)", "rooms + rooms", "filter([1], it)", "first(rooms)"] { #expect(try Expression(text).sourcePath == nil) }
  }

  // MARK: limits

  private static let large: DataValue = {
    let items = (0..<100_000).map { DataValue.map(["name": .text("Room \($0 * 7919 % 100_000)"), "n": .number(Double($0))]) }
    return .map(["rooms": .list(items), "query": .text("99"), "big": .text(String(repeating: "ab", count: 4 << 20))])
  }()

  @Test func aSearchOf100000ElementsIsWithinTheLimit() throws {
    let found = try value("count(sort(filter(rooms, contains(lower(it.name), lower(query))), it.name))", in: Self.large)
    #expect(found.problem == nil && found.json == "3691")
    let sorted = try value("first(sort(rooms, it.n, 'descending')).n", in: Self.large)
    #expect(sorted.json == "99999" && sorted.problem == nil)
  }

  @Test(arguments: [
    "filter(rooms, a => any(rooms, b => a.n == b.n and false))", "map(range(100000), count(map(range(100000), it)))",
    "filter(rooms, rooms == rooms + [])", "filter(rooms, it.n == rooms or rooms != rooms)", "filter(rooms, contains(big, 'abc'))",
    "filter(rooms, big < big)",
    "filter(rooms, count(big) == 0)", "filter(rooms, count([rooms, rooms]) == 3)", "filter(rooms, text(rooms) == '')",
    "filter(rooms, contains([rooms], [rooms]))", "sort(rooms, big)", "sort(rooms, [rooms])", "filter(rooms, it[big] ?? false)",
    "map(rooms, upper(big))", "filter(rooms, format('%s', rooms) == '')", "filter(rooms, {a: rooms} == {a: rooms})",
    "filter(rooms, count(sort(rooms)) == 0)", "filter(rooms, count(reverse(rooms)) == 0)",
  ])
  func workEndsAtALimit(text: String) throws {
    let (json, problem, isOverLimit) = try value(text, in: Self.large)
    #expect(json == "null" && isOverLimit, "\(json.prefix(100))")
    let limits = [
      "more than 1000000 elements of lists", "a list is too large for a text", "the format %s got a list that is too large for a text",
      "a text may have 65536 bytes",
    ]
    #expect(limits.contains { problem?.hasPrefix($0) ?? false }, "\(problem ?? "none")")
  }

  @Test func aMappedListEndsAtTheLimitOfBytes() throws {
    let (json, problem, isOverLimit) = try value("map(range(1000), map(range(100), rooms))", in: Self.large)
    #expect(json == "null" && isOverLimit)
    #expect(problem == "a list of more than 64 MiB" || problem == "more than 1000000 elements of lists in one expression")
  }

  @Test func deepNestingIsRefused() {
    for open in ["filter(", "[", "{a: ", "map(a, x => ", "sort(a, "] {
      let text = String(repeating: open, count: 70) + "a"
      let error = #expect(throws: ExpressionError.self) { try Expression(text) }
      #expect(error?.message == "more than 64 operations inside one another", "\(open)")
    }
  }

  @Test(arguments: ["map(l, l)", "map(l, [l, it])", "sort(l + l, l)", "{a: l, b: l}", "filter(l + l, l)"])
  func dataThatGrowByThemselvesEndAtALimit(text: String) throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {l: [1, 2], n: 0}
      root: {type: box, children: [{type: button, id: go, title: Go, on: {tap: [{set: {l: "\(text)"}}, {set: {n: n + 1}}]}}]}
      """)
    let button = try #require(tree.root.find("go"))
    for _ in 0..<12 { button.send(AnyNode.tap) }
    #expect(tree.data.values["n"] == .number(12))
    #expect(tree.data.values.size(upTo: 2 * DataValue.sizeLimit) <= DataValue.sizeLimit)
  }

  // MARK: scenes

  @Test func elementsOfAFilteredListKeepTheirNodesAndSetTheirSource() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {query: '', rooms: [{name: Hall, on: false}, {name: Attic, on: false}, {name: Bath, on: true}]}
      root:
        type: box
        id: list
        children:
          - type: button
            each: {bind: "sort(filter(rooms, contains(lower(it.name), query)), it.name)", as: room}
            title: {bind: "index + ' ' + room.name"}
            selected: {bind: room.on}
            on: {tap: {toggle: room.on}}
      """)
    func titles() -> [String?] { tree.root.subnodes.map { $0.attribute("title")?.text } }
    #expect(titles() == ["0 Attic", "1 Bath", "2 Hall"])
    let bath = tree.root.subnodes[1]
    try tree.set("query", .text("ba"))
    #expect(titles() == ["0 Bath"] && tree.root.subnodes[0] === bath)
    bath.send(AnyNode.tap)
    #expect(tree.data.value(at: try #require(DataPath("rooms[2].on"))) == .boolean(false))
    // The name moves the element, not its node.
    try tree.set("query", .text(""))
    try tree.set("rooms[2].name", .text("Aaa"))
    #expect(titles() == ["0 Aaa", "1 Attic", "2 Hall"] && tree.root.subnodes[0] === bath)
    tree.root.subnodes[2].send(AnyNode.tap)
    #expect(tree.data.value(at: try #require(DataPath("rooms[0].on"))) == .boolean(true))
    #expect(tree.problems.withLock { $0 } == [])
  }

  @Test func aProblemNamesItsLineAndTheNearestName() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {rooms: [{name: Hall}]}
      root:
        type: box
        children:
          - {type: text, string: {bind: "count(filter(rooms, it.nam == 'Hall'))"}}
          - {type: text, string: {bind: "count(romos)"}}
      """)
    #expect(
      tree.problems.withLock { $0 } == [
        "6:56: unknown name `it.nam`; did you mean `name`?", "7:42: unknown name `romos`; did you mean `rooms`?",
      ])
  }

  @Test func theExampleSearches() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/search.yaml")
    func rows() throws -> Int? {
      (try h.node("list") as? TableNode)?.storage.list.newestSource.itemCounts.reduce(0, +)
    }
    #expect(try rows() == 6)
    try h.focus(id: "search")
    try h.type("bath")
    #expect(try rows() == 2)
    // Removed rows have left, and the caret is visible.
    try h.advance(by: 2)
    try expectGolden(h.framebuffer, "search")
    try h.type("x")
    #expect(try rows() == 0 && h.root.find("empty")?.attribute("string") == .text("No room has “bathx” in its name or floor."))
    #expect(h.errors.isEmpty)
  }
}
