/// A node type whose nodes can have `children` in scene files.
public protocol SceneContainerType: NodeType {
  /// Accepts a child from a scene file, for a type that stores its children itself, as a list stores its items. Returns false to make the child a
  /// subnode. Any thread. Default: false.
  static func acceptChild(_ child: AnyNode, node: Node<Self>) -> Bool

  /// Accepts children from a scene file, in order, for a type to which adding them together costs less than one after another. Returns those that
  /// become subnodes. Any thread. Default: asks ``acceptChild(_:node:)`` for each.
  static func acceptChildren(_ children: [AnyNode], node: Node<Self>) -> [AnyNode]

  /// Returns the children that a scene file of the node contains, in order. Any thread. Default: the subnodes.
  static func sceneChildren(of node: Node<Self>) -> [AnyNode]

  /// Ids of subnodes that the value places, in order. Reading a scene file warns about an id that is not among the node's `children`, and about
  /// repeated ids. Any thread. Default: none.
  var namedSubnodes: [String] { get }

  /// Whether nodes of the type show items that a scene creates from a list of data, only those near the screen. Default: false.
  static var acceptsItems: Bool { get }

  /// Replaces the items; remaining items keep their nodes. Any thread; called only if ``acceptsItems`` is true. Default: nothing.
  static func setItems(_ items: SceneItems, animated isAnimated: Bool, node: Node<Self>)

  /// Pushes a screen that a scene created, if the type is a stack of screens. Returns whether it did. Any thread. Default: false.
  static func push(_ screen: AnyNode, node: Node<Self>) -> Bool

  /// Pops the topmost screen, if the type is a stack of screens with more than one. Returns whether it did. Any thread. Default: false.
  static func pop(node: Node<Self>) -> Bool
}

extension SceneContainerType {
  public static func acceptChild(_ child: AnyNode, node: Node<Self>) -> Bool { false }
  public static func acceptChildren(_ all: [AnyNode], node: Node<Self>) -> [AnyNode] { all.filter { !acceptChild($0, node: node) } }
  public static func sceneChildren(of node: Node<Self>) -> [AnyNode] { node.subnodes }
  public var namedSubnodes: [String] { [] }
  public static var acceptsItems: Bool { false }
  public static func setItems(_ items: SceneItems, animated isAnimated: Bool, node: Node<Self>) {}
  public static func push(_ screen: AnyNode, node: Node<Self>) -> Bool { false }
  public static func pop(node: Node<Self>) -> Bool { false }

  static func setItems(_ items: SceneItems, animated isAnimated: Bool, erased node: AnyNode) {
    setItems(items, animated: isAnimated, node: typed(node))
  }
  static func push(_ screen: AnyNode, erased node: AnyNode) -> Bool { push(screen, node: typed(node)) }
  static func pop(erased node: AnyNode) -> Bool { pop(node: typed(node)) }
  static func acceptChildren(_ children: [AnyNode], erased node: AnyNode) -> [AnyNode] { acceptChildren(children, node: typed(node)) }
  static func sceneChildren(erased node: AnyNode) -> [AnyNode] { sceneChildren(of: typed(node)) }
  static func namedSubnodes(erased node: AnyNode) -> [String] { typed(node).value.namedSubnodes }
}

extension AnyNode {
  /// Children for a scene file of the node, in order: its subnodes, or the children stored by its type, such as the items of a list. Any thread.
  public var sceneChildren: [AnyNode] { hooks.sceneContainer?.sceneChildren(erased: self) ?? subnodes }
  /// Ids of the subnodes that the node's type places, in order (``SceneContainerType/namedSubnodes``). Any thread.
  public var namedSubnodes: [String] { hooks.sceneContainer?.namedSubnodes(erased: self) ?? [] }
  var acceptsChildren: Bool { hooks.sceneContainer != nil }

  /// Adds children from a scene file, in order: as subnodes, or to the children stored by the node's type, which each call compares. Any thread.
  public func addSceneChildren(_ children: [AnyNode]) {
    guard !children.isEmpty else { return }
    for child in hooks.sceneContainer?.acceptChildren(children, erased: self) ?? children { addSubnode(child) }
  }
}
