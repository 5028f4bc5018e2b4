extension AnyNode {
  /// Identifier of the node's shared element; empty if it has none. Any thread.
  ///
  /// During a change of screens of a stack, two nodes with the same identifier, one in each screen, are shown as one element. It moves from the
  /// place, size and corners of the first node to those of the second, above both screens, while their contents cross-fade. If a screen has several
  /// nodes with the same identifier, the first in the order of the tree counts.
  ///
  /// ```swift
  /// thumbnail.sharedElement = "photo 7"
  /// picture.sharedElement = "photo 7"
  /// screens.push(ScreenNode("Photo", content: picture))
  /// ```
  public var sharedElement: String {
    get { properties.sharedElement }
    set { updateProperties { $0.sharedElement = newValue } }
  }
}
