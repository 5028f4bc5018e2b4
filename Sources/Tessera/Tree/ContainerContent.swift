internal import TesseraLayout

/// The children of a container that a builder gave, and how they stand. As the spec of a `box` its children lie in the node's own box.
struct ContainerContent: LayoutElement {
  /// What people who read an explanation call it.
  let name: String
  var style: LayoutStyle
  let children: [any LayoutElement]

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
