/// A child with an element of exactly its size in front.
public struct Overlay: LayoutElement {
  let child: any LayoutElement
  let overlay: [any LayoutElement]

  /// Creates an overlay; only `child` determines the size.
  public init(_ child: any LayoutElement, @LayoutElementBuilder overlay: () -> [any LayoutElement]) {
    self.child = child
    self.overlay = overlay()
  }

  /// Appends the child, then the overlay.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle.spec { $0.direction = .column }
    adjust(&style)
    builder.name("Overlay", isSpec: true)
    builder.container(style: style) { b in
      child.append(to: &b) { $0.fillMainAxis() }
      b.at([.branch(1)]) { b in
        for element in overlay { element.append(to: &b) { $0.cover() } }
      }
    }
  }
}

/// A child with an element of exactly its size behind it.
public struct Background: LayoutElement {
  let child: any LayoutElement
  let background: [any LayoutElement]

  /// Creates a background; only `child` determines the size.
  public init(_ child: any LayoutElement, @LayoutElementBuilder background: () -> [any LayoutElement]) {
    self.child = child
    self.background = background()
  }

  /// Appends the background, then the child.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle.spec { $0.direction = .column }
    adjust(&style)
    builder.name("Background", isSpec: true)
    builder.container(style: style) { b in
      b.at([.branch(1)]) { b in
        for element in background { element.append(to: &b) { $0.cover() } }
      }
      child.append(to: &b) { $0.fillMainAxis() }
    }
  }
}

/// One element, or several overlapping ones; as large as the largest.
public struct Wrapper: LayoutElement {
  let children: [any LayoutElement]

  /// Creates a wrapper.
  public init(@LayoutElementBuilder _ children: () -> [any LayoutElement]) { self.children = children() }

  /// Appends a box that holds the children.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle.spec {
      $0.direction = .column
      $0.wrap = .overlay
    }
    adjust(&style)
    builder.name("Wrapper", isSpec: true)
    builder.container(style: style) { b in
      for child in children { child.append(to: &b) { $0.fillMainAxis() } }
    }
  }
}
