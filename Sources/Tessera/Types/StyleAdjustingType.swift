public import TesseraLayout

/// A node type that changes how its nodes' boxes are laid out, in ways that are the type's to say.
public protocol StyleAdjustingType: NodeType {
  /// Changes the style that the program set. Any thread, lock held: look at the value and the style only. A change of what is done here invalidates
  /// `layout`.
  func adjust(_ style: inout LayoutStyle)
}

extension StyleAdjustingType {
  static func adjust(_ style: inout LayoutStyle, erased node: AnyNode) { typed(node).readLocked { $0.adjust(&style) } }
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
