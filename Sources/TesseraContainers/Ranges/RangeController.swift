public import Tessera
public import TesseraGeometry

/// Computes interface-state changes of a container's items from viewport updates. A plain value.
///
/// Every item begins as `measured` and changes one step at a time: preload, display, visible, and back. The steps of an item add up to its
/// current state: none is repeated or left out, whatever the viewport did in between. Any thread; it retains no item.
public struct RangeController: Sendable {
  /// Visible part of the content and its movement.
  public struct Viewport: Sendable, Hashable {
    /// Visible rectangle in the coordinates of the content, logical units.
    public var visible: Rect
    /// Velocity of the visible rectangle, logical units a second.
    public var velocity: Point
    /// Interface state of the container; the states of its items are never higher.
    public var containerState: InterfaceState

    /// Creates a viewport.
    public init(visible: Rect, velocity: Point = .zero, containerState: InterfaceState = .visible) {
      self.visible = visible
      self.velocity = velocity
      self.containerState = containerState
    }
  }

  /// Axes along which the content scrolls; ranges extend along these.
  public var axes: Set<Axis>
  /// Extent of the ranges.
  public var tuning: RangeTuning
  /// Range mode.
  public var mode: RangeMode
  /// Items in each state or a higher one.
  private var preloaded = IndexRanges()
  private var displayed = IndexRanges()
  private var visible = IndexRanges()
  private var horizontalTravel: Travel
  private var verticalTravel: Travel

  /// Creates a controller of items, none of which is in range.
  ///
  /// - Parameters:
  ///   - axes: scroll axes of the content.
  ///   - tuning: extent of the ranges.
  ///   - mode: range mode.
  ///   - beginsBackward: axes along which reading is towards smaller coordinates; the initial travel direction is then backwards.
  public init(axes: Set<Axis> = [.vertical], tuning: RangeTuning = RangeTuning(), mode: RangeMode = .full, beginsBackward: Set<Axis> = []) {
    self.axes = axes
    self.tuning = tuning
    self.mode = mode
    horizontalTravel = Travel(isForward: !beginsBackward.contains(.horizontal))
    verticalTravel = Travel(isForward: !beginsBackward.contains(.vertical))
  }

  /// Returns the items whose state is `state` or higher. States below preload are not tracked; the result is empty for them.
  public func items(in state: InterfaceState) -> IndexRanges {
    switch state {
    case .visible: visible
    case .display: displayed
    case .preload: preloaded
    case .idle, .measured: IndexRanges()
    }
  }

  /// Returns the state of one item. Complexity: logarithmic in the ranges.
  public func state(of item: Int) -> InterfaceState {
    visible.contains(item) ? .visible : displayed.contains(item) ? .display : preloaded.contains(item) ? .preload : .measured
  }

  /// Returns whether travel along `axis` is towards larger coordinates; the last direction while nothing moves.
  public func isForward(along axis: Axis) -> Bool { axis == .vertical ? verticalTravel.isForward : horizontalTravel.isForward }

  /// Updates the viewport and returns the steps: first of items that leave, then of visible items, then of items drawn ahead, then of
  /// preloaded items. Within each group the side of travel is first, and nearer items before farther ones.
  ///
  /// A viewport that is not finite changes nothing; an empty one takes every item out of range.
  /// Complexity: linear in the items near the edges of the ranges, plus the lookup in `items`.
  ///
  /// - Parameters:
  ///   - viewport: current viewport.
  ///   - items: frames of the items.
  ///   - ahead: additional distance to draw ahead of the mode's range, logical units; limited to the distance at which items stay drawn.
  public mutating func update(_ viewport: Viewport, items: ItemFrames, ahead: Double = 0) -> [RangeAction] {
    guard viewport.visible.isFinite else { return [] }
    trackDirection(viewport.visible)
    return change(to: wanted(viewport, items, ahead: ahead))
  }

