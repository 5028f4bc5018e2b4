internal import TesseraGeometry

/// Arrangement of a collection as scene files state it. It is flat, so that the order of attributes makes no difference. A value.
struct CollectionForm: Sendable, Equatable {
  var kind = ItemCollection.LayoutKind.grid
  var direction = ItemCollection.ScrollAxis.automatic
  /// 0 means as many as fit of ``columnBreadth``.
  var columns = 0
  /// 0 means one column if ``columns`` is 0 too.
  var columnBreadth = 0.0
  var columnSpacing = 0.0
  var lineSpacing = 0.0
  /// 0 means measured.
  var itemLength = 0.0
  /// 0 means no ratio.
  var itemRatio = 0.0
  var estimatedLength = 100.0
  var estimatedBreadth = 100.0
  /// 0 means that of the viewport.
  var contentBreadth = 0.0
  var justify = FlowArrangement.Justify.start
  var align = FlowArrangement.Align.start

  private var axis: Axis {
    switch direction {
    case .automatic: kind == .shelf ? .horizontal : .vertical
    case .vertical: .vertical
    case .horizontal: .horizontal
    }
  }

  private var length: ElementLength {
    itemLength > 0 ? .fixed(itemLength) : itemRatio > 0 ? .ratio(itemRatio) : .measured(estimate: estimatedLength)
  }

  private var columnCount: ColumnCount {
    columns > 0 ? .fixed(columns) : columnBreadth > 0 ? .minimumBreadth(columnBreadth) : .fixed(1)
  }

  var layout: SectionedLayout {
    let items: ItemArrangement
    switch kind {
    case .rows, .shelf: items = .rows(length: length, spacing: lineSpacing)
    case .grid:
      items = .grid(GridArrangement(columns: columnCount, length: length, columnSpacing: columnSpacing, lineSpacing: lineSpacing))
    case .waterfall:
      items = .waterfall(
        WaterfallArrangement(columns: columnCount, length: length, columnSpacing: columnSpacing, itemSpacing: lineSpacing))
    case .flow:
      var size = Size(estimatedBreadth, estimatedBreadth)
      size[axis] = estimatedLength
      items = .flow(
        FlowArrangement(estimatedSize: size, itemSpacing: columnSpacing, lineSpacing: lineSpacing, justify: justify, align: align))
    }
    return SectionedLayout(axis, section: ListSection(items), contentBreadth: contentBreadth > 0 ? contentBreadth : nil)
  }
}
