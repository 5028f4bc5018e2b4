/// A part of a frame, in the order in which they come.
public enum FramePhase: String, Sendable, CaseIterable, Hashable {
  /// Events and gestures.
  case input
  /// Ticks.
  case ticks
  /// What nodes asked for.
  case changes
  /// A finished layout is adopted.
  case layout
  /// Finished draws are put in place.
  case commit
  /// Fades, transitions, what appears at once.
  case motion
  /// The damage is painted.
  case composite
  /// The display takes the frame.
  case present
}

/// What one turn of the loop did, and how long it took. Seconds are the machine's, whatever the stage's clock says. A value.
public struct FrameRecord: Sendable, Hashable {
  /// Counts turns, from 1.
  public var number = 0
  /// When it began, seconds of the machine's monotonic clock.
  public var start = 0.0
  /// How long it took.
  public var seconds = 0.0
  var phases = SIMD8<Double>()
  /// Whether it took longer than the time from one frame to the next.
  public var isMissed = false
  /// Whether it changed pixels.
  public var isPainted = false
  /// Draws that it put in place.
  public var draws = 0
  /// Draws and layouts that were under way when it ended.
  public var jobsUnderWay = 0
  /// Layouts that it adopted.
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

  /// Makes the record of a frame that did nothing.
  public init() {}

  /// Seconds that one part took.
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

/// The records of the newest frames. Any thread.
public final class FrameHistory: Sendable {
  private struct State {
    /// A ring once it is full; `next` is then the oldest.
    var records: [FrameRecord] = []
    var next = 0
    var missed = 0
    var total = 0
  }

  private let state = Locked(State())
  /// Most records kept.
  public let capacity: Int

  /// Makes an empty history.
  /// - Parameter capacity: most records kept; at least 1.
  public init(capacity: Int = 600) { self.capacity = max(1, capacity) }

  /// Adds a record; the oldest goes where there are too many.
  public func add(_ record: FrameRecord) {
    state.withLock {
      if $0.records.count < capacity { $0.records.append(record) } else { $0.records[$0.next] = record }
      $0.next = ($0.next + 1) % capacity
      $0.total += 1
      if record.isMissed { $0.missed += 1 }
    }
  }

  /// The newest records, the oldest first.
  /// - Parameter count: at most so many.
  public func newest(_ count: Int = .max) -> [FrameRecord] {
    state.withLock {
      let ordered = $0.records.count < capacity ? $0.records : Array($0.records[$0.next...] + $0.records[..<$0.next])
      return Array(ordered.suffix(max(0, count)))
    }
  }

  /// Frames since it was made, and those of them that missed their deadline.
  public var counts: (frames: Int, missed: Int) { state.withLock { ($0.total, $0.missed) } }
}
