public import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// The screens of a container, and how they come and go. A value.
struct ScreenHost: Sendable, Equatable {
  var stack = ScreenStack()
  var isRightToLeft = false
  /// Screens that are gone and about to be taken from the tree.
  var retired: [AnyNode] = []
  /// How much of a finger's way a sheet has gone along.
  var pullDone = 0.0
  /// The screen that the focus belongs to.
  var focusOwner: ScreenNode?
  /// Elements that the two screens which change have in common, as of the newest layout.
  var shared: SharedPairs?
  /// Sheets of a stack that another container shows, or showed.
  var handed: [ScreenNode] = []
  /// The stack of sheets above the screens of tabs and their bar.
  var cover: ScreensNode?
  /// Whether the container is such a stack.
  var isCover = false
}

/// What a container of screens keeps beside its value: its screens, and how they come and go. Any thread.
public final class ScreenContainerStorage: NodeStorage {
  let host = Locked(ScreenHost())

  /// Makes that of a container without screens.
  public init() {}
}

/// A node type that holds screens.
protocol ScreenHosting: ScrollContainerType, SceneContainerType, LifecycleType, TickingType, InitialPropertiesType
where Storage == ScreenContainerStorage {
  /// From how many actions away on a screen gives up its content, if it can make it again.
  var evictionDepth: Int { get }
  /// Brings what the container shows beside its screens up to date; loop.
  func prepare(_ node: Node<Self>)
  /// Takes note of the screens that there are, before they are told anything.
  func adopt(_ screens: [ScreenNode], in host: inout ScreenHost)
}

extension ScreenHosting {
  func prepare(_ node: Node<Self>) {}
}

// Any thread.

extension Node where Value: ScreenHosting {
  /// What the container knows of its screens now.
  var host: ScreenHost { storage.host.withLock { $0 } }

  /// Changes it, and has the screens shown where they are then. `change` must not touch this node.
  @discardableResult func updateHost<R>(_ change: (inout ScreenHost) -> R) -> R {
    let (result, isOther, isCover) = storage.host.withLock { host in
      let before = host
      let result = change(&host)
      return (result, host != before, host.isCover)
    }
    if isOther {
      setNeedsScroll()
      // What lies beneath sheets is shown by whether there is one.
      if isCover { supernode?.setNeedsScroll() }
    }
    return result
  }
}

/// What ranges the screens of a container tells it.
protocol ScreenContainer {
  /// Does what was asked for; `state` is the container's own.
  func follow(_ state: InterfaceState)
  func didLayOut(_ subnodes: [AnyNode], _ direction: LayoutDirection)
  /// The node in a screen that had the focus when the screen was covered. Any thread.
  func focus(of screen: ScreenNode) -> AnyNode?
  /// Has another node take that place. Any thread.
  func setFocus(_ node: AnyNode, of screen: ScreenNode)
}

// All of this runs on the loop.

extension Node: ScreenContainer where Value: ScreenHosting {
  func follow(_ state: InterfaceState) {
    value.prepare(self)
    advance(isVisible: state == .visible)
  }

  func focus(of screen: ScreenNode) -> AnyNode? {
    let stack = host.stack
    return stack.index(of: screen).flatMap { stack.entries[$0].focus }
  }

  func setFocus(_ node: AnyNode, of screen: ScreenNode) {
    let isOwner = updateHost { host in
      if let i = host.stack.index(of: screen) { host.stack.entries[i].focus = node }
      return host.focusOwner === screen
    }
    // Its screen is there already.
    if isOwner, focusedNode == nil { node.becomeFocused() }
  }

  func didLayOut(_ subnodes: [AnyNode], _ direction: LayoutDirection) {
    let known = subnodes.compactMap { ($0 as? ScreenNode).map(ScreenStack.Known.init) }
    let size = frame.size
    let value = self.value
    let moves = updateHost { host in
      host.stack.size = size
      host.isRightToLeft = direction == .rtl
      host.stack.reconcile(known, retired: host.retired + host.handed)
      host.stack.noteLayout(of: subnodes)
      host.shared = nil
      value.adopt(host.stack.screens, in: &host)
      return host.stack.isMoving
    }
    for entry in host.stack.entries { entry.decoration.setDirection(isRightToLeft: direction == .rtl) }
    if moves { requestTick(after: 0) }
  }

