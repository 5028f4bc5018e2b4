import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// A value of a container is its settings: given to a second node, each of the two has its own content and its own offset.
@Suite struct ValueCopyTests {
  /// Rows of two lists beside one another that have one value.
  private func twoLists<Value: ListType>(_ value: Value) throws -> (h: HeadlessStage, first: Node<Value>, second: Node<Value>) {
    let (first, second) = (Node(value), Node(value))
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in row(key) })
    first.apply(ListSnapshot(items: Array(0..<100)), cells: cells, animated: false)
    for node in [first, second] {
      node.showsIndicators = false
      node.style.flexGrow = 1
      node.style.flexBasis = .points(0)
    }
    let h = try HeadlessStage(width: 200, height: 200) {
      let both = BoxNode(Box())
      both.style.direction = .row
      both.style.width = .percent(100)
      both.style.height = .percent(100)
      both.addSubnode(first)
      both.addSubnode(second)
      return both
    }
    #expect(first.value == second.value)
    // Rows of the first do not appear in the second.
    #expect(!first.visibleElements.isEmpty && !first.subnodes.isEmpty)
    #expect(second.visibleElements.isEmpty && second.subnodes.isEmpty && second.source is EmptyListSource)
    second.apply(ListSnapshot(items: Array(500..<600)), cells: cells, animated: false)
    try h.settle()
    let node = try h.node("r500")
    #expect(second.element(of: node) == .item(ListIndex(0, 0)) && first.element(of: node) == nil)
    return (h, first, second)
  }

  private func scrollApart<Value: ListType>(_ h: HeadlessStage, _ first: Node<Value>, _ second: Node<Value>, axis: Axis) throws {
    var offset = Point.zero
    offset[axis] = 300
    first.contentOffset = offset
    try h.settle()
    #expect(first.contentOffset[axis] == 300 && second.contentOffset == .zero)
    #expect(first.visibleElements != second.visibleElements)
    // The settings are still those of both.
    #expect(first.value == second.value)
  }

  @Test func aCopiedSheetIsNotCutWhereTheFirstIs() throws {
    let screens = ScreensNode(root: ScreenNode("root", content: BoxNode()))
    screens.style.flexGrow = 1
    let h = try HeadlessStage(width: 100, height: 200) {
      let root = BoxNode()
      root.addSubnode(screens)
      return root
    }
    let content = BoxNode()
    content.style.flexGrow = 1
    let sheet = ScreenNode("sheet", content: content)
    sheet.detents = [1, 0.5]
    screens.present(sheet, as: .sheet)
    try h.advance(by: 1)
    #expect(sheet.frame.height == 200 && content.frame.height == 100)
    let copy = ScreenNode(sheet.value)
    #expect(copy.value == sheet.value && copy.storage.cut == 0)
    // A value that comes leaves the sheet where it rests.
    sheet.value = Screen("another")
    sheet.value = copy.value
    try h.settle()
    #expect(content.frame.height == 100 && screens.screens.count == 2)
    sheet.detent = 1
    try h.advance(by: 1)
    #expect(content.frame.height == 200 && sheet.storage.cut == 0)
  }

  @Test func aTableCanBeGivenToTwoNodes() throws {
    var table = Table()
    (table.rowSpacing, table.selection) = (4, .multiple)
    let (h, first, second) = try twoLists(table)
    try scrollApart(h, first, second, axis: .vertical)
    first.select(ListIndex(0, 3))
    first.handlers.activate = { _ in }
    #expect(first.selectedRows == [ListIndex(0, 3)] && second.selectedRows.isEmpty && second.handlers.activate == nil)
  }

  @Test func aCollectionCanBeGivenToTwoNodes() throws {
    var collection = ItemCollection()
    collection.listLayout = SectionedLayout.grid(GridArrangement(columns: .fixed(2), length: .fixed(50)))
    collection.selection = .single
    let (h, first, second) = try twoLists(collection)
    try scrollApart(h, first, second, axis: .vertical)
    first.select(ListIndex(0, 3))
    #expect(first.selectedItems == [ListIndex(0, 3)] && second.selectedItems.isEmpty)
  }

  @Test func aPagerCanBeGivenToTwoNodes() throws {
    let (h, first, second) = try twoLists(Pager())
    first.scroll(toPage: 3, animated: false)
    try h.settle()
    #expect(first.currentPage == 3 && second.currentPage == 0 && first.value == second.value)
  }

  @Test func aScrollValueCanBeGivenToTwoNodes() throws {
    let (first, second) = (ScrollNode(Scroll()), ScrollNode(Scroll()))
    first.value = second.value
    for (number, node) in [first, second].enumerated() {
      node.showsIndicators = false
      node.style.height = .points(100)
      for child in 0..<10 { node.addSubnode(row(number * 10 + child)) }
    }
    let h = try HeadlessStage(width: 100, height: 200) {
      let both = BoxNode(Box())
      both.style.direction = .column
      both.addSubnode(first)
      both.addSubnode(second)
      return both
    }
    first.contentOffset.y = 120
    try h.settle()
    #expect(first.contentOffset.y == 120 && second.contentOffset.y == 0 && first.value == second.value)
    // A value that is taken over brings no offset.
    second.value = first.value
    try h.settle()
    #expect(second.contentOffset.y == 0)
  }

  @Test func containersOfScreensCanBeGivenToTwoNodes() throws {
    let (one, two) = (ScreensNode(Screens()), ScreensNode(Screens()))
    one.push(ScreenNode("a", content: row(1)), transition: ScreenTransition.none)
    two.value = one.value
    #expect(one.screens.count == 1 && two.screens.isEmpty && one.value == two.value)
    let (left, right) = (TabsNode([ScreenNode("x", content: row(3)), ScreenNode("y", content: row(4))]), TabsNode(Tabs()))
    left.select(1)
    right.value = left.value
    let h = try HeadlessStage(width: 100, height: 200) { left }
    #expect(left.screens.count == 2 && right.screens.isEmpty && right.selected == 1)
    #expect(left.screens[1].appearance == .visible)
    // A screen that makes its content makes none for another.
    let makes = ScreenNode("z") { row(7) }
    let copy = ScreenNode(makes.value)
    #expect(makes.restore() && !copy.restore() && copy.subnodes.isEmpty)
    withExtendedLifetime(h) {}
  }
}
