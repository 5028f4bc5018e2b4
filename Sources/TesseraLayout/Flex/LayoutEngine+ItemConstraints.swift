import TesseraGeometry

// Constraints of items, before their main size is known and afterwards.
extension LayoutEngine {
  /// Returns the constraint that an item's lengths refer to: the content box of the container.
  @inline(__always) mutating func containerConstraint(_ flex: FlexContainer) -> Constraint {
    var constraint = Constraint()
    constraint.availableWidth = flex.innerWidth
    constraint.availableHeight = flex.innerHeight
    constraint.percentWidth = flex.innerWidth
    constraint.percentHeight = flex.innerHeight
    return constraint
  }

  /// Returns the constraint for measuring the content of an item.
  ///
  /// In a column, heights inside are indefinite.
  mutating func itemIntrinsicConstraint(_ flex: FlexContainer, _ item: FlexItem) -> Constraint {
    var constraint = containerConstraint(flex)
    if fillsLine(flex, item.stretches) {
      if flex.isColumn { constraint.autoWidth = .stretch } else { constraint.autoHeight = .stretch }
    }
    if flex.isColumn {
      constraint.availableHeight = indefinite
      constraint.percentHeight = indefinite
      constraint.heightIsIndefiniteInside = true
    }
    if item.overrideWidth.isDefinite {
      constraint.availableWidth = item.overrideWidth
      constraint.fixedWidth = true
    }
    if !flex.isColumn {
      constraint.hasFirstPass = flex.hasFirstPass
      constraint.widthsPrecedeHeight = flex.widthPrecedesHeight
    }
    return constraint
  }

  /// Returns the constraint of an item with a known main size; `line` is the cross size of its line for the final layout.
  mutating func itemConstraint(_ flex: FlexContainer, _ item: FlexItem, line: Double?) -> Constraint {
    var constraint = containerConstraint(flex)
    let stretches = item.align == .stretch && (line != nil || (!flex.isMultiLine && flex.isCrossDefinite))
    if flex.isColumn {
      if let line { constraint.availableWidth = line }
      if item.overrideWidth.isDefinite {
        constraint.availableWidth = item.overrideWidth
        constraint.fixedWidth = true
      }
      constraint.availableHeight = item.targetBorderBox
      constraint.fixedHeight = true
      if stretches { constraint.autoWidth = .stretch }
    } else {
      constraint.availableWidth = item.targetBorderBox
      constraint.fixedWidth = true
      if let line { constraint.availableHeight = line }
      if stretches { constraint.autoHeight = .stretch }
    }
    constraint.heightIsIndefiniteInside = item.heightIsIndefiniteInside
    constraint.hasFirstPass = item.hasFirstPass
    return constraint
  }

  /// Whether a stretched item has the cross size of the container itself.
  @inline(__always) mutating func fillsLine(_ flex: FlexContainer, _ stretches: Bool) -> Bool {
    stretches && !flex.isMultiLine && flex.isCrossDefinite
  }
}
