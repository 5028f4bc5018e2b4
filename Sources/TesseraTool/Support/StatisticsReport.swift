internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Output of `--stats`: the counts of the stage, and a section for each part of the system that has values.
enum StatisticsReport {
  /// Sections in output order. Each part of the system adds its own; nil means that it has no values.
  static let sections: [(name: String, make: @Sendable (Stage) -> JSONValue?)] = [
    ("frameTimes", frameTimes),
    ("memory", memory),
    ("lists", lists),
    ("text", { _ in FontLibrary.shared.statistics.json }),
  ]

  /// Returns the whole report.
  static func make(for stage: Stage) -> JSONValue {
    var pairs = counts(stage.statistics)
    for (name, make) in sections {
      if let section = make(stage) { pairs.append((name, section)) }
    }
    return .map(pairs)
  }

  /// Returns every count of the statistics with its name.
  private static func counts(_ statistics: FrameStatistics) -> [(String, JSONValue)] {
    Mirror(reflecting: statistics).children.compactMap { child in
      guard let label = child.label, let count = child.value as? Int else { return nil }
      return (label, .number(Double(count)))
    }
  }

  /// Memory use by owner, in bytes.
  private static func memory(_ stage: Stage) -> JSONValue? {
    let use = stage.memoryUse
    var pairs: [(String, JSONValue)] = use.shares.map { ($0.name, JSONValue.number(Double($0.bytes))) }
    pairs += [("budget", .number(Double(use.budget))), ("pressure", .text("\(use.pressure)"))]
    return .map(pairs)
  }

  /// Totals of all lists of the stage.
  private static func lists(_ stage: Stage) -> JSONValue? {
    var all: [any ListNode] = []
    var rest = [stage.root]
    while let node = rest.popLast() {
      if let list = node as? any ListNode { all.append(list) }
      rest += node.subnodes
    }
    guard !all.isEmpty else { return nil }
    let counts = all.map(\.listStatistics)
    func sum(_ name: String, _ count: KeyPath<ListStatistics, Int>) -> (String, JSONValue) {
      (name, .number(Double(counts.reduce(0) { $0 + $1[keyPath: count] })))
    }
    return .map([
      ("lists", .number(Double(all.count))), sum("cells", \.cells), sum("made", \.made), sum("failed", \.failed),
      sum("dropped", \.dropped), sum("measured", \.measured), sum("placeholders", \.placeholders), sum("kept", \.kept),
      sum("forgotten", \.forgotten),
    ])
  }

  /// Real frame times in milliseconds, if they were recorded.
  private static func frameTimes(_ stage: Stage) -> JSONValue? {
    guard let history = stage.frameHistory else { return nil }
    let records = history.newest()
    guard !records.isEmpty else { return nil }
    func milliseconds(_ values: [Double]) -> JSONValue {
      let sorted = values.sorted()
      func at(_ share: Double) -> JSONValue {
        .number((sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] * 1e6).rounded() / 1000)
      }
      return .map([("p50", at(0.5)), ("p99", at(0.99)), ("most", at(1))])
    }
    let (frames, missed) = history.counts
    var pairs: [(String, JSONValue)] = [
      ("frames", .number(Double(frames))), ("missed", .number(Double(missed))), ("whole", milliseconds(records.map(\.seconds))),
    ]
    for phase in FramePhase.allCases { pairs.append((phase.rawValue, milliseconds(records.map { $0[phase] }))) }
    return .map(pairs)
  }
}

/// Recorder for `--stats` and `--trace`.
struct Recording {
  let stage: Stage
  let trace: String?
  let printsStatistics: Bool

  /// Starts recording; call before the first layout.
  init(_ stage: Stage, stats: Bool, trace: String?) {
    (self.stage, self.trace, printsStatistics) = (stage, trace, stats)
    if stats { stage.frameHistory = FrameHistory(capacity: 100_000) }
    if trace != nil { stage.startTracing() }
  }

  /// Ends recording: prints the statistics on standard error, and writes the trace atomically.
  func finish() throws(ToolError) {
    if let trace {
      let recorded = stage.stopTracing()
      if recorded.dropped > 0 { StandardError.write("tessera: warning: the trace lacks its \(recorded.dropped) oldest events\n") }
      try Files.write(recorded.json(), to: trace)
    }
    if printsStatistics { StandardError.write(StatisticsReport.make(for: stage).pretty + "\n") }
  }
}
