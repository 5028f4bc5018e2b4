internal import Tessera
internal import TesseraGeometry

/// State machine of one container's screens, their covering order and their callbacks: a value without clock, lock or callback.
///
/// Dismissed screens keep their position among the others until they are invisible.
struct ScreenStack: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    let node: ScreenNode
    let presentation: Screen.Presentation
    let isDismissible: Bool
    var transition: ScreenTransition
    /// Progress of its transition.
    var presence: ScreenPresence
    /// Whether it is being dismissed and no longer counts as one of the screens.
    var isLeaving = false
    var appearance = ScreenAppearance.hidden
    /// Whether it is part of a layout, so that it can be moved.
    var isLaidOut = false
    /// Nodes that the container shows around it.
    var decoration = ScreenDecoration()
    /// Whether it is a draggable sheet with a grabber.
    var hasGrabber = false
    /// Logical units.
    var height = 0.0
    /// Descendant that had the focus when the screen was covered.
    var focus: AnyNode?
    /// Detents of a sheet as fractions of its height, ascending, and the index of the current one.
    var rests: [Double] = [1]
    var detent = 0
    /// Position to which the user drags a sheet, as a fraction of its height.
    var pulled: Double?

    var covers: Bool { presentation != .sheet }
    /// Visible fraction when it is at rest.
    var rest: Double { rests[min(max(0, detent), rests.count - 1)] }
    /// Whether it is in a transition.
    var isUnderWay: Bool { presence.isUnderWay || !isLaidOut }
  }

  /// Snapshot of a subnode of the container that is a screen.
  struct Known: Sendable {
    let node: ScreenNode
    let presentation: Screen.Presentation
    let isDismissible: Bool
    let height: Double
    let rests: [Double]
    let detent: Int
    let hasGrabber: Bool

    init(_ node: ScreenNode) {
      let value = node.value
      (self.node, presentation, isDismissible) = (node, value.presentation, value.isDismissible)
      hasGrabber = value.showsGrabber && value.isDraggable
      (height, rests) = (node.frame.height, value.presentation == .sheet ? value.restingShares : [1])
      detent = min(max(0, value.detent), rests.count - 1)
    }
  }

  /// Screen and its callback.
  struct Told: Sendable, Equatable {
    let node: ScreenNode
    let step: ScreenStep
  }

  /// Screens from the lowest to the topmost.
  var entries: [Entry] = []
  /// Selected screen of tabs; nil for a stack, in which the topmost screen and those that it does not cover are shown.
  var selected: ScreenNode?
  var size = Size.zero

  // MARK: Queries

  /// Screens without dismissed ones.
  var screens: [ScreenNode] { entries.filter { !$0.isLeaving }.map(\.node) }

  /// Index of the topmost or selected screen.
  var top: Int? {
    if let selected { return entries.firstIndex { $0.node === selected && !$0.isLeaving } }
    return entries.lastIndex { !$0.isLeaving }
  }

  func index(of node: AnyNode) -> Int? { entries.firstIndex { $0.node === node } }

  /// Returns whether a screen will be visible when all transitions have ended.
  func shows(_ i: Int) -> Bool {
    guard !entries[i].isLeaving else { return false }
    if selected != nil { return i == top }
    return !entries[(i + 1)...].contains { $0.covers && !$0.isLeaving }
  }

  /// Returns whether part of a screen may be visible now.
  func isSeen(_ i: Int) -> Bool {
    let entry = entries[i]
    guard entry.presence.value > 0 || entry.isUnderWay && entry.presence.target > 0 else { return false }
    if selected != nil { return i == top || entry.isUnderWay || entries.contains(where: \.isUnderWay) && entry.appearance != .hidden }
    // A dismissed screen that stays in place, because another one covers it, still covers the screens below.
    return !entries[(i + 1)...].contains { $0.covers && !$0.isUnderWay && $0.presence.value == 1 }
  }

  /// Returns whether a screen that will be visible is still in transition.
  private func isComing(_ i: Int) -> Bool {
    if entries[i].isUnderWay { return true }
    if selected != nil { return entries.contains(where: \.isUnderWay) }
    return entries.indices.contains { $0 > i && entries[$0].covers && entries[$0].isLeaving && isSeen($0) }
  }

  /// Whether a transition needs ticks.
  var isMoving: Bool { entries.contains { $0.presence.isMoving && $0.isLaidOut } }

  /// Returns the number of user actions until a screen is visible: 0 on top, else the number of screens above it. For the lowest it is 1,
  /// because all others can be popped together. In tabs: 1 for screens that are not selected.
  func depth(_ i: Int) -> Int {
    guard let top, i != top, !shows(i) else { return 0 }
    if selected != nil { return 1 }
    let live = entries.indices.filter { !entries[$0].isLeaving }
    guard let place = live.firstIndex(of: i) else { return 0 }
    return place == 0 ? 1 : live.count - 1 - place
  }

  // MARK: Changes

  /// Synchronizes with the container's subnodes, in their order. New screens are shown without a transition; screens that the program
  /// removed disappear immediately.
  /// - Parameter retired: screens that are about to be removed.
  mutating func reconcile(_ known: [Known], retired: [AnyNode]) {
    let present = Set(known.map(\.node))
    for i in entries.indices where entries[i].isLaidOut && !present.contains(entries[i].node) {
      entries[i].isLeaving = true
      entries[i].presence = ScreenPresence(0)
    }
    for (place, screen) in known.enumerated() where index(of: screen.node) == nil && !retired.contains(screen.node) {
      var entry = Entry(screen, .slide)
      entry.presence = ScreenPresence(entry.rest)
      entry.isLaidOut = true
      // Above the screens that precede it among the subnodes.
      let before = known[..<place].compactMap { index(of: $0.node) }.max()
      entries.insert(entry, at: before.map { $0 + 1 } ?? 0)
    }
    for screen in known {
      guard let i = index(of: screen.node) else { continue }
      (entries[i].height, entries[i].hasGrabber) = (screen.height, screen.hasGrabber)
      guard entries[i].rests != screen.rests || entries[i].detent != screen.detent else { continue }
      (entries[i].rests, entries[i].detent) = (screen.rests, screen.detent)
      guard !entries[i].isLeaving, !entries[i].presence.isHeld, entries[i].presence.target != entries[i].rest else { continue }
      entries[i].presence.send(to: entries[i].rest, in: entries[i].isLaidOut ? entries[i].transition.seconds : 0)
    }
  }

  /// Records which screens are part of a layout.
  mutating func recordLayout(of nodes: [AnyNode]) {
    let present = Set(nodes)
    for i in entries.indices where present.contains(entries[i].node) { entries[i].isLaidOut = true }
  }

  /// Adds a screen on top. It appears once it is part of a layout; the dismissal of one that is leaving is reversed. Returns whether
  /// it must become the container's topmost subnode.
  /// - Parameter isImmediate: whether it appears without a transition; it is dismissed with `transition` in any case.
  mutating func push(_ screen: Known, _ transition: ScreenTransition, decoration: ScreenDecoration, isImmediate: Bool = false) -> Bool {
    // The first screen has nothing to slide over.
    let seconds = isImmediate || screens.isEmpty ? 0 : transition.seconds
    if let i = index(of: screen.node) {
      guard entries[i].isLeaving else { return false }
      entries[i].isLeaving = false
      entries[i].transition = transition
      entries[i].presence.send(to: entries[i].rest, in: seconds)
      guard i < entries.count - 1 else { return false }
      entries.append(entries.remove(at: i))
      return true
    }
    var entry = Entry(screen, transition)
    entry.decoration = decoration
    entry.presence.send(to: entry.rest, in: seconds)
    entries.append(entry)
    return true
  }

  /// Dismisses the topmost screen. Returns it.
  mutating func pop(_ transition: ScreenTransition?) -> ScreenNode? {
    guard let i = entries.lastIndex(where: { !$0.isLeaving }) else { return nil }
    if let transition { entries[i].transition = transition }
    entries[i].isLeaving = true
    entries[i].presence.send(to: 0, in: entries[i].transition.seconds)
    return entries[i].node
  }

  /// Dismisses all screens above `node`: the topmost with its transition, those between immediately. Returns them, the topmost last.
  mutating func pop(to node: ScreenNode, _ transition: ScreenTransition?) -> [ScreenNode] {
    guard let target = index(of: node), !entries[target].isLeaving else { return [] }
    let above = entries.indices.filter { $0 > target && !entries[$0].isLeaving }
    for i in above.dropLast() {
      entries[i].isLeaving = true
      entries[i].presence.send(to: 0, in: 0)
    }
    return above.dropLast().map { entries[$0].node } + (above.isEmpty ? [] : [pop(transition)].compactMap { $0 })
  }

  /// Replaces the topmost screen, which is removed once it is covered. Returns the same as ``push(_:_:decoration:isImmediate:)``.
  mutating func replace(with screen: Known, _ transition: ScreenTransition, decoration: ScreenDecoration) -> Bool {
    let former = entries.lastIndex { !$0.isLeaving }
    guard former.map({ entries[$0].node !== screen.node }) ?? true else { return false }
    let node = former.map { entries[$0].node }
    let isOnTop = push(screen, transition, decoration: decoration)
    if let node, let former = index(of: node) {
      entries[former].isLeaving = true
      // A sheet does not cover it: it is dismissed with its own transition.
      if screen.presentation == .sheet { entries[former].presence.send(to: 0, in: entries[former].transition.seconds) }
    }
    return isOnTop
  }

  /// Selects a screen of tabs. The upper of the two screens is in transition: it fades, or slides next to the other.
  mutating func select(_ node: ScreenNode, _ transition: ScreenTransition) {
    guard selected !== node, let new = index(of: node) else { return }
    let former = selected == nil ? nil : top
    selected = node
    guard let former, transition.seconds > 0, entries[former].appearance != .hidden else {
      for i in entries.indices { entries[i].presence = ScreenPresence(1) }
      return
    }
    for i in entries.indices where i != new && i != former { entries[i].presence = ScreenPresence(1) }
    let upper = max(new, former)
    let isTurning = entries[upper].presence.isUnderWay
    // A reversed transition continues from its current state.
    if !isTurning { entries[upper].presence = ScreenPresence(upper == new ? 0 : 1) }
    entries[upper].transition = transition
    entries[min(new, former)].presence = ScreenPresence(1)
    entries[upper].presence.send(to: upper == new ? 1 : 0, in: transition.seconds)
  }

  // MARK: Dragging

  /// Whether the user may dismiss the topmost screen, so that another is shown.
  var canGoBack: Bool {
    guard selected == nil, let top, entries[top].isDismissible else { return false }
    return entries[..<top].contains { !$0.isLeaving }
  }

  /// Starts dragging the topmost screen to dismiss it.
  mutating func beginBack() {
    guard canGoBack, let top else { return }
    entries[top].isLeaving = true
    // A dragged screen slides, whatever transition it appeared with.
    if entries[top].transition.seconds <= 0 || entries[top].transition.kind != .slide { entries[top].transition = .slide }
    entries[top].presence.hold(at: entries[top].presence.value)
  }

  /// Index of the screen that the user drags.
  var held: Int? { entries.lastIndex { $0.presence.isHeld } }

  mutating func moveBack(to value: Double) {
    if let held { entries[held].presence.hold(at: value) }
  }

  /// Ends the drag of a screen, which is dismissed or returns.
  /// - Parameter velocity: velocity of its appearance, a second.
  mutating func endBack(goes: Bool, velocity: Double) {
    guard let held else { return }
    entries[held].isLeaving = goes
    let seconds = entries[held].transition.seconds > 0 ? entries[held].transition.seconds : ScreenTransition.slide.seconds
    entries[held].presence.send(to: goes ? 0 : 1, in: seconds, velocity: velocity)
  }

  // MARK: Time

  /// Advances the transitions to `time`.
  mutating func move(to time: Double) {
    for i in entries.indices where entries[i].isLaidOut { entries[i].presence.move(to: time) }
  }

  /// Dismisses screens that waited until they are covered if no screen will cover them any more.
  private mutating func sendUncovered() {
    for i in entries.indices where entries[i].isLeaving && !entries[i].presence.isUnderWay && entries[i].presence.value > 0 {
      if entries[(i + 1)...].contains(where: { $0.covers && !$0.isLeaving }) { continue }
      entries[i].presence.send(to: 0, in: entries[i].isLaidOut ? entries[i].transition.seconds : 0)
    }
  }

  /// Ends all transitions immediately.
  mutating func finish() {
    for i in entries.indices where !entries[i].presence.isHeld { entries[i].presence = ScreenPresence(entries[i].presence.target) }
  }

  /// Updates appearance states and removes screens that have disappeared. Returns the callbacks in order, and the removed screens.
  /// - Parameter isVisible: whether the container itself is visible.
  mutating func updateAppearance(isVisible: Bool) -> (told: [Told], gone: [Entry]) {
    sendUncovered()
    var told: [Told] = []
    var new: [ScreenAppearance] = []
    for i in entries.indices {
      let entry = entries[i]
      let wanted: ScreenAppearance =
        !isVisible ? .hidden : shows(i) ? (isComing(i) ? .appearing : .visible) : isSeen(i) ? .disappearing : .hidden
      told += entry.appearance.steps(to: wanted).map { Told(node: entry.node, step: $0) }
      // A visible screen stays visible while the one that covered it is being dismissed. A screen that never appeared does not disappear.
      switch (entry.appearance, wanted) {
      case (.visible, .appearing): new.append(.visible)
      case (.hidden, .disappearing): new.append(.hidden)
      default: new.append(wanted)
      }
    }
    for i in entries.indices { entries[i].appearance = new[i] }
    let gone = entries.filter { $0.isLeaving && $0.appearance == .hidden && !$0.presence.isHeld }
    entries.removeAll { entry in gone.contains { $0.node === entry.node } }
    // Callbacks are grouped by kind; within a kind they are in the order of the screens.
    let sorted = ScreenStep.allCases.flatMap { step in told.filter { $0.step == step } }
    return (sorted, gone)
  }
}

extension ScreenStack.Entry {
  init(_ screen: ScreenStack.Known, _ transition: ScreenTransition) {
    self.init(
      node: screen.node, presentation: screen.presentation, isDismissible: screen.isDismissible, transition: transition,
      presence: ScreenPresence(0))
    (rests, detent, hasGrabber) = (screen.rests, screen.detent, screen.hasGrabber)
  }
}
