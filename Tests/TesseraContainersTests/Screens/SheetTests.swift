import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// Sheets that a finger moves.
@Suite struct SheetTests {
  private func start(
    _ detents: [Double], isDismissible: Bool = true, _ content: AnyNode = BoxNode()
  ) throws -> (HeadlessStage, ScreensNode, ScreenNode, Log) {
    let log = Log()
    let screens = ScreensNode(root: ScreenNode("root", content: BoxNode()))
    screens.style.flexGrow = 1
    let h = try HeadlessStage(width: 100, height: 200) {
      let root = BoxNode()
      root.addSubnode(screens)
      return root
    }
    content.style.flexGrow = 1
    let sheet = ScreenNode("sheet", content: content)
    sheet.background = .color(pureBlue)
    sheet.detents = detents
    sheet.isDismissible = isDismissible
    for (signal, word) in [
      (Screen.willAppear, "willAppear"), (Screen.didAppear, "didAppear"), (Screen.willDisappear, "willDisappear"),
      (Screen.didDisappear, "didDisappear"),
    ] {
      sheet.on(signal) { log.note(word) }
    }
    sheet.onDetentChange { log.note("detent \($0)") }
    screens.present(sheet, as: .sheet)
    try h.advance(by: 1)
    return (h, screens, sheet, log)
  }

  /// Where the upper edge of the blue sheet is seen.
  private func top(_ h: HeadlessStage) -> Int {
    h.framebuffer.withUnsafeBytes { bytes in
      (0..<200).first { y in (0..<3).map { bytes[y * h.framebuffer.stride + 50 * 4 + $0] } == [255, 0, 0] } ?? 200
    }
  }

  @Test func aSheetRestsAtItsLowestPlaceAndAFingerMovesItToTheOthers() throws {
    let (h, screens, sheet, log) = try start([0.9, 0.3, 0.6])
    #expect(top(h) == 140 && log.all == ["willAppear", "didAppear"])
    log.clear()
    // It follows the finger, and stays under it.
    try h.touch(.began, at: Point(50, 150))
    for y in stride(from: 145.0, through: 100, by: -5) {
      h.clock.advance(by: 0.1)
      try h.touch(.moved, at: Point(50, y))
    }
    #expect(abs(top(h) - 98) <= 1 && log.all.isEmpty)
    h.clock.advance(by: 0.3)
    try h.touch(.ended, at: Point(50, 100))
    try h.advance(by: 1)
    #expect(top(h) == 80 && sheet.detent == 1 && log.all == ["detent 1"])
    // A quick flick goes on.
    try h.drag(from: Point(50, 100), to: Point(50, 70), steps: 4, over: 0.04)
    try h.advance(by: 1)
    #expect(top(h) == 20 && sheet.detent == 2)
    // The program moves it as well, and is not told.
    log.clear()
    sheet.detent = 0
    try h.advance(by: 1)
    #expect(top(h) == 140 && log.all.isEmpty && screens.screens.count == 2)
  }

  @Test func aSheetPulledDownIsDismissed() throws {
    let (h, screens, _, log) = try start([0.5])
    log.clear()
    try h.drag(from: Point(50, 120), to: Point(50, 190), steps: 10, over: 0.5)
    #expect(log.all == ["willDisappear"])
    try h.advance(by: 1)
    #expect(top(h) == 200 && screens.screens.count == 1 && screens.subnodes.count == 1)
    #expect(log.all == ["willDisappear", "didDisappear"])
  }

  @Test func aSheetPulledALittleReturnsAndAFixedOneResists() throws {
    let (h, screens, _, log) = try start([0.5])
    log.clear()
    try h.drag(from: Point(50, 120), to: Point(50, 150), steps: 10, over: 1)
    h.clock.advance(by: 1)
    try h.advance(by: 1)
    #expect(top(h) == 100 && log.all.isEmpty && screens.screens.count == 2)
    let (h2, firm, _, _) = try start([0.3, 0.5], isDismissible: false)
    try h2.touch(.began, at: Point(50, 150))
    for y in stride(from: 160.0, through: 200, by: 10) {
      h2.clock.advance(by: 0.1)
      try h2.touch(.moved, at: Point(50, y))
    }
    // 32 of 40 are asked for; less is given.
    #expect(top(h2) > 145 && top(h2) < 170, "\(top(h2))")
    try h2.touch(.ended, at: Point(50, 200))
    try h2.advance(by: 1)
    #expect(top(h2) == 140 && firm.screens.count == 2)
    // Beside the sheet there is nothing to take hold of.
    try h2.drag(from: Point(50, 20), to: Point(50, 190), steps: 10, over: 1)
    try h2.advance(by: 1)
    #expect(top(h2) == 140)
  }

  @Test func aSheetPulledAboveItsHighestDetentLeavesNoGap() throws {
    let (h, screens, sheet, _) = try start([0.5])
    try h.touch(.began, at: Point(50, 120))
    for y in stride(from: 110.0, through: 40, by: -10) {
      h.clock.advance(by: 0.1)
      try h.touch(.moved, at: Point(50, y))
    }
    // 80 less the way in which the pan is recognized are asked for, a little more than half of it at most is given.
    let given = top(h)
    #expect(given > 55 && given < 80, "\(given)")
    #expect(h.framebuffer.color(x: 20, y: 199).hex == "#0000ff" && h.framebuffer.color(x: 20, y: given + 110).hex == "#0000ff")
    h.clock.advance(by: 0.3)
    try h.touch(.ended, at: Point(50, 40))
    try h.advance(by: 1)
    #expect(top(h) == 100 && screens.screens.count == 2 && sheet.detent == 0)
  }

