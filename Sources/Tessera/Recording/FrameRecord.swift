/// Phase of a frame, in order.
public enum FramePhase: String, Sendable, CaseIterable, Hashable {
  /// Events and gestures.
  case input
  /// Ticks.
  case ticks
  /// Changes requested by nodes.
  case changes
  /// Commit of a finished layout.
  case layout
  /// Commit of finished draws.
  case commit
  /// Fades, transitions and display groups.
  case motion
  /// Painting of the damage.
  case composite
  /// Presentation on the display.
  case present
}

/// Work and duration of one iteration of the loop. Seconds are of the machine's clock, independent of the stage's clock. A value.
public struct FrameRecord: Sendable, Hashable {
  /// Number of the iteration, from 1.
  public var number = 0
  /// Start in seconds of the machine's monotonic clock.
  public var start = 0.0
  /// Duration, seconds.
  public var seconds = 0.0
  var phases = SIMD8<Double>()
  /// Whether it took longer than a frame interval.
  public var isMissed = false
  /// Whether it changed pixels.
  public var isPainted = false
  /// Draws that it committed.
  public var draws = 0
  /// Draws and layouts that were running at its end.
  public var jobsUnderWay = 0
  /// Layouts that it committed.
  public var layouts = 0
  /// Rectangles of damage, and their pixels.
  public var damageRects = 0
  public var damagedPixels = 0
  /// Nodes that it painted, and nodes in the tree.
  public var paintedNodes = 0
  public var nodes = 0
  /// Bytes of content buffers in use, and of those kept for reuse.
  public var contentsBytes = 0
  public var pooledBytes = 0

  /// Creates the record of an empty frame.
  public init() {}

  /// Seconds of one phase.
  public subscript(_ phase: FramePhase) -> Double {
    get { phases[phase.index] }
    set { phases[phase.index] = newValue }
  }
}

extension FramePhase {
  var index: Int {
    switch self {
    case .input: 0
    case .ticks: 1
    case .changes: 2
    case .layout: 3
    case .commit: 4
    case .motion: 5
    case .composite: 6
    case .present: 7
    }
  }
}

/// Records of the newest frames. Any thread.
public final class FrameHistory: Sendable {
  private struct State {
    /// A ring buffer once it is full; `next` is then the oldest.
    var records: [FrameRecord] = []
    var next = 0
    var missed = 0
    var total = 0
  }

  private let state = Locked(State())
  /// Maximum number of records.
  public let capacity: Int

  /// Creates an empty history.
  /// - Parameter capacity: maximum number of records, at least 1.
  public init(capacity: Int = 600) { self.capacity = max(1, capacity) }

  /// Adds a record; if the history is full, it replaces the oldest.
  public func add(_ record: FrameRecord) {
    state.withLock {
      if $0.records.count < capacity { $0.records.append(record) } else { $0.records[$0.next] = record }
      $0.next = ($0.next + 1) % capacity
      $0.total += 1
      if record.isMissed { $0.missed += 1 }
    }
  }

  /// Returns the newest records, the oldest first.
  /// - Parameter count: maximum number of records.
  public func newest(_ count: Int = .max) -> [FrameRecord] {
    state.withLock {
      let ordered = $0.records.count < capacity ? $0.records : Array($0.records[$0.next...] + $0.records[..<$0.next])
      return Array(ordered.suffix(max(0, count)))
    }
  }

  /// Number of frames since creation, and of those that missed their deadline.
  public var counts: (frames: Int, missed: Int) { state.withLock { ($0.total, $0.missed) } }
}
