/// A node type that can say more about its layout than where its box lies: a text its lines. For tools and tests.
public protocol LayoutDescribing {
  /// Returns what is to be said, each under a name; lengths relative to the node's box. `context` is as `draw` gets it. Any thread.
  func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)]
}

extension AnyNode {
  /// Returns what the node's type says about its layout in the box of `context`; nothing where it is not ``LayoutDescribing``. Any thread.
  public func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    (self as? any DescribingNode)?.describe(in: context) ?? []
  }
}

private protocol DescribingNode {
  func describe(in context: DrawContext) -> [(String, AttributeValue)]
}

extension Node: DescribingNode where Value: LayoutDescribing {
  fileprivate func describe(in context: DrawContext) -> [(String, AttributeValue)] { value.layoutDescription(in: context.with(storage)) }
}