  /// Brings everything up to date: what moves (where `time` is given), what screens are told, who has the focus, who keeps content.
  func advance(to time: Double? = nil, isVisible: Bool? = nil) {
    let isVisible = isVisible ?? (interfaceState == .visible)
    let known = subnodes.compactMap { ($0 as? ScreenNode).map(ScreenStack.Known.init) }
    let value = self.value
    let isComing = host.isCover && supernode?.interfaceState == .visible
    let (told, gone, isMoving) = updateHost { host in
      host.stack.reconcile(known, retired: host.retired + host.handed)
      value.adopt(host.stack.screens, in: &host)
      // The first sheet above tabs comes in with the stack that shows it.
      if !isVisible, !isComing { host.stack.finish() } else if isVisible, let time { host.stack.move(to: time) }
      let (told, gone) = host.stack.follow(isVisible: isVisible)
      host.retired += gone.map(\.node)
      return (told, gone, host.stack.isMoving)
    }
    cutSheets()
    noteDepths()
    moveFocus(isVisible: isVisible)
    for (node, step) in told.map({ ($0.node, $0.step) }) {
      node.storage.appearance = step.appearance
      node.send(step.signal)
    }
    for entry in gone {
      // Who was told may have pushed it again.
      if host.stack.index(of: entry.node) == nil {
        _ = entry.node.storage.setDepth(0)
        entry.node.removeFromSupernode()
      }
      for node in entry.decoration.nodes { node.removeFromSupernode() }
    }
    if !gone.isEmpty { updateHost { host in host.retired.removeAll { node in gone.contains { $0.node === node } } } }
    keepContents()
    if isMoving, time == nil { requestTick(after: 0) }
  }

  /// Has the content of sheets end where they are seen to end.
  private func cutSheets() {
    let stack = host.stack
    for i in stack.entries.indices where stack.entries[i].presentation == .sheet {
      let cut = stack.cut(i)
      let node = stack.entries[i].node
      // Moving down, it ends there when it has come to rest.
      if cut > node.storage.cut, stack.entries[i].presence.isUnderWay { continue }
      guard cut != node.storage.cut else { continue }
      node.storage.cut = cut
      node.setNeedsStyle()
    }
  }

  /// Tells screens how far away they are, and what is in them where that makes another mode.
  private func noteDepths() {
    let stack = host.stack
    let base = visibilityDepth
    for i in stack.entries.indices {
      let node = stack.entries[i].node
      let depth = stack.depth(i)
      let before = node.storage.setDepth(depth)
      guard RangeMode(visibilityDepth: base + before) != RangeMode(visibilityDepth: base + depth) else { continue }
      node.findRangesAgain()
    }
  }

  /// The focus goes with the screen on top: what has it is noted when the screen is covered, and gets it back.
  private func moveFocus(isVisible: Bool) {
    guard isVisible else { return }
    // What is to get the focus back is made again first.
    let stack = host.stack
    if let top = stack.top, stack.entries[top].node !== host.focusOwner { stack.entries[top].node.restore() }
    let focused = focusedNode
    let next = updateHost { host -> AnyNode?? in
      let top = host.stack.top.map { host.stack.entries[$0].node }
      guard host.focusOwner !== top else { return .none }
      if let owner = host.focusOwner, let i = host.stack.index(of: owner) { host.stack.entries[i].focus = focused }
      host.focusOwner = top
      return .some(host.stack.top.flatMap { host.stack.entries[$0].focus })
    }
    guard let next else { return }
    // What has it outside of this container keeps it; sheets above tabs take it from what is in the tabs.
    let region = host.isCover ? supernode ?? self : self
    if let focused, focused.isInside(region) { focused.resignFocus() }
    if let next, next.isInside(region) { next.becomeFocused() }
  }

  /// Has screens that are near make their content, and those far away give it up.
  private func keepContents() {
    let stack = host.stack
    // Where memory is short, what is two actions away, or one, is made again when it is wanted.
    let limit: Int =
      switch memoryPressure {
      case .none: value.evictionDepth
      case .moderate: min(2, value.evictionDepth)
      case .critical: 1
      }
    for i in stack.entries.indices {
      let (node, depth) = (stack.entries[i].node, stack.depth(i))
      if stack.isSeen(i) || stack.shows(i) {
        node.restore()
      } else if depth >= limit {
        node.evict()
      } else if depth <= 1, node.isEvicted {
        // Ready when it is the next to be seen.
        node.restore()
      }
    }
  }
}

extension ScreenStep {
  /// How a screen appears that was told this.
  var appearance: ScreenAppearance {
    switch self {
    case .willAppear: .appearing
    case .didAppear: .visible
    case .willDisappear: .disappearing
    case .didDisappear: .hidden
    }
  }
}

extension AnyNode {
  /// Whether the node is `other` or below it.
  func isInside(_ other: AnyNode) -> Bool {
    var current: AnyNode? = self
    while let node = current {
      if node === other { return true }
      current = node.supernode
    }
    return false
  }

  /// Has containers at and below the node find out anew how much to keep ready.
  func findRangesAgain() {
    var stack = [self]
    while let node = stack.popLast() {
      node.setNeedsRanging()
      stack += node.subnodes
    }
  }
}
