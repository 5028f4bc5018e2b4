public import Tessera
internal import TesseraGeometry

extension ItemCollection {
  public static let attributes: [NodeAttribute<ItemCollection>] =
    [
      .choice("layout", \.form.kind, help: "Arrangement of the items."),
      .choice("axis", \.form.direction, help: "Scroll axis; automatic means horizontal for a shelf, vertical for the other layouts."),
      .integer("columns", \.form.columns, in: 0...1000, help: "Number of columns of a grid or waterfall; 0 means by `columnWidth`."),
      .number("columnWidth", \.form.columnBreadth, in: 0...1e6, help: "Minimum width of columns, as many as fit; 0 means one column."),
      .number(
        "columnSpacing", \.form.columnSpacing, in: 0...1e6, help: "Spacing between columns, or between the items of a line of a flow."),
      .number("lineSpacing", \.form.lineSpacing, in: 0...1e6, help: "Spacing between lines, or between the items of a column or shelf."),
      .number("itemLength", \.form.itemLength, in: 0...1e6, help: "Length of items along the axis; 0 means by `itemRatio`."),
      .number("itemRatio", \.form.itemRatio, in: 0...1e3, help: "Ratio of the length of items to their breadth; 0 means measured."),
      .number("estimatedLength", \.form.estimatedLength, in: 0...1e6, help: "Estimated length of items that are not measured yet."),
      .number(
        "estimatedBreadth", \.form.estimatedBreadth, in: 0...1e6, help: "Estimated breadth of items of a flow that are not measured yet."),
      .number(
        "contentBreadth", \.form.contentBreadth, in: 0...1e6,
        help: "Breadth of the content across the axis; broader than the collection, it scrolls both ways. 0 means that of the collection."),
      .choice("justify", \.form.justify, help: "Alignment of the items of a flow in their line."),
      .choice("align", \.form.align, help: "Alignment of items of a flow that are shorter than their line."),
      paddingAttribute, .choice("anchoring", \.anchoring, help: "Scroll anchor when items change."),
      .choice("selection", \.selection, help: "Number of items that can be selected."),
      .color("selectionColor", \.selectionColor, help: "Color of the border of selected items and of the item with the cursor."),
    ] + scrollingAttributes

  private static let paddingAttribute: NodeAttribute<ItemCollection> = {
    let side = AttributeKind.number(0...1e6)
    return NodeAttribute(
      "insets", kind: .either([side, .list(side)]), help: "Insets around all items: one number, or top, right, bottom, left.",
      get: { .list([$0.insets.top, $0.insets.right, $0.insets.bottom, $0.insets.left].map(AttributeValue.number)) },
      set: { collection, new in
        if let all = new.number {
          collection.insets = Insets(all)
        } else if let list = new.list?.compactMap(\.number), list.count == 4 {
          collection.insets = Insets(top: list[0], right: list[1], bottom: list[2], left: list[3])
        } else {
          throw AttributeError(attribute: "insets", reason: "must be one number, or four: top, right, bottom, left")
        }
      })
  }()
}
