internal import CTesseraCounting
internal import Glibc
internal import TesseraGeometry
internal import TesseraKit

/// Cases of the stage: `idle` and `one-label`.
extension BenchHarness {
  private func labelStage() throws -> (Stage, [TextNode]) {
    let root = BoxNode()
    let nodes = (0..<1000).map { i in
      let node = TextNode("Label \(i)", font: Font("DejaVu Sans", size: 14))
      node.style.position = .absolute
      node.style.inset.left = .points(Double(i % 25 * 76))
      node.style.inset.top = .points(Double(i / 25 * 27))
      root.addSubnode(node)
      return node
    }
    return (try Stage(size: Size(1920, 1080), root: root, workers: WorkerPool(threads: 1)), nodes)
  }

  /// Measures an idle stage: frames, wake-ups, context switches and allocations in two seconds.
  func idle() throws {
    let (stage, _) = try labelStage()
    try stage.settle()
    let counts = IdleCounts()
    let alarm = Alarm(seconds: 0) {
      // Wait until the loop is idle.
      usleep(300_000)
      _ = Self.status("VmRSS")
      let memory = Self.status("VmRSS")
      tc_count_process(true)
      let (allocations, statistics, switches) = (tc_process_allocations(), stage.statistics, Self.switches())
      usleep(2_000_000)
      counts.allocations = Int(tc_process_allocations() - allocations)
      tc_count_process(false)
      counts.switches = Self.switches() - switches
      counts.frames = stage.statistics.frames - statistics.frames
      counts.wakeups = stage.statistics.wakeups - statistics.wakeups
      counts.memory = Self.status("VmRSS") - memory
      stage.stop()
    }
    try stage.run()
    alarm.join()
    value("frames", Double(counts.frames), "", "turns of the loop in 2 s")
    value("wakeups", Double(counts.wakeups), "", "in 2 s")
    value("switches", Double(counts.switches), "", "context switches of the process in 2 s, the one of the thread that counts included")
    value("allocations", Double(counts.allocations), "", "calls of malloc and its like, of all threads, in 2 s")
    value("memory", counts.memory * 1024, "kB", "growth of the resident set in 2 s")
  }

  private static func switches() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_nvcsw + usage.ru_nivcsw
  }

  /// Measures changes of one of a thousand labels: the cost for the loop, and draws and repainted pixels.
  func oneLabel() throws {
    let (stage, nodes) = try labelStage()
    try stage.settle()
    let before = stage.statistics
    let rounds = 300
    let changes = Alarm(seconds: 0) {
      for n in 0..<rounds {
        nodes[(n * 37) % 1000].string = "Label \(n + 1000)"
        usleep(10_000)
      }
      stage.stop()
    }
    let start = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
    try stage.run(framesPerSecond: 1000)
    let time = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - start
    changes.join()
    let after = stage.statistics
    value(
      "loop", time / Double(rounds), "ms", "CPU time of the loop's thread a change, its sleeping and waking included; mean of \(rounds)")
    value("turns", Double(after.frames - before.frames) / Double(rounds), "", "turns of the loop a change")
    value("draws", Double(after.draws - before.draws) / Double(rounds), "", "nodes drawn a change")
    value("pixels", Double(after.damagedPixels - before.damagedPixels) / Double(rounds), "", "pixels repainted a change")
  }
}

/// Results of the counting thread.
private final class IdleCounts: @unchecked Sendable {
  // @unchecked: written by the thread that counts, read after it was joined.
  var allocations = 0
  var frames = 0
  var wakeups = 0
  var switches = 0
  var memory = 0.0
}

/// Thread that runs one closure after a delay.
private final class Alarm {
  private var thread = pthread_t()
  private final class Task {
    let seconds: Double
    let perform: @Sendable () -> Void
    init(_ seconds: Double, _ perform: @escaping @Sendable () -> Void) {
      self.seconds = seconds
      self.perform = perform
    }
  }

  init(seconds: Double, perform: @escaping @Sendable () -> Void) {
    let task = Unmanaged.passRetained(Task(seconds, perform)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let task = Unmanaged<Task>.fromOpaque(context).takeRetainedValue()
        usleep(UInt32(task.seconds * 1e6))
        task.perform()
        return nil
      }, task)
  }

  func join() { pthread_join(thread, nil) }
}
