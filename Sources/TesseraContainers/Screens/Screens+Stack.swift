public import Tessera

extension Node where Value == Screens {
  /// Makes a stack whose lowest screen is `root`. Any thread.
  public convenience init(root: ScreenNode) {
    self.init(Screens())
    push(root, transition: ScreenTransition.none)
  }

  /// The screens, the lowest first, without those that are going: its sheets among them, whoever shows these. Any thread.
  public var screens: [ScreenNode] { host.stack.screens + handedSheets }

  /// The screen on top. Any thread.
  public var top: ScreenNode? { screens.last }

  /// Whether a screen is coming or going. Any thread.
  public var isUnderWay: Bool {
    host.stack.entries.contains { $0.isUnderWay || $0.isLeaving } || movesHandedSheets
  }

  /// Puts a screen on top. A screen that is in the stack already stays where it is, one that is just going turns round. Any thread.
  ///
  /// A sheet of a stack that is seen in tabs is shown above them and their bar, unless it ``Screen/isScoped``, and stays on top of what is pushed later.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - transition: nil: the stack's.
  public func push(_ screen: ScreenNode, transition: ScreenTransition? = nil) {
    push(screen, transition ?? value.transition, isImmediate: false)
  }

  /// Puts a screen on top at once. It leaves by the stack's transition. Any thread.
  func pushImmediately(_ screen: ScreenNode) { push(screen, value.transition, isImmediate: true) }

  func push(_ screen: ScreenNode, _ transition: ScreenTransition, isImmediate: Bool) {
    if host.stack.index(of: screen) == nil, let holder = holder(for: screen) {
      noteHanded(screen)
      return holder.push(screen, transition, isImmediate: isImmediate)
    }
    let decoration = self.decoration(of: screen)
    screen.restore()
    let known = ScreenStack.Known(screen)
    let isNew = updateHost { $0.stack.push(known, transition, decoration: decoration, isImmediate: isImmediate) }
    put(screen, isNew)
  }

  /// Puts a screen above everything: a cover, or a sheet. Any thread.
  public func present(_ screen: ScreenNode, as presentation: Screen.Presentation = .cover, transition: ScreenTransition? = nil) {
    screen.presentation = presentation
    push(screen, transition: transition)
  }

  /// Sends the topmost screen away, unless it is the only one. Any thread.
  /// - Parameter transition: nil: the one that it came with.
  /// - Returns: The screen.
  @discardableResult
  public func pop(transition: ScreenTransition? = nil) -> ScreenNode? {
    if let sheet = popHanded(transition) { return sheet }
    defer { requestTick(after: 0) }
    return updateHost { $0.stack.screens.count > 1 ? $0.stack.pop(transition) : nil }
  }

  /// Sends all screens above `screen` away. Any thread.
  /// - Returns: These screens, the topmost last; empty where `screen` is on top, or none of the stack's.
  @discardableResult
  public func pop(to screen: ScreenNode, transition: ScreenTransition? = nil) -> [ScreenNode] {
    defer { requestTick(after: 0) }
    let handed = popHanded(to: screen, transition)
    return updateHost { $0.stack.pop(to: screen, transition) } + handed
  }

  /// Sends all screens but the lowest away. Any thread.
  @discardableResult
  public func popToRoot(transition: ScreenTransition? = nil) -> [ScreenNode] {
    guard let root = screens.first else { return [] }
    return pop(to: root, transition: transition)
  }

  /// Puts a screen in the place of the topmost, which goes once it is covered. Any thread.
  public func replace(with screen: ScreenNode, transition: ScreenTransition? = nil) {
    if replaceHanded(with: screen, transition) { return }
    let decoration = self.decoration(of: screen)
    screen.restore()
    let known = ScreenStack.Known(screen)
    let usual = value.transition
    let isNew = updateHost { $0.stack.replace(with: known, transition ?? usual, decoration: decoration) }
    put(screen, isNew)
  }

  /// Does what the Escape key does: sends the topmost screen away, where there is another and a person may. Any thread.
  /// - Returns: Whether it did.
  @discardableResult
  public func goBack() -> Bool {
    if let did = goBackHanded() { return did }
    let did = updateHost { $0.stack.canGoBack && $0.stack.pop(nil) != nil }
    if did { requestTick(after: 0) }
    return did
  }

  /// Has screens that are not seen, and are so many actions away, give up their content where they can make it again: memory is short. Any
  /// thread.
  public func evict(from depth: Int = 2) {
    let stack = host.stack
    for i in stack.entries.indices where stack.depth(i) >= max(1, depth) { stack.entries[i].node.evict() }
  }

  /// What a new screen is shown with. The lowest has nothing beneath it.
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
