import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// How what marks rows, items and titles of tabs comes and goes.
@Suite struct StateMotionTests {
  private let white = Color(white: 1)

  /// White rows, 40 high, in a stage of 200 x 200.
  private func table(_ change: (TableNode) -> Void = { _ in }) throws -> (HeadlessStage, TableNode) {
    let table = TableNode(
      ListSnapshot(items: Array(0..<20)),
      cells: ListSnapshot<Int, Int>.Cells(item: { _, _ in
        let node = BoxNode()
        node.style.minHeight = .points(40)
        node.background = .color(Color(white: 1))
        return node
      }))
    table.showsIndicators = false
    table.separator = nil
    table.highlightColor = Color(white: 0, alpha: 0.1)
    change(table)
    return (try HeadlessStage(width: 200, height: 200, background: white) { table }, table)
  }

  private func light(_ h: HeadlessStage, _ y: Int) -> Float { h.framebuffer.color(x: 100, y: y).red }

  @Test func aPressedRowIsMarkedImmediatelyAndFadesOnRelease() throws {
    let (h, _) = try table()
    try h.touch(.began, at: Point(100, 60))
    try h.advance(by: StandardMotion.pressDelay + 0.01)
    #expect(abs(light(h, 60) - 0.9) < 0.01)
    try h.advance(by: 0.2)
    try h.touch(.cancelled, at: Point(100, 60))
    #expect(abs(light(h, 60) - 0.9) < 0.01)
    let easing = try #require(StandardMotion.release.motion.easing)
    for sixth in 1...5 {
      try h.advance(by: 0.03, step: 0.03)
      #expect(abs(Double(light(h, 60)) - (0.9 + 0.1 * easing.value(at: Double(sixth) / 6))) < 0.012)
    }
    try h.advance(by: 0.04, step: 0.04)
    #expect(light(h, 60) == 1 && h.stage.nextDeadline == nil)
  }

  @Test func aRowThatIsPressedAgainIsMarkedImmediately() throws {
    let (h, _) = try table()
    try h.touch(.began, at: Point(100, 60))
    try h.advance(by: 0.2)
    try h.touch(.cancelled, at: Point(100, 60))
    try h.advance(by: 0.03, step: 0.03)
    #expect(light(h, 60) > 0.91 && light(h, 60) < 1)
    try h.touch(.began, at: Point(100, 60))
    // While the finger is waited for it goes on to fade.
    try h.advance(by: StandardMotion.pressDelay - 0.01, step: StandardMotion.pressDelay - 0.01)
    #expect(light(h, 60) > 0.95)
    try h.advance(by: 0.02, step: 0.02)
    #expect(abs(light(h, 60) - 0.9) < 0.01)
    try h.advance(by: 0.3)
    #expect(abs(light(h, 60) - 0.9) < 0.01)
  }

  @Test(arguments: [false, true]) func aDeselectedRowFades(reducesMotion: Bool) throws {
    let (h, table) = try table { $0.selectionColor = Color(rgb: 0x0000FF) }
    h.stage.reducesMotion = reducesMotion
    table.select(ListIndex(0, 1))
    try h.settle()
    #expect(light(h, 60) < 0.9, "it comes at once")
    table.deselect(ListIndex(0, 1))
    try h.settle()
    #expect(light(h, 60) < 0.9)
    let seconds = reducesMotion ? StandardMotion.reduced.seconds : StandardMotion.release.seconds
    try h.advance(by: seconds / 2, step: seconds / 2)
    #expect(light(h, 60) > 0.9 && light(h, 60) < 1)
    try h.advance(by: seconds / 2 + 0.01, step: seconds / 2 + 0.01)
    #expect(light(h, 60) == 1 && h.stage.nextDeadline == nil)
  }

