import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// The focus in what scrolls: it brings itself into view, and goes on where nodes are not made yet.
@Suite struct FocusScrollTests {
  private func button(_ name: String, width: Double = 60, height: Double = 30) -> ButtonNode {
    let button = ButtonNode(Button(name))
    button.id = name
    button.style.width = .points(width)
    button.style.height = .points(height)
    button.style.flexShrink = 0
    return button
  }

  /// Whether a node lies in the window of every node around it, ring included.
  private func isInView(_ node: AnyNode, _ h: HeadlessStage) throws -> Bool {
    let corner = try #require(h.stage.convert(.zero, from: node))
    let area = Rect(origin: corner, size: node.frame.size)
    var above = node.supernode
    while let scroll = above {
      if let origin = h.stage.convert(.zero, from: scroll), scroll.clipsToBounds {
        let window = Rect(origin: origin, size: scroll.frame.size)
        if !(area.minX >= window.minX && area.maxX <= window.maxX && area.minY >= window.minY && area.maxY <= window.maxY) { return false }
      }
      above = scroll.supernode
    }
    return true
  }

  @Test func nestedScrollNodesBringTheFocusIntoView() throws {
    let outer = ScrollNode(Scroll())
    outer.showsIndicators = false
    for line in 0..<8 {
      var sideways = Scroll()
      sideways.scrolling.axes = .horizontal
      let inner = ScrollNode(sideways)
      inner.showsIndicators = false
      inner.style.height = .points(50)
      inner.style.flexShrink = 0
      for column in 0..<10 { inner.addSubnode(button("\(line)-\(column)")) }
      outer.addSubnode(inner)
    }
    let h = try HeadlessStage(width: 200, height: 120) { outer }
    try h.key(.down)
    var seen: [String] = []
    for key in [KeyPress.Key.down, .down, .down, .right, .right, .right, .right, .right, .down, .up, .left] {
      try h.key(key)
      try h.advance(by: 1)
      let focused = try #require(h.stage.focusedNode)
      seen.append(focused.id)
      #expect(try isInView(focused, h), "\(focused.id) after \(key)")
    }
    #expect(Array(seen.prefix(8)) == ["1-0", "2-0", "3-0", "3-1", "3-2", "3-3", "3-4", "3-5"])
    #expect(seen[8].hasPrefix("4-") && seen[9] == "3-5" && seen[10] == "3-4")
  }

