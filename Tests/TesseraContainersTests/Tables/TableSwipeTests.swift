import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// How the buttons of a row come out from its edge, and go.
@Suite struct TableSwipeTests {
  private let log = Log()

  /// Rows of 40 in a stage of 300 x 200, each with a red button of 64 at its end and a blue one inside of that.
  private func table(_ direction: LayoutDirection = .ltr, leading: Bool = false) throws -> (HeadlessStage, TableNode) {
    let table = TableNode(ListSnapshot(items: Array(0..<20))) { number -> AnyNode in
      let node = BoxNode()
      node.id = "r\(number)"
      node.style.height = .points(40)
      node.background = .color(Color(white: 1))
      return node
    }
    table.showsIndicators = false
    table.separator = nil
    let log = self.log
    let actions: @Sendable (ListIndex) -> [RowAction] = { _ in
      [
        RowAction("", color: pureRed) { log.note("red \($0.item)") },
        RowAction("", color: pureBlue, isFullSwipe: false) { log.note("blue \($0.item)") },
      ]
    }
    if leading { table.handlers.leadingActions = actions } else { table.handlers.trailingActions = actions }
    return (try HeadlessStage(width: 300, height: 200, direction: direction) { table }, table)
  }

  private func color(_ h: HeadlessStage, _ x: Int) -> String { h.framebuffer.color(x: x, y: 60).hex }
  /// Pixels of the row of a colour.
  private func count(_ h: HeadlessStage, _ hex: String) -> Int { (0..<300).count { color(h, $0) == hex } }

  private func pull(_ h: HeadlessStage, from: Double, to: Double) throws {
    try h.touch(.began, at: Point(from, 60))
    for x in stride(from: from, through: to, by: to < from ? -10 : 10).dropFirst() {
      h.clock.advance(by: 0.05)
      try h.touch(.moved, at: Point(x, 60))
    }
  }

  @Test(arguments: [false, true], [LayoutDirection.ltr, .rtl])
  func eachButtonRevealsTheSameShare(leading: Bool, direction: LayoutDirection) throws {
    let (h, _) = try table(direction, leading: leading)
    let isLeft = leading == (direction == .ltr)
    try pull(h, from: isLeft ? 20 : 280, to: isLeft ? 90 : 210)
    // 128 are both, of which about half are seen.
    let (red, blue) = (count(h, "#ff0000"), count(h, "#0000ff"))
    #expect(red > 20 && red < 40 && abs(red - blue) <= 1)
    // The outermost at the edge.
    #expect(color(h, isLeft ? 1 : 298) == "#ff0000" && color(h, isLeft ? red + 2 : 298 - red - 2) == "#0000ff")
    // Each has its full size, and lies beneath the next one out.
    let button = try #require(h.stage.hitTest(Point(isLeft ? 2 : 298, 60)))
    #expect(button.frame.width == 64)
  }

  @Test func titlesSlideOutWithTheirButtons() throws {
    let (h, table) = try table()
    table.handlers.trailingActions = { _ in
      [
        RowAction("Remove", color: RowAction.red) { _ in }, RowAction("Flag", color: Color(rgb: 0xD98200)) { _ in },
        RowAction("More") { _ in },
      ]
    }
    try pull(h, from: 290, to: 130)
    try expectGolden(
      h.framebuffer, "table_swipe_half", tolerance: .fewPixels(64, beyond: 24), because: "versions of FreeType round outlines differently")
    try h.touch(.moved, at: Point(70, 60))
    try h.advance(by: 0.3)
    try expectGolden(
      h.framebuffer, "table_swipe_full", tolerance: .fewPixels(64, beyond: 24), because: "versions of FreeType round outlines differently")
  }

  @Test func aClosingRowMovesItsButtonsAlong() throws {
    let (h, _) = try table()
    try pull(h, from: 280, to: 240)
    h.clock.advance(by: 0.3)
    try h.touch(.ended, at: Point(240, 60))
    let before = count(h, "#ff0000")
    #expect(before > 5)
    try h.advance(by: 0.05, step: 0.05)
    #expect(count(h, "#ff0000") > 0 && count(h, "#ff0000") <= before)
    #expect(count(h, "#ffffff") + count(h, "#ff0000") + count(h, "#0000ff") >= 298, "no gap between row and buttons")
    try h.advance(by: 0.2)
    #expect(count(h, "#ffffff") == 300 && h.stage.nextDeadline == nil)
    #expect(h.stage.hitTest(Point(295, 60))?.id == "r1")
  }

