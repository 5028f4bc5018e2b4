/// Re-evaluates nodes that read `@Observable` objects. A value without a clock: it receives times in seconds of the stage's clock.
///
/// The Observation module reports a change before it is made, and starts to report after the evaluation that read. Two changes are
/// therefore never reported. One is a change between a read and the end of its evaluation. The other is a change whose new value is stored
/// only after the evaluation that its announcement started. Neither can be detected here. Nodes that read such objects are therefore
/// evaluated again after a delay, while the observation of the first evaluation continues; the second evaluation reads the stored value.
/// The delays are longer than a thread needs from announcing to storing a value, even if it is preempted in between. A ``Model`` does not
/// need this.
struct ObservableLooks<Owner: AnyObject> {
  private struct Key: Hashable {
    let owner: ObjectIdentifier
    let kind: ReadTicket.Kind
  }

  private struct Entry {
    weak var owner: Owner?
    /// Number of re-evaluations since the last change.
    var looks = 0
    /// Time of the next re-evaluation; nil if it is running.
    var time: Double?
  }

  /// Seconds from an evaluation to the next one.
  static var delays: [Double] { [0.05, 1] }

  private var entries: [Key: Entry] = [:]
  /// Whether several threads read or change the observed objects.
  private var hasThreads = false

  /// Records that a node read `@Observable` objects or, if `isChange`, is about to be evaluated because of a change.
  mutating func record(_ owner: Owner, _ kind: ReadTicket.Kind, isChange: Bool, isOnLoop: Bool, at now: Double) {
    if !isOnLoop { hasThreads = true }
    let key = Key(owner: ObjectIdentifier(owner), kind: kind)
    var entry = entries[key] ?? Entry(owner: owner)
    if isChange || entry.owner == nil {
      entry = Entry(owner: owner)
    } else if entry.time == nil, !isChange, entries[key] != nil {
      entry.looks += 1
    }
    guard entry.looks < Self.delays.count else {
      entries[key] = nil
      return
    }
    entry.time = now + Self.delays[entry.looks]
    entries[key] = entry
  }

  /// Returns the owners to re-evaluate now.
  mutating func dequeueDue(at now: Double) -> [(owner: Owner, kind: ReadTicket.Kind)] {
    guard !entries.isEmpty else { return [] }
    return dequeue { ($0.time ?? .infinity) <= now }
  }

  /// Returns the owners not re-evaluated since a change that another thread may have made; empty while only one thread is used.
  mutating func dequeueUnsettled() -> [(owner: Owner, kind: ReadTicket.Kind)] {
    guard hasThreads else { return [] }
    return dequeue { $0.looks == 0 && $0.time != nil }
  }

  private mutating func dequeue(_ isWanted: (Entry) -> Bool) -> [(owner: Owner, kind: ReadTicket.Kind)] {
    var due: [(owner: Owner, kind: ReadTicket.Kind)] = []
    for (key, entry) in entries {
      guard let owner = entry.owner else {
        entries[key] = nil
        continue
      }
      guard isWanted(entry) else { continue }
      entries[key]?.time = nil
      due.append((owner, key.kind))
    }
    return due
  }

  /// Time of the next re-evaluation; nil if there is none.
  var deadline: Double? { entries.isEmpty ? nil : entries.values.lazy.compactMap(\.time).min() }
}