  @Test func arrowsMoveThroughAListThatCreatesItsItems() throws {
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in
      let button = ButtonNode(Button("b\(key)"))
      button.id = "b\(key)"
      button.style.height = .points(40)
      return button
    })
    let list = CollectionNode(ListSnapshot(items: Array(0..<80)), layout: .table(estimate: 40), cells: cells)
    let h = try HeadlessStage(width: 200, height: 120) { list }
    for key in [KeyPress.Key.down, .next] {
      try h.key(key)
      var steps = 0
      while h.stage.focusedNode?.id != "b79", steps < 240 {
        try h.key(key)
        try h.advance(by: 0.5)
        steps += 1
      }
      try h.advance(by: 2)
      #expect(h.stage.focusedNode?.id == "b79", "\(key): \(steps) steps to \(h.stage.focusedNode?.id ?? "-")")
      #expect(try isInView(#require(h.stage.focusedNode), h))
      list.scroll(to: ListIndex(0, 0), animated: false)
      h.stage.focusedNode = nil
      try h.advance(by: 0.5)
    }
  }

  @Test func aListRestoresItsFocus() throws {
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in
      let button = ButtonNode(Button("b\(key)"))
      button.id = "b\(key)"
      button.style.height = .points(40)
      return button
    })
    let list = CollectionNode(ListSnapshot(items: Array(0..<20)), layout: .table(estimate: 40), cells: cells)
    list.style.width = .points(100)
    let side = button("side")
    let root = BoxNode()
    root.style.alignItems = .stretch
    root.addSubnode(list)
    root.addSubnode(side)
    let h = try HeadlessStage(width: 200, height: 160) { root }
    for _ in 0..<3 { try h.key(.down) }
    #expect(h.stage.focusedNode?.id == "b2")
    try h.key(.right)
    #expect(h.stage.focusedNode?.id == "side")
    try h.key(.left)
    #expect(h.stage.focusedNode?.id == "b2")
  }

  /// A list of buttons of 40 in a stage that shows four, the focus on `focused`.
  private func list(_ keys: [Int], focused: Int, offset: Double = 0) throws -> (HeadlessStage, CollectionNode) {
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in
      let button = ButtonNode(Button("b\(key)"))
      button.id = "b\(key)"
      button.style.height = .points(40)
      return button
    })
    let list = CollectionNode(ListSnapshot(items: keys), layout: .table(estimate: 40), cells: cells)
    let h = try HeadlessStage(width: 200, height: 160) { list }
    list.contentOffset.y = offset
    try h.settle()
    // A key, so that the focus is one of keys.
    try h.key(.down)
    try h.node("b\(focused)").becomeFocused()
    try h.settle()
    return (h, list)
  }

  @Test(arguments: [(0.0, true), (0, false), (130, true), (130, false)])
  func theRowThatReplacesADeletedOneGetsTheFocus(offset: Double, isAnimated: Bool) throws {
    let first = Int(offset / 40)
    for focused in first..<first + 4 {
      var keys = Array(0..<30)
      let (h, list) = try list(keys, focused: focused, offset: offset)
      keys.removeAll { $0 == focused }
      list.apply(ListSnapshot(items: keys), animated: isAnimated)
      try h.settle()
      #expect(h.stage.focusedNode?.id == "b\(focused + 1)", "without \(focused)")
      try h.advance(by: 0.4)
      #expect(h.stage.focusedNode?.id == "b\(focused + 1)", "without \(focused)")
    }
  }

  @Test(arguments: [true, false]) func ifTheLastRowIsDeletedThePreviousOneGetsTheFocus(isAnimated: Bool) throws {
    for count in [3, 9] {
      let (h, list) = try list(Array(0..<count), focused: count - 1, offset: 1000)
      list.apply(ListSnapshot(items: Array(0..<count - 1)), animated: isAnimated)
      try h.settle()
      #expect(h.stage.focusedNode?.id == "b\(count - 2)")
    }
  }

  @Test(arguments: [true, false]) func ifAllRowsAreReplacedTheFirstInViewGetsTheFocus(isAnimated: Bool) throws {
    let (h, list) = try list(Array(0..<30), focused: 5, offset: 120)
    list.apply(ListSnapshot(items: Array(100..<130)), animated: isAnimated)
    try h.settle()
    #expect(h.stage.focusedNode?.id == "b103")
    // One that takes the place of another gets what that had.
    list.apply(ListSnapshot(items: Array(100..<103) + [200] + Array(104..<130)), animated: isAnimated)
    try h.settle()
    #expect(h.stage.focusedNode?.id == "b200")
  }

  @Test func keysContinueFromTheRowThatReplacesADeletedOne() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<10)), cells: ListSnapshot<Int, Int>.Cells(item: { key, _ in row(key, height: 40) }))
    table.selection = .multiple
    let h = try HeadlessStage(width: 100, height: 160) { table }
    for _ in 0..<3 { try h.key(.down) }
    #expect(table.cursorRow == ListIndex(0, 2))
    for (keys, cursor) in [
      (Array(0..<2) + Array(3..<10), 2), (Array(0..<2), 1), (Array(1..<2) + [50], 0), ([1], 0), (Array(60..<90), 0), ([60, 61, 99], 0),
    ] {
      table.apply(ListSnapshot(items: keys))
      try h.settle()
      #expect(table.cursorRow == ListIndex(0, cursor), "\(keys)")
    }
    try h.key(.down)
    #expect(table.cursorRow == ListIndex(0, 1))
  }

  @Test func theRingSurroundsTheRowOfATable() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<40)), cells: ListSnapshot<Int, Int>.Cells(item: { key, _ in row(key, height: 40) }))
    table.showsIndicators = false
    table.style.flexGrow = 1
    let root = BoxNode()
    root.style.direction = .column
    root.style.alignItems = .stretch
    root.addSubnode(button("top"))
    root.addSubnode(table)
    root.addSubnode(button("bottom"))
    let h = try HeadlessStage(width: 200, height: 260) { root }
    try h.key(.tab)
    #expect(h.stage.focusedNode?.id == "top")
    try h.key(.down)
    #expect(h.stage.focusedNode === table && table.cursorRow == ListIndex(0, 0) && table.selectedRows.isEmpty)
    try h.advance(by: StandardMotion.focusRing.seconds)
    let plain = try h.snapshot()
    h.stage.focusVisibility = .never
    try h.settle()
    #expect(try pixelDifference(plain, h.framebuffer).area == PixelRect(x: 0, y: 30, width: 200, height: 40))
    h.stage.focusVisibility = .automatic
    for _ in 0..<20 { try h.key(.down) }
    try h.advance(by: 1)
    #expect(table.cursorRow == ListIndex(0, 20) && table.selectedRows == [ListIndex(0, 20)])
    // An encoder goes through all rows, and on.
    for _ in 0..<19 { try h.key(.next) }
    #expect(table.cursorRow == ListIndex(0, 39) && h.stage.focusedNode === table)
    try h.key(.next)
    #expect(h.stage.focusedNode?.id == "bottom")
    // Back in: to the row that was left.
    try h.key(.up)
    #expect(h.stage.focusedNode === table && table.cursorRow == ListIndex(0, 39))
  }

  @Test func withoutFocusableNodesArrowsScroll() throws {
    let scroll = ScrollNode(Scroll())
    for number in 0..<10 {
      let line = row(number, height: 50)
      line.style.flexShrink = 0
      scroll.addSubnode(line)
    }
    let h = try HeadlessStage(width: 100, height: 100) { scroll }
    try h.key(.down)
    try h.advance(by: 1)
    #expect(scroll.contentOffset.y == 40)
    for _ in 0..<20 { try h.key(.down) }
    try h.advance(by: 2)
    #expect(scroll.contentOffset.y == 400)
    try h.key(.up)
    try h.advance(by: 1)
    #expect(scroll.contentOffset.y == 360)
  }

  /// Scrolling by moving pixels must not carry the ring along.
  @Test func theRingIsWhereItBelongsWhileContentScrolls() throws {
    let scroll = ScrollNode(Scroll())
    scroll.showsIndicators = false
    scroll.background = .color(.white)
    for number in 0..<20 { scroll.addSubnode(button("b\(number)")) }
    let h = try HeadlessStage(width: 100, height: 100) { scroll }
    for _ in 0..<14 {
      try h.key(.down)
      for _ in 0..<4 {
        try h.advance(by: 0.05)
        let shown = try h.snapshot()
        h.stage.setNeedsRepaint()
        try h.settle()
        try expectEqualPixels(shown, h.framebuffer)
      }
    }
    #expect(scroll.contentOffset.y > 200)
  }
}
