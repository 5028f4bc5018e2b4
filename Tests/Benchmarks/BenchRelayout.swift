internal import Glibc
internal import TesseraGeometry
internal import TesseraKit

/// Case `relayout`: cost of a layout of a stage of 10,000 nodes after small changes.
extension BenchHarness {
  func relayout() throws {
    let root = BoxNode()
    root.style.wrap = .wrap
    root.style.alignContent = .flexStart
    var labels: [TextNode] = []
    var rows: [BoxNode] = []
    for i in 0..<500 {
      let row = BoxNode()
      row.style.width = 96
      row.style.height = 216
      row.style.direction = .column
      row.style.overflow = .hidden
      for k in 0..<19 {
        let label = TextNode("Label \(i * 19 + k)", font: Font("DejaVu Sans", size: 10))
        labels.append(label)
        row.addSubnode(label)
      }
      rows.append(row)
      root.addSubnode(row)
    }
    let workers = WorkerPool(threads: 0)
    let stage = try Stage(size: Size(1920, 1080), root: root, clock: ManualClock(), workers: workers)
    try stage.settle()
    value("nodes", Double(stage.statistics.nodes), "", "nodes of the stage")

    /// Times only the layout job that follows a change.
    func time(_ metric: String, _ note: String, rounds: Int, _ change: (Int) -> Void) throws {
      let before = stage.statistics
      var times: [Double] = []
      for round in 0..<rounds {
        change(round)
        try stage.frame()
        let start = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
        _ = workers.runOne()
        times.append(Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - start)
        try stage.settle()
      }
      let after = stage.statistics
      value(metric, (times.min() ?? 0) * 1000, "us", "CPU time of the layout job: \(note); least of \(rounds)")
      value(metric + "_nodes", Double(after.collectedNodes - before.collectedNodes) / Double(rounds), "", "nodes read by a layout")
      value(metric + "_boxes", Double(after.visitedBoxes - before.visitedBoxes) / Double(rounds), "", "boxes looked into by a layout")
    }
    try time("everything", "another safe area, which has all nodes collected anew", rounds: 5) {
      stage.safeAreaInsets = Insets(Double($0 % 2))
    }
    try time("label", "one label of another width", rounds: 100) { labels[$0 * 37 % labels.count].string = "Label \($0 + 20_000)" }
    try time("moved", "one label of another height, which moves those below it", rounds: 100) {
      labels[$0 * 37 % labels.count].style.height = .points(Double(14 + $0 % 3))
    }
    try time("inserted", "one label more", rounds: 20) { rows[$0 * 17 % rows.count].addSubnode(TextNode("New \($0)")) }
  }
}
