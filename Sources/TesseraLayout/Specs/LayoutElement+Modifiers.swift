public import TesseraGeometry

extension LayoutElement {
  /// Takes `share` of free space along the stack.
  public func flexGrow(_ share: Double = 1) -> Styled { style { $0.flexGrow = share } }
  /// Gives up `share` of missing space along the stack.
  public func flexShrink(_ share: Double = 1) -> Styled { style { $0.flexShrink = share } }
  /// Size along the stack before growing and shrinking.
  public func flexBasis(_ basis: Dimension) -> Styled { style { $0.flexBasis = basis } }
  /// Grow, shrink and basis at once, as CSS's `flex`.
  public func flex(_ grow: Double, _ shrink: Double = 1, _ basis: Dimension = .points(0)) -> Styled {
    style {
      $0.flexGrow = grow
      $0.flexShrink = shrink
      $0.flexBasis = basis
    }
  }
  /// Takes the room that is left along the stack, whatever the content wants, and gives way down to nothing.
  public func expand(_ share: Double = 1) -> Styled {
    style {
      $0.flexGrow = share
      $0.flexShrink = 1
      $0.flexBasis = .points(0)
      $0.minWidth = .points(0)
      $0.minHeight = .points(0)
    }
  }
  /// Takes the element out of the flow and spreads it over the element around it.
  public func absoluteFill() -> Styled {
    style {
      $0.position = .absolute
      $0.inset = .zero
    }
  }
  /// How the element itself stands across the stack.
  public func alignSelf(_ alignment: ItemAlignment) -> Styled { style { $0.alignSelf = alignment } }
  /// Width and height in logical units.
  public func size(_ width: Double, _ height: Double) -> Styled {
    style {
      $0.width = .points(width)
      $0.height = .points(height)
    }
  }
  /// Width and height.
  public func size(width: Dimension, height: Dimension) -> Styled {
    style {
      $0.width = width
      $0.height = height
    }
  }
  /// Width and height in logical units.
  public func size(_ size: Size) -> Styled { self.size(size.width, size.height) }
  /// Width.
  public func width(_ width: Dimension) -> Styled { style { $0.width = width } }
  /// Height.
  public func height(_ height: Dimension) -> Styled { style { $0.height = height } }
  /// Smallest width.
  public func minWidth(_ width: Dimension) -> Styled { style { $0.minWidth = width } }
  /// Smallest height.
  public func minHeight(_ height: Dimension) -> Styled { style { $0.minHeight = height } }
  /// Largest width.
  public func maxWidth(_ width: Dimension) -> Styled { style { $0.maxWidth = width } }
  /// Largest height.
  public func maxHeight(_ height: Dimension) -> Styled { style { $0.maxHeight = height } }
  /// Smallest size in logical units.
  public func minSize(_ width: Double, _ height: Double) -> Styled {
    style {
      $0.minWidth = .points(width)
      $0.minHeight = .points(height)
    }
  }
  /// Largest size in logical units.
  public func maxSize(_ width: Double, _ height: Double) -> Styled {
    style {
      $0.maxWidth = .points(width)
      $0.maxHeight = .points(height)
    }
  }
  /// Outside distance on all sides.
  public func margin(_ edges: LayoutEdges) -> Styled { style { $0.margin = edges } }
  /// Outside distance by side; sides left out keep theirs.
  public func margin(
    top: Dimension? = nil, right: Dimension? = nil, bottom: Dimension? = nil, left: Dimension? = nil, start: Dimension? = nil,
    end: Dimension? = nil
  ) -> Styled {
    style { $0.margin.set(top: top, right: right, bottom: bottom, left: left, start: start, end: end) }
  }
  /// Outside distance left and right, and above and below; what is left out keeps its own.
  public func margin(horizontal: Dimension? = nil, vertical: Dimension? = nil) -> Styled {
    margin(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
  }
  /// Distance between border and content on all sides.
  public func padding(_ edges: LayoutEdges) -> Styled { style { $0.padding = edges } }
  /// Distance between border and content by side; sides left out keep theirs.
  public func padding(
    top: Dimension? = nil, right: Dimension? = nil, bottom: Dimension? = nil, left: Dimension? = nil, start: Dimension? = nil,
    end: Dimension? = nil
  ) -> Styled {
    style { $0.padding.set(top: top, right: right, bottom: bottom, left: left, start: start, end: end) }
  }
  /// Distance between border and content left and right, and above and below; what is left out keeps its own.
  public func padding(horizontal: Dimension? = nil, vertical: Dimension? = nil) -> Styled {
    padding(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
  }
  /// Width of the border on all sides.
  public func border(_ edges: LayoutEdges) -> Styled { style { $0.border = edges } }
  /// Width divided by height.
  public func aspectRatio(_ ratio: Double) -> Styled { style { $0.aspectRatio = ratio } }
  /// Position among its siblings.
  public func order(_ order: Int32) -> Styled { style { $0.order = order } }
  /// What happens with content that does not fit.
  public func overflow(_ overflow: LayoutOverflow) -> Styled { style { $0.overflow = overflow } }
  /// Whether the element exists for layout.
  public func display(_ display: LayoutDisplay) -> Styled { style { $0.display = display } }
  /// Direction of lines.
  public func writingDirection(_ direction: WritingDirection) -> Styled { style { $0.writingDirection = direction } }
  /// Space at the start and the top inside an `Absolute` spec, logical units.
  public func layoutPosition(_ x: Double, _ y: Double) -> Styled {
    style {
      $0.margin.start = .points(x)
      $0.margin.top = .points(y)
    }
  }
  /// Takes the element out of the flow and places it by the insets given; the others are automatic.
  public func position(
    top: Dimension? = nil, right: Dimension? = nil, bottom: Dimension? = nil, left: Dimension? = nil, start: Dimension? = nil,
    end: Dimension? = nil
  ) -> Styled {
    style {
      $0.position = .absolute
      $0.inset.set(top: top, right: right, bottom: bottom, left: left, start: start, end: end)
    }
  }

  /// Puts distance around the element, logical units.
  public func inset(_ all: Double) -> Inset { Inset(all) { self } }
  /// Puts distance around the element.
  public func inset(_ insets: Insets) -> Inset { Inset(insets) { self } }
  /// Puts distance around the element, logical units.
  public func inset(horizontal: Double = 0, vertical: Double = 0) -> Inset {
    Inset(Insets(horizontal: horizontal, vertical: vertical)) { self }
  }
  /// Covers the element with something of its size.
  public func overlay(@LayoutElementBuilder _ overlay: () -> [any LayoutElement]) -> Overlay { Overlay(self, overlay: overlay) }
  /// Puts something of its size behind the element.
  public func background(@LayoutElementBuilder _ background: () -> [any LayoutElement]) -> Background {
    Background(self, background: background)
  }
  /// Centres the element in its space.
  public func centered(_ axes: Center.Axes = .both, sizing: Relative.Sizing = []) -> Center { Center(axes, sizing: sizing) { self } }
}

extension LayoutEdges {
  /// Sets the edges that are given.
  mutating func set(top: Dimension?, right: Dimension?, bottom: Dimension?, left: Dimension?, start: Dimension?, end: Dimension?) {
    if let top { self.top = top }
    if let right { self.right = right }
    if let bottom { self.bottom = bottom }
    if let left { self.left = left }
    if let start { self.start = start }
    if let end { self.end = end }
  }
}
