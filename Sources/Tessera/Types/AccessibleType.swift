/// A node type that tells a screen reader about its nodes and their parts.
public protocol AccessibleType: NodeType {
  /// What a screen reader says and calls the node where its own properties do not say. Any thread. Default: nothing.
  var accessibility: Accessibility { get }

  /// The parts of the node that a screen reader goes to one by one, beside the node itself, in reading order. Any thread, no lock held.
  /// Default: none.
  static func accessibilityElements(of node: Node<Self>) -> [AccessibilityElement]

  /// Does what a touch on one of them does; `index` is its place in what ``accessibilityElements(of:)`` returned. Frame loop, no lock held.
  /// Returns whether there was something to do. Default: false.
  static func activateAccessibilityElement(_ index: Int, of node: Node<Self>) -> Bool
}

extension AccessibleType {
  public var accessibility: Accessibility { Accessibility() }
  public static func accessibilityElements(of node: Node<Self>) -> [AccessibilityElement] { [] }
  public static func activateAccessibilityElement(_ index: Int, of node: Node<Self>) -> Bool { false }

  static func accessibility(erased node: AnyNode) -> Accessibility { typed(node).value.accessibility }
  static func accessibilityElements(erased node: AnyNode) -> [AccessibilityElement] { accessibilityElements(of: typed(node)) }
  static func activateAccessibilityElement(_ index: Int, erased node: AnyNode) -> Bool {
    activateAccessibilityElement(index, of: typed(node))
  }
}

extension AnyNode {
  var ownAccessibility: Accessibility { hooks.accessible?.accessibility(erased: self) ?? Accessibility() }

  /// The parts of the node that a screen reader goes to one by one, in reading order: the links of a text, and what shows the rest of it. Any thread.
  public var accessibilityElements: [AccessibilityElement] { hooks.accessible?.accessibilityElements(erased: self) ?? [] }

  /// Does what a touch on the part at `index` of ``accessibilityElements`` does. Frame loop.
  ///
  /// Returns whether there was something to do.
  @discardableResult
  public func activateAccessibilityElement(_ index: Int) -> Bool {
    hooks.accessible?.activateAccessibilityElement(index, erased: self) ?? false
  }
}
