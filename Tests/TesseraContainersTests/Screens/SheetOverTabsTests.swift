@testable import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Sheets of a stack in tabs, which cover the bar of these.
@Suite struct SheetOverTabsTests {
  private struct Parts {
    let h: HeadlessStage
    let tabs: TabsNode
    let inner: ScreensNode
    let field: EditableTextNode
  }

  /// A stack in the first of two tabs; `outer`: in a stack themselves.
  private func start(outer: ScreensNode? = nil, in inner: ScreensNode = ScreensNode(), before: ((ScreensNode) -> Void)? = nil) throws
    -> Parts
  {
    let field = EditableTextNode()
    field.kind = .plain
    field.style.height = .points(30)
    let page = ScreenNode("page", content: field)
    page.background = .color(pureRed)
    inner.push(page)
    inner.style.flexGrow = 1
    before?(inner)
    let tabs = TabsNode([ScreenNode("one", content: inner), ScreenNode("two", content: BoxNode())])
    tabs.barColor = pureRed
    tabs.style.flexGrow = 1
    outer?.push(ScreenNode("tabs", content: tabs))
    outer?.style.flexGrow = 1
    let h = try HeadlessStage(width: 100, height: 200) {
      let root = BoxNode()
      root.addSubnode(outer ?? tabs)
      return root
    }
    return Parts(h: h, tabs: tabs, inner: inner, field: field)
  }

  private func sheet(_ log: Log? = nil) -> ScreenNode {
    let sheet = ScreenNode("sheet", content: BoxNode())
    sheet.background = .color(pureBlue)
    sheet.sheetHeight = 0.5
    if let log {
      sheet.onWillAppear { log.note("willAppear") }
      sheet.onDidAppear { log.note("didAppear") }
      sheet.onWillDisappear { log.note("willDisappear") }
      sheet.onDidDisappear { log.note("didDisappear") }
    }
    return sheet
  }

  /// How much of red and blue is seen beside the middle.
  private func color(_ h: HeadlessStage, _ y: Int) -> [Int] {
    let color = h.framebuffer.color(x: 10, y: y)
    return [Int(color.red * 100 + 0.5), Int(color.blue * 100 + 0.5)]
  }

  @Test(arguments: [false, true]) func aSheetCoversAndDimsTheTabBar(isInStack: Bool) throws {
    let log = Log()
    let parts = try start(outer: isInStack ? ScreensNode() : nil)
    let (h, inner) = (parts.h, parts.inner)
    #expect(color(h, 190) == [100, 0])
    let sheet = sheet(log)
    inner.present(sheet, as: .sheet)
    #expect(inner.screens.count == 2 && inner.top === sheet && inner.isUnderWay)
    try h.advance(by: 0.1)
    #expect(inner.isUnderWay)
    try h.advance(by: 1)
    // Half of all of the tabs; the other half is dimmed.
    #expect(color(h, 102) == [0, 100] && color(h, 198) == [0, 100] && color(h, 20) == [60, 0])
    #expect(log.all == ["willAppear", "didAppear"] && !inner.isUnderWay)
    // The page beneath is seen, and gets nothing.
    #expect(inner.screens[0].appearance == .visible && inner.interfaceState == .visible)
    try h.tap(at: Point(75, 190))
    #expect(parts.tabs.selected == 0 && inner.screens.count == 2)
    log.clear()
    try h.tap(at: Point(50, 10))
    #expect(inner.screens.count == 1 && inner.isUnderWay)
    try h.advance(by: 1)
    #expect(log.all == ["willDisappear", "didDisappear"] && !inner.isUnderWay)
    #expect(color(h, 190) == [100, 0] && color(h, 102) == [100, 0] && sheet.supernode == nil)
    try h.tap(at: Point(75, 190))
    #expect(parts.tabs.selected == 1 && h.errors.isEmpty)
  }

  @Test func aScopedSheetCoversOnlyItsStack() throws {
    let parts = try start()
    let sheet = sheet()
    sheet.isScoped = true
    parts.inner.present(sheet, as: .sheet)
    try parts.h.advance(by: 1)
    #expect(color(parts.h, 190) == [100, 0] && color(parts.h, 120) == [0, 100] && color(parts.h, 20) == [60, 0])
    try parts.h.tap(at: Point(75, 190))
    #expect(parts.tabs.selected == 1)
  }

