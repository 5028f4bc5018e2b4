import TesseraGeometry

// What an item is told of its space, before its size is known and after.
extension LayoutEngine {
  /// The space that lengths of an item refer to.
  @inline(__always) mutating func basisSpace(_ flex: FlexContainer) -> Space {
    var space = Space()
    space.availableWidth = flex.innerWidth
    space.availableHeight = flex.innerHeight
    space.percentWidth = flex.innerWidth
    space.percentHeight = flex.innerHeight
    return space
  }

  /// The space to find out how large the content of an item is.
  ///
  /// Along a column, heights inside are unknown.
  mutating func itemIntrinsicSpace(_ flex: FlexContainer, _ item: FlexItem, _ box: Int) -> Space {
    var space = basisSpace(flex)
    if fillsLine(flex, item.stretches) {
      if flex.isColumn { space.autoWidth = .stretch } else { space.autoHeight = .stretch }
    }
    if flex.isColumn {
      space.availableHeight = indefinite
      space.percentHeight = indefinite
      space.heightIsIndefiniteInside = true
    }
    if item.overrideWidth.isDefinite {
      space.availableWidth = item.overrideWidth
      space.fixedWidth = true
    }
    if !flex.isColumn {
      space.wasMeasured = flex.wasMeasured
      space.tookWidthsFirst = flex.takesWidthFirst
    }
    return space
  }

  /// The space an item is laid out in once its main size is known; `line` is the cross size of its line for the final layout.
  mutating func itemSpace(_ flex: FlexContainer, _ item: FlexItem, line: Double?) -> Space {
    var space = basisSpace(flex)
    let stretches = item.align == .stretch && (line != nil || (!flex.isMultiLine && flex.isCrossDefinite))
    if flex.isColumn {
      if let line { space.availableWidth = line }
      if item.overrideWidth.isDefinite {
        space.availableWidth = item.overrideWidth
        space.fixedWidth = true
      }
      space.availableHeight = item.flexedBorderBox
      space.fixedHeight = true
      if stretches { space.autoWidth = .stretch }
    } else {
      space.availableWidth = item.flexedBorderBox
      space.fixedWidth = true
      if let line { space.availableHeight = line }
      if stretches { space.autoHeight = .stretch }
    }
    space.heightIsIndefiniteInside = item.heightIsIndefiniteInside
    space.wasMeasured = item.wasMeasured
    return space
  }

  /// Whether an item that stretches is as large across as the container itself.
  @inline(__always) mutating func fillsLine(_ flex: FlexContainer, _ stretches: Bool) -> Bool {
    stretches && !flex.isMultiLine && flex.isCrossDefinite
  }
}
