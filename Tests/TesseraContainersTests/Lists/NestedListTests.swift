import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

/// Lists in the rows of a list: a shelf in each row of a table.
@Suite struct NestedListTests {
  /// A table of shelves of 40 units each, and what its items were told.
  private final class Shop {
    let log = Log()
    let table: TableNode
    let stage: HeadlessStage

    init(_ keys: [Int]) throws {
      let (log, made) = (self.log, Locked(0))
      let table = TableNode(ListSnapshot(items: keys)) { key in
        let shelf = CollectionNode(ListSnapshot(items: Array(0..<20)), layout: .shelf(length: .fixed(30))) { item in
          let node = row(item, log, width: 30, height: 40)
          // Another node of the same item is another node.
          node.name = made.withLock { number in
            number += 1
            return "\(key)/\(item)#\(number)"
          }
          return node
        }
        shelf.id = "shelf \(key)"
        shelf.style.height = .points(40)
        shelf.showsIndicators = false
        return shelf
      }
      table.rowHeight = 40
      table.showsIndicators = false
      table.ready = .full
      self.table = table
      stage = try HeadlessStage(width: 120, height: 200) { table }
    }

    var shelves: [CollectionNode] { table.subnodes.compactMap { $0.subnodes.first as? CollectionNode } }

    /// What has to hold at rest, whatever happened before.
    func check(_ spot: String) throws {
      var present: Set<String> = []
      let screen = Rect(0, 0, 120, 200)
      #expect(!shelves.isEmpty)
      for shelf in shelves {
        let place = try #require(stage.seen(shelf))
        let isSeen = place.maxY > 0 && place.minY < 200
        #expect((shelf.interfaceState == .visible) == isSeen, "\(spot): \(shelf.id) at \(place) is \(shelf.interfaceState)")
        for case let item as Node<Row> in shelf.subnodes {
          present.insert(item.name)
          let place = try #require(stage.seen(item))
          let isSeen = isSeen && place.maxX > 0 && place.minX < screen.maxX
          #expect((item.interfaceState == .visible) == isSeen, "\(spot): \(item.name) at \(place) is \(item.interfaceState)")
          #expect(item.interfaceState <= shelf.interfaceState, "\(spot): \(item.name) is nearer than its shelf")
        }
        // What is in view of a shelf in view is there.
        if isSeen { #expect(shelf.visibleElements.allSatisfy { shelf.node(for: $0) != nil }, "\(spot): \(shelf.id) has holes") }
      }
      // One step at a time, and whoever is gone went all the way.
      let order = ["idle", "measured", "preload", "display", "visible"]
      var states: [String: String] = [:]
      for entry in log.all {
        let words = entry.split(separator: " ").map(String.init)
        guard words.count == 2, words[1].contains(">") else { continue }
        let ends = words[1].split(separator: ">").map(String.init)
        let (from, to) = (order.firstIndex(of: ends[0]) ?? -9, order.firstIndex(of: ends[1]) ?? 9)
        #expect(abs(from - to) == 1 && states[words[0]] ?? "idle" == ends[0], "\(spot): \(entry) after \(states[words[0]] ?? "idle")")
        states[words[0]] = ends[1]
      }
      for (name, state) in states where !present.contains(name) { #expect(state == "idle", "\(spot): \(name) is gone and \(state)") }
    }
  }

  @Test func itemsOfShelvesKeepTheirStatesWhileTheTableScrolls() throws {
    let shop = try Shop(Array(0..<60))
    try shop.check("at first")
    // There, and back over rows that left: by less than a row, by some, and far away.
    for (number, by) in [13.0, 40, 97, 200, 700, 900, -30, -170, -800, -1000].enumerated() {
      for _ in 0..<4 {
        shop.table.contentOffset.y += by
        if number % 2 == 1 { for shelf in shop.shelves { shelf.contentOffset.x += 45 } }
        try shop.stage.settle()
        try shop.check("by \(by) to \(shop.table.contentOffset.y)")
      }
    }
    #expect(shop.table.listStatistics.dropped > 20)
  }

  @Test func aReturningShelfKeepsItsOffset() throws {
    let shop = try Shop(Array(0..<60))
    let first = try #require(shop.shelves.first { $0.id == "shelf 1" })
    first.contentOffset.x = 210
    try shop.stage.settle()
    try shop.check("scrolled")
    shop.table.contentOffset.y = 2000
    try shop.stage.settle()
    #expect(!shop.shelves.contains { $0.id == "shelf 1" })
    try shop.check("away")
    shop.table.contentOffset.y = 0
    try shop.stage.settle()
    let again = try #require(shop.shelves.first { $0.id == "shelf 1" })
    #expect(again !== first && again.contentOffset.x == 210)
    try shop.check("back")
  }

  @Test func itemsOfShelvesKeepTheirStatesWhileRowsChange() throws {
    var keys = Array(0..<30)
    let shop = try Shop(keys)
    shop.table.contentOffset.y = 300
    try shop.stage.settle()
    let changes: [(String, (inout [Int]) -> Void)] = [
      ("inserted above", { $0.insert(100, at: 0) }),
      ("inserted in view", { $0.insert(contentsOf: [101, 102, 103], at: 9) }),
      ("removed in view", { $0.removeSubrange(8..<12) }),
      ("reversed", { $0.reverse() }),
      ("moved from far away into view", { $0.insert($0.removeLast(), at: 9) }),
      ("moved from view far away", { $0.append($0.remove(at: 9)) }),
      ("reversed again", { $0.reverse() }),
      ("removed but for four", { $0.removeSubrange(4...) }),
      ("all of it back", { $0 = Array(0..<30) }),
    ]
    for isAnimated in [false, true] {
      for (name, change) in changes {
        change(&keys)
        shop.table.apply(ListSnapshot(items: keys), animated: isAnimated)
        try shop.stage.settle()
        // What fades out goes with the end of it.
        try shop.stage.advance(by: 0.5, step: 0.1)
        #expect(shop.table.source.itemCounts == [keys.count])
        try shop.check("\(name)\(isAnimated ? ", animated" : "")")
      }
    }
  }
}
