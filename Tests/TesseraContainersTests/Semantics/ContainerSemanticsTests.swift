import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraTestSupport
import Testing

/// The semantics of lists, pagers, screens and tabs.
@Suite struct ContainerSemanticsTests {
  private func line(_ text: String) -> AnyNode {
    let node = TextNode(text)
    node.style.height = .points(40)
    return node
  }

  private func element(_ h: HeadlessStage, _ label: String) throws -> SemanticsElement {
    let found = h.stage.semanticsTree.all().first { $0.semantics.label == label }
    return try #require(found, "\(h.stage.semanticsTree.text())")
  }

  @Test func rowsOfATableHaveLabelPositionStateAndActions() throws {
    let cells = ListSnapshot<String, String>.Cells(item: { key, _ in TextNode(key) }, header: { section, _ in TextNode(section) })
    let table = TableNode(ListSnapshot([("Fruit", ["Apple", "Pear"]), ("Nuts", ["Almond"])]), cells: cells)
    table.rowHeight = 40
    let done = Locked<[ListIndex]>([])
    table.handlers.trailingActions = { _ in [RowAction("Share") { row in done.withLock { $0.append(row) } }] }
    let h = try HeadlessStage(width: 200, height: 300) { table }
    table.select(ListIndex(0, 1))
    try h.settle()
    #expect(
      h.stage.semanticsTree.text() == """
        window
          list
            heading "Fruit"
            row "Apple" (1 of 3) [activate, "Share"]
            row "Pear" (selected, 2 of 3) [activate, "Share"]
            heading "Nuts"
            row "Almond" (3 of 3) [activate, "Share"]

        """)
    #expect(try h.stage.perform(.activate, on: element(h, "Almond").id) && table.selectedRows == [ListIndex(1, 0)])
    #expect(try h.stage.perform(.custom("Share"), on: element(h, "Pear").id) && done.withLock { $0 } == [ListIndex(0, 1)])
    #expect(try !h.stage.perform(.custom("Delete"), on: element(h, "Pear").id))
    try h.settle()
    #expect(try element(h, "Almond").semantics.isSelected == true && element(h, "Pear").semantics.isSelected == false)
  }

  @Test func dataThatChangeRenumberTheRows() throws {
    let table = TableNode(ListSnapshot(items: ["a", "b", "c"])) { (key: String) -> AnyNode in TextNode(key) }
    table.selection = .none
    let h = try HeadlessStage(width: 200, height: 300) { table }
    #expect(h.stage.semanticsTree.text() == "window\n  list\n    row \"a\" (1 of 3)\n    row \"b\" (2 of 3)\n    row \"c\" (3 of 3)\n")
    table.apply(ListSnapshot(items: ["b", "d", "c", "e"]), animated: false)
    try h.settle()
    #expect(
      h.stage.semanticsTree.text()
        == "window\n  list\n    row \"b\" (1 of 4)\n    row \"d\" (2 of 4)\n    row \"c\" (3 of 4)\n    row \"e\" (4 of 4)\n")
  }

  @Test func itemsOfACollectionAreRowsOfAList() throws {
    let layout = SectionedLayout(section: ListSection(.grid(GridArrangement(columns: .fixed(2), length: .fixed(40)))))
    let collection = CollectionNode(ListSnapshot(items: [1, 2, 3]), layout: layout) { (key: Int) -> AnyNode in TextNode("item \(key)") }
    collection.selection = .multiple
    let h = try HeadlessStage(width: 200, height: 100) { collection }
    let third = try element(h, "item 3")
    #expect(third.line == "row \"item 3\" (3 of 3) [activate]")
    #expect(h.stage.perform(.activate, on: third.id) && collection.selectedItems == [ListIndex(0, 2)])
    try h.settle()
    #expect(try element(h, "item 3").semantics.isSelected == true)
    #expect(h.stage.semanticsTree.readingOrder.compactMap(\.semantics.label) == ["item 1", "item 2", "item 3"])
  }

  @Test func scrollNodesNameTheirScrollableSides() throws {
    let scroll = ScrollNode()
    for i in 0..<10 { scroll.addSubnode(line("\(i)")) }
    let h = try HeadlessStage(width: 100, height: 100) { scroll }
    func actions() -> [SemanticsAction]? { h.stage.semanticsTree[SemanticsID(node: scroll.serial)]?.semantics.actions }
    #expect(actions() == [.scroll(.down)])
    #expect(try h.stage.semanticsPlace(of: element(h, "0").id)?.visibility == .visible)
    #expect(try h.stage.semanticsPlace(of: element(h, "9").id)?.visibility == .offScreen)
    // An element inside scrolls what is around it.
    #expect(try h.stage.perform(.scroll(.down), on: element(h, "0").id) && !h.stage.perform(.scroll(.left), on: element(h, "0").id))
    try h.advance(by: 2)
    #expect(scroll.contentOffset.y > 20 && actions() == [.scroll(.up), .scroll(.down)])
    scroll.scroll(to: Point(0, 1000), animated: false)
    try h.advance(by: 0.1)
    #expect(try actions() == [.scroll(.up)] && h.stage.semanticsPlace(of: element(h, "9").id)?.visibility == .visible)
    #expect(try h.stage.semanticsPlace(of: element(h, "9").id)?.frame == Rect(0, 60, 100, 40))
  }

  @Test func pagesThatAreNotInViewAreHidden() throws {
    let pager = PagerNode(pages: [line("one"), line("two"), line("three")])
    let h = try HeadlessStage(width: 100, height: 100) { pager }
    #expect(h.stage.semanticsTree.readingOrder.compactMap(\.semantics.label) == ["one"])
    #expect(h.stage.semanticsTree[SemanticsID(node: pager.serial)]?.line == "group (1 of 3) [scroll-right]")
    #expect(h.stage.perform(.scroll(.right), on: SemanticsID(node: pager.serial)))
    try h.advance(by: 2)
    #expect(h.stage.semanticsTree.readingOrder.compactMap(\.semantics.label) == ["two"])
  }

  @Test func tabsAreAListOfTabsAndThePanelOfTheSelectedOne() throws {
    let first = ScreenNode("Home", content: line("Welcome"))
    let second = ScreenNode("Mail", content: line("Inbox"))
    second.badge = "3"
    let tabs = TabsNode([first, second])
    let h = try HeadlessStage(width: 200, height: 300) { tabs }
    try h.advance(by: 0.1)
    let read = { h.stage.semanticsTree.readingOrder.map(\.line) }
    #expect(read().contains("text \"Welcome\"") && !read().contains("text \"Inbox\""), "\(h.stage.semanticsTree.text())")
    let mail = try #require(h.stage.semanticsTree.all().first { $0.role == .tab && $0.semantics.label == "Mail" })
    #expect(mail.line == "tab \"Mail\" = \"3\" (2 of 2) [activate]")
    #expect(h.stage.semanticsPlace(of: mail.id)?.frame == Rect(100, 252, 100, 48))
    #expect(h.stage.perform(.activate, on: mail.id))
    try h.advance(by: 1)
    #expect(tabs.selected == 1 && read().contains("text \"Inbox\"") && !read().contains("text \"Welcome\""))
    #expect(read().contains("tabPanel \"Mail\""))
  }

  @Test func aSheetIsAModalDialogThatCanBeDismissed() throws {
    let screens = ScreensNode(root: ScreenNode("Rooms", content: line("Kitchen")))
    screens.style.flexGrow = 1
    let h = try HeadlessStage(width: 100, height: 200) { screens }
    #expect(h.stage.semanticsTree.text() == "window\n  screen \"Rooms\"\n    text \"Kitchen\"\n")
    let sheet = ScreenNode("Share", content: line("Copy link"))
    sheet.presentation = .sheet
    screens.push(sheet)
    try h.advance(by: 2)
    let tree = h.stage.semanticsTree
    #expect(
      tree.modal == SemanticsID(node: sheet.serial) && tree[SemanticsID(node: sheet.serial)]?.line == "dialog \"Share\" (modal) [dismiss]")
    #expect(tree.readingOrder.compactMap(\.semantics.label) == ["Share", "Copy link"], "\(tree.text())")
    #expect(h.stage.perform(.dismiss, on: SemanticsID(node: sheet.serial)))
    try h.advance(by: 2)
    #expect(screens.screens.count == 1 && h.stage.semanticsTree.readingOrder.compactMap(\.semantics.label) == ["Rooms", "Kitchen"])
  }

  @Test func aSpinnerIsBusyWhileItTurns() throws {
    let spinner = Node(Spinner())
    let h = try HeadlessStage(width: 100, height: 100) { spinner }
    #expect(h.stage.semanticsTree.text() == "window\n  progress (busy)\n")
    spinner.isAnimating = false
    try h.settle()
    #expect(h.stage.semanticsTree.text() == "window\n")
  }
}
