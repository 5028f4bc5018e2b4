import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// What people do with the items of a collection.
@Suite struct CollectionInputTests {
  /// Items of 40 x 40, three beside one another, in a stage of 120 x 200.
  private func grid(
    _ count: Int = 60, _ selection: Table.Selection = .single, axis: Axis = .vertical, direction: LayoutDirection = .ltr
  ) throws -> (HeadlessStage, CollectionNode, Log) {
    let layout = SectionedLayout(axis, section: ListSection(.grid(GridArrangement(columns: .fixed(3), length: .fixed(40)))))
    let collection = CollectionNode(ListSnapshot(items: Array(0..<count)), layout: layout) { row($0, nil) }
    collection.showsIndicators = false
    collection.selection = selection
    let log = Log()
    for signal in [ItemCollection.highlight, ItemCollection.select, ItemCollection.deselect] {
      collection.on(signal) { index in log.note("\(signal.name) \(index.item)") }
    }
    collection.onUnhighlight { index in log.note("unhighlight \(index?.item ?? -1)") }
    let h = try HeadlessStage(width: axis == .vertical ? 120 : 200, height: axis == .vertical ? 200 : 120, direction: direction) {
      collection
    }
    return (h, collection, log)
  }

  private func item(_ n: Int) -> ListIndex { ListIndex(0, n) }

  @Test func aTapSelectsAndTheSelectionFollowsTheItem() throws {
    let (h, collection, log) = try grid()
    try h.tap(at: Point(60, 60))
    #expect(collection.selectedItems == [item(4)] && log.all == ["highlight 4", "unhighlight 4", "select 4"])
    #expect(collection.node(for: .item(item(4)))?.border != nil)
    log.clear()
    try h.tap(at: Point(100, 20))
    #expect(log.all == ["highlight 2", "unhighlight 2", "deselect 4", "select 2"])
    collection.apply(ListSnapshot(items: [100] + Array(0..<60)), animated: false)
    try h.settle()
    #expect(collection.selectedItems == [item(3)] && collection.node(for: .item(item(3)))?.id == "r2")
    // An item that comes back is dressed.
    collection.contentOffset.y = 5000
    try h.settle()
    #expect(collection.node(for: .item(item(3))) == nil)
    collection.contentOffset.y = 0
    try h.settle()
    #expect(collection.node(for: .item(item(3)))?.border != nil && collection.node(for: .item(item(4)))?.border == nil)
  }

  @Test func severalCanBeSelectedAndTheProgramDecides() throws {
    let (h, collection, log) = try grid(60, .multiple)
    collection.handlers.shouldSelect = { $0.item != 1 }
    for x in [20.0, 60, 100, 100] { try h.tap(at: Point(x, 20)) }
    #expect(collection.selectedItems == [item(0)])
    #expect(log.all.filter { $0.contains("select") } == ["select 0", "select 2", "deselect 2"])
    collection.select(item(5))
    collection.deselect(item(0))
    #expect(collection.selectedItems == [item(5)])
    let looks = Log()
    collection.handlers.updateAppearance = { node, state in looks.note("\(node.id) \(state.isPressed) \(state.isSelected)") }
    looks.clear()
    try h.tap(at: Point(20, 60))
    #expect(looks.all.contains("r3 true false") && looks.all.last == "r3 false true")
    // Nothing can be selected: an item is only tapped.
    let (other, plain, told) = try grid(60, .none)
    let tapped = Log()
    try other.tap(at: Point(60, 60))
    plain.handlers.activate = { tapped.note("\($0.item)") }
    try other.tap(at: Point(60, 60))
    #expect(tapped.all == ["4"] && told.all == ["highlight 4", "unhighlight 4"] && plain.selectedItems.isEmpty)
  }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func arrowKeysMoveToTheVisuallyNextItem(direction: LayoutDirection) throws {
    let (h, collection, _) = try grid(60, .single, direction: direction)
    try h.tap(at: Point(60, 60))
    let steps: [(KeyPress.Key, Int)] = [(.right, 5), (.down, 8), (.left, 7), (.left, 6), (.up, 3), (.up, 0)]
    for (key, number) in steps {
      try h.key(key)
      // From right to left the first of a line is the one at the right.
      let seen = direction == .ltr ? number : number / 3 * 3 + (2 - number % 3)
      #expect(collection.selectedItems == [item(seen)], "\(key)")
    }
    try h.key(.end)
    try h.advance(by: 1)
    #expect(collection.cursorItem == item(59) && collection.node(for: .item(item(59)))?.interfaceState == .visible)
    for _ in 0..<19 { try h.key(.up) }
    try h.advance(by: 1)
    #expect(collection.cursorItem.map { $0.item < 3 } == true && collection.contentOffset.y == 0)
  }

