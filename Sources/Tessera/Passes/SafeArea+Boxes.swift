public import TesseraLayout

extension SafeArea {
  /// Appends the box and its children.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle {
      $0.boxSizing = .borderBox
      $0.direction = .column
    }
    adjust(&style)
    builder.name("SafeArea", isSpec: true)
    func fill(_ style: inout LayoutStyle) {
      if style.height.isAuto, style.aspectRatio == nil, style.position != .absolute { style.flexGrow = max(style.flexGrow, 1) }
    }
    guard let pass = builder.userInfo as? LayoutCollector else {
      return builder.container(style: style) { inner in for child in children { child.append(to: &inner, adjust: fill) } }
    }
    let style0 = pass.recordSafeArea(edges, style: style, in: builder)
    builder.container(style: style0) { inner in
      pass.inSafeArea(edges) { for child in children { child.append(to: &inner, adjust: fill) } }
    }
  }
}
