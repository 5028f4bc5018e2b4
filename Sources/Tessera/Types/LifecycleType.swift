/// A node type that acts when its nodes come near the screen or leave it, when they were laid out, and when they were drawn.
public protocol LifecycleType: NodeType {
  /// Called on the frame loop, no lock held, once for every single step from one interface state to the next. Default: nothing.
  static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState)

  /// Called on the frame loop, no lock held, after a layout was adopted: once for every node that it changed.
  ///
  /// A node was changed by a layout that gave it another size or other safe-area insets, gave one of its subnodes another frame, or brought or took a
  /// subnode; and by the first layout that it is part of. When it is called all nodes have the frames of that layout. Parents come
  /// before their subnodes. What is changed here asks for the next layout. Default: nothing.
  static func layoutDidFinish(_ node: Node<Self>)

  /// Called on the frame loop, no lock held, when content that a worker drew was put in place: for a type that learns by drawing that it wants
  /// another size. Default: nothing.
  static func drawDidFinish(_ node: Node<Self>)

  /// Called on the frame loop, no lock held, when the node is to load its data: it came into the preload range, or the program asked for it
  /// (``AnyNode/setNeedsPreload()``). Default: nothing.
  static func preload(_ node: Node<Self>)

  /// Called on the frame loop, no lock held, when the node is to let go of what it loaded: it left the preload range, or the program asked for it
  /// (``AnyNode/clearPreloaded()``). Default: nothing.
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
  }
  func layoutDidFinish() { hooks.lifecycle?.layoutDidFinish(erased: self) }
  func drawDidFinish() { hooks.lifecycle?.drawDidFinish(erased: self) }
}
