public import Tessera

// Visibility of list elements. The list signals visibility of its subnodes (``AnyNode/subnodeVisibility``); these functions add the
// elements.

extension Node where Value: ListType {
  /// Calls `perform` with each row, item, header or footer that becomes visible, and with its node. Frame loop, no lock held.
  @discardableResult
  public func onWillDisplay(_ perform: @escaping @Sendable (_ element: ListElement, _ node: AnyNode) -> Void) -> HandlerToken {
    on(AnyNode.subnodeVisibility) { [weak self] change in
      guard let self, change.isVisible, let shown = self.shown(by: change.subnode) else { return }
      perform(shown.element, shown.node)
    }
  }

  /// Calls `perform` with each row, item, header or footer that becomes invisible, and with its node. Frame loop, no lock held.
  ///
  /// Deleted elements are reported with the place that they had when they became visible.
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

  /// Returns the element that a subnode shows, and the node that the source created for it.
  private func shown(by subnode: AnyNode) -> (element: ListElement, node: AnyNode)? {
    guard let element = element(of: subnode) else { return nil }
    return (element, node(for: element) ?? subnode)
  }
}
