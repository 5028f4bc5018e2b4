@testable import Tessera
import Testing

/// Two threads may evaluate for one reader: a worker that began before a change of the reader may read after one that began later.
@Suite struct ReaderTableTests {
  private let path: AnyKeyPath = \Room.level

  private func read(_ table: inout ReaderTable, _ reader: AnyNode, _ generation: UInt64) {
    _ = table.insert(reader, ReadTicket(kind: .layout, generation: generation), path, bytes: nil) { _ in { _, _ in true } }
  }

  @Test func anOlderEvaluationThatReadsLaterDoesNotReplaceTheNewest() {
    let node = BoxNode()
    var table = ReaderTable()
    for generation: UInt64 in [1, 2, 1] { read(&table, node, generation) }
    #expect(table.removeReaders(of: path).map(\.ticket.generation).max() == 2)
  }

  @Test func theNewestOfEachKindStays() {
    let nodes = (0..<40).map { _ in BoxNode() }
    var table = ReaderTable()
    for node in nodes { read(&table, node, 7) }
    // In another order, so that each is recorded again, and often enough that obsolete entries are removed.
    for _ in 0..<10 {
      for node in nodes.shuffled() { read(&table, node, 3) }
    }
    #expect(table.count < 200)
    let taken = table.removeReaders(of: path)
    for node in nodes { #expect(taken.filter { $0.reader === node }.map(\.ticket.generation).max() == 7) }
  }

  @Test func aReaderAtTheAddressOfAReleasedOneIsRecorded() {
    var table = ReaderTable()
    for generation: UInt64 in 1...9 { read(&table, BoxNode(), 10 - generation) }
    let node = BoxNode()
    read(&table, node, 0)
    #expect(table.removeReaders(of: path).contains { $0.reader === node && $0.ticket.generation == 0 })
  }
}
