import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import TesseraContainers

@Suite struct PullToRefreshTests {
  private func make(_ count: Int, insets: Insets = .zero) throws -> (HeadlessStage, ScrollNode, Log) {
    let log = Log()
    let scroll = ScrollNode()
    scroll.pullToRefresh = PullToRefresh(height: 40)
    scroll.contentInsets = insets
    scroll.showsIndicators = false
    scroll.onRefresh { log.note("refresh") }
    for i in 0..<count { scroll.addSubnode(row(i)) }
    return (try HeadlessStage(width: 100, height: 200) { scroll }, scroll, log)
  }

  @Test(arguments: [0, 1, 40]) func aPullBeyondTheThresholdRefreshesOnce(count: Int) throws {
    let (h, scroll, log) = try make(count)
    let before = try h.snapshot()
    try h.drag(from: Point(50, 20), to: Point(50, 190), steps: 10, over: 0.5)
    #expect(log.all == ["refresh"])
    #expect(scroll.isRefreshing)
    try h.advance(by: 1)
    #expect(scroll.contentOffset.y == -40, "it rests below what turns")
    let turning = try h.snapshot()
    #expect(try pixelDifference(turning, before).count > 0)
    try h.advance(by: 0.5)
    #expect(log.all == ["refresh"])
    scroll.endRefreshing()
    try h.advance(by: 1)
    #expect(scroll.contentOffset.y == 0)
    #expect(!scroll.isRefreshing)
  }

  /// Rows are measured while the content comes back, so that its end moves; then it is emptied.
  @Test(arguments: [false, true]) func theSpinnerTurnsInTheContentWhileRefreshing(isAnimated: Bool) throws {
    let table = TableNode(ListSnapshot(items: Array(0..<40))) { row($0) }
    table.pullToRefresh = PullToRefresh(height: 40)
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200) { table }
    try h.drag(from: Point(50, 20), to: Point(50, 190), steps: 10, over: 0.5)
    try h.advance(by: 1)
    #expect(table.isRefreshing)
    #expect(table.contentOffset.y == -40)
    table.apply(ListSnapshot(items: [Int]()), animated: isAnimated)
    try h.settle()
    try h.advance(by: 1)
    #expect(table.contentOffset.y == -40 && table.physics.refreshPicture != nil)
    let turning = try h.snapshot()
    try h.advance(by: 0.3)
    #expect(try pixelDifference(turning, h.snapshot()).count > 0, "it turns")
    table.endRefreshing()
    try h.advance(by: 1)
    #expect(table.contentOffset.y == 0)
    // A pull of the empty table asks, too.
    try h.drag(from: Point(50, 20), to: Point(50, 190), steps: 10, over: 0.5)
    try h.advance(by: 1)
    #expect(table.isRefreshing && table.physics.refreshPicture != nil)
    table.apply(ListSnapshot(items: Array(0..<40)), animated: isAnimated)
    try h.settle()
    try h.advance(by: 1)
    #expect(table.contentOffset.y == -40 && table.physics.refreshPicture != nil)
  }

  @Test func contentPulledALittleReturns() throws {
    let (h, scroll, log) = try make(40)
    try h.drag(from: Point(50, 20), to: Point(50, 60), steps: 10, over: 0.5)
    try h.advance(by: 1)
    #expect(log.all.isEmpty)
    #expect(scroll.contentOffset.y == 0)
  }

  @Test func theSpinnerIsBelowTheInset() throws {
    let (h, scroll, log) = try make(40, insets: Insets(top: 30, right: 0, bottom: 0, left: 0))
    try h.settle()
    scroll.scroll(to: Point(0, -30), animated: false)
    try h.settle()
    try h.drag(from: Point(50, 40), to: Point(50, 195), steps: 10, over: 0.5)
    #expect(log.all == ["refresh"])
    try h.advance(by: 1)
    #expect(scroll.contentOffset.y == -70)
    let picture = try #require(scroll.physics.refreshPicture)
    #expect(picture.center == Point(50, 50))
    scroll.endRefreshing()
    try h.advance(by: 1)
    #expect(scroll.contentOffset.y == -30)
  }

  @Test func theProgramCanShowIt() throws {
    let (h, scroll, log) = try make(40)
    scroll.beginRefreshing()
    try h.advance(by: 1)
    #expect(scroll.contentOffset.y == -40)
    #expect(log.all.isEmpty)
    // What one reads further down stays where it is.
    scroll.endRefreshing()
    scroll.scroll(to: Point(0, 500), animated: false)
    try h.advance(by: 1)
    scroll.beginRefreshing()
    try h.advance(by: 1)
    #expect(scroll.contentOffset.y == 500)
  }

  @Test func aSpinnerTurnsOnTheScreenOnly() throws {
    let spinner = SpinnerNode()
    let h = try HeadlessStage(width: 40, height: 40) {
      let root = BoxNode()
      root.style.alignItems = .start
      root.addSubnode(spinner)
      return root
    }
    let first = try h.snapshot()
    try h.advance(by: 0.25)
    #expect(try pixelDifference(h.framebuffer, first).count > 0)
    #expect(spinner.frame.size == Size(20, 20))
    spinner.isHidden = true
    try h.advance(by: 0.2)
    let painted = h.stage.statistics.paintedFrames
    try h.advance(by: 1)
    #expect(h.stage.statistics.paintedFrames == painted)
  }
}
