internal import Glibc
internal import TesseraKit

/// How much a case measures.
enum BenchExtent {
  /// Everything, at the pace of the machine's clock.
  case full
  /// A part that is enough for counts: few nodes and frames, on a manual clock. Its times say nothing.
  case small

  /// Returns `full`, or `small` in a small run.
  func callAsFunction(_ full: Int, small: Int) -> Int { self == .full ? full : small }
}

/// A figure of a case.
struct BenchFigure {
  var metric: String
  var value: Double
}

/// Decides when a frame of a feed begins, and whether it was late.
struct BenchPace {
  private enum Clock {
    case wall(start: Double)
    case manual(ManualClock)
  }

  /// Milliseconds of a frame.
  static let interval = 1000.0 / 60
  private let clock: Clock
  private let workers: WorkerPool

  /// A full run has 60 frames a second by the wall. In a small one a frame begins when the workers have nothing left to do, and ends when the loop has
  /// had one turn.
  init(_ extent: BenchExtent, workers: WorkerPool, manual: ManualClock) {
    clock = extent == .full ? .wall(start: BenchHarness.milliseconds(CLOCK_MONOTONIC)) : .manual(manual)
    self.workers = workers
  }

  func wait(for frame: Int) {
    switch clock {
    case .wall(let start):
      let early = start + Double(frame) * Self.interval - BenchHarness.milliseconds(CLOCK_MONOTONIC)
      if early > 0 { usleep(UInt32(early * 1000)) }
    case .manual(let clock):
      workers.waitUntilIdle()
      workers.runAll()
      clock.advance(by: 1.0 / 60)
    }
  }

  /// Whether a frame that has been done now is a miss: by the wall, if it was done an interval after it was due; in a small run, if the turn showed nothing.
  func misses(_ frame: Int, hasPainted: Bool) -> Bool {
    switch clock {
    case .wall(let start): BenchHarness.milliseconds(CLOCK_MONOTONIC) > start + Double(frame + 1) * Self.interval
    case .manual: !hasPainted
    }
  }
}
