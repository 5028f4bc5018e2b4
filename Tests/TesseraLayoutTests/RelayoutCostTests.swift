import CTesseraCounting
import TesseraGeometry
import Testing

@testable import TesseraLayout

/// What laying out again costs, in counts: boxes looked at, leaves asked, allocations.
@Suite struct RelayoutCostTests {
  /// A column of `rows` rows; each has a text, which measures itself, and eight small boxes.
  private static func list(rows: Int) -> LayoutTree {
    LayoutTree { b in
      let root = LayoutStyle {
        $0.direction = .column
        $0.width = .stretch
      }
      b.container(style: root) { b in
        for _ in 0..<rows {
          b.container(style: LayoutStyle { $0.padding = 4 }) { b in
            b.leaf(style: LayoutStyle { $0.flexGrow = 1 }, measure: Sketch.measure(40))
            for k in 0..<8 { b.leaf(style: small(k)) }
          }
        }
      }
    }
  }

  /// One more row of a list.
  private static var row: LayoutTree {
    LayoutTree { b in
      b.container(style: LayoutStyle { $0.padding = 4 }) { b in
        b.leaf(style: LayoutStyle { $0.flexGrow = 1 }, measure: Sketch.measure(40))
        for k in 0..<8 { b.leaf(style: small(k)) }
      }
    }
  }

  private static func small(_ k: Int) -> LayoutStyle {
    LayoutStyle {
      $0.width = .points(Double(8 + k % 5))
      $0.height = .points(Double(6 + k % 3))
      $0.margin.right = .points(Double(k % 4))
    }
  }

  private static func flat(_ count: Int) -> LayoutTree {
    LayoutTree { b in
      let root = LayoutStyle {
        $0.width = 1000
        $0.wrap = .wrap
        $0.alignContent = .flexStart
        $0.alignItems = .flexStart
      }
      b.container(style: root) { b in for k in 0..<count { b.leaf(style: small(k)) } }
    }
  }

  private static let space = AvailableSize(Size(300, .infinity))

  @Test func withoutChangesNothingIsInspected() {
    let layout = RetainedLayout(Self.list(rows: 100))
    #expect(layout.layout(available: Self.space, direction: .ltr).visitCount > 1000)
    layout.setStyle(LayoutStyle { $0.padding = 4 }, at: 1)
    let update = layout.layout(available: Self.space, direction: .ltr)
    #expect(update.visitCount == 0 && update.measureCount == 0 && update.changed.isEmpty)
  }

  @Test(arguments: [10, 100, 1000]) func aChangeVisitsItsPathAndSiblings(rows: Int) {
    let layout = RetainedLayout(Self.list(rows: rows))
    _ = layout.layout(available: Self.space, direction: .ltr)
    let leaf = (rows / 2) * 10 + 5
    layout.setStyle(LayoutStyle { $0.height = 50 }, at: leaf)
    let update = layout.layout(available: Self.space, direction: .ltr)
    // Rows at their new places, and a row's children; each at most twice for what is asked and once to be placed.
    #expect(update.visitCount <= 3 * (rows + 1 + 10))
    #expect(update.measureCount <= 2)
    #expect(update.changed.contains(Int32(leaf)))
  }

  @Test(arguments: [10, 100, 1000]) func aChangeThatKeepsTheSizeStopsAtTheParent(rows: Int) {
    let layout = RetainedLayout(Self.list(rows: rows))
    _ = layout.layout(available: Self.space, direction: .ltr)
    let leaf = (rows / 2) * 10 + 5
    let old = layout.frame(at: leaf)
    // One box wider, no higher than the highest: the row shrinks its text instead.
    layout.setStyle(
      LayoutStyle {
        $0.width = 20; $0.height = 6
      }, at: leaf)
    let update = layout.layout(available: Self.space, direction: .ltr)
    #expect(layout.frame(at: leaf) != old)
    #expect(update.visitCount <= 4 * 10, "\(update.visitCount)")
    #expect(update.changed.allSatisfy { $0 > (leaf / 10) * 10 && $0 <= (leaf / 10 + 1) * 10 })
  }

  @Test func aDeepTreeKeepsItsThread() {
    var levels = Sketch()
    levels.style.width = 10
    for _ in 0..<300 {
      var outer = Sketch()
      outer.children = [levels]
      levels = outer
    }
    let tree = levels.tree
    let layout = RetainedLayout(tree)
    for round in 0..<20 {
      layout.setStyle(LayoutStyle { $0.width = .points(Double(round)) }, at: tree.count - 1)
      _ = layout.layout(available: Self.space, direction: .ltr)
      #expect(layout.frame(at: 0).width == Double(round))
    }
    #expect(layout.threadCount == 1)
  }