  @Test func aSheetHasAMaximumWidthAndIsCentered() throws {
    let screens = ScreensNode(root: ScreenNode("root", content: BoxNode()))
    screens.style.flexGrow = 1
    let h = try HeadlessStage(width: 1000, height: 200) { screens }
    let sheet = ScreenNode("sheet", content: BoxNode())
    screens.present(sheet, as: .sheet)
    try h.advance(by: 1)
    #expect(sheet.frame.origin.x == 180 && sheet.frame.width == Screen.greatestSheetWidth)
    sheet.style.maxWidth = .points(800)
    try h.settle()
    #expect(sheet.frame.origin.x == 100 && sheet.frame.width == 800)
  }

  @Test func aMovableSheetHasAGrabber() throws {
    let (h, _, sheet, _) = try start([0.5])
    // In the middle of the edge the sheet is not as blue as beside it.
    func isMarked() -> Bool { h.framebuffer.color(x: 50, y: 107).hex != h.framebuffer.color(x: 10, y: 107).hex }
    #expect(isMarked())
    sheet.showsGrabber = false
    try h.settle()
    #expect(!isMarked())
    sheet.showsGrabber = true
    sheet.isDraggable = false
    try h.settle()
    #expect(!isMarked())
  }

  @Test func aScrollInASheetPassesThePullToTheSheet() throws {
    let list = TableNode(ListSnapshot(items: Array(0..<100))) { row($0) }
    list.showsIndicators = false
    list.style.flexBasis = .points(0)
    let holder = BoxNode()
    holder.style.padding.top = .points(10)
    holder.addSubnode(list)
    let (h, screens, sheet, _) = try start([0.4, 0.8], holder)
    #expect(top(h) == 120)
    list.style.flexGrow = 1
    try h.settle()
    // Up: first the sheet, then the rows.
    try h.touch(.began, at: Point(50, 180))
    for y in stride(from: 172.0, through: 52, by: -4) {
      h.clock.advance(by: 0.05)
      try h.touch(.moved, at: Point(50, y))
    }
    #expect(top(h) == 40)
    let scrolled = list.contentOffset.y
    #expect(scrolled >= 36 && scrolled <= 44, "\(scrolled)")
    // Down again in the same move: first the rows, then the sheet.
    for y in stride(from: 56.0, through: 152, by: 4) {
      h.clock.advance(by: 0.05)
      try h.touch(.moved, at: Point(50, y))
    }
    #expect(list.contentOffset.y == 0 && top(h) > 90 && top(h) < 104, "\(top(h))")
    h.clock.advance(by: 0.5)
    try h.touch(.ended, at: Point(50, 152))
    try h.advance(by: 1)
    #expect(top(h) == 120 && sheet.detent == 0 && !list.isMoving)
    // At rest the content ends where the sheet is seen to end, so that its last row can be reached.
    #expect(list.frame.height == 70)
    // Further down it goes away.
    try h.drag(from: Point(50, 140), to: Point(50, 199), steps: 10, over: 0.15)
    try h.advance(by: 1)
    #expect(screens.screens.count == 1)
  }

  @Test func aPulledSheetIsReleasedWhenItsListLeavesTheTree() throws {
    let list = TableNode(ListSnapshot(items: Array(0..<100))) { row($0) }
    list.showsIndicators = false
    list.style.flexGrow = 1
    let holder = BoxNode()
    holder.style.padding.top = .points(10)
    holder.addSubnode(list)
    let (h, _, sheet, _) = try start([0.4, 0.8], holder)
    try h.touch(.began, at: Point(50, 180))
    for y in stride(from: 172.0, through: 152, by: -4) {
      h.clock.advance(by: 0.05)
      try h.touch(.moved, at: Point(50, y))
    }
    #expect(top(h) < 110)
    list.removeFromSupernode()
    try h.settle()
    try h.advance(by: 1)
    #expect(top(h) == 120 && sheet.detent == 0)
    // The finger that is left moves nothing; the next does.
    try h.touch(.moved, at: Point(50, 100))
    try h.touch(.ended, at: Point(50, 100))
    try h.advance(by: 1)
    #expect(top(h) == 120)
    try h.drag(from: Point(50, 150), to: Point(50, 60), steps: 10, over: 0.3)
    try h.advance(by: 1)
    #expect(top(h) == 40 && sheet.detent == 1)
  }

  @Test func anImmovableSheetStays() throws {
    let (h, screens, sheet, _) = try start([0.5])
    sheet.isDraggable = false
    try h.drag(from: Point(50, 120), to: Point(50, 199), steps: 10, over: 0.2)
    try h.advance(by: 1)
    #expect(top(h) == 100 && screens.screens.count == 2)
  }

  @Test(arguments: [[], [.nan, -1, 0], [7.0]]) func invalidDetentsAreIgnored(detents: [Double]) throws {
    let (h, _, sheet, _) = try start(detents)
    sheet.detent = 40
    try h.advance(by: 1)
    #expect(top(h) == (detents == [7] ? 0 : 100))
  }
}
