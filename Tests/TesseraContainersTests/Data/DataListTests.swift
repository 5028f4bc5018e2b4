import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Lists that are given values of a program.
@Suite struct DataListTests {
  private struct Room: Sendable, Hashable, Identifiable {
    var id: Int
    var name = ""
    var degrees = 20
  }

  private static func rooms(_ count: Int) -> [Room] { (0..<count).map { Room(id: $0, name: "Room \($0)") } }

  private func stage(_ table: AnyNode, height: Double = 200) throws -> HeadlessStage {
    try HeadlessStage(width: 120, height: height) { table }
  }

  /// The words of a row.
  private func words(_ table: TableNode, _ row: Int, _ section: Int = 0) -> [String] {
    table.node(for: .item(ListIndex(section, row)))?.findAll(Text.self).map(\.string) ?? []
  }

  @Test func rowsShowValuesAndOnlyThoseNearTheScreenAreMade() throws {
    let made = Locked(0)
    let table = TableNode(Self.rooms(100_000), id: \.id) { room in
      let _ = made.withLock { $0 += 1 }
      Text(room.name).height(20)
    }
    let h = try stage(table)
    #expect(words(table, 0) == ["Room 0"] && words(table, 9) == ["Room 9"])
    #expect(table.source.itemCounts == [100_000] && made.withLock { $0 } < 60)
    withExtendedLifetime(h) {}
  }

  @Test func onlyRowsWithChangedValuesChange() throws {
    let made = Locked<[Int]>([])
    let table = TableNode(Self.rooms(5), id: \.id) { room in
      let _ = made.withLock { $0.append(room.id) }
      Tessera.Row {
        Text(room.name)
        Text("\(room.degrees)")
      }
      .height(20)
    }
    let h = try stage(table)
    let third = try #require(table.node(for: .item(ListIndex(0, 2))))
    let label = try #require(third.find(Text.self) { $0.string == "Room 2" })
    made.withLock { $0 = [] }
    var rooms = Self.rooms(5)
    rooms[2].degrees = 25
    rooms.remove(at: 0)
    rooms.swapAt(2, 3)
    table.show(rooms, animated: false)
    try h.settle()
    // The same node, of which one text is another; the others only went elsewhere.
    #expect(table.node(for: .item(ListIndex(0, 1))) === third && third.find(Text.self) === label)
    #expect(words(table, 1) == ["Room 2", "25"] && words(table, 2) == ["Room 4", "20"])
    // A row that went past others may be asked once more.
    #expect([[2], [2, 4]].contains(made.withLock { $0 }))
    let count = made.withLock { $0.count }
    // The same values again change nothing.
    table.show(rooms)
    try h.settle()
    #expect(made.withLock { $0.count } == count)
  }

  @Test func aTableIsAnElementAndItsRowsKeepTheirNodes() throws {
    struct Screen: NodeType {
      static let typeName = "rooms-screen"
      static let traits: NodeTraits = .drawsNothing
      var rooms: [Room] = []
      var unit = "C"
      func layout(in context: LayoutContext) -> (any LayoutElement)? {
        Column {
          Text("Rooms")
          Table(rooms) { room in Text("\(room.name) \(room.degrees) \(unit)").height(20) }.expand()
        }
      }
    }
    let screen = Node(Screen(rooms: Self.rooms(4)))
    let h = try stage(screen)
    let table = try #require(screen.find(Table.self))
    let first = try #require(table.node(for: .item(ListIndex(0, 0))))
    #expect(words(table, 0) == ["Room 0 20 C"])
    // What a closure captured is another, too.
    screen.unit = "F"
    try h.settle()
    #expect(screen.find(Table.self) === table && table.node(for: .item(ListIndex(0, 0))) === first && words(table, 0) == ["Room 0 20 F"])
    screen.rooms.removeFirst()
    try h.settle()
    #expect(table.source.itemCounts == [3] && words(table, 0) == ["Room 1 20 F"])
  }

