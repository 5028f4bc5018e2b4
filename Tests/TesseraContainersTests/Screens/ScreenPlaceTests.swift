import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

/// Cards on top of each other; the first is visible.
private struct Deck: VisibilityContainerType {
  static let typeName = "test-deck"
  var top = 0

  static func visibilityDepth(of subnode: AnyNode, in node: Node<Deck>) -> Int {
    node.subnodes.firstIndex(of: subnode).map { abs($0 - node.top) } ?? 0
  }
}

/// Screens and depths outside of stacks and tabs.
@Suite struct ScreenPlaceTests {
  private let steps: [(Signal<Void>, String)] = [
    (Screen.willAppear, "+"), (Screen.didAppear, "appeared"), (Screen.willDisappear, "-"), (Screen.didDisappear, "disappeared"),
  ]

  @Test func pagesOfAPagerReceiveAppearance() throws {
    let log = Log()
    let pager = PagerNode(ListSnapshot(items: Array(0..<4))) { [steps] number in
      let screen = ScreenNode("\(number)") {
        log.note("\(number) made")
        return row(number)
      }
      for (signal, step) in steps { screen.on(signal) { log.note("\(number) \(step)") } }
      return screen
    }
    let h = try HeadlessStage(width: 100, height: 60) { pager }
    #expect(log.all.filter { !$0.hasSuffix("made") } == ["0 +", "0 appeared"] && log.all.contains("0 made"))
    log.clear()
    pager.scroll(toPage: 2, animated: false)
    try h.settle()
    #expect(Set(log.all.filter { !$0.hasSuffix("made") }) == ["0 -", "0 disappeared", "2 +", "2 appeared"])
    #expect((pager.node(forPage: 2) as? ScreenNode)?.appearance == .visible)
    log.clear()
    h.stage.root = BoxNode()
    try h.settle()
    #expect(log.all == ["2 -", "2 disappeared"])
  }

  @Test(arguments: [false, true]) func rowsAndItemsThatAreScreensReceiveAppearance(isCollection: Bool) throws {
    let log = Log()
    let make: @Sendable (Int) -> AnyNode = { [steps] number in
      let screen = ScreenNode("\(number)") { row(number) }
      screen.style.height = .points(30)
      for (signal, step) in steps { screen.on(signal) { log.note("\(number) \(step)") } }
      return screen
    }
    let data = ListSnapshot(items: Array(0..<20))
    let layout = SectionedLayout(.vertical, section: ListSection(.grid(GridArrangement(columns: .fixed(1), length: .fixed(30)))))
    let table = TableNode(data) { make($0) }
    let collection = CollectionNode(data, layout: layout) { make($0) }
    table.rowHeight = 30
    table.separator = nil
    let h = try HeadlessStage(width: 100, height: 60) { isCollection ? collection : table }
    func note(_ screens: Range<Int>, _ steps: [String]) -> Set<String> {
      Set(screens.flatMap { number in steps.map { "\(number) \($0)" } })
    }
    #expect(Set(log.all) == note(0..<2, ["+", "appeared"]) && log.all.count == 4)
    log.clear()
    if isCollection { collection.scroll(to: Point(0, 300), animated: false) } else { table.scroll(to: Point(0, 300), animated: false) }
    try h.settle()
    #expect(Set(log.all) == note(0..<2, ["-", "disappeared"]).union(note(10..<12, ["+", "appeared"])) && log.all.count == 8)
    log.clear()
    h.stage.root = BoxNode()
    try h.settle()
    #expect(Set(log.all) == note(10..<12, ["-", "disappeared"]) && log.all.count == 4)
  }

  @Test func aCustomContainerSetsTheDepthOfItsSubnodes() throws {
    let log = Log()
    let deck = Node(Deck())
    let lists = (0..<3).map { number in
      let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<100))) { row($0) }
      (table.rowHeight, table.ready) = (20, .full)
      table.on(AnyNode.visibilityDepthChange) { log.note("\(number): \($0)") }
      deck.addSubnode(table)
      table.style.position = .absolute
      table.style.inset = LayoutEdges.zero
      return table
    }
    let h = try HeadlessStage(width: 100, height: 60) { deck }
    #expect(lists.map(\.visibilityDepth) == [0, 1, 2])
    let rows = lists.map(\.subnodes.count)
    #expect(rows[0] > rows[1] && rows[1] >= rows[2])
    deck.top = 2
    deck.visibilityDepthDidChange()
    try h.settle()
    #expect(Set(log.all) == ["0: 2", "1: 1", "2: 0"] && log.all.count == 3)
    #expect(lists[2].subnodes.count > lists[0].subnodes.count)
  }
}
