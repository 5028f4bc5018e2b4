import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@Suite struct BatchFetcherTests {
  private final class Fetches: Sendable {
    private let all = Locked<[BatchFetch]>([])
    func append(_ fetch: BatchFetch) { all.withLock { $0.append(fetch) } }
    var count: Int { all.withLock { $0.count } }
    subscript(i: Int) -> BatchFetch { all.withLock { $0[i] } }
    var last: BatchFetch? { all.withLock { $0.last } }
  }

  private func make(
    _ count: Int, axes: Scroll.Axes = .vertical, direction: LayoutDirection = .ltr
  ) throws -> (HeadlessStage, ScrollNode) {
    let scroll = ScrollNode(Scroll(axes))
    scroll.showsIndicators = false
    for i in 0..<count { scroll.addSubnode(row(i, width: axes == .horizontal ? 50 : nil, height: 50)) }
    return (try HeadlessStage(width: 100, height: 100, direction: direction) { scroll }, scroll)
  }

  @Test func anEmptyListIsFilled() throws {
    let (h, scroll) = try make(0)
    let fetches = Fetches()
    let fetcher = BatchFetcher(scroll) { fetches.append($0) }
    try h.advance(by: 0.2)
    #expect(fetches.count == 1, "once, while it is under way")
    var number = 0
    while let fetch = fetches.last, number < fetches.count {
      number = fetches.count
      scroll.addSubnode(row(number))
      fetch.end(.done)
      try h.advance(by: 0.05)
      if number > 30 { break }
    }
    // A window of 100, and two more ahead.
    #expect(scroll.subnodes.count >= 6 && scroll.subnodes.count <= 8)
    #expect(!fetcher.isFetching)
  }

  @Test func scrollingTowardsTheTailFetches() throws {
    let (h, scroll) = try make(20)
    let fetches = Fetches()
    _ = BatchFetcher(scroll, leadingScreens: 1) { fetches.append($0) }
    try h.advance(by: 0.1)
    #expect(fetches.count == 0)
    scroll.scroll(to: Point(0, 700), animated: false)
    try h.advance(by: 0.1)
    #expect(fetches.count == 0)
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, 100)))
    try h.advance(by: 0.1)
    #expect(fetches.count == 1)
  }

  @Test func theHeadIsFetchedWhenItIsNear() throws {
    let (h, scroll) = try make(20)
    scroll.scroll(to: Point(0, 500), animated: false)
    try h.settle()
    let fetches = Fetches()
    let fetcher = BatchFetcher(scroll, at: .head, leadingScreens: 1) { fetches.append($0) }
    try h.advance(by: 0.1)
    #expect(fetches.count == 0)
    scroll.scroll(to: Point(0, 90), animated: false)
    try h.advance(by: 0.1)
    #expect(fetches.count == 1 && fetches[0].edge == .head)
    fetches[0].end(.exhausted)
    #expect(fetcher.isExhausted)
    fetcher.remove()
  }

  @Test func aRowFromRightToLeftHasItsTailAtTheLeft() throws {
    let (h, scroll) = try make(20, axes: .horizontal, direction: .rtl)
    let fetches = Fetches()
    _ = BatchFetcher(scroll, leadingScreens: 1) { fetches.append($0) }
    try h.advance(by: 0.1)
    #expect(fetches.count == 0, "the first row is seen, at the right")
    scroll.scroll(to: Point(-800, 0), animated: false)
    try h.advance(by: 0.1)
    #expect(fetches.count == 1)
  }

  @Test func whatIsRemovedFetchesNothingAndIsToldSo() throws {
    let (h, scroll) = try make(0)
    let fetches = Fetches()
    let fetcher = BatchFetcher(scroll) { fetches.append($0) }
    try h.advance(by: 0.1)
    #expect(fetches.count == 1 && !fetches[0].isCancelled)
    fetcher.remove()
    #expect(fetches[0].isCancelled)
    #expect(!fetches[0].end(.done))
    scroll.addSubnode(row(1))
    try h.advance(by: 0.2)
    #expect(fetches.count == 1)
  }

  @Test func oneThatFailedIsTriedAgainWhenItIsTime() throws {
    let (h, scroll) = try make(0)
    let fetches = Fetches()
    let fetcher = BatchFetcher(scroll) { fetches.append($0) }
    try h.advance(by: 0.1)
    fetches[0].end(.retry)
    try h.advance(by: 0.8)
    #expect(fetches.count == 1)
    try h.advance(by: 0.4)
    #expect(fetches.count == 2)
    fetches[1].end(.retry)
    try h.settle()
    fetcher.check()
    try h.settle()
    #expect(fetches.count == 3, "told to look now")
    fetches[2].end(.exhausted)
    fetcher.restart()
    try h.settle()
    #expect(fetches.count == 4)
  }

  @Test func moreScreensAheadLookAgain() throws {
    let (h, scroll) = try make(20)
    let fetches = Fetches()
    let fetcher = BatchFetcher(scroll, leadingScreens: 1) { fetches.append($0) }
    try h.settle()
    fetcher.leadingScreens = 20
    try h.settle()
    #expect(fetches.count == 1)
  }

  @Test func aNodeOnItsWayToTheScreenLooksWhenItIsThere() throws {
    let (h, scroll) = try make(4)
    scroll.isHidden = true
    try h.settle()
    let fetches = Fetches()
    _ = BatchFetcher(scroll) { fetches.append($0) }
    try h.advance(by: 0.1)
    #expect(fetches.count == 0, "it fills its window and is not seen")
    scroll.isHidden = false
    try h.settle()
    #expect(fetches.count == 1)
  }

  @Test func aTaskFetches() async throws {
    let (h, scroll) = try make(0)
    let (stream, continuation) = AsyncStream<BatchFetch>.makeStream()
    let fetcher = BatchFetcher(
      scroll,
      fetch: { fetch async in
        continuation.yield(fetch)
        return .exhausted
      })
    try h.advance(by: 0.05)
    try #require(fetcher.isFetching || fetcher.isExhausted)
    for await fetch in stream {
      // Whoever ends it first has ended it: this, or the task.
      fetch.end(.exhausted)
      break
    }
    #expect(fetcher.isExhausted)
  }
}
