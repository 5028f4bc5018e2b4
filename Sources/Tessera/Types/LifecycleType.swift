/// A node type that acts when its nodes approach or leave the screen, after layout, and after draws.
public protocol LifecycleType: NodeType {
  /// Called on the frame loop, no lock held, once for every single step from one interface state to the next. Default: nothing.
  static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState)

  /// Called on the frame loop, no lock held, after a layout was adopted: once for every node that it changed.
  ///
  /// Changed means: the node's size or safe-area insets, a subnode's frame or the set of subnodes is different. Each node also counts as changed in
  /// its first layout. All nodes then have the frames of that layout. Parents are called before their subnodes. A change made here
  /// requests the next layout. Default: nothing.
  static func layoutDidFinish(_ node: Node<Self>)

  /// Called on the frame loop, no lock held, after content that a worker drew was adopted, for a type that finds out during the draw that it needs
  /// another size. Default: nothing.
  static func drawDidFinish(_ node: Node<Self>)

  /// Called on the frame loop, no lock held, when the node must load its data: it entered the preload range, or the program called
  /// ``AnyNode/setNeedsPreload()``. Default: nothing.
  static func preload(_ node: Node<Self>)

  /// Called on the frame loop, no lock held, when the node must release loaded data: it left the preload range, or the program called
  /// ``AnyNode/clearPreloaded()``. Default: nothing.
  static func clearPreloaded(_ node: Node<Self>)
}

extension LifecycleType {
  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {}
  public static func layoutDidFinish(_ node: Node<Self>) {}
  public static func drawDidFinish(_ node: Node<Self>) {}
  public static func preload(_ node: Node<Self>) {}
  public static func clearPreloaded(_ node: Node<Self>) {}

  static func interfaceStateDidChange(erased node: AnyNode, from old: InterfaceState, to new: InterfaceState) {
    interfaceStateDidChange(typed(node), from: old, to: new)
  }
  static func layoutDidFinish(erased node: AnyNode) { layoutDidFinish(typed(node)) }
  static func drawDidFinish(erased node: AnyNode) { drawDidFinish(typed(node)) }
  static func preload(erased node: AnyNode) { preload(typed(node)) }
  static func clearPreloaded(erased node: AnyNode) { clearPreloaded(typed(node)) }
}

extension AnyNode {
  func interfaceStateDidChange(from old: InterfaceState, to new: InterfaceState) {
    hooks.lifecycle?.interfaceStateDidChange(erased: self, from: old, to: new)
    if old == .visible { releasePress() }
  }
  func layoutDidFinish() { hooks.lifecycle?.layoutDidFinish(erased: self) }
  func drawDidFinish() { hooks.lifecycle?.drawDidFinish(erased: self) }
}
