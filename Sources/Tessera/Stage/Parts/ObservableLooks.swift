/// When nodes that read `@Observable` objects are looked at once more. A value without a clock: it is fed with moments, seconds of the stage's clock.
///
/// The Observation module tells of a change before it is made, and begins to tell after the evaluation that read. Two changes are told to nobody: one between
/// the reading and its end, and one whose new value is stored only after the evaluation that its announcement started. Neither can be seen from here, so what read such
/// objects is evaluated again a moment later, while the observation of the first evaluation goes on: that one reads what was stored meanwhile. The moments are
/// longer than a thread takes from announcing to storing a value, even where another takes its processor in between. A ``Model`` needs none of this.
struct ObservableLooks<Owner: AnyObject> {
  private struct Key: Hashable {
    let owner: ObjectIdentifier
    let kind: ReadTicket.Kind
  }

  private struct Entry {
    weak var owner: Owner?
    /// How often it was looked at since the last change.
    var looks = 0
    /// When it is looked at next; nil: that is under way.
    var time: Double?
  }

  /// Seconds from an evaluation to the next look.
  static var delays: [Double] { [0.05, 1] }

  private var entries: [Key: Entry] = [:]
  /// Whether several threads read or change what nodes follow.
  private var hasThreads = false

  /// A node read `@Observable` objects, or (`isChange`) is about to be evaluated because one changes.
  mutating func note(_ owner: Owner, _ kind: ReadTicket.Kind, isChange: Bool, isOnLoop: Bool, at now: Double) {
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

  /// Returns who is to be looked at by now.
  mutating func takeDue(at now: Double) -> [(owner: Owner, kind: ReadTicket.Kind)] {
    guard !entries.isEmpty else { return [] }
    return take { ($0.time ?? .infinity) <= now }
  }

  /// Returns who was not looked at since a change that another thread may have made; nobody as long as all is done on one thread.
  mutating func takeUnsettled() -> [(owner: Owner, kind: ReadTicket.Kind)] {
    guard hasThreads else { return [] }
    return take { $0.looks == 0 && $0.time != nil }
  }

  private mutating func take(_ isWanted: (Entry) -> Bool) -> [(owner: Owner, kind: ReadTicket.Kind)] {
    var taken: [(owner: Owner, kind: ReadTicket.Kind)] = []
    for (key, entry) in entries {
      guard let owner = entry.owner else {
        entries[key] = nil
        continue
      }
      guard isWanted(entry) else { continue }
      entries[key]?.time = nil
      taken.append((owner, key.kind))
    }
    return taken
  }

  /// Moment of the next look; nil where there is none.
  var deadline: Double? { entries.isEmpty ? nil : entries.values.lazy.compactMap(\.time).min() }
}