  @Test func rowsCanReadTheirSelectionAndPress() throws {
    let asked = Locked(0)
    let table = TableNode(Self.rooms(4), id: \.id) { room, state in
      let _ = asked.withLock { $0 += 1 }
      Text(state.isSelected ? "chosen \(room.id)" : state.isPressed ? "pressed \(room.id)" : room.name).height(30)
    }
    let h = try stage(table)
    asked.withLock { $0 = 0 }
    try h.touch(.began, at: Point(20, 45))
    try h.advance(by: 0.2)
    #expect(words(table, 1) == ["pressed 1"])
    try h.touch(.ended, at: Point(20, 45))
    try h.settle()
    #expect(words(table, 1) == ["chosen 1"] && words(table, 0) == ["Room 0"])
    try h.tap(at: Point(20, 75))
    #expect(words(table, 1) != ["chosen 1"] && words(table, 2) == ["chosen 2"])
    // Only rows whose state is another were asked.
    #expect(asked.withLock { $0 } <= 10)
  }

  @Test func theSelectionIsTheProgramsByIdAndFollowsTheData() throws {
    let chosen = Locked<Int?>(2)
    let selection = ListSelection<Int>.single(get: { chosen.withLock { $0 } }, set: { id in chosen.withLock { $0 = id } })
    let table = TableNode(Self.rooms(5), id: \.id, selection: selection) { room in Text(room.name).height(30) }
    let told = Locked<[[ListIndex]]>([])
    table.on(Table.selectionChange) { rows in told.withLock { $0.append(rows) } }
    let h = try stage(table)
    #expect(table.selectedRows == [ListIndex(0, 2)] && told.withLock { $0 }.isEmpty)
    try h.tap(at: Point(20, 15))
    #expect(chosen.withLock { $0 } == 0 && told.withLock { $0 } == [[ListIndex(0, 0)]])
    chosen.withLock { $0 = 4 }
    table.setNeedsLayout()
    try h.settle()
    #expect(table.selectedRows == [ListIndex(0, 4)] && told.withLock { $0 }.count == 1)
    table.show(Array(Self.rooms(5).dropFirst(3)), animated: false)
    try h.settle()
    #expect(table.selectedRows == [ListIndex(0, 1)])
  }

  @Test func severalCanBeSelected() throws {
    let chosen = Locked<Set<Int>>([])
    let selection = ListSelection<Int>.multiple(get: { chosen.withLock { $0 } }, set: { ids in chosen.withLock { $0 = ids } })
    let table = TableNode(Self.rooms(5), id: \.id, selection: selection) { room in Text(room.name).height(30) }
    let h = try stage(table)
    for y in [15.0, 75, 105, 75] { try h.tap(at: Point(20, y)) }
    #expect(chosen.withLock { $0 } == [0, 3])
    withExtendedLifetime(h) {}
  }

  @Test func sectionsHaveHeadersAndFooters() throws {
    struct Floor: Sendable, Equatable {
      var name: String
      var rooms: [Room]
    }
    var floors = [Floor(name: "Ground", rooms: [Room(id: 1, name: "Hall")]), Floor(name: "First", rooms: [Room(id: 2, name: "Bath")])]
    let table = TableNode(
      Table(sections: floors, id: \.name, items: \.rooms, itemID: \.id) { room, _ in
        Text(room.name).height(20)
      } header: { floor in
        Text("\(floor.name): \(floor.rooms.count)").height(20)
      } footer: { _ in
        Box().height(5)
      })
    let h = try stage(table)
    func header(_ section: Int) -> String? { table.node(for: .header(section))?.find(Text.self)?.string }
    #expect(header(0) == "Ground: 1" && header(1) == "First: 1" && words(table, 0, 1) == ["Bath"])
    #expect(table.node(for: .footer(1))?.frame.height == 5)
    floors[1].rooms.append(Room(id: 3, name: "Attic"))
    table.show(sections: floors, of: Room.self, animated: false)
    try h.settle()
    #expect(header(0) == "Ground: 1" && header(1) == "First: 2" && words(table, 1, 1) == ["Attic"])
  }

