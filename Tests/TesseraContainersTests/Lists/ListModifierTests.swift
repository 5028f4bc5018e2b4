import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// What is said of a list in a builder that is its node's to do.
@Suite struct ListModifierTests {
  private final class Fetches: Sendable {
    private let all = Locked<[BatchFetch]>([])
    func append(_ fetch: BatchFetch) { all.withLock { $0.append(fetch) } }
    var edges: [BatchFetching.Edge] { all.withLock { $0.map(\.edge) } }
    func end(_ outcome: BatchFetching.Outcome) { for fetch in all.withLock({ $0 }) { fetch.end(outcome) } }
  }

  private func rows(_ items: Range<Int>) -> Table { Table(Array(items), id: \.self) { _ in Box().height(50) } }

  @Test(arguments: [(ListPosition.start, 500.0), (.center, 475), (.end, 450)]) func aListBeginsWithAnItemInView(
    position: ListPosition, offset: Double
  ) throws {
    let list = rows(0..<40).expand().rowHeight(50).scrolled(to: ListIndex(0, 10), at: position)
    let h = try HeadlessStage(width: 100, height: 100) { Column { list }.makeNode() }
    #expect(try #require(h.root.find(Table.self)).contentOffset.y == offset)
    // Said of a value at once, and of an item that is not there.
    let table = rows(0..<40).scrolled(to: ListIndex(0, 90)).makeNode()
    _ = try HeadlessStage(width: 100, height: 100) { table }
    #expect(table.contentOffset.y == 0)
  }

  @Test func aFetchGetsTheListAndTheListFollows() throws {
    let fetches = Fetches()
    let list = rows(0..<2).fetching(leadingScreens: 1) { table, fetch in
      fetches.append(fetch)
      if fetches.edges.count == 1 { table.show(Array(0..<20), animated: false) { _ in fetch.end(.done) } }
    }
    let h = try HeadlessStage(width: 100, height: 100) { Column { list.expand() }.makeNode() }
    try h.advance(by: 0.2)
    let table = try #require(h.root.find(Table.self))
    #expect(fetches.edges == [.tail] && table.source.itemCounts == [20])
    table.scroll(to: ListIndex(0, 19), animated: false)
    try h.advance(by: 0.2)
    #expect(fetches.edges == [.tail, .tail])
    fetches.end(.exhausted)
  }

  @Test func aTaskFetchesAtTheHead() async throws {
    let (stream, continuation) = AsyncStream<BatchFetching.Edge>.makeStream()
    let list = rows(0..<20).fetching(at: .head) { table, fetch async in
      continuation.yield(fetch.edge)
      return .exhausted
    }
    let h = try HeadlessStage(width: 100, height: 100) { Column { list.expand() }.makeNode() }
    try h.advance(by: 0.05)
    for await edge in stream {
      #expect(edge == .head)
      break
    }
  }

  @Test func aFetchHandlerDoesNotRetainItsList() {
    var table: TableNode? = rows(0..<2).fetching { _, fetch in fetch.end(.exhausted) }.makeNode()
    weak let gone = table
    #expect(gone != nil)
    table = nil
    #expect(gone == nil)
  }
}