  @Test(arguments: [100, 1000, 10_000]) func anAddedRowVisitsOnlyRowsAndTheNewSubtree(rows: Int) {
    let layout = RetainedLayout(Self.list(rows: rows))
    _ = layout.layout(available: Self.space, direction: .ltr)
    let place = 1 + rows / 2 * 10
    layout.replaceChildren(place..<place, of: 0, with: [Self.row])
    let more = layout.layout(available: Self.space, direction: .ltr)
    // The rows at their places, and what is inside of the new one.
    #expect(more.visitCount <= 3 * (rows + 2 + 10) && more.measureCount <= 3)
    layout.replaceChildren(place..<place + 10, of: 0, with: [])
    let less = layout.layout(available: Self.space, direction: .ltr)
    #expect(less.visitCount <= 3 * (rows + 1) && less.measureCount == 0)
  }

  @Test(arguments: [10, 100, 1000]) func newContentOfTheSameSizeMeasuresOnlyItself(rows: Int) {
    let layout = RetainedLayout(Self.list(rows: rows))
    _ = layout.layout(available: Self.space, direction: .ltr)
    layout.setMeasure(Sketch.measure(40), at: (rows / 2) * 10 + 2)
    let update = layout.layout(available: Self.space, direction: .ltr)
    #expect(update.visitCount == 0 && update.changed.isEmpty)
    #expect(update.measureCount >= 1 && update.measureCount <= 2)
  }

  @Test func anItemOfAWrapReadsNoSibling() {
    let layout = RetainedLayout(
      LayoutTree { b in
        b.container(
          style: LayoutStyle {
            $0.wrap = .wrap; $0.width = 200
          }
        ) { b in
          for k in 0..<300 { b.leaf(style: LayoutStyle(), measure: Sketch.measure(Double(20 + k % 9))) }
        }
      })
    #expect(layout.layout(available: .unlimited, direction: .ltr).measureCount == 300)
    layout.setMeasure(Sketch.measure(60), at: 150)
    let update = layout.layout(available: .unlimited, direction: .ltr)
    #expect(update.measureCount == 1 && update.changed.count > 1)
    #expect(update.visitCount <= 2 * 301)
  }

  @Test(arguments: [900.0, 300, 60]) func everyLeafIsMeasuredAtMostTwice(width: Double) {
    let calls = Calls()
    // Thirty levels of rows and columns in turn, texts at every level. What may shrink below its content need not say how small that is.
    let tree = LayoutTree { b in
      for level in 0..<30 {
        b.beginContainer(
          style: LayoutStyle {
            $0.direction = level % 2 == 0 ? .row : .column
            $0.padding = 1
            $0.minWidth = 0
            if level == 0 { $0.width = .points(width) }
          })
        for _ in 0..<3 { b.leaf(style: LayoutStyle { $0.minWidth = 0 }, measure: calls.counted(Sketch.measure(30))) }
      }
    }
    _ = tree.layout(available: .unlimited)
    #expect(calls.worst >= 1 && calls.worst <= 2, "\(calls.worst)")
  }

  // MARK: Allocations

  @Test(.enabled(if: tc_is_counting()), arguments: [20, 400], [true, false])
  func layingOutAgainAllocatesNothingPerBox(rows: Int, isFlat: Bool) {
    let tree = isFlat ? Self.flat(rows * 10) : Self.list(rows: rows)
    let layout = RetainedLayout(tree)
    let styles = [
      LayoutStyle { $0.width = 9 },
      LayoutStyle {
        $0.width = 14; $0.height = 60
      },
    ]
    func change(_ k: Int) {
      layout.setStyle(styles[k % 2], at: tree.count / 2)
      _ = layout.layout(available: Self.space, direction: .ltr)
    }
    func resize(_ k: Int) { _ = layout.layout(available: AvailableSize(Size(k % 2 == 0 ? 250 : 260, .infinity)), direction: .ltr) }
    for k in 0..<30 {
      change(k)
      resize(k)
    }
    // The list of what changed is one block; an unoptimised build makes a few for itself.
    let counts =
      (0..<2).flatMap { k in [Self.allocations { change(k) }, Self.allocations { resize(k) }] } + [Self.allocations { resize(1) }]
    #expect(counts.allSatisfy { $0 <= 8 } && counts.last == 0, "\(counts) for \(tree.count) boxes")
  }

  @Test(.enabled(if: tc_is_counting())) func aFreshLayoutAllocatesNothingPerBox() {
    let small = Self.list(rows: 10)
    let large = Self.list(rows: 1000)
    _ = small.layout(available: Self.space)
    let few = Self.allocations { _ = small.layout(available: Self.space) }
    let many = Self.allocations { _ = large.layout(available: Self.space) }
    // Memory that doubles as it fills: a few times more for a hundred times the boxes.
    #expect(many <= few + 40, "\(few) for \(small.count) boxes, \(many) for \(large.count)")
  }

  private static func allocations(_ body: () -> Void) -> UInt64 {
    let before = tc_thread_allocations()
    body()
    return tc_thread_allocations() - before
  }
}

/// Counts how often each leaf is asked.
///
/// `@unchecked`: trees of these tests are laid out on the thread of the test.
private final class Calls: @unchecked Sendable {
  private var counts: [Int] = []

  var worst: Int { counts.max() ?? 0 }
  func counted(_ measure: @escaping LayoutMeasure) -> LayoutMeasure {
    let index = counts.count
    counts.append(0)
    return { question in
      self.counts[index] += 1
      return measure(question)
    }
  }
}
