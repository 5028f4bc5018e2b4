internal import Glibc
internal import TesseraKit

/// Extent of a measurement.
enum BenchExtent {
  /// Full measurement, in real time.
  case full
  /// Small measurement, sufficient for counts: few nodes and frames, on a manual clock. Its times are meaningless.
  case small

  /// Returns `full`, or `small` in a small run.
  func callAsFunction(_ full: Int, small: Int) -> Int { self == .full ? full : small }
}

/// Figure of a case.
struct BenchFigure {
  var metric: String
  var value: Double
}

/// Determines when a frame of a feed begins, and whether it was late.
struct BenchPace {
  private enum Clock {
    case wall(start: Double)
    case manual(ManualClock)
  }

  /// Milliseconds per frame.
  static let interval = 1000.0 / 60
  private let clock: Clock
  private let workers: WorkerPool

  /// Creates a pace. A full run has 60 frames a second in real time. In a small run, a frame begins when the workers are idle, and ends after one turn of
  /// the loop.
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

  /// Returns whether a completed frame was missed: in a full run, if it was completed an interval after its due time; in a small run, if
  /// the turn painted nothing.
  func misses(_ frame: Int, hasPainted: Bool) -> Bool {
    switch clock {
    case .wall(let start): BenchHarness.milliseconds(CLOCK_MONOTONIC) > start + Double(frame + 1) * Self.interval
    case .manual: !hasPainted
    }
  }
}
