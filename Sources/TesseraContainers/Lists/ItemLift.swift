internal import Tessera
internal import TesseraGeometry

/// Item of a list that is carried by a finger, or moves to its place. A value.
struct ItemLift {
  var index: ListIndex
  let host: AnyNode
  /// Offset of the finger from the item's corner.
  let grip: Point
  /// Position of the finger in the list's box.
  var finger: Point
  /// Place to which the item would move.
  var target: ListIndex
  /// Offsets of items that make room, with their start times.
  private(set) var gaps: [ObjectIdentifier: Gap] = [:]
  /// Start point and time of the movement to its place, after it was released.
  private(set) var landing: (from: Point, since: Double)?
  /// Whether the data around it changed, so that the gaps must be computed again.
  var isAdrift = false
  /// Whether it has reached its place, and the data must follow.
  var isDown = false
  /// Time of the current animation state.
  var time: Double

  /// Offset of an item that makes room.
  struct Gap {
    let host: AnyNode
    var from: Point
    var to: Point
    var since: Double

    /// Returns the offset at `time`.
    func distance(at time: Double) -> Point {
      let share = min(1, max(0, (time - since) / ItemLift.duration))
      return from + (to - from) * (share * share * (3 - 2 * share))
    }
  }

  /// Duration in which an item moves to its place and others make room, seconds.
  static let duration = StandardMotion.itemLift.seconds

  init(_ index: ListIndex, _ host: AnyNode, at frame: Rect, finger: Point, scrolledBy offset: Point, time: Double) {
    (self.index, self.host, self.finger, self.time) = (index, host, finger, time)
    target = index
    grip = finger + offset - frame.origin
  }

  /// Returns the corner of the carried item in the coordinates of subnodes.
  func corner(scrolledBy offset: Point) -> Point { finger - grip + offset }

  /// Starts moving the items of `wanted` by these offsets, and all others back.
  mutating func makeRoom(_ wanted: [(host: AnyNode, by: Point)], at time: Double) {
    var distances: [ObjectIdentifier: (host: AnyNode, to: Point)] = [:]
    for (key, gap) in gaps { distances[key] = (gap.host, .zero) }
    for (host, distance) in wanted { distances[ObjectIdentifier(host)] = (host, distance) }
    for (key, (host, to)) in distances where gaps[key]?.to ?? .zero != to {
      gaps[key] = Gap(host: host, from: gaps[key]?.distance(at: time) ?? .zero, to: to, since: time)
    }
  }

  /// Releases the item, which is at `corner`.
  mutating func land(from corner: Point, at time: Double) {
    (landing, self.time) = ((corner, time), time)
    if target == index { makeRoom([], at: time) }
  }

  /// Returns the position of a released item on its way to `end`; nil while it is carried.
  func landed(at end: Point) -> Point? {
    guard let landing else { return nil }
    let left = 1 - (isDown ? 1 : min(1, max(0, (time - landing.since) / Self.duration)))
    return landing.from + (end - landing.from) * (1 - left * left)
  }

  /// Returns the item at its place in other data; nil if it was deleted. An item that has reached its place is unchanged, because the data
  /// follow it.
  func following(_ diff: ListDiff) -> ItemLift? {
    guard !isDown else { return self }
    guard let index = diff.newIndex(of: index) else { return nil }
    var lift = self
    // Its target keeps its item in the new data; the gaps are computed again.
    (lift.index, lift.target, lift.gaps) = (index, target == self.index ? index : diff.newIndex(of: target) ?? index, [:])
    lift.isAdrift = true
    return lift
  }
}

/// Rules of the program for moving items. A value.
struct ItemMoveRules {
  var canMove: (@Sendable (ListIndex) -> Bool)?
  var moveTarget: (@Sendable (ListIndex, ListIndex) -> ListIndex)?
  var move: (@Sendable (ListIndex, ListIndex) -> Void)?
  var carry: (@Sendable (ListIndex, ListIndex?) -> Void)?
}
