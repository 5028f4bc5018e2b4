internal import TesseraGeometry

/// A size with the baselines of the content.
struct Measurement: Sendable {
  var size: Size
  var baselines: (first: Double, last: Double)?
}

/// A copy of a node's content that can be measured on any thread.
protocol NodeMeasuring: Sendable {
  func measure(within range: SizeRange, in context: MeasureContext) -> Measurement
}

struct ValueMeasuring<Value: NodeType>: NodeMeasuring {
  let node: Node<Value>
  let value: Value
  let generation: UInt64

  func measure(within range: SizeRange, in context: MeasureContext) -> Measurement {
    node.measure(value, generation: generation, within: range, in: context)
  }
}

/// The last few measurements of one value: flexbox requests min-content, max-content and the final width.
struct MeasureCache {
  // Structs instead of tuples: releasing a tuple member by member needs its metadata, and each released node has some.
  struct Question {
    let range: SizeRange
    let environment: EnvironmentValues
  }

  private struct Answer {
    let question: Question
    let result: Measurement
  }

  private var entries: [Answer] = []
  /// Whether the results are those of a former value, so that only the requests are valid.
  private var isOutdated = false
  private static let capacity = 6

  /// Requests for the value, or for the previous one if there are none yet.
  var questions: [Question] { entries.map(\.question) }

  /// Whether nothing was ever requested.
  var isUnused: Bool { entries.isEmpty }

  func find(_ range: SizeRange, _ environment: EnvironmentValues) -> Measurement? {
    guard !isOutdated else { return nil }
    return entries.first { $0.question.range == range && $0.question.environment == environment }?.result
  }

  mutating func insert(_ result: Measurement, _ range: SizeRange, _ environment: EnvironmentValues) {
    if isOutdated { entries.removeAll(keepingCapacity: true) } else if entries.count == Self.capacity { entries.removeFirst() }
    isOutdated = false
    entries.append(Answer(question: Question(range: range, environment: environment), result: result))
  }

  /// Discards the results and keeps the requests, which are likely to be repeated.
  mutating func removeAll() { isOutdated = true }
}

extension AnyNode {
  /// Measures this node and those below it for the same constraints that layouts used for `other` and those below it, ahead of the next layout. If
  /// the two are built alike, as rows of a list often are, the layout finds the results. Otherwise only the time is lost.
  ///
  /// Nodes at the same place below both count as alike if they have the same type. Nodes named by a spec exist only after a layout has requested
  /// them.
  /// Any thread, no lock held; calls `NodeType.size(thatFits:in:)` and `NodeType.baselines(for:in:)`.
  public func measureAhead(like other: AnyNode) {
    var pairs = [(node: self, other: other)]
    while let (node, other) = pairs.popLast() {
      guard type(of: node) == type(of: other) else { continue }
      let (own, its) = (node.subnodes, other.subnodes)
      if own.isEmpty { node.answer(other.measureQuestions) } else { pairs += zip(own, its).map { ($0, $1) } }
    }
  }
}