  @Test func aFingerAndEscapeSendItAway() throws {
    let parts = try start()
    let (h, inner) = (parts.h, parts.inner)
    inner.present(sheet(), as: .sheet)
    try h.advance(by: 1)
    try h.drag(from: Point(50, 120), to: Point(50, 195), steps: 10, over: 0.3)
    try h.advance(by: 1)
    #expect(inner.screens.count == 1)
    inner.present(sheet(), as: .sheet)
    try h.advance(by: 1)
    try h.key(.escape)
    #expect(inner.screens.count == 1)
    // One that is going turns round.
    let sheet = sheet()
    inner.present(sheet, as: .sheet)
    try h.advance(by: 1)
    #expect(inner.pop() === sheet && inner.pop() == nil)
    try h.advance(by: 0.1)
    inner.push(sheet)
    try h.advance(by: 1)
    #expect(inner.top === sheet && color(h, 190) == [0, 100])
    #expect(h.errors.isEmpty)
  }

  @Test func theFocusIsRestored() throws {
    let parts = try start()
    parts.field.becomeFocused()
    try parts.h.settle()
    #expect(parts.h.stage.focusedNode === parts.field)
    parts.inner.present(sheet(), as: .sheet)
    try parts.h.advance(by: 1)
    #expect(parts.h.stage.focusedNode == nil)
    try parts.h.key(.tab)
    #expect(parts.h.stage.focusedNode == nil, "nothing beneath a sheet is found by keys")
    parts.inner.goBack()
    try parts.h.advance(by: 1)
    #expect(parts.h.stage.focusedNode === parts.field)
  }

  @Test func pagesAndSheetsArePoppedInTheirOrder() throws {
    let parts = try start()
    let inner = parts.inner
    let (first, second) = (sheet(), sheet())
    inner.present(first, as: .sheet)
    inner.present(second, as: .sheet)
    let page = ScreenNode("page 2", content: BoxNode())
    inner.push(page)
    try parts.h.advance(by: 1)
    #expect(inner.screens.map(\.title) == ["page", "page 2", "sheet", "sheet"] && inner.top === second)
    #expect(inner.pop(to: first) == [second] && inner.top === first)
    inner.present(second, as: .sheet)
    try parts.h.advance(by: 1)
    let third = sheet()
    third.presentation = .sheet
    inner.replace(with: third)
    try parts.h.advance(by: 1)
    #expect(inner.screens == [inner.screens[0], page, first, third])
    #expect(inner.popToRoot() == [page, first, third])
    try parts.h.advance(by: 1)
    #expect(inner.screens.count == 1 && color(parts.h, 190) == [100, 0] && parts.h.errors.isEmpty)
  }

  @Test func aSheetPresentedBeforeTheStageIsTransferred() throws {
    let log = Log()
    let sheet = sheet(log)
    let parts = try start { inner in inner.present(sheet, as: .sheet) }
    try parts.h.settle()
    #expect(color(parts.h, 190) == [0, 100] && color(parts.h, 20) == [60, 0])
    #expect(parts.inner.screens.count == 2 && log.all == ["willAppear", "didAppear"])
    #expect(parts.tabs.sceneChildren.count == parts.tabs.subnodes.count - 1)
  }

  @Test func aSheetOfAHiddenTabWaitsForIt() throws {
    let parts = try start()
    parts.tabs.select(1)
    try parts.h.advance(by: 1)
    parts.inner.present(sheet(), as: .sheet)
    try parts.h.advance(by: 1)
    #expect(color(parts.h, 190) == [100, 0] && parts.tabs.host.cover == nil)
    parts.tabs.select(0)
    try parts.h.advance(by: 1)
    #expect(color(parts.h, 190) == [0, 100])
    // It goes with its stack.
    parts.inner.removeFromSupernode()
    try parts.h.advance(by: 1)
    #expect(color(parts.h, 190) == [100, 0] && parts.h.errors.isEmpty)
  }
}