  /// Updates the viewport that ``area(_:)`` uses; ``update(_:items:ahead:)`` returns the steps.
  public mutating func track(_ viewport: Viewport) { if viewport.visible.isFinite { trackDirection(viewport.visible) } }

  /// Returns the area of all ranges for the newest viewport, in which items must be known. nil means none.
  public func area(_ viewport: Viewport) -> Rect? {
    guard viewport.visible.isFinite, !viewport.visible.isEmpty else { return nil }
    var state = viewport.containerState
    if mode == .lowMemory, state < .visible { state = min(state, .preload) }
    switch state {
    case .visible:
      let (display, preload) = (tuning[display: mode], tuning[preload: mode])
      return zone(
        viewport,
        RangeMargins(leading: max(display.leading, preload.leading), trailing: max(display.trailing, preload.trailing)), slack: 0)
    case .display: return zone(viewport, tuning[display: mode], slack: 0)
    case .preload: return viewport.visible
    case .measured, .idle: return nil
    }
  }

  /// Takes all items out of range because the container is removed or its content is unknown. Returns the steps.
  public mutating func leaveAll() -> [RangeAction] { change(to: (IndexRanges(), IndexRanges(), IndexRanges())) }

  /// Moves items to their new indices after a change of the content. Kept items keep their states; ``leave(_:)`` must have been called
  /// before for deleted ones.
  ///
  /// - Parameter newIndex: returns the new index of an item, or nil if it was deleted. Called only for items in range.
  /// Complexity: n log n in the items in range.
  public mutating func move(_ newIndex: (Int) -> Int?) {
    func moved(_ set: IndexRanges) -> IndexRanges {
      var result = IndexRanges()
      for index in set.indexes.compactMap(newIndex).sorted() { result.append(index..<index + 1) }
      return result
    }
    preloaded = moved(preloaded)
    displayed = moved(displayed)
    visible = moved(visible)
  }

  /// Moves items to their new indices if all kept ones moved by `distance`; `leave` must have been called for the others.
  /// Complexity: linear in the ranges of items.
  mutating func move(by distance: Int) {
    preloaded = preloaded.shifted(by: distance)
    displayed = displayed.shifted(by: distance)
    visible = visible.shifted(by: distance)
  }

  /// Takes `items` out of range before they are removed. Returns their steps.
  public mutating func leave(_ items: IndexRanges) -> [RangeAction] {
    change(to: (preloaded.subtracting(items), displayed.subtracting(items), visible.subtracting(items)))
  }

  // MARK: Zones

  /// Tracks the travel direction. It is reversed once the viewport moved back by more than a finger's jitter.
  private mutating func trackDirection(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    horizontalTravel.move(to: rect.origin.x, slack: rect.size.width * tuning.turn)
    verticalTravel.move(to: rect.origin.y, slack: rect.size.height * tuning.turn)
  }

  /// Returns the area that extends `margins` and `slack` beyond the visible rectangle. On the side of travel it extends farther by `ahead`,
  /// limited to the distance at which items stay in range.
  private func zone(_ viewport: Viewport, _ margins: RangeMargins, slack: Double, ahead: Double = 0) -> Rect {
    var rect = viewport.visible
    for axis in Axis.allCases where axes.contains(axis) {
      let length = rect.size[axis]
      let isForward = isForward(along: axis)
      let speed = viewport.velocity[axis] * (isForward ? 1 : -1)
      // Without a leading margin there is no lookahead.
      let fast = speed > 0 && margins.leading > 0 ? min(length, speed * max(0, tuning.lookahead)) : 0
      let early = margins.leading > 0 && ahead > 0 ? min(ahead, max(0, tuning.slack) * length) : 0
      let leading = (margins.leading + slack) * length + fast + early
      let trailing = (margins.trailing + slack) * length
      rect.origin[axis] -= isForward ? trailing : leading
      rect.size[axis] += leading + trailing
    }
    return rect
  }

  private typealias Sets = (preload: IndexRanges, display: IndexRanges, visible: IndexRanges)

