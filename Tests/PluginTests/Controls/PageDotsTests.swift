import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct PageDotsTests {
  /// Creates a stage with dots of 120 x 36.
  private func stage(_ node: PageDotsNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
    node.environment[\.density] = .regular
    return try HeadlessStage(width: 120, height: 36, direction: direction) { node }
  }

  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: page-dots, label: Page, count: 5}
      - {type: page-dots, label: Page, count: 5, value: 2}
      - {type: page-dots, label: Page, count: 20, value: 9}
      - {type: page-dots, label: Page, count: 20, value: 19}
      - {type: page-dots, label: Page, count: 3, value: 1, enabled: false}
      """, width: 160, height: 240)
    try expectGolden(h.framebuffer, "page-dots")
  }

  @Test func aPressOnAHalfTurnsThePage() throws {
    let page = Model(1)
    let node = PageDotsNode(Binding(page, \.value), of: 3)
    let h = try stage(node)
    try h.tap(at: Point(100, 18))
    #expect(page.value == 2)
    try h.tap(at: Point(100, 18))
    #expect(page.value == 2, "the last page")
    try h.tap(at: Point(10, 18))
    try h.tap(at: Point(10, 18))
    #expect(page.value == 0)
    page.value = 2
    try h.settle()
    #expect(node.page == 2)
  }

  @Test func keysAndEncoder() throws {
    let node = PageDotsNode(PageDots(0, of: 30))
    let h = try stage(node)
    try h.key(.tab)
    for (key, page) in [(KeyPress.Key.right, 1), (.left, 0), (.pageDown, 10), (.pageUp, 0), (.end, 29), (.home, 0)] {
      try h.key(key)
      #expect(node.page == page)
    }
    try h.key(.enter)
    try h.key(.next)
    try h.key(.next)
    #expect(node.page == 2)
    try h.key(.escape)
    #expect(node.page == 0)
  }

  @Test func rightToLeftTheNextPageIsAtTheLeft() throws {
    let node = PageDotsNode(PageDots(0, of: 3))
    let h = try stage(node, direction: .rtl)
    try h.tap(at: Point(10, 18))
    #expect(node.page == 1)
    try h.key(.tab)
    try h.key(.left)
    #expect(node.page == 2)
  }

  @Test func aScreenReaderReadsAndChangesIt() throws {
    let node = PageDotsNode(PageDots(0, of: 3, label: "Day"))
    let h = try stage(node)
    #expect(node.resolvedSemantics.value == "1 of 3" && node.resolvedSemantics.label == "Day")
    #expect(h.stage.perform(.increment, on: SemanticsID(node: node.serial)) && node.page == 1)
    #expect(h.stage.perform(.decrement, on: SemanticsID(node: node.serial)) && node.page == 0)
    #expect(!h.stage.perform(.decrement, on: SemanticsID(node: node.serial)))
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [120, 36]
        data: {day: 1}
        root: {type: page-dots, id: dots, label: Day, count: 7, value: {bind: day}}
        """)
    let node = try #require(try h.node("dots") as? PageDotsNode)
    #expect(node.page == 1)
    try h.tap(at: Point(110, 18))
    #expect(node.page == 2)
  }
}
