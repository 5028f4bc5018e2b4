/// An element of a layout: a spec, or a type of the caller (nodes).
public protocol LayoutElement: Sendable {
  /// Result type of modifiers.
  associatedtype Styled: LayoutElement = StyledElement

  /// Appends the box or boxes of this element. `adjust` edits the style of the outermost box after the element's own settings.
  func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void)

  /// Returns the element with its outermost style changed by `edit`; later modifiers win.
  func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> Styled

  /// Returns the element at the path `steps` of its builder; values without a key are kept from layout to layout by that path.
  ///
  /// The default wraps the element and sets the path when it is appended. Elements that keep nothing by path return themselves.
  func placed(at steps: [ElementStep]) -> any LayoutElement
}

extension LayoutElement {
  public func placed(at steps: [ElementStep]) -> any LayoutElement { PlacedElement(base: self, steps: steps) }
}

extension LayoutElement where Styled == StyledElement {
  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> StyledElement { StyledElement(base: self, edit: edit) }
}
