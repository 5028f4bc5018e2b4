import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

private struct Person: Identifiable, Sendable, Equatable {
  let id: Int
  let name: String
}

/// A screen with a filtered list: rows, handlers and accessories read the state of the screen.
private struct People: NodeType {
  static let typeName = "people"
  var log: Log?
  @NodeState var filter = ""
  @NodeState var opened = 0

  init() {}
  init(_ log: Log) { self.log = log }
  static func == (a: People, b: People) -> Bool { true }

  var shown: [Person] {
    let all = [Person(id: 1, name: "Ada"), Person(id: 2, name: "Bob"), Person(id: 3, name: "Alan")]
    return filter.isEmpty ? all : all.filter { $0.name.first == filter.first }
  }

  func layout(in context: LayoutContext) -> some LayoutElement {
    Table(shown) { person in
      testRow(person.id).onTap {
        opened = person.id
        log?.note("tapped \(person.name) of \(shown.count)")
      }
    }
    .onMake { table in
      table.onSelect { row in log?.note("opened \(shown[row.item].name)") }
      table.onWillDisplay { element, _ in log?.note("shows \(element.index?.item ?? -1) of \(shown.count)") }
      table.handlers.activate = { row in log?.note("activated \(shown[row.item].name)") }
      table.whenUpdatesAreShown { log?.note("there are \(shown.count)") }
    }
    .expand()
  }
}

private func testRow(_ number: Int) -> Row {
  var row = Row()
  row.name = "r\(number)"
  return row
}

/// Closures of a list in a node type's spec read the states of that node.
@Suite struct RowStateTests {
  private let log = Log()

  private func people() throws -> (HeadlessStage, Node<People>, TableNode) {
    let people = Node(People(log))
    people.style.flexGrow = 1
    let h = try HeadlessStage(width: 100, height: 200) { people }
    return (h, people, try #require(people.find(Table.self)))
  }

  @Test func aFilteredListOpensTheRowThatIsShown() throws {
    let (h, people, table) = try people()
    people.filter = "B"
    try h.settle()
    log.clear()
    table.send(Table.select, ListIndex(0, 0))
    table.handlers.activate?(ListIndex(0, 0))
    #expect(log.all.first == "opened Bob")
  }

  @Test func aRowReadsTheCurrentStateOfTheList() throws {
    let (h, people, table) = try people()
    people.filter = "A"
    try h.settle()
    log.clear()
    let row = try #require(table.find(Row.self) { $0.name == "r3" })
    row.send(AnyNode.tap)
    #expect(log.all == ["tapped Alan of 2"] && people.opened == 3)
  }

  @Test func rowsThatEnterTheScreenReceiveTheCurrentState() throws {
    let (h, people, _) = try people()
    people.filter = "A"
    try h.settle()
    log.clear()
    people.filter = ""
    try h.settle()
    #expect(log.all.contains("shows 1 of 3"), "\(log.all)")
  }

  @Test func aScreenThatAHandlerMakesBelongsToTheNodeOfTheHandler() throws {
    let (h, people, table) = try people()
    let value = people.value
    let row = try #require(table.find(Row.self) { $0.name == "r1" })
    let made = Locked<Node<Screen>?>(nil)
    row.on(AnyNode.tap) { made.withLock { $0 = Node<Screen>("detail") { boxNoting(value.filter, log) } } }
    row.send(AnyNode.tap)
    people.filter = "B"
    let screens = ScreensNode()
    screens.style.flexGrow = 1
    h.root.addSubnode(screens)
    screens.push(try #require(made.withLock { $0 }))
    try h.settle()
    #expect(log.all.contains("made for B"))
  }
}

private func boxNoting(_ filter: String, _ log: Log) -> AnyNode {
  log.note("made for \(filter)")
  return BoxNode()
}
