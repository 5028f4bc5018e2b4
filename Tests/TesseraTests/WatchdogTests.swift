import Testing

@testable import Tessera

@Suite struct WatchdogTests {
  /// Checks the record twice, `limit` seconds apart: a thread in the same call is overdue then.
  private func isStuck(_ record: Watchdog.Record, at now: Double = 0) -> Bool {
    _ = record.isOverdue(at: now, 5)
    return record.isOverdue(at: now + 5, 5)
  }

  @Test func aCallIsCaughtWhileItRuns() {
    let record = Watchdog.Record()
    let node = BoxNode()
    var wasLate = false
    let answer = record.watching {
      Watchdog.run(node, .measure, generation: 7, late: { wasLate = true }) { () -> Int in
        #expect(isStuck(record))
        let caught = record.catchCall()
        #expect(caught?.node === node && caught?.step == .measure && caught?.generation == 7 && caught?.number == 0)
        #expect(record.catchCall() == nil && Watchdog.isCancelled)
        return 3
      }
    }
    #expect(answer == 3 && wasLate && record.flag.isCancelled && record.catchCall() == nil)
  }

  @Test func nothingIsCaughtBetweenCalls() {
    let record = Watchdog.Record()
    record.watching {
      for _ in 0..<3 { Watchdog.run(BoxNode(), .layout) {} }
      #expect(isStuck(record) && record.catchCall() == nil && !Watchdog.isCancelled)
    }
  }

  @Test func theOutermostCallCounts() {
    let record = Watchdog.Record()
    let (outer, inner) = (BoxNode(), BoxNode())
    record.watching {
      Watchdog.run(outer, .draw) {
        Watchdog.run(inner, .measure) { #expect(isStuck(record)) }
        #expect(record.catchCall()?.node === outer)
      }
    }
  }

  @Test func aThreadWithoutAJobIsNotMonitored() {
    let node = BoxNode()
    #expect(Watchdog.Record.current == nil && !Watchdog.isCancelled && Watchdog.run(node, .measure) { 4 } == 4)
    let record = Watchdog.Record()
    record.watching {
      #expect(Watchdog.Record.current === record)
      Watchdog.Record.unwatched { #expect(Watchdog.Record.current == nil) }
      #expect(Watchdog.Record.current === record)
    }
    #expect(Watchdog.Record.current == nil)
  }
}
