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
    try h.advance(by: 0.4)
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

  /// A list whose coordinates begin far above what is seen, as content came before it, and end with it.
  @Test func contentAddedAboveDoesNotChangeTheFetchDirection() throws {
    let table = TableNode(ListSnapshot(items: [100, 101])) { row($0) }
    table.rowHeight = 50
    table.anchoring = .always
    let h = try HeadlessStage(width: 100, height: 100) { table }
    table.apply(ListSnapshot(items: Array(80..<102)), animated: false)
    try h.settle()
    #expect(table.contentOffset.y == 1000 && table.visibleElements.first == .item(ListIndex(0, 20)))
    let (head, tail) = (Fetches(), Fetches())
    let fetchers = [
      BatchFetcher(table, at: .head, leadingScreens: 1) { head.append($0) }, BatchFetcher(table, leadingScreens: 1) { tail.append($0) },
    ]
    try h.advance(by: 0.1)
    #expect(head.count == 0 && tail.count == 1)
    tail.last?.end(.exhausted)
    table.contentOffset.y = 60
    try h.advance(by: 0.1)
    #expect(head.count == 1 && tail.count == 1)
    for fetcher in fetchers { fetcher.remove() }
  }

  /// The same along a row from right to left, which is turned round: shown at its end, content came before it.
  @Test func aRightToLeftRowWithMovedStartFindsItsEnds() throws {
    let layout = SectionedLayout(.horizontal, section: ListSection(.rows(length: .measured(estimate: 30))))
    let shelf = CollectionNode(ListSnapshot(items: Array(100..<120)), layout: layout) { row($0, width: Double(30 + $0 * 37 % 40)) }
    shelf.anchoring = .always
    let h = try HeadlessStage(width: 100, height: 60, direction: .rtl) { shelf }
    shelf.apply(ListSnapshot(items: Array(60..<120)), animated: false)
    try h.settle()
    #expect(shelf.visibleElements.first == .item(ListIndex(0, 40)))
    let (head, tail) = (Fetches(), Fetches())
    let fetchers = [
      BatchFetcher(shelf, at: .head, leadingScreens: 1) { head.append($0) }, BatchFetcher(shelf, leadingScreens: 1) { tail.append($0) },
    ]
    try h.advance(by: 0.1)
    #expect(head.count == 0 && tail.count == 0)
    shelf.scroll(to: ListIndex(0, 59), at: .end, animated: false)
    try h.advance(by: 0.1)
    #expect(head.count == 0 && tail.count == 1)
    tail.last?.end(.exhausted)
    shelf.scroll(to: ListIndex(0, 1), at: .start, animated: false)
    try h.advance(by: 0.1)
    #expect(head.count == 1 && tail.count == 1)
    for fetcher in fetchers { fetcher.remove() }
  }

  @Test func aRemovedListFetchesNothingAndCancelsItsFetch() throws {
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

  @Test func aFailedFetchIsRetriedAfterItsDelay() throws {
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

  @Test func aNodeThatEntersTheScreenChecksForFetches() throws {
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
