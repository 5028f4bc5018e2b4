public import Tessera

extension ItemCollection {
  /// Arrangement of the items.
  public enum LayoutKind: String, Sendable, CaseIterable {
    /// One below the other.
    case rows
    /// Columns of equal breadth, lines of equal length.
    case grid
    /// Items of their own breadth, wrapped into lines.
    case flow
    /// Columns of equal breadth; each item goes to the shortest one.
    case waterfall
    /// One beside the other, scrolled sideways.
    case shelf
  }

  /// Scroll axis of a collection.
  public enum ScrollAxis: String, Sendable, CaseIterable {
    /// Horizontal for a shelf, vertical for the other layouts.
    case automatic
    /// From top to bottom.
    case vertical
    /// From start to end.
    case horizontal
  }
}

// The arrangement, with the names of attributes in scenes. A layout of the program, such as that of ``listLayout(_:)``, replaces it.
extension TypedElement where ElementType == ItemCollection {
  /// Arrangement of the items; the default is a grid.
  public func layout(_ kind: ItemCollection.LayoutKind) -> Self { with { $0.form.kind = kind } }
  /// Scroll axis.
  public func axis(_ axis: ItemCollection.ScrollAxis) -> Self { with { $0.form.direction = axis } }
  /// Number of columns of a grid or waterfall; 0: by ``columnWidth(_:)``.
  public func columns(_ count: Int) -> Self { with { $0.form.columns = max(0, count) } }
  /// Minimum width of columns, logical units, as many as fit; 0: one column.
  public func columnWidth(_ width: Double) -> Self { with { $0.form.columnBreadth = width } }
  /// Spacing between columns, or between the items of a line of a flow, logical units.
  public func columnSpacing(_ spacing: Double) -> Self { with { $0.form.columnSpacing = spacing } }
  /// Spacing between lines, or between the items of a column or shelf, logical units.
  public func lineSpacing(_ spacing: Double) -> Self { with { $0.form.lineSpacing = spacing } }
  /// Length of items along the axis, logical units; 0: by ``itemRatio(_:)``.
  public func itemLength(_ length: Double) -> Self { with { $0.form.itemLength = length } }
  /// Ratio of the length of items to their breadth; 0: measured.
  public func itemRatio(_ ratio: Double) -> Self { with { $0.form.itemRatio = ratio } }
  /// Estimated length of items that are not measured yet, logical units.
  public func estimatedLength(_ length: Double) -> Self { with { $0.form.estimatedLength = length } }
  /// Estimated breadth of items of a flow that are not measured yet, logical units.
  public func estimatedBreadth(_ breadth: Double) -> Self { with { $0.form.estimatedBreadth = breadth } }
  /// Breadth of the content across the axis, logical units; broader than the collection, it scrolls both ways. 0: that of the collection.
  public func contentBreadth(_ breadth: Double) -> Self { with { $0.form.contentBreadth = breadth } }
  /// Alignment of the items of a flow in their line.
  public func justify(_ justify: FlowArrangement.Justify) -> Self { with { $0.form.justify = justify } }
  /// Alignment of items of a flow that are shorter than their line.
  public func align(_ align: FlowArrangement.Align) -> Self { with { $0.form.align = align } }
}
