public import Tessera
internal import TesseraGeometry

extension ItemCollection {
  public static let attributes: [NodeAttribute<ItemCollection>] =
    [
      .choice("layout", \.form.kind, help: "How items are arranged."),
      .choice("axis", \.form.direction, help: "Along which the content moves: a shelf sideways, others up and down, unless said here."),
      .integer("columns", \.form.columns, in: 0...1000, help: "How many columns a grid or waterfall has; 0: as `columnWidth` says."),
      .number("columnWidth", \.form.columnBreadth, in: 0...1e6, help: "As many columns as fit are made, none narrower than this; 0: one."),
      .number("columnSpacing", \.form.columnSpacing, in: 0...1e6, help: "Room between columns, or between the items of a line of a flow."),
      .number("lineSpacing", \.form.lineSpacing, in: 0...1e6, help: "Room between lines, or between the items of a column or a shelf."),
      .number("itemLength", \.form.itemLength, in: 0...1e6, help: "How long items are along the axis; 0: as `itemRatio` says."),
      .number("itemRatio", \.form.itemRatio, in: 0...1e3, help: "How long items are for each unit of their breadth; 0: as they measure."),
      .number("estimatedLength", \.form.estimatedLength, in: 0...1e6, help: "How long items are taken to be that are not measured yet."),
      .number("estimatedBreadth", \.form.estimatedBreadth, in: 0...1e6, help: "How broad items of a flow are taken to be before that."),
      .choice("justify", \.form.justify, help: "Where the items of a flow lie in their line."),
      .choice("align", \.form.align, help: "Where items of a flow lie that are shorter than their line."),
      paddingAttribute, .choice("anchoring", \.anchoring, help: "What stays where it is when items come and go."),
      .choice("selection", \.selection, help: "How many items may be selected."),
      .color("selectionColor", \.selectionColor, help: "What lies around an item that is selected."),
    ] + scrollingAttributes

  private static let paddingAttribute: NodeAttribute<ItemCollection> = {
    let side = AttributeKind.number(0...1e6)
    return NodeAttribute(
      "insets", kind: .either([side, .list(side)]), help: "Room around all items: one number, or top, right, bottom, left.",
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
