import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// From right to left everything is the mirror image of what it is from left to right: layouts, what sticks, gestures, bars.
@Suite struct ListDirectionTests {
  /// A box of one colour, so that pictures have mirror images.
  private static func plain(_ number: Int, width: Double? = nil, height: Double? = nil) -> AnyNode {
    let box = BoxNode()
    box.id = "b\(number)"
    box.background = .color(Color(red: Float(number % 7) / 7, green: Float(number % 5) / 5, blue: Float(number % 3) / 3))
    if let width { box.style.width = .points(width) }
    if let height { box.style.height = .points(height) }
    return box
  }

  /// The round ends of bars are drawn by the same rule for both directions, which favours neither exactly: a few levels are let pass.
  private func expectMirrored(_ a: PixelBuffer, _ b: PixelBuffer, _ comment: Comment) {
    var wrong = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (one, other) = (a.color(x: x, y: y), b.color(x: a.width - 1 - x, y: y))
        if max(abs(one.red - other.red), abs(one.green - other.green), abs(one.blue - other.blue)) > 0.1 { wrong += 1 }
      }
    }
    #expect(wrong == 0, comment)
  }

  /// The same stage in both directions, and the mirrored way of a finger in the second.
  private func both(_ make: () -> AnyNode, _ steps: (HeadlessStage, (Point) -> Point, Int) throws -> Void) throws {
    var stages: [HeadlessStage] = []
    for direction in [LayoutDirection.ltr, .rtl] {
      let root = make()
      let h = try HeadlessStage(width: 120, height: 160, direction: direction) { root }
      stages.append(h)
    }
    expectMirrored(stages[0].framebuffer, stages[1].framebuffer, "at first")
    for step in 0..<4 {
      try steps(stages[0], { $0 }, step)
      try steps(stages[1], { Point(120 - $0.x, $0.y) }, step)
      expectMirrored(stages[0].framebuffer, stages[1].framebuffer, "step \(step)")
    }
  }

  @Test func headersOfAShelfStayWhereLinesStart() throws {
    try both({
      var layout = SectionedLayout(.horizontal, section: ListSection(.rows(length: .measured(estimate: 30), spacing: 4)))
      layout.section.header = .init(.fixed(24), isSticky: true)
      let cells = ListSnapshot<Int, Int>.Cells(
        item: { key, _ in Self.plain(key, width: Double(20 + key * 37 % 40)) }, header: { section, _ in Self.plain(section + 1000) })
      let shelf = CollectionNode(ListSnapshot([(0, Array(0..<9)), (1, Array(9..<40))]), layout: layout, cells: cells)
      return shelf
    }) { h, mirror, _ in
      // With the bar of the horizontal axis in sight.
      try h.drag(from: mirror(Point(100, 80)), to: mirror(Point(30, 80)), steps: 6, over: 0.3)
      try h.advance(by: 0.1)
    }
  }

  @Test func aGridAndItsBar() throws {
    try both({
      let layout = SectionedLayout(
        .vertical, section: ListSection(.grid(GridArrangement(columns: .fixed(3), length: .fixed(30), columnSpacing: 6))))
      return CollectionNode(ListSnapshot(items: Array(0..<70)), layout: layout) { Self.plain($0) }
    }) { h, mirror, step in
      try h.drag(from: mirror(Point(90, 140)), to: mirror(Point(90, 40)), steps: 6, over: 0.3)
      try h.advance(by: step % 2 == 0 ? 0.05 : 1.5)
    }
  }

  @Test(arguments: [false, true]) func pages(wraps: Bool) throws {
    try both({
      let pager = PagerNode(ListSnapshot(items: Array(0..<5))) { Self.plain($0) }
      pager.wraps = wraps
      pager.showsIndicators = false
      return pager
    }) { h, mirror, step in
      try h.drag(from: mirror(Point(100, 80)), to: mirror(Point(step == 2 ? 110 : 20, 80)), steps: 6, over: 0.1)
      try h.advance(by: step % 2 == 0 ? 0.1 : 2)
    }
  }

  @Test func swipeButtonsOfARow() throws {
    try both({
      let table = TableNode(ListSnapshot(items: Array(0..<20))) { Self.plain($0, height: 40) }
      table.showsIndicators = false
      table.separator = nil
      table.handlers.trailingActions = { _ in [RowAction("", color: .black, isFullSwipe: false) { _ in }] }
      table.handlers.leadingActions = { _ in [RowAction("", color: .white, isFullSwipe: false) { _ in }] }
      return table
    }) { h, mirror, step in
      let (from, to) = step % 2 == 0 ? (100.0, 40.0) : (30.0, 95.0)
      try h.drag(from: mirror(Point(from, 60)), to: mirror(Point(to, 60)), steps: 6, over: 0.3)
      try h.advance(by: 0.5)
    }
  }
}