  @Test(arguments: [Axis.vertical, .horizontal], [LayoutDirection.ltr, .rtl])
  func anItemIsCarriedToAnotherPlace(axis: Axis, direction: LayoutDirection) throws {
    let (h, collection, _) = try grid(60, .none, axis: axis, direction: direction)
    let order = Locked(Array(0..<60))
    collection.handlers.move = { [weak collection] from, to in
      let new = order.withLock { order in
        order.insert(order.remove(at: from.item), at: to.item)
        return order
      }
      collection?.apply(ListSnapshot(items: new))
    }
    func middle(_ n: Int) throws -> Point {
      let frame = try #require(collection.node(for: .item(item(n))).flatMap(h.seen))
      return Point(frame.midX, frame.midY)
    }
    let (from, to) = (try middle(1), try middle(8))
    let others = try (0..<10).map(middle)
    try h.touch(.began, at: from)
    try h.advance(by: 0.6)
    try h.touch(.moved, at: Point((from.x + to.x) / 2, (from.y + to.y) / 2))
    try h.advance(by: 0.1)
    try h.touch(.moved, at: to)
    try h.advance(by: 0.3)
    // It is under the finger, and what it passed has made room.
    let node = try #require(h.root.find("r1"))
    #expect(h.seen(node)?.midX == to.x && h.seen(node)?.midY == to.y)
    for n in 2...8 {
      let seen = try #require(h.root.find("r\(n)").flatMap(h.seen))
      #expect(Point(seen.midX, seen.midY) == others[n - 1], "r\(n)")
    }
    try h.touch(.ended, at: to)
    try h.advance(by: 0.6)
    #expect(order.withLock { Array($0.prefix(10)) } == [0, 2, 3, 4, 5, 6, 7, 8, 1, 9])
    #expect(h.root.find("r1") === node && node.shadow == nil)
    for (n, key) in [0, 2, 3, 4, 5, 6, 7, 8, 1, 9].enumerated() {
      let seen = try #require(h.root.find("r\(key)").flatMap(h.seen))
      #expect(Point(seen.midX, seen.midY) == others[n], "r\(key)")
    }
  }

  @Test func anItemHeldAtTheEdgeScrollsAndEscapePutsItBack() throws {
    let (h, collection, _) = try grid(300, .none)
    let moves = Log()
    collection.handlers.move = { moves.note("\($0.item) \($1.item)") }
    try h.touch(.began, at: Point(20, 20))
    try h.advance(by: 0.6)
    try h.touch(.moved, at: Point(20, 195))
    try h.advance(by: 1)
    #expect(collection.contentOffset.y > 300 && h.root.find("r0").flatMap { h.seen($0)?.midY } == 195)
    collection.becomeFocused()
    try h.key(.escape)
    try h.advance(by: 0.5)
    try h.touch(.ended, at: Point(20, 195))
    try h.advance(by: 0.5)
    #expect(moves.all.isEmpty && collection.contentFrame(of: .item(item(0))) == Rect(0, 0, 40, 40))
  }
}
