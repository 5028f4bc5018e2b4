import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// Snapshots, batches by place, scrolls and sizes from several threads at once, on a stage with workers of its own; what has to hold is looked at
/// whenever everything is at rest. Meant for the thread sanitizer too.
@Suite(.serialized) struct ThreadedThrashTests {
  /// Every step that rows were told must follow the one before: from idle, one at a time.
  private static func checkSteps(_ log: Log, _ comment: Comment) {
    let order = ["idle", "measured", "preload", "display", "visible"]
    var states: [Substring: Int] = [:]
    for entry in log.all {
      let parts = entry.split(separator: " ")
      guard parts.count == 2, let arrow = parts[1].firstIndex(of: ">") else { continue }
      let (from, to) = (
        order.firstIndex(of: String(parts[1][..<arrow])), order.firstIndex(of: String(parts[1][parts[1].index(after: arrow)...]))
      )
      guard let from, let to else {
        Issue.record("\(entry) is no step: \(comment)")
        continue
      }
      let known = states[parts[0]] ?? 0
      if known != from || abs(to - from) != 1 {
        Issue.record("\(entry), but it was \(order[known]): \(comment)")
        return
      }
      states[parts[0]] = to
    }
  }

  private static func check(_ table: TableNode, _ h: HeadlessStage, _ log: Log, _ comment: Comment) {
    checkSteps(log, comment)
    let counts = table.source.itemCounts
    let visible = table.visibleElements
    for element in visible {
      guard let index = element.index else { continue }
      #expect(counts.indices.contains(index.section) && index.item < counts[index.section], "\(element) is not in the data: \(comment)")
      #expect(table.node(for: element) != nil, "\(element) has no node: \(comment)")
    }
    #expect(visible == visible.filter { table.contentFrame(of: $0) != nil }, comment)
    if counts.reduce(0, +) > 0, !(table.contentBounds?.isEmpty ?? true) {
      #expect(!visible.isEmpty, "the list has rows and shows none: \(comment)")
    }
    // No more rows have nodes than are wanted around the window, whatever happened before.
    #expect(table.subnodes.count < 80, "\(table.subnodes.count) rows have nodes: \(comment)")
    let tags = table.subnodes.compactMap { $0.subnodes.first?.id }
    #expect(Set(tags).count == tags.count, "a row is there twice: \(comment)")
  }

