public import Tessera

/// Selection of controls by one or two switches. A value; it returns the work to do.
///
/// The highlight moves through the groups, then through the items of the selected group. The step after the last item of a group leads back to the groups.
/// A control whose value has steps is first selected, then increased, decreased or left.
public struct SwitchScanner: Sendable {
  /// Number of switches.
  public enum Mode: String, Sendable, CaseIterable, Hashable {
    /// One switch selects; the highlight moves by time.
    case one
    /// One switch moves the highlight, the other selects.
    case two
  }

  /// Place of the highlight.
  public enum Place: Sendable, Hashable {
    case group(SemanticsID), control(SemanticsID)
    /// Step back to the groups around this one.
    case back(SemanticsID)
    /// Steps of a value.
    case increment(SemanticsID), decrement(SemanticsID)

    /// Element with the ring.
    public var id: SemanticsID {
      switch self {
      case .group(let id), .control(let id), .back(let id), .increment(let id), .decrement(let id): id
      }
    }
  }

  /// Work to do.
  public enum Action: Sendable, Hashable {
    /// Shows the ring; nil removes it.
    case highlight(Place?)
    case perform(SemanticsAction, SemanticsID)
  }

  /// Number of switches.
  public let mode: Mode
  /// Seconds for each place of the highlight.
  public let interval: Double
  /// Current place; nil without controls.
  public private(set) var place: Place?
  /// Time at which the highlight moves on, seconds; nil means that it does not move by time.
  public private(set) var deadline: Double?

  private var tree: ScanTree?
  private var generation: UInt64?
  private var modal: SemanticsID?
  /// Elements of the groups that were entered, and of the control whose value is changed.
  private var path: [SemanticsID] = []
  private var isAdjusting = false
  /// Rounds through the current level without a selection.
  private var rounds = 0
  private var isPaused = false

  /// Rounds after which the highlight leaves a group, or pauses at the outermost level until the switch is pressed.
  static let roundLimit = 3

  /// - Parameters:
  ///   - mode: number of switches.
  ///   - interval: seconds for each place, 0.2 to 60.
  public init(_ mode: Mode, interval: Double = 1.5) {
    (self.mode, self.interval) = (mode, interval.isFinite ? min(60, max(0.2, interval)) : 1.5)
  }

  /// Whether a step of the highlight waits for the switch.
  public var isResting: Bool { isPaused }

  // MARK: Elements

  /// Follows the elements of a frame. O(n) if they changed.
  public mutating func update(_ tree: SemanticsTree, at now: Double) -> [Action] {
    guard generation != tree.generation || modal != tree.modal else { return [] }
    let hasNewScreen = modal != tree.modal
    (generation, modal) = (tree.generation, tree.modal)
    let new = ScanTree(tree)
    if new == self.tree { return [] }
    self.tree = new
    if hasNewScreen { (path, isAdjusting) = ([], false) }
    // The groups that are left keep the highlight in them.
    while !path.isEmpty, level() == nil { path.removeLast() }
    if isAdjusting, !(place.map { tree[$0.id] != nil } ?? false) { isAdjusting = false }
    let places = places()
    if let place, !hasNewScreen, places.contains(place) { return [] }
    return show(places.first, at: now)
  }

  /// Items of the current level; nil if a group of the path is gone.
  private func level() -> [ScanTree.Item]? {
    var items = tree?.items ?? []
    for id in path {
      guard let group = items.first(where: { $0.id == id && $0.isGroup }) else { return nil }
      items = group.items
    }
    return items
  }

  /// Places of the current level, in order.
  private func places() -> [Place] {
    if isAdjusting, let id = place?.id { return [.increment(id), .decrement(id), .back(id)] }
    let items = (level() ?? []).map { $0.isGroup ? Place.group($0.id) : .control($0.id) }
    return items + (path.last.map { items.isEmpty ? [] : [.back($0)] } ?? [])
  }

  // MARK: Switches

  /// Moves the highlight to the next place: by the switch for that, or by time.
  public mutating func step(at now: Double) -> [Action] {
    let places = places()
    guard !places.isEmpty else { return show(nil, at: now) }
    let at = place.flatMap { places.firstIndex(of: $0) } ?? -1
    guard at + 1 < places.count else {
      rounds += 1
      if mode == .one, rounds >= Self.roundLimit {
        rounds = 0
        if isAdjusting || !path.isEmpty { return leave(at: now) }
        (isPaused, deadline) = (true, nil)
        return []
      }
      return show(places.first, at: now)
    }
    return show(places[at + 1], at: now)
  }

  /// Moves the highlight if it is time.
  public mutating func pass(at now: Double) -> [Action] {
    guard let deadline, deadline <= now + 1e-6 else { return [] }
    return step(at: now)
  }

  /// Selects the highlighted place.
  ///
  /// - Parameters:
  ///   - now: time in seconds.
  ///   - isAdjustable: whether the value of an element has steps.
  public mutating func select(at now: Double, isAdjustable: (SemanticsID) -> Bool) -> [Action] {
    rounds = 0
    if isPaused {
      isPaused = false
      return show(places().first, at: now)
    }
    switch place {
    case nil: return show(places().first, at: now)
    case .group(let id):
      path.append(id)
      return show(places().first, at: now)
    case .control(let id):
      if isAdjustable(id) {
        isAdjusting = true
        return show(.increment(id), at: now)
      }
      // The highlight begins again: the control may have changed the screen.
      path = []
      return [.perform(.activate, id)] + show(places().first, at: now)
    case .increment(let id):
      // It stays, for further steps.
      if mode == .one { deadline = now + interval }
      return [.perform(.increment, id)]
    case .decrement(let id):
      if mode == .one { deadline = now + interval }
      return [.perform(.decrement, id)]
    case .back: return leave(at: now)
    }
  }

  /// Leaves the steps of a value, or a group; the highlight moves to that control or group.
  private mutating func leave(at now: Double) -> [Action] {
    if isAdjusting, let id = place?.id {
      isAdjusting = false
      return show(.control(id), at: now)
    }
    guard let group = path.popLast() else { return [] }
    return show(.group(group), at: now)
  }

  private mutating func show(_ place: Place?, at now: Double) -> [Action] {
    deadline = mode == .one && place != nil ? now + interval : nil
    guard self.place != place else { return [] }
    self.place = place
    return [.highlight(place)]
  }
}