  @Test func aRowThatThrowsIsReportedAndUnchanged() throws {
    struct Broken: Error {}
    let fails = Locked(false)
    let check: @Sendable (Room) throws -> Void = { room in if room.id == 1, fails.withLock({ $0 }) { throw Broken() } }
    let table = TableNode(Self.rooms(3), id: \.id) { room in
      try check(room)
      Text("\(room.name) \(room.degrees)").height(20)
    }
    let h = try stage(table)
    fails.withLock { $0 = true }
    var rooms = Self.rooms(3)
    for i in rooms.indices { rooms[i].degrees = 30 }
    table.show(rooms, animated: false)
    #expect(throws: (any Error).self) { try h.settle() }
    #expect(words(table, 1) == ["Room 1 20"] && words(table, 2) == ["Room 2 30"])
    #expect(h.errors.contains { "\($0)".contains("section 0, item 1") && "\($0)".contains("Broken()") })
  }

  @Test func valuesOfAnotherTypeAreReported() throws {
    let table = TableNode(Self.rooms(3), id: \.id) { room in Text(room.name) }
    let h = try stage(table)
    table.show(["a"])
    #expect(throws: (any Error).self) { try h.settle() }
    #expect(table.source.itemCounts == [3])
  }

  @Test func collectionsAndPagersTakeValuesAsWell() throws {
    let grid = CollectionNode(Self.rooms(30), id: \.id, layout: .grid(GridArrangement(columns: .fixed(3)))) { room in Text(room.name) }
    let h = try stage(grid)
    #expect(grid.node(for: .item(ListIndex(0, 4)))?.find(Text.self)?.string == "Room 4")
    grid.show(Self.rooms(2), animated: false)
    try h.settle()
    #expect(grid.source.itemCounts == [2])
    let pager = PagerNode(Self.rooms(3), id: \.id) { room in Text(room.name) }
    _ = try stage(pager)
    #expect(pager.node(for: .item(ListIndex(0, 0)))?.find(Text.self)?.string == "Room 0")
  }

  @Test func aListWithoutSectionsHasAHeaderThatScrollsWithItsRows() throws {
    let table = TableNode(Self.rooms(3), id: \.id, header: Text("Rooms")) { room in Text(room.name) }
    let h = try stage(table)
    let header = try #require(table.node(for: .header(0)))
    #expect(header.find(Text.self)?.string == "Rooms")
    let row = try #require(table.node(for: .item(ListIndex(0, 0))))
    #expect(row.convert(Point.zero, to: header)?.y == header.frame.height)
    table.show(Self.rooms(5), animated: false)
    try h.settle()
    #expect(table.node(for: .header(0)) === header)
    #expect(TableNode(Self.rooms(3), id: \.id) { room in Text(room.name) }.source.hasHeader(0) == false)
  }

  @Test func aRowThatReturnsHasTheChangesOfTheUser() throws {
    let table = TableNode(Self.rooms(100), id: \.id) { room in
      ItemCollection(Array(0..<30), id: \.self) { number in Text("\(number)").size(40, 20) }
        .listLayout(SectionedLayout.shelf(length: .fixed(40))).height(40)
    }
    let h = try stage(table)
    let shelf = try #require(table.node(for: .item(ListIndex(0, 1)))?.find(ItemCollection.self))
    shelf.contentOffset = Point(200, 0)
    try h.settle()
    for row in [90, 0] {
      table.scroll(to: ListIndex(0, row), at: .start, animated: false)
      try h.settle()
    }
    let back = try #require(table.node(for: .item(ListIndex(0, 1)))?.find(ItemCollection.self))
    #expect(back !== shelf && back.contentOffset == Point(200, 0))
  }
}
