import Observation
@testable import Tessera
import Testing

@Suite struct ModelTests {
  @Test func membersAreReadAndWritten() {
    let room = Model(Room())
    room.temperature = 19
    room.name += "!"
    room.update {
      $0.level = 3
      $0.temperature += 1
    }
    #expect(room.value == Room(name: "Kitchen!", temperature: 20, level: 3) && room.summary == "Kitchen! 20.0")
  }

  @Test func aReaderIsToldOfWhatItReadOnce() {
    let room = Model(Room())
    let reader = CountingReader()
    reader.read { _ = room.name }
    room.temperature = 1
    #expect(reader.changes == 0)
    room.name = "Hall"
    room.name = "Bath"
    #expect(reader.changes == 1)
    reader.read { _ = room.name }
    room.name = "Attic"
    #expect(reader.changes == 2)
  }

  @Test func anEqualValueIsNoChange() {
    let room = Model(Room())
    let reader = CountingReader()
    reader.read { _ = (room.name, room.temperature) }
    room.name = "Kitchen"
    room.update { $0.temperature = 21.5 }
    room.value = Room()
    #expect(reader.changes == 0)
  }

  @Test func computedMembersFollowWhatTheyAreMadeOf() {
    let room = Model(Room())
    let reader = CountingReader()
    reader.read { _ = room.summary }
    room.level = 7
    #expect(reader.changes == 0)
    room.temperature = 7
    #expect(reader.changes == 1)
  }

  @Test func oneUpdateIsOneChangeForEachPartThatWasRead() {
    let room = Model(Room())
    let (name, both) = (CountingReader(), CountingReader())
    name.read { _ = room.name }
    both.read { _ = room.value }
    room.update {
      $0.name = "Hall"
      $0.temperature = 3
    }
    #expect(name.changes == 1 && both.changes == 1)
  }

  @Test func whoIsGoneIsToldNothingAndHeldByNobody() {
    let room = Model(Room())
    weak var gone: CountingReader?
    do {
      let reader = CountingReader()
      gone = reader
      reader.read { _ = room.name }
    }
    #expect(gone == nil)
    room.name = "Hall"
    for _ in 0..<1000 { CountingReader().read { _ = room.name } }
    #expect(room.readerCount < 200)
  }

  @Test func otherObserversSeeTheValueAsOneProperty() {
    let room = Model(Room())
    let log = Log()
    withObservationTracking {
      _ = room.name
    } onChange: {
      log.note("changed")
    }
    room.level = 2
    room.level = 3
    #expect(log.all == ["changed"])
  }

  @Test func whatThrowsInAnUpdateLeavesWhatItDid() {
    struct Stop: Error {}
    let room = Model(Room())
    let reader = CountingReader()
    reader.read { _ = room.level }
    #expect(throws: Stop.self) {
      try room.update {
        $0.level = 9
        throw Stop()
      }
    }
    #expect(room.level == 9 && reader.changes == 1)
  }
}

/// Counts what it is told.
final class CountingReader: ChangeReader {
  private let state = Locked((changes: 0, generation: UInt64(0)))
  var changes: Int { state.withLock { $0.changes } }
  func read(_ body: () -> Void) {
    let generation = state.withLock { state in
      state.generation += 1
      return state.generation
    }
    var keys: UInt64 = 0
    ChangeTracking.reading(self, ReadTicket(kind: .binding, generation: generation), &keys, body)
  }
  func valueDidChange(_ ticket: ReadTicket) { state.withLock { $0.changes += 1 } }
  func observableWillChange(_ ticket: ReadTicket) {}
  func didReadObservables(_ ticket: ReadTicket) {}
  var owner: (any StateOwner)? { nil }
}
