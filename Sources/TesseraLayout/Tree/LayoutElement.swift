/// Something that can be laid out: a spec, or whatever the caller brings (nodes).
public protocol LayoutElement: Sendable {
  /// What a modifier makes of the element.
  associatedtype Styled: LayoutElement = StyledElement

  /// Appends the box (or boxes) of this element; `adjust` is applied to the style of its outermost box, after the element's own settings.
  func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void)

  /// Returns the element with its outermost style changed by `edit`; later modifiers win.
  func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> Styled

  /// Returns the element as one that stands at `steps` in its builder: what it names without a key is kept from layout to layout by its place.
  /// Default: the element, which is told its place when it is appended. Elements that name nothing return themselves.
  func placed(at steps: [ElementStep]) -> any LayoutElement
}

extension LayoutElement {
  public func placed(at steps: [ElementStep]) -> any LayoutElement { PlacedElement(base: self, steps: steps) }
}

extension LayoutElement where Styled == StyledElement {
  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> StyledElement { StyledElement(base: self, edit: edit) }
}
