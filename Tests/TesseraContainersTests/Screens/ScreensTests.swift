import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Stacks of screens on a stage.
@Suite struct ScreensTests {
  /// A screen of one colour with a row that writes down its interface states.
  private func screen(_ name: String, _ color: Color, _ log: Log) -> ScreenNode {
    let content = row(0, log, height: 40)
    content.name = name
    content.id = "row-\(name)"
    content.log = log
    let screen = ScreenNode(name, content: content)
    screen.id = name
    screen.background = .color(color)
    for (signal, word) in [
      (Screen.willAppear, "willAppear"), (Screen.didAppear, "didAppear"), (Screen.willDisappear, "willDisappear"),
      (Screen.didDisappear, "didDisappear"),
    ] {
      screen.on(signal) { log.note("\(name) \(word)") }
    }
    return screen
  }

  private func start(_ log: Log, direction: LayoutDirection = .ltr) throws -> (HeadlessStage, ScreensNode) {
    let screens = ScreensNode(root: screen("a", pureRed, log))
    screens.style.flexGrow = 1
    let h = try HeadlessStage(width: 100, height: 200, direction: direction) {
      let root = BoxNode()
      root.addSubnode(screens)
      return root
    }
    return (h, screens)
  }

  private func color(_ h: HeadlessStage, _ x: Int, _ y: Int = 150) -> [UInt8] {
    h.framebuffer.withUnsafeBytes { bytes in (0..<4).map { bytes[y * h.framebuffer.stride + x * 4 + $0] } }
  }
  private let red: [UInt8] = [0, 0, 255, 255]
  private let blue: [UInt8] = [255, 0, 0, 255]

  private func settleDown(_ h: HeadlessStage) throws { try h.advance(by: 1) }
  private func appearances(_ log: Log) -> [String] { log.all.filter { !$0.contains(">") && !$0.contains("drawn") } }

  @Test func theFirstScreenAppearsWithTheStage() throws {
    let log = Log()
    let (h, screens) = try start(log)
    #expect(appearances(log) == ["a willAppear", "a didAppear"])
    #expect(screens.top?.appearance == .visible && color(h, 50) == red)
  }

