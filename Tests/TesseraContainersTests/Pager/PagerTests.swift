import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@Suite struct PagerTests {
  /// A pager of numbered pages that fills a stage of 100 x 60.
  private func pager(
    _ count: Int, _ log: Log? = nil, axis: Axis = .horizontal, wraps: Bool = false, direction: LayoutDirection = .ltr
  ) throws -> (HeadlessStage, PagerNode) {
    let pager = PagerNode(ListSnapshot(items: Array(0..<count))) { row($0, log) }
    pager.axis = axis
    pager.wraps = wraps
    return (try HeadlessStage(width: 100, height: 60, direction: direction) { pager }, pager)
  }

  private func shown(_ pager: PagerNode) -> [Int?] { pager.visibleElements.map { $0.index?.item } }

  @Test(arguments: [(Axis.horizontal, LayoutDirection.ltr), (.horizontal, .rtl), (.vertical, .ltr)])
  func scrollingToAPageMakesItTheCurrentOne(axis: Axis, direction: LayoutDirection) throws {
    let (h, pager) = try pager(5, axis: axis, direction: direction)
    #expect(pager.currentPage == 0 && pager.pageCount == 5)
    #expect(shown(pager) == [0])
    pager.scroll(toPage: 1, animated: false)
    try h.settle()
    #expect(pager.currentPage == 1)
    #expect(shown(pager) == [1])
    pager.scroll(toPage: 3)
    try h.advance(by: 0.1)
    #expect(pager.isMoving)
    try h.advance(by: 3)
    #expect(pager.currentPage == 3 && !pager.isMoving)
    #expect(shown(pager) == [3])
    #expect(pager.node(forPage: 3).flatMap { h.seen($0) } == Rect(0, 0, 100, 60))
    pager.scroll(toPage: 9)
    pager.scroll(toPage: -1)
    try h.advance(by: 1)
    #expect(pager.currentPage == 3)
  }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func aCarouselShowsTheNeighborsSmallerAtBothSides(direction: LayoutDirection) throws {
    let (h, pager) = try pager(5, direction: direction)
    (pager.peek, pager.pageGap, pager.neighborScale, pager.neighborOpacity) = (10, 5, 0.5, 0.4)
    try h.settle()
    pager.scroll(toPage: 2, animated: false)
    try h.settle()
    #expect(pager.node(forPage: 2).flatMap { h.seen($0) } == Rect(15, 0, 70, 60))
    let (left, right) = direction == .ltr ? (1, 3) : (3, 1)
    // The neighbors are 75 units away, and half as large about their middles.
    for (page, x) in [(left, -42.5), (right, 107.5)] {
      let node = try #require(pager.node(forPage: page))
      #expect(h.stage.convert(.zero, from: node) == Point(x, 15) && h.stage.convert(Point(70, 60), from: node) == Point(x + 35, 45))
    }
    let draws = h.stage.statistics.draws
    try h.drag(from: Point(80, 30), to: Point(20, 30), over: 0.08)
    try h.advance(by: 3)
    #expect(pager.currentPage == right)
    #expect(pager.node(forPage: right).flatMap { h.seen($0) } == Rect(15, 0, 70, 60))
    // Only the page that came near the viewport was drawn.
    #expect(h.stage.statistics.draws <= draws + 2)
    // Other sizes keep the page in the middle.
    (pager.peek, pager.pageGap) = (20, 0)
    try h.settle()
    #expect(pager.currentPage == right)
    #expect(pager.node(forPage: right).flatMap { h.seen($0) } == Rect(20, 0, 60, 60))
  }

  @Test func pagesTurnByThemselvesUntilTheUserDragsThem() throws {
    let (h, pager) = try pager(3)
    pager.autoplay = 6
    try h.advance(by: 5.9)
    #expect(pager.currentPage == 0)
    try h.advance(by: 1)
    #expect(pager.currentPage == 1)
    try h.advance(by: 12)
    #expect(pager.currentPage == 0)
    try h.drag(from: Point(90, 30), to: Point(20, 30), over: 0.08)
    try h.advance(by: 30)
    #expect(pager.currentPage == 1)
    // A planned page is no work: the loop sleeps until it is due.
    #expect(!pager.isMoving)
  }

  @Test func aNodeFindsItsPage() throws {
    let (_, pager) = try pager(5)
    #expect(pager.node(forPage: 1).flatMap { pager.page(of: $0) } == 1)
    #expect(pager.page(of: row(7)) == nil)
    #expect(pager.node(forPage: 5) == nil)
    #expect(pager.node(forPage: -1) == nil)
  }

  @Test(arguments: [1, -1]) func aSwipeTurnsOnePageAndSendsASignal(way: Double) throws {
    let (h, pager) = try pager(5)
    pager.scroll(toPage: 2, animated: false)
    try h.settle()
    try h.advance(by: 0.1)
    let told = Log()
    pager.onPageChange { page in told.note("page \(page)") }
    pager.onScrollEnded { _ in told.note("ended") }
    try h.drag(from: Point(50 + 40 * way, 30), to: Point(50 - 30 * way, 30), over: 0.08)
    try h.advance(by: 3)
    #expect(pager.currentPage == 2 + Int(way))
    #expect(told.all == ["page \(2 + Int(way))", "ended"])
  }

  @Test func aPageSetBeforeTheFirstLayoutIsTheInitialPage() throws {
    let pager = PagerNode(pages: (0..<4).map { row($0) })
    pager.scroll(toPage: 2)
    let h = try HeadlessStage(width: 100, height: 60) { pager }
    try h.advance(by: 0.1)
    #expect(pager.currentPage == 2)
    #expect(shown(pager) == [2])
  }

  @Test func theProgramsNumberAndThePageInViewFollowEachOther() throws {
    let page = Model(2)
    let pager = PagerNode(Pager(Array(0..<5), id: { $0 }) { _ in Box() }.with(\.page, Binding(page, \.self)))
    let h = try HeadlessStage(width: 100, height: 60) { pager }
    try h.advance(by: 0.1)
    #expect(pager.currentPage == 2 && !pager.isMoving && page.value == 2)
    // The program moves it; the pages in between are not told.
    let told = Log()
    pager.onPageChange { number in told.note("\(number) \(page.value)") }
    page.value = 4
    try h.advance(by: 0.1)
    #expect(pager.isMoving)
    try h.advance(by: 3)
    #expect(pager.currentPage == 4 && page.value == 4)
    #expect(told.all == ["3 4", "4 4"])
    // A finger moves it.
    try h.drag(from: Point(20, 30), to: Point(90, 30), over: 0.08)
    try h.advance(by: 3)
    #expect(pager.currentPage == 3 && page.value == 3)
    // A finger catches it on its way and takes it back.
    page.value = 0
    try h.advance(by: 0.05)
    #expect(pager.isMoving)
    try h.drag(from: Point(50, 30), to: Point(5, 30), over: 0.08)
    try h.advance(by: 3)
    #expect(page.value == pager.currentPage && pager.currentPage != 0)
    // A number without a page is the last one, and says so.
    page.value = 9
    try h.advance(by: 3)
    #expect(pager.currentPage == 4 && page.value == 4)
    #expect(h.errors.isEmpty)
  }

  @Test func aRecreatedPagerStartsAtTheFormerPage() throws {
    let (h, old) = try pager(6)
    old.scroll(toPage: 4, animated: false)
    try h.settle()
    let state = try #require(old.preservedState)
    let pager = PagerNode(ListSnapshot(items: Array(0..<6))) { row($0) }
    pager.restoreState(state)
    let again = try HeadlessStage(width: 100, height: 60) { pager }
    try again.advance(by: 0.1)
    #expect(shown(pager) == [4])
  }

  @Test func theCurrentPageIsKeptWhenTheViewportChanges() throws {
    let (h, pager) = try pager(7)
    pager.scroll(toPage: 4, animated: false)
    try h.settle()
    for size in [Size(60, 100), Size(33, 50), Size(140, 20), Size(100, 60)] {
      pager.style.width = .points(size.width)
      pager.style.height = .points(size.height)
      try h.settle()
      try h.advance(by: 0.5)
      #expect(pager.currentPage == 4)
      #expect(shown(pager) == [4], "\(size)")
      #expect(pager.node(forPage: 4)?.frame.size == pager.frame.size)
    }
  }

  @Test func neighborsAreDrawnAndTheirsLoaded() throws {
    let log = Log()
    let (h, pager) = try pager(9, log)
    // Nothing was moved yet: the neighbour is loaded only.
    #expect((0..<2).map { pager.node(forPage: $0)?.interfaceState } == [.visible, .preload])
    #expect((2..<9).allSatisfy { pager.node(forPage: $0)?.interfaceState ?? .idle <= .measured })
    pager.ready = .full
    pager.scroll(toPage: 4, animated: false)
    try h.settle()
    #expect(
      (0..<9).map { pager.node(forPage: $0)?.interfaceState.rawValue ?? -1 }.filter { $0 >= InterfaceState.preload.rawValue }
        == [InterfaceState.preload, .display, .visible, .display, .preload].map(\.rawValue))
    log.clear()
    pager.scroll(toPage: 5, animated: false)
    try h.settle()
    let steps = log.all.filter { $0.contains(">") }
    #expect(steps.contains("r4 visible>display") && steps.contains("r5 display>visible"))
    #expect(steps.contains("r6 preload>display") && steps.contains("r7 measured>preload"))
    #expect(steps.contains("r3 display>preload") && steps.contains("r2 preload>measured"))
    // Steps back come before steps on.
    #expect((steps.firstIndex(of: "r4 visible>display") ?? 9) < (steps.firstIndex(of: "r5 display>visible") ?? -1))
  }

  @Test(arguments: [2, 3, 4, 9]) func pagesWrap(count: Int) throws {
    let (h, pager) = try pager(count, wraps: true)
    #expect(shown(pager) == [0])
    var expected = 0
    for turn in 0..<(2 * count + 1) {
      try h.drag(from: Point(90, 30), to: Point(20, 30), over: 0.08)
      try h.advance(by: 2)
      expected = (expected + 1) % count
      #expect(pager.currentPage == expected, "turn \(turn)")
      #expect(shown(pager) == [expected])
      #expect(pager.node(forPage: expected).flatMap { h.seen($0) } == Rect(0, 0, 100, 60))
    }
    for turn in 0..<(count + 1) {
      try h.drag(from: Point(10, 30), to: Point(80, 30), over: 0.08)
      try h.advance(by: 2)
      expected = (expected + count - 1) % count
      #expect(pager.currentPage == expected, "turn back \(turn)")
      #expect(shown(pager) == [expected])
    }
  }

  @Test func wrappedPagesGoTheShorterWay() throws {
    let (h, pager) = try pager(8, wraps: true)
    pager.scroll(toPage: 7)
    try h.advance(by: 3)
    #expect(pager.currentPage == 7)
    #expect(pager.contentOffset.x == -100)
    pager.scroll(toPage: 2)
    try h.advance(by: 3)
    #expect(pager.contentOffset.x == 200)
    // Another width keeps the page.
    pager.style.width = .points(70)
    try h.settle()
    #expect(pager.currentPage == 2)
    #expect(shown(pager) == [2])
  }

  @Test func onePageDoesNotWrap() throws {
    let (h, pager) = try pager(1, wraps: true)
    try h.drag(from: Point(90, 30), to: Point(20, 30), over: 0.08)
    try h.advance(by: 2)
    #expect(pager.contentOffset.x == 0)
    let (_, empty) = try self.pager(0, wraps: true)
    #expect(empty.currentPage == 0 && empty.pageCount == 0)
  }

  @Test func addedAndRemovedPagesKeepTheOneInView() throws {
    let (h, pager) = try pager(6)
    pager.scroll(toPage: 3, animated: false)
    try h.settle()
    let node = try #require(pager.node(forPage: 3))
    pager.apply(ListSnapshot<Int, Int>(items: [10, 11, 0, 3, 5]), animated: false)
    try h.settle()
    #expect(pager.currentPage == 3 && pager.node(forPage: 3) === node)
    pager.apply(ListSnapshot<Int, Int>(items: [3, 10]), animated: false)
    try h.settle()
    #expect(pager.currentPage == 0 && pager.node(forPage: 0) === node)
    #expect(h.seen(node) == Rect(0, 0, 100, 60))
  }

  @Test func aTableInAPageIsNoCloserThanThePage() throws {
    let log = Log()
    let pager = PagerNode(ListSnapshot(items: Array(0..<5))) { page in
      let table = TableNode(ListSnapshot(items: Array(0..<100))) { row(page * 100 + $0, log, height: 20) }
      table.separator = nil
      return table
    }
    pager.ready = .full
    let h = try HeadlessStage(width: 100, height: 60) { pager }
    func states(_ page: Int) -> Set<InterfaceState> {
      guard let table = pager.node(forPage: page) as? TableNode else { return [] }
      return Set(table.visibleElements.compactMap { table.node(for: $0)?.interfaceState })
    }
    #expect(states(0) == [.visible])
    #expect(states(1) == [.display])
    #expect(states(2) == [.preload])
    pager.scroll(toPage: 2)
    try h.advance(by: 3)
    #expect(states(2) == [.visible])
    #expect(states(1) == [.display] && states(3) == [.display])
    #expect(states(0) == [.preload])
    #expect(states(4) == [.preload])
    var known: [Substring: String] = [:]
    for entry in log.all where entry.contains(">") {
      let parts = entry.split(separator: " ")
      let step = parts[1].split(separator: ">").map(String.init)
      #expect(known[parts[0], default: "idle"] == step[0], "\(entry)")
      known[parts[0]] = step[1]
    }
    // A finger that moves up and down scrolls the table, one that moves sideways the pages.
    let table = try #require(pager.node(forPage: 2) as? TableNode)
    try h.drag(from: Point(50, 50), to: Point(52, 10))
    try h.advance(by: 8)
    #expect(table.contentOffset.y > 30 && pager.currentPage == 2)
    try h.drag(from: Point(90, 30), to: Point(20, 32), over: 0.08)
    try h.advance(by: 3)
    #expect(pager.currentPage == 3)
  }

  @Test func aSceneMayHaveItsPagesAsChildren() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [100, 60]
        root:
          type: pager
          page: 1
          children:
            - {type: box, id: a, background: red}
            - {type: box, id: b, background: green}
        """, width: 100, height: 60)
    try h.advance(by: 0.1)
    #expect(try h.seen(h.node("b")) == Rect(0, 0, 100, 60))
    #expect((h.root as? PagerNode)?.currentPage == 1)
  }

  @Test(arguments: [(Axis.horizontal, LayoutDirection.ltr), (.horizontal, .rtl), (.vertical, .ltr)])
  func arrowsTurnThePages(axis: Axis, direction: LayoutDirection) throws {
    let pager = PagerNode(ListSnapshot(items: Array(0..<3))) { row($0, nil) }
    (pager.axis, pager.arrows, pager.autoplay) = (axis, true, 30)
    let h = try HeadlessStage(width: 200, height: 200, direction: direction) { pager }
    let (first, last) = axis == .vertical ? (Point(100, 30), Point(100, 170)) : (Point(30, 100), Point(170, 100))
    let (previous, next) = direction == .rtl ? (last, first) : (first, last)
    try h.tap(at: previous)
    try h.advance(by: 2)
    #expect(pager.currentPage == 0, "the first page has no arrow back")
    for page in [1, 2, 2] {
      try h.tap(at: next)
      try h.advance(by: 2)
      #expect(pager.currentPage == page)
    }
    pager.wraps = true
    try h.tap(at: next)
    try h.advance(by: 2)
    #expect(pager.currentPage == 0)
    try h.advance(by: 40, step: 1)
    #expect(pager.currentPage == 0, "the user ended autoplay")
    // A touch that leaves an arrow does nothing.
    try h.touch(.began, at: next)
    try h.touch(.moved, at: Point(100, 100))
    try h.touch(.ended, at: Point(100, 100))
    try h.advance(by: 2)
    #expect(pager.currentPage == 0)
    try h.stage.resize(to: Size(100, 100), scale: 1)
    try h.settle()
    try h.tap(at: axis == .vertical ? Point(50, 70) : Point(direction == .rtl ? 30 : 70, 50))
    try h.advance(by: 2)
    #expect(pager.currentPage == 0, "there is no room for arrows")
  }
}
