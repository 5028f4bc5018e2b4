public import Tessera

extension Node where Value == Screens {
  /// Creates a stack whose lowest screen is `root`. Any thread.
  public convenience init(root: ScreenNode) {
    self.init(Screens())
    push(root, transition: ScreenTransition.none)
  }

  /// Screens from the lowest to the topmost, without dismissed ones; includes sheets that another container shows. Any thread.
  public var screens: [ScreenNode] { host.stack.screens + handedSheets }

  /// Topmost screen. Any thread.
  public var top: ScreenNode? { screens.last }

  /// Whether a screen is in transition. Any thread.
  public var isUnderWay: Bool {
    host.stack.entries.contains { $0.isUnderWay || $0.isLeaving } || movesHandedSheets
  }

  /// Pushes a screen. A screen that is in the stack already keeps its position; the dismissal of one that is leaving is reversed. Any
  /// thread.
  ///
  /// A sheet of a stack inside tabs is shown above the tabs and their bar, unless it ``Screen/isScoped``. It stays above screens that are
  /// pushed later.
  ///
  /// - Parameters:
  ///   - screen: screen to push.
  ///   - transition: transition to use; nil means the stack's.
  public func push(_ screen: ScreenNode, transition: ScreenTransition? = nil) {
    push(screen, transition ?? value.transition, isImmediate: false)
  }

  /// Pushes a screen without a transition. It is dismissed with the stack's transition. Any thread.
  func pushImmediately(_ screen: ScreenNode) { push(screen, value.transition, isImmediate: true) }

  func push(_ screen: ScreenNode, _ transition: ScreenTransition, isImmediate: Bool) {
    if host.stack.index(of: screen) == nil, let holder = holder(for: screen) {
      recordHanded(screen)
      return holder.push(screen, transition, isImmediate: isImmediate)
    }
    let decoration = self.decoration(of: screen)
    screen.restore()
    let known = ScreenStack.Known(screen)
    let isNew = updateHost { $0.stack.push(known, transition, decoration: decoration, isImmediate: isImmediate) }
    put(screen, isNew)
  }

  /// Presents a screen above all others: a cover or a sheet. Any thread.
  public func present(_ screen: ScreenNode, as presentation: Screen.Presentation = .cover, transition: ScreenTransition? = nil) {
    screen.presentation = presentation
    push(screen, transition: transition)
  }

  /// Dismisses the topmost screen unless it is the only one. Any thread.
  /// - Parameter transition: transition to use; nil means the one with which it appeared.
  /// - Returns: the dismissed screen.
  @discardableResult
  public func pop(transition: ScreenTransition? = nil) -> ScreenNode? {
    if let sheet = popHanded(transition) { return sheet }
    defer { requestTick(after: 0) }
    return updateHost { $0.stack.screens.count > 1 ? $0.stack.pop(transition) : nil }
  }

  /// Dismisses all screens above `screen`. Any thread.
  /// - Returns: the dismissed screens, the topmost last; empty if `screen` is topmost or not in the stack.
  @discardableResult
  public func pop(to screen: ScreenNode, transition: ScreenTransition? = nil) -> [ScreenNode] {
    defer { requestTick(after: 0) }
    let handed = popHanded(to: screen, transition)
    return updateHost { $0.stack.pop(to: screen, transition) } + handed
  }

  /// Dismisses all screens except the lowest. Any thread.
  @discardableResult
  public func popToRoot(transition: ScreenTransition? = nil) -> [ScreenNode] {
    guard let root = screens.first else { return [] }
    return pop(to: root, transition: transition)
  }

  /// Replaces the topmost screen, which is removed once it is covered. Any thread.
  public func replace(with screen: ScreenNode, transition: ScreenTransition? = nil) {
    if replaceHanded(with: screen, transition) { return }
    let decoration = self.decoration(of: screen)
    screen.restore()
    let known = ScreenStack.Known(screen)
    let usual = value.transition
    let isNew = updateHost { $0.stack.replace(with: known, transition ?? usual, decoration: decoration) }
    put(screen, isNew)
  }

  /// Dismisses the topmost screen, as the Escape key does, if there is another one and it is dismissible. Any thread.
  /// - Returns: whether it did.
  @discardableResult
  public func goBack() -> Bool {
    if let did = goBackHanded() { return did }
    let did = updateHost { $0.stack.canGoBack && $0.stack.pop(nil) != nil }
    if did { requestTick(after: 0) }
    return did
  }

  /// Makes invisible screens with at least this visibility depth unload content that they can create again. For low memory. Any thread.
  public func evict(from depth: Int = 2) {
    let stack = host.stack
    for i in stack.entries.indices where stack.depth(i) >= max(1, depth) { stack.entries[i].node.evict() }
  }

  /// Returns the decoration of a new screen. The lowest has none.
  private func decoration(of screen: ScreenNode) -> ScreenDecoration {
    let stack = host.stack
    guard !stack.screens.isEmpty, stack.index(of: screen) == nil else { return ScreenDecoration() }
    let decoration = ScreenDecoration(for: screen)
    if decoration.dim != nil, screen.shadow == nil { screen.shadow = ScreenDecoration.sheetShadow }
    return decoration
  }

  private func put(_ screen: ScreenNode, _ isNew: Bool) {
    if isNew {
      let stack = host.stack
      let decoration = stack.index(of: screen).map { stack.entries[$0].decoration } ?? ScreenDecoration()
      for node in decoration.below { addSubnode(node) }
      addSubnode(screen)
      for node in decoration.above { addSubnode(node) }
    }
    requestTick(after: 0)
  }
}
