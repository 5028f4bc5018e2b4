import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera
@testable import TesseraContainers

/// Rows, items and titles of tabs under a pointer.
@Suite struct HoverMotionTests {
  private let white = Color(white: 1)

  /// White, 40 high.
  private static func row() -> AnyNode {
    let node = BoxNode()
    node.style.minHeight = .points(40)
    node.background = .color(Color(white: 1))
    return node
  }

  /// White rows, 40 high, in a stage of 200 x 200, whose mark takes a tenth of the light.
  private func table(_ change: (TableNode) -> Void = { _ in }) throws -> (HeadlessStage, TableNode) {
    let table = TableNode(ListSnapshot(items: Array(0..<20)), cells: ListSnapshot<Int, Int>.Cells(item: { _, _ in Self.row() }))
    table.showsIndicators = false
    table.separator = nil
    table.highlightColor = Color(white: 0, alpha: 0.3)
    change(table)
    return (try HeadlessStage(width: 200, height: 200, background: white) { table }, table)
  }

  private func light(_ h: HeadlessStage, _ y: Int) -> Float { h.framebuffer.color(x: 100, y: y).red }

  private func move(_ h: HeadlessStage, to place: Point?) throws {
    h.stage.movePointer(to: place)
    try h.settle()
  }

  @Test func aRowIsMarkedByAThirdInMotionFromRowToRow() throws {
    let (h, _) = try table()
    try move(h, to: Point(100, 60))
    let easing = try #require(StandardMotion.hover.motion.easing)
    for sixth in 1...6 {
      try h.advance(by: 0.02, step: 0.02)
      #expect(abs(Double(light(h, 60)) - (1 - 0.1 * easing.value(at: Double(sixth) / 6))) < 0.012)
    }
    try h.advance(by: 0.05)
    #expect(h.stage.nextDeadline == nil)
    try move(h, to: Point(100, 100))
    try h.advance(by: 0.02, step: 0.02)
    #expect(light(h, 60) > 0.91 && light(h, 60) < 1 && light(h, 100) < 1 && light(h, 100) > 0.9)
    try h.advance(by: 0.2)
    #expect(light(h, 60) == 1 && abs(light(h, 100) - 0.9) < 0.01)
    try move(h, to: nil)
    try h.advance(by: 0.2)
    #expect(light(h, 100) == 1 && h.stage.nextDeadline == nil)
  }

  @Test func scrollingMovesTheHoverToTheRowBelowThePointer() throws {
    let (h, table) = try table()
    try move(h, to: Point(100, 60))
    try h.advance(by: 0.2)
    table.contentOffset = Point(0, 40)
    try h.settle()
    // When scrolling is over.
    try h.advance(by: 0.4)
    #expect(light(h, 20) == 1 && abs(light(h, 60) - 0.9) < 0.01)
    try h.touch(.began, at: Point(100, 180))
    try h.touch(.cancelled, at: Point(100, 180))
    try h.advance(by: 0.5)
    #expect(light(h, 60) == 1 && h.stage.nextDeadline == nil)
  }

  @Test func rowsThatCannotBePressedOrAreSelectedShowNothing() throws {
    let (h, table) = try table {
      $0.handlers.shouldHighlight = { $0.item != 1 }
      $0.selectionColor = Color(white: 0, alpha: 0.1)
    }
    try move(h, to: Point(100, 60))
    try h.advance(by: 0.2)
    #expect(light(h, 60) == 1)
    table.select(ListIndex(0, 2))
    try h.advance(by: 0.2)
    try move(h, to: Point(100, 100))
    try h.advance(by: 0.2)
    #expect(abs(light(h, 100) - 0.9) < 0.01, "the mark of the selection alone")
    table.deselect(ListIndex(0, 2))
    try h.settle()
    try h.advance(by: 0.3)
    table.selection = .none
    try move(h, to: Point(100, 140))
    try h.advance(by: 0.3)
    #expect(light(h, 140) == 1 && light(h, 100) == 1)
  }

  @Test func anItemOfACollectionFadesByAThird() throws {
    let list = CollectionNode(ListSnapshot(items: Array(0..<20)), layout: .shelf(length: .fixed(60))) { _ in Self.row() }
    list.selection = .single
    let h = try HeadlessStage(width: 200, height: 200, background: .black) { list }
    let node = try #require(list.node(for: .item(ListIndex(0, 0))))
    let middle = Point(node.frame.midX, node.frame.midY)
    try move(h, to: middle)
    try h.advance(by: 0.2)
    #expect(abs(node.opacity - (1 - 0.4 / 3)) < 1e-9)
    try move(h, to: nil)
    try h.advance(by: 0.2)
    #expect(node.opacity == 1 && h.stage.nextDeadline == nil)
  }

  @Test func theHoveredTitleOfATabFadesByAThird() throws {
    let tabs = TabsNode([ScreenNode("", content: BoxNode()), ScreenNode("", content: BoxNode())])
    let h = try HeadlessStage(width: 200, height: 200, background: white) { tabs }
    let bar = try #require(tabs.subnodes.compactMap { $0 as? Node<TabBar> }.first)
    let place = try #require(h.stage.convert(Point(150, 20), from: bar))
    try move(h, to: place)
    try h.advance(by: 0.2)
    #expect(bar.value.presses == [0, 1.0 / 3])
    try move(h, to: Point(100, 50))
    try h.advance(by: 0.2)
    #expect(bar.value.presses == [0, 0] && h.stage.nextDeadline == nil)
  }
}
