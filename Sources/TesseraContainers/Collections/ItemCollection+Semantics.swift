public import Tessera

// Semantics of a collection and its items.

extension ItemCollection {
  public static func semantics(of node: Node<ItemCollection>) -> NodeSemantics { node.listSemantics }

  public static func semantics(ofSubnode subnode: AnyNode, in node: Node<ItemCollection>) -> NodeSemantics {
    node.element(of: subnode).map(node.semantics(of:)) ?? NodeSemantics()
  }

  public static func perform(_ action: SemanticsAction, onSubnode subnode: AnyNode, of node: Node<ItemCollection>) -> Bool {
    node.element(of: subnode).map { node.perform(action, on: $0) } ?? false
  }
}
