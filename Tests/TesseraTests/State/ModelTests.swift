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

  @Test func modelsAreEqualToThemselvesAlone() {
    let (a, b) = (Model(1), Model(1))
    #expect(a == a)
    #expect(a != b)
  }

  @Test func aReaderIsNotifiedOnceOfItsReads() {
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

  @Test func computedMembersFollowTheirSources() {
    let room = Model(Room())
    let reader = CountingReader()
    reader.read { _ = room.summary }
    room.level = 7
    #expect(reader.changes == 0)
    room.temperature = 7
    #expect(reader.changes == 1)
  }

  @Test func nestedMembersInvalidateEachOther() {
    struct Inner: Sendable, Hashable {
      var a = 1
      var b = "b"
    }
    struct Outer: Sendable {
      var inner = Inner()
      var other = 2
      /// Number of times that `seen` was set.
      var sets = 0
      var seen = 0 { didSet { sets += 1 } }
    }
    let model = Model(Outer())
    let (inner, a, other, all) = (CountingReader(), CountingReader(), CountingReader(), CountingReader())
    func readAgain() {
      inner.read { _ = model.inner }
      a.read { _ = model[dynamicMember: \.inner.a] }
      other.read { _ = model.other }
    }
    readAgain()
    model[dynamicMember: \.inner.b] = "c"
    #expect((inner.changes, a.changes, other.changes) == (1, 0, 0))
    readAgain()
    model[dynamicMember: \.inner.a] = 5
    #expect((inner.changes, a.changes, other.changes) == (2, 1, 0))
    readAgain()
    model.other = 6
    #expect((inner.changes, a.changes, other.changes) == (2, 1, 1))
    all.read { _ = model.value }
    model.other = 7
    #expect(all.changes == 1 && other.changes == 1)
    // The `didSet` observer of the member runs.
    other.read { _ = model.seen }
    model.seen = 1
    #expect(model.sets == 1 && other.changes == 2)
    #expect(model.value.inner == Inner(a: 5, b: "c") && model.other == 7)
  }

  @Test func deinitializersOfAMemberMayUseTheModel() {
    /// Reads its model when it is released.
    final class Part: Sendable, Equatable {
      let end: @Sendable () -> Void
      init(_ end: @escaping @Sendable () -> Void) { self.end = end }
      deinit { end() }
      static func == (a: Part, b: Part) -> Bool { a === b }
    }
    struct Holder: Sendable {
      var part: Part?
      var count = 0
    }
    let model = Model(Holder())
    let reader = CountingReader()
    model.part = Part { model.count += 1 }
    reader.read { _ = model.part }
    model.part = nil
    #expect(model.count == 1 && reader.changes == 1)
  }

  @Test func anUpdateIsOneChangeForEachReadMember() {
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

  @Test func releasedReadersAreNotRetainedOrNotified() {
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

  @Test func aThrowingUpdateKeepsItsChanges() {
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

/// Counts its notifications.
final class CountingReader: ChangeReader {
  private let state = Locked((changes: 0, generation: UInt64(0)))
  var changes: Int { state.withLock { $0.changes } }
  func read(_ body: () -> Void) {
    let generation = state.withLock { state in
      state.generation += 1
      return state.generation
    }
    var keys = EnvironmentKeySet()
    ChangeTracking.reading(self, ReadTicket(kind: .binding, generation: generation), &keys, body)
  }
  func valueDidChange(_ ticket: ReadTicket) { state.withLock { $0.changes += 1 } }
  func observableWillChange(_ ticket: ReadTicket) {}
  func didReadObservables(_ ticket: ReadTicket) {}
  var owner: (any StateOwner)? { nil }
}
