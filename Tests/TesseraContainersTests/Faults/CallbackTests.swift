import Dispatch
import Foundation
import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraTestSupport
import Testing

/// Where the program is called, and that no lock is held meanwhile.
@Suite struct ContainerCallbackTests {
  /// Whether another thread gets through `body` while this one is in a callback.
  private static func passes(_ body: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    return done.wait(timeout: .now() + 5) == .success
  }

  @Test func aFetcherHoldsNoLockWhileTheProgramDecides() throws {
    let scroll = ScrollNode()
    for i in 0..<20 { scroll.addSubnode(row(i, height: 50)) }
    let h = try HeadlessStage(width: 100, height: 100) { scroll }
    let fetches = Log()
    let fetcher = BatchFetcher(scroll, leadingScreens: 1) { _ in fetches.note("fetch") }
    let passed = Locked<[Bool]>([])
    fetcher.decide = { [weak fetcher] _, hint in
      let isFree = Self.passes { [fetcher] in _ = fetcher?.isFetching }
      passed.withLock { $0.append(isFree) }
      return hint
    }
    try h.drag(from: Point(50, 90), to: Point(50, 10), over: 0.05)
    try h.advance(by: 0.5)
    #expect(!passed.withLock { $0 }.isEmpty && passed.withLock { $0 }.allSatisfy { $0 })
  }

  @Test func changesMadeInTheDecisionApply() throws {
    let scroll = ScrollNode()
    for i in 0..<20 { scroll.addSubnode(row(i, height: 50)) }
    let h = try HeadlessStage(width: 100, height: 100) { scroll }
    let fetches = Log()
    let fetcher = BatchFetcher(scroll, leadingScreens: 1) { _ in fetches.note("fetch") }
    let isFirst = Locked(true)
    fetcher.decide = { [weak fetcher] _, hint in
      let changes = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      if changes { fetcher?.leadingScreens = 100 }
      return hint
    }
    try h.drag(from: Point(50, 90), to: Point(50, 10), over: 0.05)
    try h.advance(by: 2)
    #expect(fetches.all.count == 1 && fetcher.leadingScreens == 100)
  }

  /// Numbered rows, as many as the program says.
  private final class Numbers: ListDataSource {
    let count: Locked<Int>
    init(_ count: Int) { self.count = Locked(count) }
    func itemCount(inSection section: Int) -> Int { count.withLock { $0 } }
    func nodeFactory(for element: ListElement) -> ListNodeFactory? {
      let number = element.index?.item ?? 0
      return { row(number, height: 50) }
    }
  }

  @Test(arguments: [0, 2]) func completionsOfABatchRunOnTheLoopAfterItIsShown(threads: Int) throws {
    let source = Numbers(1)
    let controller = ListDataController(source)
    let table = TableNode(controller)
    let h = try HeadlessStage(width: 100, height: 200, threads: threads) { table }
    let log = Log()
    let loop = pthread_self()
    controller.performBatchUpdates(
      {
        source.count.withLock { $0 = 2 }
        controller.insertItems(at: [ListIndex(0, 1)])
      },
      completion: { [weak table] isTaken in
        let new = table?.node(for: .item(ListIndex(0, 1)))
        log.note("\(isTaken) \(pthread_equal(pthread_self(), loop) != 0) \(new?.interfaceState == .visible) \(new?.frame.height ?? 0)")
      })
    #expect(log.all.isEmpty)
    try h.settle()
    #expect(log.all == ["true true true 50.0"])
    // An update that is refused is told on the loop as well.
    controller.onError = { _ in log.note("error") }
    controller.performBatchUpdates(
      { controller.insertItems(at: [ListIndex(0, 0)]) }, completion: { log.note("\($0) \(pthread_equal(pthread_self(), loop) != 0)") })
    try h.settle()
    #expect(log.all.dropFirst() == ["error", "false true"])
  }

  @Test func aControllerHoldsNoLockWhileItReportsErrors() throws {
    let source = Numbers(1)
    let controller = ListDataController(source)
    controller.onChange = { _ in }
    let passed = Locked<Bool?>(nil)
    controller.onError = { [weak controller] _ in
      let isFree = Self.passes { [controller] in controller?.performBatchUpdates(nil) }
      passed.withLock { $0 = isFree }
    }
    controller.performBatchUpdates { controller.insertItems(at: [ListIndex(0, 0)]) }
    #expect(passed.withLock { $0 } == true)
  }

  @Test func aControllerHoldsNoLockWhileItDelivers() throws {
    let source = Numbers(1)
    let controller = ListDataController(source)
    let counts = Locked<[Int]>([])
    let passed = Locked<[Bool]>([])
    controller.onChange = { [weak controller] change in
      counts.withLock { $0.append(change.source.itemCounts[0]) }
      guard change.source.itemCounts[0] == 2 else { return }
      // Another thread's update meanwhile is not held up, and is delivered after this one.
      let isFree = Self.passes { [controller] in
        source.count.withLock { $0 = 3 }
        controller?.reloadData()
      }
      passed.withLock { $0.append(isFree) }
    }
    controller.performBatchUpdates {
      source.count.withLock { $0 = 2 }
      controller.insertItems(at: [ListIndex(0, 1)])
    }
    #expect(passed.withLock { $0 } == [true])
    #expect(counts.withLock { $0 } == [1, 2, 3])
  }

  @Test func anUpdateFromWithinADeliveryIsDeliveredAfterIt() {
    let source = Numbers(1)
    let controller = ListDataController(source)
    let log = Log()
    controller.onChange = { [weak controller] change in
      let count = change.source.itemCounts[0]
      log.note("takes \(count)")
      if count == 2 {
        source.count.withLock { $0 = 3 }
        controller?.reloadData()
      }
      log.note("took \(count)")
    }
    source.count.withLock { $0 = 2 }
    controller.reloadData()
    #expect(log.all == ["takes 1", "took 1", "takes 2", "took 2", "takes 3", "took 3"])
  }
}
