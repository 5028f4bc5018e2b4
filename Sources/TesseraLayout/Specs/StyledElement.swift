/// An element with an edit to the style of its outermost box; result of modifiers.
public struct StyledElement: LayoutElement {
  package let base: any LayoutElement
  package let edit: @Sendable (inout LayoutStyle) -> Void

  /// Appends the element and applies the edit before `adjust`.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    base.append(to: &builder) { style in
      edit(&style)
      adjust(&style)
    }
  }
}

/// A plain box: a flex container, or an empty box with a size and style.
public struct LayoutBox: LayoutElement {
  let key: LayoutKey?
  let style: LayoutStyle
  let children: [any LayoutElement]

  /// Creates a box with CSS's initial style.
  public init(
    key: LayoutKey? = nil, style: LayoutStyle = LayoutStyle(), @LayoutElementBuilder _ children: () -> [any LayoutElement] = { [] }
  ) {
    self.key = key
    self.style = style
    self.children = children()
  }

  /// Appends the box and its children.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = style
    adjust(&style)
    builder.name("box")
    builder.container(style: style, key: key) { b in
      for child in children { b.append(child) }
    }
  }
}

/// A box without children that measures itself.
public struct LayoutLeaf: LayoutElement {
  let key: LayoutKey?
  let style: LayoutStyle
  let measure: LayoutMeasure?

  /// Creates a leaf with a measure function.
  public init(key: LayoutKey? = nil, style: LayoutStyle = LayoutStyle(), measure: LayoutMeasure? = nil) {
    self.key = key
    self.style = style
    self.measure = measure
  }

  /// Appends the leaf.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = style
    adjust(&style)
    builder.name("leaf")
    builder.leaf(style: style, key: key, measure: measure)
  }
}

extension LayoutStyle {
  /// Returns the base style of boxes of specs: CSS's initial values, but sizes refer to the border box.
  package static func spec(_ edit: (inout LayoutStyle) -> Void = { _ in }) -> LayoutStyle {
    LayoutStyle {
      $0.boxSizing = .borderBox
      edit(&$0)
    }
  }

  /// Makes a child of a column container fill it along the main axis, unless its height is set or follows from its ratio.
  mutating func fillMainAxis() {
    if height.isAuto, aspectRatio == nil, position != .absolute { flexGrow = max(flexGrow, 1) }
  }

  /// Takes the box out of the flow and stretches it over its container.
  mutating func cover() {
    position = .absolute
    inset = .zero
  }
}
