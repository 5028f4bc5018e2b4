public import TesseraGeometry

/// A node type that can say more about its layout than where its box lies: a text its lines. For tools and tests.
public protocol LayoutDescribing {
  /// Returns what is to be said, each under a name.
  ///
  /// - Parameters:
  ///   - size: of the box of the node's content (without padding and border), logical units.
  ///   - context: as `size(thatFits:in:)` gets it.
  func layoutDescription(size: Size, context: MeasureContext) -> [(String, AttributeValue)]
}

extension AnyNode {
  /// Returns what the node's type says about the layout of its content in a box of `size`; nothing where it is not ``LayoutDescribing``. Any thread.
  public func layoutDescription(size: Size, environment: Environment = Environment()) -> [(String, AttributeValue)] {
    (self as? any DescribingNode)?.describe(size, MeasureContext(environment: environment)) ?? []
  }
}

private protocol DescribingNode {
  func describe(_ size: Size, _ context: MeasureContext) -> [(String, AttributeValue)]
}

extension Node: DescribingNode where Value: LayoutDescribing {
  fileprivate func describe(_ size: Size, _ context: MeasureContext) -> [(String, AttributeValue)] {
    value.layoutDescription(size: size, context: context)
  }
}
