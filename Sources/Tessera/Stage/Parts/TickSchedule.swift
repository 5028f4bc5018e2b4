/// Next tick of each node that requested one. A value without a clock: it receives times in seconds of the stage's clock.
struct TickSchedule<Owner: AnyObject> {
  private struct Entry {
    let time: Double
    /// Order among ticks at the same time.
    let order: Int
    let owner: Owner
    /// Whether it was requested without delay.
    var isImmediate: Bool
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var order = 0
  /// Whether the last ``dequeueDue(at:)`` returned any.
  private(set) var hasTicked = false

  /// Times that differ by less are equal, because a manual clock accumulates fractions of a second.
  private static var resolution: Double { 1e-6 }

  /// Schedules a tick. An owner with several requests ticks once, at the earliest time.
  ///
  /// - Parameter isImmediate: whether the owner waits for it, so that its work belongs to the running work.
  mutating func schedule(_ owner: Owner, at time: Double, isImmediate: Bool = false) {
    let key = ObjectIdentifier(owner)
    if let before = entries[key], before.time <= time {
      if isImmediate { entries[key]?.isImmediate = true }
      return
    }
    order += 1
    entries[key] = Entry(time: time, order: order, owner: owner, isImmediate: isImmediate)
  }

  /// Whether a tick without delay is requested. O(owners).
  var hasImmediate: Bool { entries.values.contains { $0.isImmediate } }

  /// Owners of all ticks, in no particular order.
  var owners: some Sequence<Owner> { entries.values.lazy.map(\.owner) }

  /// Removes an owner's tick.
  mutating func remove(_ owner: Owner) { entries[ObjectIdentifier(owner)] = nil }

  /// Removes and returns the ticks due at `now`, in order of time, then of request.
  mutating func dequeueDue(at now: Double) -> [Owner] {
    hasTicked = false
    guard !entries.isEmpty else { return [] }
    let due = entries.values.filter { $0.time <= now + Self.resolution }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
    for entry in due { entries[ObjectIdentifier(entry.owner)] = nil }
    hasTicked = !due.isEmpty
    return due.map(\.owner)
  }

  /// Time of the earliest tick; nil if there is none.
  var deadline: Double? {
    var earliest = Double.infinity
    for entry in entries.values { earliest = min(earliest, entry.time) }
    return earliest < .infinity ? earliest : nil
  }
}
