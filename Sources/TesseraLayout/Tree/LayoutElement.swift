/// Something that can be laid out: a spec, or whatever the caller brings (nodes).
public protocol LayoutElement: Sendable {
  /// Appends the box (or boxes) of this element; `adjust` is applied to the style of its outermost box, after the element's own settings.
  func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void)
}