  private func wanted(_ viewport: Viewport, _ items: ItemFrames, ahead: Double) -> Sets {
    var state = viewport.containerState
    // With low memory, an invisible container keeps no drawn content.
    if mode == .lowMemory, state < .visible { state = min(state, .preload) }
    guard state >= .preload, !viewport.visible.isEmpty else { return (IndexRanges(), IndexRanges(), IndexRanges()) }
    let display = tuning[display: mode]
    let preload = RangeMargins(
      leading: max(display.leading, tuning[preload: mode].leading), trailing: max(display.trailing, tuning[preload: mode].trailing))
    /// Returns the items of a zone, and those of `old` that are within the slack around it.
    func inside(_ margins: RangeMargins, keeping old: IndexRanges, ahead: Double = 0) -> IndexRanges {
      let slack = max(0, tuning.slack)
      let inner = items.items(touching: zone(viewport, margins, slack: 0, ahead: ahead))
      guard slack > 0, slack.isFinite, margins != .none, !old.isEmpty else { return inner }
      return inner.union(old.intersection(items.items(touching: zone(viewport, margins, slack: slack))))
    }
    let seen = items.items(touching: viewport.visible)
    // A container that is not on the screen lowers the states of all its items accordingly.
    switch state {
    case .visible: return (inside(preload, keeping: preloaded), inside(display, keeping: displayed, ahead: ahead), seen)
    case .display: return (inside(display, keeping: preloaded), seen, IndexRanges())
    default: return (seen, IndexRanges(), IndexRanges())
    }
  }

  // MARK: Steps

  private mutating func change(to new: Sets) -> [RangeAction] {
    var actions: [RangeAction] = []
    let middle = new.visible.isEmpty ? (visible.isEmpty ? new.display : visible) : new.visible
    let isForward = Axis.allCases.first { axes.contains($0) }.map { self.isForward(along: $0) } ?? true
    /// Adds the steps of the items in `set`, the side of travel first, on each side the nearest first.
    func add(_ kind: RangeAction.Kind, _ state: InterfaceState, _ set: IndexRanges) {
      if set.isEmpty { return }
      let first = middle.ranges.first?.lowerBound ?? 0
      let before = set.ranges.filter { $0.lowerBound < first }.reversed().map { RangeAction(kind, state, $0, isBackward: true) }
      let after = set.ranges.filter { $0.lowerBound >= first }.map { RangeAction(kind, state, $0) }
      actions += isForward ? after + before : before + after
    }
    add(.exit, .visible, visible.subtracting(new.visible))
    add(.exit, .display, displayed.subtracting(new.display))
    add(.exit, .preload, preloaded.subtracting(new.preload))
    /// Raises `group` to `state`.
    func raise(_ group: IndexRanges, to state: InterfaceState) {
      if group.isEmpty { return }
      add(.enter, .preload, group.subtracting(preloaded))
      if state >= .display { add(.enter, .display, group.subtracting(displayed)) }
      if state >= .visible { add(.enter, .visible, group.subtracting(visible)) }
    }
    raise(new.visible, to: .visible)
    raise(new.display.subtracting(new.visible), to: .display)
    raise(new.preload.subtracting(new.display), to: .preload)
    (preloaded, displayed, visible) = (new.preload, new.display, new.visible)
    return actions
  }
}

extension RangeTuning {
  /// Distance that the viewport has to move back before its direction counts as reversed, in viewports.
  var turn: Double { 0.04 }
}

/// Travel direction of the viewport along one axis.
private struct Travel: Sendable {
  var isForward: Bool
  /// Extreme position in that direction.
  private var extreme: Double?

  init(isForward: Bool) { self.isForward = isForward }

  mutating func move(to position: Double, slack: Double) {
    guard let extreme else {
      self.extreme = position
      return
    }
    let ahead = isForward ? position - extreme : extreme - position
    if ahead > 0 {
      self.extreme = position
    } else if -ahead > slack {
      isForward.toggle()
      self.extreme = position
    }
  }
}