  @Test func aCheckMarkAppearsImmediatelyAndFadesOut() throws {
    let (h, table) = try table {
      $0.accessory = .checkmark
      $0.selectionColor = .clear
    }
    /// How dark the second row's tick is at its darkest.
    func ink() -> Float {
      (160..<200).map { x in 1 - (45..<75).map { h.framebuffer.color(x: x, y: $0).red }.reduce(1, min) }.reduce(0, max)
    }
    #expect(ink() == 0)
    table.select(ListIndex(0, 1))
    try h.settle()
    let whole = ink()
    #expect(whole > 0.7)
    table.deselect(ListIndex(0, 1))
    try h.settle()
    #expect(ink() == whole)
    try h.advance(by: StandardMotion.release.seconds / 2, step: StandardMotion.release.seconds / 2)
    #expect(ink() > 0.1 && ink() < whole - 0.1)
    try h.advance(by: StandardMotion.release.seconds / 2 + 0.01, step: StandardMotion.release.seconds / 2 + 0.01)
    #expect(ink() == 0 && h.stage.nextDeadline == nil)
  }

  @Test func aReleasedItemOfACollectionFadesBack() throws {
    let layout = SectionedLayout(.vertical, section: ListSection(.grid(GridArrangement(columns: .fixed(3), length: .fixed(40)))))
    let collection = CollectionNode(ListSnapshot(items: Array(0..<9)), layout: layout) { _ in
      let node = BoxNode()
      node.background = .color(Color(white: 0))
      return node
    }
    collection.showsIndicators = false
    collection.selection = .single
    let h = try HeadlessStage(width: 120, height: 200, background: white) { collection }
    try h.touch(.began, at: Point(60, 60))
    try h.advance(by: 0.2)
    let node = try #require(collection.node(for: .item(ListIndex(0, 4))))
    #expect(node.opacity == 0.6 && node.presented.opacity == 0.6)
    try h.touch(.ended, at: Point(60, 60))
    #expect(node.opacity == 1 && abs(node.presented.opacity - 0.6) < 1e-9)
    try h.advance(by: 0.09, step: 0.09)
    let easing = try #require(StandardMotion.release.motion.easing)
    #expect(abs(node.presented.opacity - (0.6 + 0.4 * easing.value(at: 0.5))) < 1e-6)
    try h.advance(by: 0.1, step: 0.1)
    #expect(node.presented.opacity == 1)
    // The program's own motion comes first.
    node.motion[\.border] = .linear(1)
    collection.deselect(ListIndex(0, 4))
    try h.settle()
    try h.advance(by: 0.5, step: 0.5)
    // From that of a selected item to that of the one that keys are for.
    #expect(abs((node.presented.border?.width.top ?? 0) - 2.25) < 0.01)
    try h.advance(by: 0.6, step: 0.6)
    #expect(node.presented.border?.width.top == 1.5 && h.stage.nextDeadline == nil)
  }

  @Test func theTintFadesFromOneTitleToTheNext() throws {
    let screens = (0..<2).map { ScreenNode("████ \($0)", content: row($0, height: 40)) }
    let tabs = TabsNode(screens)
    (tabs.tint, tabs.titleColor) = (pureRed, Color(white: 0))
    tabs.barColor = white
    tabs.style.flexGrow = 1
    let h = try HeadlessStage(width: 200, height: 120) {
      let root = BoxNode()
      root.addSubnode(tabs)
      return root
    }
    try h.advance(by: 1)
    /// The reddest pixel of a title.
    func red(_ number: Int) -> Float {
      (0..<100).map { x in (80..<115).map { h.framebuffer.color(x: number * 100 + x, y: $0) }.map { $0.red - $0.green }.max() ?? 0 }.max()
        ?? 0
    }
    #expect(red(0) > 0.9 && red(1) < 0.1)
    tabs.select(1)
    try h.settle()
    try h.advance(by: StandardMotion.tabIndicator.seconds / 2, step: StandardMotion.tabIndicator.seconds / 2)
    #expect(red(0) > 0.15 && red(0) < 0.9 && red(1) > 0.15)
    try h.advance(by: 1)
    #expect(red(0) < 0.1 && red(1) > 0.9 && h.stage.nextDeadline == nil)
  }
}
