internal import TesseraGeometry

/// A size with the baselines of the content.
struct Measurement: Sendable {
  var size: Size
  var baselines: (first: Double, last: Double)?
}

/// A copy of what a node shows that can be measured on any thread.
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

/// The last few measurements of one value: flexbox asks for min-content, max-content and the final width.
struct MeasureCache {
  // No tuples, which are taken apart member by member with the help of their metadata: each node that goes has some.
  struct Question {
    let range: SizeRange
    let environment: EnvironmentValues
  }

  private struct Answer {
    let question: Question
    let result: Measurement
  }

  private var entries: [Answer] = []
  /// Whether the answers are those of a former value: only what was asked is known still.
  private var isOutdated = false
  private static let capacity = 6

  /// What was asked of the value, or where nothing was yet, of the one before.
  var questions: [Question] { entries.map(\.question) }

  /// Whether nothing was ever asked.
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

  /// Forgets the answers; the questions are likely to be asked again.
  mutating func removeAll() { isOutdated = true }
}

extension AnyNode {
  /// Measures this node and those below it as layouts measured `other` and those below that, before the next one does: where the two are made alike, as
  /// rows of a list often are, that finds the answers. Where they are not, nothing is lost but the time.
  ///
  /// Nodes at the same place below both are alike where they have the same type. Nodes that a spec names are there only when a layout has asked for them.
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
