import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

/// A list or a screen without room is reported once, with its place in the tree.
@Suite struct EmptyListTests {
  private func table(_ count: Int = 200) -> TableNode {
    let table = TableNode(ListSnapshot(items: Array(0..<count))) { row($0) }
    table.id = "rows"
    return table
  }

  private func errors(_ root: AnyNode) throws -> [String] {
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { root }
    return try h.reported {}
  }

  private let advice = "a list has no intrinsic size; `expand()` (flexGrow: 1) gives it the free space, height a fixed size"

  @Test func aListWithoutHeightIsReported() throws {
    let root = BoxNode()
    root.style.direction = .column
    root.addSubnode(row(1))
    root.addSubnode(table())
    root.style.flexGrow = 1
    let told = try errors(root)
    #expect(told.count == 1)
    #expect(
      told.first?.hasSuffix("box > table `rows` has height 0, so that none of its 200 items is visible: \(advice)") == true, "\(told)")
  }

  @Test func aListWithoutWidthNextToVisibleContentIsReported() throws {
    let root = BoxNode()
    root.style.flexGrow = 1
    let visible = row(1)
    visible.style.width = .points(20)
    root.addSubnode(visible)
    root.addSubnode(table())
    let told = try errors(root)
    #expect(told.count == 1)
    #expect(
      told.first?.hasSuffix(
        "box > table `rows` has width 0, so that none of its 200 items is visible: a list has no intrinsic size; `expand()` (flexGrow: 1) gives it the free space, width a fixed size"
      ) == true, "\(told)")
  }

  @Test func aListInAScrollIsReported() throws {
    let scroll = ScrollNode()
    scroll.style.flexGrow = 1
    scroll.addSubnode(table())
    let told = try errors(scroll)
    #expect(told.count == 1 && told.first?.hasSuffix(advice) == true, "\(told)")
  }

  @Test func aScreenWhoseContentHasNoSpaceIsReported() throws {
    let content = BoxNode()
    content.style.direction = .column
    content.id = "content"
    let list = table()
    list.style.flexGrow = 1
    content.addSubnode(list)
    let screens = ScreensNode()
    screens.style.flexGrow = 1
    screens.push(Node<Screen>("people", content: content))
    let told = try errors(screens)
    #expect(told.count == 1, "\(told)")
    #expect(
      told.first?.hasSuffix(
        "screen > box `content`: has height 0, so that its content is invisible: table `rows` in it fills the free space, and there is none; `expand()` (flexGrow: 1) gives the node the free space, height a fixed size"
      ) == true, "\(told)")
  }

  @Test func screensAndTabsWithoutHeightInAColumnAreReported() throws {
    let (screens, tabs) = (ScreensNode(), TabsNode())
    screens.push(Node<Screen>("one", content: row(1)))
    for number in 2...3 { tabs.addSubnode(Node<Screen>("tab", content: row(number))) }
    let cases: [(AnyNode, String)] = [
      (screens, "layout of box > screens: has height 0, so that its content is invisible: screen"),
      (tabs, "layout of box > tabs: has height 0 within its bar, border and padding, so that its content is invisible"),
    ]
    for (container, reason) in cases {
      let root = BoxNode()
      root.style.direction = .column
      root.style.flexGrow = 1
      root.addSubnode(row(1))
      root.addSubnode(container)
      let told = try errors(root)
      #expect(told.count == 1, "\(told)")
      #expect(told.first?.utf8.starts(with: reason.utf8) == true, "\(told)")
    }
  }

  @Test func anIntentionallyEmptyListIsNotReported() throws {
    for change in [{ $0.style.height = .points(0) }, { $0.isHidden = true }] as [(TableNode) -> Void] {
      let (root, list) = (BoxNode(), table())
      root.style.direction = .column
      root.style.flexGrow = 1
      change(list)
      root.addSubnode(list)
      #expect(try errors(root) == [])
    }
    let root = BoxNode()
    root.style.direction = .column
    root.style.flexGrow = 1
    root.addSubnode(table(0))
    #expect(try errors(root) == [])
  }

  @Test func theFirstRowWithAPercentageOfNoHeightIsNamed() throws {
    let list = TableNode(ListSnapshot(items: Array(0..<4))) { number in
      let node = row(number)
      guard number >= 2 else { return node }
      (node.style.height, node.style.minHeight) = (.auto, .percent(66))
      return node
    }
    list.style.flexGrow = 1
    #expect(
      try errors(list) == [
        "data of table: the item at section 0, item 2 has height 0, as `minHeight: 66%` is a share of a height that follows from the content of the row; give it points, or the rows of the list a fixed height"
      ])
  }

  @Test func aRowWithContentWhoseHeightIsAShareOfItIsNamedOnce() throws {
    for wraps in [false, true] {
      let list = TableNode(ListSnapshot(items: Array(0..<4))) { number in
        let node = row(number)
        (node.style.height, node.style.minHeight) = (.auto, .percent(66))
        let part = BoxNode()
        part.style.height = .points(20)
        // A part of a row may be a share of the row.
        part.style.minHeight = .percent(50)
        node.addSubnode(part)
        guard wraps else { return node }
        let around = BoxNode()
        around.style.height = .points(40)
        around.addSubnode(node)
        return around
      }
      list.style.flexGrow = 1
      #expect(
        try errors(list)
          == (wraps
            ? []
            : [
              "data of table: the item at section 0, item 0 has the height of its content: `minHeight: 66%` is a share of a height that follows from the content of the row; give it points, or the rows of the list a fixed height"
            ]))
    }
  }

  @Test func aShareOfAFixedRowHeightIsThatShare() throws {
    let list = TableNode(ListSnapshot(items: Array(0..<4))) { number in
      let node = row(number)
      (node.style.height, node.style.minHeight) = (.auto, .percent(66))
      return node
    }
    list.style.flexGrow = 1
    list.rowHeight = 50
    #expect(try errors(list) == [])
    #expect(list.node(for: .item(ListIndex(0, 1)))?.frame.height == 50)
  }
}
