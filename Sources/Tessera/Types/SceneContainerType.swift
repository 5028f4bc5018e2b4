/// A node type whose nodes scene files may give `children`.
public protocol SceneContainerType: NodeType {
  /// Takes a child that a scene file gives the node, where the type keeps its children itself, as a list keeps its items. Returns whether it
  /// did; false makes the child a subnode. Any thread. Default: false.
  static func acceptChild(_ child: AnyNode, node: Node<Self>) -> Bool

  /// Returns the children that a scene file of the node names, in order. Any thread. Default: the subnodes.
  static func sceneChildren(of node: Node<Self>) -> [AnyNode]

  /// The ids of subnodes that the value gives a place, in order: a scene file that names one that is none of the node's `children`, or one
  /// twice, is warned about. Any thread. Default: none.
  var namedSubnodes: [String] { get }

  /// Whether nodes of the type show items that a scene makes of a list of data, only those near the screen. Default: false.
  static var takesItems: Bool { get }

  /// Shows items in place of those before; what stays keeps its node. Any thread; only where ``takesItems``. Default: nothing.
  static func takeItems(_ items: SceneItems, animated isAnimated: Bool, node: Node<Self>)

  /// Puts a screen that a scene made on top, where the type is a stack of screens. Returns whether it did. Any thread. Default: false.
  static func push(_ screen: AnyNode, node: Node<Self>) -> Bool

  /// Sends the topmost screen away, where the type is a stack of them and there is another. Returns whether it did. Any thread. Default: false.
  static func pop(node: Node<Self>) -> Bool
}

extension SceneContainerType {
  public static func acceptChild(_ child: AnyNode, node: Node<Self>) -> Bool { false }
  public static func sceneChildren(of node: Node<Self>) -> [AnyNode] { node.subnodes }
  public var namedSubnodes: [String] { [] }
  public static var takesItems: Bool { false }
  public static func takeItems(_ items: SceneItems, animated isAnimated: Bool, node: Node<Self>) {}
  public static func push(_ screen: AnyNode, node: Node<Self>) -> Bool { false }
  public static func pop(node: Node<Self>) -> Bool { false }

  static func takeItems(_ items: SceneItems, animated isAnimated: Bool, erased node: AnyNode) {
    takeItems(items, animated: isAnimated, node: typed(node))
  }
  static func push(_ screen: AnyNode, erased node: AnyNode) -> Bool { push(screen, node: typed(node)) }
  static func pop(erased node: AnyNode) -> Bool { pop(node: typed(node)) }
  static func acceptChild(_ child: AnyNode, erased node: AnyNode) -> Bool { acceptChild(child, node: typed(node)) }
  static func sceneChildren(erased node: AnyNode) -> [AnyNode] { sceneChildren(of: typed(node)) }
  static func namedSubnodes(erased node: AnyNode) -> [String] { typed(node).value.namedSubnodes }
}

extension AnyNode {
  /// The children that a scene file of the node names, in order: its subnodes, or what its type keeps, as the items of a list. Any thread.
  public var sceneChildren: [AnyNode] { hooks.sceneContainer?.sceneChildren(erased: self) ?? subnodes }
  /// The ids of subnodes that the node's type gives a place, in order (``SceneContainerType/namedSubnodes``). Any thread.
  public var namedSubnodes: [String] { hooks.sceneContainer?.namedSubnodes(erased: self) ?? [] }
  var acceptsChildren: Bool { hooks.sceneContainer != nil }

  /// Adds a child as a scene file has it: as a subnode, or, where the node's type keeps its children itself, as one of these. Any thread.
  public func addSceneChild(_ child: AnyNode) {
    if !(hooks.sceneContainer?.acceptChild(child, erased: self) ?? false) { addSubnode(child) }
  }
}
