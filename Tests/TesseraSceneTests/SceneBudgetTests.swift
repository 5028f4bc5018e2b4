@testable import TesseraContainers
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Everything that a scene creates from data has a limit.
@Suite struct SceneBudgetTests {
  @Test func eachInEachHasOneLimitOfNodes() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {count: 1000, rows: 1000}
      root:
        type: box
        children:
          - type: box
            each: range(rows)
            children:
              - {type: box, each: range(count), when: "item >= 0"}
      """)
    func count(_ node: AnyNode) -> Int { node.subnodes.reduce(1) { $0 + count($1) } }
    // Two of the three nodes of the file are templates.
    #expect(count(tree.root) == SceneLimits.liveNodes - 2)
    let problems = tree.problems.withLock { $0 }
    #expect(problems.contains { $0.hasPrefix("9:11: data make more than \(SceneLimits.liveNodes) nodes of the scene") }, "\(problems)")
    #expect(problems.count == 2)
    // Removed nodes free capacity, and the scene continues.
    try tree.set("count", .number(2))
    #expect(count(tree.root) == 1 + tree.root.subnodes.count * 3)
    try tree.set("rows", .number(10))
    #expect(count(tree.root) == 31)
    try tree.set("count", .number(5))
    #expect(count(tree.root) == 61)
  }

  @Test func theWorkOfAllExpressionsTogetherHasALimit() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {l: 1, size: 40000, many: 400}
      root:
        type: box
        children:
          - {type: text, id: first, string: {bind: "l + count(reverse(range(size)))"}}
          - {type: text, each: range(many), string: {bind: "item + count(reverse(range(size)))"}}
          - {type: text, id: last, string: {bind: "'is ' + l"}}
      """)
    // Small expressions keep their values.
    #expect(tree.attribute("last", "string") == .text("is 1"))
    let problems = tree.problems.withLock { $0 }
    #expect(problems.contains { $0.hasPrefix("7:") && $0.contains("examine more than \(SceneLimits.liveWork) elements") }, "\(problems)")
    #expect(tree.root.subnodes[1...400].filter { ($0.attribute("string")?.text ?? "").isEmpty }.count > 200)
    // A change allows some more work.
    try tree.set("size", .number(100))
    #expect(tree.attribute("first", "string") == .text("101"))
    try tree.set("l", .number(7))
    #expect(tree.attribute("first", "string") == .text("107"))
    #expect(tree.root.subnodes[300].attribute("string")?.text == "399")
  }

  @Test func theWorkOfALongRunIsNotLimited() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {n: 0}
      root: {type: text, id: t, string: {bind: "n + count(reverse(range(50000)))"}}
      """)
    for n in 1...200 { try tree.set("n", .number(Double(n))) }
    #expect(tree.attribute("t", "string") == .text("50200"))
    #expect(tree.problems.withLock { $0 }.isEmpty)
  }

  @Test func childrenOfAListAreAddedTogether() throws {
    var registry = NodeRegistry.standard
    try registry.register(Shelf.self)
    for rows in ["[{type: box, each: range(300)}]", "[{type: box}, {type: box}]"] {
      Shelf.counts.withLock { $0 = [] }
      let root = try Scene.parse(text: "tessera: 1\nroot: {type: shelf, children: \(rows)}", registry: registry).makeRoot()
      #expect(Shelf.counts.withLock { $0 } == [root.subnodes.count])
      #expect([300, 2].contains(root.subnodes.count))
    }
  }

  @Test func longTextsCountAsNodes() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {count: 3, short: a}
      root:
        type: box
        children:
          - {type: text, each: range(count), string: "\(String(repeating: "b", count: 400_000))"}
          - {type: text, id: a, string: {bind: short}}
      """)
    #expect(tree.root.subnodes.count == 3)
    #expect(
      tree.problems.withLock { $0 }.first?.hasPrefix("6:7: data make more than \(SceneLimits.liveNodes) nodes of the scene, each 128 bytes")
        == true)
    try tree.set("short", .text(String(repeating: "c", count: 400_000)))
    #expect(tree.problems.withLock { $0 }.last?.contains("attribute `string` of `text` keeps its value") == true)
    // Removed texts free capacity.
    try tree.set("count", .number(1))
    try tree.set("short", .text(String(repeating: "d", count: 400_000)))
    #expect(tree.attribute("a", "string")?.text?.utf8.count == 400_000)
  }

  @Test func pathDataHaveALimit() throws {
    let path = "M0 0" + String(repeating: "L9 9", count: SceneLimits.pathBytes / 4)
    let errors = #expect(throws: SceneErrors.self) { try LiveTree("tessera: 1\nroot: {type: shape, path: \(path)}") }
    #expect("\(try #require(errors))".contains("2:27: error: attribute `path` of `shape` has 262148 bytes of path data; at most 262144"))
    let tree = try LiveTree("tessera: 1\ndata: {p: M0 0L9 9}\nroot: {type: shape, path: {bind: p}}")
    try tree.set("p", .text(path))
    #expect(tree.problems.withLock { $0 }.contains { $0.contains("has 262148 bytes of path data") })
  }

  @Test func listsInListsHaveOneLimitOfRows() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {count: 60000}
      root:
        type: box
        children:
          - {type: table, each: range(5), items: range(count), item: {type: box}}
      """)
    #expect(tree.problems.withLock { $0 } == ["6:44: all lists of the scene together have more than 150000 rows; the others are ignored"])
    // Removed rows free capacity.
    try tree.set("count", .number(20_000))
    try tree.set("count", .number(30_000))
    let counts = tree.root.subnodes.compactMap { ($0 as? TableNode)?.storage.list.newestSource.itemCounts.reduce(0, +) }
    #expect(counts == [30_000, 30_000, 30_000, 30_000, 30_000])
  }

  private static let doubling = """
    tessera: 1
    data: {l: [1], n: 0}
    root:
      type: box
      children:
        - {type: button, id: go, title: Go, on: {tap: [ACTION, {set: {n: n + 1}}]}}
        - {type: text, id: text, string: {bind: TEXT}}
    """

  @Test(arguments: ["{set: {l: '[l, l]'}}", "{set: {'l[1]': l}}", "{set: {l: '[[l, l], [l, l]]'}}"])
  func dataThatDoubleThemselvesEndAtALimit(action: String) throws {
    let tree = try LiveTree(Self.doubling.replacing("ACTION", with: action).replacing("TEXT", with: "text(l)"))
    let button = try #require(tree.root.find("go"))
    // The first and the last reach the limit of bytes before; the second grows slowly and becomes too deep.
    let count = action.contains("l[1]") ? 36 : 26
    for _ in 0..<count { button.send(AnyNode.tap) }
    #expect(tree.data.values["n"] == .number(Double(count)))
    #expect(tree.data.values.size(upTo: 2 * DataValue.sizeLimit) <= DataValue.sizeLimit)
    #expect(tree.data.values["l"]?.isTrue == true, "the last good value stays")
    let problems = tree.problems.withLock { $0 }
    #expect(problems.contains { $0.hasPrefix("6:") && ($0.contains("64 MiB") || $0.contains("nested more than 32 deep")) }, "\(problems)")
  }

  @Test(arguments: [
    "text(l)", "upper(l)", "'' + l", "join([l], ', ')", "format('%s', l)", "l == [l, l] ? 'a' : 'b'", "contains([l], l) ? 'a' : 'b'",
  ])
  func aListReferencedManyTimesIsTextOfLimitedLength(text: String) throws {
    let tree = try LiveTree(
      Self.doubling.replacing("ACTION", with: "{set: {l: '[l, l]'}}").replacing("TEXT", with: "\"\(text)\""))
    let button = try #require(tree.root.find("go"))
    // 131,072 elements.
    for _ in 0..<17 { button.send(AnyNode.tap) }
    #expect((tree.attribute("text", "string")?.text ?? "").utf8.count <= Expression.Limits.textBytes)
    #expect(tree.data.values["n"] == .number(17))
  }

  @Test func aTextThatDoublesWithoutLimitKeepsItsLastValue() throws {
    let tree = try LiveTree(
      Self.doubling.replacing("ACTION", with: "{set: {l: \"(l == [1] ? 'ab' : l) + l\"}}").replacing("TEXT", with: "n"))
    let button = try #require(tree.root.find("go"))
    for _ in 0..<30 { button.send(AnyNode.tap) }
    guard case .text(let text)? = tree.data.values["l"] else { throw TestFailure("no text") }
    #expect(text.utf8.count > Expression.Limits.textBytes / 2)
  }

  @Test func theLimitCountsAllValues() throws {
    let data = SceneData()
    let text = DataValue.text(String(repeating: "x", count: 8 << 20))
    for i in 0..<7 { try data.set(text, at: DataPath(["t\(i)"])) }
    let error = #expect(throws: DataError.self) { try data.set(text, at: DataPath(["more"])) }
    #expect(error?.description == "`more` cannot be set: all data together would take more than 64 MiB")
    #expect(throws: DataError.self) { try data.set([(DataPath(["a"]), .number(1)), (DataPath(["more"]), text)]) }
    #expect(data.values["more"] == nil && data.values["a"] == nil)
    // Smaller values free capacity.
    try data.set(.null, at: DataPath(["t0"]))
    try data.set(text, at: DataPath(["more"]))
  }

  @Test func elementsThatShareAKeyCostNoMoreThanOthers() throws {
    let tree = try LiveTree(
      """
      tessera: 1
      data: {rows: []}
      root: {type: table, id: list, items: rows, key: id, item: {type: text, string: {bind: item.n}}}
      """)
    // Keys with appended numbers that equal the keys of other elements.
    let rows = (0..<20_000).map { DataValue.map(["id": .text($0 % 2 == 0 ? "a" : "a#\($0)"), "n": .number(Double($0))]) }
    try tree.set("rows", .list(rows))
    #expect((tree.root as? TableNode)?.sceneChildren.isEmpty == true)
    #expect(tree.problems.withLock { $0 } == ["3:49: several elements have the key `a`; keys must be unique to keep the nodes of elements"])
    let each = SceneNodeLive.Each(items: try Expression("rows"), key: try Expression("item.id"))
    let scene = try Scene.parse(text: "{tessera: 1, root: {type: box}}", registry: .standard)
    let elements = LiveElements(
      each, most: .max, SceneInstance(scene, tree.data), DataView(data: tree.data.values, scope: nil)
    ).elements
    #expect(elements.count == 20_000 && Set(elements.map(\.key)).count == 20_000)
  }
}

/// Records how many children it is given together.
private struct Shelf: SceneContainerType {
  static let typeName = "shelf"
  static let summary = "For tests."
  static let counts = Locked<[Int]>([])

  static func acceptChildren(_ children: [AnyNode], node: Node<Shelf>) -> [AnyNode] {
    counts.withLock { $0.append(children.count) }
    return children
  }
}
