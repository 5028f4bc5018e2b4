public import TesseraGeometry

extension LayoutElement {
  /// Sets the share of free space along the stack that the element gets.
  public func flexGrow(_ share: Double = 1) -> Styled { style { $0.flexGrow = share } }
  /// Sets the share of missing space along the stack that the element loses.
  public func flexShrink(_ share: Double = 1) -> Styled { style { $0.flexShrink = share } }
  /// Sets the size along the stack before growing and shrinking.
  public func flexBasis(_ basis: Dimension) -> Styled { style { $0.flexBasis = basis } }
  /// Sets grow, shrink and basis together, as CSS's `flex`.
  public func flex(_ grow: Double, _ shrink: Double = 1, _ basis: Dimension = .points(0)) -> Styled {
    style {
      $0.flexGrow = grow
      $0.flexShrink = shrink
      $0.flexBasis = basis
    }
  }
  /// Fills the remaining space along the stack, whatever the content size, and shrinks to zero.
  public func expand(_ share: Double = 1) -> Styled {
    style {
      $0.flexGrow = share
      $0.flexShrink = 1
      $0.flexBasis = .points(0)
      $0.minWidth = .points(0)
      $0.minHeight = .points(0)
    }
  }
  /// Takes the element out of the flow and stretches it over its container.
  public func absoluteFill() -> Styled {
    style {
      $0.position = .absolute
      $0.inset = .zero
    }
  }
  /// Sets the cross-axis alignment of the element.
  public func alignSelf(_ alignment: ItemAlignment) -> Styled { style { $0.alignSelf = alignment } }
  /// Sets width and height in logical units.
  public func size(_ width: Double, _ height: Double) -> Styled {
    style {
      $0.width = .points(width)
      $0.height = .points(height)
    }
  }
  /// Sets width and height.
  public func size(width: Dimension, height: Dimension) -> Styled {
    style {
      $0.width = width
      $0.height = height
    }
  }
  /// Sets width and height in logical units.
  public func size(_ size: Size) -> Styled { self.size(size.width, size.height) }
  /// Sets the width.
  public func width(_ width: Dimension) -> Styled { style { $0.width = width } }
  /// Sets the height.
  public func height(_ height: Dimension) -> Styled { style { $0.height = height } }
  /// Sets the minimum width.
  public func minWidth(_ width: Dimension) -> Styled { style { $0.minWidth = width } }
  /// Sets the minimum height.
  public func minHeight(_ height: Dimension) -> Styled { style { $0.minHeight = height } }
  /// Sets the maximum width.
  public func maxWidth(_ width: Dimension) -> Styled { style { $0.maxWidth = width } }
  /// Sets the maximum height.
  public func maxHeight(_ height: Dimension) -> Styled { style { $0.maxHeight = height } }
  /// Sets the minimum size in logical units.
  public func minSize(_ width: Double, _ height: Double) -> Styled {
    style {
      $0.minWidth = .points(width)
      $0.minHeight = .points(height)
    }
  }
  /// Sets the maximum size in logical units.
  public func maxSize(_ width: Double, _ height: Double) -> Styled {
    style {
      $0.maxWidth = .points(width)
      $0.maxHeight = .points(height)
    }
  }
  /// Sets the margin of all sides.
  public func margin(_ edges: LayoutEdges) -> Styled { style { $0.margin = edges } }
  /// Sets the margin by side; omitted sides keep theirs.
  public func margin(
    top: Dimension? = nil, right: Dimension? = nil, bottom: Dimension? = nil, left: Dimension? = nil, start: Dimension? = nil,
    end: Dimension? = nil
  ) -> Styled {
    style { $0.margin.set(top: top, right: right, bottom: bottom, left: left, start: start, end: end) }
  }
  /// Sets the horizontal and the vertical margin; omitted values are kept.
  public func margin(horizontal: Dimension? = nil, vertical: Dimension? = nil) -> Styled {
    margin(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
  }
  /// Sets the padding of all sides.
  public func padding(_ edges: LayoutEdges) -> Styled { style { $0.padding = edges } }
  /// Sets the padding by side; omitted sides keep theirs.
  public func padding(
    top: Dimension? = nil, right: Dimension? = nil, bottom: Dimension? = nil, left: Dimension? = nil, start: Dimension? = nil,
    end: Dimension? = nil
  ) -> Styled {
    style { $0.padding.set(top: top, right: right, bottom: bottom, left: left, start: start, end: end) }
  }
  /// Sets the horizontal and the vertical padding; omitted values are kept.
  public func padding(horizontal: Dimension? = nil, vertical: Dimension? = nil) -> Styled {
    padding(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
  }
  /// Sets the border width of all sides.
  public func border(_ edges: LayoutEdges) -> Styled { style { $0.border = edges } }
  /// Sets width divided by height.
  public func aspectRatio(_ ratio: Double) -> Styled { style { $0.aspectRatio = ratio } }
  /// Sets the position among siblings.
  public func order(_ order: Int32) -> Styled { style { $0.order = order } }
  /// Sets the overflow behaviour.
  public func overflow(_ overflow: LayoutOverflow) -> Styled { style { $0.overflow = overflow } }
  /// Sets whether the element takes part in layout.
  public func display(_ display: LayoutDisplay) -> Styled { style { $0.display = display } }
  /// Sets the line direction.
  public func writingDirection(_ direction: WritingDirection) -> Styled { style { $0.writingDirection = direction } }
  /// Sets the position inside an `Absolute` spec: distance from the start and the top, logical units.
  public func layoutPosition(_ x: Double, _ y: Double) -> Styled {
    style {
      $0.margin.start = .points(x)
      $0.margin.top = .points(y)
    }
  }
  /// Takes the element out of the flow and places it by the given insets; omitted ones are automatic.
  public func position(
    top: Dimension? = nil, right: Dimension? = nil, bottom: Dimension? = nil, left: Dimension? = nil, start: Dimension? = nil,
    end: Dimension? = nil
  ) -> Styled {
    style {
      $0.position = .absolute
      $0.inset.set(top: top, right: right, bottom: bottom, left: left, start: start, end: end)
    }
  }

  /// Adds space around the element, logical units.
  public func inset(_ all: Double) -> Inset { Inset(all) { self } }
  /// Adds space around the element.
  public func inset(_ insets: Insets) -> Inset { Inset(insets) { self } }
  /// Adds space around the element, logical units.
  public func inset(horizontal: Double = 0, vertical: Double = 0) -> Inset {
    Inset(Insets(horizontal: horizontal, vertical: vertical)) { self }
  }
  /// Covers the element with an overlay of the same size.
  public func overlay(@LayoutElementBuilder _ overlay: () -> [any LayoutElement]) -> Overlay { Overlay(self, overlay: overlay) }
  /// Puts a background of the same size behind the element.
  public func background(@LayoutElementBuilder _ background: () -> [any LayoutElement]) -> Background {
    Background(self, background: background)
  }
  /// Centres the element in its space.
  public func centered(_ axes: Center.Axes = .both, sizing: Relative.Sizing = []) -> Center { Center(axes, sizing: sizing) { self } }
}

extension LayoutEdges {
  /// Sets the edges that are not nil.
  mutating func set(top: Dimension?, right: Dimension?, bottom: Dimension?, left: Dimension?, start: Dimension?, end: Dimension?) {
    if let top { self.top = top }
    if let right { self.right = right }
    if let bottom { self.bottom = bottom }
    if let left { self.left = left }
    if let start { self.start = start }
    if let end { self.end = end }
  }
}
