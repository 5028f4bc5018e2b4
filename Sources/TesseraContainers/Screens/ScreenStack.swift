internal import Tessera
internal import TesseraGeometry

/// The screens of one container, who covers whom, and what each is told: a value without clock, lock or callback.
///
/// Screens that are going stay where they were, among the others, until they are not seen any more.
struct ScreenStack: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    let node: ScreenNode
    let presentation: Screen.Presentation
    let isDismissible: Bool
    var transition: ScreenTransition
    /// How far it has come in.
    var presence: ScreenPresence
    /// Whether it goes, and is none of the screens any more.
    var isLeaving = false
    var appearance = ScreenAppearance.hidden
    /// Whether a layout has it, so that there is something to move.
    var isLaidOut = false
    /// What the container shows around it.
    var decoration = ScreenDecoration()
    /// Whether it is a sheet that a finger can move, and shows that.
    var hasGrabber = false
    /// Logical units.
    var height = 0.0
    /// The node below it that had the focus when it was covered.
    var focus: AnyNode?
    /// Where a sheet may rest, as shares of its height, from low to high, and at which of them it does.
    var rests: [Double] = [1]
    var detent = 0
    /// Where a finger that moves a sheet wants it, as a share of its height.
    var pulled: Double?

    var covers: Bool { presentation != .sheet }
    /// How much of it is seen when it is there.
    var rest: Double { rests[min(max(0, detent), rests.count - 1)] }
    /// Whether it is on its way in or out.
    var isUnderWay: Bool { presence.isUnderWay || !isLaidOut }
  }

  /// What a container knows of one of its subnodes that is a screen.
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

  /// One screen, and what it is told.
  struct Told: Sendable, Equatable {
    let node: ScreenNode
    let step: ScreenStep
  }

  /// From the lowest to the topmost.
  var entries: [Entry] = []
  /// The one that shows of screens that stand side by side (tabs); nil: the topmost, and what it does not cover.
  var selected: ScreenNode?
  var size = Size.zero

  // MARK: Questions

  /// The screens without those that are going.
  var screens: [ScreenNode] { entries.filter { !$0.isLeaving }.map(\.node) }

  /// Index of the screen that is on top, or selected.
  var top: Int? {
    if let selected { return entries.firstIndex { $0.node === selected && !$0.isLeaving } }
    return entries.lastIndex { !$0.isLeaving }
  }

  func index(of node: AnyNode) -> Int? { entries.firstIndex { $0.node === node } }

  /// Whether a screen will be seen when nothing moves any more.
  func shows(_ i: Int) -> Bool {
    guard !entries[i].isLeaving else { return false }
    if selected != nil { return i == top }
    return !entries[(i + 1)...].contains { $0.covers && !$0.isLeaving }
  }

  /// Whether something of a screen may be seen now.
  func isSeen(_ i: Int) -> Bool {
    let entry = entries[i]
    guard entry.presence.value > 0 || entry.isUnderWay && entry.presence.target > 0 else { return false }
    if selected != nil { return i == top || entry.isUnderWay || entries.contains(where: \.isUnderWay) && entry.appearance != .hidden }
    // One that covers it and goes without moving, as another covers that, goes on covering it.
    return !entries[(i + 1)...].contains { $0.covers && !$0.isUnderWay && $0.presence.value == 1 }
  }

  /// Whether a screen that will be seen still comes.
  private func isComing(_ i: Int) -> Bool {
    if entries[i].isUnderWay { return true }
    if selected != nil { return entries.contains(where: \.isUnderWay) }
    return entries.indices.contains { $0 > i && entries[$0].covers && entries[$0].isLeaving && isSeen($0) }
  }

  /// Whether anything is to be moved by the clock.
  var isMoving: Bool { entries.contains { $0.presence.isMoving && $0.isLaidOut } }

  /// Actions between a screen and being seen: 0 on top, 1 for the lowest (all others can go at once), else as many as lie above it. Of screens
  /// side by side: 1 for those that are not selected.
  func depth(_ i: Int) -> Int {
    guard let top, i != top, !shows(i) else { return 0 }
    if selected != nil { return 1 }
    let live = entries.indices.filter { !entries[$0].isLeaving }
    guard let place = live.firstIndex(of: i) else { return 0 }
    return place == 0 ? 1 : live.count - 1 - place
  }

  // MARK: Changes

  /// Takes over the screens that the container has as subnodes, in their order: new ones are there at once, those that somebody took away go at
  /// once.
  /// - Parameter retired: screens that are about to be taken away.
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
      // Above the screens that come before it among the subnodes.
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

  /// Notes which screens a layout has.
  mutating func noteLayout(of nodes: [AnyNode]) {
    let present = Set(nodes)
    for i in entries.indices where present.contains(entries[i].node) { entries[i].isLaidOut = true }
  }

  /// Puts a screen on top. It comes in once a layout has it; one that is going turns round. Returns whether it has to be put on top of the
  /// container's subnodes.
  /// - Parameter isImmediate: whether it comes in at once; it leaves by `transition` all the same.
  mutating func push(_ screen: Known, _ transition: ScreenTransition, decoration: ScreenDecoration, isImmediate: Bool = false) -> Bool {
    // There has to be something to come in above.
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

  /// Sends the topmost screen away. Returns it.
  mutating func pop(_ transition: ScreenTransition?) -> ScreenNode? {
    guard let i = entries.lastIndex(where: { !$0.isLeaving }) else { return nil }
    if let transition { entries[i].transition = transition }
    entries[i].isLeaving = true
    entries[i].presence.send(to: 0, in: entries[i].transition.seconds)
    return entries[i].node
  }

  /// Sends all screens above `node` away: the topmost is seen going, those between are gone. Returns them, the topmost last.
  mutating func pop(to node: ScreenNode, _ transition: ScreenTransition?) -> [ScreenNode] {
    guard let target = index(of: node), !entries[target].isLeaving else { return [] }
    let above = entries.indices.filter { $0 > target && !entries[$0].isLeaving }
    for i in above.dropLast() {
      entries[i].isLeaving = true
      entries[i].presence.send(to: 0, in: 0)
    }
    return above.dropLast().map { entries[$0].node } + (above.isEmpty ? [] : [pop(transition)].compactMap { $0 })
  }

  /// Puts a screen in the place of the topmost, which goes once it is covered. Returns what ``push(_:_:decoration:isImmediate:)`` does.
  mutating func replace(with screen: Known, _ transition: ScreenTransition, decoration: ScreenDecoration) -> Bool {
    let former = entries.lastIndex { !$0.isLeaving }
    guard former.map({ entries[$0].node !== screen.node }) ?? true else { return false }
    let node = former.map { entries[$0].node }
    let isOnTop = push(screen, transition, decoration: decoration)
    if let node, let former = index(of: node) {
      entries[former].isLeaving = true
      // What covers nothing lets it be seen: it goes by itself.
      if screen.presentation == .sheet { entries[former].presence.send(to: 0, in: entries[former].transition.seconds) }
    }
    return isOnTop
  }

  /// Selects one of screens that stand side by side. The upper of the two comes or goes: it fades, or slides beside the other.
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
    // One that turns round goes on from where it is.
    if !isTurning { entries[upper].presence = ScreenPresence(upper == new ? 0 : 1) }
    entries[upper].transition = transition
    entries[min(new, former)].presence = ScreenPresence(1)
    entries[upper].presence.send(to: upper == new ? 1 : 0, in: transition.seconds)
  }

  // MARK: By hand

  /// Whether a person may send the topmost screen away, so that another shows.
  var canGoBack: Bool {
    guard selected == nil, let top, entries[top].isDismissible else { return false }
    return entries[..<top].contains { !$0.isLeaving }
  }

  /// Takes hold of the topmost screen, to send it away.
  mutating func beginBack() {
    guard canGoBack, let top else { return }
    entries[top].isLeaving = true
    // A hand moves it, however it came.
    if entries[top].transition.seconds <= 0 || entries[top].transition.kind != .slide { entries[top].transition = .slide }
    entries[top].presence.hold(at: entries[top].presence.value)
  }

  /// Whether a hand holds a screen.
  var held: Int? { entries.lastIndex { $0.presence.isHeld } }

  mutating func moveBack(to value: Double) {
    if let held { entries[held].presence.hold(at: value) }
  }

  /// Lets go of the screen that a hand holds, which goes or stays.
  /// - Parameter velocity: of its coming in, by the second.
  mutating func endBack(goes: Bool, velocity: Double) {
    guard let held else { return }
    entries[held].isLeaving = goes
    let seconds = entries[held].transition.seconds > 0 ? entries[held].transition.seconds : ScreenTransition.slide.seconds
    entries[held].presence.send(to: goes ? 0 : 1, in: seconds, velocity: velocity)
  }

  // MARK: Time

  /// Moves what moves to where it is at `time`.
  mutating func move(to time: Double) {
    for i in entries.indices where entries[i].isLaidOut { entries[i].presence.move(to: time) }
  }

  /// Screens that were to go once they are covered go by themselves where nothing will cover them any more.
  private mutating func sendUncovered() {
    for i in entries.indices where entries[i].isLeaving && !entries[i].presence.isUnderWay && entries[i].presence.value > 0 {
      if entries[(i + 1)...].contains(where: { $0.covers && !$0.isLeaving }) { continue }
      entries[i].presence.send(to: 0, in: entries[i].isLaidOut ? entries[i].transition.seconds : 0)
    }
  }

  /// Everything is in its place at once.
  mutating func finish() {
    for i in entries.indices where !entries[i].presence.isHeld { entries[i].presence = ScreenPresence(entries[i].presence.target) }
  }

  /// Brings what screens were told up to date, and forgets those that are gone. Returns what they are told, in order, and who is gone.
  /// - Parameter isVisible: whether the container itself is seen.
  mutating func follow(isVisible: Bool) -> (told: [Told], gone: [Entry]) {
    sendUncovered()
    var told: [Told] = []
    var new: [ScreenAppearance] = []
    for i in entries.indices {
      let entry = entries[i]
      let wanted: ScreenAppearance =
        !isVisible ? .hidden : shows(i) ? (isComing(i) ? .appearing : .visible) : isSeen(i) ? .disappearing : .hidden
      told += entry.appearance.steps(to: wanted).map { Told(node: entry.node, step: $0) }
      // A screen that is there stays so while what covered it is still going, and one that never came does not go.
      switch (entry.appearance, wanted) {
      case (.visible, .appearing): new.append(.visible)
      case (.hidden, .disappearing): new.append(.hidden)
      default: new.append(wanted)
      }
    }
    for i in entries.indices { entries[i].appearance = new[i] }
    let gone = entries.filter { $0.isLeaving && $0.appearance == .hidden && !$0.presence.isHeld }
    entries.removeAll { entry in gone.contains { $0.node === entry.node } }
    // All of one kind before the next; among them in the order of the screens.
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
