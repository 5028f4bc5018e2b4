internal import TesseraLayout

/// Children of a container, from a builder, with their layout style. As the spec of a `box` they are laid out in the node's own box.
struct ContainerContent: LayoutElement {
  /// Name in explanations of a layout.
  let name: String
  var style: LayoutStyle
  let children: [any LayoutElement]
  /// Whether `style` is the whole style of the node; otherwise the node's type has a say in it.
  var isWholeStyle = true

  init(
    _ name: String, _ direction: FlexDirection, gap: Dimension, _ align: ItemAlignment, _ justify: ContentAlignment,
    _ children: [any LayoutElement]
  ) {
    self.name = name
    style = .spec {
      $0.direction = direction
      $0.gap = gap
      $0.alignItems = align
      $0.justifyContent = justify
    }
    self.children = children
  }

  /// Appends a box of a spec that holds the children.
  func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = style
    adjust(&style)
    builder.name(name)
    builder.container(style: style) { $0.append(children, along: style.direction) }
  }
}
