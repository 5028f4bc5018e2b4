internal import Glibc
internal import TesseraGeometry
internal import TesseraKit

/// Case `bindings`: cost of a thousand labels that follow models, and of a change of the colour scheme.
extension BenchHarness {
  private struct Reading: Sendable {
    var level = 0
    var unit = "°C"
  }

  func bindings() throws {
    let root = BoxNode()
    root.style.wrap = .wrap
    root.style.alignContent = .flexStart
    let models = (0..<1000).map { Model(Reading(level: $0)) }
    var labels: [TextNode] = []
    for model in models {
      let label = TextNode("", font: Font("DejaVu Sans", size: 10))
      label.style.width = 60
      label.color = .dynamic(light: .black, dark: .white)
      label.bind(\.string) { "\(model.level) \(model.unit)" }
      labels.append(label)
      root.addSubnode(label)
    }
    let stage = try Stage(size: Size(1920, 1080), root: root, clock: ManualClock(), workers: WorkerPool(threads: 0))
    try stage.settle()

    func time(_ metric: String, _ note: String, rounds: Int, _ change: (Int) -> Void) throws {
      var times: [Double] = []
      for round in 1...rounds {
        let start = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
        change(round)
        times.append(Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - start)
        try stage.settle()
      }
      value(metric, times.min() ?? 0, "ms", "CPU time on the calling thread: \(note); least of \(rounds)")
    }
    try time("bindings", "1,000 models change, and 1,000 labels that are bound to one each", rounds: extent(50, small: 1)) { round in
      for (i, model) in models.enumerated() { model.level = round * 1000 + i }
    }
    let shared = Model(Reading())
    for label in labels { label.bind(\.string) { "\(shared.level) \(shared.unit)" } }
    try stage.settle()
    try time("shared", "one model changes, and 1,000 labels that are bound to it", rounds: extent(50, small: 1)) { shared.level = $0 }
    let before = stage.statistics
    shared.unit = "°C"
    try stage.settle()
    value("unchanged_draws", Double(stage.statistics.draws - before.draws), "", "draws after a value that is equal was set")
    try time("scheme", "the stage gets another colour scheme, which 1,000 labels read while they draw", rounds: extent(10, small: 1)) {
      stage.environment[\.colorScheme] = $0 % 2 == 0 ? .light : .dark
    }
  }
}
