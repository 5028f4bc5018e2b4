public import Tessera
internal import TesseraGeometry

extension Pager {
  public static let attributes: [NodeAttribute<Pager>] =
    [
      .choice("axis", \.axis, help: "Axis along which the pages follow one another."),
      .boolean("wraps", \.wraps, help: "Whether the first page follows the last one."),
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