  @Test(arguments: 0..<3) func snapshotsFromThreadsAreShownInTheEnd(seed: Int) async throws {
    let log = Log()
    let made = Locked(0)
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in
      let node = row(key, log, height: Double(20 + key * 37 % 60))
      node.name += made.withLock { number in
        number += 1
        return "#\(number)"
      }
      return node
    })
    let table = TableNode(ListSnapshot<Int, Int>([(0, Array(0..<50)), (1, [])]), cells: cells)
    table.showsIndicators = false
    table.estimatedRowHeight = 40
    let h = try HeadlessStage(width: 120, height: 300, threads: 2) { table }
    // The clock runs ahead of the threads: seconds of it say nothing of their draws.
    h.stage.drawLimit = .infinity
    for round in 0..<6 {
      let done = Locked(0)
      for thread in 0..<3 {
        Task.detached {
          var random = SeededGenerator(seed: UInt64(seed * 1000 + round * 10 + thread))
          for _ in 0..<12 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
              let keys = Array(0..<Int.random(in: 0...120, using: &random)).shuffled(using: &random)
              let cut = Int.random(in: 0...keys.count, using: &random)
              table.apply(
                ListSnapshot<Int, Int>([(0, Array(keys[..<cut])), (1, Array(keys[cut...]))]), cells: cells,
                animated: Bool.random(using: &random))
            case 2: table.scroll(to: Point(0, Double.random(in: -100...9000, using: &random)), animated: Bool.random(using: &random))
            default: table.style.width = .points(Double.random(in: 60...120, using: &random))
            }
          }
          done.withLock { $0 += 1 }
        }
      }
      for frame in 0..<100_000 where done.withLock({ $0 }) < 3 || frame < 5 {
        h.clock.advance(by: 0.01)
        try h.stage.frame()
        if frame % 64 == 0 { await Task.yield() }
      }
      let keys = Array(0..<60).shuffled()
      table.apply(ListSnapshot<Int, Int>([(0, keys), (1, [])]), cells: cells, animated: false)
      try h.settle()
      try h.advance(by: 3, step: 0.1)
      #expect(table.source.itemCounts == [60, 0])
      Self.check(table, h, log, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: 0..<3) func batchesFromThreadsAreShownInTheEnd(seed: Int) async throws {
    let log = Log()
    let made = Locked(0)
    final class Source: ListDataSource {
      let model = Locked<[Int]>(Array(0..<50))
      let make: @Sendable (Int) -> AnyNode
      init(_ make: @escaping @Sendable (Int) -> AnyNode) { self.make = make }
      func itemCount(inSection section: Int) -> Int { model.withLock { $0.count } }
      func nodeFactory(for element: ListElement) -> ListNodeFactory? {
        guard let at = element.index?.item, let key = model.withLock({ $0.indices.contains(at) ? $0[at] : nil }) else { return nil }
        return { [make] in make(key) }
      }
    }
    let data = Source { key in
      let node = row(key, log, height: Double(20 + key * 37 % 60))
      node.name += made.withLock { number in
        number += 1
        return "#\(number)"
      }
      return node
    }
    let controller = ListDataController(data)
    let table = TableNode(controller)
    table.showsIndicators = false
    let h = try HeadlessStage(width: 120, height: 300, threads: 2) { table }
    // The clock runs ahead of the threads: seconds of it say nothing of their draws.
    h.stage.drawLimit = .infinity
    let done = Locked(0)
    for thread in 0..<4 {
      Task.detached {
        var random = SeededGenerator(seed: UInt64(seed * 100 + thread))
        for step in 0..<40 {
          controller.performBatchUpdates {
            let (count, edit, at) = data.model.withLock { model -> (Int, Int, Int) in
              let at = Int.random(in: 0...max(0, model.count - 1), using: &random)
              if model.count > 10, Bool.random(using: &random) {
                model.remove(at: at)
                return (model.count, 0, at)
              }
              model.insert(1000 + thread * 1000 + step, at: at)
              return (model.count, 1, at)
            }
            _ = count
            if edit == 0 { controller.deleteItems(at: [ListIndex(0, at)]) } else { controller.insertItems(at: [ListIndex(0, at)]) }
          }
          if step % 7 == 0 { table.scroll(to: Point(0, Double.random(in: 0...2000, using: &random)), animated: false) }
        }
        done.withLock { $0 += 1 }
      }
    }
    for frame in 0..<200_000 where done.withLock({ $0 }) < 4 || frame < 5 {
      h.clock.advance(by: 0.01)
      try h.stage.frame()
      if frame % 64 == 0 { await Task.yield() }
    }
    try h.settle()
    try h.advance(by: 3, step: 0.1)
    let keys = data.model.withLock { $0 }
    #expect(table.source.itemCounts == [keys.count])
    Self.check(table, h, log, "seed \(seed)")
    // Each row in view shows what the model has there.
    for element in table.visibleElements {
      guard let at = element.index?.item, let node = table.node(for: element) else { continue }
      #expect(node.id == "r\(keys[at])", "seed \(seed): \(element)")
    }
    #expect(h.errors.isEmpty)
  }

  @Test func rowsThatThrowOrHaveInvalidSizesAreOmittedAndReported() throws {
    struct Failure: Error {}
    let table = TableNode(
      ListSnapshot<Int, Int>(items: Array(0..<30)),
      cells: .init(item: { key, _ in
        if key == 3 { throw Failure() }
        let node = row(key)
        if key == 5 { node.style.height = .points(.nan) }
        if key == 7 { node.style.height = .points(1e9) }
        return node
      }))
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { table }
    try h.stage.settle()
    #expect(h.errors.contains { "\($0)".contains("item 3") })
    for step in 0..<30 {
      table.scroll(to: Point(0, Double(step) * 50), animated: false)
      try h.stage.settle()
      #expect(table.contentOffset.isFinite)
    }
    #expect(table.contentBounds?.isFinite == true)
  }

  @Test func aSnapshotWithADuplicateKeyIsReportedAndTheOldOneStays() throws {
    let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<30))) { row($0) }
    let h = try HeadlessStage(width: 100, height: 200) { table }
    let before = table.visibleElements
    let cells = try #require((table.source as? SnapshotSource<Int, Int>)?.cells)
    table.apply(ListSnapshot<Int, Int>(items: [1, 2, 3, 2]), cells: cells)
    try h.stage.settle()
    #expect(h.errors.contains { "\($0)".contains("two items have the key `2`") })
    #expect(table.visibleElements == before)
    table.apply(ListSnapshot<Int, Int>(items: [1, 2]), cells: cells, animated: false)
    try h.stage.settle()
    #expect(table.source.itemCounts == [2])
  }

  @Test func scrollingContinuesWhileWorkersAreSaturated() throws {
    // Workers that nobody runs: nothing is made or drawn, and the loop turns all the same.
    let log = Log()
    let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<500))) { row($0, log) }
    table.rowHeight = 50
    let h = try HeadlessStage(width: 100, height: 200) { table }
    for step in 0..<200 {
      table.contentOffset = Point(0, Double(step) * 40)
      try h.stage.frame()
    }
    #expect(table.contentOffset.y == 7960)
    try h.settle()
    #expect(table.visibleElements.compactMap(\.index?.item) == [159, 160, 161, 162, 163])
    Self.checkSteps(log, "after 200 frames without workers")
  }
}
