/// Next tick of every node that asked for one. A value without a clock: it is fed with moments, seconds of the stage's clock.
struct TickSchedule<Owner: AnyObject> {
  private struct Entry {
    let time: Double
    /// Tells apart what is due at the same moment.
    let order: Int
    let owner: Owner
    /// Whether it was asked for at once.
    var isImmediate: Bool
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var order = 0
  /// Whether the newest ``takeDue(at:)`` found any.
  private(set) var hasTicked = false

  /// Moments that differ by less are one: a manual clock adds up fractions of a second.
  private static var resolution: Double { 1e-6 }

  /// Schedules a tick. An owner that asks more than once ticks once, at the earliest moment.
  ///
  /// - Parameter isImmediate: whether the owner waits for it: what it does then belongs to what is under way.
  mutating func schedule(_ owner: Owner, at time: Double, isImmediate: Bool = false) {
    let key = ObjectIdentifier(owner)
    if let before = entries[key], before.time <= time {
      if isImmediate { entries[key]?.isImmediate = true }
      return
    }
    order += 1
    entries[key] = Entry(time: time, order: order, owner: owner, isImmediate: isImmediate)
  }

  /// Whether somebody asked for a tick at once. O(owners).
  var hasImmediate: Bool { entries.values.contains { $0.isImmediate } }

  /// Owners of all ticks, in no order.
  var owners: some Sequence<Owner> { entries.values.lazy.map(\.owner) }

  /// Removes an owner's tick.
  mutating func remove(_ owner: Owner) { entries[ObjectIdentifier(owner)] = nil }

  /// Removes and returns what is due at `now`, in the order of time, then of asking.
  mutating func takeDue(at now: Double) -> [Owner] {
    hasTicked = false
    guard !entries.isEmpty else { return [] }
    let due = entries.values.filter { $0.time <= now + Self.resolution }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
    for entry in due { entries[ObjectIdentifier(entry.owner)] = nil }
    hasTicked = !due.isEmpty
    return due.map(\.owner)
  }

  /// Moment of the earliest tick; nil where there is none.
  var deadline: Double? {
    var earliest = Double.infinity
    for entry in entries.values { earliest = min(earliest, entry.time) }
    return earliest < .infinity ? earliest : nil
  }
}
