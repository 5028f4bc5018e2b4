import TesseraKit

/// Title and subtitle of a screen.
struct Heading: NodeType {
  static let typeName = "heading"
  static let traits: NodeTraits = .drawsNothing
  var title = ""
  var subtitle: String?

  init() {}
  init(_ title: String, _ subtitle: String? = nil) { (self.title, self.subtitle) = (title, subtitle) }

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    ListTile(Text(title).font(22, .bold).color(.ink), subtitle.map { Text($0).font(12).color(.soft) })
      .padding(top: 14, right: 16, bottom: 12, left: 16)
  }
}
