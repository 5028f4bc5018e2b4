extension LayoutElement {
  // MARK: What an element says about its children; for boxes, nodes and stacks.

  /// The axis along which children follow one another, and its sense.
  public func flexDirection(_ direction: FlexDirection) -> Styled { style { $0.direction = direction } }
  /// Whether children break into lines.
  public func flexWrap(_ wrap: FlexWrap) -> Styled { style { $0.wrap = wrap } }
  /// Where free space along the axis of the children goes.
  public func justifyContent(_ alignment: ContentAlignment) -> Styled { style { $0.justifyContent = alignment } }
  /// How children stand across their axis.
  public func alignItems(_ alignment: ItemAlignment) -> Styled { style { $0.alignItems = alignment } }
  /// Where free space among lines goes.
  public func alignContent(_ alignment: ContentAlignment) -> Styled { style { $0.alignContent = alignment } }
  /// Distance between rows and between columns.
  public func gap(_ gap: Dimension) -> Styled { style { $0.gap = gap } }
  /// Distance between rows and between columns.
  public func gap(row: Dimension, column: Dimension) -> Styled {
    style {
      $0.rowGap = row
      $0.columnGap = column
    }
  }

  // MARK: What lengths mean, and where the element stands

  /// What width, height and their limits measure: the whole box or its content.
  public func boxSizing(_ sizing: BoxSizing) -> Styled { style { $0.boxSizing = sizing } }
  /// Whether the element is in the flow, and whether absolute elements in it refer to it.
  public func positioning(_ position: LayoutPosition) -> Styled { style { $0.position = position } }
  /// Moves the element from where it stands, which leaves its room where it was; sides left out stay automatic.
  public func relative(
    top: Dimension? = nil, right: Dimension? = nil, bottom: Dimension? = nil, left: Dimension? = nil, start: Dimension? = nil,
    end: Dimension? = nil
  ) -> Styled {
    style {
      $0.position = .relative
      $0.inset.set(top: top, right: right, bottom: bottom, left: left, start: start, end: end)
    }
  }
  /// Smallest width and height.
  public func minSize(width: Dimension, height: Dimension) -> Styled {
    style {
      $0.minWidth = width
      $0.minHeight = height
    }
  }
  /// Largest width and height.
  public func maxSize(width: Dimension, height: Dimension) -> Styled {
    style {
      $0.maxWidth = width
      $0.maxHeight = height
    }
  }
  /// Distance before and after the element along the stack that holds it, on top of the stack's spacing; negative distances take from it.
  ///
  /// Counts in a stack only, and there for the first and last child too.
  public func stackSpacing(before: Double = 0, after: Double = 0) -> SpacedElement {
    SpacedElement(base: self, before: before, after: after)
  }
}

/// An element with distances of its own along the stack that holds it; what `stackSpacing(before:after:)` gives.
public struct SpacedElement: LayoutElement {
  let base: any LayoutElement
  let before: Double
  let after: Double

  /// Appends the element; outside a stack the distances mean nothing.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { base.append(to: &builder, adjust: adjust) }
}

extension LayoutElement {
  /// Distances before and after the element in a stack; modifiers around them let them through.
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
  /// Adds distance before and after the box along the axis of a container of direction `container`.
  mutating func addSpacing(before: Double, after: Double, along container: FlexDirection) {
    let (first, last) = container.isReverse ? (after, before) : (before, after)
    func add(_ distance: Double, to edge: inout Dimension) {
      if distance != 0, case .points(let margin) = edge { edge = .points(margin + distance) }
    }
    if container.isRow {
      // Start and end win over left and right, which would not know the direction of the line.
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
