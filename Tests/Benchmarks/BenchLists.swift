internal import CTesseraCounting
internal import Glibc
internal import TesseraGeometry
internal import TesseraKit
internal import TesseraLayout

/// Cases of lists: `table`, `rows`, `diff`, `workers` and `long-scroll`.
extension BenchHarness {
  /// Rows of the case `scroll`, as nodes: a picture, a title, two lines of text and a separator, each drawn by a separate node.
  private func rowMaker() throws -> @Sendable (Int) -> AnyNode {
    let thumbs = try BenchData.pictures("\(data)/gen/thumbs.bgra", count: 40, width: 64, height: 64)
    let lines = try BenchData.lines("\(data)/rows.txt").map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
    return { r in
      let line = lines[r % 499]
      let digits = String(r)
      let number = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
      let thumb = ImageNode(pixels: thumbs[r % 40])
      let title = TextNode("\(number) \(line[0])", font: Font("Noto Sans", size: 18, weight: .bold), color: Color(rgb: 0x1A1A1A))
      title.lineLimit = 1
      let body = TextNode(line.count > 1 ? line[1] : "", font: Font("Noto Sans", size: 14), color: Color(rgb: 0x595959))
      body.lineLimit = 2
      let row = BoxNode()
      row.style.height = .points(84)
      for (node, x, y) in [(thumb as AnyNode, 10.0, 10.0), (title, 84, 8), (body, 84, 34)] {
        node.style.position = .absolute
        node.style.inset.left = .points(x)
        node.style.inset.top = .points(y)
        if node !== thumb { node.style.width = .points(706) }
        row.addSubnode(node)
      }
      return row
    }
  }

