public import Tessera

// What is on the screen of a list. The list tells of the subnodes that show elements (``AnyNode/subnodeVisibility``); what is told here is which these are.

extension Node where Value: ListType {
  /// Calls `perform` with each row, item, header or footer that comes to the screen, and with its node. Frame loop, no lock held.
  @discardableResult
  public func onWillDisplay(_ perform: @escaping @Sendable (_ element: ListElement, _ node: AnyNode) -> Void) -> HandlerToken {
    on(AnyNode.subnodeVisibility) { [weak self] change in
      guard let self, change.isVisible, let shown = self.shown(by: change.subnode) else { return }
      perform(shown.element, shown.node)
    }
  }

  /// Calls `perform` with each row, item, header or footer that leaves the screen, and with its node. Frame loop, no lock held.
  ///
  /// What the data do not have any more is told with the place that it had when it came.
  @discardableResult
  public func onDidEndDisplaying(_ perform: @escaping @Sendable (_ element: ListElement, _ node: AnyNode) -> Void) -> HandlerToken {
    let displayed = Locked<[ObjectIdentifier: (element: ListElement, node: AnyNode)]>([:])
    return on(AnyNode.subnodeVisibility) { [weak self] change in
      guard let self else { return }
      let (key, now) = (ObjectIdentifier(change.subnode), self.shown(by: change.subnode))
      let before = displayed.withLock { displayed in
        defer { displayed[key] = change.isVisible ? now : nil }
        return displayed[key]
      }
      guard !change.isVisible, let shown = now ?? before else { return }
      perform(shown.element, shown.node)
    }
  }

  /// The element that a subnode shows, and the node that the source made for it.
  private func shown(by subnode: AnyNode) -> (element: ListElement, node: AnyNode)? {
    guard let element = element(of: subnode) else { return nil }
    return (element, node(for: element) ?? subnode)
  }
}
