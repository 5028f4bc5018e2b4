public import TesseraGeometry

/// A node type that shows its subnodes elsewhere than they were laid out, and determines their interface states.
public protocol ScrollContainerType: NodeType {
  /// Result of ``makeRanging(for:)``, inferred by the compiler.
  associatedtype _Ranging = Undeclared

  /// Distance by which the subnodes are shown to the left of and above their laid-out positions, logical units. A change invalidates `scroll`, which
  /// costs neither layout nor draws (``AnyNode/setNeedsScroll()``). Any thread, no lock held. Default: zero.
  static func scrollOffset(of node: Node<Self>) -> Point

  /// Additional placements of single subnodes. Other subnodes are shown unchanged. A change invalidates `scroll`. Any thread, no lock held. Default:
  /// none.
  static func subnodePlacements(of node: Node<Self>) -> [SubnodePlacement]

  /// Elements that move from one subnode to another. A change invalidates `scroll`. Called only if a node of the process has a
  /// ``AnyNode/sharedElement``. Any thread, no lock held. Default: none.
  static func sharedElementMotions(of node: Node<Self>) -> [SharedElementMotion]

  /// Makes the object that determines the interface states of the subnodes; nil: they have the state of the node itself. Called on the frame loop, no
  /// lock held. The result is `(any SubnodeRanging)?`, or a type that conforms to ``SubnodeRanging``. Default: nil.
  static func makeRanging(for node: Node<Self>) -> _Ranging

  /// Whether each subnode appears with all of its content together, when its last draw finishes. Default: true.
  static var subnodesAppearTogether: Bool { get }
}

extension ScrollContainerType where _Ranging == Undeclared {
  public static func makeRanging(for node: Node<Self>) -> Undeclared { Undeclared() }
}

extension ScrollContainerType {
  public static func scrollOffset(of node: Node<Self>) -> Point { .zero }
  public static func subnodePlacements(of node: Node<Self>) -> [SubnodePlacement] { [] }
  public static func sharedElementMotions(of node: Node<Self>) -> [SharedElementMotion] { [] }
  public static var subnodesAppearTogether: Bool { true }

  static func scrollOffset(erased node: AnyNode) -> Point { scrollOffset(of: typed(node)) }
  static func subnodePlacements(erased node: AnyNode) -> [SubnodePlacement] { subnodePlacements(of: typed(node)) }
  static func sharedElementMotions(erased node: AnyNode) -> [SharedElementMotion] { sharedElementMotions(of: typed(node)) }
  static func makeRanging(erased node: AnyNode) -> (any SubnodeRanging)? {
    HookResult.value(makeRanging(for: typed(node)), "makeRanging(for:)", "a SubnodeRanging", of: typeName)
  }
}

extension AnyNode {
  var scrollsSubnodes: Bool { hooks.scrollContainer != nil }
  var scrollOffset: Point { hooks.scrollContainer?.scrollOffset(erased: self) ?? .zero }
  var subnodePlacements: [SubnodePlacement] { hooks.scrollContainer?.subnodePlacements(erased: self) ?? [] }
  var sharedElementMotions: [SharedElementMotion] { hooks.scrollContainer?.sharedElementMotions(erased: self) ?? [] }
  var subnodesAppearTogether: Bool { hooks.scrollContainer?.subnodesAppearTogether ?? true }
  func makeRanging() -> (any SubnodeRanging)? { hooks.scrollContainer?.makeRanging(erased: self) }
}
