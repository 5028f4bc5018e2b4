internal import CTesseraSystem

/// Counters of the frame loop, and records of its frames. Frame loop only.
///
/// Without recording, a phase costs one comparison.
struct FrameRecorder {
  private(set) var statistics = FrameStatistics()
  /// Tracer of jobs and phases; nil means none.
  private(set) var tracer: Tracer?
  /// History of frames; nil means none.
  private(set) var history: FrameHistory?
  private var timing: Timing?
  /// Visible nodes that show frame statistics.
  private(set) var watchers: [AnyNode] = []
  /// For nodes that show frame statistics if the program keeps no history.
  private let ownHistory = FrameHistory(capacity: 240)

  /// Record of the running frame.
  private struct Timing {
    var record = FrameRecord()
    var start: Int64 = 0
    var phase: FramePhase?
    var since: Int64 = 0
    var before = FrameStatistics()
  }

  /// Whether the running frame, or the last one, was recorded.
  var isRecording: Bool { timing != nil }

  @inline(__always)
  mutating func count(_ change: (inout FrameStatistics) -> Void) { change(&statistics) }

  /// Begins a frame. It is recorded if the program requests it or a node shows frame statistics.
  mutating func begin(history: FrameHistory?, tracer: Tracer?) {
    statistics.frames += 1
    if tracer !== self.tracer { tracer?.nameThread("loop") }
    self.tracer = tracer
    self.history = history ?? (watchers.isEmpty ? nil : ownHistory)
    guard self.tracer != nil || self.history != nil else {
      timing = nil
      return
    }
    var timing = Timing()
    timing.start = ts_monotonic_ns()
    timing.before = statistics
    self.timing = timing
  }

  /// Adds a node that shows frame statistics: frames are recorded from the next one on.
  /// - Parameter history: history of the program.
  mutating func addWatcher(_ node: AnyNode, history: FrameHistory?) {
    removeWatcher(node)
    watchers.append(node)
    if self.history == nil { self.history = history ?? ownHistory }
  }

  mutating func removeWatcher(_ node: AnyNode) { watchers.removeAll { $0 === node } }

  /// Begins a phase of the frame and ends the previous one.
  @inline(__always)
  mutating func enter(_ phase: FramePhase?) { if timing != nil { change(to: phase) } }

  private mutating func change(to phase: FramePhase?) {
    guard var timing else { return }
    let now = ts_monotonic_ns()
    if let former = timing.phase {
      timing.record[former] += Double(now - timing.since) / 1e9
      // A phase of less than a microsecond did nothing.
      if now - timing.since >= 1000 { tracer?.record(former.name, from: timing.since, to: now) }
    }
    (timing.phase, timing.since) = (phase, now)
    self.timing = timing
  }

  /// Ends a frame.
  /// - Parameters:
  ///   - interval: maximum duration, seconds.
  ///   - jobs: number of running draws and layouts.
  mutating func end(painted: Bool, interval: Double, jobs: Int) {
    enter(nil)
    guard let timing else { return }
    let end = ts_monotonic_ns()
    var record = timing.record
    let (before, after) = (timing.before, statistics)
    record.number = after.frames
    record.start = Double(timing.start) / 1e9
    record.seconds = Double(end - timing.start) / 1e9
    record.isMissed = record.seconds > interval
    record.isPainted = painted
    record.draws = after.draws - before.draws
    record.jobsUnderWay = jobs
    record.layouts = after.layouts - before.layouts
    record.damageRects = after.damageRects - before.damageRects
    record.damagedPixels = after.damagedPixels - before.damagedPixels
    record.paintedNodes = after.paintedNodes - before.paintedNodes
    record.nodes = after.nodes
    record.contentsBytes = after.contentsBytes
    record.pooledBytes = after.pooledBytes
    history?.add(record)
    guard let tracer else { return }
    tracer.record("frame", record.isMissed ? "missed" : "", from: timing.start, to: end)
    if painted { tracer.count("damaged pixels", record.damagedPixels) }
    tracer.count("jobs under way", record.jobsUnderWay)
  }
}

extension FramePhase {
  fileprivate var name: StaticString {
    switch self {
    case .input: "input"
    case .ticks: "ticks"
    case .changes: "changes"
    case .layout: "adopt layout"
    case .commit: "commit"
    case .motion: "motion"
    case .composite: "composite"
    case .present: "present"
    }
  }
}
