import TesseraKit

/// A round picture with the initial of a person.
struct Avatar: NodeType {
  static let typeName = "avatar"
  static let traits: NodeTraits = .drawsNothing
  var name = ""
  var side = 30.0
  var color = Color.black

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Row(align: .center, justify: .center) { Text(String(name.prefix(1))).font(side * 0.45, .bold).color(.white) }
      .size(side, side).background(color).cornerRadius(side / 2)
  }
}