  private func tableStage(_ count: Int, workers: WorkerPool, clock: any StageClock = ManualClock()) throws -> (Stage, TableNode) {
    let make = try rowMaker()
    let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<count))) { make($0) }
    table.rowHeight = 84
    table.showsIndicators = false
    table.separator = TableSeparator(color: Color(rgb: 0xE0E0E0), inset: .zero, thickness: 1)
    table.background = .color(.white)
    return (try Stage(size: Size(800, 1280), root: table, clock: clock, workers: workers), table)
  }

  /// Measures scrolling as in `scroll`, with a table node. A row is created, measured, laid out and drawn before it is visible; visible content is moved.
  func table() throws {
    var rss = 0.0
    for (prefix, step) in [("", 12), ("fast_", 120)] {
      // Jobs run on the loop's thread, within the frame, so the process CPU time includes workers.
      let (stage, table) = try tableStage(10_000, workers: WorkerPool(threads: 0))
      try stage.settle()
      var times: [(cpu: Double, wall: Double)] = []
      for frame in 0..<600 {
        table.contentOffset = Point(0, Double(frame * step))
        times.append(try time { try stage.settle() })
      }
      frames(prefix, times, "process CPU of a frame, rows that come included")
      try picture("\(prefix)last", stage.framebuffer)
      // Measured while the stage and all its contents exist.
      withExtendedLifetime((stage, table)) { rss = Self.status("VmRSS") }
    }
    value("rss", rss, "MB", "at the end")
  }

  /// Measures the first frame and the memory per row, for several numbers of rows.
  func rows() throws {
    let make = try rowMaker()
    // Initialize fonts and other state of the process first.
    let (warm, _) = try tableStage(100, workers: WorkerPool(threads: 0))
    try warm.settle()
    for count in [100, 10_000, 1_000_000] {
      let keys = Array(0..<count)
      let before = tc_heap_bytes()
      var stage: Stage?
      var table: TableNode?
      var times: [Double] = []
      for _ in 0..<5 {
        (stage, table) = (nil, nil)
        let workers = WorkerPool(threads: 0)
        let first = try time {
          let node = TableNode(ListSnapshot<Int, Int>(items: keys)) { make($0) }
          node.rowHeight = 84
          let made = try Stage(size: Size(800, 1280), root: node, clock: ManualClock(), workers: workers)
          (stage, table) = (made, node)
          // Ends when every row in view is drawn. Prefetching around them, and checking the data, is measured separately.
          repeat { try made.frame() } while made.statistics.draws < 3 * max(1, node.visibleElements.count) && workers.runOne()
          try made.frame()
        }
        times.append(first.cpu)
      }
      if let stage { try picture("first_\(count)", stage.framebuffer) }
      value(
        "first_\(count)", times.min() ?? 0, "ms",
        "table, stage, layout and the first picture with all rows in view, on one thread; least of 5")
      let rest = try time { try stage?.settle() }
      value("rest_\(count)", rest.cpu, "ms", "what follows it: rows that are not in view yet, and checking the data")
      let after = tc_heap_bytes()
      value(
        "bytes_\(count)", (Double(after) - Double(before)) / Double(count), "B", "heap a row, keys and what is near the screen included"
      )
      if let stage, let table {
        // Time of the loop when content is applied; a worker runs diff and layout.
        var loopTimes: [Double] = []
        let workers = WorkerPool(threads: 1)
        let (threaded, other) = try tableStage(count, workers: workers)
        try threaded.settle()
        var snapshot = ListSnapshot<Int, Int>(items: keys)
        for step in 0..<20 {
          snapshot.delete([step])
          other.apply(snapshot, animated: false)
          while true {
            let start = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
            try threaded.frame()
            loopTimes.append(Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - start)
            if !threaded.hasWorkUnderWay { break }
            usleep(500)
          }
        }
        loopTimes.sort()
        value("loop_\(count)", loopTimes.last ?? 0, "ms", "longest turn of the loop while 20 changed snapshots are applied")
        withExtendedLifetime((stage, table)) {}
      }
    }
    if let first = try? time({ _ = try ListDiff(from: ListSnapshot<Int, Int>(items: []), to: ListSnapshot(items: Array(0..<1_000_000))) }) {
      value("diff_1000000", first.cpu, "ms", "diff from nothing to 1,000,000 rows: a worker's")
    }
  }

  /// Measures the difference of two snapshots of 100,000 items, with keys of 16 bytes and with numbers: a third of them is removed,
  /// inserted or moved.
  func diff() throws {
    var seed: UInt64 = 42
    func random(_ below: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: seed >> 33) % max(1, below)
    }
    let old = Array(0..<100_000)
    var shuffled = old
    for i in stride(from: shuffled.count - 1, to: 0, by: -1) { shuffled.swapAt(i, random(i + 1)) }
    var edited = old.filter { _ in random(10) > 0 }
    for i in 0..<10_000 { edited.insert(1_000_000 + i, at: random(edited.count)) }
    for _ in 0..<1000 { edited.swapAt(random(edited.count), random(edited.count)) }
    for (name, new) in [("edited", edited), ("shuffled", shuffled)] {
      try measure("numbers_\(name)", "diff of two snapshots of 100,000 numbers") { _ in
        _ = try ListDiff(from: ListSnapshot<Int, Int>(items: old), to: ListSnapshot(items: new))
      }
      let texts = (old.map { "key of row \($0)" }, new.map { "key of row \($0)" })
      try measure("strings_\(name)", "diff of two snapshots of 100,000 strings") { _ in
        _ = try ListDiff(from: ListSnapshot<Int, String>(items: texts.0), to: ListSnapshot(items: texts.1))
      }
    }
  }

  /// Measures the real time until a screen of 1,000 changed labels is complete, drawn by one worker and by two.
  func workers() throws {
    func stage(_ pool: WorkerPool) throws -> (Stage, [TextNode]) {
      let root = BoxNode()
      let nodes = (0..<1000).map { i in
        let node = TextNode(BenchData.label(0, i), font: Font("DejaVu Sans", size: 16))
        node.style.position = .absolute
        node.style.inset.left = .points(Double(2 + i % 10 * 192))
        node.style.inset.top = .points(Double(i / 10 * 10))
        root.addSubnode(node)
        return node
      }
      return (try Stage(size: Size(1920, 1080), root: root, workers: pool), nodes)
    }
    var seen: [Int: Double] = [:]
    var worked: [Int: Double] = [:]
    let pools = [1: WorkerPool(threads: 1), 2: WorkerPool(threads: 2)]
    let stages = try pools.mapValues(stage)
    for (_, (stage, _)) in stages { try stage.settle() }
    // Alternate, so that disturbances of the machine affect both.
    for round in 1...40 {
      for threads in [1, 2] {
        guard let pool = pools[threads], let (stage, nodes) = stages[threads] else { continue }
        // Strings that are new to both stages: shaped words are shared between them.
        for (i, node) in nodes.enumerated() { node.string = BenchData.label(2 * round + threads, i) }
        let start = Self.milliseconds(CLOCK_MONOTONIC)
        var work = 0.0
        try stage.frame()
        while stage.hasWorkUnderWay {
          // Like a loop that sleeps until its next frame. Polling would take a processor from the workers.
          let begin = Self.milliseconds(CLOCK_MONOTONIC)
          pool.waitUntilIdle()
          work += Self.milliseconds(CLOCK_MONOTONIC) - begin
          try stage.frame()
        }
        seen[threads] = min(seen[threads] ?? .infinity, Self.milliseconds(CLOCK_MONOTONIC) - start)
        worked[threads] = min(worked[threads] ?? .infinity, work)
        // Cleaning up afterwards does not delay the picture.
        pool.waitUntilIdle()
      }
    }
    for (name, best, note) in [
      ("", seen, "changed until all are seen"), ("worked_", worked, "changed: what the loop waits for, layout and drawing by the workers"),
    ] {
      let (one, two) = (best[1] ?? 0, best[2] ?? 0)
      value("\(name)one", one, "ms", "1,000 labels \(note), one worker; shortest of 40, wall")
      value("\(name)two", two, "ms", "the same with two workers")
      value("\(name)ratio", two > 0 ? one / two : 0, "", "one / two")
    }
  }

  /// Scrolls for ten minutes over 100,000 rows, on a manual clock; measures memory, handles and threads at the beginning and at the end.
  func longScroll() throws {
    let clock = ManualClock()
    let (stage, table) = try tableStage(100_000, workers: WorkerPool(threads: 0), clock: clock)
    try stage.settle()
    func handles() -> Int { Self.entries("/proc/self/fd") }
    func threads() -> Int { Self.entries("/proc/self/task") }
    var memory = 0.0
    var (firstHandles, firstThreads) = (0, 0)
    var most = 0.0
    var times: [(cpu: Double, wall: Double)] = []
    times.reserveCapacity(6000)
    // A frame every 100 ms, scrolled by 7 to 400 units, with a return from the end.
    var offset = 0.0
    var direction = 1.0
    for frame in 0..<6000 {
      offset += direction * Double(7 + frame * 37 % 394)
      if offset > 8_300_000 || offset < 0 { direction = -direction }
      table.contentOffset = Point(0, max(0, offset))
      clock.advance(by: 0.1)
      times.append(try time { try stage.settle() })
      if frame == 600 {
        memory = Self.status("VmRSS")
        (firstHandles, firstThreads) = (handles(), threads())
      }
      if frame > 600, frame % 100 == 0 { most = max(most, Self.status("VmRSS")) }
    }
    frames("", times, "process CPU of a frame, rows that come included")
    value("memory", memory, "MB", "resident after the first of ten minutes")
    value("growth", max(most, Self.status("VmRSS")) - memory, "MB", "most that the resident set grew in the nine minutes after that")
    value("handles", Double(handles() - firstHandles), "", "growth of open descriptors")
    value("threads", Double(threads() - firstThreads), "", "growth of threads")
    value("cells", Double(table.subnodes.count), "", "rows that have nodes at the end")
  }

  private static func entries(_ folder: String) -> Int {
    guard let directory = opendir(folder) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }
}
