public import Tessera
internal import TesseraGeometry

extension Pager {
  public static let attributes: [NodeAttribute<Pager>] =
    [
      .choice("axis", \.axis, help: "Axis along which the pages follow one another."),
      .boolean("wraps", \.wraps, help: "Whether the first page follows the last one."),
      .number(
        "peek", \.peek, in: 0...10_000, help: "Visible length of the pages before and after the current one; 0: it fills the viewport."),
      .number("pageGap", \.pageGap, in: 0...10_000, help: "Gap between pages."),
      .number("neighborScale", \.neighborScale, in: 0.1...1, help: "Scale of the pages next to the current one."),
      .number("neighborOpacity", \.neighborOpacity, in: 0...1, help: "Opacity of the pages next to the current one."),
      .boolean("arrows", \.arrows, help: "Whether arrows at both ends turn the pages."),
      .number(
        "autoplay", \.autoplay, in: 0...86_400,
        help: "Seconds after which the next page is shown; 0: never. It stops for good when the user drags the pages."),
      NodeAttribute(
        "page", kind: .number(0...1e6), initial: .number(0), help: "Initial page, from 0.",
        getNode: { .number(Double($0.currentPage)) },
        setNode: { pager, new in
          guard let page = new.number, page >= 0, page.rounded() == page else {
            throw AttributeError(attribute: "page", reason: "must be a whole number from 0 on")
          }
          pager.storage.pages.withLock { $0.wanted = Int(page) }
        }),
    ] + scrollingAttributes.filter { $0.name != "offset" }
}
