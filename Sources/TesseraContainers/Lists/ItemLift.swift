internal import Tessera
internal import TesseraGeometry

/// An item of a list that is carried by a finger, or goes to its place. A value.
struct ItemLift {
  var index: ListIndex
  let host: AnyNode
  /// From the item's corner to the finger.
  let grip: Point
  /// Where the finger is, in the list's box.
  var finger: Point
  /// The place that it would go to.
  var target: ListIndex
  /// How far other items are moved out of its way, and since when.
  private(set) var gaps: [ObjectIdentifier: Gap] = [:]
  /// Let go: from where it goes to its place, since when.
  private(set) var landing: (from: Point, since: Double)?
  /// Whether the data around it are others, and who makes room for it is to be found.
  var isAdrift = false
  /// Whether it is in its place, and the data are to follow.
  var isDown = false
  /// The time that it is shown for.
  var time: Double

  /// How far an item makes room.
  struct Gap {
    let host: AnyNode
    var from: Point
    var to: Point
    var since: Double

    /// How far it is moved at `time`.
    func distance(at time: Double) -> Point {
      let share = min(1, max(0, (time - since) / ItemLift.duration))
      return from + (to - from) * (share * share * (3 - 2 * share))
    }
  }

  /// How long an item takes to its place, and others to make room, seconds.
  static let duration = StandardMotion.itemLift.seconds

  init(_ index: ListIndex, _ host: AnyNode, at frame: Rect, finger: Point, scrolledBy offset: Point, time: Double) {
    (self.index, self.host, self.finger, self.time) = (index, host, finger, time)
    target = index
    grip = finger + offset - frame.origin
  }

  /// Where a finger holds the corner of the item, in the coordinates of subnodes.
  func corner(scrolledBy offset: Point) -> Point { finger - grip + offset }

  /// Has the items of `wanted` make room, each by so much, and all others go back.
  mutating func makeRoom(_ wanted: [(host: AnyNode, by: Point)], at time: Double) {
    var distances: [ObjectIdentifier: (host: AnyNode, to: Point)] = [:]
    for (key, gap) in gaps { distances[key] = (gap.host, .zero) }
    for (host, distance) in wanted { distances[ObjectIdentifier(host)] = (host, distance) }
    for (key, (host, to)) in distances where gaps[key]?.to ?? .zero != to {
      gaps[key] = Gap(host: host, from: gaps[key]?.distance(at: time) ?? .zero, to: to, since: time)
    }
  }

  /// Lets go of the item, which is at `corner`.
  mutating func land(from corner: Point, at time: Double) {
    (landing, self.time) = ((corner, time), time)
    if target == index { makeRoom([], at: time) }
  }

  /// Where the item is on its way from where it was let go of to `end`; nil while it is carried.
  func landed(at end: Point) -> Point? {
    guard let landing else { return nil }
    let left = 1 - (isDown ? 1 : min(1, max(0, (time - landing.since) / Self.duration)))
    return landing.from + (end - landing.from) * (1 - left * left)
  }

  /// The item where other data have it; nil where it is gone. One that is in its place has the data follow it.
  func following(_ diff: ListDiff) -> ItemLift? {
    guard !isDown else { return self }
    guard let index = diff.newIndex(of: index) else { return nil }
    var lift = self
    // It goes on to the place that it was over, wherever that is now; who makes room for it is found anew.
    (lift.index, lift.target, lift.gaps) = (index, target == self.index ? index : diff.newIndex(of: target) ?? index, [:])
    lift.isAdrift = true
    return lift
  }
}

/// What a program says about items that a person carries to other places. A value.
struct ItemMoveRules {
  var canMove: (@Sendable (ListIndex) -> Bool)?
  var moveTarget: (@Sendable (ListIndex, ListIndex) -> ListIndex)?
  var move: (@Sendable (ListIndex, ListIndex) -> Void)?
}