  @Test func aPushEntersFromTheEndAndTheScreenBelowMovesALittle() throws {
    let log = Log()
    let (h, screens) = try start(log)
    log.clear()
    screens.push(screen("b", pureBlue, log))
    try h.settle()
    #expect(color(h, 99) == red)
    var edges: [Int] = []
    for _ in 0..<30 {
      try h.advance(by: 1.0 / 60)
      edges.append((0..<100).firstIndex { color(h, $0) == blue } ?? 100)
    }
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 >= $1 } && edges.contains { $0 > 20 && $0 < 80 } && edges.last == 0)
    #expect(
      log.all == [
        "a willDisappear", "b willAppear", "b idle>measured", "b measured>preload", "b preload>display", "b display>visible", "b drawn",
        "a didDisappear", "b didAppear", "a visible>display",
      ])
    #expect(appearances(log) == ["a willDisappear", "b willAppear", "a didDisappear", "b didAppear"])
    #expect(h.stage.statistics.layouts <= 3)
  }

  @Test func rightToLeftAPushEntersFromTheLeft() throws {
    let log = Log()
    let (h, screens) = try start(log, direction: .rtl)
    screens.push(screen("b", pureBlue, log))
    try h.settle()
    for _ in 0..<6 { try h.advance(by: 1.0 / 60) }
    #expect(color(h, 0) == blue && color(h, 99)[2] > 220 && color(h, 99)[0] == 0)
  }

  @Test func noTransitionChangesScreensInOneFrame() throws {
    let log = Log()
    let (h, screens) = try start(log)
    log.clear()
    screens.push(screen("b", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    #expect(color(h, 0) == blue)
    #expect(appearances(log) == ["a willDisappear", "b willAppear", "a didDisappear", "b didAppear"])
    screens.pop()
    try h.advance(by: 1.0 / 60)
    #expect(color(h, 0) == red && screens.subnodes.count == 1)
    #expect(appearances(log).suffix(4) == ["b willDisappear", "a willAppear", "b didDisappear", "a didAppear"])
    #expect(log.all.contains("b measured>idle"))
  }

  @Test func aFadeMixesTheScreens() throws {
    let log = Log()
    let (h, screens) = try start(log)
    screens.push(screen("b", pureBlue, log), transition: .fade)
    try h.settle()
    for _ in 0..<5 { try h.advance(by: 1.0 / 60) }
    let mixed = color(h, 50)
    #expect(mixed[0] > 20 && mixed[0] < 235 && mixed[2] > 20 && mixed[2] < 235)
    try settleDown(h)
    #expect(color(h, 50) == blue)
  }

  @Test func popsAndPushesDuringTransitionsReportEverythingOnceInOrder() throws {
    let log = Log()
    let (h, screens) = try start(log)
    log.clear()
    screens.push(screen("b", pureBlue, log))
    for _ in 0..<8 { try h.advance(by: 1.0 / 60) }
    screens.pop()
    for _ in 0..<3 { try h.advance(by: 1.0 / 60) }
    screens.push(screen("c", pureGreen, log))
    try settleDown(h)
    #expect(
      appearances(log) == [
        "a willDisappear", "b willAppear", "b willDisappear", "a willAppear", "a willDisappear", "c willAppear", "a didDisappear",
        "b didDisappear", "c didAppear",
      ]
        || appearances(log) == [
          "a willDisappear", "b willAppear", "b willDisappear", "a willAppear", "a willDisappear", "c willAppear", "b didDisappear",
          "a didDisappear", "c didAppear",
        ], "\(appearances(log))")
    #expect(screens.screens.map(\.title) == ["a", "c"] && screens.subnodes.count == 3)
  }

  @Test func coveredScreensKeepAsMuchAsTheirDepthAllows() throws {
    let log = Log()
    let (h, screens) = try start(log)
    for name in ["b", "c", "d", "e"] {
      screens.push(screen(name, pureBlue, log), transition: ScreenTransition.none)
      try h.settle()
    }
    func state(_ name: String) throws -> InterfaceState { try h.node("row-\(name)").interfaceState }
    // Actions away: a 1 (back to the first), b 3, c 2, d 1, e 0.
    #expect(try ["a", "b", "c", "d", "e"].map(state) == [.display, .preload, .display, .display, .visible])
    #expect(try ["a", "b", "c", "d", "e"].map { try h.node("row-\($0)").visibilityDepth } == [1, 3, 2, 1, 0])
    screens.popToRoot(transition: ScreenTransition.none)
    try settleDown(h)
    #expect(try state("a") == .visible && screens.screens.count == 1)
  }

  @Test func listsOnCoveredScreensKeepLessReady() throws {
    let log = Log()
    let (h, screens) = try start(log)
    let list = ScrollNode()
    list.style.flexGrow = 1
    list.style.flexBasis = .points(0)
    list.ready = .full
    for i in 0..<40 { list.addSubnode(row(i, nil)) }
    screens.push(ScreenNode("list", content: list), transition: ScreenTransition.none)
    try h.settle()
    func count(_ state: InterfaceState) -> Int { list.subnodes.count { $0.interfaceState == state } }
    let drawn = count(.visible) + count(.display)
    #expect(count(.visible) == 4 && drawn >= 8 && count(.preload) > 0)
    screens.push(screen("cover", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    // One action away: what is in view stays drawn, little is loaded beside it.
    #expect(count(.visible) == 0 && count(.display) == 4 && count(.preload) <= 2)
    screens.push(screen("cover2", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    #expect(count(.display) == 4 && count(.preload) == 0)
    screens.push(screen("cover3", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    #expect(count(.display) == 0)
    screens.pop(to: try #require(screens.screens.first { $0.title == "list" }), transition: ScreenTransition.none)
    try settleDown(h)
    #expect(count(.visible) == 4 && count(.visible) + count(.display) == drawn)
  }

  @Test func aSwipeFromTheEdgePopsOrReturns() throws {
    let log = Log()
    let (h, screens) = try start(log)
    screens.push(screen("b", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    log.clear()
    // Not far enough.
    try h.touch(.began, at: Point(5, 100))
    for x in [10.0, 20, 30, 40] {
      h.clock.advance(by: 0.1)
      try h.touch(.moved, at: Point(x, 100))
    }
    #expect(color(h, 5)[2] > 220 && color(h, 5)[0] == 0 && color(h, 60) == blue)
    h.clock.advance(by: 0.5)
    try h.touch(.ended, at: Point(40, 100))
    try settleDown(h)
    #expect(
      appearances(log) == [
        "b willDisappear", "a willAppear", "a willDisappear", "b willAppear", "a didDisappear", "b didAppear",
      ])
    #expect(color(h, 0) == blue)
    log.clear()
    try h.drag(from: Point(5, 100), to: Point(80, 100), steps: 8, over: 0.2)
    try settleDown(h)
    #expect(appearances(log) == ["b willDisappear", "a willAppear", "b didDisappear", "a didAppear"])
    #expect(screens.screens.map(\.title) == ["a"])
    // Not from the middle.
    screens.push(screen("c", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    try h.drag(from: Point(40, 100), to: Point(95, 100))
    try settleDown(h)
    #expect(screens.screens.count == 2)
  }

  @Test func aPageShadesTheVisiblePartOfThePageBelow() throws {
    let log = Log()
    let (h, screens) = try start(log)
    screens.push(screen("b", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    try h.touch(.began, at: Point(5, 100))
    for x in [10.0, 30, 50] {
      h.clock.advance(by: 0.1)
      try h.touch(.moved, at: Point(x, 100))
    }
    let edge = (0..<100).first { color(h, $0) == blue } ?? 100
    #expect(edge > 30 && edge < 70)
    // Nearly a tenth away from the edge, more beside it; nothing but red is there.
    let (far, near) = (color(h, 2), color(h, edge - 1))
    #expect(far[2] < 250 && far[2] > 230 && near[2] < far[2] - 8 && far[0] == 0 && near[0] == 0, "\(far) \(near)")
    h.clock.advance(by: 0.5)
    try h.touch(.ended, at: Point(90, 100))
    try settleDown(h)
    #expect(color(h, 2) == red && color(h, 98) == red)
  }

  @Test func aSheetDimsTheRestAndClosesByEscapeAndATapOutside() throws {
    let log = Log()
    let (h, screens) = try start(log)
    for way in 0..<2 {
      log.clear()
      screens.present(screen("sheet", pureBlue, log), as: .sheet)
      try settleDown(h)
      #expect(color(h, 50, 150) == blue)
      let dimmed = color(h, 50, 60)
      #expect(dimmed[2] < 200 && dimmed[2] > 100 && dimmed[0] == 0)
      #expect(appearances(log) == ["sheet willAppear", "sheet didAppear"])
      #expect(try h.node("row-a").interfaceState == .visible)
      if way == 0 { try h.key(.escape) } else { try h.tap(at: Point(50, 60)) }
      try settleDown(h)
      #expect(screens.screens.count == 1 && color(h, 50, 60) == red && screens.subnodes.count == 1)
    }
    let firm = screen("firm", pureBlue, log)
    firm.isDismissible = false
    screens.present(firm, as: .sheet)
    try settleDown(h)
    try h.key(.escape)
    try h.tap(at: Point(50, 60))
    try settleDown(h)
    #expect(screens.screens.count == 2)
  }

  @Test func theFocusStaysWithItsScreen() throws {
    let log = Log()
    let (h, screens) = try start(log)
    let field = EditableTextNode()
    field.style.height = .points(20)
    try #require(screens.top).addSubnode(field)
    try h.settle()
    field.becomeFocused()
    try h.settle()
    screens.push(screen("b", pureBlue, log))
    try settleDown(h)
    #expect(h.stage.focusedNode == nil)
    // Nothing that a person can give the focus to is seen.
    try h.key(.tab)
    #expect(h.stage.focusedNode == nil)
    try h.key(.escape)
    try settleDown(h)
    #expect(h.stage.focusedNode === field)
  }

  @Test func aScreenThatReleasedItsContentReturnsUnchanged() throws {
    let log = Log()
    let (h, screens) = try start(log)
    let made = Log()
    let screen = ScreenNode("list") {
      made.note("made")
      let list = ScrollNode()
      list.style.flexGrow = 1
      list.style.flexBasis = .points(0)
      list.id = "list"
      for i in 0..<40 { list.addSubnode(row(i, nil)) }
      return list
    }
    screens.evictsFrom = 2
    screens.push(screen, transition: ScreenTransition.none)
    try h.settle()
    (try h.node("list") as? ScrollNode)?.contentOffset = Point(0, 333)
    try h.settle()
    for name in ["b", "c"] {
      screens.push(self.screen(name, pureBlue, log), transition: ScreenTransition.none)
      try h.settle()
    }
    #expect(screen.isEvicted && h.root.find("list") == nil && made.all.count == 1)
    let nodes = h.stage.statistics.nodes
    #expect(nodes < 20)
    screens.pop(transition: ScreenTransition.none)
    try settleDown(h)
    // Ready before it is seen.
    #expect(!screen.isEvicted && made.all.count == 2)
    screens.pop(transition: ScreenTransition.none)
    try settleDown(h)
    #expect((try h.node("list") as? ScrollNode)?.contentOffset == Point(0, 333))
    #expect(screen.subnodes.count == 1)
    screen.evict()
    #expect(!screen.isEvicted)
  }

  @Test func aListThatReleasedItsRowsReturnsToTheVisibleRow() throws {
    let log = Log()
    let (h, screens) = try start(log)
    let screen = ScreenNode("list") {
      let list = TableNode(ListSnapshot(items: Array(0..<400))) { row($0, height: Double(20 + $0 * 37 % 70)) }
      list.style.flexGrow = 1
      list.style.flexBasis = .points(0)
      list.showsIndicators = false
      list.id = "list"
      return list
    }
    screens.push(screen, transition: ScreenTransition.none)
    try h.settle()
    let list = try #require(try h.node("list") as? TableNode)
    for _ in 0..<40 {
      list.contentOffset.y += 97
      try h.settle()
    }
    let rows = list.visibleElements
    let places = rows.map { list.node(for: $0).flatMap { h.seen($0) } }
    #expect(rows.count > 2)
    let told = Locked<[String]>([])
    screen.onEviction { told.withLock { $0.append("gave up") } }
    screen.onRestoration { told.withLock { $0.append("made again") } }
    screens.push(self.screen("b", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    #expect(screen.evict() && h.root.find("list") == nil)
    screens.pop(transition: ScreenTransition.none)
    try settleDown(h)
    let again = try #require(try h.node("list") as? TableNode)
    // What lies above is estimated anew: the offset is another, the rows are the same.
    #expect(again !== list && again.visibleElements == rows)
    #expect(rows.map { again.node(for: $0).flatMap { h.seen($0) } } == places)
    #expect(told.withLock { $0 } == ["gave up", "made again"])
  }

  @Test func aScreenPushedInItsDisappearanceHandlerAppears() throws {
    let log = Log()
    let (h, screens) = try start(log)
    let b = screen("b", pureBlue, log)
    let again = Locked(1)
    b.onDidDisappear { [weak screens, weak b] in
      let isFirst = again.withLock { left in
        left -= 1
        return left == 0
      }
      if isFirst, let b { screens?.push(b, transition: ScreenTransition.none) }
    }
    screens.push(b, transition: ScreenTransition.none)
    try h.settle()
    log.clear()
    screens.pop(transition: ScreenTransition.none)
    try settleDown(h)
    #expect(screens.screens.map(\.title) == ["a", "b"] && screens.subnodes.count == 3)
    #expect(color(h, 50) == blue && b.appearance == .visible)
    #expect(
      appearances(log) == [
        "b willDisappear", "a willAppear", "b didDisappear", "a didAppear", "a willDisappear", "b willAppear", "a didDisappear",
        "b didAppear",
      ])
    screens.pop(transition: ScreenTransition.none)
    try settleDown(h)
    #expect(screens.subnodes.count == 1 && color(h, 50) == red)
  }

  @Test func distantScreensUnloadTheirContentUnderMemoryPressure() throws {
    let log = Log()
    let (h, screens) = try start(log)
    let far = ScreenNode("far") { row(1, nil) }
    let near = ScreenNode("near") { row(2, nil) }
    for screen in [far, near, self.screen("top", pureBlue, log)] {
      screens.push(screen, transition: ScreenTransition.none)
      try h.settle()
    }
    #expect(!far.isEvicted && !near.isEvicted)
    h.stage.memoryPressure = .moderate
    try h.settle()
    #expect(far.isEvicted && !near.isEvicted)
    h.stage.memoryPressure = .critical
    try h.settle()
    #expect(far.isEvicted && near.isEvicted)
    h.stage.memoryPressure = .none
    try h.advance(by: 0.1)
    // What is one action away is made again, what is farther away when it comes nearer.
    #expect(far.isEvicted && !near.isEvicted)
  }

  @Test func aScreenRemovedByTheProgramReceivesDisappearance() throws {
    let log = Log()
    let (h, screens) = try start(log)
    let b = screen("b", pureBlue, log)
    screens.push(b, transition: ScreenTransition.none)
    try h.settle()
    log.clear()
    b.removeFromSupernode()
    try settleDown(h)
    #expect(appearances(log) == ["b willDisappear", "a willAppear", "b didDisappear", "a didAppear"])
    #expect(color(h, 50) == red)
  }

  @Test func pushingALeavingScreenReversesItsTransition() throws {
    let log = Log()
    let (h, screens) = try start(log)
    let b = screen("b", pureBlue, log)
    screens.push(b)
    try settleDown(h)
    log.clear()
    screens.pop()
    for _ in 0..<4 { try h.advance(by: 1.0 / 60) }
    screens.push(b)
    try settleDown(h)
    #expect(
      appearances(log) == [
        "b willDisappear", "a willAppear", "a willDisappear", "b willAppear", "a didDisappear", "b didAppear",
      ])
    #expect(color(h, 0) == blue && screens.screens.count == 2)
  }

  @Test func replacingTakesThePlaceOfTheScreenOnTop() throws {
    let log = Log()
    let (h, screens) = try start(log)
    screens.push(screen("b", pureBlue, log), transition: ScreenTransition.none)
    try h.settle()
    screens.replace(with: screen("c", pureGreen, log))
    try settleDown(h)
    #expect(screens.screens.map(\.title) == ["a", "c"] && screens.subnodes.count == 3)
    #expect(appearances(log).suffix(4) == ["b willDisappear", "c willAppear", "b didDisappear", "c didAppear"])
  }
}

let pureRed = Color(red: 1, green: 0, blue: 0)
let pureGreen = Color(red: 0, green: 1, blue: 0)
let pureBlue = Color(red: 0, green: 0, blue: 1)
