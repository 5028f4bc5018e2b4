/// Order of utterances: one is spoken, others wait or are dropped. A value; it returns actions.
public struct SpeechQueue: Sendable {
  /// Work for an output.
  public enum Action: Sendable, Hashable {
    /// Stops the current utterance.
    case cancel
    /// Starts an utterance; none is being spoken.
    case start(Utterance)
  }

  /// Utterance that is being spoken; nil means silence.
  public private(set) var current: Utterance?
  /// Utterances that wait, in order.
  public private(set) var waiting: [Utterance] = []
  private var lastID = 0

  /// Maximum number of waiting utterances; above it the oldest polite one is dropped.
  public static let limit = 32

  /// Creates a silent queue.
  public init() {}

  /// Adds an utterance; an empty text is ignored.
  public mutating func add(_ utterance: Utterance) -> [Action] {
    guard utterance.text.utf8.contains(where: { $0 > 0x20 }) else { return [] }
    var utterance = utterance
    lastID += 1
    utterance.id = lastID
    switch utterance.priority {
    case .command, .assertive:
      waiting.removeAll { $0.priority == .command || $0.priority == .following }
      if let current, current.priority == .assertive, utterance.priority == .command {
        waiting.insert(utterance, at: 0)
        return []
      }
      let wasSpeaking = current != nil
      current = utterance
      return (wasSpeaking ? [.cancel] : []) + [.start(utterance)]
    case .following: waiting.insert(utterance, at: waiting.firstIndex { $0.priority == .polite } ?? waiting.count)
    case .polite:
      if let region = utterance.region { waiting.removeAll { $0.region == region } }
      waiting.append(utterance)
    }
    if waiting.count > Self.limit { waiting.remove(at: waiting.firstIndex { $0.priority == .polite } ?? 0) }
    return next()
  }

  /// Notes that an utterance was spoken, or failed. Another ID than that of the current one has no effect.
  public mutating func end(_ id: Int) -> [Action] {
    guard current?.id == id else { return [] }
    current = nil
    return next()
  }

  /// Stops speech and drops all that waits.
  public mutating func stop() -> [Action] {
    waiting = []
    guard current != nil else { return [] }
    current = nil
    return [.cancel]
  }

  private mutating func next() -> [Action] {
    guard current == nil, !waiting.isEmpty else { return [] }
    let first = waiting.removeFirst()
    current = first
    return [.start(first)]
  }
}
