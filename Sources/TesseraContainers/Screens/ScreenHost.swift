public import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// Screens of a container and their transitions. A value.
struct ScreenHost: Sendable, Equatable {
  var stack = ScreenStack()
  var isRightToLeft = false
  /// Dismissed screens that are about to be removed from the tree.
  var retired: [AnyNode] = []
  /// Part of a drag that a sheet has followed.
  var pullDone = 0.0
  /// Screen that the focus belongs to.
  var focusOwner: ScreenNode?
  /// Elements that the two screens of a transition share, as of the newest layout.
  var shared: SharedPairs?
  /// Sheets of a stack that another container shows or showed.
  var handed: [ScreenNode] = []
  /// Stack of sheets above the screens of tabs and their bar.
  var cover: ScreensNode?
  /// Whether the container is such a stack.
  var isCover = false
}

/// State of a container of screens besides its value: its screens and their transitions. Any thread.
public final class ScreenContainerStorage: NodeStorage {
  let host = Locked(ScreenHost())

  /// Creates the storage of a container without screens.
  public init() {}
}

/// Node type that contains screens.
protocol ScreenHosting: ScrollContainerType, SceneContainerType, LifecycleType, TickingType, InitialPropertiesType
where Storage == ScreenContainerStorage {
  /// Visibility depth from which a screen unloads its content, if it can create it again.
  var evictionDepth: Int { get }
  /// Updates what the container shows besides its screens; loop.
  func prepare(_ node: Node<Self>)
  /// Called with the current screens, before their callbacks.
  func adopt(_ screens: [ScreenNode], in host: inout ScreenHost)
}

extension ScreenHosting {
  func prepare(_ node: Node<Self>) {}
}

// Any thread.

extension Node where Value: ScreenHosting {
  /// Snapshot of the container's state.
  var host: ScreenHost { storage.host.withLock { $0 } }

  /// Changes the state and updates the screens. `change` must not access this node.
  @discardableResult func updateHost<R>(_ change: (inout ScreenHost) -> R) -> R {
    let (result, isOther, isCover) = storage.host.withLock { host in
      let before = host
      let result = change(&host)
      return (result, host != before, host.isCover)
    }
    if isOther {
      setNeedsScroll()
      // Content below sheets depends on whether there is a sheet.
      if isCover { supernode?.setNeedsScroll() }
    }
    return result
  }
}

/// Container of screens as used by their ranging.
protocol ScreenContainer {
  /// Carries out requested changes; `state` is the container's state.
  func applyChanges(_ state: InterfaceState)
  func didLayOut(_ subnodes: [AnyNode], _ direction: LayoutDirection)
  /// Returns the node of a screen that had the focus when the screen was covered. Any thread.
  func focus(of screen: ScreenNode) -> AnyNode?
  /// Replaces that node. Any thread.
  func setFocus(_ node: AnyNode, of screen: ScreenNode)
}

// The following runs on the loop.

extension Node: ScreenContainer where Value: ScreenHosting {
  func applyChanges(_ state: InterfaceState) {
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
    // Its screen is already shown.
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
      host.stack.recordLayout(of: subnodes)
      host.shared = nil
      value.adopt(host.stack.screens, in: &host)
      return host.stack.isMoving
    }
    for entry in host.stack.entries { entry.decoration.setDirection(isRightToLeft: direction == .rtl) }
    if moves { requestTick(after: 0) }
  }

  /// Updates everything: transitions (if `time` is set), callbacks, focus and kept content.
  func advance(to time: Double? = nil, isVisible: Bool? = nil) {
    let isVisible = isVisible ?? (interfaceState == .visible)
    let known = subnodes.compactMap { ($0 as? ScreenNode).map(ScreenStack.Known.init) }
    let value = self.value
    let isComing = host.isCover && supernode?.interfaceState == .visible
    let (told, gone, isMoving) = updateHost { host in
      host.stack.reconcile(known, retired: host.retired + host.handed)
      value.adopt(host.stack.screens, in: &host)
      // The first sheet above tabs appears together with the stack that shows it.
      if !isVisible, !isComing { host.stack.finish() } else if isVisible, let time { host.stack.move(to: time) }
      let (told, gone) = host.stack.updateAppearance(isVisible: isVisible)
      host.retired += gone.map(\.node)
      return (told, gone, host.stack.isMoving)
    }
    cutSheets()
    updateDepths()
    moveFocus(isVisible: isVisible)
    for (node, step) in told.map({ ($0.node, $0.step) }) {
      node.storage.appearance = step.appearance
      node.send(step.signal)
    }
    for entry in gone {
      // A callback may have pushed it again.
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

  /// Makes the content of sheets end at their visible end.
  private func cutSheets() {
    let stack = host.stack
    for i in stack.entries.indices where stack.entries[i].presentation == .sheet {
      let cut = stack.cut(i)
      let node = stack.entries[i].node
      // A sheet that moves down is cut when it has come to rest.
      if cut > node.storage.cut, stack.entries[i].presence.isUnderWay { continue }
      guard cut != node.storage.cut else { continue }
      node.storage.cut = cut
      node.setNeedsStyle()
    }
  }

  /// Sets the visibility depth of screens, and updates the content of those with another one.
  private func updateDepths() {
    let stack = host.stack
    for i in stack.entries.indices {
      let node = stack.entries[i].node
      let depth = stack.depth(i)
      let before = node.storage.setDepth(depth)
      if before != depth { node.handOnDepth() }
    }
  }

  /// Moves the focus to the topmost screen: the focused node is stored when a screen is covered, and restored later.
  private func moveFocus(isVisible: Bool) {
    guard isVisible else { return }
    // The content that regains the focus is restored first.
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
    // A focused node outside of this container keeps the focus; sheets above tabs take it from the tabs' content.
    let region = host.isCover ? supernode ?? self : self
    if let focused, focused.isInside(region) { focused.resignFocus() }
    if let next, next.isInside(region) { next.becomeFocused() }
  }

  /// Creates the content of near screens and unloads that of distant ones.
  private func keepContents() {
    let stack = host.stack
    // With low memory, content two actions away, or one, is created again only when it is needed.
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
        // Ready before it becomes visible.
        node.restore()
      }
    }
  }
}

extension ScreenStep {
  /// Appearance state of a screen after this callback.
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
  /// Returns whether the node is `other` or a descendant of it.
  func isInside(_ other: AnyNode) -> Bool {
    var current: AnyNode? = self
    while let node = current {
      if node === other { return true }
      current = node.supernode
    }
    return false
  }
}
