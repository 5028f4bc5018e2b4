/// A node type that describes its layout beyond its box, such as a text its lines. For tools and tests.
public protocol LayoutDescribing {
  /// Returns named facts about the layout; lengths are relative to the node's box. `context` is as `draw` gets it. Any thread.
  func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)]
}

extension AnyNode {
  /// Returns the type's description of the layout in the box of `context`; empty if the type is not ``LayoutDescribing``. Any thread.
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
