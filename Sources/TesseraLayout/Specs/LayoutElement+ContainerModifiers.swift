extension LayoutElement {
  // MARK: Settings for children; for boxes, nodes and stacks.

  /// Sets the main axis and its direction.
  public func flexDirection(_ direction: FlexDirection) -> Styled { style { $0.direction = direction } }
  /// Sets whether children wrap into lines.
  public func flexWrap(_ wrap: FlexWrap) -> Styled { style { $0.wrap = wrap } }
  /// Sets the distribution of free space on the main axis.
  public func justifyContent(_ alignment: ContentAlignment) -> Styled { style { $0.justifyContent = alignment } }
  /// Sets the cross-axis alignment of children.
  public func alignItems(_ alignment: ItemAlignment) -> Styled { style { $0.alignItems = alignment } }
  /// Sets the distribution of free space among lines.
  public func alignContent(_ alignment: ContentAlignment) -> Styled { style { $0.alignContent = alignment } }
  /// Sets the distance between rows and between columns.
  public func gap(_ gap: Dimension) -> Styled { style { $0.gap = gap } }
  /// Sets the distances between rows and between columns.
  public func gap(row: Dimension, column: Dimension) -> Styled {
    style {
      $0.rowGap = row
      $0.columnGap = column
    }
  }

  // MARK: Box sizing and position

  /// Sets the box that width, height and their limits refer to: border box or content box.
  public func boxSizing(_ sizing: BoxSizing) -> Styled { style { $0.boxSizing = sizing } }
  /// Sets whether the element is in the flow, and whether it is the containing block of absolute elements in it.
  public func positioning(_ position: LayoutPosition) -> Styled { style { $0.position = position } }
  /// Shifts the element from its place in the flow, which keeps its space; omitted sides stay automatic.
  public func relative(
    top: Dimension? = nil, right: Dimension? = nil, bottom: Dimension? = nil, left: Dimension? = nil, start: Dimension? = nil,
    end: Dimension? = nil
  ) -> Styled {
    style {
      $0.position = .relative
      $0.inset.set(top: top, right: right, bottom: bottom, left: left, start: start, end: end)
    }
  }
  /// Sets the minimum width and height.
  public func minSize(width: Dimension, height: Dimension) -> Styled {
    style {
      $0.minWidth = width
      $0.minHeight = height
    }
  }
  /// Sets the maximum width and height.
  public func maxSize(width: Dimension, height: Dimension) -> Styled {
    style {
      $0.maxWidth = width
      $0.maxHeight = height
    }
  }
  /// Adds distance before and after the element along its stack, besides the stack's spacing; negative distances reduce it.
  ///
  /// Only used in a stack, for the first and last child too.
  public func stackSpacing(before: Double = 0, after: Double = 0) -> SpacedElement {
    SpacedElement(base: self, before: before, after: after)
  }
}

/// An element with its own distances along its stack; result of `stackSpacing(before:after:)`.
public struct SpacedElement: LayoutElement {
  let base: any LayoutElement
  let before: Double
  let after: Double

  /// Appends the element; the distances are ignored outside a stack.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { base.append(to: &builder, adjust: adjust) }
}

extension LayoutElement {
  /// Distances before and after the element in a stack, including those under other modifiers.
  var ownStackSpacing: (before: Double, after: Double) {
    var element: any LayoutElement = self
    var total = (before: 0.0, after: 0.0)
    while true {
      if let spaced = element as? SpacedElement {
        total.before += spaced.before.isFinite ? spaced.before : 0
        total.after += spaced.after.isFinite ? spaced.after : 0
        element = spaced.base
      } else if let styled = element as? StyledElement {
        element = styled.base
      } else if let placed = element as? PlacedElement {
        element = placed.base
      } else {
        return total
      }
    }
  }
}

extension LayoutStyle {
  /// Adds distance before and after the box along the main axis of a container of direction `container`.
  mutating func addSpacing(before: Double, after: Double, along container: FlexDirection) {
    let (first, last) = container.isReverse ? (after, before) : (before, after)
    func add(_ distance: Double, to edge: inout Dimension) {
      if distance != 0, case .points(let margin) = edge { edge = .points(margin + distance) }
    }
    if container.isRow {
      // Set start and end: they override left and right, and follow the writing direction.
      var (start, end) = (margin.start ?? margin.left, margin.end ?? margin.right)
      add(first, to: &start)
      add(last, to: &end)
      if first != 0 { margin.start = start }
      if last != 0 { margin.end = end }
    } else {
      add(first, to: &margin.top)
      add(last, to: &margin.bottom)
    }
  }
}
