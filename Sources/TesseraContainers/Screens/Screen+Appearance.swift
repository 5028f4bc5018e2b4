public import Tessera

// A screen outside of a stack or tabs: a page of a pager, an item of a list, the content of a view of one's own.
extension Screen: LifecycleType {
  /// Creates the content when the screen comes near, and sends ``didAppear`` and the other signals when the screen enters and leaves the viewport. In a
  /// container of screens the container does this.
  public static func interfaceStateDidChange(_ node: ScreenNode, from old: InterfaceState, to new: InterfaceState) {
    // A screen that leaves the tree has no parent any more: its former container tells it.
    guard node.supernode.map({ !($0 is any ScreenContainer) }) ?? node.storage.appearsAlone else { return }
    node.storage.appearsAlone = new == .visible
    if new > old, new >= .display { node.restore() }
    for step in node.appearance.steps(to: new == .visible ? .visible : .hidden) {
      node.storage.appearance = step.appearance
      node.send(step.signal)
    }
  }
}
