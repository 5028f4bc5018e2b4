public import TesseraLayout

/// A node type that changes how its nodes' boxes are laid out, in ways that are the type's to say.
public protocol StyleAdjustingType: NodeType {
  /// Changes the style that the program set. Any thread, the node's lock held: look at the value, the style and the storage only.
  ///
  /// A change of the value that changes what is done here invalidates `layout`; one of the storage is followed by ``AnyNode/setNeedsStyle()``.
  ///
  /// - Parameters:
  ///   - style: the style that the program set.
  ///   - storage: what the node keeps beside its value.
  func adjust(_ style: inout LayoutStyle, storage: Storage)
}

extension StyleAdjustingType {
  static func adjust(_ style: inout LayoutStyle, erased node: AnyNode) {
    let node = typed(node)
    node.readLocked { $0.adjust(&style, storage: node.storage) }
  }
}

extension AnyNode {
  /// The style as the node's type has it; lock held.
  final func adjustedStyle() -> LayoutStyle {
    guard let type = hooks.styleAdjusting else { return state.style }
    var style = state.style
    type.adjust(&style, erased: self)
    return style
  }
}