  @Test func aFullSwipeFillsTheRowAndPerformsItsAction() throws {
    let (h, table) = try table()
    try pull(h, from: 290, to: 80)
    // More than 60 %: the outermost has all the room after 0.2 s.
    try h.advance(by: 0.25)
    #expect(count(h, "#0000ff") == 0 && count(h, "#ff0000") > 180)
    h.clock.advance(by: 0.3)
    try h.touch(.ended, at: Point(80, 60))
    #expect(log.all.isEmpty)
    try h.advance(by: 0.1)
    #expect(log.all.isEmpty && count(h, "#ff0000") > 220)
    try h.advance(by: 0.15)
    #expect(log.all == ["red 1"])
    try h.advance(by: 0.3)
    #expect(count(h, "#ffffff") == 300 && table.selectedRows.isEmpty)
  }

  @Test func aReleasedSwipeIsPerformedDespiteInterruptions() throws {
    let (h, table) = try table()
    try pull(h, from: 290, to: 80)
    h.clock.advance(by: 0.3)
    try h.touch(.ended, at: Point(80, 60))
    #expect(log.all.isEmpty)
    table.apply(ListSnapshot(items: [100] + Array(0..<20)), animated: false)
    try h.settle()
    try h.send(.wheel(location: Point(100, 150), delta: Point(0, 30)))
    try h.advance(by: 1)
    #expect(log.all == ["red 2"], "its row is the third by now")
  }

  @Test func aButtonUnderAFingerShowsIt() throws {
    let (h, _) = try table()
    try pull(h, from: 290, to: 180)
    h.clock.advance(by: 0.3)
    try h.touch(.ended, at: Point(180, 60))
    try h.advance(by: 0.4)
    try h.touch(.began, at: Point(190, 60))
    try h.advance(by: InteractionState.pressDelay + 0.01)
    #expect(color(h, 190) == "#4c4cff" && color(h, 290) == "#ff0000")
    try h.touch(.moved, at: Point(195, 60))
    try h.touch(.cancelled, at: Point(195, 60))
    #expect(color(h, 190) == "#4c4cff")
    try h.advance(by: StandardMotion.release.seconds / 2, step: StandardMotion.release.seconds / 2)
    #expect(color(h, 190) != "#4c4cff" && color(h, 190) != "#0000ff")
    try h.advance(by: StandardMotion.release.seconds, step: StandardMotion.release.seconds)
    #expect(color(h, 190) == "#0000ff" && h.stage.nextDeadline == nil && log.all.isEmpty)
    // A tap that takes its time is one.
    try h.touch(.began, at: Point(190, 60))
    try h.advance(by: 0.2)
    try h.touch(.ended, at: Point(190, 60))
    try h.advance(by: 0.5)
    #expect(log.all == ["blue 1"] && count(h, "#ffffff") == 300)
  }

  @Test func theOutermostTakesItsTimeToFillTheRoomWhileTheFingerMoves() throws {
    let (h, _) = try table()
    try pull(h, from: 290, to: 100)
    #expect(count(h, "#0000ff") > 60)
    h.clock.advance(by: 0.05)
    try h.touch(.moved, at: Point(98, 60))
    h.clock.advance(by: 0.02)
    try h.touch(.moved, at: Point(96, 60))
    let blue = count(h, "#0000ff")
    #expect(blue > 0 && blue < 97)
    try h.advance(by: 0.2)
    #expect(count(h, "#0000ff") == 0)
  }

  @Test func scrollingClosesTheRow() throws {
    let (h, table) = try table()
    try pull(h, from: 290, to: 180)
    h.clock.advance(by: 0.3)
    try h.touch(.ended, at: Point(180, 60))
    try h.advance(by: 0.4)
    #expect(count(h, "#ff0000") == 64 && count(h, "#0000ff") == 64)
    try h.send(.wheel(location: Point(100, 150), delta: Point(0, 30)))
    try h.advance(by: 1)
    #expect(table.contentOffset.y > 0 && (0..<200).allSatisfy { h.framebuffer.color(x: 295, y: $0).hex == "#ffffff" })
  }
}
