import Foundation
import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// Random data, scrolls and sizes against a plain model, and what has to hold after each step.
@Suite struct ListThrashTests {
  private static func height(_ key: Int, _ taller: Set<Int>) -> Double { Double(20 + key * 37 % 70) + (taller.contains(key) ? 33 : 0) }

  /// `TESSERA_THRASH` is one seed to play again, or how many to try: `7`, `1-1000`.
  static let seeds: ClosedRange<Int> = {
    let ends = ProcessInfo.processInfo.environment["TESSERA_THRASH"]?.split(separator: "-").compactMap { Int($0) } ?? []
    guard let first = ends.first, let last = ends.last, first <= last else { return 0...11 }
    return first...last
  }()

  @Test(arguments: seeds) func rowsFollowTheDataAndChangeStateInSingleSteps(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let log = Log()
    let taller = Locked<Set<Int>>([])
    let made = Locked(0)
    var sections: [(section: Int, items: [Int])] = [(0, Array(0..<60)), (1, Array(60..<100)), (2, [])]
    var next = 100
    let cells = ListSnapshot<Int, Int>.Cells(
      item: { key, _ in
        let node = row(key, log, height: Self.height(key, taller.withLock { $0 }))
        // Another node of the same row is another node.
        node.name += made.withLock { number in
          number += 1
          return "#\(number)"
        }
        return node
      },
      header: { section, _ in row(1000 + section, height: 24) },
      footer: seed % 3 == 0 ? { @Sendable section, _ in row(2000 + section, height: 10) } : nil)
    let table = TableNode(ListSnapshot(sections), cells: cells)
    table.showsIndicators = false
    table.estimatedRowHeight = 40
    table.anchoring = ListAnchoring.allCases[seed % 4]
    table.hasStickyHeaders = seed % 2 == 0
    table.ready = .full
    let h = try HeadlessStage(width: 120, height: 300) { table }
    var done: [String] = []
    for step in 0..<40 {
      // What is seen, and where.
      let before = seen(h, table)
      let kept = Dictionary(uniqueKeysWithValues: before.map { ($0.name, $0.node) })
      var isAnchored = false
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        // New content, some of it above what is seen.
        var new = sections
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let s = Int.random(in: 0..<new.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0 where !new[s].items.isEmpty: new[s].items.remove(at: Int.random(in: 0..<new[s].items.count, using: &random))
          case 1:
            new[s].items.insert(next, at: Int.random(in: 0...new[s].items.count, using: &random))
            next += 1
          case 2 where !new[s].items.isEmpty:
            let moved = new[s].items.remove(at: Int.random(in: 0..<new[s].items.count, using: &random))
            let t = Int.random(in: 0..<new.count, using: &random)
            new[t].items.insert(moved, at: Int.random(in: 0...new[t].items.count, using: &random))
          default: new.swapAt(s, Int.random(in: 0..<new.count, using: &random))
          }
        }
        sections = new
        let isAnimated = Bool.random(using: &random)
        done.append("apply of \(new.map { "\($0.section): \($0.items.count)" }) \(isAnimated ? "animated" : "at once")")
        table.apply(ListSnapshot(new), animated: isAnimated)
        isAnchored = table.anchoring == .always
      case 4..<8:
        let y = Double.random(in: -50...6000, using: &random)
        done.append("scroll to \(y)")
        table.scroll(to: Point(0, y), animated: false)
      case 8:
        let by = Double.random(in: -400...400, using: &random)
        done.append("scroll by \(by)")
        table.contentOffset.y += by
      default:
        // A row that is there changes its own size.
        let key = Int.random(in: 0..<next, using: &random)
        done.append("row \(key) grows")
        taller.withLock { _ = $0.insert(key) }
        if let node = table.subnodes.lazy.compactMap({ $0.subnodes.first }).first(where: { $0.id == "r\(key)" }) {
          node.style.height = .points(Self.height(key, taller.withLock { $0 }))
          isAnchored = true
        }
      }
      try h.settle()
      // Some of the way is seen, then the end of it.
      try h.advance(by: Double.random(in: 0...0.2, using: &random), step: 0.05)
      try h.advance(by: 0.4, step: 0.4)
      // Said with whatever is wrong, so that it can be seen again.
      let spot = "seed \(seed), step \(step) after \(done.suffix(6)); again: TESSERA_THRASH=\(seed) swift test --filter ListThrashTests"
      let after = seen(h, table)
      // What stays is the same node, and one that was in view is in the same place.
      for row in after { if let old = kept[row.name] { #expect(old === row.node, "\(spot): \(row.name) is another node") } }
      let range = table.contentBounds.map { max(0, $0.height - 300) } ?? 0
      if isAnchored, table.contentOffset.y > 0, table.contentOffset.y < range {
        let places = Dictionary(uniqueKeysWithValues: before.map { ($0.name, $0.frame.minY) })
        let stayed = after.filter { places[$0.name] == $0.frame.minY }
        #expect(!stayed.isEmpty || before.allSatisfy { old in !after.contains { $0.name == old.name } }, "\(spot): all moved")
      }
      // The rows in view are those of the data, one below the other, without gaps.
      let model = model(sections, footers: seed % 3 == 0)
      let names = after.filter { !$0.isSticky }.map(\.name)
      if let first = names.first, let start = model.firstIndex(of: first) {
        #expect(Array(model[start..<min(model.count, start + names.count)]) == names, "\(spot): \(names)")
      }
      var y: Double?
      for row in after where !row.isSticky {
        if let y { #expect(abs(row.frame.minY - y) < 0.01, "\(spot): \(row.name) is at \(row.frame.minY) and not at \(y)") }
        y = row.frame.maxY
      }
      #expect(table.visibleElements.allSatisfy { table.node(for: $0) != nil }, "\(spot): rows without nodes")
      #expect(table.subnodes.count < 120)
      if table.hasStickyHeaders, table.contentOffset.y > 24, !after.isEmpty, table.contentOffset.y < range {
        let headers = table.subnodes.filter { $0.subnodes.first?.id.hasPrefix("r100") ?? false }
        #expect(headers.contains { h.stage.convert(.zero, from: $0)?.y ?? 99 <= 0.01 }, "\(spot): no header at the top")
      }
    }
    checkSteps(log)
  }

  private struct Seen {
    let name: String
    let node: AnyNode
    let frame: Rect
    let isSticky: Bool
  }

  /// The rows in view from top to bottom, as nodes are shown.
  private func seen(_ h: HeadlessStage, _ table: TableNode) -> [Seen] {
    table.subnodes.compactMap { host -> Seen? in
      guard let node = host.subnodes.first, let at = h.stage.convert(.zero, from: host) else { return nil }
      let laidOut = host.frame.minY - Table.scrollOffset(of: table).y
      let frame = Rect(0, laidOut, host.frame.width, host.frame.height)
      guard frame.maxY > 0, frame.minY < 300 else { return nil }
      return Seen(name: node.id, node: node, frame: frame, isSticky: abs(at.y - laidOut) > 0.6)
    }.sorted { $0.frame.minY < $1.frame.minY }
  }

  private func model(_ sections: [(section: Int, items: [Int])], footers: Bool) -> [String] {
    sections.flatMap { ["r\(1000 + $0.section)"] + $0.items.map { "r\($0)" } + (footers ? ["r\(2000 + $0.section)"] : []) }
  }

  /// Every node went through its states one by one.
  private func checkSteps(_ log: Log) {
    var states: [String: String] = [:]
    let order = ["idle", "measured", "preload", "display", "visible"]
    for entry in log.all {
      let words = entry.split(separator: " ")
      guard words.count == 2, words[1].contains(">") else { continue }
      let ends = words[1].split(separator: ">").map(String.init)
      let name = String(words[0])
      let (from, to) = (order.firstIndex(of: ends[0]) ?? -9, order.firstIndex(of: ends[1]) ?? 9)
      #expect(abs(from - to) == 1, "\(entry)")
      // A node that was made again for the same key begins anew.
      let before = states[name] ?? "idle"
      #expect(before == ends[0], "\(entry) after \(before)")
      states[name] = ends[1]
    }
  }
}
