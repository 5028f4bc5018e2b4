public import Tessera
public import TesseraGeometry

/// Decides how close each item of a container is to being seen: a plain value that is told where the viewport is and says which items take
/// which step.
///
/// Every item begins as `measured`, and takes one step at a time: preload, display, visible, and back. What an item is told adds up to
/// where it is: no step comes twice, none is left out, whatever the viewport did in between. Any thread; holds no item.
public struct RangeController: Sendable {
  /// What is seen of the content, and how it moves.
  public struct Viewport: Sendable, Hashable {
    /// What is seen, in the coordinates of the content, logical units.
    public var visible: Rect
    /// How fast what is seen moves, logical units a second.
    public var velocity: Point
    /// How close the container itself is to the screen: its items are never closer.
    public var containerState: InterfaceState

    /// Makes a viewport.
    public init(visible: Rect, velocity: Point = .zero, containerState: InterfaceState = .visible) {
      self.visible = visible
      self.velocity = velocity
      self.containerState = containerState
    }
  }

  /// Axes along which the content is longer than the viewport: ranges extend along these.
  public var axes: Set<Axis>
  /// How far ranges extend.
  public var tuning: RangeTuning
  /// How much is kept.
  public var mode: RangeMode
  /// Items in each state or in one above it.
  private var preloaded = IndexRanges()
  private var displayed = IndexRanges()
  private var visible = IndexRanges()
  private var horizontalTravel: Travel
  private var verticalTravel: Travel

  /// Makes a controller of items none of which is in range.
  ///
  /// - Parameters:
  ///   - axes: along which the content moves.
  ///   - tuning: how far ranges extend.
  ///   - mode: how much is kept.
  ///   - beginsBackward: axes along which reading goes towards smaller coordinates: travel is taken to go that way until it is known.
  public init(axes: Set<Axis> = [.vertical], tuning: RangeTuning = RangeTuning(), mode: RangeMode = .full, beginsBackward: Set<Axis> = []) {
    self.axes = axes
    self.tuning = tuning
    self.mode = mode
    horizontalTravel = Travel(isForward: !beginsBackward.contains(.horizontal))
    verticalTravel = Travel(isForward: !beginsBackward.contains(.vertical))
  }

  /// The items whose state is `state` or above it; all, for states below preload, are not counted here: the set is empty then.
  public func items(in state: InterfaceState) -> IndexRanges {
    switch state {
    case .visible: visible
    case .display: displayed
    case .preload: preloaded
    case .idle, .measured: IndexRanges()
    }
  }

  /// The state of one item. Complexity: logarithmic in the ranges.
  public func state(of item: Int) -> InterfaceState {
    visible.contains(item) ? .visible : displayed.contains(item) ? .display : preloaded.contains(item) ? .preload : .measured
  }

  /// Whether travel along `axis` goes towards larger coordinates; remembered while nothing moves.
  public func isForward(along axis: Axis) -> Bool { axis == .vertical ? verticalTravel.isForward : horizontalTravel.isForward }

  /// Takes a new viewport and says what follows: first the steps of what leaves, then those of what is seen, then of what is drawn ahead,
  /// then of what is loaded ahead; on the side of travel first, nearest first.
  ///
  /// A viewport that is not finite changes nothing; an empty one takes every item out of range.
  /// Complexity: linear in the items near the edges of the ranges, besides the lookup in `items`.
  ///
  /// - Parameters:
  ///   - viewport: what is seen now.
  ///   - items: where the items lie.
  ///   - ahead: how much farther than the mode says items are drawn ahead, logical units; as far as they would stay drawn at most.
  public mutating func update(_ viewport: Viewport, items: ItemFrames, ahead: Double = 0) -> [RangeAction] {
    guard viewport.visible.isFinite else { return [] }
    follow(viewport.visible)
    return change(to: wanted(viewport, items, ahead: ahead))
  }

  /// Takes note of a new viewport, from which on ``area(_:)`` is of it; ``update(_:items:ahead:)`` says what follows.
  public mutating func follow(_ viewport: Viewport) { if viewport.visible.isFinite { follow(viewport.visible) } }

  /// Where items are in any range, as of the newest viewport: what lies there is to be known. Nil: nothing is.
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

  /// Takes every item out of range: the container goes, or its content is not known any more. Returns the steps.
  public mutating func leaveAll() -> [RangeAction] { change(to: (IndexRanges(), IndexRanges(), IndexRanges())) }

  /// Gives items their new places after a change of the content. Those that stay keep their states; those that are gone must have taken
  /// their steps back with ``leave(_:)`` before.
  ///
  /// - Parameter newIndex: where an item is now; nil for one that is gone. Asked for items in range only.
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

  /// Gives items their new places where all that stay moved by `distance`; the others must have taken their steps back.
  /// Complexity: linear in the ranges of items.
  mutating func move(by distance: Int) {
    preloaded = preloaded.shifted(by: distance)
    displayed = displayed.shifted(by: distance)
    visible = visible.shifted(by: distance)
  }

  /// Takes `items` out of range, wherever they are: they are about to be removed. Returns their steps.
  public mutating func leave(_ items: IndexRanges) -> [RangeAction] {
    change(to: (preloaded.subtracting(items), displayed.subtracting(items), visible.subtracting(items)))
  }

  // MARK: Zones

  /// Notes which way the viewport travels: it has turned once it is back by more than a trembling finger moves.
  private mutating func follow(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    horizontalTravel.move(to: rect.origin.x, slack: rect.size.width * tuning.turn)
    verticalTravel.move(to: rect.origin.y, slack: rect.size.height * tuning.turn)
  }

  /// The area that extends `margins` beyond what is seen, and `slack` farther; on the side of travel by `ahead`, at most as far as what was in it
  /// stays there.
  private func zone(_ viewport: Viewport, _ margins: RangeMargins, slack: Double, ahead: Double = 0) -> Rect {
    var rect = viewport.visible
    for axis in Axis.allCases where axes.contains(axis) {
      let length = rect.size[axis]
      let isForward = isForward(along: axis)
      let speed = viewport.velocity[axis] * (isForward ? 1 : -1)
      // Whoever keeps nothing ahead looks nowhere ahead.
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
    // What is not looked at keeps no pictures where memory is short.
    if mode == .lowMemory, state < .visible { state = min(state, .preload) }
    guard state >= .preload, !viewport.visible.isEmpty else { return (IndexRanges(), IndexRanges(), IndexRanges()) }
    let display = tuning[display: mode]
    let preload = RangeMargins(
      leading: max(display.leading, tuning[preload: mode].leading), trailing: max(display.trailing, tuning[preload: mode].trailing))
    /// Items of a zone, and those of `old` that are not far enough beyond it.
    func inside(_ margins: RangeMargins, keeping old: IndexRanges, ahead: Double = 0) -> IndexRanges {
      let slack = max(0, tuning.slack)
      let inner = items.items(touching: zone(viewport, margins, slack: 0, ahead: ahead))
      guard slack > 0, slack.isFinite, margins != .none, !old.isEmpty else { return inner }
      return inner.union(old.intersection(items.items(touching: zone(viewport, margins, slack: slack))))
    }
    let seen = items.items(touching: viewport.visible)
    // A container that is not on the screen moves everything in it down by as many states.
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
    /// Takes `group` up to `state`.
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
  /// Screenfuls by which the viewport has to come back before it counts as turned round.
  var turn: Double { 0.04 }
}

/// Which way the viewport goes along one axis.
private struct Travel: Sendable {
  var isForward: Bool
  /// The farthest that it went that way.
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
